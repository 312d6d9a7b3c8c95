//! A breakpoint or watchpoint of the debugger's table: its event, its condition, and its message.

use crate::debug::answer::{Notation, What};
use crate::debug::expression::{EvalState, Expression, Names, ScopeCache, Value};
use crate::debug::program::{OneLine, Places, Program};
use crate::notation::place;
use gier_machine::{Arrival, Drum, Place, WatchSet};
use gier_word::{Address, Cell, Half, Home, TrackNo};
use std::fmt;

/// The kind of access to a watched cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The contents of the cell change.
    Changed,
    /// The cell is written, even with the same contents.
    Written,
    /// An order reads the cell.
    Read,
    /// The order in the cell is about to be executed.
    Executed,
}

/// An event at a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// A symbol is sent to the typewriter.
    Typed,
    /// A symbol is read from the keys or the tape.
    Read,
    /// The program waits for a key.
    Key,
    /// A transfer of the drum begins.
    Transfer,
}

/// For each cell of the ferrite store, the drum word that was last read into the cell. A drum word is given
/// by its track and by its number on the track (0-39).
#[derive(Clone, Debug, Default)]
pub struct DrumWords(Vec<Option<(TrackNo, u8)>>);

impl DrumWords {
    /// Asks the drum which word was last read into each cell of the store.
    pub fn of(drum: &Drum) -> DrumWords {
        DrumWords(Address::all().map(|cell| drum.origin_of(cell)).collect())
    }

    /// The drum word that was last read into this cell, as its track and its number on the track. Returns
    /// `None` if no word was read into the cell, or if the word is not known.
    pub fn at(&self, cell: Address) -> Option<(TrackNo, u8)> {
        self.0.get(cell.index()).copied().flatten()
    }

    /// Whether the order at this place of the store is one of the orders in `homes`. `homes` lists places on
    /// the drum or in the store, and must be sorted. An order on the drum is recognised in any store cell to
    /// which it was copied.
    pub(crate) fn is_one_of(&self, place: Place, homes: &[(Home, Half)]) -> bool {
        let is_home = |home| homes.binary_search(&(home, place.half)).is_ok();
        let drum = || self.at(place.cell).is_some_and(|(track, word)| is_home(Home::Drum(track, word)));
        !homes.is_empty() && (is_home(Home::Core(place.cell)) || drum())
    }

    /// Records that the drum has copied a word to a cell of the store. Returns `true` if it is a different
    /// word from the one copied there before.
    pub fn take(&mut self, arrival: &Arrival) -> bool {
        let word = Some((arrival.track, arrival.word));
        let Some(drum_words) = self.0.get_mut(arrival.change.address.index()) else { return false };
        std::mem::replace(drum_words, word) != word
    }
}

/// The event for which a breakpoint or watchpoint waits.
#[derive(Clone, Debug, PartialEq)]
pub enum At {
    /// The order at this place is about to be executed.
    Place(Place),
    /// One of several orders is about to be executed. Orders on the drum are recognised in any store cell to
    /// which they were copied.
    Named {
        /// The orders as the user wrote them: `3 of track 48`, `line 12`, `procedure SORT`.
        written: String,
        /// The places of the orders on the drum or in the store, sorted. For a line or a procedure, the list
        /// is empty until [`At::find`] fills it.
        places: Places,
    },
    /// A cell in this range is accessed.
    Cells {
        /// The first cell.
        first: Address,
        /// The last cell.
        last: Address,
        /// The kind of access at which the machine stops.
        access: Access,
        /// The name of the variable or label that the user wrote. `None` if the user wrote addresses.
        called: Option<String>,
    },
    /// A transfer from the store to this track of the drum begins.
    Track(TrackNo),
    /// A device event occurs.
    Device(Device),
    /// The value of an expression changes.
    Change(Expression),
    /// The program reads a variable that was never set.
    Unset,
}

