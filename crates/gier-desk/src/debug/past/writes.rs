//! Finds the last write of a cell of the store or of a drum track, and who wrote it: an order, the drum or a
//! person.

use crate::debug::answer::Notation;
use crate::debug::expression::Value;
use crate::notation::place;
use gier_machine::timeline::{Cancelled, Position, Search, Timeline};
use gier_machine::{
    Arrival, CellChange, Direction, Input, Interest, IoEvent, Machine, Place, Probe, StateView, Transfer,
    WatchSet,
};
use gier_word::{Address, Cell, Home, TrackNo, Uops};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The order, drum transfer or person that wrote a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writer {
    /// The order at this place.
    Order(Place),
    /// A transfer from the drum. The fields are the drum track, and the number of the word on it (0-39).
    Drum(TrackNo, u8),
    /// A person, who set the cell at the desk.
    Desk,
}

/// The cell that a write has changed: a cell of the store or of a drum track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// A cell of the ferrite store, with its contents before and after.
    Cell(CellChange),
    /// A cell of a drum track. The fields are the track, the cell's number on it (0-39), and the cell of the
    /// store that was copied to it. The last field is `None` if a person set the cell at the desk.
    Word(TrackNo, u8, Option<Address>),
}

/// A write of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// How many orders were executed up to the write. If an order wrote the cell, this order is included, so
    /// this is also its number.
    pub orders: u64,
    /// The machine time of the write.
    pub at: Uops,
    /// The cell that was written.
    pub what: Written,
    /// What wrote the cell.
    pub by: Writer,
}

impl Write {
    /// The place of the cell that was written: in the store or on a drum track.
    pub const fn home(&self) -> Home {
        match self.what {
            Written::Cell(change) => Home::Core(change.address),
            Written::Word(track, word, _) => Home::Drum(track, word),
        }
    }

    /// How many orders were executed before the write. If an order wrote the cell, it is not included.
    pub const fn before(&self) -> u64 {
        match self.by {
            Writer::Order(_) => self.orders.saturating_sub(1),
            Writer::Drum(..) | Writer::Desk => self.orders,
        }
    }

    /// Returns the limits for a search that finds the previous write of the same cell.
    pub const fn earlier(&self) -> UpTo {
        let before = self.orders.saturating_sub(1);
        match self.by {
            Writer::Order(_) | Writer::Drum(..) => UpTo { order: before, hand: before },
            // The person wrote after the order with this number. So that order may be the previous writer.
            Writer::Desk => UpTo { order: self.orders, hand: before },
        }
    }
}

/// How far a search for writes goes: one limit for the writes of orders, and one for those of persons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpTo {
    /// The search covers the writes of orders up to the order with this number.
    pub order: u64,
    /// The search ignores a person's write if more than this many orders were executed before it.
    pub hand: u64,
}

impl From<u64> for UpTo {
    /// Sets both limits to this number of orders.
    fn from(orders: u64) -> UpTo {
        UpTo { order: orders, hand: orders }
    }
}

/// Describes the write in one line. For example:
/// `cell 23: 0/0/0/1 (1), now 0/0/0/3 (3), by the order in 19r, order 22, 0.141649 s`.
impl fmt::Display for Write {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", named(self.home()))?;
        match (self.what, self.by) {
            (Written::Cell(CellChange { new, .. }), Writer::Desk) => write!(f, "now {}, ", Value::Cell(new))?,
            (Written::Cell(CellChange { old, new, .. }), Writer::Order(_) | Writer::Drum(..)) => {
                write!(f, "{}, now {}, by ", Value::Cell(old), Value::Cell(new))?;
            }
            (Written::Word(..), Writer::Desk) => {}
            (Written::Word(..), Writer::Order(_) | Writer::Drum(..)) => f.write_str("by ")?,
        }
        match self.by {
            Writer::Order(at) => write!(f, "the order in {}", place::write(at))?,
            Writer::Drum(track, word) => write!(f, "the drum: cell {word} of track {track}")?,
            Writer::Desk => f.write_str("set at the desk")?,
        }
        if let Written::Word(_, _, Some(from)) = self.what {
            write!(f, " from cell {from}")?;
        }
        write!(f, ", order {}, {:.6} s", self.orders, self.at.seconds())
    }
}

