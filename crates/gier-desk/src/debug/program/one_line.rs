//! Source lines with several statements, such as `if a > b then swap`. A breakpoint on such a line must stop
//! the machine only once for each execution of the line. So it must not stop again at the other statements of
//! the line.

use super::statements::Places;
use gier_word::{Half, Home};

/// The state of a breakpoint on a source line with several statements. It records in which frames the line is
/// being executed.
#[derive(Clone, Debug, PartialEq)]
pub struct OneLine {
    /// The places on the drum or in the store where the line's first statement begins, sorted. There can be
    /// two, because the compiler can generate the code for a statement twice.
    first: Vec<(Home, Half)>,
    /// The places where the statements begin in the code bodies (procedures, or the program itself) that have
    /// statements of this line. There is one list for each body.
    bodies: Vec<Places>,
    /// The addresses of the frames in which this line is being executed.
    met_in: Vec<u16>,
}

impl OneLine {
    /// Creates the record of a line. `first` lists the places where the line's first statement begins, sorted.
    /// `bodies` lists the places of all statements, for each code body that has statements of this line.
    pub fn new(first: Vec<(Home, Half)>, bodies: Vec<Places>) -> OneLine {
        OneLine { first, bodies, met_in: Vec::new() }
    }

    /// The lists of places where the statements of this and of other lines begin, each sorted. When the program
    /// reaches a statement of another line, [`OneLine::leaves`] must be called.
    pub fn bodies(&self) -> &[Places] {
        &self.bodies
    }

    /// Forgets the frames in which the line is being executed.
    pub fn forget(&mut self) {
        self.met_in.clear();
    }

    /// Called when the program reaches a statement of this line. `p` is the address of the present frame.
    /// Returns whether a new execution of the line begins. `is_at` returns whether the next order is at one
    /// of the places that it gets.
    pub fn begins(&mut self, p: u16, is_at: impl FnOnce(&[(Home, Half)]) -> bool) -> bool {
        // The stack grows downwards, so frames with lower addresses have returned.
        self.met_in.retain(|&met| met >= p);
        let is_known = self.met_in.contains(&p);
        if !is_known {
            self.met_in.push(p);
        }
        !is_known || is_at(&self.first)
    }

    /// Called when the program reaches a statement of another line. `p` is the address of the present frame.
    pub fn leaves(&mut self, p: u16) {
        self.met_in.retain(|&met| met > p);
    }
}
