//! Places and cells at which a run is watched, and what is told of them; on what conditions is
//! said by a [`Question`].

use gier_word::{Address, Cell, FERRITE_CELLS, Half, Uops};

use crate::parts::Parts;
use crate::question::{Question, Test};
use crate::registers::{PLACES, Place, Registers};

/// A bit for each of some numbers, 64 in a word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits<const WORDS: usize>([u64; WORDS]);

/// The tests that decide at a place where it is always told: none.
pub(crate) const TOLD: [u8; 2] = [u8::MAX; 2];

/// A test among those of all questions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub test: Test,
    /// Whether the answer to its question is yes if it holds.
    pub is_last: bool,
    /// The number of the first test of the question that is asked if it fails: the next that may hold.
    pub next: u8,
}

impl Asked {
    /// The number of the test that is asked behind this one.
    #[inline(always)]
    pub const fn next_if(&self, number: u8, holds: bool) -> u8 {
        if holds { number + 1 } else { self.next }
    }
}

/// A bit for each place.
pub(crate) type Places = Bits<{ PLACES / 64 }>;
/// A bit for each cell.
pub(crate) type Cells = Bits<{ FERRITE_CELLS / 64 }>;

impl<const WORDS: usize> Bits<WORDS> {
    pub const NONE: Bits<WORDS> = Bits([0; WORDS]);
    pub const ALL: Bits<WORDS> = Bits([u64::MAX; WORDS]);

    #[inline(always)]
    pub const fn has(&self, number: usize) -> bool {
        self.0[number / 64 % WORDS] >> (number % 64) & 1 != 0
    }

    pub const fn set(&mut self, number: usize, on: bool) {
        let bit = 1 << (number % 64);
        if on {
            self.0[number / 64] |= bit;
        } else {
            self.0[number / 64] &= !bit;
        }
    }

    fn is_empty(&self) -> bool {
        *self == Bits::NONE
    }
}

/// Places before whose orders a run is to be told of, cells of which it is told when they are
/// written, and questions that decide whether it is told.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lookout {
    places: Places,
    cells: Cells,
    questions: Vec<Question>,
}

impl Lookout {
    /// Nowhere.
    pub const NOWHERE: Lookout = Lookout { places: Bits::NONE, cells: Bits::NONE, questions: Vec::new() };

    /// Every place and no cell: the probe is told before each order, many times faster than it sees
    /// each with [`Sight::Orders`](crate::Sight::Orders).
    pub const EVERY_PLACE: Lookout = Lookout { places: Bits::ALL, cells: Bits::NONE, questions: Vec::new() };