/// Writes the command that sets a breakpoint for this event.
impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Place(at) => write!(f, "break cell {}", place::write(*at)),
            At::Named { written, .. } => write!(f, "break {written}"),
            At::Cells { first, last, access, called } => {
                if let Some(called) = called {
                    write!(f, "watch {called}")?;
                } else if first == last {
                    write!(f, "watch cell {first}")?;
                } else {
                    write!(f, "watch cells {first}-{last}")?;
                }
                f.write_str(match access {
                    Access::Changed => "",
                    Access::Written => " written",
                    Access::Read => " read",
                    Access::Executed => " executed",
                })
            }
            At::Track(track) => write!(f, "watch track {track}"),
            At::Device(device) => f.write_str(match device {
                Device::Typed => "watch symbol typed",
                Device::Read => "watch symbol read",
                Device::Key => "watch key",
                Device::Transfer => "watch transfer",
            }),
            At::Change(expression) => write!(f, "watch {expression}"),
            At::Unset => f.write_str("watch unset"),
        }
    }
}

impl At {
    /// A breakpoint at the order in cell `word` (0-39) of a drum track. The machine stops at this order in
    /// any cell of the store to which it was copied.
    pub fn on_track(track: TrackNo, word: u8, half: Half) -> At {
        let place = Place { cell: Address::from(word), half };
        let written = format!("{} of track {track}", place::write(place));
        At::Named { written, places: [(Home::Drum(track, word), half)].into() }
    }

    /// The first cell of the store or of the drum for which the breakpoint waits. Returns `None` if it waits
    /// for something that has no cell: a device, a change of an expression, or the use of an unset variable.
    pub fn home(&self) -> Option<Home> {
        match self {
            At::Place(at) => Some(Home::Core(at.cell)),
            At::Named { places, .. } => places.first().map(|&(home, _)| home),
            At::Cells { first, .. } => Some(Home::Core(*first)),
            At::Track(track) => Some(Home::Drum(*track, 0)),
            At::Device(_) | At::Change(_) | At::Unset => None,
        }
    }

    /// If the user gave the place of the breakpoint as `line 12`, `procedure SORT` or `name loop`, finds the
    /// orders at this place. Other breakpoints stay as they are.
    ///
    /// # Errors
    /// Returns an error if the program has no such line or name, or no map. For [`At::Unset`], returns
    /// an error if the program is not an ALGOL program with a map.
    pub fn find(&mut self, program: &Program) -> Result<(), String> {
        if *self == At::Unset && !program.has_bodies() {
            return Err("only an ALGOL program with its map has variables that can be unset".to_string());
        }
        let At::Named { written, places } = self else { return Ok(()) };
        let found = match written.split_once(' ') {
            Some(("line", line)) => program.line_places(line)?.1,
            Some(("procedure" | "name", name)) => program.named_places(name)?,
            _ => return Ok(()),
        };
        *places = found;
        Ok(())
    }
}

/// Decides which hits of a breakpoint stop the program or print a message. The first hit has the number 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitRule {
    /// All hits from this number on.
    From(u64),
    /// Only the hit with this number.
    Only(u64),
    /// Every hit whose number is a multiple of this number.
    Every(u64),
}

impl HitRule {
    /// All hits.
    pub const ALL: HitRule = HitRule::From(1);

    /// Whether the hit with this number stops the program or prints a message.
    pub const fn counts(self, hit: u64) -> bool {
        match self {
            HitRule::From(number) => hit >= number,
            HitRule::Only(number) => hit == number,
            HitRule::Every(number) => hit.is_multiple_of(number),
        }
    }
}

/// A breakpoint or watchpoint of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The number in the table, counted from 1. The number stays the same when other breakpoints are removed.
    pub number: u32,
    /// The event at which the breakpoint stops the machine or prints.
    pub at: At,
    /// The condition. If it is false when the event occurs, the breakpoint does nothing.
    pub when: Option<Expression>,
    /// The hits that stop the program or print a message. The others are only counted.
    pub rule: HitRule,
    /// The expressions to print. If there are any, the breakpoint prints instead of stopping.
    pub tell: Vec<Expression>,
    /// The texts before, between and after the printed values. If there are any, the breakpoint prints
    /// instead of stopping. Without them, a description of the event comes before the values in `tell`.
    pub message: Vec<String>,
    /// Whether the breakpoint is on.
    pub on: bool,
    /// The number of hits so far. An event counts as a hit if the condition is true.
    pub hits: u64,
    /// For a breakpoint on a source line with several statements, records where the line is being executed.
    /// `None` for any other breakpoint.
    pub(crate) line: Option<OneLine>,
    /// How the contents of the watched cell are written. If a type of ALGOL is known, the machine stops only if
    /// the value changes, and otherwise if any bit changes.
    pub(crate) notation: Notation,
    /// What the program calls the watched cell.
    pub(crate) name: Option<String>,
    /// Caches for the condition and for the watched expression, in this order. A cache stores the expression
    /// with its variables replaced by cells. `None` for an expression without variables.
    pub(crate) caches: (Option<ScopeCache>, Option<ScopeCache>),
    /// The value of the watched expression when it was last evaluated.
    pub(crate) last: Option<Value>,
}

