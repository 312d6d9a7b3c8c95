//! Gives corrupted inputs to the code that reads gier's formats. The result must be a message or a machine
//! that runs, but no panic, hang or endless message.
//! `GIER_SPOILT=100000 cargo test -p gier --test all spoilt -- --nocapture` tries 100000 inputs of each
//! format. Debug builds check for overflows. The lines of `gier exec` are tested next to its code.

use crate::spoil::{MESSAGE, campaign};
use gier_algol::source::SourceText;
use gier_dap::launcher::{Fault, FoundText};
use gier_dap::{Adapter, Launcher};
use gier_desk::acts::{self, asc};
use gier_desk::debug::Engine;
use gier_desk::debug::expression::Expression;
use gier_desk::debug::stops::Breaks;
use gier_desk::host::{Files, MemoryFiles, Trouble};
use gier_desk::session::{Host, Session};
use gier_desk::{Ending, faults, replay, tape_text, tapes};
use gier_machine::{BadFile, Input, Log, Machine, NoProbe, Tape, Timeline};
use gier_slip::Source;
use gier_word::source_map::MapText;
use gier_word::{Diagnostic, Image, Language, Symbol, Uops, glyph, tape::Row};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The number of orders that a machine from a corrupted file executes.
const ORDERS: u64 = 3000;

fn top(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Reads all files with this ending in a folder.
fn folder(path: &str, ending: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(top(path)).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|other| other == ending)).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

fn image(program: &str) -> Image {
    let text = fs::read_to_string(top(program)).unwrap();
    let (items, faults) = gier_slip::parse(&[Source::new(program, &text)]);
    assert!(faults.is_empty(), "{program}");
    gier_slip::bootable(&gier_slip::assemble(&items).unwrap(), program).unwrap()
}

fn work(mut machine: Machine) {
    machine.run_orders(ORDERS, &mut NoProbe);
}

/// Corrects the checksum at the end of these bytes. With a wrong checksum, gier would refuse them at once.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let body = &bytes[..bytes.len().saturating_sub(4)];
    let sum = gier_word::checksum::crc32(body);
    [body, &sum.to_be_bytes()].concat()
}

fn tape_rows() -> Vec<Vec<u8>> {
    let texts = [
        "one\ntwo {red}three{black}\n",
        "hs 40 , arn 50\n_e 10{stop}",
        "_begin _integer i; i := 7 _end;{stop}",
    ];
    let rows = |text: &str| tape_text::from_text(text).unwrap().into_iter().map(|row| row.0).collect();
    texts.map(rows).to_vec()
}

#[test]
fn drums() {
    let text =
        SourceText::from_bytes("a.alg", "_begin _integer i; i := 7; writetext(«one») _end;".as_bytes());
    let algol = gier_algol::translate(&[text], &mut |_| None).compilation.unwrap().image;
    let images = [image("tests/cli/talk.slip").to_bytes(), algol.to_bytes()];
    let read = |bytes: &[u8]| match Image::from_bytes(bytes) {
        Ok(image) => {
            work(Machine::with_image(&image));
            None
        }
        Err(fault) => Some(fault.to_string()),
    };
    campaign("drum", &images, |bytes| read(bytes).and_then(|_| read(&sealed(bytes))));
}

#[test]
fn tapes_of_any_kind() {
    let copy = image("tests/cli/copy.slip");
    campaign("tape", &tape_rows(), |bytes| {
        let rows: Vec<Row> = bytes.iter().copied().map(Row).collect();
        let line = tapes::look(&rows).first_line;
        let text = tape_text::to_text(&rows);
        assert_eq!(tape_text::from_text(&text).unwrap(), rows, "nothing is lost");
        let mut machine = Machine::with_image(&copy);
        machine.feed(Input::MountTape(Tape::from_bytes("spoilt", bytes)));
        work(machine);
        assert!(line.len() < 20_000);
        None
    });
}

#[test]
fn texts_of_the_museum() {
    let texts = ["_b_e_g_i_n\n i:=1\n_e_n_d;\n", "hs1,arn 50\n[remark]\ne5e\n", "aæøå ÆØÅ 10|<\n"];
    campaign(".asc", &texts.map(|text| text.as_bytes().to_vec()), |bytes| {
        let text = glyph::text_of(bytes);
        let rows = asc::rows("a.asc", bytes, true, |_| {});
        match (rows, asc::to_tape(&text)) {
            (Ok(rows), _) => {
                let _ = tapes::look(&rows);
                None
            }
            (Err(message), _) => Some(message),
        }
    });
}

