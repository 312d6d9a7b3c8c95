//! The 64 operations, in one file for each family. Each operation is a method with the order's name. Before
//! the call, the CPU checks the order's condition, computes its address, and clears R if the order has the
//! modifier n. After the call, the CPU executes the modifiers I, M, X and V.
//!
//! The files of the families do not use each other, so that each can be read alone. What several families need is
//! in this file.

mod add;
mod drum;
mod index;
mod indicator;
mod jump;
mod logic;
mod multiply;
mod shift;
mod store;
mod unit;

use gier_word::Cell;

use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Core, signed10, ten};
use crate::step::{Active, Bus, Outcome};
use gier_word::arith::fixed::signed40;
use gier_word::arith::float::{Float, Spill};

/// Shifting a ten-bit address left by this number of places moves it to the address part of a cell (bits
/// 0-9).
pub(crate) const ADDRESS_SHIFT: u32 = 30;

impl Core<'_> {
    /// The operand of an order that reads a cell: 40 bits, sign-extended. Also copies the marks of the cell
    /// to the marks of R. With the modifier D, the operand is the address in bits 0-9, and the marks of R
    /// stay.  [F-D-1]
    #[inline(always)]
    pub(crate) fn operand<W: Periphery, P: Probe>(&mut self, active: &Active, w: &mut Bus<'_, W, P>) -> i64 {
        if active.direct() {
            return i64::from(signed10(active.address)) << ADDRESS_SHIFT;
        }
        let cell = w.read(active.address);
        self.reg.r_marks = cell.marks();
        signed40(cell.bits())
    }

    /// The operand of a floating order, as a floating number.
    #[inline(always)]
    pub(crate) fn float_operand<W: Periphery, P: Probe>(
        &mut self,
        active: &Active,
        w: &mut Bus<'_, W, P>,
    ) -> Float {
        Float::unpack(self.operand(active, w))
    }

    /// The floating number in R and M: the mantissa is all of R, the exponent is bits 0-9 of M.
    #[inline(always)]
    pub(crate) fn float_register(&self) -> Float {
        Float { mantissa: self.r, exponent: signed10((self.m >> ADDRESS_SHIFT) as u16) }
    }

    /// Puts the result of a floating operation into R and M. If the exponent overflowed, jumps to cell 0
    /// instead. This jump is called a spill.  [F-FLOAT-1]
    #[inline(always)]
    pub(crate) fn set_float(&mut self, active: &mut Active, result: Result<(Float, u32), Spill>) -> Outcome {
        let Ok((number, places)) = result else { return self.spill() };
        self.put_float(number);
        active.cost += places * gier_word::timing::FLOATING_PLACE;
        Outcome::Done
    }

    /// Puts a floating number into the registers: the mantissa into R, the exponent into bits 0-9 of M.
    #[inline(always)]
    pub(crate) fn put_float(&mut self, number: Float) {
        self.r = number.mantissa;
        self.m = u64::from(ten(number.exponent.into())) << ADDRESS_SHIFT;
    }

    /// Handles an exponent overflow or a division by zero: jumps to the left half of cell 0. R and M keep the
    /// contents that they had before the operation.  [F-SPILL-1, Q8]
    #[inline(always)]
    pub(crate) fn spill(&mut self) -> Outcome {
        self.place = 0;
        Outcome::Spilled
    }
}

impl<W: Periphery, P: Probe> Bus<'_, W, P> {
    /// Replaces the 40 bits of the target cell. The marks of the cell stay.
    #[inline(always)]
    pub(crate) fn store_bits(&mut self, active: &mut Active, bits: u64) -> Outcome {
        self.store(active, |cell| cell.with_bits(bits))
    }

    /// Replaces the address part of the target cell.
    #[inline(always)]
    pub(crate) fn store_address(&mut self, active: &mut Active, value: u16) -> Outcome {
        self.store(active, |cell| cell.with_address(value))
    }

    /// Replaces the increment part of the target cell.
    #[inline(always)]
    pub(crate) fn store_increment(&mut self, active: &mut Active, value: u16) -> Outcome {
        self.store(active, |cell| cell.with_increment(value))
    }

    /// Replaces the contents of the target cell by the result of `change`.
    #[inline(always)]
    pub(crate) fn store(&mut self, active: &mut Active, change: impl FnOnce(Cell) -> Cell) -> Outcome {
        let target = active.target();
        self.write(target, change(self.store.read(target)));
        active.stored = Some(target);
        Outcome::Done
    }
}
