//! Spoilt inputs for every reader in `fuzz/readers.rs`, which the fuzzer uses too, and spoilt tapes of the museum for
//! the programs that read tapes. The result must be a message or a machine that runs, but no panic, hang or endless
//! message. Debug builds check for overflows.
//!
//! `GIER_SPOILT=100000 cargo test -p gier --test all spoilt -- --nocapture` tries 100000 inputs of each format, and
//! `GIER_TEARS=40000` as many tapes; `GIER_SPOILT_FROM` and `GIER_TEARS_FROM` are the first numbers.

use super::inputs::survives_everywhere;
use super::{number, room};
use crate::chance::Chance;
use crate::tidy;
use gier_archive::{bases::Bases, load, plan};
use gier_desk::host::{Files, Trouble};
use gier_desk::replay;
use gier_desk::session::Host;
use gier_machine::{BadFile, Input, Log, Machine, NoProbe, Pause, Tape};
use gier_word::{Case, Symbol, Uops, symbol};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[path = "../../crates/gier/src/exec.rs"]
#[allow(dead_code, reason = "the fuzzer's readers use a part of it")]
mod exec;
#[path = "../../fuzz/readers.rs"]
mod readers;
#[path = "../../fuzz/seeds.rs"]
mod seeds;
#[path = "../../crates/gier/src/host/wire.rs"]
#[allow(dead_code, reason = "the fuzzer's readers use a part of it")]
mod wire;

/// The longest time that gier may take to read one input.
const LONGEST: Duration = Duration::from_secs(20);

/// Strange numbers and signs that replace a part of an input.
const STRANGE: &str = "999999999999999999999 -1 18446744073709551615 9223372036854775808 1e999 0x7f \0 \u{1b}[2J \
    \u{feff} \u{1F600} \r (((((((( {{{{ \" \\ % < >> _ '";

/// Spoils one of the inputs. Changes bits and bytes, deletes, doubles or moves parts, inserts parts of another input,
/// cuts off ends, and makes numbers enormous. Equal seeds give equal results.
fn spoil(whole: &[Vec<u8>], seed: u64) -> Vec<u8> {
    let mut dice = Chance((seed + 1).wrapping_mul(6_364_136_223_846_793_005));
    let mut throw = |sides: usize| dice.below(sides.max(1));
    let strange: Vec<&str> = STRANGE.split(' ').collect();
    let mut bytes = whole[throw(whole.len())].clone();
    for _ in 0..=throw(4) {
        let length = bytes.len();
        let at = throw(length + 1);
        let end = (at + throw(40)).min(length);
        match throw(9) {
            0 if at < length => bytes[at] ^= 1 << throw(8),
            1 if at < length => bytes[at] = throw(256) as u8,
            2 => drop(bytes.drain(at..end)),
            3 => {
                let part = bytes[at..end].repeat(1 + throw(20));
                drop(bytes.splice(at..at, part));
            }
            4 => bytes.truncate(at),
            5 => drop(bytes.splice(at..end, strange[throw(strange.len())].bytes())),
            6 => {
                let other = &whole[throw(whole.len())];
                let from = throw(other.len() + 1);
                let part = other[from..(from + throw(60)).min(other.len())].to_vec();
                drop(bytes.splice(at..at, part));
            }
            7 => {
                let part: Vec<u8> = bytes.drain(at..end).collect();
                let to = throw(bytes.len() + 1);
                drop(bytes.splice(to..to, part));
            }
            _ => {
                let noise: Vec<u8> = (0..throw(12)).map(|_| throw(256) as u8).collect();
                drop(bytes.splice(at..end, noise));
            }
        }
    }
    bytes
}

