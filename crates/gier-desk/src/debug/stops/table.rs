//! The table of breakpoints and watchpoints. It can be saved in a file with one debugger command on each
//! line.

use super::read;
use super::stop::{Access, At, Device, DrumWords, Hit, HitRule, Stop};
use crate::debug::answer::What;
use crate::debug::expression::EvalState;
use crate::debug::program::OneLine;
use crate::notation::place;
use gier_machine::{CellChange, Direction, IoEvent, Place, WatchSet};
use gier_word::Address;

const HEADING: &str =
    "# breakpoints of gier: a cell a line, with r for its right half; or an act of the debugger";

/// The bit of the register `by` that selects the typewriter for output.  [F-BY-1]
pub(super) const TYPEWRITER: u16 = 16;

/// The table of breakpoints and watchpoints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Breaks {
    stops: Vec<Stop>,
}

/// The maximum number of breakpoints in a table.
pub const BREAKPOINTS_MAX: usize = 10_000;
/// The maximum length of a file of breakpoints, in kilobytes (2¹⁰ bytes).
const FILE_MAX: usize = 2048;

impl Breaks {
    /// Creates an empty table.
    pub fn new() -> Breaks {
        Breaks::default()
    }

    /// Whether the table is empty. Breakpoints that are off also count.
    pub fn is_empty(&self) -> bool {
        self.stops.is_empty()
    }

    /// All breakpoints, to change them in place.
    pub fn stops_mut(&mut self) -> impl Iterator<Item = &mut Stop> {
        self.stops.iter_mut()
    }

    /// All breakpoints, in the order in which they were set.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }

    /// Whether a breakpoint for this event is on. Returns `None` if there is no breakpoint for it.
    pub fn state(&self, at: &At) -> Option<bool> {
        let covers = |stop: &&Stop| match (&stop.at, at) {
            (At::Named { places, .. }, At::Named { places: here, .. }) => {
                here.iter().any(|here| places.contains(here))
            }
            (there, here) => there == here,
        };
        self.stops.iter().filter(covers).map(|stop| stop.on).max()
    }

    /// Removes all breakpoints for this event. If there were none, sets a breakpoint without a condition.
    /// Returns whether there is a breakpoint now.
    ///
    /// # Errors
    /// Returns an error if the table is full.
    pub fn toggle(&mut self, at: At) -> Result<bool, String> {
        let before = self.stops.len();
        self.stops.retain(|stop| stop.at != at);
        let was_there = self.stops.len() < before;
        if !was_there {
            let stop = Stop::at(at);
            self.check_room()?;
            self.add(stop);
        }
        Ok(!was_there)
    }

    /// The number of breakpoints that are on.
    pub fn count_on(&self) -> usize {
        self.stops.iter().filter(|stop| stop.on).count()
    }

    /// Switches all breakpoints on or off.
    pub fn switch_all(&mut self, on: bool) {
        self.stops.iter_mut().for_each(|stop| stop.on = on);
    }

    /// Checks that the table has room for one more breakpoint.
    ///
    /// # Errors
    /// Returns an error if it already has 10 000 of them.
    pub(crate) fn check_room(&self) -> Result<(), String> {
        if self.stops.len() >= BREAKPOINTS_MAX {
            return Err(format!("there can be at most {BREAKPOINTS_MAX} breakpoints"));
        }
        Ok(())
    }

    /// Adds a breakpoint, and returns its number in the table.
    pub fn add(&mut self, stop: Stop) -> u32 {
        let number = self.stops.iter().map(|stop| stop.number).max().unwrap_or(0) + 1;
        self.stops.push(Stop { number, ..stop });
        number
    }

    /// Adds the temporary breakpoint `stop` for one run, unless it is `None`. [`Breaks::take_back`] removes
    /// it after the run.
    pub(crate) fn lend(&mut self, stop: Option<Stop>) {
        self.stops.extend(stop.map(|stop| Stop { number: Stop::PASSING, ..stop }));
    }

    /// Removes the temporary breakpoint, and returns it if there was one.
    pub(crate) fn take_back(&mut self) -> Option<Stop> {
        self.stops.pop_if(|stop| stop.number == Stop::PASSING)
    }

