//! Source lines with several statements, such as `if a > b then swap`. A breakpoint on such a line stops
//! the machine once for each execution of the line, and not again at its other statements.

use gier_word::{Half, Home};

/// The statements of one source line, and the frames in which the line is being executed.
#[derive(Clone, Debug, PartialEq)]
pub struct OneLine {
    /// The permanent places where the line's first statement begins, sorted. The compiler can generate code
    /// for a statement twice.
    first: Vec<(Home, Half)>,
    /// The permanent places where statements of other lines in the same bodies begin, sorted.
    others: Vec<(Home, Half)>,
    /// The addresses of the frames in which this line is being executed.
    met_in: Vec<u16>,
}

impl OneLine {
    /// Creates the record of a line. `first` lists the permanent places where the line's first statement
    /// begins. `others` lists those where statements of other lines in the same bodies begin.
    pub fn new(mut first: Vec<(Home, Half)>, mut others: Vec<(Home, Half)>) -> OneLine {
        first.sort_unstable();
        others.sort_unstable();
        OneLine { first, others, met_in: Vec::new() }
    }

    /// The permanent places of the statements on other lines, sorted. [`OneLine::leaves`] must be called when
    /// the program reaches one of them.
    pub fn others(&self) -> &[(Home, Half)] {
        &self.others
    }

    /// Forgets in which frames the line is being executed.
    pub fn forget(&mut self) {
        self.met_in.clear();
    }

    /// Called when the frame at address `p` reaches a statement of the line. Returns whether a new execution
    /// of the line begins here. `is_at` checks whether the next order is at one of the given places.
    pub fn begins(&mut self, p: u16, is_at: impl FnOnce(&[(Home, Half)]) -> bool) -> bool {
        // The stack grows downwards, so frames with lower addresses have returned.
        self.met_in.retain(|&met| met >= p);
        let is_known = self.met_in.contains(&p);
        if !is_known {
            self.met_in.push(p);
        }
        !is_known || is_at(&self.first)
    }

    /// Called when the frame at address `p` reaches a statement of another line.
    pub fn leaves(&mut self, p: u16) {
        self.met_in.retain(|&met| met > p);
    }
}