/// Calls `read` with many spoilt inputs. It must not panic or take long. `variable` is the variable of the environment
/// that sets their number.
fn campaign(variable: &str, usual: u64, format: &str, whole: &[Vec<u8>], read: impl Fn(u64, &[u8])) {
    let from = number(&format!("{variable}_FROM"), 0);
    let mut longest = Duration::ZERO;
    for seed in from..from + number(variable, usual) {
        let bytes = spoil(whole, seed);
        let begin = Instant::now();
        let read = catch_unwind(AssertUnwindSafe(|| read(seed, &bytes)));
        longest = longest.max(begin.elapsed());
        assert!(
            read.is_ok() && longest < LONGEST,
            "{format}: {longest:?}, {variable}_FROM={seed} {variable}=1"
        );
    }
    println!("{format}: the longest spoilt input took {longest:.2?}");
}

/// The contents of the short files in a folder, sorted by name. Empty if there is no such folder.
fn folder(path: &str, ending: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(tidy::root().join(path)).into_iter().flatten();
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
                    campaign("GIER_SPOILT", 100, name, &whole, |_, bytes| read(bytes));
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
        assert!(replay(&Log::parse(part).unwrap()).true_to_log, "cut at {at}");
    }
}

/// Runs the machine for three seconds. When it waits for a key, types a carriage return, but at most `keys` times.
fn work(machine: &mut Machine, keys: usize) {
    let until = machine.now() + Uops::from_seconds(3.0);
    for _ in 0..keys {
        let pause = machine.run_until(until);
        machine.take_output();
        if pause != Pause::AwaitingKey {
            return;
        }
        machine.feed(Input::Key(Symbol::CARRIAGE_RETURN));
    }
    machine.run_until(until);
}

/// Reads a tape with a monitor program's command, or with the bootstrap program that an operator has keyed in.
fn read_by(start: &Machine, line: &str, bytes: &[u8]) {
    let mut machine = start.clone();
    machine.feed(Input::MountTape(Tape::from_bytes("spoilt", bytes)));
    for key in symbol::encode(line, &mut Case::Lower).unwrap() {
        machine.feed(Input::Key(key));
        machine.run_until(machine.now() + Uops::from_seconds(1.0));
    }
    if line.is_empty() {
        machine.feed(Input::Start);
        work(&mut machine, 5);
        // After the tape, the HELP button is pressed, whatever happened before.
        machine.feed(Input::Help);
    }
    work(&mut machine, 20);
}

/// The tapes of the archive, in this folder.
struct Tapes(PathBuf);

impl Files for Tapes {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        fs::read(self.0.join(name)).map_err(|fault| fault.to_string().into())
    }
}

impl Host for Tapes {}

/// Reads spoilt tapes from all parts of the archive. Each gives a message or the machine's own alarm. The commands of
/// gier read every hundredth of them.
#[test]
fn spoilt_tapes_of_the_museum_do_no_harm() {
    let Some(archive) = crate::ga3::archive() else { return };
    let bases = Bases::read().unwrap();
    let base = |key: &str| load::base(&bases, key, &mut Tapes(archive.join("tapes"))).unwrap();
    let (mut new, mut old) = (Machine::new(), Machine::new());
    new.key_bootstrap();
    old.key_old_bootstrap();
    let readers = [(new, ""), (old, ""), (base(plan::HELP3), "\nr<"), (base(plan::HJAELP), "_l")];
    let all = tidy::files(archive.join("tapes").to_str().unwrap(), "flx");
    let booting = |path: &&PathBuf| {
        ["1track0.flx", "2mainhelp.flx", "C1_tromletest.flx"].iter().any(|name| path.ends_with(name))
    };
    let taken = all.iter().filter(booting).take(6).chain(all.iter().step_by(all.len() / 24));
    let mut tapes: Vec<Vec<u8>> = taken.map(|path| fs::read(path).unwrap()).collect();
    // The two tapes of HELP 3, the one behind the other.
    let help = ["1track0.flx", "2mainhelp.flx"].map(|name| archive.join("tapes/tapet3").join(name));
    tapes.push(help.map(|path| fs::read(path).unwrap()).concat());
    let desk = room();
    campaign("GIER_TEARS", 1000, "tapes", &tapes, |seed, bytes| {
        readers.iter().for_each(|(start, line)| read_by(start, line, bytes));
        if seed % 100 == 0 {
            survives_everywhere(desk.put("spoilt.flx", bytes), "spoilt.flx");
        }
    });
}