/// Writes the command that sets this breakpoint.
impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.on {
            f.write_str("off ")?;
        }
        write!(f, "{}", self.at)?;
        if let Some(condition) = &self.when {
            write!(f, " when {condition}")?;
        }
        match self.rule {
            HitRule::From(number) | HitRule::Only(number) if number > 1 => write!(f, " from {number}")?,
            HitRule::From(_) | HitRule::Only(_) | HitRule::Every(_) => {}
        }
        if let Some((first, others)) = self.tell.split_first() {
            write!(f, " tell {first}")?;
            others.iter().try_for_each(|item| write!(f, ", {item}"))?;
        }
        Ok(())
    }
}

impl Stop {
    /// The number of every temporary breakpoint. Such a breakpoint is in the table during one run only.
    pub(crate) const PASSING: u32 = 0;

    /// Creates a breakpoint for this event, without a condition. The table sets its number.
    pub fn at(at: At) -> Stop {
        Stop {
            number: 0,
            at,
            when: None,
            rule: HitRule::ALL,
            tell: Vec::new(),
            message: Vec::new(),
            on: true,
            hits: 0,
            line: None,
            notation: Notation::Bits,
            name: None,
            caches: (None, None),
            last: None,
        }
    }

    /// Looks up the names in all expressions of the breakpoint. `names` are the names that the program
    /// declares.
    pub fn resolve(&mut self, names: &dyn Names) {
        if let At::Change(watched) = &mut self.at {
            *watched = watched.resolved(names);
            self.caches.1 = watched.scope_cache(names);
        }
        if let Some(condition) = &mut self.when {
            *condition = condition.resolved(names);
            self.caches.0 = condition.scope_cache(names);
        }
        self.tell.iter_mut().for_each(|item| *item = item.resolved(names));
    }

    /// Checks the names and the subscripts in all expressions of the breakpoint.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Expression::check_use`].
    pub fn check(&self, state: &EvalState<'_>) -> Result<(), String> {
        let watched = if let At::Change(expression) = &self.at { Some(expression) } else { None };
        let mut all = watched.into_iter().chain(&self.when).chain(&self.tell);
        all.try_for_each(|expression| expression.check_use(state))
    }

    /// Whether the watched cell has changed its value. `old` and `new` are its contents before and after a
    /// write.
    pub(crate) fn differs(&self, old: Cell, new: Cell) -> bool {
        !self.notation.is_same(old, new)
    }

    /// The present value of the watched expression, if it has one.
    pub(crate) fn watched_value(&mut self, state: &EvalState<'_>) -> Option<Value> {
        let At::Change(expression) = &self.at else { return None };
        let resolved =
            self.caches.1.as_mut().map_or(expression, |cache| cache.resolved_now(expression, state));
        resolved.value(state).ok()
    }

    /// Adds to `watch_set` the places and cells that this breakpoint needs. A run then notifies the debugger
    /// when it reaches such a place or writes such a cell.
    pub(crate) fn watch_in(&self, watch_set: &mut WatchSet, drum_words: &DrumWords) {
        match &self.at {
            At::Place(place) => watch_set.set_place(*place, true),
            At::Named { places, .. } => {
                let bodies = self.line.as_ref().map_or(&[][..], OneLine::bodies);
                Address::all()
                    .flat_map(both_halves)
                    .filter(|&place| {
                        drum_words.is_one_of(place, places)
                            || bodies.iter().any(|body| drum_words.is_one_of(place, body))
                    })
                    .for_each(|place| watch_set.set_place(place, true));
            }
            At::Cells { first, last, access: Access::Executed, .. } => between(*first, *last)
                .flat_map(both_halves)
                .for_each(|place| watch_set.set_place(place, true)),
            At::Cells { first, last, access: Access::Changed | Access::Written, .. } => {
                between(*first, *last).for_each(|cell| watch_set.set_cell(cell, true));
            }
            At::Change(_) => *watch_set = watch_set.with_every_place(),
            At::Cells { access: Access::Read, .. } | At::Track(_) | At::Device(_) | At::Unset => {}
        }
    }