/// Returns the report of the faults of a text.
fn reported(texts: &faults::Sources, found: &[Diagnostic]) -> String {
    let (text, rest) = faults::to_text(texts, found, faults::ENGLISH);
    text + &rest.unwrap_or_default()
}

#[test]
fn texts_in_algol() {
    let mut whole = folder("tests/algol", "alg");
    whole.retain(|text| text.len() < 2000);
    campaign(".alg", &whole, |bytes| {
        let translated = gier_algol::translate(&[SourceText::from_bytes("a.alg", bytes)], &mut |_| None);
        let texts: Vec<(String, String)> =
            translated.texts.into_iter().map(|text| (text.name, text.text)).collect();
        match translated.compilation {
            Some(compilation) => {
                work(Machine::with_image(&compilation.image));
                None
            }
            None => Some(reported(&texts, &translated.diagnostics)),
        }
    });
}

#[test]
fn texts_in_slip() {
    let mut whole = folder("tests/cli", "slip");
    whole.extend(folder("programs/bench", "slip"));
    campaign("SLIP", &whole, |bytes| {
        let source = Source::new("a.slip", &String::from_utf8_lossy(bytes));
        let (items, found) = gier_slip::parse(std::slice::from_ref(&source));
        let assembly = if found.is_empty() { gier_slip::assemble(&items) } else { Err(found) };
        match assembly.map(|assembly| gier_slip::bootable(&assembly, "a")) {
            Ok(Ok(image)) => {
                work(Machine::with_image(&image));
                None
            }
            Ok(Err(reason)) => Some(reason.to_string()),
            Err(found) => Some(reported(&[(source.name, source.text)], &found)),
        }
    });
}

/// The files of an operator (the code that performs acts), in memory. The operator stops at an order count.
struct SpoiltFiles {
    files: MemoryFiles,
    /// The order count at which the operator stops.
    until: u64,
}

impl Files for SpoiltFiles {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        self.files.read(name)
    }
    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.files.write(name, contents)
    }
}

impl Host for SpoiltFiles {
    fn print(&mut self, line: &str) {
        assert!(line.len() < MESSAGE, "{} bytes are told", line.len());
    }
    fn slice_end(&self, now: Uops) -> Uops {
        now + Uops::from_seconds(0.01)
    }
    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        Ok((machine.orders() >= self.until).then_some(Ending::Left))
    }
}

impl SpoiltFiles {
    fn new(files: &[(&str, Vec<u8>)], until: u64) -> SpoiltFiles {
        let mut shelf = SpoiltFiles { files: MemoryFiles::default(), until };
        files.iter().for_each(|(name, contents)| shelf.write(name, contents).unwrap());
        shelf
    }
}

/// Executes the valid lines of a corrupted script of acts one by one, as at the prompt of `gier debug`.
fn perform(mut session: Session, text: &str, files: &[(&str, Vec<u8>)]) {
    let mut shelf = SpoiltFiles::new(files, session.machine().orders() + ORDERS);
    for line in text.lines() {
        let Ok(acts) = acts::parse(line) else { continue };
        if let Err(bad) = session.perform(&acts, &mut shelf) {
            assert!(bad.to_string().len() < MESSAGE, "{line}");
        }
    }
}

/// Returns the script of acts of one of the files in `tests/debug`.
fn debugged(name: &str) -> Vec<u8> {
    let text = fs::read_to_string(top("tests/debug").join(name)).unwrap();
    text.split_once("\n----").expect("what it tells stands behind dashes").0.as_bytes().to_vec()
}

