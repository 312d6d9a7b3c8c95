//! Runs the example program `replay`, which replays the recorded log of a session. Checks what the example
//! prints.

#[path = "../examples/replay.rs"]
#[expect(dead_code, reason = "main is for `cargo run --example`")]
mod replay;

#[test]
fn a_log_is_replayed() {
    let report = replay::report(&replay::recorded()).unwrap();
    assert!(report.contains("28") && report.ends_with("the same end as in the log\n"), "{report}");
}
