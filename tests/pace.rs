//! Checks that `gier run --speed real` runs at the real machine's speed. `GIER_PACE=60` measures a minute;
//! the clocks of the host and of the machine may then differ by one percent at most.

use crate::cli::Desk;
use std::time::Instant;

/// The default of `GIER_PACE`, in seconds of machine time. It is too short to judge the speed.
const SHORT: f64 = 0.3;

/// A program that types letters endlessly.
const TYPES: &str = "vy 16 , sy 58\n{again}: sy 39\nhv {again}\n_e 10\n";
/// A program that computes endlessly.
const COMPUTES: &str = "{again}: hv {again}\n_e 10\n";

#[test]
fn the_real_speed_is_kept() {
    let minute = std::env::var("GIER_PACE").ok().map(|text| text.parse::<f64>().unwrap());
    let seconds = minute.unwrap_or(SHORT);
    let desk = Desk::new();
    for (name, program) in [("types", TYPES), ("computes", COMPUTES)] {
        desk.put("a.slip", program).gier("asm a.slip -o a.drum").stderr_eq("");
        let start = Instant::now();
        let said = desk.said(&format!("run a.drum --plain --speed real --limit {seconds}"), 1);
        let took = start.elapsed();
        println!("{name}: {seconds} s of the machine took {:.4} s", took.as_secs_f64());
        assert!(said.contains("has not ended in"), "{said}");
        if minute.is_some() && !said.contains("was busy") {
            assert!((0.99 * seconds..1.01 * seconds).contains(&took.as_secs_f64()), "{name}: {took:?}");
        }
    }
}
