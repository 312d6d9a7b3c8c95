//! The registers of the CPU.  [F-REG-1]

use gier_word::arith::fixed::signed40;
pub(crate) use gier_word::arith::fixed::wrap41;
use gier_word::cell::MASK40;
use gier_word::{Address, FERRITE_CELLS, Half, Marks, Tk, Uops};
use serde::{Deserialize, Serialize};

use crate::decoded::Form;

/// A mask of ten bits, the width of an address and of the registers s, p, `in`, `by` and tk.
pub(crate) const TEN: u16 = 1023;

/// The low ten bits of a number.
#[inline(always)]
pub(crate) fn ten(number: i64) -> u16 {
    Address::from(number).number()
}

/// Ten bits as a signed number, -512..511.
pub(crate) const fn signed10(value: u16) -> i32 {
    ((value & TEN) as i32) << 22 >> 22
}

/// The low eleven bits of `wide`. Orders with the modifier D use addresses of eleven bits.
pub(crate) const fn eleven(wide: i32) -> u16 {
    wide as u16 & 2047
}

/// Eleven bits as a signed number, -1024..1023.
pub(crate) const fn signed11(value: u16) -> i32 {
    ((value & 2047) as i32) << 21 >> 21
}

/// The contents of all registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Registers {
    /// The register R: the 41 bits 00 and 0-39, as a signed number. Bit 00 is the sign, and bit 39 is the
    /// lowest bit.
    pub r: i64,
    /// The two marks of R, which the machine stores in the flip-flops R40 and R41.
    pub r_marks: Marks,
    /// Register M: 40 bits.
    pub m: u64,
    /// Register s, ten bits: the cell of the last call.
    pub s: u16,
    /// Register p, ten bits: an index register.
    pub p: u16,
    /// Register r1: the cell of the next order.
    pub r1: Address,
    /// The half of the cell r1 that holds the next order. It has a meaning only if the cell holds two orders.
    pub half: Half,
    /// The indicator (register `in`), ten bits. The bits and their values: OA/ZA 512, OB/ZB 256, TA 128,
    /// TB 64, PA 32, PB 16, QA 8, QB 4, RA 2, RB 1.
    pub indicator: u16,
    /// Register `by`, ten bits: the units selected for input and output.
    pub by: u16,
    /// Register tk: the number of the track that the next drum transfer uses.
    pub tk: Tk,
    /// The value that the next order uses instead of s, ten bits. The orders `is` and `ns` set this value.
    pub pending_s: Option<u16>,
    /// The value that the next order uses instead of t, ten bits. The orders `it` and `nt` set this value.
    pub pending_t: Option<u16>,
    /// The time at which the last order `zl` read the clock. The next `zl` returns the time that has passed
    /// since then.
    pub clock_from: Uops,
}

/// The CPU: its registers. The store and the devices are not part of this struct.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Registers", into = "Registers")]
pub struct Cpu {
    pub(crate) reg: Registers,
}

impl From<Cpu> for Registers {
    fn from(cpu: Cpu) -> Registers {
        cpu.reg
    }
}

/// Cuts off bits that do not fit in a register.
impl From<Registers> for Cpu {
    fn from(registers: Registers) -> Cpu {
        let mut cpu = Cpu::new();
        cpu.set_registers(registers);
        cpu
    }
}

impl Cpu {
    /// A CPU with all registers zero. The next order is in cell 0.
    pub fn new() -> Cpu {
        Cpu::default()
    }

    /// The present contents of all registers.
    pub const fn registers(&self) -> &Registers {
        &self.reg
    }

    /// Sets all registers. Bits that do not fit in a register are cut off.
    pub fn set_registers(&mut self, registers: Registers) {
        let ten = |value: Option<u16>| value.map(|value| value & TEN);
        self.reg = Registers {
            r: wrap41(registers.r),
            r_marks: registers.r_marks,
            m: registers.m & MASK40,
            s: registers.s & TEN,
            p: registers.p & TEN,
            r1: registers.r1,
            half: registers.half,
            indicator: registers.indicator & TEN,
            by: registers.by & TEN,
            tk: registers.tk,
            pending_s: ten(registers.pending_s),
            pending_t: ten(registers.pending_t),
            clock_from: registers.clock_from,
        };
    }

