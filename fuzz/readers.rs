//! The readers (parsers and decoders) of foreign bytes, for the fuzzer and for `tests/mishaps/spoilt.rs`. Each
//! reader also checks properties of the input that it accepts. Machines run for only a few thousand orders, so
//! that the fuzzer tries more than a thousand inputs a second.

use super::exec;
use super::seeds::{self, sealed};
use super::wire::{self, Messages};
use gier_algol::source::SourceText;
use gier_dap::launcher::{Fault, FoundText};
use gier_dap::{Adapter, Launcher};
use gier_desk::acts::{self, asc};
use gier_desk::debug::Engine;
use gier_desk::debug::expression::Expression;
use gier_desk::debug::stops::Breaks;
use gier_desk::faults::ENGLISH;
use gier_desk::host::{Files, MemoryFiles, Trouble};
use gier_desk::session::{Host, Session};
use gier_desk::{Ending, faults, replay_while, tape_text, tapes};
use gier_machine::{Input, Log, Machine, NoProbe, Tape};
use gier_panel::keys::{Keymap, script};
use gier_slip::Source;
use gier_word::source_map::MapText;
use gier_word::tape::Row;
use gier_word::{Diagnostic, Image, Reel, SourceMap, Uops, glyph};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A target of the fuzzer: its name, and the function that reads the bytes.
pub type Reader = (&'static str, fn(&[u8]));

/// All targets of the fuzzer.
pub const READERS: [Reader; 19] = [
    ("image", image),
    ("reel", reel),
    ("map", map),
    ("log", log),
    ("snapshot", snapshot),
    ("breaks", breaks),
    ("acts", operator_acts),
    ("debug", debugger_acts),
    ("expression", expression),
    ("keys", keys),
    ("tape", tape),
    ("tape-text", text_of_tape),
    ("asc", museum),
    ("algol", algol),
    ("slip", slip),
    ("exec", states),
    ("dap", editor),
    ("dap-bytes", framing),
    ("lsp", language_server),
];

/// The largest number of orders that a machine executes for one input.
const ORDERS: u64 = 2000;
/// The largest length of a message, in bytes.
const MESSAGE: usize = 20_000;

fn short(message: &str) {
    assert!(message.len() < MESSAGE, "a message of {} bytes", message.len());
    assert!(faults::message(message).len() < MESSAGE);
}

fn short_faults(name: &str, text: &str, found: &[Diagnostic]) {
    short(&faults::to_text(&[(name.to_string(), text.to_string())], found, ENGLISH).0);
}

fn work(mut machine: Machine) {
    machine.run_orders(ORDERS, &mut NoProbe);
}

/// The program that the targets for the debugger use. It has a source map.
static PROGRAM: LazyLock<Image> = LazyLock::new(seeds::program);

fn engine(image: &Image, breaks: Breaks) -> Engine {
    let mut engine = Engine::new(Machine::with_image(image), breaks);
    engine.set_map(image.map().cloned());
    engine
}

/// Evaluates every name in the program's source map.
fn look(engine: &Engine) {
    let (program, state) = (engine.program(), engine.state());
    let _ = (program.names(&state), program.line(&state), program.statements(), engine.standing());
    for frame in program.frames(&state) {
        let _ = (program.visible(&frame, &state), program.body_name(&frame, &state));
    }
    program.calls(&state).iter().for_each(|call| assert!(!call.to_string().is_empty()));
}

fn image(bytes: &[u8]) {
    let _ = Image::from_bytes(bytes);
    match Image::from_bytes(&sealed(bytes)) {
        Ok(image) => {
            assert!(Image::from_bytes(&image.to_bytes()).is_ok_and(|again| again == image));
            let mut engine = engine(&image, Breaks::new());
            engine.seek(ORDERS);
            look(&engine);
            work(Machine::with_image(&image));
        }
        Err(fault) => short(&fault.to_string()),
    }
}

fn map(bytes: &[u8]) {
    match SourceMap::from_bytes(bytes) {
        Ok(map) => {
            assert!(SourceMap::from_bytes(&map.to_bytes()).is_ok_and(|again| again == map));
            (0..map.blocks.len()).for_each(|block| map.visible(block).take(100).for_each(drop));
            let mut image = PROGRAM.clone();
            image.set_map(Some(map));
            let mut engine = engine(&image, Breaks::new());
            engine.halt();
            look(&engine);
            perform(
                Session::of(engine),
                "run 1\nstep line\ntell line\ntell calls\ntell variables\nbreak line 1\nbreak procedure p\n",
            );
        }
        Err(fault) => short(&fault.to_string()),
    }
}

fn reel(bytes: &[u8]) {
    match Reel::from_bytes(bytes) {
        Ok(reel) => assert!(Reel::from_bytes(&reel.to_bytes()).is_ok_and(|again| again == reel)),
        Err(fault) => short(&fault.to_string()),
    }
}

fn log(bytes: &[u8]) {
    match Log::parse(&glyph::text_of(bytes)) {
        Ok(session) => {
            let mut pieces = 0;
            let _ = replay_while(&session, None, &mut |_| {}, &mut |now| {
                pieces += 1;
                (pieces < 4).then(|| now + Uops::from_seconds(0.1))
            });
        }
        Err(fault) => short(&fault.to_string()),
    }
}

fn snapshot(bytes: &[u8]) {
    let _ = Machine::from_bytes(bytes);
    match Machine::from_bytes(&sealed(bytes)) {
        Ok(machine) => {
            let saved = |machine: &Machine| {
                assert!(Machine::from_bytes(&machine.to_bytes()).is_ok_and(|again| again == *machine));
            };
            saved(&machine);
            let mut machine = machine;
            machine.run_orders_until(ORDERS, machine.now() + Uops::from_seconds(1.0), &mut NoProbe);
            machine.take_output();
            saved(&machine);
            work(machine);
        }
        Err(fault) => short(&fault.to_string()),
    }
}

fn breaks(bytes: &[u8]) {
    match Breaks::from_text(&glyph::text_of(bytes)) {
        Ok(breaks) => {
            let _ = breaks.to_text();
            let room = engine(&PROGRAM, breaks);
            perform(Session::of(room), "run 1\ntell breaks\n");
        }
        Err(fault) => short(&faults::message(&fault)),
    }
}

/// Files for an operator, and the order count at which the operator stops.
struct SeedFiles {
    files: MemoryFiles,
    until: u64,
}

impl Files for SeedFiles {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        self.files.read(name)
    }
    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.files.write(name, contents)
    }
}