    /// Whether there is neither a place nor a cell.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty() && self.cells.is_empty() && self.questions.is_empty()
    }

    /// Whether the order at this place is always one; of a full word its left place counts.
    pub const fn has_place(&self, place: Place) -> bool {
        self.places.has(place.number())
    }

    /// Adds or removes a place.
    pub const fn set_place(&mut self, place: Place, on: bool) {
        self.places.set(place.number(), on);
    }

    /// All places of which it is always told, in order.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let half = |number: usize| if number.is_multiple_of(2) { Half::Left } else { Half::Right };
        let place = move |number: usize| Place { cell: (number / 2).into(), half: half(number) };
        (0..PLACES).filter(|&number| self.places.has(number)).map(place)
    }

    /// Whether every write of this cell is told.
    pub fn has_cell(&self, cell: impl Into<Address>) -> bool {
        self.cells.has(cell.into().index())
    }

    /// Adds or removes a cell.
    pub fn set_cell(&mut self, cell: impl Into<Address>, on: bool) {
        self.cells.set(cell.into().index(), on);
    }

    /// All cells of which every write is told, in order.
    pub fn cells(&self) -> impl Iterator<Item = Address> + '_ {
        (0..FERRITE_CELLS).map(Address::from).filter(|&cell| self.has_cell(cell))
    }

    /// Adds a question: it is told also where the answer is yes.
    pub fn ask(&mut self, question: Question) {
        self.questions.push(question);
    }

    /// Before which orders at a place it may be told: those that may change one of these parts.
    pub(crate) fn parts_at(&self, number: usize) -> Parts {
        let always = if self.places.has(number) { Parts::ALL } else { Parts::NONE };
        self.questions.iter().map(|question| question.parts_at(number)).fold(always, Parts::and)
    }

    /// Whether it may be told before an order that changes only the cell in which it counts.
    pub(crate) fn looks_at_counting(&self) -> bool {
        self.questions.iter().any(Question::looks_at_counting)
    }

    /// From which to which of all tests decide alone whether it is told before the order at a place:
    /// those of the questions there, if no other question stands between them. None: all are asked
    /// at leisure; or [`TOLD`], if none need be asked.
    pub(crate) fn deciding(&self, place: usize) -> [u8; 2] {
        if self.is_always_told(place) {
            return TOLD;
        }
        self.deciding_of(&|question| question.places.has(place))
    }

    /// As [`Lookout::deciding`], of whether it may be told that a cell was written.
    pub(crate) fn deciding_write(&self, cell: usize) -> [u8; 2] {
        let asks = |question: &Question| question.tests.is_empty() && question.cells.has(cell);
        if self.cells.has(cell) || self.questions.iter().any(asks) {
            return TOLD;
        }
        self.deciding_of(&|question| question.cells.has(cell))
    }

    /// From which to which of all tests those of some questions are, if no other one stands between.
    fn deciding_of(&self, is_meant: &dyn Fn(&Question) -> bool) -> [u8; 2] {
        let is_asked = |question: &&Question| is_meant(question);
        let before = self.questions.iter().take_while(|question| !is_asked(question)).count();
        let here = || self.questions[before..].iter().take_while(is_asked);
        let all = self.questions.iter().filter(is_asked).count();
        if here().count() != all {
            return [0; 2];
        }
        let tests = |question: &Question| question.tests.len();
        let first: usize = self.questions[..before].iter().map(tests).sum();
        let ends = [first, first + here().map(tests).sum::<usize>()];
        // So many cannot be numbered.
        if ends[1] > usize::from(u8::MAX) { [0; 2] } else { ends.map(|end| end as u8) }
    }

    /// Whether it is told before every order at a place that it may be told before, whatever the tests
    /// say.
    pub(crate) fn is_always_told(&self, place: usize) -> bool {
        let asks = |question: &Question| question.tests.is_empty() && question.places.has(place);
        self.places.has(place) || self.questions.iter().any(asks)
    }

    /// The tests of all questions.
    pub(crate) fn tests(&self) -> Vec<Asked> {
        let mut asked = Vec::new();
        for (number, Question { tests, .. }) in self.questions.iter().enumerate() {
            let next = asked.len() + tests.len();
            let last = next.wrapping_sub(1);
            for test in tests {
                // Where it fails so do the questions that follow and ask it, too.
                let later = self.questions[number + 1..].iter();
                let same = later.take_while(|question| question.tests.contains(test));
                let next = next + same.map(|question| question.tests.len()).sum::<usize>();
                // More than can be numbered are not asked one by one.
                let next = u8::try_from(next).unwrap_or(u8::MAX);
                asked.push(Asked { test: *test, is_last: asked.len() == last, next });
            }
        }
        asked
    }

    /// Whether it may be told when a cell is written.
    pub(crate) fn looks_at_cell(&self, cell: usize) -> bool {
        self.cells.has(cell) || self.questions.iter().any(|question| question.cells.has(cell))
    }

    /// Whether it may be told when a cell is written as it was.
    pub(crate) fn looks_at_every_write(&self, cell: usize) -> bool {
        let asks = |question: &Question| question.cells.has(cell) && !question.is_of_changes;
        self.cells.has(cell) || self.questions.iter().any(asks)
    }

    /// Whether it is told before the order at a place.
    #[inline(always)]
    pub(crate) fn minds_place(
        &self,
        number: usize,
        registers: &Registers,
        cells: &[Cell; FERRITE_CELLS],
    ) -> bool {
        let asks = |question: &Question| question.places.has(number) && question.holds(registers, cells);
        self.places.has(number) || self.questions.iter().any(asks)
    }

    /// Whether [`Lookout::may_mind`] hangs on what the cell holds.
    pub(crate) fn minds_content(&self, cell: usize) -> bool {
        let asks = |question: &Question| question.cells.has(cell) && question.asks_of(cell.into());
        self.questions.iter().any(asks)
    }

    /// Whether it may be told that a cell was written, which now holds this.
    #[inline(always)]
    pub(crate) fn may_mind(&self, cell: usize, new: Cell) -> bool {
        let asks = |question: &Question| question.cells.has(cell) && !question.fails_with(cell.into(), new);
        self.cells.has(cell) || self.questions.iter().any(asks)
    }

    /// Whether it is told of a change.
    pub(crate) fn minds_change(
        &self,
        change: &Change,
        registers: &Registers,
        cells: &[Cell; FERRITE_CELLS],
    ) -> bool {
        let cell = change.address.index();
        let asks = |question: &Question| {
            let is_meant = change.old != change.new || !question.is_of_changes;
            question.cells.has(cell) && is_meant && question.holds(registers, cells)
        };
        self.cells.has(cell) || self.questions.iter().any(asks)
    }
}

impl Default for Lookout {
    fn default() -> Lookout {
        Lookout::NOWHERE
    }
}

/// Between two orders of a run.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Orders done since the run began, as far as [`Probe::passed`](crate::Probe::passed) has not
    /// counted them yet.
    pub orders: u64,
    /// The time.
    pub now: Uops,
    /// The registers.
    pub registers: &'a Registers,
    /// The store.
    pub cells: &'a [Cell; FERRITE_CELLS],
}

impl Moment<'_> {
    /// The place of the next order; of a full word the left one.
    pub fn next(&self) -> Place {
        let cell = self.registers.r1;
        let is_pair = self.cells[cell.index()].marks().a();
        Place { cell, half: if is_pair { self.registers.half } else { Half::Left } }
    }
}

/// A change of a watched cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The cell.
    pub address: Address,
    /// What it held.
    pub old: Cell,
    /// What it holds.
    pub new: Cell,
}
