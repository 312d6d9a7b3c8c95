//! Tests the command `gier boot`: the bootstrap program that the operator keys in, tapes, and the paper.

use crate::cli::Desk;
#[cfg(unix)]
use crate::mishaps::command;
use snapbox::str;
use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader};

/// A program that types a B for each key.
const ANSWERS: &str = "vy 17 , sy 58\n sy 49\n{key}: ly 30\n sy 50\n hv {key}\n_e 10\n";

/// Makes a folder with a file that contains a blank tape.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("blank.flx", [0; 30]);
    desk
}

#[test]
fn the_old_cells_can_be_used_with_a_tape_but_not_with_acts() {
    let desk = desk();
    desk.gier("boot --bootstrap old").code(2).stdout_eq("");
    desk.put("a.acts", "await key\n").gier("boot --bootstrap old --tape blank.flx --acts a.acts").code(2);
}

/// Tests that Ctrl-C ends a script, and that gier then saves the sound and tells what it did not save.
#[cfg(unix)]
#[test]
fn an_interrupted_script_saves_its_outputs_but_no_drum() {
    let desk = Desk::new();
    desk.put("c.slip", include_str!("../programs/bench/tight.slip")).gier("asm c.slip").code(0);
    let acts = "drum \"c.drum\"\nhelp\ntell orders\nlimit 1000000\nrun 900000\nsave \"later.drum\"\n";
    desk.put("long.acts", acts);
    let boot = "boot --acts long.acts --sound s.wav --save-drum d.drum";
    let mut boot = command(&desk, boot).spawn().unwrap();
    let mut said = BufReader::new(boot.stderr.take().unwrap()).lines().map_while(Result::ok);
    // The line of `tell orders`. The machine then runs.
    said.next().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    std::process::Command::new("kill").args(["-s", "INT", &boot.id().to_string()]).status().unwrap();
    let said: Vec<String> = said.collect();
    let interrupted = "gier: long.acts: line 5: the machine was interrupted";
    assert_eq!(said, [interrupted, "gier: the drum is not saved, d.drum is unchanged"]);
    assert_eq!(boot.wait().unwrap().code(), Some(130));
    let names =
        fs::read_dir(desk.path("")).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, ["c.drum", "c.slip", "long.acts", "s.wav"]);
}

