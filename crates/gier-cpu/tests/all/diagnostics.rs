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

/// Runs a diagnostic program that checks that p * s / p / s is 1 for all p and s. The program never ends
/// unless it finds a fault.
#[test]
fn mktest3_finds_no_fault() {
    let Some(mut gier) = mount("mktest3_0.flx") else { return };
    assert_eq!(gier.run(1_000_000), Flow::Next);
}

#[test]
fn mktest4_5_and_7_read_their_own_cells() {
    let Some(mut gier) = mount("mktest4_0.flx") else { return };
    for _ in 0..3 {
        assert_eq!(gier.run(20_000), stop_at(259));
    }
    let mut gier = mount("mktest5_0.flx").unwrap();
    for _ in 0..3 {
        assert_eq!(gier.run(20_000), stop_at(511));
    }
    let mut gier = mount("mktest7_0.flx").unwrap();
    assert_eq!(gier.run(100_000), Flow::Next);
    assert_eq!(gier.cpu.registers().indicator, 0);
}

/// Runs two diagnostic programs: test4 writes ones and zeros into every cell, and test6 tests the marks.
#[test]
fn test4_and_test6_find_no_fault_in_the_store() {
    let Some(mut gier) = mount("test4_0.flx") else { return };
    assert_eq!(gier.run(500_000), Flow::Next);
    assert_eq!(gier.paper(), "");
    let mut gier = mount("test6_0.flx").unwrap();
    assert_eq!(gier.run(500_000), Flow::Next);
    gier.desk.keys = (false, true);
    assert_eq!(gier.run(500_000), stop_at(41));
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