/// Searches for the last write of each cell of `watch_set`, or of a cell of a drum track. Finds only writes
/// by orders and by the drum. Of all orders, only `sk` writes to a track.
#[derive(Clone)]
struct WriteSearch {
    watch_set: WatchSet,
    /// The drum cell whose last write is searched for: its track, and its number on the track (0-39).
    on_track: Option<(TrackNo, u8)>,
    /// How the contents are written, if only those writes count that change the value.
    changes: Option<Notation>,
    /// The number of orders executed before the present replay began.
    done: u64,
    /// For each cell, the last write found.
    found: BTreeMap<Home, Write>,
}

impl Probe for WriteSearch {
    fn interest(&self) -> Interest<'_> {
        Interest::Watched(&self.watch_set)
    }
    fn executed(&mut self, orders: u64) {
        self.done += orders;
    }
    fn cell_written(&mut self, change: &CellChange, moment: &StateView<'_>) {
        if self.counts(change) {
            self.wrote(Written::Cell(*change), moment);
        }
    }
    fn arrives(&mut self, arrival: &Arrival, moment: &StateView<'_>) {
        let change = arrival.change;
        if self.watch_set.has_cell(change.address) && self.counts(&change) {
            let by = Writer::Drum(arrival.track, arrival.word);
            self.add(Write { orders: self.done, at: moment.now, what: Written::Cell(change), by });
        }
    }
    fn io(&mut self, event: &IoEvent, moment: &StateView<'_>) {
        let IoEvent::Began(Transfer { track, address, direction: Direction::Write }) = *event else { return };
        if let Some((home, word)) = self.on_track
            && home == track
        {
            self.wrote(Written::Word(track, word, Some(address + word)), moment);
        }
    }
}

impl WriteSearch {
    fn of(homes: impl IntoIterator<Item = Home>, changes: Option<Notation>) -> WriteSearch {
        let (mut watch_set, mut on_track) = (WatchSet::EMPTY, None);
        for home in homes {
            match home {
                Home::Core(cell) => watch_set.set_cell(cell, true),
                Home::Drum(track, word) => on_track = Some((track, word)),
            }
        }
        WriteSearch { watch_set, on_track, changes, done: 0, found: BTreeMap::new() }
    }

    fn counts(&self, change: &CellChange) -> bool {
        self.changes.is_none_or(|notation| !notation.is_same(change.old, change.new))
    }

    /// Records a write by the order that has just ended. The order's place is not known yet. [`name_order`]
    /// later finds it from the order's number.
    fn wrote(&mut self, what: Written, moment: &StateView<'_>) {
        let (orders, by) = (self.done + moment.orders, Writer::Order(Place::default()));
        self.add(Write { orders, at: moment.now, what, by });
    }

    fn add(&mut self, write: Write) {
        self.found.insert(write.home(), write);
    }
}

impl Search for WriteSearch {
    type Found = BTreeMap<Home, Write>;
    fn begin(&mut self, machine: &Machine) {
        self.done = machine.orders();
    }
    fn found(&mut self) -> Option<BTreeMap<Home, Write>> {
        let found = std::mem::take(&mut self.found);
        (!found.is_empty()).then_some(found)
    }
}

/// Finds the last write of a cell of the store or of a drum track. `changes` is given if only those writes count that
/// change the value of the cell, read in this notation. The search ignores every write after the limit `last`. Calls
/// `report` with the position that the search has reached. If `report` returns `false`, cancels the search.
///
/// # Errors
/// Returns an error if the search was cancelled.
pub fn last_write(
    timeline: &Timeline,
    (home, changes): (Home, Option<Notation>),
    last: UpTo,
    report: impl FnMut(Position) -> bool,
) -> Result<Option<Write>, Cancelled> {
    let found = timeline.last_of(last.order, &WriteSearch::of([home], changes), report)?;
    let found = found.and_then(|mut found| found.remove(&home)).map(|write| name_order(timeline, write));
    Ok(later(found, by_hand(timeline, home, last.hand)))
}

