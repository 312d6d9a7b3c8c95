//! A guest at the typewriter of a bundled program. A test reads the paper, and chooses what the guest types.

use crate::paper::{Record, ended, keys_of};
use crate::tidy::root;
use gier_machine::{Input, Machine, Pause, Tape};
use gier_word::{Image, Symbol, Uops};
use std::fs;

/// The time that the typewriter takes for a symbol, in seconds.  [F-TYPE-1]
const SYMBOL_SECONDS: f64 = 0.1;

/// The longest time of an answer with its typing, in seconds of machine time.
const LIMIT_SECONDS: f64 = 400_000.0;

/// The drum image of a bundled program.
pub fn image(program: &str) -> Image {
    let path = root().join(format!("roms/{program}.drum"));
    Image::from_bytes(&fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))).unwrap()
}

/// A machine with a running program, its paper, and the times of its answers.
pub struct Guest {
    machine: Machine,
    record: Record,
    pause: Pause,
    slowest: f64,
}

impl Guest {
    /// Starts a bundled program and runs to its first question.
    pub fn at(program: &str) -> Guest {
        Guest::at_machine(Machine::with_image(&image(program)))
    }

    /// Starts a bundled program with a tape in the reader.
    pub fn with_tape(program: &str, tape: Tape) -> Guest {
        let mut machine = Machine::with_image(&image(program));
        machine.feed(Input::MountTape(tape));
        Guest::at_machine(machine)
    }

    fn at_machine(machine: Machine) -> Guest {
        let mut guest = Guest { machine, record: Record::default(), pause: Pause::Done, slowest: 0.0 };
        guest.go_on();
        guest
    }

    /// Runs until the program waits for a key or ends.
    fn go_on(&mut self) {
        let start = self.machine.now();
        let symbols = self.record.take(&mut self.machine);
        self.pause = self.machine.run_until(start + Uops::from_seconds(LIMIT_SECONDS));
        let symbols = symbols + self.record.take(&mut self.machine);
        let took = self.machine.now().seconds() - start.seconds();
        self.slowest = self.slowest.max(took - symbols as f64 * SYMBOL_SECONDS);
    }

    /// Types a text. Returns the paper from the first key to the next question, including the keys. Ignores
    /// keys after the program's end.
    pub fn types(&mut self, text: &str) -> String {
        let from = self.paper().len();
        let mut keys = keys_of(text).into_iter().peekable();
        while self.asks()
            && let Some(key) = keys.next()
        {
            self.record.strike(&mut self.machine, key, keys.peek());
            self.go_on();
        }
        self.paper()[from..].to_string()
    }

    /// Whether the program waits for a key.
    pub fn asks(&self) -> bool {
        self.pause == Pause::AwaitingKey
    }

    /// Whether the program has ended.
    pub fn is_at_the_end(&self) -> bool {
        ended(self.pause)
    }

    /// The whole paper so far.
    pub fn paper(&self) -> &str {
        self.record.paper.text()
    }

    /// The symbols punched so far.
    pub fn punched(&self) -> &[Symbol] {
        &self.record.punched
    }

    /// The machine time so far, in seconds.
    pub fn seconds(&self) -> f64 {
        self.machine.now().seconds()
    }

    /// The time of the slowest answer without typing and punching, in seconds of machine time.
    pub fn slowest(&self) -> f64 {
        self.slowest
    }
}