impl Host for SeedFiles {
    fn print(&mut self, line: &str) {
        short(&faults::message(line));
    }
    fn slice_end(&self, now: Uops) -> Uops {
        now + Uops::from_seconds(0.01)
    }
    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        Ok((machine.orders() >= self.until).then_some(Ending::Left))
    }
}

/// Executes the valid lines of a script of acts one by one, as at a prompt.
fn perform(mut session: Session, text: &str) {
    let until = session.machine().orders() + ORDERS;
    let mut shelf = SeedFiles { files: MemoryFiles::default(), until };
    for (name, contents) in seeds::files() {
        shelf.write(name, &contents).expect("memory takes every file");
    }
    for line in text.lines() {
        match acts::parse(line) {
            Ok(acts) => {
                if let Err(bad) = session.perform(&acts, &mut shelf) {
                    short(&faults::message(&bad.to_string()));
                }
            }
            Err(found) => short_faults("acts", line, &found),
        }
    }
}

fn operator_acts(bytes: &[u8]) {
    let text = glyph::text_of(bytes);
    let _ = acts::parse(&text).map_err(|found| short_faults("acts", &text, &found));
    perform(Session::new(Machine::new()), &text);
}

fn debugger_acts(bytes: &[u8]) {
    perform(Session::of(engine(&PROGRAM, Breaks::new())), &glyph::text_of(bytes));
}

fn expression(bytes: &[u8]) {
    thread_local! {
        static ENGINE: Engine = engine(&PROGRAM, Breaks::new());
    }
    let text = glyph::text_of(bytes);
    match Expression::parse(&text) {
        Ok(expression) => ENGINE.with(|engine| {
            let state = engine.state();
            let _ = (expression.value(&state), expression.holds(&state));
            let _ = expression.text(&state).map(|told| short(&faults::message(&told)));
            let written = expression.to_string();
            assert!(Expression::parse(&written).is_ok(), "{written:?}");
        }),
        Err(fault) => short_faults("expression", &text, &[fault]),
    }
}