/// Gives corrupted scripts of acts to sessions with and without a program. A script must be executed, or
/// refused with a message.
#[test]
fn acts_of_an_operator() {
    let acts = "bootstrap\nreader \"a.flx\"\nstart\nexpect \"e0\"\ntype \"r<\\n\"\nawait key\nrun 2.5\n\
        go 417\n";
    let desk = "drum \"talk.drum\"\nhelp\nlimit 3\nstopwatch\nexpect \"?\"\ntype \"j\"\nawait any\n\
        stopwatch 0 2\ntell seconds\ntell orders\ntell paper \"j\"\nreader text \"a.asc\"\n\
        reader \"a.flx\" from 1\nka on\nprotect 1-31 on\nparity-stop on\npaper \"a.svg\"\n\
        save \"b.drum\"\nsave machine \"it.snap\"\nunload\nbootstrap old\ndrum \"b.drum\"\nreset\n\
        help\nawait key\ntype \"k.\"\nawait stop\nstop\nstart\nawait tape\n";
    let mut whole: Vec<Vec<u8>> = [acts, desk].iter().map(|text| text.as_bytes().to_vec()).collect();
    whole.push(acts::help(acts::Group::Operator, Language::English).into_bytes());
    whole.extend(["count.txt", "jensen.txt", "nested.txt"].map(debugged));
    let [jensen, nested] = ["jensen.alg", "nested.alg"].map(|name| {
        let text = SourceText::from_bytes(name, &fs::read(top("tests/debug").join(name)).unwrap());
        gier_algol::translate(&[text], &mut |_| None).compilation.unwrap().image
    });
    let count = image("tests/debug/count.slip");
    let talk = image("tests/cli/talk.slip");
    let files = [
        ("a.flx", tape_rows()[0].clone()),
        ("a.asc", b"hs1,arn 50\n[remark]\ne5e\n".to_vec()),
        ("talk.drum", talk.to_bytes()),
        ("b.drum", jensen.to_bytes()),
    ];
    let images = [&count, &jensen, &nested];
    campaign("acts", &whole, |bytes| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let whole = acts::parse(&text).err();
        perform(Session::new(Machine::new()), &text, &files);
        // Debug one of the programs.
        let image = images[bytes.len() % images.len()];
        perform(Session::new(Machine::with_image(image)).with_program(image), &text, &files);
        Some(reported(&[("do.acts".to_string(), text)], &whole?))
    });
}

/// The number of corrupted lines that one debugger gets in a session.
const LINES_OF_A_SESSION: u32 = 200;

/// Gives corrupted acts (script lines) to debuggers. A debugger takes many lines, so that a test of millions
/// of lines takes little time.
#[test]
fn lines_of_acts() {
    let help = acts::ACTS.iter().flat_map(acts::Row::forms);
    let mut lines: Vec<Vec<u8>> = help.map(|act| act.as_bytes().to_vec()).collect();
    for text in ["count.txt", "jensen.txt", "nested.txt"].map(debugged) {
        lines.extend(text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec));
    }
    let image = jensen();
    let debugger = || Session::new(Machine::with_image(&image)).with_program(&image);
    let files = [("b.drum", image.to_bytes())];
    let (mut session, mut shelf, mut taken) = (debugger(), SpoiltFiles::new(&files, 0), 0);
    campaign("line of acts", &lines, |bytes| {
        let line = String::from_utf8_lossy(bytes).into_owned();
        taken += 1;
        if taken % LINES_OF_A_SESSION == 0 {
            (session, shelf) = (debugger(), SpoiltFiles::new(&files, 0));
        }
        match acts::parse(&line) {
            Ok(acts) => {
                shelf.until = session.machine().orders() + ORDERS;
                session.perform(&acts, &mut shelf).err().map(|bad| bad.to_string())
            }
            Err(faults) => Some(reported(&[("do.acts".to_string(), line)], &faults)),
        }
    });
}

/// Tests corrupted sessions of an editor. Each line is a message that the editor sends after the launch of a
/// program.
#[test]
fn sequences_of_an_editor() {
    let whole = vec![fs::read(top("fuzz/corpus/dap/session")).unwrap()];
    let image = jensen();
    campaign("sequence of an editor", &whole, |bytes| {
        let mut adapter = Adapter::new(Launched(&image));
        let mut said = adapter.handle(&json!({"seq": 1, "command": "launch", "arguments": {"program": "x"}}));
        for line in bytes.split(|&byte| byte == b'\n') {
            said.extend(match serde_json::from_slice::<Value>(line) {
                Ok(request) => adapter.handle(&request),
                Err(fault) => adapter.refuse(&fault.to_string()),
            });
            if adapter.runs() {
                said.extend(adapter.work());
            }
        }
        assert!((1..).zip(&said).all(|(number, message)| message["seq"] == number));
        said.iter()
            .filter_map(|message| message["message"].as_str())
            .max_by_key(|text| text.len())
            .map(str::to_string)
    });
}

/// A launcher that always launches the same program.
struct Launched<'a>(&'a Image);

impl Launcher for Launched<'_> {
    fn image(&mut self, _: &str) -> Result<Image, Vec<Fault>> {
        Ok(self.0.clone())
    }
    fn text(&mut self, _: &str, text: &MapText, _: &[String]) -> Option<FoundText> {
        Some(FoundText::File(format!("/{}", text.name)))
    }
}