    /// Changes registers with the function `change`. Bits that do not fit in a register are cut off.
    pub fn change(&mut self, change: impl FnOnce(&mut Registers)) {
        let mut registers = self.reg;
        change(&mut registers);
        self.set_registers(registers);
    }

    /// Makes the left half of `cell` the next order. Discards the values in `pending_s` and `pending_t`.
    pub fn go_to(&mut self, cell: impl Into<Address>) {
        self.reg.r1 = cell.into();
        self.reg.half = Half::Left;
        self.reg.pending_s = None;
        self.reg.pending_t = None;
    }
}

/// The place of an order: a cell, and the half of the cell that holds the order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The cell that holds the order.
    pub cell: Address,
    /// The half of the cell that holds the order. For a full-word order, this is the left half.
    pub half: Half,
}

impl Place {
    /// The index of the place; see [`place_of`].
    pub(crate) const fn number(self) -> usize {
        place_of(self.cell.number(), self.half) as usize
    }
}

/// How many places the store has for orders: two in each cell.
pub(crate) const PLACES: usize = 2 * FERRITE_CELLS;

/// The index of a place, 0-2047: twice the address of the cell, plus one for the right half.
pub(crate) const fn place_of(cell: u16, half: Half) -> u32 {
    (cell & TEN) as u32 * 2 + matches!(half, Half::Right) as u32
}

/// The CPU while it executes orders. R, M and the place of the next order are copied from the registers.
/// Therefore a run can keep them in registers of the host.
pub(crate) struct Core<'a> {
    pub r: i64,
    pub m: u64,
    /// The index of the present order's place until step 4 of its cycle, then of the next order's, modulo
    /// [`PLACES`]; see [`place_of`].
    pub place: u32,
    /// All registers of the CPU. R, M and r1 in this field are outdated until [`Core::put_back`] is called.
    pub reg: &'a mut Registers,
}

impl Core<'_> {
    pub fn new(reg: &mut Registers) -> Core<'_> {
        Core { r: reg.r, m: reg.m, place: place_of(reg.r1.number(), reg.half), reg }
    }

    /// Writes R, M and the place of the next order back to the registers.
    pub fn put_back(&mut self) {
        self.reg.r = self.r;
        self.reg.m = self.m;
        self.reg.r1 = self.cell().into();
        self.reg.half = if self.place & 1 == 0 { Half::Left } else { Half::Right };
    }

    /// Whether the last order was `is`, `ns`, `it` or `nt`, which replace s or t for the next order.
    pub fn substituted(&self) -> bool {
        self.reg.pending_s.is_some() || self.reg.pending_t.is_some()
    }

    /// The cell of the order at `place`.
    pub const fn cell(&self) -> u16 {
        (self.place >> 1) as u16 & TEN
    }

    /// Moves `place` past an order that fills a half or a whole cell, as `form` says.
    #[inline(always)]
    pub fn advance(&mut self, form: Form) {
        if form == Form::Full {
            self.skip();
        } else {
            self.place += 1;
        }
    }

    /// Skips the next order: the right half of a cell, or the whole next cell.
    #[inline(always)]
    pub fn skip(&mut self) {
        self.place = (self.place | 1) + 1;
    }

    /// Exchanges bits 0-39 of R with M. Bit 00 becomes equal to bit 0.
    #[inline(always)]
    pub fn exchange(&mut self) {
        let r = self.r.cast_unsigned() & MASK40;
        self.r = signed40(self.m);
        self.m = r;
    }
}

/// The signals of a result: zero (Z), overflow (O) and sign (T). The conditions N and L test them, and the
/// modifier I copies them to the indicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signals {
    pub zero: bool,
    pub overflow: bool,
    pub sign: bool,
}

impl Signals {
    /// The signals of a number in R. Zero (Z) means that all 41 bits are zero. Overflow (O) means that bit 00
    /// differs from bit 0. Sign (T) is bit 00.  [F-REG-3]
    pub const fn of(r: i64) -> Signals {
        Signals { zero: r == 0, overflow: (r >> 40 ^ r >> 39) & 1 != 0, sign: r < 0 }
    }
}