fn keys(bytes: &[u8]) {
    let text = glyph::text_of(bytes);
    let _ = script::parse(&text).map_err(|fault| short(&faults::message(&fault)));
    let _ = Keymap::read(&text).map_err(|found| short_faults("keys", &text, &found));
}

fn tape(bytes: &[u8]) {
    let rows: Vec<Row> = bytes.iter().copied().map(Row).collect();
    short(&faults::message(&tapes::look(&rows).first_line));
    let text = tape_text::to_text(&rows);
    assert!(tape_text::from_text(&text).is_ok_and(|again| again == rows), "a row is lost");
    let mut machine = Machine::with_image(&PROGRAM);
    machine.feed(Input::MountTape(Tape::from_bytes("fuzz", bytes)));
    work(machine);
}

fn text_of_tape(bytes: &[u8]) {
    let text = glyph::text_of(bytes);
    match tape_text::from_text(&text) {
        Ok(rows) => {
            let again = tape_text::to_text(&rows);
            assert!(tape_text::from_text(&again).is_ok_and(|again| again == rows), "{again:?}");
        }
        Err(found) => short_faults("tape", &text, &found),
    }
}

fn museum(bytes: &[u8]) {
    let text = glyph::text_of(bytes);
    let _ = asc::to_tape(&text);
    match asc::rows("a.asc", bytes, true, |line| short(&faults::message(line))) {
        Ok(rows) => drop(tapes::look(&rows)),
        Err(fault) => short(&faults::message(&fault)),
    }
}

fn algol(bytes: &[u8]) {
    for name in ["a.alg", "a.asc"] {
        let mut library = |name: &str| Some(SourceText::clean(name, "_integer x"));
        let translated = gier_algol::translate(&[SourceText::from_bytes(name, bytes)], &mut library);
        let texts: Vec<(String, String)> =
            translated.texts.into_iter().map(|text| (text.name, text.text)).collect();
        short(&faults::to_text(&texts, &translated.diagnostics, ENGLISH).0);
        if let Some(compilation) = translated.compilation {
            work(Machine::with_image(&compilation.image));
        }
    }
}

fn slip(bytes: &[u8]) {
    let source = Source::new("a.slip", &glyph::text_of(bytes));
    let (items, found) = gier_slip::parse(std::slice::from_ref(&source));
    short_faults("a.slip", &source.text, &found);
    if !found.is_empty() {
        return;
    }
    match gier_slip::assemble(&items) {
        Ok(assembly) => match gier_slip::bootable(&assembly, "a") {
            Ok(image) => work(Machine::with_image(&image)),
            Err(fault) => short(&fault.to_string()),
        },
        Err(found) => short_faults("a.slip", &source.text, &found),
    }
}

fn states(bytes: &[u8]) {
    if let Ok(state) = serde_json::from_slice::<Value>(bytes) {
        match exec::execute(&state, 100) {
            Ok(after) => assert!(exec::execute(&after, 0).is_ok(), "{after}"),
            Err(fault) => short(&faults::message(&format!("{fault:#}"))),
        }
    }
}

/// A launcher that always gives the editor the same program.
struct Programs;

impl Launcher for Programs {
    fn image(&mut self, path: &str) -> Result<Image, Vec<Fault>> {
        if path == "none" { Err(Vec::new()) } else { Ok(PROGRAM.clone()) }
    }
    fn text(&mut self, _: &str, text: &MapText, _: &[String]) -> Option<FoundText> {
        Some(FoundText::File(format!("/{}", text.name), String::new()))
    }
}