    /// Removes the breakpoint with this number. Returns `false` if there is none.
    pub fn remove(&mut self, number: u32) -> bool {
        let before = self.stops.len();
        self.stops.retain(|stop| stop.number != number);
        self.stops.len() < before
    }

    /// Switches the breakpoint with this number on or off. Returns `false` if there is none.
    pub fn set_on(&mut self, number: u32, on: bool) -> bool {
        let stop = self.stops.iter_mut().find(|stop| stop.number == number);
        stop.map(|stop| stop.on = on).is_some()
    }

    /// Removes all breakpoints.
    pub fn clear(&mut self) {
        self.stops.clear();
    }

    /// Writes the table as text, with a breakpoint on each line.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADING}\n");
        for stop in &self.stops {
            let line = stop.to_string();
            // A breakpoint at a place, without a condition, is written as the place alone.
            let place = line.strip_prefix("break cell ").filter(|line| place::read(line).is_ok());
            text += place.unwrap_or(&line);
            text.push('\n');
        }
        text
    }

    /// Reads a table from text. Each line is a command that sets a breakpoint, or the place of an order, such
    /// as `417`.
    ///
    /// # Errors
    /// Returns an error for the first line that is neither a place nor a command that sets a breakpoint. Also
    /// returns an error if the text has too many breakpoints, or is longer than 2048 kB.
    pub fn from_text(text: &str) -> Result<Breaks, String> {
        if text.len() > FILE_MAX << 10 {
            return Err(format!("a file of breakpoints has at most {FILE_MAX} kB"));
        }
        let mut breaks = Breaks::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let (on, line) = line.strip_prefix("off ").map_or((true, line), |line| (false, line));
            let stop = if line.starts_with("break ") || line.starts_with("watch ") {
                read::stop(line, None).map_err(|fault| fault.message)
            } else {
                place::read(line).map(|place| Stop::at(At::Place(place)))
            };
            let stop = stop.map_err(|error| format!("line {}: {error}", number + 1))?;
            breaks.check_room().map_err(|error| format!("line {}: {error}", number + 1))?;
            breaks.add(Stop { on, ..stop });
        }
        Ok(breaks)
    }

    /// Whether a run must notify the debugger of every order. Breakpoints that wait for reads or for unset
    /// variables need this. A watch set is not enough for them, because it can watch only for writes and for
    /// executed orders.
    pub fn wants_orders(&self) -> bool {
        let is_read = |at: &At| matches!(at, At::Cells { access: Access::Read, .. } | At::Unset);
        self.stops.iter().any(|stop| stop.on && is_read(&stop.at))
    }

    /// Whether there is a breakpoint for unset variables, and it is on.
    pub fn wants_unset(&self) -> bool {
        self.stops.iter().any(|stop| stop.on && stop.at == At::Unset)
    }

    /// The places and cells that all breakpoints need. A run notifies the debugger when it reaches one of
    /// these places or writes one of these cells. `drum_words` tells which drum words are in the store now.
    pub fn watch_set(&self, drum_words: &DrumWords) -> WatchSet {
        let mut watch_set = WatchSet::EMPTY;
        self.stops.iter().filter(|stop| stop.on).for_each(|stop| stop.watch_in(&mut watch_set, drum_words));
        watch_set
    }

    /// Whether the table has a breakpoint at orders such as `3 of track 48` or `line 12`. The drum can copy
    /// these orders to any cell of the store, so a run must follow the copies.
    pub fn knows_drum(&self) -> bool {
        self.stops.iter().any(|stop| matches!(stop.at, At::Named { .. }))
    }

    /// Called before a run. Evaluates each watched expression whose last value is not known.
    pub fn begin(&mut self, state: &EvalState<'_>) {
        for stop in &mut self.stops {
            if stop.last.is_none() {
                stop.last = stop.watched_value(state);
            }
        }
    }

    /// Called when the debugger has gone to an earlier or later point of the session. Forgets the last values
    /// of the watched expressions, and the frames in which source lines are being executed.
    pub fn forget_values(&mut self) {
        for stop in &mut self.stops {
            stop.last = None;
            stop.line.as_mut().into_iter().for_each(OneLine::forget);
        }
    }

    /// A copy of the table for a search back in time. In the copy, every breakpoint stops at its first hit,
    /// and none prints instead of stopping.
    pub fn for_search(&self) -> Breaks {
        let stops = self.stops.iter().cloned();
        let stops = stops
            .map(|stop| Stop {
                rule: HitRule::ALL,
                tell: Vec::new(),
                message: Vec::new(),
                last: None,
                ..stop
            })
            .collect();
        Breaks { stops }
    }

    /// Called when the order at the place `next` is about to be executed. Returns the hits of breakpoints
    /// on places, named orders, executed cells and changes of expressions.
    pub fn hits_before(&mut self, next: Place, drum_words: &DrumWords, state: &EvalState<'_>) -> Vec<Hit> {
        let mut hits = Vec::new();
        for stop in &mut self.stops {
            let change = stop.changed(state);
            let is_met = match &stop.at {
                At::Place(place) => *place == next,
                At::Named { places, .. } => {
                    let p = state.registers.p;
                    let is_at = |homes: &[_]| drum_words.is_one_of(next, homes);
                    match &mut stop.line {
                        None => is_at(places),
                        Some(line) if is_at(places) => line.begins(p, is_at),
                        Some(line) => {
                            if line.bodies().iter().any(|body| is_at(body)) {
                                line.leaves(p);
                            }
                            false
                        }
                    }
                }
                At::Cells { first, last, access: Access::Executed, .. } => {
                    is_between(next.cell, *first, *last)
                }
                At::Change(_) => change.is_some(),
                At::Cells { .. } | At::Track(_) | At::Device(_) | At::Unset => false,
            };
            let what = |stop: &Stop| match (&stop.at, &change) {
                (At::Named { written, .. }, _) => {
                    What::Words(format!("{written}, in {}", place::write(next)))
                }
                (At::Cells { .. }, _) => What::Words(format!("{} is next", place::write(next))),
                (At::Change(expression), Some((before, value))) => {
                    What::Changed(expression.to_string(), Some(before.to_string()), value.to_string())
                }
                (At::Place(_) | At::Track(_) | At::Device(_) | At::Change(_) | At::Unset, _) => {
                    What::Words(place::write(next))
                }
            };
            if is_met {
                hits.extend(stop.met(what, state));
            }
        }
        hits
    }

    /// Called when an order or the drum has written a cell. Returns the hits of breakpoints on this write.
    pub fn written(&mut self, change: &CellChange, state: &EvalState<'_>) -> Vec<Hit> {
        let CellChange { address, old, new } = *change;
        let is_it = |stop: &Stop| match &stop.at {
            At::Cells { first, last, access, .. } => {
                let is_meant = match access {
                    Access::Changed => stop.differs(old, new),
                    Access::Written => true,
                    Access::Read | Access::Executed => false,
                };
                is_meant && is_between(address, *first, *last)
            }
            At::Place(_) | At::Named { .. } | At::Track(_) | At::Device(_) | At::Change(_) | At::Unset => {
                false
            }
        };
        let what = |stop: &Stop| {
            let name = stop.name.clone().unwrap_or_else(|| format!("cell {address}"));
            What::Changed(name, Some(stop.notation.write(old)), stop.notation.write(new))
        };
        self.each(is_it, what, state)
    }

    /// Called when an order has read a cell. Returns the hits of breakpoints on this read.
    pub fn read(&mut self, cell: Address, state: &EvalState<'_>) -> Vec<Hit> {
        let is_it = |stop: &Stop| matches!(&stop.at, At::Cells { first, last, access: Access::Read, .. } if is_between(cell, *first, *last));
        let what = |stop: &Stop| {
            let name = stop.name.clone().unwrap_or_else(|| format!("cell {cell}"));
            What::Words(format!("{name} was read: {}", stop.notation.write(state.cells[cell.index()])))
        };
        self.each(is_it, what, state)
    }

    /// Called when an order has read the variable `name`, which was never set. Returns
    /// the hits of breakpoints on unset variables.
    pub fn unset(&mut self, name: &str, state: &EvalState<'_>) -> Vec<Hit> {
        let what = |_: &Stop| What::Words(format!("{name} is used before it is set"));
        self.each(|stop| stop.at == At::Unset, what, state)
    }

    /// Called when an order has used a device. Returns the hits of breakpoints on this event.
    pub fn io(&mut self, event: &IoEvent, state: &EvalState<'_>) -> Vec<Hit> {
        let (device, what) = match event {
            IoEvent::Sent { by, symbol } if by & TYPEWRITER != 0 => {
                (Device::Typed, format!("symbol {} was typed", symbol.code()))
            }
            IoEvent::Sent { .. } => return Vec::new(),
            IoEvent::Received { symbol, .. } => (Device::Read, format!("symbol {} was read", symbol.code())),
            IoEvent::Began(transfer) => {
                let (way, cell) = match transfer.direction {
                    Direction::Read => ("is read to", transfer.address),
                    Direction::Write => ("is written from", transfer.address),
                };
                (Device::Transfer, format!("track {} {way} the cells from {cell}", transfer.track))
            }
        };
        let is_it = |stop: &Stop| match &stop.at {
            At::Device(wanted) => *wanted == device,
            At::Track(track) => {
                matches!(event, IoEvent::Began(transfer) if transfer.track == *track && transfer.direction == Direction::Write)
            }
            At::Place(_) | At::Named { .. } | At::Cells { .. } | At::Change(_) | At::Unset => false,
        };
        self.each(is_it, |_| What::Words(what.clone()), state)
    }

    /// Called when the program waits for a key. Returns the hits of breakpoints on such a wait.
    pub fn waits_for_key(&mut self, state: &EvalState<'_>) -> Vec<Hit> {
        let what = |_: &Stop| What::Words("the program waits for a key".to_string());
        self.each(|stop| stop.at == At::Device(Device::Key), what, state)
    }

    /// Called when an event has occurred. `is_it` says which breakpoints wait for this event. Returns the
    /// hits of these breakpoints. `what` describes the event for the message of a breakpoint.
    fn each(
        &mut self,
        is_it: impl Fn(&Stop) -> bool,
        what: impl Fn(&Stop) -> What,
        state: &EvalState<'_>,
    ) -> Vec<Hit> {
        let met = self.stops.iter_mut().filter(|stop| is_it(stop));
        met.filter_map(|stop| stop.met(&what, state)).collect()
    }
}

