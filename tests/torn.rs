//! Reads damaged tapes: real tapes that `spoil` has corrupted. Each tape must
//! give a message or the machine's own alarm, but no panic. gier must never write to files in the reader.
//! Needs `GIER_ARCHIVE`.
//!
//! `GIER_TEARS` sets the number of corrupted tapes. The commands read every twentieth of these tapes, too.
//! `GIER_TEARS_FROM` is the number of the first tape.

use crate::spoil::spoil;
use gier_machine::{Input, Machine, Pause, StopCause, Tape};
use gier_word::{Address, Case, Symbol, Uops, symbol};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The number of tapes of the archive that are corrupted. They are spread evenly over the archive.
const TAPES: usize = 30;
/// The default of `GIER_TEARS`, the number of corrupted tapes.
const TEARS: u64 = 1000;
/// How long the machine runs with a corrupted tape after each start, in seconds of machine time.
const SECONDS: f64 = 3.0;

/// Appends every file of a folder and its subfolders, sorted by name.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Returns the tapes to corrupt: tapes that boot a monitor program or run alone, and others from all parts of
/// the archive.
fn tapes(archive: &Path) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    files(&archive.join("tapes"), &mut all);
    all.retain(|path| path.extension().is_some_and(|ending| ending == "flx"));
    let named = ["1track0.flx", "2mainhelp.flx", "kanal_0_1.flx", "hjælp_1.flx", "C1_tromletest.flx"];
    let (first, rest): (Vec<PathBuf>, Vec<PathBuf>) =
        all.into_iter().partition(|path| named.iter().any(|name| path.ends_with(name)));
    let step = rest.len() / (TAPES - first.len().min(TAPES)).max(1);
    let taken = first.into_iter().chain(rest.into_iter().step_by(step.max(1))).take(TAPES);
    taken.map(|path| fs::read(path).unwrap()).collect()
}

/// Runs the machine. When the machine waits for a key, types a carriage return, but at most `keys` times.
fn work(machine: &mut Machine, keys: usize) -> Pause {
    let until = machine.now() + Uops::from_seconds(SECONDS);
    for _ in 0..keys {
        let pause = machine.run_until(until);
        machine.take_output();
        if pause != Pause::AwaitingKey {
            return pause;
        }
        machine.feed(Input::Key(Symbol::CARRIAGE_RETURN));
    }
    machine.run_until(until)
}

/// Reads a tape with a monitor program's command: `r<` of HELP 3, or `_l` of HJÆLP. Without a monitor
/// program, the old or the new bootstrap program reads the tape. An operator keys in this program.
fn read_by(monitor: Option<(&Machine, &str)>, old: bool, bytes: &[u8]) -> Pause {
    let tape = Input::MountTape(Tape::from_bytes("spoilt", bytes));
    let mut machine = Machine::new();
    match monitor {
        None => {
            if old {
                machine.key_old_bootstrap()
            } else {
                machine.key_bootstrap()
            }
            machine.feed(tape);
            machine.feed(Input::Start);
            work(&mut machine, 5);
            // After the tape, the HELP button is pressed, whatever happened before.
            machine.feed(Input::Help);
        }
        Some((ready, line)) => {
            machine = ready.clone();
            machine.feed(tape);
            for key in symbol::encode(line, &mut Case::Lower).unwrap() {
                machine.feed(Input::Key(key));
                machine.run_until(machine.now() + Uops::from_seconds(1.0));
            }
        }
    }
    work(&mut machine, 20)
}

/// Returns a machine with a monitor program that was loaded from two tapes and waits for a command.
fn monitor(archive: &Path, track_0: &str, main: &str, old: bool) -> Machine {
    let mount = |machine: &mut Machine, name: &str| {
        let bytes = fs::read(archive.join("tapes").join(name)).unwrap();
        machine.feed(Input::MountTape(Tape::from_bytes(name, &bytes)));
    };
    let mut machine = Machine::new();
    if old {
        machine.key_old_bootstrap()
    } else {
        machine.key_bootstrap()
    }
    mount(&mut machine, track_0);
    machine.feed(Input::Start);
    let ahead = |machine: &mut Machine| machine.run_until(machine.now() + Uops::from_seconds(100.0));
    if old {
        assert_eq!(ahead(&mut machine), Pause::Stopped(StopCause::Zq { cell: Address::new(15) }));
        machine.feed(Input::UnmountTape);
        machine.feed(Input::Help);
    }
    mount(&mut machine, main);
    for _ in 0..2 {
        assert_eq!(ahead(&mut machine), Pause::AwaitingKey, "{main}");
        machine.feed(Input::Key(Symbol::CARRIAGE_RETURN));
    }
    assert_eq!(ahead(&mut machine), Pause::AwaitingKey, "{main}");
    machine.take_output();
    machine
}

/// Lets gier's commands for tapes and texts read a corrupted tape. The commands must print a message, end
/// with a regular status, and not change the file.
fn through_the_commands(folder: &Path, bytes: &[u8]) {
    let path = folder.join("spoilt.flx");
    fs::write(&path, bytes).unwrap();
    let acts = "limit 5\nbootstrap\nreader \"spoilt.flx\"\nstart\nawait stop\n";
    fs::write(folder.join("spoilt.acts"), acts).unwrap();
    for words in [
        "tape to-text spoilt.flx -o text",
        "tape from-text spoilt.flx -o tape",
        "asm spoilt.flx -o drum",
        "algol spoilt.flx -o drum",
        "boot --acts spoilt.acts",
        "boot --acts spoilt.flx",
        "run spoilt.flx --limit 20",
        "disasm spoilt.flx",
        "replay spoilt.flx",
    ] {
        let mut gier = Command::new(snapbox::cmd::cargo_bin("gier"));
        gier.args(words.split(' ')).current_dir(folder).stdin(Stdio::null());
        let output = gier.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let status = output.status.code();
        assert!(status.is_some_and(|status| status <= 3), "{words}: {status:?} {said}");
        assert!(status == Some(0) || !said.is_empty(), "{words}: {status:?} without a word");
        assert!(!said.contains("panicked"), "{words}: {said}");
        assert!(fs::read(&path).unwrap() == bytes, "{words} wrote on the tape");
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

#[test]
fn corrupted_tapes_of_the_museum_do_no_harm() {
    let Some(archive) = crate::ga3::archive() else { return };
    let tapes = tapes(&archive);
    assert_eq!(tapes.len(), TAPES);
    let help_3 = monitor(&archive, "tapet3/1track0.flx", "tapet3/2mainhelp.flx", false);
    let hjaelp = monitor(&archive, "hjælp/kanal_0_1.flx", "hjælp/hjælp_1.flx", true);
    let folder = tempfile::tempdir().unwrap();
    let (from, count) = (number("GIER_TEARS_FROM", 0), number("GIER_TEARS", TEARS));
    for case in from..from + count {
        let bytes = spoil(&tapes, case);
        let outcome = std::panic::catch_unwind(|| {
            read_by(None, false, &bytes);
            read_by(None, true, &bytes);
            read_by(Some((&help_3, "\nr<")), false, &bytes);
            read_by(Some((&hjaelp, "_l")), true, &bytes);
            if case % 20 == 0 {
                through_the_commands(folder.path(), &bytes);
            }
        });
        assert!(outcome.is_ok(), "the spoilt tape {case} did harm");
    }
}
