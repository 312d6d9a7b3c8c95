//! A guest at the typewriter of a program that comes with gier: the test reads the paper, and
//! types what it likes.

use crate::paper::{Printer, ended, keys_of};
use gier_machine::{Input, Machine, Output, Pause, Tape};
use gier_word::{Image, Symbol, Uops};
use std::fs;
use std::path::{Path, PathBuf};

/// How long the typewriter takes for a symbol, in seconds.  [F-TYPE-1]
const SYMBOL_SECONDS: f64 = 0.1;

/// No answer takes longer on the real machine, typing and all.
const LIMIT_SECONDS: f64 = 400_000.0;

/// The top of the tree.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The drum image of a program that comes with gier.
pub fn image(program: &str) -> Image {
    let path = root().join(format!("roms/{program}.drum"));
    Image::from_bytes(&fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))).unwrap()
}

/// A machine at work on a program, its paper, and what it took.
pub struct Guest {
    machine: Machine,
    printer: Printer,
    punched: Vec<Symbol>,
    pause: Pause,
    took: f64,
    slowest: f64,
}

impl Guest {
    /// Starts a program and lets it come to its first question.
    pub fn at(program: &str) -> Guest {
        Guest::at_machine(Machine::with_image(&image(program)))
    }

    /// The same with a tape in the reader.
    pub fn with_tape(program: &str, tape: Tape) -> Guest {
        let mut machine = Machine::with_image(&image(program));
        machine.feed(Input::MountTape(tape));
        Guest::at_machine(machine)
    }

    fn at_machine(machine: Machine) -> Guest {
        let mut guest = Guest {
            machine,
            printer: Printer::default(),
            punched: Vec::new(),
            pause: Pause::Deadline,
            took: 0.0,
            slowest: 0.0,
        };
        guest.go_on();
        guest
    }

    /// Lets the machine work until it asks or ends.
    fn go_on(&mut self) {
        let start = self.machine.now();
        let symbols = self.take();
        self.pause = self.machine.run_until(start + Uops::from_seconds(LIMIT_SECONDS));
        let symbols = symbols + self.take();
        let took = self.machine.now().as_seconds() - start.as_seconds();
        self.took = took - symbols as f64 * SYMBOL_SECONDS;
        self.slowest = self.slowest.max(self.took);
    }

    /// Prints what has come out of the machine, and counts its symbols.
    fn take(&mut self) -> usize {
        let output = self.machine.take_output();
        for (_, output) in &output {
            match output {
                Output::Typed(symbol) | Output::Echo(symbol) => self.printer.print(*symbol),
                Output::Punched(row) => self.punched.push(row.symbol()),
                Output::Printed(_) => {}
            }
        }
        output.len()
    }

    /// Types a text, and gives what is on the paper from there to the next question, the echo
    /// included. What is typed after the program's end is not taken.
    pub fn types(&mut self, text: &str) -> String {
        let from = self.printer.text().len();
        let mut keys = keys_of(text).into_iter().peekable();
        while self.asks()
            && let Some(key) = keys.next()
        {
            self.machine.feed(Input::Key(key));
            self.take();
            // The shift key is let go at once, whenever the machine comes to read that.
            if keys.peek() == Some(&Symbol::LOWER) {
                self.printer.print(Symbol::LOWER);
            }
            self.go_on();
        }
        self.printer.text()[from..].to_string()
    }

    /// Whether the program waits for a key.
    pub fn asks(&self) -> bool {
        self.pause == Pause::AwaitingKey
    }

    /// Whether the program has come to its end.
    pub fn is_at_the_end(&self) -> bool {
        ended(self.pause)
    }

    /// The whole paper.
    pub fn paper(&self) -> &str {
        self.printer.text()
    }

    /// The symbols punched.
    pub fn punched(&self) -> &[Symbol] {
        &self.punched
    }

    /// How long the machine worked behind the last key, its typing and punching taken off, in
    /// seconds of its own time.
    pub fn took(&self) -> f64 {
        self.took
    }

    /// The longest that the machine worked between two keys, its typing and punching taken off,
    /// in seconds of its own time.
    pub fn slowest(&self) -> f64 {
        self.slowest
    }
}
