//! Tests of the adapter with a small program. They send requests as an editor does, and check the
//! responses.

use crate::adapter::Adapter;
use crate::launcher::{Fault, FoundText, Launcher};
use gier_desk::notation::slip;
use gier_word::Image;
use gier_word::source_map::{MapText, SourceMap};
use serde_json::{Value, json};

/// A launcher that provides one program. The program jumps to itself and has two source texts.
struct Shop {
    wants_pause: bool,
}

impl Launcher for Shop {
    fn image(&mut self, path: &str) -> Result<Image, Vec<Fault>> {
        if path == "nothing" {
            return Err(Vec::new());
        }
        let mut image = Image::new("");
        image.track_mut(0)[1] = slip::read("hv 1").expect("this is an order");
        let texts = vec![MapText::new("STRATEGY", ""), MapText::new("loop.slip", "")];
        image.set_map(Some(SourceMap { texts, ..SourceMap::default() }));
        Ok(image)
    }
    fn text(&mut self, _: &str, _: &MapText, _: &[String]) -> Option<FoundText> {
        None
    }
    fn wants_pause(&mut self) -> bool {
        self.wants_pause
    }
}

fn ask(adapter: &mut Adapter<Shop>, command: &str, arguments: Value) -> Vec<Value> {
    adapter.handle(&json!({"seq": 1, "command": command, "arguments": arguments}))
}

/// Returns an adapter whose program ran for some seconds and is now paused.
fn paused() -> Adapter<Shop> {
    let mut adapter = Adapter::new(Shop { wants_pause: false });
    ask(&mut adapter, "launch", json!({"program": "x"}));
    ask(&mut adapter, "configurationDone", Value::Null);
    (0..5).for_each(|_| drop(adapter.work()));
    ask(&mut adapter, "pause", Value::Null);
    adapter
}

fn evaluated(adapter: &mut Adapter<Shop>, expression: &str, context: &str) -> String {
    let said = ask(adapter, "evaluate", json!({"expression": expression, "context": context}));
    said[0]["body"]["result"].as_str().expect("it has a value").to_string()
}

fn orders(adapter: &mut Adapter<Shop>) -> String {
    evaluated(adapter, "orders", "watch")
}

#[test]
fn a_pause_ends_a_search_in_the_past() {
    let mut adapter = paused();
    ask(&mut adapter, "evaluate", json!({"expression": "break 5", "context": "repl"}));
    let there = orders(&mut adapter);
    adapter.launcher.wants_pause = true;
    let said = ask(&mut adapter, "reverseContinue", Value::Null);
    assert!(said.iter().all(|message| message["event"] != "stopped"), "{said:?}");
    assert_eq!(orders(&mut adapter), there);
    adapter.launcher.wants_pause = false;
    let said = ask(&mut adapter, "reverseContinue", Value::Null);
    assert!(said.iter().any(|message| message["event"] == "stopped"), "{said:?}");
    assert_eq!(orders(&mut adapter), "0");
}

#[test]
fn a_cancel_that_comes_too_late_does_nothing() {
    let mut adapter = paused();
    let said = ask(&mut adapter, "cancel", json!({"requestId": 1}));
    assert!(said.len() == 1 && said[0]["success"] == true, "{said:?}");
    adapter.launcher.wants_pause = true;
    ask(&mut adapter, "reverseContinue", Value::Null);
    let stops = |said: &[Value]| said.iter().filter(|message| message["event"] == "stopped").count();
    assert_eq!(stops(&ask(&mut adapter, "cancel", json!({"requestId": 1}))), 1);
    assert_eq!(stops(&ask(&mut adapter, "cancel", json!({"requestId": 1}))), 0);
}

#[test]
fn a_program_that_runs_is_paused_before_it_goes_back() {
    let mut adapter = paused();
    ask(&mut adapter, "continue", json!({"threadId": 1}));
    for command in ["stepBack", "reverseContinue"] {
        let said = ask(&mut adapter, command, json!({"threadId": 1}));
        assert_eq!(said[0]["message"], "the program runs: pause it first");
    }
    assert!(adapter.runs());
    ask(&mut adapter, "pause", json!({"threadId": 1}));
    let said = ask(&mut adapter, "stepBack", json!({"threadId": 1, "granularity": "instruction"}));
    assert_eq!(said[1]["body"]["description"], "one step back");
    ask(&mut adapter, "reverseContinue", Value::Null);
    let said = ask(&mut adapter, "stepBack", json!({"threadId": 1, "granularity": "instruction"}));
    assert_eq!(said[1]["body"]["description"], "the beginning of the session");
}

