//! The engineers' diagnostics from the museum's archive on the bare central unit. They run when
//! `GIER_ARCHIVE` names a checkout of the archive, and say so when it does not.
//!
//! Expected: the stops and results that the programs' own texts and listings name.

use crate::desk::Gier;
use gier_cpu::{Flow, Stop};

/// A machine with the tape `tapes/test/<name>` mounted and the bootstrap keyed.
fn mount(name: &str) -> Option<Gier> {
    let path = crate::skip::archive()?.join("tapes/test").join(name);
    let tape = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(Gier::with_tape(&tape))
}

fn stop_at(cell: u16) -> Flow {
    Flow::Stopped(Stop::Zq { cell: cell.into() })
}

/// Fixed and floating arithmetic and shifts; with KB on a right round ends in a stop with all
/// indicator lamps lit.
#[test]
fn mktest1_to_3_stop_with_every_lamp_lit() {
    for (name, orders) in [("mktest1_0.flx", 20_000), ("mktest2_0.flx", 20_000)] {
        let Some(mut gier) = mount(name) else { return };
        gier.desk.keys = (false, true);
        assert!(matches!(gier.run(orders), Flow::Stopped(Stop::Zq { .. })), "{name}");
        assert_eq!(gier.cpu.registers().indicator, 1023, "{name}");
    }
}

/// p * s / p / s = 1 for all p and s; goes on for ever.
#[test]
fn mktest3_finds_nothing() {
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

/// Ones and zeros in every cell, and the marks.
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

/// 24 000 floating operations, four sums in octal.
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
