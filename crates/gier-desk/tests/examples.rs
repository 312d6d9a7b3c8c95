//! Runs the example programs `replay`, which replays the recorded log of a session, and `pipe`, a front end
//! over a pipe. Checks what they print.

#[path = "../examples/pipe.rs"]
#[expect(dead_code, reason = "main is for `cargo run --example`")]
mod pipe;

#[path = "../examples/replay.rs"]
#[expect(dead_code, reason = "main is for `cargo run --example`")]
mod replay;

#[test]
fn a_log_is_replayed() {
    let report = replay::report(&replay::recorded()).unwrap();
    assert!(report.contains("28") && report.ends_with("the same end as in the log\n"), "{report}");
}

/// A program that writes acts to a pipe can play NIM, with nothing but a session and a host.
#[test]
fn a_pipe_plays_nim() {
    let mut session = pipe::nim();
    let mut ask = |act: &str| pipe::answer(&mut session, &serde_json::json!({ "act": act }).to_string());
    assert_eq!(ask("await key")["state"], "waits for a key");
    let chosen = ask("type \"d\"");
    assert_eq!(chosen["fault"], serde_json::Value::Null);
    assert!(ask("expect \"Dansk\"")["fault"].is_null());
    assert_eq!(ask("tell order")["lines"].as_array().map(Vec::len), Some(1));
    assert!(ask("set nosuch 1")["fault"].is_string());
    assert!(ask("reader \"x.flx\"")["fault"].as_str().unwrap().contains("x.flx"));
    assert!(pipe::answer(&mut session, "no JSON")["fault"].is_string());
}
