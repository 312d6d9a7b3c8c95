//! A machine with its papers (the printed and punched output). The machine's past is not recorded.

use super::alarms::Alarms;
use super::attend::{Attended, Until};
use super::ears::Ears;
use crate::papers::{Papers, Print};
use gier_machine::{Input, Machine, NoProbe, Pause};
use gier_word::Image;

/// A machine, its papers (the printed and punched output), and a listener. The default listener does nothing.
#[derive(Clone, Debug)]
pub struct Room<E: Ears = NoProbe> {
    machine: Machine,
    papers: Papers,
    ears: E,
    alarms: Option<Alarms>,
}

impl Room {
    /// Creates a room: a machine with its papers. A fresh sheet is in the typewriter.
    pub fn new(machine: Machine) -> Room {
        Room::heard_by(machine, NoProbe)
    }
}

impl<E: Ears> Room<E> {
    /// Creates a room: a machine with its papers and a listener. A fresh sheet is in the typewriter.
    pub fn heard_by(machine: Machine, ears: E) -> Room<E> {
        Room { machine, papers: Papers::new(), ears, alarms: None }
    }

    /// Replaces the listener of this room.
    pub fn with_ears<F: Ears>(self, ears: F) -> Room<F> {
        let Room { machine, papers, alarms, .. } = self;
        Room { machine, papers, ears, alarms }
    }

    /// The machine of this room, for reading only.
    pub const fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The machine of this room. You can change it directly, for example replace the contents of its drum.
    pub const fn machine_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Everything that the machine has printed and punched.
    pub const fn papers(&self) -> &Papers {
        &self.papers
    }

    /// The listener of this room, which observes the machine and receives its output.
    pub const fn ears(&mut self) -> &mut E {
        &mut self.ears
    }

    /// Returns the listener, and drops the machine and its papers.
    pub fn into_ears(self) -> E {
        self.ears
    }

    /// Puts a fresh sheet into the typewriter.
    pub fn change_sheet(&mut self) {
        self.papers.change_sheet();
    }

    /// Tells the room which program is in the machine. If the program's image has a source map, the room
    /// reports alarms (run-time errors) of the program.
    pub fn report_alarms_of(&mut self, image: &Image) {
        self.alarms = Alarms::of(image);
    }

    /// Returns the reports of the program's alarms (run-time errors) since the last call.
    pub fn take_alarms(&mut self) -> Vec<String> {
        self.alarms.as_mut().map(Alarms::take).unwrap_or_default()
    }

    fn collect(&mut self, see: &mut impl FnMut(Print)) {
        let outputs = self.machine.take_output();
        self.ears.hear(self.machine.now(), &outputs);
        for (_, output) in outputs {
            self.papers.take(output, see);
        }
    }
}

impl<E: Ears> Attended for Room<E> {
    fn machine(&self) -> &Machine {
        &self.machine
    }

    fn papers(&self) -> &Papers {
        &self.papers
    }

    fn advance(&mut self, until: Until, see: &mut impl FnMut(Print)) -> Pause {
        let Room { machine, ears, alarms, .. } = self;
        let left = until.orders.saturating_sub(machine.orders());
        let pause = match (alarms, until.orders) {
            (Some(alarms), _) => alarms.run(machine, left, until.at, ears),
            (None, u64::MAX) => machine.run_probed(until.at, ears),
            (None, _) => machine.run_orders_until(left, until.at, ears),
        };
        // The listener never stops the machine, so a probe stop means that the limit of orders was reached.
        let pause = if pause == Pause::ProbeStop { Pause::Deadline } else { pause };
        self.collect(see);
        pause
    }

    fn feed(&mut self, input: Input, see: &mut impl FnMut(Print)) -> bool {
        let effect = self.machine.feed(input);
        self.collect(see);
        effect
    }
}