#[test]
fn bits_and_marks_are_set() {
    let mut adapter = paused();
    let mut set = |list: u32, name: &str, value: &str| {
        let arguments = json!({"variablesReference": list, "name": name, "value": value});
        let said = ask(&mut adapter, "setVariable", arguments);
        said[0]["body"]["value"].as_str().map(str::to_string)
    };
    assert_eq!(set(2, "OA", "1"), Some("true".to_string()));
    assert_eq!(set(2, "OA", "false"), Some("false".to_string()));
    assert_eq!(set(2, "OA", "yes"), None);
    assert_eq!(set(1, "marks", "a"), Some("2".to_string()));
}

#[test]
fn a_response_is_not_answered() {
    let mut adapter = paused();
    assert!(adapter.handle(&json!({"seq": 2, "type": "response", "command": "threads"})).is_empty());
}

#[test]
fn a_step_ends_with_a_stop() {
    let mut adapter = paused();
    let before: u64 = orders(&mut adapter).parse().expect("a number of orders");
    ask(&mut adapter, "next", json!({"threadId": 1, "granularity": "instruction"}));
    let said = adapter.work();
    let reasons: Vec<&Value> = said.iter().map(|message| &message["body"]["reason"]).collect();
    assert_eq!(reasons, ["step"], "{said:?}");
    assert_eq!(orders(&mut adapter), (before + 1).to_string());
}

/// The protocol's specification says: "If levels is not specified or 0, all frames are returned".
#[test]
fn no_levels_are_all_frames() {
    let mut adapter = paused();
    for arguments in [json!({"threadId": 1}), json!({"threadId": 1, "levels": 0})] {
        let said = ask(&mut adapter, "stackTrace", arguments);
        assert_eq!(said[0]["body"]["stackFrames"].as_array().map(Vec::len), Some(1), "{said:?}");
    }
}

/// A source text is found by its file name, with or without the suffix, in any folder.
#[test]
fn a_text_is_found_by_its_name() {
    let mut adapter = paused();
    let texts =
        [("/a/loop.slip", true), ("C:\\a\\STRATEGY.alg", true), ("/a/loop.alg", false), ("/a/x.slip", false)];
    for (path, known) in texts {
        let arguments = json!({"source": {"path": path}, "breakpoints": [{"line": 1}]});
        let said = ask(&mut adapter, "setBreakpoints", arguments);
        let why = if known {
            "no statement begins on this line or behind it"
        } else {
            "the program was not made from this text, or has no map"
        };
        assert_eq!(said[0]["body"]["breakpoints"][0]["message"], why, "{path}");
    }
}

/// The store ends at byte 8192, after 1024 cells of eight bytes. Its last right half is at byte 8188.
#[test]
fn the_ferrite_store_has_an_end() {
    let mut adapter = paused();
    let breakpoints = json!([
        {"instructionReference": "0x1ffc"}, {"instructionReference": "0x2000"},
        {"instructionReference": "0x1ffc", "offset": 4}, {"instructionReference": "0", "offset": -1},
    ]);
    let said = ask(&mut adapter, "setInstructionBreakpoints", json!({"breakpoints": breakpoints}));
    let set = said[0]["body"]["breakpoints"].as_array().expect("one for each");
    let verified: Vec<&Value> = set.iter().map(|point| &point["verified"]).collect();
    assert_eq!(verified, [true, false, false, false], "{said:?}");
}

/// The adapter refuses a request with too many breakpoints, and keeps the earlier breakpoints.
#[test]
fn a_request_sets_a_limited_number_of_breakpoints() {
    let mut adapter = paused();
    let set = |adapter: &mut Adapter<Shop>, count: usize| {
        let breakpoints = vec![json!({"instructionReference": "0x8"}); count];
        ask(adapter, "setInstructionBreakpoints", json!({"breakpoints": breakpoints})).remove(0)
    };
    assert_eq!(set(&mut adapter, 3)["success"], true);
    let said = set(&mut adapter, 10_001);
    assert_eq!(said["success"], false);
    assert!(said["message"].as_str().is_some_and(|text| text.contains("10000 at most")), "{said}");
    let told = evaluated(&mut adapter, "tell breaks", "repl");
    assert_eq!(told.lines().count(), 3, "{told}");
}

#[test]
fn the_console_executes_acts() {
    let mut adapter = paused();
    assert_eq!(evaluated(&mut adapter, "tell r1", "repl"), "r1 = 1");
}

