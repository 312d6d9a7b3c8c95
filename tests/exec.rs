//! Tests the command `gier exec`. It reads states of the machine, one on each line, executes orders, and
//! prints the new states.

use snapbox::cmd::cargo_bin;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// Tests that each line is answered at once. A program can therefore send a state, read the answer and send
/// it again.
#[test]
fn each_line_is_answered_before_the_next_is_asked() {
    let mut gier = Command::new(cargo_bin("gier"))
        .args(["exec", "--orders", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = gier.stdin.take().unwrap();
    let mut answers = BufReader::new(gier.stdout.take().unwrap());
    let mut ask = |state: &str| {
        writeln!(questions, "{}", state.trim()).unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        answer
    };
    // Cell 0 holds arn 20 , ar 21: two half words of 17 and 19 micro-operations [F-TIME-3].
    let mut state =
        r#"{"ferrite": {"0": "20/21/40/32 a", "20": "0/0/0/5", "21": "0/0/0/2 b"}, "uops": 100}"#.to_string();
    for (r, place, uops) in [("0/0/0/5", "right", 117), ("0/0/0/7 b", "left", 136)] {
        state = ask(&state);
        let after: serde_json::Value = serde_json::from_str(&state).unwrap();
        assert_eq!((after["R"].as_str(), after["r"]["half"].as_str()), (Some(r), Some(place)), "{state}");
        assert_eq!(after["uops"], uops, "{state}");
    }
    assert!(ask("nonsense").starts_with(r#"{"error":"line 3: "#));
    assert!(ask("{}").contains(r#""orders":1,"#));
    drop(questions);
    assert_eq!(gier.wait().unwrap().code(), Some(1), "a line was no state");
}
