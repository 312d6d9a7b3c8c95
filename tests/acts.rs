//! Sends every act of the table through the prompt, a script, the panel's line and an editor's console, and
//! compares what they answer and where the machine then is. The differences that remain are listed in
//! docs/debugging.md, with their reasons.

use crate::cases::kept;
use crate::slip_archive::ours;
use crate::tidy::root;
use gier_dap::launcher::{Fault, FoundText};
use gier_dap::{Adapter, Launcher};
use gier_desk::acts::{self, ACTS, ActForm, Group};
use gier_desk::host::{Files, MemoryFiles, Stopped, Trouble};
use gier_desk::pace::Speed;
use gier_desk::session::{Host, Session};
use gier_machine::Machine;
use gier_panel::ink::theme::Theme;
use gier_panel::state::files::store::Store;
use gier_panel::{App, Key};
use gier_word::source_map::MapText;
use gier_word::{Image, Language, Uops};
use serde_json::{Value, json};
use std::fs;

/// What a front end answers to an act: what it prints, or why it refuses. Then the order count of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    told: String,
    orders: u64,
}

/// The acts that mean something else in a front end, or that it cannot do. docs/debugging.md has the reasons.
const OTHERWISE: [(&str, &str, &str); 5] = [
    ("editor", "\"", "An editor's console reads and writes no files"),
    ("panel", "start", "The panel has commands of its own called `start`, `stop` and `reset`"),
    ("panel", "save \"help3.drum\"", "In the panel, an act replaces no file"),
    ("panel", "type", "The panel halts the machine after an act"),
    ("panel", "type", "If an order is waiting for a device at that moment"),
];

/// The acts before the one that is asked, so that each has something to talk about.
const BEFORE: [&str; 4] = ["break 417", "break 418", "step 5", "limit 5"];

fn program() -> Image {
    let text = fs::read_to_string(root().join("tests/debug/count.slip")).unwrap();
    gier_slip::bootable(&ours(&text).unwrap(), "count").unwrap()
}

/// The files that the acts of the table name.
fn files() -> MemoryFiles {
    let mut files = MemoryFiles::default();
    let image = program().to_bytes();
    for (name, contents) in [
        ("1track0.flx", &b"\x01\x02\x04"[..]),
        ("x.flx", &b"\x01\x02\x04"[..]),
        ("demo.asc", &b"hs1,arn 50\n"[..]),
        ("help3.drum", &image),
    ] {
        files.write(name, contents).unwrap();
    }
    files
}

#[derive(Default)]
struct Desk {
    files: MemoryFiles,
    lines: Vec<String>,
}

impl Files for Desk {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        self.files.read(name)
    }
    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.files.write(name, contents)
    }
}

impl Host for Desk {
    fn print(&mut self, line: &str) {
        self.lines.push(line.to_string());
    }
}

fn session() -> Session {
    let image = program();
    Session::new(Machine::with_image(&image)).with_program(&image)
}

/// A script: all lines are checked before the first is performed, and parsed again with the program's names.
fn script(line: &str) -> Answer {
    let (mut session, mut desk) = (session(), Desk { files: files(), ..Desk::default() });
    session.perform(&acts::parse(&BEFORE.join("\n")).unwrap(), &mut desk).unwrap();
    desk.lines.clear();
    let done = match acts::parse(line) {
        Ok(lines) => session.perform(&lines, &mut desk).map_err(|bad| bad.fault.to_string()),
        Err(faults) => Err(faults[0].message.clone()),
    };
    Answer { told: told(done.map(|()| desk.lines)), orders: session.machine().orders() }
}

/// One text for what was printed or why it failed.
fn told(done: Result<Vec<String>, String>) -> String {
    done.map_or_else(|fault| fault, |lines| lines.join("\n"))
}

/// The prompt: a line is parsed once, with the program's names.
fn prompt(line: &str) -> Answer {
    let (mut session, mut desk) = (session(), Desk { files: files(), ..Desk::default() });
    let mut done = Ok(());
    for line in BEFORE.iter().chain([&line]) {
        desk.lines.clear();
        done = match acts::act(line, Some(session.engine().program())) {
            Ok(act) => session.act(&act.unwrap(), &mut desk).map_err(|fault| fault.to_string()),
            Err(fault) => Err(fault.message),
        };
    }
    Answer { told: told(done.map(|()| desk.lines)), orders: session.machine().orders() }
}

/// The panel: the line is typed after `:`, and the machine then works until it stands or waits.
fn panel(line: &str) -> Answer {
    let image = program();
    let store = Store::new("count", None, None, Box::new(files()));
    let machine = Machine::with_image(&image);
    let mut app = App::new(machine, "count", Speed::Max, Theme::Plain, store, Box::new(Stopped));
    app.load_sources(&image, vec![None]);
    let type_line = |app: &mut App, line: &str| {
        let keys: Vec<Key> = ":".chars().chain(line.chars()).map(Key::Char).chain([Key::Enter]).collect();
        app.press_all(&keys);
        app.run_until(app.machine().now() + Uops::from_seconds(700.0));
    };
    // The panel begins with a machine that runs.
    app.press_all(&[Key::Char(' ')]);
    BEFORE.iter().for_each(|line| type_line(&mut app, line));
    type_line(&mut app, line);
    let scene = app.scene();
    let told = scene.answer.as_ref().map_or(scene.message.to_string(), |answer| answer.lines.join("\n"));
    // Where a script is silent, the panel says what it did.
    let number = if line.starts_with("break") || line.starts_with("watch") { 3 } else { 0 };
    let is_silent =
        told == format!("Done: {line}.") || told == format!("Stop {number}: {line}. L lists all stops.");
    let told = if is_silent { String::new() } else { told };
    Answer { told, orders: app.machine().orders() }
}

