//! Questions that a run answers by itself where it is watched, so that a probe is told only when
//! its condition can hold: comparisons of registers and cells with what is known before the run.

use gier_word::arith::fixed::signed40;
use gier_word::number::float;
use gier_word::{Address, Cell, FERRITE_CELLS};

use crate::lookout::{Cells, Places};
use crate::parts::Parts;
use crate::registers::{Place, Registers};

/// What a test looks at: a register, or a cell that is known before the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// R with its sign, 41 bits.
    R,
    /// M as a signed number.
    M,
    /// s.
    S,
    /// p.
    P,
    /// r1, the cell of the next order.
    R1,
    /// The indicator.
    In,
    /// The selected units.
    By,
    /// The drum track.
    Tk,
    /// A cell as a signed number.
    Cell(Address),
    /// The cell of the next order as a signed number.
    Next,
    /// The [`rank`] of the floating number in a cell.
    Floating(Address),
    /// The rank of the floating number in the cell that stands so far behind the one to which p leads
    /// over so many links: bits 20-29 of a cell lead on.
    Local(u8, i16),
}

/// A number that is greater if the real one is, and equal if it is: how real numbers are compared by
/// tests. Nought has one sign only.
#[inline(always)]
pub const fn rank(value: f64) -> i64 {
    let bits = value.to_bits().cast_signed();
    bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed()
}

/// What tests look at: R, M and the cell of the next order may be at hand elsewhere than in the
/// registers.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub r: i64,
    pub m: u64,
    pub cell: Address,
    pub registers: &'a Registers,
    pub cells: &'a [Cell; FERRITE_CELLS],
}

impl Quantity {
    /// The whole number there. What is asked for most is found by comparisons, one by one; the rest by a
    /// jump through a table, out of line.
    #[inline(always)]
    fn value(self, scene: Scene<'_>) -> i64 {
        if matches!(self, Quantity::R) {
            scene.r
        } else if let Quantity::Cell(address) = self {
            scene.cells[address.index()].signed()
        } else if matches!(self, Quantity::P) {
            scene.registers.p.into()
        } else if matches!(self, Quantity::S) {
            scene.registers.s.into()
        } else if matches!(self, Quantity::R1) {
            scene.cell.into()
        } else {
            self.other(scene.m, scene.cell, scene.registers, scene.cells)
        }
    }

    #[inline(never)]
    fn other(self, m: u64, cell: Address, registers: &Registers, cells: &[Cell; FERRITE_CELLS]) -> i64 {
        match self {
            Quantity::M => signed40(m),
            Quantity::Next => cells[cell.index()].signed(),
            Quantity::In => registers.indicator.into(),
            Quantity::Floating(address) => rank(float(cells[address.index()])),
            Quantity::Local(links, offset) => {
                let link = |at: Address, _| Address::from(cells[at.index()].groups()[2]);
                let at = (0..links).fold(Address::from(registers.p), link) + offset;
                rank(float(cells[at.index()]))
            }
            Quantity::By => registers.by.into(),
            Quantity::Tk => registers.tk.into(),
            Quantity::R | Quantity::P | Quantity::S | Quantity::R1 | Quantity::Cell(_) => {
                unreachable!("these are found at once")
            }
        }
    }
}

/// Whether a number, some times itself, or how much that is greater than some times another one, lies in
/// a range, or outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Test {
    /// Where the number stands.
    pub quantity: Quantity,
    /// By how many places it is shifted to the right, zeros coming from the left.
    pub shift: u32,
    /// Which bits of what it is then count; -1 all.
    pub mask: i64,
    /// By what it is then multiplied; the product is to fit in 64 bits, as the difference below is.
    pub times: i64,
    /// What is then taken off it, and so many times.
    pub less: Option<(Quantity, i64)>,
    /// The least and the greatest of the range.
    pub range: (i64, i64),
    /// Whether it must lie outside.
    pub outside: bool,
}