/// Tests that gier reports a tape without a program. The bootstrap program, which the operator keys in, reads
/// such a tape to its end and waits for more.
#[test]
fn a_tape_without_a_program_is_reported() {
    let desk = desk();
    desk.gier("boot --bootstrap old --tape blank.flx").code(1).stdout_eq("").stderr_eq(str![[r#"
gier: the machine does not stop: it waits for tape, and the reader is empty; the paper ends in ""

"#]]);
    desk.put("a.acts", "bootstrap old\nreader \"blank.flx\"\nstart\nawait tape\n");
    desk.gier("boot --acts a.acts").code(0).stdout_eq("").stderr_eq("");
}

/// Tests that gier shows the paper during the run with `--speed`. The paper must be the same as without
/// `--speed`.
#[test]
fn acts_can_be_watched() {
    let desk = desk();
    desk.put("a.slip", ANSWERS).gier("asm a.slip -o a.drum").code(0);
    desk.put("a.acts", "drum \"a.drum\"\nhelp\ntype \"xy\"\nrun 1\nawait key\n");
    for words in ["boot --acts a.acts --speed 2", "boot --acts a.acts"] {
        desk.gier(words).code(0).stdout_eq("axbyb\n").stderr_eq("");
    }
}

/// Tests that the keys of a file, or of a pipe, are typed to a program that the HELP button has started. It waits as a
/// monitor does, so it has ended when it waits again.
#[test]
fn keys_are_typed_without_acts() {
    let desk = desk();
    desk.put("a.slip", ANSWERS).gier("asm a.slip -o a.drum").code(0);
    desk.put("keys", "xy").gier("boot --drum a.drum --typed keys").code(0).stdout_eq("a\nxbyb\n");
    desk.gier_with("boot --drum a.drum", "xy").code(0).stdout_eq("a\nxbyb\n");
    desk.put("a.acts", "help\n").gier("boot --drum a.drum --typed keys --acts a.acts").code(2);
}

/// Tests that a failing script of acts does not replace an existing drum. A missing file is reported as a
/// file error.
#[test]
fn acts_that_fail_save_no_drum() {
    let desk = desk();
    desk.put("kept.drum", "as before");
    let told = "gier: wrong.acts: line 1: [..]\ngier: the drum is not saved, kept.drum is unchanged\n";
    for (acts, code) in [("await key\n", 1), ("reader \"nowhere.flx\"\n", 2)] {
        desk.put("wrong.acts", acts);
        desk.gier("boot --acts wrong.acts --save-drum kept.drum").code(code).stderr_eq(told);
        assert_eq!(desk.get("kept.drum"), "as before");
    }
}

/// Boots all sets of the older monitor program HJÆLP in the museum's archive. HJÆLP types FEJL, because the
/// drum is empty, and reads its tape after a carriage return. Then HJÆLP types that the HELP button called
/// it. [F-BOOT-2]
#[test]
fn the_older_hjaelp_boots() {
    let Some(archive) = crate::ga3::archive() else { return };
    let desk = Desk::new();
    let folder = archive.join("tapes/hjælp");
    for (track_0, main) in [
        ("kanal_0_1.flx", "hjælp_1.flx"),
        ("kanal_0_3.flx", "hjælp_3.flx"),
        ("Kanal 0 HJÆLP 1.flx", "HJÆLP I.flx"),
        ("Kanal 0 til gammel hjælp.flx", "Hjælp.flx"),
    ] {
        let words = ["boot", "--bootstrap", "old", "--tape", track_0, "--tape", main];
        desk.command(words)
            .current_dir(&folder)
            .assert()
            .code(0)
            .stderr_eq("")
            .stdout_eq("\nFEJL\n\nhp-knap  16\n");
    }
}

/// Track 0 of the monitor program HELP 3 types SUM, because the drum is empty. After a key it reads its tape.
/// The HELP button then starts the saved drum.  [F-BOOT-1] [F-HELP-1]
#[test]
fn help_3_boots_and_its_drum_is_saved() {
    let Some(archive) = crate::ga3::archive() else { return };
    let desk = desk();
    for tape in ["1track0.flx", "2mainhelp.flx"] {
        fs::copy(archive.join("tapes/tapet3").join(tape), desk.path(tape)).unwrap();
    }
    let boot = desk.printed("boot --tape 1track0.flx --tape 2mainhelp.flx --save-drum help3.drum");
    assert_eq!(boot, "\nSUM\n\n 0    0.0.0  e0\n");
    assert_eq!(desk.printed("boot --drum help3.drum"), "\n 1    0.0.0  e0\n");
}

/// Tests that gier reports missing tapes and scripts before it begins.
#[test]
fn missing_input_is_reported() {
    desk().gier("boot").code(2).stdout_eq("").stderr_eq(str![[r#"
gier: an empty machine has nothing to begin with: give it a tape (--tape), a drum (--drum) or acts (--acts)

"#]]);
}

/// Tests that gier reports an empty reader when the machine waits for a tape.
#[test]
fn an_empty_reader_is_reported() {
    let desk = desk();
    desk.put("a.acts", "bootstrap\nstart\nexpect \"e0\"\n");
    desk.gier("boot --acts a.acts").code(1).stderr_eq(str![[r#"
gier: a.acts: line 3: the paper does not show "e0": it waits for tape, and the reader is empty; the paper ends in ""

"#]]);
}

/// Checks what a script of acts prints, and that it writes its files into its own folder, not into the folder
/// of `--folder`. Uses `--session`, the old name of the option `--acts`.
#[test]
fn acts_print_and_save() {
    let desk = desk();
    for folder in ["tapes", "mine"] {
        fs::create_dir(desk.path(folder)).unwrap();
    }
    desk.put("a.slip", ANSWERS).gier("asm a.slip -o tapes/a.drum").code(0);
    let acts = "drum \"a.drum\"\nhelp\nawait any\nstopwatch\ntype \"Xb\"\nawait key\ntell paper \"X\"\n\
                stopwatch 0 10\ntell orders\npaper \"sheet.txt\"\ntype \"y\"\nawait any\npaper \"sheet.svg\"\n\
                save \"kept.drum\"\nsave machine \"kept.snap\"\n";
    desk.put("mine/a.acts", acts);
    desk.gier("boot --session mine/a.acts --folder tapes --mark-keys")
        .code(0)
        .stdout_eq("aB⟦X⟧bb⟦b⟧b⟦y⟧b\n")
        .stderr_eq(str![[r#"
gier: it waits for a key
gier: aBXbbbb
gier: [..] orders
gier: it waits for a key

"#]]);
    assert_eq!(desk.get("mine/sheet.txt"), "aBXbbbb\n");
    assert!(desk.get("mine/sheet.svg").starts_with("<svg"));
    assert_eq!(fs::read_dir(desk.path("tapes")).unwrap().count(), 1);
    desk.gier("panel mine/kept.snap --picture -").code(0);
    desk.gier("run mine/kept.drum --typed b.txt").code(2);
}

/// Tests that the act `expect` finds only text that the machine printed by itself. A key that a script
/// presses also prints.
#[test]
fn expected_text_must_come_from_the_machine() {
    let desk = desk();
    desk.put("a.slip", "vy 17\n{key}: ly 30\n hv {key}\n_e 10\n").gier("asm a.slip -o a.drum").code(0);
    desk.put("a.acts", "drum \"a.drum\"\nhelp\ntype \"ok\"\nexpect \"ok\"\n");
    desk.gier("boot --acts a.acts").code(1).stdout_eq("ok\n").stderr_eq(str![[r#"
gier: a.acts: line 4: the paper does not show "ok": it waits for a key; the paper ends in "ok"

"#]]);
}

/// Tests that a character without a key is reported with its line before the script of acts begins.
#[test]
fn a_character_without_a_key_is_reported_once() {
    let desk = desk();
    desk.put("a.acts", "start\ntype \"ab$\"\n");
    desk.gier("boot --acts a.acts").code(2).stderr_eq(str![[r#"
error[acts]: no key of GIER's typewriter prints '$'
  ┌─ a.acts:2:9
  │
2 │ type "ab$"
  │         ^


"#]]);
}