/// Tests corrupted expressions. An expression is refused, or is evaluated with or without a value.
#[test]
fn expressions() {
    let lines =
        ["i + 2 × k", "A[1, i] ≥ 3 and not (b or k ÷ 2 = 1)", "cell 500 = -1.5", "bit 3 of R", "r1 + s + p"];
    let whole = lines.map(|line| line.as_bytes().to_vec());
    let image = jensen();
    let engine = Engine::new(Machine::with_image(&image), Breaks::new()).with_map(image.map().cloned());
    campaign("expression", &whole, |bytes| match Expression::parse(&glyph::text_of(bytes)) {
        Ok(expression) => {
            let state = engine.state();
            let _ = (expression.value(&state), expression.holds(&state), expression.text(&state));
            None
        }
        Err(fault) => Some(fault.message),
    });
}

fn jensen() -> Image {
    let text = SourceText::from_bytes("jensen.alg", &fs::read(top("tests/debug/jensen.alg")).unwrap());
    gier_algol::translate(&[text], &mut |_| None).compilation.unwrap().image
}

/// Returns the log of a session with a small program, with keys, changes at the desk and a tape.
fn log() -> Vec<u8> {
    let start = Machine::with_image(&image("tests/cli/talk.slip"));
    let mut timeline = Timeline::new(start.clone());
    let key = |character| glyph::symbols(character).unwrap()[0].0;
    for input in [
        Input::Key(key('j')),
        Input::Ka(true),
        Input::MountTape(Tape::from_bytes("a tape", &tape_rows()[0])),
        Input::SetCell(40.into(), "0/0/0/5".parse().unwrap()),
        Input::Key(key('k')),
        Input::Key(key('.')),
    ] {
        timeline.run_until(timeline.position().at + Uops::from_seconds(0.5));
        timeline.feed(input);
    }
    timeline.run_until(timeline.position().at + Uops::from_seconds(1.0));
    Log::of(start, vec![("title".to_string(), "talk".to_string())], &timeline).to_text().into_bytes()
}

#[test]
fn logs_of_sessions() {
    let whole = log();
    assert!(replay(&Log::parse(std::str::from_utf8(&whole).unwrap()).unwrap()).true_to_log);
    campaign("log", &[whole], |bytes| match Log::parse(&String::from_utf8_lossy(bytes)) {
        Ok(session) => {
            let _ = replay(&session);
            None
        }
        Err(fault) => Some(fault.to_string()),
    });
}

#[test]
fn snapshots() {
    let mut machine = Machine::with_image(&image("tests/cli/spin.slip"));
    let fresh = machine.to_bytes();
    machine.run_until(Uops::from_seconds(1.0));
    machine.feed(Input::Key(Symbol::UPPER));
    let read = |bytes: &[u8]| match Machine::from_bytes(bytes) {
        Ok(machine) => {
            work(machine);
            None
        }
        Err(fault) => Some(fault.to_string()),
    };
    campaign("snapshot", &[fresh, machine.to_bytes()], |bytes| {
        read(bytes).and_then(|_| read(&sealed(bytes)))
    });
}

/// Tests that gier refuses a machine whose clock would soon overflow, or that has executed more orders than
/// its time allows.
#[test]
fn a_machine_at_the_end_of_the_numbers_is_refused() {
    let mut machine = Machine::with_image(&image("tests/cli/spin.slip"));
    machine.run_orders(1000, &mut NoProbe);
    assert!(Machine::from_bytes(&machine.to_bytes()).is_ok());
    for now in [u64::MAX, 1 << 62, 1] {
        assert!(machine.set_now(Uops(now)));
        assert_eq!(Machine::from_bytes(&machine.to_bytes()), Err(BadFile::Invalid), "{now}");
    }
}

#[test]
fn breakpoints() {
    campaign("breaks", &[b"# mine\n41\n41r\n1023\n7 # start\n".to_vec()], |bytes| {
        Breaks::from_text(&String::from_utf8_lossy(bytes)).err()
    });
}

/// Tests that a log cut off anywhere is read up to its last complete line.
#[test]
fn a_log_is_whole_up_to_its_last_line() {
    let whole = String::from_utf8(log()).unwrap();
    let head = whole.find("\ninput").expect("it has inputs") + 1;
    for at in (head..whole.len()).step_by(7) {
        let Some(part) = whole.get(..at) else { continue };
        let session = Log::parse(part).unwrap();
        assert!(replay(&session).true_to_log, "cut at {at}");
    }
}
