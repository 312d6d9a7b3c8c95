//! Runs the engineers' diagnostic programs on the CPU. The programs are in the museum's archive. If
//! `GIER_ARCHIVE` does not name a checkout of the archive, the tests print a note and are skipped.
//!
//! The expected stops and results come from the programs' own texts and listings.

use crate::desk::Gier;
use gier_cpu::{Flow, StopCause};

/// A machine with the bootstrap in its store and the tape `tapes/test/<name>` mounted.
fn mount(name: &str) -> Option<Gier> {
    let path = crate::skip::archive()?.join("tapes/test").join(name);
    let tape = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(Gier::with_tape(&tape))
}

fn stop_at(cell: u16) -> Flow {
    Flow::Stopped(StopCause::Zq { cell: cell.into() })
}

/// Runs diagnostic programs for fixed and floating arithmetic and for shifts. With the key KB on, a program
/// that finds no fault stops with all indicator lamps lit.
#[test]
fn mktest1_to_3_stop_with_every_lamp_lit() {
    for (name, orders) in [("mktest1_0.flx", 20_000), ("mktest2_0.flx", 20_000)] {
        let Some(mut gier) = mount(name) else { return };
        gier.desk.keys = (false, true);
        assert!(matches!(gier.run(orders), Flow::Stopped(StopCause::Zq { .. })), "{name}");
        assert_eq!(gier.cpu.registers().indicator, 1023, "{name}");
    }
}

/// Runs diagnostic programs that never end unless they find a fault: mktest3 checks that p * s / p / s is 1 for
/// all p and s, mktest4, 5 and 7 read their own cells, test4 writes ones and zeros into every cell, and test6 tests
/// the marks. Two of them stop after each round.
#[test]
fn endless_programs_find_no_fault() {
    for (name, orders, flows) in [
        ("mktest3_0.flx", 1_000_000, &[Flow::Next][..]),
        ("mktest4_0.flx", 20_000, &[stop_at(259); 3]),
        ("mktest5_0.flx", 20_000, &[stop_at(511); 3]),
        ("mktest7_0.flx", 100_000, &[Flow::Next]),
        ("test4_0.flx", 500_000, &[Flow::Next]),
        ("test6_0.flx", 500_000, &[Flow::Next, stop_at(41)]),
    ] {
        let Some(mut gier) = mount(name) else { return };
        for flow in flows {
            assert_eq!(gier.run(orders), *flow, "{name}");
            gier.desk.keys = (false, name == "test6_0.flx");
        }
        assert!(gier.paper().is_empty() || name != "test4_0.flx", "{}", gier.paper());
        assert!(gier.cpu.registers().indicator == 0 || name != "mktest7_0.flx");
    }
}

/// Runs a diagnostic program that executes 24 000 floating operations and prints four sums in octal.
#[test]
fn test7_prints_its_four_sums() {
    let Some(mut gier) = mount("test7_0.flx") else { return };
    assert_eq!(gier.run(1_500_000), Flow::Next);
    let paper = gier.paper();
    let lines: Vec<Vec<&str>> = paper
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|line| line.len() == 5)
        .collect();
    assert!(lines.len() >= 2, "{paper}");
    for line in lines {
        assert_eq!(line, ["6000", "35271407753020", "36242706607000", "66043725657530", "15577777733744"]);
    }
}
