//! Compiles the ALGOL programs of `tests/algol/` and runs them. The lines before a program's `_begin` state
//! the expected results, such as the text on the typewriter's paper.

use crate::algol_case::{Expectation, programs, visible};
use crate::paper::{self, Run};
use gier_algol::source::SourceText;
use gier_desk::Until;
use gier_desk::host::NoFiles;
use gier_desk::session::Session;
use gier_machine::{Input, Machine};
use gier_word::{Image, Uops};

/// The longest machine time of a program, in seconds.
const LIMIT_SECONDS: f64 = 3600.0;

/// Assembles a compilation's listing again. Returns an error if the tracks differ from the compiled tracks.
pub fn listed_again(compilation: &gier_algol::Compilation) -> Result<(), String> {
    let (items, faults) = gier_slip::parse(&[gier_slip::Source::new("listing", &compilation.listing())]);
    if !faults.is_empty() {
        return Err(format!("the listing: {faults:#?}"));
    }
    let assembly = gier_slip::assemble(&items).map_err(|faults| format!("the listing: {faults:#?}"))?;
    let again = gier_slip::bootable(&assembly, compilation.image.title())?;
    let other = |track: &usize| again.track(*track) != compilation.image.track(*track);
    match (0..gier_word::DRUM_TRACKS).find(other) {
        Some(track) => Err(format!("the listing makes another track {track}")),
        None => Ok(()),
    }
}

/// Compiles and runs one program. Returns an error if the result is not the expected one.
fn check(name: &str, text: &str) -> Result<(), String> {
    let expected = Expectation::parse(text);
    let sources = [SourceText::clean(&format!("{name}.alg"), text)];
    let (compilation, diagnostics) = gier_algol::compile(&sources, &mut |_| None);
    let faults: Vec<String> = diagnostics
        .iter()
        .map(|fault| format!("{} {}", fault.span.line_and_column(text).0, fault.word))
        .collect();
    if faults != expected.faults {
        return Err(format!("faults {faults:#?}\n{diagnostics:#?}"));
    }
    let Some(compilation) = compilation else { return Ok(()) };
    listed_again(&compilation)?;
    let mut machine = Machine::with_image(&compilation.image);
    for key in expected.keys.split_whitespace() {
        machine.feed(if key == "KA" { Input::Ka(true) } else { Input::Kb(true) });
    }
    if let Some(text) = &expected.reader {
        machine.feed(Input::MountTape(paper::tape_of(text)));
    }
    if !expected.alarm.is_empty() {
        let said = alarm(machine.clone(), &compilation.image, expected.typed.as_deref().unwrap_or_default());
        if said != [expected.alarm.as_str()] {
            return Err(format!("alarm| {}", said.join("\nalarm| ")));
        }
    }
    let keys = paper::keys_of(expected.typed.as_deref().unwrap_or_default());
    let run = paper::run(&mut machine, &keys, Uops::from_seconds(LIMIT_SECONDS));
    compare(&expected, &run)
}

/// Runs a program and types these keys. Returns the messages about alarms.
pub fn alarm(machine: Machine, image: &Image, typed: &str) -> Vec<String> {
    let mut session = Session::new(machine).with_program(image);
    session.type_text(typed).unwrap();
    session.work(Until::at(Uops::from_seconds(LIMIT_SECONDS)), &mut NoFiles).unwrap();
    session.take_alarms()
}

fn compare(expected: &Expectation, run: &Run) -> Result<(), String> {
    let mut wrong = Vec::new();
    if run.paper != expected.paper() {
        wrong.push(format!("paper:\n{}\nexpected:\n{}", visible(&run.paper), visible(&expected.paper())));
    }
    if run.punched != expected.punch.as_deref().unwrap_or_default() {
        wrong.push(format!("punched:\n{}", visible(&run.punched)));
    }
    let codes: Vec<u8> = run.typed.iter().map(|symbol| symbol.code()).take(expected.codes.len()).collect();
    if codes != expected.codes {
        wrong.push(format!("symbols: {codes:?}"));
    }
    if !paper::ended(run.pause) {
        wrong.push(format!("paused: {:?}", run.pause));
    }
    if run.left > 0 {
        wrong.push(format!("{} symbols were not asked for", run.left));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

#[test]
fn algol_programs_print_what_their_heads_expect() {
    let programs = programs();
    let failed: Vec<String> = programs
        .iter()
        .filter_map(|(name, text)| check(name, text).err().map(|why| format!("--- {name}\n{why}")))
        .collect();
    assert!(failed.is_empty(), "{} of {} programs\n{}", failed.len(), programs.len(), failed.join("\n"));
}
