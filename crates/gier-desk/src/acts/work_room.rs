//! The trait of a machine with its papers (the printed and punched output), at which an operator works.

use crate::attended::{Attended, Ears, Room};
use crate::debug::Engine;
use gier_word::{Image, Installation};

/// A machine and its papers, at which an operator works. A debugger may control the machine.
pub trait WorkRoom: Attended {
    /// Loads an image onto the drum. If a debugger controls the machine, the debugger begins a new session.
    fn load_drum(&mut self, image: &Image);

    /// Changes the drum tracks and the devices that the machine has. If a debugger controls the machine, the
    /// debugger begins a new session.
    fn install(&mut self, installation: Installation);

    /// Puts a fresh sheet into the typewriter.
    fn change_sheet(&mut self);

    /// Returns the reports of the program's alarms (run-time errors) since the last call.
    fn take_alarms(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The debugger that controls the machine, or `None` if there is none.
    fn engine(&mut self) -> Option<&mut Engine> {
        None
    }

    /// Read-only access to the debugger, or `None` if there is none.
    fn session(&self) -> Option<&Engine> {
        None
    }
}

impl<E: Ears> WorkRoom for Room<E> {
    fn load_drum(&mut self, image: &Image) {
        self.machine_mut().load_drum(image);
        self.report_alarms_of(image);
    }

    fn install(&mut self, installation: Installation) {
        self.machine_mut().set_installation(installation);
    }

    fn take_alarms(&mut self) -> Vec<String> {
        Room::take_alarms(self)
    }

    fn change_sheet(&mut self) {
        Room::change_sheet(self);
    }
}

impl WorkRoom for Engine {
    fn load_drum(&mut self, image: &Image) {
        Engine::load_drum(self, image);
    }

    fn install(&mut self, installation: Installation) {
        Engine::install(self, installation);
    }

    fn change_sheet(&mut self) {
        Engine::change_sheet(self);
    }

    fn take_alarms(&mut self) -> Vec<String> {
        Engine::take_alarms(self)
    }

    fn engine(&mut self) -> Option<&mut Engine> {
        Some(self)
    }

    fn session(&self) -> Option<&Engine> {
        Some(self)
    }
}
