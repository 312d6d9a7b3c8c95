//! Tests that a program prints the same paper for the same keys, wherever the keys come from: a text,
//! standard input, a script for the session, a text for the panel, or single keys in the panel.

use crate::host::guest::{Guest, Source};
use crate::host::stdin::Stdin;
use gier_algol::source::SourceText;
use gier_desk::acts::{Act, Wait};
use gier_desk::attended::{Ending, Until};
use gier_desk::host::{NoFiles, Stopped};
use gier_desk::pace::Speed;
use gier_desk::session::Session;
use gier_desk::typewriter::paper::Sheet;
use gier_desk::typewriter::text::{RibbonStyle, SheetText};
use gier_machine::Machine;
use gier_panel::ink::theme::Theme;
use gier_panel::state::files::store::Store;
use gier_panel::{App, Key};
use gier_programs::PROGRAMS;
use gier_word::{Image, Uops};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

#[path = "../../../tests/algol_case.rs"]
#[expect(
    dead_code,
    reason = "the papers are compared with each other, not with the expectations in the texts"
)]
mod algol_case;

/// The maximum time that each program runs, in seconds of machine time.
const SECONDS: f64 = 40.0;

/// A program that prints every key that is typed.
const COPIES: &str = "vy 17 , sy 58\n sy 49\n{key}: ly 30\n sy (30)\n hv {key}\n_e 10\n";

/// The program that the panel's tests use.
const SUMS: &str = include_str!("../../gier-panel/src/state/tests/sums.slip");

fn assembled(text: &str) -> Image {
    let (items, faults) = gier_slip::parse(&[gier_slip::Source::new("program", text)]);
    assert!(faults.is_empty(), "{faults:?}");
    gier_slip::bootable(&gier_slip::assemble(&items).unwrap(), "program").unwrap()
}

/// A program to test, and the keys for it.
struct Program {
    name: String,
    machine: Machine,
    /// The keys that this program's test in `tests/algol/` types. The text is empty for a program without
    /// such a test.
    typed: String,
}

impl Program {
    fn new(name: &str, image: &Image, typed: &str) -> Program {
        Program { name: name.to_string(), machine: Machine::with_image(image), typed: typed.to_string() }
    }
}

/// All programs to test: two programs in SLIP, the programs that come with gier, and the programs of
/// `tests/algol/` that have no faults.
fn programs() -> Vec<Program> {
    let mut programs =
        vec![Program::new("copies", &assembled(COPIES), ""), Program::new("sums", &assembled(SUMS), "")];
    programs.extend(PROGRAMS.iter().map(|program| Program::new(program.name, &program.image(), "")));
    for (name, text) in algol_case::programs() {
        let (compilation, _) = gier_algol::compile(&[SourceText::clean(&name, &text)], &mut |_| None);
        let typed = algol_case::Expectation::parse(&text).typed.unwrap_or_default();
        programs.extend(compilation.map(|compilation| Program::new(&name, &compilation.image, &typed)));
    }
    programs
}

fn typed_by(machine: Machine, typed: &str, source: Source) -> (Sheet, Ending) {
    let until = Until::at(machine.now() + Uops::from_seconds(SECONDS));
    let text = SheetText::new(RibbonStyle::None);
    let mut guest = Guest::new(source, text, Vec::new(), (Speed::Max, machine.now()));
    let mut session = Session::new(machine);
    session.type_text(typed).unwrap();
    let ending = guest.play(&mut session, until).unwrap();
    (session.papers().sheet().clone(), ending)
}

fn typed_by_acts(machine: Machine, text: &str) -> Sheet {
    let end = machine.now() + Uops::from_seconds(SECONDS);
    let mut session = Session::new(machine);
    session.act(&Act::Limit(SECONDS), &mut NoFiles).unwrap();
    // If the program stops or is slow, it does not read all keys, and the act fails.
    if session.act(&Act::Type(text.to_string()), &mut NoFiles).is_ok() {
        let rest = (end - session.machine().now()).seconds();
        session.act(&Act::Limit(rest), &mut NoFiles).unwrap();
        let _ = session.act(&Act::Await(Wait::Any), &mut NoFiles);
    }
    session.papers().sheet().clone()
}

fn panel(machine: Machine) -> App {
    let store = Store::new("x", None, None, Box::new(NoFiles));
    App::new(machine, "x", Speed::Max, Theme::Plain, store, Box::new(Stopped))
}

/// The keys to press in the panel to type this text. First comes the key `i`, which makes the panel send all
/// later keys to GIER's typewriter.
fn keys(text: &str) -> Vec<Key> {
    let key = |character| if character == '\n' { Key::Enter } else { Key::Char(character) };
    std::iter::once(Key::Char('i')).chain(text.chars().map(key)).collect()
}

/// Generates a Boolean and a random text to type. If the Boolean is true, [`Program::typed`] is typed before
/// the text.
fn guest() -> impl Strategy<Value = (bool, String)> {
    (any::<bool>(), "[a-zæøåA-ZÆØÅ0-9 ,.:;=<>()+/|_×∧∨⏨≤≥≠÷≡↑¬⊃±\n-]{0,12}")
}

fn papers_are_the_same(program: &Program, (as_in_test, more): (bool, String)) -> Result<(), TestCaseError> {
    let machine = || program.machine.clone();
    let text = if as_in_test { format!("{}{more}", program.typed) } else { more };
    let (paper, ending) = typed_by(machine(), &text, Source::Text);
    let bytes = std::io::Cursor::new(text.clone().into_bytes());
    let stdin = Source::Stdin(Stdin::of(bytes));
    prop_assert_eq!(&typed_by(machine(), "", stdin).0, &paper, "{}", &program.name);
    prop_assert_eq!(&typed_by_acts(machine(), &text), &paper, "{}", &program.name);
    let mut app = panel(machine());
    app.type_text(&text, Uops::from_seconds(SECONDS));
    prop_assert_eq!(app.scene().paper.sheet, &paper, "{}", &program.name);
    // The panel presses a single key when GIER waits for it, even after the time limit. So a program that
    // reached the limit would print more.
    if ending != Ending::TimeIsUp {
        let mut app = panel(machine());
        app.press_all(&keys(&text));
        app.run_until(Uops::from_seconds(SECONDS));
        prop_assert_eq!(app.scene().paper.sheet, &paper, "{}", &program.name);
    }
    Ok(())
}

/// Tests 48 random pairs of a program and a text. If the environment variable `GIER_PAPERS` is a number,
/// tests every program with that many random texts instead.
#[test]
fn the_same_keys_give_the_same_paper() {
    let programs = programs();
    let runner = |cases| TestRunner::new(ProptestConfig::with_cases(cases));
    let tried = match std::env::var("GIER_PAPERS") {
        Err(_) => runner(48).run(&(0..programs.len(), guest()), |(program, guest)| {
            papers_are_the_same(&programs[program], guest)
        }),
        Ok(guests) => {
            let guests = guests.parse().expect("GIER_PAPERS is a number");
            let at = |program| runner(guests).run(&guest(), |guest| papers_are_the_same(program, guest));
            for program in &programs {
                at(program).unwrap_or_else(|fault| panic!("{fault}"));
            }
            Ok(())
        }
    };
    tried.unwrap_or_else(|fault| panic!("{fault}"));
}