/// Returns the last write of each cell after order number `after` and up to order number `last`. A write by
/// order `after` itself may be returned too. The map omits cells that were not written. If an order made a
/// write, the place in [`Write::by`] is not valid.
///
/// # Errors
/// Returns [`Cancelled`] if `report` returned `false`.
pub fn last_writes(
    timeline: &Timeline,
    cells: &BTreeSet<Address>,
    (after, last): (u64, u64),
    report: &mut dyn FnMut(Position) -> bool,
) -> Result<BTreeMap<Address, Write>, Cancelled> {
    let mut left: BTreeSet<Home> = cells.iter().copied().map(Home::Core).collect();
    let (mut writes, mut end) = (BTreeMap::new(), last);
    while !left.is_empty() && end > after {
        let search = WriteSearch::of(left.iter().copied(), None);
        let mut is_cancelled = false;
        let found = timeline.last_of(end, &search, |reached| {
            is_cancelled = !report(reached);
            !is_cancelled && reached.orders > after
        });
        let found = match found {
            Ok(Some(found)) => found,
            Err(Cancelled) if is_cancelled => return Err(Cancelled),
            // The search has come back to order `after`.
            Ok(None) | Err(Cancelled) => break,
        };
        // The other cells were last written before the earliest of these writes.
        end = found.values().map(|write| write.orders).min().unwrap_or(after).saturating_sub(1);
        left.retain(|home| !found.contains_key(home));
        writes.extend(found);
    }
    let write = |&cell: &Address| {
        let home = Home::Core(cell);
        Some((cell, later(writes.get(&home).copied(), by_hand(timeline, home, last))?))
    };
    Ok(cells.iter().filter_map(write).filter(|(_, write)| write.orders >= after).collect())
}

/// Returns the later of two writes. `found` was made by an order or by the drum, and `by_hand` by a person.
fn later(found: Option<Write>, by_hand: Option<Write>) -> Option<Write> {
    match (found, by_hand) {
        (Some(found), Some(by_hand)) => Some(if by_hand.at >= found.at { by_hand } else { found }),
        (found, by_hand) => found.or(by_hand),
    }
}

/// If an order made this write, replays that order to find its place, and adds the place to the write.
fn name_order(timeline: &Timeline, write: Write) -> Write {
    let Writer::Order(_) = write.by else { return write };
    let past = timeline.history_of(write.orders);
    Write { by: past.map_or(write.by, |past| Writer::Order(past.place)), ..write }
}

/// Finds the last write of the cell by a person at the desk. The search ignores every write after order
/// number `last`.
fn by_hand(timeline: &Timeline, home: Home, last: u64) -> Option<Write> {
    let set = |input: &Input| match *input {
        // The logged input does not contain the cell's old contents. So `old` has no meaning here.
        Input::SetCell(address, new) if home == Home::Core(address) => {
            Some(Written::Cell(CellChange { address, old: Cell::ZERO, new }))
        }
        Input::SetDrumCell(track, word, _) if home == Home::Drum(track, word) => {
            Some(Written::Word(track, word, None))
        }
        _ => None,
    };
    let logged = timeline.inputs().iter().rev().filter(|logged| logged.position.orders <= last);
    let (logged, what) = logged.filter_map(|logged| Some((logged, set(&logged.input)?))).next()?;
    let Position { orders, at } = logged.position;
    Some(Write { orders, at, what, by: Writer::Desk })
}

/// The name of a cell of the store or of a drum track, in the notation of the debugger's commands.
pub fn named(home: Home) -> String {
    match home {
        Home::Core(cell) => format!("cell {cell}"),
        Home::Drum(track, word) => format!("track {track} cell {word}"),
    }
}
