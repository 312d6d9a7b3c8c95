//! The indicator operations of a full word: the conditions N and L before the order, I and M
//! after it.  [F-COND-1]

use gier_word::{IndicatorOp, Letter, Marks, Tail};

use super::{Active, Wiring};
use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Cpu, Signals};

/// The shift that brings the two indicator bits of a letter to the lowest places.
const fn place(letter: Letter) -> Option<u32> {
    match letter {
        Letter::Z | Letter::O => Some(8),
        Letter::T => Some(6),
        Letter::P => Some(4),
        Letter::Q => Some(2),
        Letter::R => Some(0),
        Letter::None | Letter::K => None,
    }
}

impl Cpu {
    /// Whether an order with this tail is done at all.
    pub(super) fn condition_holds(&self, tail: &Tail, world: &impl Periphery) -> bool {
        let negated = match tail.indicator {
            IndicatorOp::I | IndicatorOp::M => return true,
            IndicatorOp::N => true,
            IndicatorOp::L => false,
        };
        self.condition(negated, tail.letter, tail.marks, world)
    }

    /// The condition `N` (negated) or `L` with a letter and marks.
    ///
    /// With marks: `L` wants every bit named to be one, `N` every bit named to be zero. Without:
    /// the live signals Z, O and T; for anything else `N` holds and `L` does not.  (Q7)
    #[inline]
    pub(crate) fn condition(
        &self,
        negated: bool,
        letter: Letter,
        marks: Marks,
        world: &impl Periphery,
    ) -> bool {
        if marks == Marks::NONE {
            let signals = Signals::of(self.reg.r);
            let signal = match letter {
                Letter::Z => signals.zero,
                Letter::O => signals.overflow,
                Letter::T => signals.sign,
                Letter::None | Letter::K | Letter::P | Letter::Q | Letter::R => false,
            };
            return signal != negated;
        }
        let wanted = marks.bits();
        let present = self.pair(letter, world) & wanted;
        if negated { present == 0 } else { present == wanted }
    }

    /// The two bits that a letter names: the marks of R, the keys, or indicator bits.
    fn pair(&self, letter: Letter, world: &impl Periphery) -> u8 {
        match place(letter) {
            Some(shift) => (self.reg.indicator >> shift) as u8 & 3,
            None if letter == Letter::K => {
                let (ka, kb) = world.keys();
                Marks::new(ka, kb).bits()
            }
            None => self.reg.r_marks.bits(),
        }
    }

    /// I and M, after the operation and before X.
    pub(super) fn set_indicator_or_marks<W: Periphery, P: Probe>(
        &mut self,
        active: &Active,
        wiring: &mut Wiring<'_, W, P>,
    ) {
        match active.tail.indicator {
            IndicatorOp::I => {
                let signals = active.signals.unwrap_or(Signals::of(self.reg.r));
                self.set_indicator(active.tail.letter, active.tail.marks, signals);
            }
            IndicatorOp::M => {
                let marks = self.marks_for(active.tail.letter, active.tail.marks, wiring.world);
                if let Some(address) = active.stored {
                    let cell = wiring.ferrite.read(address);
                    wiring.write(address, cell.with_marks(marks));
                }
            }
            IndicatorOp::N | IndicatorOp::L => {}
        }
    }

    /// I: signals or marks of R to the bits named; with K p and in change places.  [F-IND-1]
    pub(crate) fn set_indicator(&mut self, letter: Letter, named: Marks, signals: Signals) {
        if letter == Letter::K {
            (self.reg.p, self.reg.indicator) = (self.reg.indicator, self.reg.p);
            return;
        }
        let Some(shift) = place(letter) else { return };
        let both = |signal: bool| if signal { 3 } else { 0 };
        let value = match letter {
            Letter::Z => both(signals.zero),
            Letter::O => both(signals.overflow),
            Letter::T => both(signals.sign),
            _ => self.reg.r_marks.bits(),
        };
        let named = u16::from(named.bits());
        self.reg.indicator = self.reg.indicator & !(named << shift) | (u16::from(value) & named) << shift;
    }

    /// M: the marks for the cell stored; without a letter R's marks both become one.  [F-MARK-1]
    pub(crate) fn marks_for(&mut self, letter: Letter, named: Marks, world: &impl Periphery) -> Marks {
        if letter == Letter::None {
            self.reg.r_marks = Marks::C;
            return named;
        }
        Marks::from_bits(named.bits() & self.pair(letter, world))
    }
}
