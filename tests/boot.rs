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
fn the_old_cells_go_with_a_tape_and_not_with_a_session() {
    let desk = desk();
    boot(desk.path(), &["--bootstrap", "old"]).code(2).stdout_eq("");
    fs::write(desk.path().join("a.session"), "await key\n").unwrap();
    boot(desk.path(), &["--bootstrap", "old", "--tape", "blank.flx", "--session", "a.session"]).code(2);
}

/// The cells read the tape to its end and wait for more of it: the track-0 tape has not come.
#[test]
fn a_tape_without_a_program_is_told_of() {
    let desk = desk();
    boot(desk.path(), &["--bootstrap", "old", "--tape", "blank.flx"]).code(1).stdout_eq("").stderr_eq(str![
        [r#"
gier: gier boot: the machine does not stop: it waits for tape; the paper ends in ""

"#]
    ]);
    fs::write(desk.path().join("a.session"), "bootstrap old\nreader \"blank.flx\"\nstart\nawait tape\n")
        .unwrap();
    boot(desk.path(), &["--session", "a.session"]).code(0).stdout_eq("").stderr_eq("");
}

/// With a pace the paper is shown as it comes, and the same stands on it.
#[test]
fn a_session_can_be_watched() {
    let desk = desk();
    let gier = |words: &[&str]| Command::new(cargo_bin("gier")).args(words).current_dir(desk.path()).assert();
    fs::write(desk.path().join("a.slip"), "vy 17 , sy 58\n sy 49\n{key}: ly 30\n sy 50\n hv {key}\n_e 10\n")
        .unwrap();
    gier(&["asm", "a.slip", "-o", "a.drum"]).code(0);
    fs::write(desk.path().join("a.session"), "drum \"a.drum\"\nhelp\ntype \"xy\"\nrun 1\nawait key\n")
        .unwrap();
    boot(desk.path(), &["--session", "a.session", "--speed", "2"]).code(0).stdout_eq("axbyb\n").stderr_eq("");
    boot(desk.path(), &["--session", "a.session"]).code(0).stdout_eq("axbyb\n").stderr_eq("");
}

/// A session that goes wrong replaces no drum that was kept before; what is not there is a matter
/// of files.
#[test]
fn a_session_that_goes_wrong_keeps_no_drum() {
    let desk = desk();
    let drum = desk.path().join("kept.drum");
    std::fs::write(&drum, "as before").unwrap();
    for (session, code) in [("await key\n", 1), ("reader \"nowhere.flx\"\n", 2)] {
        std::fs::write(desk.path().join("wrong.session"), session).unwrap();
        boot(desk.path(), &["--session", "wrong.session", "--save-drum", "kept.drum"]).code(code).stderr_eq(
            "gier: wrong.session: line 1: [..]\ngier: the drum is not kept, kept.drum is as it was\n",
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
