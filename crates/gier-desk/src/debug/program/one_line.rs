//! Lines with several statements, such as `if a > b then swap`. A breakpoint on such a line stops only once
//! each time that the line is executed.

use gier_word::{Half, Home};

/// The statements of one line, and the frames that are executing it.
#[derive(Clone, Debug, PartialEq)]
pub struct OneLine {
    /// The places of the first statement on the line, sorted.
    first: Vec<(Home, Half)>,
    /// The places of the statements on other lines of the same bodies, sorted.
    others: Vec<(Home, Half)>,
    /// The p of each frame that has reached the line, and no other line since.
    met_in: Vec<u16>,
}

impl OneLine {
    /// A line with these first statements. `others` are the statements on other lines.
    pub fn new(mut first: Vec<(Home, Half)>, mut others: Vec<(Home, Half)>) -> OneLine {
        first.sort_unstable();
        others.sort_unstable();
        OneLine { first, others, met_in: Vec::new() }
    }

    /// The statements on other lines. When one of them is next, [`OneLine::leaves`] must be called.
    pub fn others(&self) -> &[(Home, Half)] {
        &self.others
    }

    /// Forgets which frames are executing the line.
    pub fn forget(&mut self) {
        self.met_in.clear();
    }

    /// Called when a statement of the line is next in the frame with this p. `is_at` says whether the next
    /// order is at one of these homes. Returns whether the execution of the line begins.
    pub fn begins(&mut self, p: u16, is_at: impl FnOnce(&[(Home, Half)]) -> bool) -> bool {
        // The stack grows downwards: frames below this one have returned.
        self.met_in.retain(|&met| met >= p);
        let is_known = self.met_in.contains(&p);
        if !is_known {
            self.met_in.push(p);
        }
        !is_known || is_at(&self.first)
    }

    /// Called when a statement of another line is next in the frame with this p.
    pub fn leaves(&mut self, p: u16) {
        self.met_in.retain(|&met| met > p);
    }
}
