//! Runs the example `replay`, which replays the log of a session, and checks the example's report.

#[path = "../examples/replay.rs"]
#[expect(dead_code, reason = "main is for `cargo run --example`")]
mod replay;

#[test]
fn a_log_is_replayed() {
    let report = replay::report(&replay::recorded()).unwrap();
    assert!(report.contains("28") && report.ends_with("the same end as in the log\n"), "{report}");
}
