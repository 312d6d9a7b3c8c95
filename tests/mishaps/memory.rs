//! Memory. The compiler and the assembler need 20 bytes for each byte of a text; a program that fills the drum or
//! reaches a limit may need more, but not much. A run of any length needs as much as a short one.
//!
//! `GIER_HOURS=1000 cargo test --profile quick -p gier --test all long_session -- --nocapture` runs a thousand hours
//! of machine time.

#![cfg(target_os = "linux")]

use super::{LONGEST, command, kilobytes};
use crate::algol_front::{list, numbered};
use crate::algol_map::compiled;
use crate::cli::Desk;
use gier_desk::replay;
use gier_machine::{Log, Machine, Pause, Timeline};
use gier_word::Uops;
use std::fs;
use std::time::{Duration, Instant};

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

/// Tests that gier writes sound while the machine works, so that its memory stays small. A killed gier leaves
/// a temporary file. The next sound that gier saves in the folder deletes this file.
#[test]
fn a_long_sound_takes_little_memory() {
    let desk = Desk::new();
    let text = format!(
        "_d i=40\n{{round}}: srn {{last}}\n gr {{last}}\n{} hv {{round}}\n{{last}}: 1\n",
        " qq\n".repeat(30)
    );
    desk.put("tone.slip", text).gier("asm tone.slip -o tone.drum").code(0);
    let mut child = command(&desk, "run tone.drum --limit 1e9 --sound long.wav").spawn().unwrap();
    let temporary = |desk: &Desk| {
        let mut paths = fs::read_dir(desk.path("")).unwrap().flatten().map(|entry| entry.path());
        paths.find(|path| path.extension().is_some_and(|ending| ending == "tmp"))
    };
    let begin = Instant::now();
    // Wait until four megabytes are written, which are 48 seconds of sound.
    while temporary(&desk).and_then(|path| path.metadata().ok()).is_none_or(|data| data.len() < 4 << 20) {
        assert!(begin.elapsed() < LONGEST, "the sound is not written while GIER works");
        std::thread::sleep(Duration::from_millis(20));
    }
    let peak = kilobytes(&child.id().to_string(), "VmHWM:").unwrap();
    assert!(peak < 64 << 10, "{peak} kB");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(temporary(&desk).is_some() && !desk.path("long.wav").exists());
    desk.gier("run tone.drum --limit 1 --sound long.wav").code(1);
    assert!(temporary(&desk).is_none());
    // The sound ends without a click.
    let mut wav = hound::WavReader::open(desk.path("long.wav")).unwrap();
    let samples: Vec<i16> = wav.samples().collect::<Result<_, _>>().unwrap();
    assert!(
        samples[samples.len() - 1] == 0 && samples.iter().rev().take(10).all(|sample| sample.abs() < 2000)
    );
}

/// A program that counts to a hundred thousand, prints a symbol, and starts again.
const PROGRAM: &str = "_begin _integer i;\n\
    AGAIN: _for i := 1 _step 1 _until 100000 _do;\n\
    writetext(«.»); _goto AGAIN _end;\n";

#[test]
fn a_long_session_stays_small_and_is_replayed() {
    let hours = std::env::var("GIER_HOURS").map_or(0.1, |text| text.parse().unwrap());
    let start = Machine::with_image(&compiled("long.alg", PROGRAM));
    let mut timeline = Timeline::new(start.clone());
    let end = Uops::from_seconds(3600.0 * hours);
    let memory = || kilobytes("self", "VmRSS:").map(|kilobytes| kilobytes >> 10);
    let (mut early, mut most) = (None, 0);
    let mut leg = 1;
    while timeline.position().at < end {
        // Use slices of other lengths than those of the replay.
        leg = leg * 7 % 1009 + 1;
        let until = end.min(timeline.position().at + Uops::from_seconds(leg as f64 / 3.0));
        assert_eq!(timeline.run_until(until), Pause::Done);
        if timeline.position().at.0 > end.0 / 10 {
            early = early.or(memory());
            most = most.max(memory().unwrap_or(0));
        }
    }
    let log = Log::of(start, Vec::new(), &timeline).to_text();
    let (printed, copies) = (timeline.outputs().len(), timeline.keyframes());
    assert!(printed > 0 && copies <= 512, "{printed} signs, {copies} copies");
    if let Some(early) = early {
        assert!(most < early + 40, "{early} MB after a tenth, {most} MB later");
        println!(
            "{hours} hours: {} orders, {printed} signs, {early} MB after a tenth, at most {most} MB",
            timeline.position().orders
        );
    }
    drop(timeline);
    let replay = replay(&Log::parse(&log).unwrap());
    assert!(replay.true_to_log && replay.room.timeline().outputs().len() == printed);
}
