//! Commands that change the speed.

use crate::keys::table::Pace;
use crate::state::app::App;
use gier_desk::pace::Speed;

impl App {
    pub(in crate::state) fn change_pace(&mut self, command: Pace) {
        self.pace_anew(match command {
            Pace::Slower => self.pacer.faster(0.5),
            Pace::Faster => self.pacer.faster(2.0),
            Pace::Real => Speed::Times(1.0),
            Pace::FlatOut => Speed::Max,
        });
    }
}
