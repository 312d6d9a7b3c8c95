//! What an operator needs of a room beside its machine, with a debugger in it or without.

use super::{Attended, Ears, Room};
use crate::debug::Engine;
use gier_word::Image;

/// A machine at which an operator works: he lays images on its drum and changes its sheet.
pub trait Workplace: Attended {
    /// Replaces the contents of the drum. Under a debugger a session begins with that.
    fn lay_drum(&mut self, image: &Image);

    /// Puts a fresh sheet into the typewriter.
    fn change_sheet(&mut self);

    /// The lines of the alarms of the program since the last time.
    fn take_alarms(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The debugger, if there is one.
    fn engine(&mut self) -> Option<&mut Engine> {
        None
    }

    /// The debugger, to be looked at.
    fn session(&self) -> Option<&Engine> {
        None
    }
}

impl<E: Ears> Workplace for Room<E> {
    fn lay_drum(&mut self, image: &Image) {
        self.machine_mut().load_drum(image);
        self.know(image);
    }

    fn take_alarms(&mut self) -> Vec<String> {
        Room::take_alarms(self)
    }

    fn change_sheet(&mut self) {
        Room::change_sheet(self);
    }
}