/// Launches a program, and then handles each line of the bytes as a message of an editor.
fn editor(bytes: &[u8]) {
    let mut adapter = Adapter::new(Programs);
    let mut sequence = 0;
    let mut count = |messages: Vec<Value>| {
        for message in messages {
            sequence += 1;
            assert_eq!(message["seq"], sequence);
            assert!(message["message"].as_str().is_none_or(|text| text.len() < MESSAGE));
        }
    };
    count(adapter.handle(&json!({"seq": 1, "command": "launch", "arguments": {"program": "x"}})));
    for line in bytes.split(|&byte| byte == b'\n') {
        match serde_json::from_slice::<Value>(line) {
            Ok(request) => count(adapter.handle(&request)),
            Err(fault) => count(adapter.refuse(&fault.to_string())),
        }
        if adapter.runs() {
            count(adapter.work());
        }
    }
}

/// The files of the language server's workspace: one library text.
struct Workspace;

impl gier_lsp::Files for Workspace {
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        path.ends_with("library/P.alg").then(|| b"_procedure P(x); _integer x; x := x + 1".to_vec())
    }
    fn texts(&self, _: &Path) -> Vec<PathBuf> {
        vec![PathBuf::from("/w/library/P.alg")]
    }
}

/// The requests of an editor about a text.
const REQUESTS: [&str; 13] = [
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "prepareRename",
    "rename",
    "documentSymbol",
    "signatureHelp",
    "completion",
    "foldingRange",
    "semanticTokens/full",
    "codeAction",
    "formatting",
];

/// If the bytes begin like a JSON object, handles each line of JSON as a message of an editor. Otherwise,
/// opens the bytes as a text in ALGOL and in SLIP, changes the text once, and sends every request about a
/// place in the text.
fn language_server(bytes: &[u8]) {
    let mut server = gier_lsp::Server::new(Workspace);
    let mut ask = |message: &Value| {
        for said in server.handle(message) {
            assert_eq!(said["jsonrpc"], "2.0");
            assert!(said["error"]["message"].as_str().is_none_or(|text| text.len() < MESSAGE));
        }
    };
    ask(&json!({"id": 0, "method": "initialize", "params": {"capabilities": {}, "rootUri": "file:///w"}}));
    ask(&json!({"method": "initialized", "params": {}}));
    if bytes.starts_with(b"{\"") {
        let lines = bytes.split(|&byte| byte == b'\n');
        lines.filter_map(|line| serde_json::from_slice(line).ok()).for_each(|message| ask(&message));
        return;
    }
    let text = glyph::text_of(bytes);
    // The place depends on the text, so that the fuzzer can move it.
    let at = json!({"line": bytes.len() % (text.lines().count() + 1), "character": bytes.len() % 23});
    let range = json!({"start": {"line": 0, "character": 1}, "end": at});
    for uri in ["file:///w/a.alg", "file:///w/a.slip"] {
        let document = json!({"uri": uri, "languageId": "x", "version": 1, "text": text});
        ask(&json!({"method": "textDocument/didOpen", "params": {"textDocument": document}}));
        for change in [None, Some(json!({"range": range, "text": "x"}))] {
            ask(&json!({"method": "textDocument/didChange", "params": {
                "textDocument": {"uri": uri, "version": 2},
                "contentChanges": change.into_iter().collect::<Vec<Value>>()}}));
            for request in REQUESTS {
                ask(&json!({"id": 1, "method": format!("textDocument/{request}"), "params": {
                    "textDocument": {"uri": uri}, "position": at, "positions": [at], "range": range,
                    "newName": "new name", "context": {"includeDeclaration": true, "diagnostics": []},
                    "options": {"tabSize": 2, "insertSpaces": true}}}));
            }
        }
    }
    ask(&json!({"id": 2, "method": "workspace/symbol", "params": {"query": "x"}}));
}

/// Reads bytes in pieces of different sizes, and checks that the messages do not depend on the sizes.
fn framing(bytes: &[u8]) {
    let read = |size: usize| {
        let (mut messages, mut found) = (Messages::default(), Vec::new());
        for piece in bytes.chunks(size) {
            messages.take(piece);
            loop {
                match messages.message() {
                    Ok(None) => break,
                    Ok(Some(message)) => found.push(message),
                    Err(fault) => short(&fault),
                }
            }
        }
        found
    };
    let found = read(1);
    if bytes.len() < 1000 {
        assert_eq!(found, read(7));
    }
    for message in found {
        let mut messages = Messages::default();
        messages.take(&wire::write(&message));
        assert_eq!(messages.message(), Ok(Some(message)));
    }
}
