//! `gier boot` from outside: what is keyed, which tapes, what the paper shows.

use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use snapbox::str;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Runs `gier boot` with these words in a folder.
fn boot(folder: &Path, words: &[&str]) -> OutputAssert {
    Command::new(cargo_bin("gier")).arg("boot").args(words).current_dir(folder).assert()
}

/// A folder with a tape that has nothing on it.
fn desk() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("blank.flx"), [0; 30]).unwrap();
    folder
}

#[test]
fn the_old_cells_go_with_a_tape_and_not_with_acts() {
    let desk = desk();
    boot(desk.path(), &["--bootstrap", "old"]).code(2).stdout_eq("");
    fs::write(desk.path().join("a.acts"), "await key\n").unwrap();
    boot(desk.path(), &["--bootstrap", "old", "--tape", "blank.flx", "--acts", "a.acts"]).code(2);
}

/// The cells read the tape to its end and wait for more of it: the track-0 tape has not come.
#[test]
fn a_tape_without_a_program_is_told_of() {
    let desk = desk();
    boot(desk.path(), &["--bootstrap", "old", "--tape", "blank.flx"]).code(1).stdout_eq("").stderr_eq(str![
        [r#"
gier: the machine does not stop: it waits for tape, and the reader is empty; the paper ends in ""

"#]
    ]);
    fs::write(desk.path().join("a.acts"), "bootstrap old\nreader \"blank.flx\"\nstart\nawait tape\n")
        .unwrap();
    boot(desk.path(), &["--acts", "a.acts"]).code(0).stdout_eq("").stderr_eq("");
}

/// With a pace the paper is shown as it comes, and the same stands on it.
#[test]
fn acts_can_be_watched() {
    let desk = desk();
    let gier = |words: &[&str]| Command::new(cargo_bin("gier")).args(words).current_dir(desk.path()).assert();
    fs::write(desk.path().join("a.slip"), "vy 17 , sy 58\n sy 49\n{key}: ly 30\n sy 50\n hv {key}\n_e 10\n")
        .unwrap();
    gier(&["asm", "a.slip", "-o", "a.drum"]).code(0);
    fs::write(desk.path().join("a.acts"), "drum \"a.drum\"\nhelp\ntype \"xy\"\nrun 1\nawait key\n").unwrap();
    boot(desk.path(), &["--acts", "a.acts", "--speed", "2"]).code(0).stdout_eq("axbyb\n").stderr_eq("");
    boot(desk.path(), &["--acts", "a.acts"]).code(0).stdout_eq("axbyb\n").stderr_eq("");
}

/// Acts that go wrong replace no drum that was kept before; what is not there is a matter
/// of files.
#[test]
fn acts_that_go_wrong_keep_no_drum() {
    let desk = desk();
    let drum = desk.path().join("kept.drum");
    std::fs::write(&drum, "as before").unwrap();
    for (acts, code) in [("await key\n", 1), ("reader \"nowhere.flx\"\n", 2)] {
        std::fs::write(desk.path().join("wrong.acts"), acts).unwrap();
        boot(desk.path(), &["--acts", "wrong.acts", "--save-drum", "kept.drum"]).code(code).stderr_eq(
            "gier: wrong.acts: line 1: [..]\ngier: the drum is not kept, kept.drum is as it was\n",
        );
        assert_eq!(std::fs::read_to_string(&drum).unwrap(), "as before");
    }
}

/// All sets of the older HJÆLP in the museum's archive: it says FEJL, since the drum is empty,
/// reads its tape after the key that begins a line, and says that the button called it.  [F-BOOT-2]
#[test]
fn the_older_hjaelp_comes_up() {
    let Some(archive) = crate::ga3::archive() else { return };
    let folder = archive.join("tapes/hjælp");
    for (track_0, main) in [
        ("kanal_0_1.flx", "hjælp_1.flx"),
        ("kanal_0_3.flx", "hjælp_3.flx"),
        ("Kanal 0 HJÆLP 1.flx", "HJÆLP I.flx"),
        ("Kanal 0 til gammel hjælp.flx", "Hjælp.flx"),
    ] {
        boot(&folder, &["--bootstrap", "old", "--tape", track_0, "--tape", main])
            .code(0)
            .stderr_eq("")
            .stdout_eq("\nFEJL\n\nhp-knap  16\n");
    }
}

/// HELP 3's track 0 says SUM, since the drum is empty, and reads its tape after a key; the drum
/// that was kept comes up by the HELP button.  [F-BOOT-1] [F-HELP-1]
#[test]
fn help_3_comes_up_and_its_drum_is_kept() {
    let Some(archive) = crate::ga3::archive() else { return };
    let folder = archive.join("tapes/tapet3");
    let desk = desk();
    let drum = desk.path().join("help3.drum");
    let drum = drum.to_str().unwrap();
    boot(&folder, &["--tape", "1track0.flx", "--tape", "2mainhelp.flx", "--save-drum", drum])
        .code(0)
        .stderr_eq("")
        .stdout_eq("\nSUM\n\n 0    0.0.0  e0\n");
    boot(&folder, &["--drum", drum]).code(0).stderr_eq("").stdout_eq("\n 1    0.0.0  e0\n");
}

/// What is not there is not begun with.
#[test]
fn nothing_to_begin_with_is_told() {
    boot(desk().path(), &[]).code(2).stdout_eq("").stderr_eq(str![[r#"
gier: an empty machine has nothing to begin with: give it a tape (--tape), a drum (--drum) or acts (--acts)

"#]]);
}

/// An empty reader is told of where the machine waits for it.
#[test]
fn a_reader_without_a_tape_is_told_of() {
    let desk = desk();
    fs::write(desk.path().join("a.acts"), "bootstrap\nstart\nexpect \"e0\"\n").unwrap();
    boot(desk.path(), &["--acts", "a.acts"]).code(1).stderr_eq(str![[r#"
gier: a.acts: line 3: the paper does not show "e0": it waits for tape, and the reader is empty; the paper ends in ""

"#]]);
}

/// What acts tell, and the files that they leave: beside the acts, never in --folder. The old
/// name of the option is understood.
#[test]
fn acts_tell_and_keep() {
    let desk = desk();
    let path = |name: &str| desk.path().join(name);
    let gier = |words: &[&str]| Command::new(cargo_bin("gier")).args(words).current_dir(desk.path()).assert();
    for folder in ["tapes", "mine"] {
        fs::create_dir(path(folder)).unwrap();
    }
    fs::write(path("a.slip"), "vy 17 , sy 58\n sy 49\n{key}: ly 30\n sy 50\n hv {key}\n_e 10\n").unwrap();
    gier(&["asm", "a.slip", "-o", "tapes/a.drum"]).code(0);
    let acts = "drum \"a.drum\"\nhelp\nawait any\nstopwatch\ntype \"Xb\"\nawait key\ntell paper \"X\"\n\
                stopwatch 0 10\ntell orders\npaper \"sheet.txt\"\ntype \"y\"\nawait any\npaper \"sheet.svg\"\n\
                save \"kept.drum\"\nsave machine \"kept.snap\"\n";
    fs::write(path("mine/a.acts"), acts).unwrap();
    let words = ["boot", "--session", "mine/a.acts", "--folder", "tapes", "--mark-keys"];
    gier(&words).code(0).stdout_eq("aB⟦X⟧bb⟦b⟧b⟦y⟧b\n").stderr_eq(str![[r#"
gier: it waits for a key
gier: aBXbbbb
gier: [..] orders
gier: it waits for a key

"#]]);
    assert_eq!(fs::read_to_string(path("mine/sheet.txt")).unwrap(), "aBXbbbb\n");
    assert!(fs::read_to_string(path("mine/sheet.svg")).unwrap().starts_with("<svg"));
    assert_eq!(fs::read_dir(path("tapes")).unwrap().count(), 1);
    gier(&["panel", "mine/kept.snap", "--picture", "-"]).code(0);
    gier(&["run", "mine/kept.drum", "--typed", "b.txt"]).code(2);
}

/// The keys that acts strike print, but nobody expects his own.
#[test]
fn what_is_expected_must_come_from_the_machine() {
    let desk = desk();
    let gier = |words: &[&str]| Command::new(cargo_bin("gier")).args(words).current_dir(desk.path()).assert();
    fs::write(desk.path().join("a.slip"), "vy 17\n{key}: ly 30\n hv {key}\n_e 10\n").unwrap();
    gier(&["asm", "a.slip", "-o", "a.drum"]).code(0);
    fs::write(desk.path().join("a.acts"), "drum \"a.drum\"\nhelp\ntype \"ok\"\nexpect \"ok\"\n").unwrap();
    boot(desk.path(), &["--acts", "a.acts"]).code(1).stdout_eq("ok\n").stderr_eq(str![[r#"
gier: a.acts: line 4: the paper does not show "ok": it waits for a key; the paper ends in "ok"

"#]]);
}

/// A character without a key is shown in its line, before anything is done.
#[test]
fn a_key_that_is_not_there_has_one_place() {
    let desk = desk();
    fs::write(desk.path().join("a.acts"), "start\ntype \"ab$\"\n").unwrap();
    boot(desk.path(), &["--acts", "a.acts"]).code(2).stderr_eq(str![[r#"
error[acts]: no key of GIER's typewriter prints '$'
  ┌─ a.acts:2:9
  │
2 │ type "ab$"
  │         ^


"#]]);
}