#[test]
fn orders_far_outside_the_store_are_invalid() {
    let mut adapter = paused();
    for offset in [i64::MIN, -5000, 5000, i64::MAX - 1, i64::MAX] {
        let arguments = json!({"memoryReference": "0x8", "instructionOffset": offset, "instructionCount": 3});
        let said = ask(&mut adapter, "disassemble", arguments);
        let orders = said[0]["body"]["instructions"].as_array().expect("they are listed");
        let hints: Vec<&Value> = orders.iter().map(|order| &order["presentationHint"]).collect();
        assert_eq!(hints, ["invalid"; 3], "{offset}");
    }
    let arguments = json!({"memoryReference": "0x8", "offset": i64::MAX, "instructionCount": 1});
    assert_eq!(ask(&mut adapter, "disassemble", arguments)[0]["success"], false);
}

/// The messages to the editor are numbered 1, 2, 3 and so on.
#[test]
fn messages_are_numbered_without_gaps() {
    let mut adapter = Adapter::new(Shop { wants_pause: false });
    let mut said = ask(&mut adapter, "initialize", Value::Null);
    said.extend(ask(&mut adapter, "launch", json!({"program": "x"})));
    said.extend(adapter.refuse("this is no JSON"));
    said.extend(ask(&mut adapter, "configurationDone", Value::Null));
    said.extend(adapter.work());
    said.extend(ask(&mut adapter, "pause", Value::Null));
    said.extend(ask(&mut adapter, "evaluate", json!({"expression": "tell r1, s", "context": "repl"})));
    let numbers: Vec<u64> = said.iter().filter_map(|message| message["seq"].as_u64()).collect();
    assert_eq!(numbers, (1..=said.len() as u64).collect::<Vec<_>>(), "{said:#?}");
}

/// A log message is printed only at the hits that the hit condition selects.
#[test]
fn a_hit_condition_also_selects_log_messages() {
    let mut adapter = Adapter::new(Shop { wants_pause: false });
    ask(&mut adapter, "launch", json!({"program": "x"}));
    let point =
        json!({"instructionReference": "0x8", "hitCondition": "= 2", "logMessage": "after {$orders}"});
    let said = ask(&mut adapter, "setInstructionBreakpoints", json!({"breakpoints": [point]}));
    assert_eq!(said[0]["body"]["breakpoints"][0]["verified"], true, "{said:?}");
    ask(&mut adapter, "configurationDone", Value::Null);
    let said = adapter.work();
    let logged: Vec<&str> = said.iter().filter_map(|message| message["body"]["output"].as_str()).collect();
    assert_eq!(logged, ["after 2\n"], "{said:?}");
}

#[test]
fn a_setting_of_a_wrong_type_is_refused() {
    for setting in
        [json!({"typed": 5}), json!({"acts": ["break 1"]}), json!({"sources": "x"}), json!({"ka": "yes"})]
    {
        let mut adapter = Adapter::new(Shop { wants_pause: false });
        let mut arguments = setting.clone();
        arguments["program"] = json!("x");
        let said = ask(&mut adapter, "launch", arguments);
        let name = setting.as_object().and_then(|all| all.keys().next()).unwrap();
        let message = said[0]["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("the setting {name} must be ")), "{message}");
    }
}

#[test]
fn a_restart_that_fails_keeps_the_program() {
    let mut adapter = paused();
    let said = ask(&mut adapter, "restart", json!({"arguments": {"program": "nothing"}}));
    assert_eq!(said[0]["success"], false, "{said:?}");
    let said = ask(&mut adapter, "restart", json!({}));
    assert!(said.iter().any(|message| message["success"] == true), "{said:?}");
}

#[test]
fn a_cell_of_a_missing_track_is_not_set() {
    let mut adapter = paused();
    for (act, is_there) in [("set t319.0 7", true), ("set t320.0 7", false)] {
        let said = ask(&mut adapter, "evaluate", json!({"expression": act, "context": "repl"}));
        assert_eq!(said[0]["success"], is_there, "{said:?}");
    }
}

/// Tests that the console does not look for a variable `quit`, but says how the debugger ends.
#[test]
fn quit_is_no_variable() {
    let said = ask(&mut paused(), "evaluate", json!({"expression": "quit", "context": "repl"}));
    let message = said[0]["message"].as_str().expect("it is refused");
    assert!(message.contains("an editor has a button for it"), "{message}");
}
