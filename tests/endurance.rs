//! Runs an endless program that sometimes prints, at full speed for a long time. The memory must not grow,
//! and a replay in slices of other lengths must reach the same state. `GIER_HOURS=1000 cargo test --profile
//! quick -p gier --test all endurance -- --nocapture` runs a thousand hours of machine time.

use gier_algol::source::SourceText;
use gier_desk::replay;
use gier_machine::{Log, Machine, Pause, Timeline};
use gier_word::Uops;
use std::fs;

/// A program that counts to a hundred thousand, prints a symbol, and starts again.
const PROGRAM: &str = "_begin _integer i;\n\
    AGAIN: _for i := 1 _step 1 _until 100000 _do;\n\
    writetext(«.»); _goto AGAIN _end;\n";

/// The default of `GIER_HOURS`, in hours of machine time.
const QUICK: f64 = 0.1;

fn machine() -> Machine {
    let text = SourceText::from_bytes("long.alg", PROGRAM.as_bytes());
    let translated = gier_algol::translate(&[text], &mut |_| None);
    Machine::with_image(&translated.compilation.expect("it has no faults").image)
}

/// Returns the memory of this process in megabytes, or `None` if the host does not report it.
fn memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}

#[test]
fn a_long_session_stays_small_and_is_replayed() {
    let hours = std::env::var("GIER_HOURS").map_or(QUICK, |text| text.parse().unwrap());
    let start = machine();
    let mut timeline = Timeline::new(start.clone());
    let end = Uops::from_seconds(3600.0 * hours);
    let (mut early, mut most) = (None, 0);
    let mut leg = 1;
    while timeline.position().at < end {
        // Use slices of other lengths than those of the replay.
        leg = leg * 7 % 1009 + 1;
        let until = end.min(timeline.position().at + Uops::from_seconds(leg as f64 / 3.0));
        assert_eq!(timeline.run_until(until), Pause::Done);
        if timeline.position().at.0 > end.0 / 10 {
            early = early.or(memory());
            most = most.max(memory().unwrap_or(0));
        }
    }
    let log = Log::of(start, Vec::new(), &timeline).to_text();
    let (printed, copies) = (timeline.outputs().len(), timeline.keyframes());
    assert!(printed > 0 && copies <= 512, "{printed} signs, {copies} copies");
    if let Some(early) = early {
        assert!(most < early + 40, "{early} MB after a tenth, {most} MB later");
        println!(
            "{hours} hours: {} orders, {printed} signs, {early} MB after a tenth, at most {most} MB",
            timeline.position().orders
        );
    }
    drop(timeline);
    let replay = replay(&Log::parse(&log).unwrap());
    assert!(replay.true_to_log && replay.room.timeline().outputs().len() == printed);
}
