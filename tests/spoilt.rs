//! Gives corrupted inputs to every reader in `fuzz/readers.rs`, which the fuzzer uses too. The result must be a
//! message or a machine that runs, but no panic, hang or endless message.
//! `GIER_SPOILT=100000 cargo test -p gier --test all spoilt -- --nocapture` tries 100000 inputs of each
//! format. Debug builds check for overflows.

use crate::guest::root;
use crate::spoil::campaign;
use gier_desk::replay;
use gier_machine::{BadFile, Log, Machine, NoProbe};
use gier_word::Uops;
use std::fs;

#[path = "../crates/gier/src/exec.rs"]
#[allow(dead_code, reason = "the fuzzer's readers use a part of it")]
mod exec;
#[path = "../fuzz/readers.rs"]
mod readers;
#[path = "../fuzz/seeds.rs"]
mod seeds;
#[path = "../crates/gier/src/host/wire.rs"]
#[allow(dead_code, reason = "the fuzzer's readers use a part of it")]
mod wire;

/// The contents of the short files in a folder, sorted by name. Empty if there is no such folder.
fn folder(path: &str, ending: &str) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(root().join(path)) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(ending));
    paths.sort();
    let contents = paths.into_iter().map(|path| fs::read(path).unwrap());
    contents.filter(|contents| contents.len() < 2000).collect()
}

#[test]
fn no_reader_is_harmed_by_spoilt_inputs() {
    std::thread::scope(|scope| {
        for part in readers::READERS.chunks(5) {
            scope.spawn(move || {
                for (name, read) in part {
                    let mut whole = seeds::of(name);
                    whole.extend(folder(&format!("fuzz/corpus/{name}"), ""));
                    whole.extend(match *name {
                        "algol" => folder("tests/algol", ".alg"),
                        "slip" => folder("tests/cli", ".slip"),
                        _ => Vec::new(),
                    });
                    campaign(name, &whole, read);
                }
            });
        }
    });
}

/// Tests that gier refuses a machine whose clock would soon overflow, or that has executed more orders than
/// its time allows.
#[test]
fn a_machine_at_the_end_of_the_numbers_is_refused() {
    let mut machine = Machine::with_image(&seeds::program());
    machine.run_orders(1000, &mut NoProbe);
    assert!(Machine::from_bytes(&machine.to_bytes()).is_ok());
    for now in [u64::MAX, 1 << 62, 1] {
        assert!(machine.set_now(Uops(now)));
        assert_eq!(Machine::from_bytes(&machine.to_bytes()), Err(BadFile::Invalid), "{now}");
    }
}

/// Tests that a log cut off anywhere is read up to its last complete line.
#[test]
fn a_log_is_whole_up_to_its_last_line() {
    let whole = String::from_utf8(seeds::of("log").remove(0)).unwrap();
    assert!(replay(&Log::parse(&whole).unwrap()).true_to_log);
    let head = whole.find("\ninput").expect("it has inputs") + 1;
    for at in (head..whole.len()).step_by(7) {
        let Some(part) = whole.get(..at) else { continue };
        let session = Log::parse(part).unwrap();
        assert!(replay(&session).true_to_log, "cut at {at}");
    }
}
