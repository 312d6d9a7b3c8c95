//! Reports alarms of a program that has a source map. Each report is one line and names the
//! line and column of the program's text. The past shows where the program raised the alarm: a spill (exponent
//! overflow) makes the hardware jump to cell 0, and nothing in the store names the order that spilled.

use super::alarm_value::value;
use super::ending::ProgramEnd;
use crate::whereabouts::{Guide, Whereabouts};
use gier_machine::{Input, Machine, Place, Timeline, WatchSet};
use gier_word::{Address, Cell, Half, Home, Image, SourceMap, TRACK_CELLS};
use std::sync::Arc;

/// The name of the alarm for exponent overflow.
const SPILL: &str = "spill";

/// The alarms that one program can raise, and the reports of alarms that happened.
#[derive(Clone, Debug)]
pub struct Alarms {
    map: Arc<SourceMap>,
    /// The cells at which alarms are raised. Each is paired with the order that the cell contains while the
    /// program is in the store.
    cells: Vec<(Address, Cell)>,
}

impl Alarms {
    /// Returns the alarms of the program in an image, or `None` if the image has no source map.
    pub fn of(image: &Image) -> Option<Alarms> {
        let kept = |cell: Address| image.track(cell.index() / TRACK_CELLS)[cell.index() % TRACK_CELLS];
        Some(Alarms::of_map(image.map()?, kept))
    }

    /// Returns the alarms of the program with this source map. `kept(cell)` must return the contents of the
    /// cell in the program's image.
    pub fn of_map(map: &Arc<SourceMap>, kept: impl Fn(Address) -> Cell) -> Alarms {
        let cells = map.alarms.iter().map(|(_, cell)| (*cell, kept(*cell))).collect();
        Alarms { map: Arc::clone(map), cells }
    }

    /// The places of the orders that raise alarms. A probe that observes these places notices every alarm.
    pub fn watch_set(&self) -> WatchSet {
        let mut watch_set = WatchSet::EMPTY;
        for (cell, _) in &self.cells {
            watch_set.set_place(Place { cell: *cell, half: Half::Left }, true);
        }
        watch_set
    }

    /// Returns the name of the alarm that the machine has reached. Returns `None` if there is no alarm or the
    /// store holds another program.
    fn reached(&self, machine: &Machine) -> Option<&str> {
        let next = machine.cpu().registers().r1;
        let number = self.cells.iter().position(|(cell, _)| *cell == next)?;
        let stands = machine.ferrite().read(next) == self.cells[number].1;
        stands.then(|| self.map.alarms[number].0.as_str())
    }

    /// Returns the report about the alarm that the machine has reached. For a spill (exponent overflow), also
    /// returns the machine as it was before the order that caused the spill.
    fn heard(
        &self,
        machine: &Machine,
        at: impl FnOnce(u64) -> Option<Machine>,
    ) -> Option<(String, Option<Machine>)> {
        let word = self.reached(machine)?;
        // Goes back three orders: the order that spilled and two orders of cell 0.
        let spilled =
            if word == SPILL { machine.orders().checked_sub(SPILL_ORDERS).and_then(at) } else { None };
        let machine = spilled.as_ref().unwrap_or(machine);
        let guide = Guide::new(self.map.clone());
        let whereabouts = Whereabouts::of(machine, &guide);
        let mut line = match whereabouts.line() {
            Some(place) => format!("{word} alarm at {place}"),
            None => format!("{word} alarm"),
        };
        if let Some(value) = value(word, machine, &whereabouts) {
            line += &format!(" ({value})");
        }
        Some((line, spilled))
    }

    /// Returns the report about the alarm that ended a session. Returns `None` if the
    /// session ended differently.
    pub fn last_line(&self, timeline: &Timeline) -> Option<String> {
        timeline.machine().stopped().filter(|&cause| ProgramEnd::from(cause) == ProgramEnd::Alarm)?;
        self.ending(timeline)?.0
    }

    /// Returns the report about the alarm, or `None` in its place if there was no alarm.
    /// Also returns the machine as it was when the program ended or raised the alarm. Cells that the operator
    /// set later have their new contents. Returns `None` instead of both if the program has not ended.
    ///
    /// The present state does not show the line of the program at which it ended. The run-time library has
    /// since typed a word, such as `end`, and stopped.
    pub fn ending(&self, timeline: &Timeline) -> Option<(Option<String>, Machine)> {
        let end = self.map.cell_of("end")?;
        let is_at_alarm = self.reached(timeline.machine()).is_some();
        if !is_at_alarm && !self.is_ending(timeline.machine()) {
            return None;
        }
        let mut before = timeline.clone();
        if !is_at_alarm && before.machine().cpu().registers().r1 != end {
            let mut watch_set = self.watch_set();
            watch_set.set_place(Place { cell: end, half: Half::Left }, true);
            before.reverse_to(&watch_set);
        }
        let machine_at = |orders| {
            let mut before = timeline.clone();
            before.seek(orders);
            before.machine().clone()
        };
        let (line, mut machine) = if before.machine().cpu().registers().r1 == end {
            // The order before this one jumped to the end. That order still belongs to a source line.
            (None, machine_at(before.machine().orders().saturating_sub(1)))
        } else {
            let (line, spilled) = self.heard(before.machine(), |orders| Some(machine_at(orders)))?;
            (Some(line), spilled.unwrap_or_else(|| before.machine().clone()))
        };
        let inputs = timeline.inputs();
        let first = inputs.partition_point(|logged| logged.position.orders <= machine.orders());
        for logged in &inputs[first..] {
            if let Input::SetCell(..) = logged.input {
                machine.feed(logged.input.clone());
            }
        }
        Some((line, machine))
    }

    /// Whether the run-time library is ending the program. The next order is then in the cell `end`, or the
    /// last call came from this cell or from the cell of an alarm. Or the library executes the drum track
    /// that types `end` or the name of the alarm.
    pub(crate) fn is_ending(&self, machine: &Machine) -> bool {
        let registers = machine.cpu().registers();
        let words = self.map.home_of("the end").zip(self.map.cell_of("track"));
        let has_words = words.is_some_and(|(words, track)| match words {
            Home::Drum(words, _) => machine.ferrite().read(track).address() == words.number(),
            Home::Core(_) => false,
        });
        let end = self.map.cell_of("end");
        let is_called_from = |cell: Address| cell.number() == registers.s;
        let is_ending = has_words || end.is_some_and(|end| is_called_from(end) || registers.r1 == end);
        is_ending || self.cells.iter().any(|(cell, _)| is_called_from(*cell))
    }
}

/// How many orders come before the alarm for a spill (exponent overflow). They are the order that caused the
/// spill, and the two orders in cell 0.
const SPILL_ORDERS: u64 = 3;
