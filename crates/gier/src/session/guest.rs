//! Who sits at the typewriter: a text that is typed, standard input, or a person at a terminal.

use super::stdin::Stdin;
use super::terminal::{Press, Terminal};
use crate::typewriter::keyboard::Typist;
use anyhow::{Result, anyhow};
use gier_word::{Case, Symbol};
use std::time::Duration;

/// The guest.
pub struct Guest {
    typist: Typist,
    source: Source,
}

/// Where characters come from.
enum Source {
    /// The typist knows the whole text already.
    Text,
    /// Standard input, read when a key is wanted.
    Stdin(Stdin),
    /// A person.
    Terminal(Terminal),
}

/// What the guest does when the lamp is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Sends a symbol.
    Key(Symbol),
    /// Has nothing more to type.
    NoMore,
    /// Leaves.
    Left,
}

impl Guest {
    /// A guest who types a text.
    pub fn with_text(typist: Typist) -> Guest {
        Guest { typist, source: Source::Text }
    }

    /// A guest behind standard input.
    pub fn at_stdin() -> Guest {
        Guest { typist: Typist::default(), source: Source::Stdin(Stdin::open()) }
    }

    /// A person at the terminal.
    pub fn at_terminal(terminal: Terminal) -> Guest {
        Guest { typist: Typist::default(), source: Source::Terminal(terminal) }
    }

    /// The next symbol for the machine; waits for it if it has to. `case` is how the
    /// typewriter stands.
    ///
    /// # Errors
    /// Those of the terminal and of standard input, and a character that has no key.
    pub fn next_symbol(&mut self, case: Case) -> Result<Answer> {
        loop {
            if let Some(symbol) = self.typist.next_symbol(case) {
                return Ok(Answer::Key(symbol));
            }
            match &mut self.source {
                Source::Text => return Ok(Answer::NoMore),
                Source::Stdin(stdin) => match stdin.next()? {
                    Press::Key(character) => {
                        if !self.typist.strike(character, case) {
                            return Err(anyhow!("standard input, {}", stdin.no_such_key(character)));
                        }
                    }
                    Press::End => return Ok(Answer::NoMore),
                    Press::Leave => return Ok(Answer::Left),
                },
                Source::Terminal(terminal) => match terminal.next()? {
                    // A key that the typewriter does not have does nothing.
                    Press::Key(character) => {
                        self.typist.strike(character, case);
                    }
                    Press::End => return Ok(Answer::NoMore),
                    Press::Leave => return Ok(Answer::Left),
                },
            }
        }
    }

    /// Passes some time while the lamp is off. True: the guest leaves.
    ///
    /// # Errors
    /// Those of the terminal.
    pub fn rest(&mut self, time: Duration) -> Result<bool> {
        if let Source::Terminal(terminal) = &mut self.source {
            return terminal.rest(time);
        }
        if !time.is_zero() {
            std::thread::sleep(time);
        }
        Ok(false)
    }

    /// Whether the shift key was let go after the last key, and the machine has not read that.
    pub fn has_released_the_shift(&self) -> bool {
        self.typist.released()
    }

    /// Whether waiting for this guest takes time that the machine does not pass.
    pub fn is_slow(&self) -> bool {
        !matches!(self.source, Source::Text)
    }

    /// Whether the guest looks at the paper while it is being printed.
    pub fn watches(&self) -> bool {
        !matches!(self.source, Source::Text)
    }
}
