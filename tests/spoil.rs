//! Corrupts inputs. It changes bits and bytes, deletes, doubles or moves parts, inserts parts of another
//! input, cuts off ends, and makes numbers enormous. Equal seeds give equal corruptions.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

/// The longest time that gier may take to read one input.
const LONGEST: Duration = Duration::from_secs(20);
/// The default of `GIER_SPOILT`, the number of corrupted inputs for each format.
const QUICK: u64 = 100;

/// Strange numbers and signs that replace a part of an input.
const STRANGE: [&str; 20] = [
    "999999999999999999999",
    "-1",
    "18446744073709551615",
    "9223372036854775808",
    "1e999",
    "0x7f",
    "\0",
    "\u{1b}[2J",
    "\u{feff}",
    "\u{1F600}",
    "\r",
    "((((((((",
    "{{{{",
    "\"",
    "\\",
    "%",
    "<",
    ">>",
    "_",
    "'",
];

/// Corrupts one of the inputs. The seed decides which input and how.
pub fn spoil(whole: &[Vec<u8>], seed: u64) -> Vec<u8> {
    let mut dice = Dice(seed);
    let mut bytes = whole[dice.throw(whole.len())].clone();
    for _ in 0..=dice.throw(4) {
        let length = bytes.len();
        let at = dice.throw(length + 1);
        let end = (at + dice.throw(40)).min(length);
        match dice.throw(9) {
            0 if at < length => bytes[at] ^= 1 << dice.throw(8),
            1 if at < length => bytes[at] = dice.throw(256) as u8,
            2 => drop(bytes.drain(at..end)),
            3 => {
                let part = bytes[at..end].to_vec();
                let times = 1 + dice.throw(20);
                bytes.splice(at..at, part.repeat(times));
            }
            4 => bytes.truncate(at),
            5 => drop(bytes.splice(at..end, STRANGE[dice.throw(STRANGE.len())].bytes())),
            6 => {
                let other = &whole[dice.throw(whole.len())];
                let from = dice.throw(other.len() + 1);
                let part = &other[from..(from + dice.throw(60)).min(other.len())];
                bytes.splice(at..at, part.iter().copied());
            }
            7 => {
                let part: Vec<u8> = bytes.drain(at..end).collect();
                let to = dice.throw(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            _ => {
                let noise: Vec<u8> = (0..dice.throw(12)).map(|_| dice.throw(256) as u8).collect();
                bytes.splice(at..end, noise);
            }
        }
    }
    bytes
}

/// A pseudo-random generator of whole numbers, with its state.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }
}

/// Calls `read` with many corrupted inputs. It must not panic or take long. `GIER_SPOILT` sets the number of
/// inputs, and `GIER_SPOILT_FROM` the first seed.
pub fn campaign(format: &str, whole: &[Vec<u8>], read: impl Fn(&[u8])) {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let (count, from) = (number("GIER_SPOILT").unwrap_or(QUICK), number("GIER_SPOILT_FROM").unwrap_or(0));
    let mut longest = Duration::ZERO;
    for seed in from..from + count {
        let bytes = spoil(whole, seed);
        let begin = Instant::now();
        catch_unwind(AssertUnwindSafe(|| read(&bytes))).unwrap_or_else(|panic| {
            eprintln!("{format}: GIER_SPOILT_FROM={seed} GIER_SPOILT=1");
            resume_unwind(panic)
        });
        let took = begin.elapsed();
        longest = longest.max(took);
        assert!(took < LONGEST, "{format}, seed {seed}: it took {took:?}");
    }
    println!("{format}: {count} spoilt inputs, the longest took {longest:.2?}{}", memory());
}

/// Returns the peak memory of this process as text, if the host reports it.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.map_or(String::new(), |peak| format!(", at most {} of memory", peak.trim()))
}