impl Test {
    /// Whether it holds.
    #[inline(always)]
    pub(crate) fn holds_in(&self, scene: Scene<'_>) -> bool {
        let value = self.bits_of(self.quantity.value(scene));
        // Ranks may lie far apart: then only which is greater counts.
        self.takes(match self.less {
            None => value,
            Some((less, times)) => value.saturating_sub(less.value(scene).wrapping_mul(times)),
        })
    }

    /// The bits of a number that count, so many times.
    #[inline(always)]
    const fn bits_of(&self, number: i64) -> i64 {
        let bits = number.cast_unsigned() >> self.shift;
        (bits.cast_signed() & self.mask).wrapping_mul(self.times)
    }

    #[inline(always)]
    fn takes(&self, value: i64) -> bool {
        let (least, greatest) = self.range;
        (least..=greatest).contains(&value) != self.outside
    }

    /// Whether it is about one cell and nothing else.
    #[inline(always)]
    fn is_of(&self, address: Address) -> bool {
        self.less.is_none() && self.quantity == Quantity::Cell(address)
    }

    /// Whether it surely fails before the order at a place, which decides on r1.
    fn fails_at(&self, place: usize) -> bool {
        let (least, greatest) = self.range;
        let is_never = least > greatest && !self.outside;
        let r1 = (place / 2) as i64;
        let is_of_place = self.quantity == Quantity::R1 && self.less.is_none();
        is_never || is_of_place && !self.takes((r1 >> self.shift & self.mask) * self.times)
    }
}

/// Places and cells of which a probe is told only if some tests hold, all of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    pub(crate) places: Places,
    /// Before which orders it is asked at these places: those that may change one of these parts.
    parts: Parts,
    pub(crate) cells: Cells,
    /// Whether nothing is told of a cell that was written as it was.
    pub is_of_changes: bool,
    pub(crate) tests: Vec<Test>,
}

impl Question {
    /// A question about no place and no cell; without tests it is always answered by yes.
    pub fn new(tests: Vec<Test>) -> Question {
        Question { places: Places::NONE, parts: Parts::ALL, cells: Cells::NONE, is_of_changes: false, tests }
    }

    /// Asked before every order that may change one of these parts, at the end of each run, and
    /// perhaps oftener: so at the last moment of every stretch of orders over which they stay.
    pub fn everywhere(parts: Parts, tests: Vec<Test>) -> Question {
        // An order that is refused ends a run.
        Question { places: Places::ALL, parts: parts.and(Parts::GOING), ..Question::new(tests) }
    }

    /// It is asked before the order at this place; of a full word its left place counts.
    pub fn add_place(&mut self, place: Place) {
        self.places.set(place.number(), true);
    }

    /// It is asked when this cell has been written.
    pub fn add_cell(&mut self, cell: Address) {
        self.cells.set(cell.index(), true);
    }

    /// Before which orders at a place it is asked: those that may change one of these parts. None where
    /// the answer is no whatever else is the case.
    pub(crate) fn parts_at(&self, place: usize) -> Parts {
        let is_no = || self.tests.iter().any(|test| test.fails_at(place));
        if self.places.has(place) && !is_no() { self.parts } else { Parts::NONE }
    }

    /// Whether it is asked before orders that may change a cell, and not before all.
    pub(crate) fn looks_at_counting(&self) -> bool {
        self.parts.meets(Parts::CELLS) && self.parts != Parts::ALL
    }

    /// Whether the answer is surely no when this cell holds this.
    #[inline(always)]
    pub(crate) fn fails_with(&self, address: Address, cell: Cell) -> bool {
        self.tests.iter().any(|test| test.is_of(address) && !test.takes(test.bits_of(cell.signed())))
    }

    /// Whether what a cell holds may alone decide that the answer is no.
    pub(crate) fn asks_of(&self, address: Address) -> bool {
        self.tests.iter().any(|test| test.is_of(address))
    }

    /// Whether the answer is yes.
    #[inline]
    pub fn holds(&self, registers: &Registers, cells: &[Cell; FERRITE_CELLS]) -> bool {
        if self.tests.is_empty() {
            return true;
        }
        let Registers { r, m, r1: cell, .. } = *registers;
        let scene = Scene { r, m, cell, registers, cells };
        self.tests.iter().all(|test| test.holds_in(scene))
    }
}
