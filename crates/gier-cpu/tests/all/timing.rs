//! Measures the program fragments in `tests/timing/*.txt`. Each fragment is a loop. The file gives the number
//! of micro-operations that one iteration takes.
//!
//! ```text
//! pm, hv r-1
//!   from   time2 test 1: 33
//!   cells  16 pm 100 ; 17 hv r-1
//!   round  16 = 33
//! ```
//!
//! The line `chain 20 702 qq (r1)` puts the order `qq (r1)` into the 702 cells from cell 20 on. The line
//! `drum busy` keeps the drum busy all the time. The test measures the second iteration.

use std::path::Path;

use gier_cpu::{Cpu, Ferrite, Flow};
use gier_word::{Half, Uops};

use crate::desk::TestDevices;
use crate::notation::cell;

struct Fragment<'a> {
    title: &'a str,
    ferrite: Ferrite,
    busy: bool,
    start: u16,
    clocks: u64,
}

fn fragments(text: &str) -> Vec<Fragment<'_>> {
    let mut fragments: Vec<Fragment<'_>> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if !line.starts_with(' ') {
            let (ferrite, busy) = (Ferrite::new(), false);
            fragments.push(Fragment { title: line, ferrite, busy, start: 0, clocks: 0 });
            continue;
        }
        let fragment = fragments.last_mut().expect("a title first");
        let (word, rest) = line.trim().split_once(' ').expect("a word and more");
        let number = |text: &str| text.trim().parse::<u16>().expect("a number");
        match word {
            "from" => {}
            "drum" => fragment.busy = rest.trim() == "busy",
            "cells" => {
                for item in rest.split(';') {
                    let (address, content) = item.trim().split_once(' ').expect("address and content");
                    fragment.ferrite.write(number(address), cell(content));
                }
            }
            "chain" => {
                let mut parts = rest.trim().splitn(3, ' ');
                let first = number(parts.next().unwrap());
                let count = number(parts.next().unwrap());
                let content = cell(parts.next().expect("an order"));
                (first..first + count).for_each(|address| fragment.ferrite.write(address, content));
            }
            "round" => {
                let (start, clocks) = rest.split_once('=').expect("cell = clocks");
                fragment.start = number(start);
                fragment.clocks = u64::from(number(clocks));
            }
            other => panic!("'{other}'"),
        }
    }
    fragments
}

/// The number of micro-operations that the second iteration of a fragment's loop takes.
fn measure(fragment: &Fragment<'_>) -> u64 {
    let mut cpu = Cpu::new();
    let mut ferrite = fragment.ferrite.clone();
    let mut world = TestDevices { busy: fragment.busy, ..TestDevices::default() };
    let mut now = Uops::ZERO;
    cpu.go_to(fragment.start);
    let mut begins = Vec::new();
    for _ in 0..1000 {
        if cpu.registers().r1 == fragment.start && cpu.registers().half == Half::Left {
            begins.push(now);
            if begins.len() == 3 {
                return (begins[2] - begins[1]).0;
            }
        }
        assert_eq!(cpu.step(&mut ferrite, &mut world, &mut now), Flow::Next, "{}", fragment.title);
    }
    panic!("{}: no round in 1000 orders", fragment.title);
}

#[test]
fn every_fragment_takes_what_its_source_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/timing");
    let mut wrong = Vec::new();
    for name in ["time1", "time2", "loops"] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.txt"))).expect("a readable file");
        for fragment in fragments(&text) {
            let clocks = measure(&fragment);
            if clocks != fragment.clocks {
                wrong.push(format!("{name}: {}: {clocks}, recorded {}", fragment.title, fragment.clocks));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
