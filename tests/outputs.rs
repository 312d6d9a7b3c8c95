//! Tests that gier loses no output and writes over no file: files with two names, files that the shell has opened,
//! and full disks.

use crate::cli::Desk;
use crate::files;
use snapbox::cmd::cargo_bin;
use std::fs;
use std::process::Command;

/// Makes a folder with programs, their texts, the keys of a game and a tape.
fn desk() -> Desk {
    let desk = files::desk();
    desk.gier("algol a.alg").code(0);
    desk
}

/// Runs `gier`, which must refuse these arguments with a message that contains `says`.
fn refused(desk: &Desk, words: &str, says: &str) {
    let run = desk.gier(words).code(2);
    let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(said.contains(says), "{words}: {said}");
}

/// Runs a line of the shell, in which `gier` is the program under test.
#[cfg(target_os = "linux")]
fn shell(desk: &Desk, line: &str) -> std::process::Output {
    let line = format!("gier() {{ timeout 20 {} \"$@\"; }}\n{line}", cargo_bin("gier").display());
    let mut shell = Command::new("sh");
    // Without an archive, gier runs a tape as a program.
    shell.env_remove("GIER_ARCHIVE").env("XDG_CONFIG_HOME", desk.path("config"));
    shell.args(["-c", &line]).current_dir(desk.path("")).output().unwrap()
}

/// Acts may save a drum several times in one file, but no other output in that file.
#[test]
fn acts_write_each_output_in_its_own_file() {
    let desk = desk();
    for (one, two) in [("save", "paper"), ("save", "plot"), ("save", "save machine"), ("paper", "save")] {
        desk.put("two.acts", format!("{one} \"new\"\n{two} \"./new\"\n{two} \"new\"\n"));
        for words in ["boot --drum talk.drum --acts two.acts", "debug talk.drum --acts two.acts"] {
            refused(&desk, words, "are one file");
            assert!(!desk.path("new").exists());
        }
    }
    desk.put("two.acts", "save \"new\"\nsave \"new\"\n");
    desk.gier("debug talk.drum --acts two.acts").code(0);
}

#[test]
fn the_panel_writes_nothing_over_the_text_of_its_program() {
    let desk = desk();
    fs::create_dir(desk.path("library")).unwrap();
    desk.put("library/L.alg", "_integer i;\n").put("l.alg", "_begin _comment library L; _end;\n");
    for (words, text) in [
        ("panel a.drum --picture a.alg", "a.alg"),
        ("panel a.alg --picture a.alg", "a.alg"),
        ("panel a.drum --picture p.txt --log a.alg --force", "a.alg"),
        ("panel l.alg --picture library/L.alg", "library/L.alg"),
    ] {
        let before = desk.get(text);
        refused(&desk, words, "which is read");
        assert_eq!(desk.get(text), before, "{words}");
    }
}

/// Tests that a snapshot or the paper cannot replace the log or another output, under any name.
#[test]
fn the_panel_keeps_its_outputs_apart() {
    let desk = desk();
    let back = "<Bksp>".repeat("a.snap".len());
    let words = "panel a.drum --picture p.txt --log s.log --save-drum d.drum --press";
    for (name, says) in [
        ("s.log", "s.log is the log of this session"),
        ("./s.log", "./s.log is already an output of this session: --log"),
        ("./d.drum", "./d.drum is already an output of this session: --save-drum"),
    ] {
        desk.put("d.drum", "old");
        desk.gier(&format!("{words} <space>w{back}{name}<Enter>y --force")).code(0);
        let picture = desk.get("p.txt");
        assert!(picture.contains(says), "{picture}");
        desk.gier("replay s.log").code(0);
    }
    // The second session of a panel has a log of its own, which is not the drum.
    let words = "panel a.drum --picture p.txt --log n.log --save-drum n.2.log --press p<Down><Enter>";
    desk.gier(words).code(0);
    for log in ["n.log", "n.3.log"] {
        desk.gier(&format!("replay {log}")).code(0);
    }
    assert!(fs::read(desk.path("n.2.log")).unwrap().starts_with(b"GIERDRUM"));
    // Another panel writes `l.log`, so this panel would write its log in `l.2.log`.
    let other = fs::File::create(desk.path("l.log")).unwrap();
    other.lock().unwrap();
    refused(&desk, "panel a.drum --picture p.txt --log l.log --save-drum l.2.log", "are one file");
    assert!(!desk.path("l.2.log").exists());
}