/// Whether a cell is in the range from `first` to `last`. Address 0 follows address 1023.
fn is_between(cell: Address, first: Address, last: Address) -> bool {
    if first <= last { (first..=last).contains(&cell) } else { cell >= first || cell <= last }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::Half;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_file_keeps_them(places in prop::collection::btree_set((0u16..1024, any::<bool>()), 0..40)) {
            let mut breaks = Breaks::new();
            for &(cell, right) in &places {
                let half = if right { Half::Right } else { Half::Left };
                breaks.toggle(At::Place(Place { cell: cell.into(), half })).unwrap();
            }
            prop_assert_eq!(breaks.stops().len(), places.len());
            prop_assert_eq!(Breaks::from_text(&breaks.to_text()), Ok(breaks));
        }

        #[test]
        fn any_text_is_read_or_refused(text: String) {
            let _ = Breaks::from_text(&text);
        }
    }

    #[test]
    fn a_line_that_is_no_place_is_named() {
        let error = Breaks::from_text("# mine\n41r\n  7 # start\nhello\n").unwrap_err();
        assert!(error.starts_with("line 4: 'hello'"), "{error}");
    }

    #[test]
    fn stops_of_every_kind_are_saved_and_loaded() {
        let text = "\
417 \n41r\nbreak cell 417 when R < 0 and s = 12 from 3 tell R, floating cell 500\nbreak 3r of track 48\n\
watch cell 500\nwatch cells 500-510 written when R = 0\nwatch cell 7 read\nwatch cell 7 executed\n\
watch track 48\nwatch symbol typed\nwatch symbol read\nwatch key\nwatch transfer\nwatch unset\nwatch OB\noff watch R < 0\n";
        let breaks = Breaks::from_text(text).unwrap();
        assert_eq!(breaks.stops().len(), 16);
        let kept = breaks.to_text();
        assert_eq!(kept.lines().skip(1).collect::<Vec<_>>().join("\n"), text.replace(" \n", "\n").trim_end());
        assert_eq!(Breaks::from_text(&kept), Ok(breaks));
    }
}
