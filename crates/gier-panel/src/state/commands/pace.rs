//! Commands that change the speed.

use crate::keys::table::Pace;
use crate::state::app::App;
use gier_desk::pace::Speed;

impl App {
    pub(in crate::state) fn change_pace(&mut self, command: Pace) {
        let machine = self.session.machine();
        match command {
            Pace::Slower => self.pace.change(0.5, machine),
            Pace::Faster => self.pace.change(2.0, machine),
            Pace::Real => self.pace.set(Speed::Times(1.0), machine),
            Pace::FlatOut => self.pace.set(Speed::Max, machine),
        }
    }
}