#[test]
fn options_that_the_panel_would_ignore_are_refused() {
    refused(&desk(), "nim --panel --paper p.svg", "cannot be used with");
}

/// Tests that all outputs are tried, even if one of them cannot be written.
#[cfg(target_os = "linux")]
#[test]
fn one_full_disk_does_not_lose_the_other_outputs() {
    let desk = desk();
    desk.gier("panel talk.drum --picture p.txt --log r.log").code(0);
    for (line, kept) in [
        ("gier run talk.drum --typed keys --plot /dev/full --save-drum d --sound s.wav", vec!["d", "s.wav"]),
        ("gier boot --drum talk.drum --punch p --save-drum d > /dev/full", vec!["p", "d"]),
        ("gier algol a.alg --list -o d > /dev/full", vec!["d"]),
        ("gier panel talk.drum --picture /dev/full --plot /dev/full --save-drum d", vec!["d"]),
        ("gier replay r.log --punch p --save-drum d > /dev/full", vec!["p", "d"]),
    ] {
        let told = shell(&desk, line);
        let said = String::from_utf8(told.stderr).unwrap();
        assert_eq!(told.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("cannot write "), "{line}: {said}");
        for name in kept {
            assert!(desk.path(name).is_file(), "{line}: {name}");
            fs::remove_file(desk.path(name)).unwrap();
        }
    }
}

/// Tests that gier does not write over a file that the shell has opened for it. The shell's redirections are
/// not arguments, so gier finds such files by their descriptors.
#[cfg(target_os = "linux")]
#[test]
fn open_files_are_not_overwritten() {
    let desk = desk();
    fs::copy(desk.path("talk.drum"), desk.path("b.drum")).unwrap();
    desk.put("j", "{}\n").put("stop.acts", "help\n");
    for (line, says) in [
        ("gier exec - < j >> j", "which is read"),
        ("gier exec j >> j", "which is read"),
        ("gier disasm b.drum 0 >> b.drum", "which is read"),
        (
            "mkfifo f; cat f > x & gier run talk.drum --typed keys --punch f --save-drum f; s=$?; : > f; exit $s",
            "are one file",
        ),
        ("gier compare f talk.drum", "f is no ordinary file"),
        ("gier tape info t.flx >> t.flx", "which is read"),
        ("gier debug b.drum --acts stop.acts >> b.drum", "which is read"),
        ("gier lesson 1 --check a.alg >> a.alg", "which is read"),
        ("mkfifo f.flx; gier run f.flx", "f.flx is no ordinary file"),
    ] {
        desk.put("notes", "mine");
        let told = shell(&desk, line);
        let said = String::from_utf8(told.stderr).unwrap();
        assert_eq!(told.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(says), "{line}: {said}");
        assert_eq!(desk.get("notes"), "mine", "{line}");
    }
    assert_eq!(desk.get("j"), "{}\n");
    // An output that the shell has opened is complete if it is called `-`.
    let told = shell(&desk, "{ echo head; gier tape to-text t.flx -o -; echo tail; } > o");
    assert!(told.status.success());
    assert_eq!(desk.get("o"), "head\none\ntail\n");
}

/// A sound that goes to a device is kept in memory, so it is cut off after 64 MB. That is not success.
#[cfg(target_os = "linux")]
#[test]
fn a_sound_that_is_cut_off_is_reported() {
    let desk = desk();
    let idle = "_d i=40\n{round}: hv {round}\n";
    desk.put("idle.slip", idle).gier("asm idle.slip -o idle.drum").code(0);
    refused(
        &desk,
        "run idle.drum --limit 800 --sound /dev/null",
        "the sound in /dev/null is cut off after 0.2 hours, because such a file cannot be longer",
    );
}