struct Launched(Image);

impl Launcher for Launched {
    fn image(&mut self, _: &str) -> Result<Image, Vec<Fault>> {
        Ok(self.0.clone())
    }
    fn text(&mut self, _: &str, _: &MapText, _: &[String]) -> Option<FoundText> {
        None
    }
}

/// The console of an editor.
fn editor(line: &str) -> Answer {
    let mut adapter = Adapter::new(Launched(program()));
    let mut request = |command: &str, arguments: Value| {
        let answers =
            adapter.handle(&json!({"seq": 1, "type": "request", "command": command, "arguments": arguments}));
        answers.into_iter().find(|answer| answer["type"] == "response").unwrap()
    };
    request("launch", json!({"program": "count", "stopOnEntry": true}));
    request("configurationDone", Value::Null);
    let mut evaluate = |line: &str| request("evaluate", json!({"expression": line, "context": "repl"}));
    BEFORE.iter().for_each(|line| drop(evaluate(line)));
    let answer = evaluate(line);
    let told = if answer["success"] == true { &answer["body"]["result"] } else { &answer["message"] };
    let told = told.as_str().unwrap().to_string();
    let orders = evaluate("tell $orders")["body"]["result"].as_str().unwrap_or_default().to_string();
    let orders = orders.rsplit(' ').next().and_then(|orders| orders.parse().ok()).unwrap_or(u64::MAX);
    Answer { told, orders }
}

/// All forms of the table. A list of items or settings is one act.
fn forms(row: &ActForm) -> Vec<&'static str> {
    let is_list = row.form.starts_with("tell ") || row.form.starts_with("set ");
    if is_list { vec![row.form] } else { row.forms().collect() }
}

/// Whether the panel's answer is the script's. How the machine stands is in the panel's heading, and a
/// sentence in the panel ends with a full stop.
fn is_as_in_panel(asked: &Answer, answer: &Answer) -> bool {
    let is_heading = answer.told.is_empty() && asked.told == "it waits for a key";
    let is_told = asked.told == answer.told.trim_end_matches('.') || asked.told == answer.told || is_heading;
    is_told && asked.orders == answer.orders
}

#[test]
fn every_act_means_the_same_everywhere() {
    let mut others = Vec::new();
    for row in ACTS.iter().filter(|row| row.group != Group::Addition) {
        for form in forms(row) {
            let asked = script(form);
            let [prompt, editor, panel] = [prompt(form), editor(form), panel(form)];
            let is_known = |name: &str| {
                let mut known = OTHERWISE.iter().filter(|(front, ..)| *front == name);
                known.any(|(_, verb, _)| form.starts_with(verb) || row.has_file && *verb == "\"")
            };
            let own = ["stop", "reset"].contains(&form) || is_known("panel");
            for (name, answer, is_same) in [
                ("prompt", &prompt, prompt == asked),
                ("editor", &editor, editor == asked || is_known("editor")),
                ("panel", &panel, is_as_in_panel(&asked, &panel) || own),
            ] {
                if !is_same {
                    others.push(format!("{form}\n  script: {asked:?}\n  {name}: {answer:?}"));
                }
            }
        }
    }
    assert!(others.is_empty(), "{} differ:\n{}", others.len(), others.join("\n"));
}

/// The table of a group of acts, as the manual shows it.
fn table(group: Group) -> String {
    let mut text = "| act | effect |\n|---|---|\n".to_string();
    let is_shown = |row: &&ActForm| (row.group == Group::Operator) == (group == Group::Operator);
    for row in ACTS.iter().filter(is_shown) {
        text += &format!("| `{}` | {} |\n", row.form, row.help(Language::English).replace('|', "\\|"));
    }
    text
}

/// `UPDATE=1` rewrites the tables of docs/debugging.md.
#[test]
fn the_manual_lists_all_acts() {
    let text = fs::read_to_string(root().join("docs/debugging.md")).unwrap();
    let (before, rest) = text.split_once("## All acts\n").expect("the manual has a section for the acts");
    let (section, behind) = rest.split_once("\n## ").expect("another section follows");
    let (operator, debugger) = (table(Group::Operator), table(Group::Debugger));
    let lead = section.split("\n| act | effect |").next().unwrap();
    let now = format!("{lead}\n{debugger}\nAn operator at the desk has these:\n\n{operator}");
    kept("docs/debugging.md", &format!("{before}## All acts\n{now}\n## {behind}"));
    for (_, _, reason) in OTHERWISE {
        assert!(text.contains(reason), "the manual does not say: {reason}");
    }
}

/// One session runs the machine in every front end, so none of the loops and traits before it may come back.
#[test]
fn only_the_session_runs_a_machine() {
    for path in crate::tidy::rust_files() {
        let text = fs::read_to_string(&path).unwrap();
        for gone in
            ["fn attend<", "trait Hands", "trait Attended", "trait WorkRoom", "struct Room<", "RecordedRoom<"]
        {
            assert!(path.ends_with("tests/acts.rs") || !text.contains(gone), "{}: {gone}", path.display());
        }
    }
}
