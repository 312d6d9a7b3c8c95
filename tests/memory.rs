//! Checks that the compiler and the assembler need little memory: 20 bytes for each byte of the text. A
//! program that fills the drum or reaches a limit may need more, but not much. The shell limits the memory,
//! and gier aborts if it needs more.
#![cfg(target_os = "linux")]

use crate::algol_front::{list, numbered};
use crate::cli::Desk;

/// The memory in bytes that a program may take if it fills the drum.
const FULL_DRUM: usize = 22_000_000;

/// Whether `gier` ends a job normally, or with reported faults, if it may use `limit` bytes of memory.
fn fits(desk: &Desk, job: &str, limit: usize) -> bool {
    let line = format!("ulimit -v {}; exec \"$0\" {job}", limit / 1024);
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &line]).arg(snapbox::cmd::cargo_bin("gier")).current_dir(desk.path("."));
    shell.output().unwrap().status.code().is_some_and(|code| code <= 2)
}

/// The least memory in bytes that `gier` needs for a job.
fn least(desk: &Desk, job: &str) -> usize {
    (1..200).map(|millions| millions * 1_000_000).find(|&limit| fits(desk, job, limit)).unwrap()
}

/// Checks that gier needs little memory for each of these texts in a file. The smallest text, `empty`, shows
/// how much memory gier always needs.
fn little_memory(file: &str, job: &str, empty: &str, texts: impl IntoIterator<Item = String>) {
    let desk = Desk::new();
    desk.put(file, empty);
    let alone = least(&desk, job);
    for text in texts {
        desk.put(file, &text);
        let limit = alone + FULL_DRUM + 20 * text.len();
        assert!(fits(&desk, job, limit), "{} bytes of {:.60}…", text.len(), text);
    }
}

#[test]
fn long_programs_in_algol_take_little_memory() {
    let program = |inside: String| format!("_begin _integer a; {inside} _end;");
    let texts = [
        program("a:=1;\n".repeat(10_300)),
        program("a:=1;\n".repeat(14_900)),
        program("a:=1;\n".repeat(100_000)),
        program("_if a=1 _then a:=1 _else a:=2;\n".repeat(20_000)),
        program((0..100_000).map(|number| format!("name{number} := 1;\n")).collect()),
        program(format!("writetext(«{}»)", "text ".repeat(1_000_000))),
        program(format!("_comment {};", "text ".repeat(1_000_000))),
        program(list("_for a:=1", 200_000, "_do a:=2")),
        program(list("_for a:=1", 29_900, "_do a:=2")),
        program(list("_for a:=1", 19_900, "_do a:=2; b:=1")),
        program(list("write(‹d›", 200_000, ")")),
        program(numbered(200_000, "L", ":\n")),
        program(numbered(19_900, "L", ":")),
        program(numbered(29_900, "L", ":")),
        program("_begin _integer b; b:=1 _end;\n".repeat(40_000)),
        program(format!("{}{};", "_begin ".repeat(190), "_end ".repeat(190)).repeat(400)),
        program("a:=".repeat(100_000) + "a+.5"),
        program(format!("a:={}a;", "a+".repeat(900)).repeat(250)),
        program(numbered(60_000, "_procedure p", "; a:=1;")),
        program(list("_switch s:=L", 100_000, "; L: b:=1")),
        program(numbered(240_000, "u", ";")),
        program("a:=_true;".repeat(120_000)),
        program("%$#@".repeat(250_000)),
        program("_foo ".repeat(200_000)),
    ];
    little_memory("long.alg", "algol long.alg --check", "_begin _end;", texts);
}

/// Tests that faults as JSON take little memory, although each fault has a line, a column and a line of JSON.
#[test]
fn many_faults_take_little_memory_as_json() {
    let faults = format!("_begin {} _end;", numbered(29_000, "u", ";\n"));
    little_memory("long.alg", "algol long.alg --check --json", "_begin _end;", [faults]);
}

#[test]
fn long_programs_in_slip_take_little_memory() {
    let texts = [
        "1,".repeat(500_000) + "1\n",
        "1,".repeat(39_000) + "1\n",
        "  arn 5 , gr 6\n".repeat(100_000),
        numbered(100_000, "arn {u", "}\n"),
        "{track} 0,1\n".to_string() + &numbered(12_700, "arn {u", "} , gr {v}\n"),
        numbered(100_000, "{l", "}:\n"),
        numbered(39_000, "{l", "}:"),
        "_b a5\n".repeat(200_000),
        "_t x;\n".repeat(150_000),
        "%\n".repeat(300_000),
        "arn arn\n".repeat(100_000),
        format!("a1={}1\n", numbered(100_000, "{n", "}+")),
        format!("arn {}1\n", numbered(100_000, "{n", "}.5+")),
        format!("_t {};\n", "a".repeat(1_000_000)),
        "; remark\n".repeat(100_000),
    ];
    little_memory("long.slip", "asm long.slip", "{track} 0,1\n  zq\n", texts);
}

/// A watched expression means other cells in each procedure. gier keeps it for at most 16 of them: with all 100,
/// this run takes 45 MB more than without watchpoints, and with 16 it takes 15 MB more.
#[test]
fn watchpoints_in_many_procedures_take_little_memory() {
    let desk = Desk::new();
    let procedure = |number: usize| {
        let others = numbered(number % 40, "y", ",");
        format!("_procedure p{number}; _begin _integer {others} a, c; a := c := {number} _end;\n")
    };
    let calls = (0..100).map(|number| format!("p{number};\n")).collect::<String>();
    let procedures = (0..100).map(procedure).collect::<String>();
    desk.put("many.alg", format!("_begin _integer total;\n{procedures}{calls} total := 0 _end;\n"));
    desk.gier("algol many.alg").code(0);
    let watches = (0..400).map(|i| format!("watch a + c + {i} when a > {i} and s = 3\n")).collect::<String>();
    desk.put("none.acts", "step 20000\n").put("watch.acts", watches + "step 20000\n");
    let job = |acts: &str| format!("debug many.drum --acts {acts}");
    assert!(fits(&desk, &job("watch.acts"), least(&desk, &job("none.acts")) + 20_000_000));
}