    /// The old and the new value of the watched expression. Returns `None` if the value has not changed, or
    /// if the expression has no value now.
    pub(crate) fn changed(&mut self, state: &EvalState<'_>) -> Option<(Value, Value)> {
        let At::Change(expression) = &self.at else { return None };
        let Some(cache) = &mut self.caches.1 else { return change(expression, &mut self.last, state) };
        if !state.names.is_in_own_code(state) {
            return None;
        }
        let scope = state.names.scope(state);
        cache
            .left(scope, state)
            .and_then(|left| change(cache.resolved_in(expression, left, state.names), &mut self.last, state))
            .or_else(|| change(cache.resolved_in(expression, scope, state.names), &mut self.last, state))
    }

    /// Called when the event of this breakpoint occurs. If the condition is true, counts a hit. Returns what
    /// the run must do: stop or print a message. Returns `None` if the run just goes on. `what` describes the
    /// event for the message.
    pub(crate) fn met(&mut self, what: impl FnOnce(&Stop) -> What, state: &EvalState<'_>) -> Option<Hit> {
        if !self.on {
            return None;
        }
        let is_true = match (&self.when, &mut self.caches.0) {
            (None, _) => Ok(true),
            (Some(condition), Some(cache)) => cache.holds(condition, state),
            (Some(condition), None) => condition.holds(state),
        };
        match is_true {
            Ok(false) => return None,
            Ok(true) => {}
            // A condition without a value stops the run, so that the user learns why.
            Err(error) => {
                let what = format!("{}; {error}", what(self));
                return Some(Hit::Stopped(self.number, What::Words(what)));
            }
        }
        self.hits += 1;
        if !self.rule.counts(self.hits) {
            return None;
        }
        if !self.message.is_empty() {
            let values = self.tell.iter().map(|item| item.text(state).unwrap_or_else(|error| error));
            let values = values.chain([String::new()]);
            return Some(Hit::Told(
                self.message.iter().zip(values).flat_map(|(a, b)| [a.clone(), b]).collect(),
            ));
        }
        if self.tell.is_empty() {
            return Some(Hit::Stopped(self.number, what(self)));
        }
        let told: Vec<String> = self.tell.iter().map(|item| told(item, item.text(state))).collect();
        Some(Hit::Told(format!("{}: {}", what(self), told.join(", "))))
    }
}

/// The value in `last` and the present value of the expression, if they differ. Also sets `last` to the
/// present value.
fn change(
    expression: &Expression,
    last: &mut Option<Value>,
    state: &EvalState<'_>,
) -> Option<(Value, Value)> {
    let value = expression.value(state).ok()?;
    let before = last.replace(value)?;
    (before != value).then_some((before, value))
}

/// Lists the addresses from `first` to `last`. If `last` is less than `first`, the list goes on with 0 after
/// 1023.
pub fn between(first: Address, last: Address) -> impl Iterator<Item = Address> {
    let count = (last.index() + 1024 - first.index()) % 1024;
    (0..=count).map(move |step| first + step)
}

/// The places of the left and the right half of a cell.
pub(crate) fn both_halves(cell: Address) -> [Place; 2] {
    [Half::Left, Half::Right].map(|half| Place { cell, half })
}

/// Writes an expression and its value for the user, such as `a = 5`. If the expression has no value, writes
/// the error instead.
pub fn told(item: &Expression, value: Result<String, String>) -> String {
    match value {
        Ok(value) => format!("{item} = {value}"),
        Err(error) => format!("{item}: {error}"),
    }
}

/// What the run must do after a breakpoint was hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hit {
    /// The run ends. The fields are the number of the breakpoint, and what happened.
    Stopped(u32, What),
    /// This message is printed, and the run goes on.
    Told(String),
}
