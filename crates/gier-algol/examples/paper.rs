//! Compiles an ALGOL text, runs it and prints the paper: `cargo run --example paper [FILE]`.

use gier_algol::compile;
use gier_algol::source::SourceText;
use gier_desk::host::NoFiles;
use gier_desk::session::{Happened, Session};
use gier_desk::{Ending, Until};
use gier_machine::Machine;

/// An ALGOL program that prints greatest common divisors. Underlined words are written with `_`, such as
/// `_begin`.
pub const TEXT: &str = "Euclid
_begin
  _integer a, b, r;
  _for a := 1961 _step 1 _until 1966 _do
  _begin
    b := 1966; r := a;
    _for r := r _while r > 0 _do
    _begin _integer q; q := b - b÷r×r; b := r; r := q _end;
    writecr; write(‹dddd›, a); writetext(«: »); write(‹dddd›, b)
  _end
_end;
";

/// Compiles and runs a program. Returns the text on the paper, or the faults of the program, each on its own
/// line.
pub fn paper(name: &str, text: &str, typed: &str) -> Result<String, String> {
    let source = SourceText::clean(name, text);
    // The second argument finds library texts by name; this program needs none.
    let (compilation, faults) = compile(std::slice::from_ref(&source), &mut |_| None);
    let Some(compilation) = compilation else {
        let line = |fault: &gier_word::Diagnostic| {
            let (line, column) = fault.span.line_and_column(&source.text);
            format!("{name}:{line}:{column}: {}\n", fault.message)
        };
        return Err(faults.iter().map(line).collect());
    };
    let mut session = Session::new(Machine::with_image(&compilation.image));
    session.type_text(typed).map_err(|error| error.to_string())?;
    match session.work(Until::FOREVER, &mut NoFiles) {
        Ok(Happened::Ended(Ending::AwaitingKey)) => Err(format!("{name} waits for a key\n")),
        Ok(_) => Ok(session.papers().sheet().to_text()),
        Err(error) => Err(error.to_string()),
    }
}

fn main() {
    let (name, text) = match std::env::args().nth(1) {
        Some(name) => (name.clone(), std::fs::read_to_string(&name).expect("a text file")),
        None => ("euclid".to_string(), TEXT.to_string()),
    };
    match paper(&name, &text, "") {
        Ok(paper) => println!("{paper}"),
        Err(faults) => eprint!("{faults}"),
    }
}
