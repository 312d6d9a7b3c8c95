//! Runs the example program of this crate, and checks the text that it prints.

#[path = "../examples/paper.rs"]
#[expect(dead_code, reason = "main is for `cargo run --example`")]
mod paper;

/// Tests the greatest common divisors of 1966 and other numbers. Because 1966 = 2×983, even numbers give 2,
/// odd numbers give 1, and 1966 itself gives 1966.
#[test]
fn the_paper_has_the_divisors() {
    let paper = paper::paper("euclid", paper::TEXT, "").unwrap();
    let divisors: Vec<&str> =
        paper.lines().filter_map(|line| Some(line.split_once(": ")?.1.trim())).collect();
    assert_eq!(divisors, ["1", "2", "1", "2", "1", "1966"], "{paper}");
}

#[test]
fn a_fault_has_its_place() {
    assert!(paper::paper("wrong", "_begin\n  i := 1 _end;", "").unwrap_err().starts_with("wrong:2:3: "));
}
