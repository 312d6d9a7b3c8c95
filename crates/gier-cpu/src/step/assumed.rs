//! Executes operations under unusual assumptions about GIER's unknown behaviour. Under such assumptions, the
//! CPU executes every order as a single step. Only the slow path uses this file.

use gier_word::arith::fixed::{self, signed40};
use gier_word::arith::float::{self, Float};
use gier_word::assumption::{
    AfterSpill, Assumptions, Clock, Divide, DivideByZero, FloatingCost, GmDirect, LLetter, MarkB,
    ModifiedHalf, Multiply, NLetter, RightShift, SpilledRegisters, UdCall, UdChain, Underflow, Unnormalised,
    UnusedOrders, WideAddress, ZeroMantissa, ZeroPlaces,
};
use gier_word::cell::MASK40;
use gier_word::order::Needs;
use gier_word::{Base, Half, IndicatorOp, Letter, Marks, Opcode, Uops, timing};

use super::{Active, Bus, Outcome};
use crate::address::{Chain, Start};
use crate::decoded::{Condition, Decoded, Form};
use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Core, place_of, signed10, ten};

/// Under the assumption `FloatingCost::Less`, a floating order costs this number of micro-operations less.
const CHEAPER: u32 = 10;
/// If the exponent of a result does not fit, the operation is done again with exponents that differ by this
/// amount. The exponent of the new result is then corrected by the same amount.
const FAR: i32 = 512;

/// Returns the condition (L or N) of an order. The assumptions can make N always false, and L always true.
/// They do so only for an order without marks whose letter is not Z, O or T.  (Q7)
pub(super) fn condition(assumed: &Assumptions, order: &Decoded) -> Condition {
    let names_nothing =
        order.marks == Marks::NONE && !matches!(order.letter, Letter::Z | Letter::O | Letter::T);
    match order.indicator {
        IndicatorOp::N
            if names_nothing && order.letter != Letter::None && assumed.n_letter == NLetter::Fails =>
        {
            Condition::Never
        }
        IndicatorOp::L if names_nothing && assumed.l_letter == LLetter::Holds => Condition::Always,
        IndicatorOp::N | IndicatorOp::L | IndicatorOp::I | IndicatorOp::M => order.condition,
    }
}

/// Whether the assumptions say that orders with unknown effect do nothing. The usual assumption is that such
/// orders stop the machine.  (Q1)
pub(super) fn executes_unknown(assumed: &Assumptions, needs: Needs) -> bool {
    assumed.unused == UnusedOrders::Nothing && matches!(needs, Needs::Unknown | Needs::Block)
}

/// Whether the assumptions allow as many nested `ud`s (execute) as the store has cells.  (Q2)
pub(super) fn follows_long_chains(assumed: &Assumptions) -> bool {
    assumed.ud_chain == UdChain::Any
}

/// Returns `chain` with the address that the modifier D uses. If the order adds a register to its address,
/// the assumptions can say that the sum has eleven bits instead of ten.  (Q13)
pub(super) fn widened(assumed: &Assumptions, start: &Start, mut chain: Chain) -> Chain {
    if assumed.wide == WideAddress::Eleven && !start.indirect && start.base != Base::None {
        let base = start.modifier(start.base, start.s, start.own);
        let t = if start.counts { signed10(start.t) } else { 0 };
        chain.wide = signed10(start.address) + t + signed10(base);
    }
    chain
}

/// How many micro-operations an order costs less under `assumed` than under the usual assumptions.  (Q75)
pub(super) fn rebate(assumed: &Assumptions, order: &Decoded) -> u32 {
    let is_modified = order.base != Base::None && !order.is_indirect() && order.form != Form::Full;
    let half = is_modified && assumed.modified_half == ModifiedHalf::Nothing;
    let floating = order.has(Decoded::FLOATING) && assumed.floating_cost == FloatingCost::Less;
    (if half { timing::MODIFICATION } else { 0 }) + if floating { CHEAPER } else { 0 }
}

/// Whether the assumptions say that the CPU executes the modifiers I, X and V after a spill. A spill is a
/// jump to cell 0 because a floating result does not fit.  (Q8)
pub(super) fn follows_spill(assumed: &Assumptions) -> bool {
    assumed.after_spill == AfterSpill::Yes
}

impl Core<'_> {
    /// Executes an operation as the assumptions say. Returns `None` if the assumptions do not concern this
    /// operation. The caller then executes the usual operation.
    pub(super) fn operate_assumed<W: Periphery, P: Probe>(
        &mut self,
        assumed: &Assumptions,
        a: &mut Active,
        w: &mut Bus<'_, W, P>,
    ) -> Option<Outcome> {
        if a.floating() {
            return self.floating_assumed(assumed, a, w);
        }
        match a.order.opcode {
            Opcode::Mk if assumed.mk != Multiply::HalfUp => {
                let c = self.operand(a, w);
                self.r = multiply(assumed.mk, self.r, self.m, c);
            }
            Opcode::Dl | Opcode::Dk => return self.divide_assumed(assumed, a, w),
            Opcode::Nk | Opcode::Nl => return self.normalise_assumed(assumed, a, w),
            Opcode::Gm if a.direct() && assumed.gm_direct != GmDirect::Twenty => {
                let (bits, ten) = (self.m, ten((self.m >> 30).cast_signed()));
                return Some(match assumed.gm_direct {
                    GmDirect::Ten => w.store_address(a, ten),
                    GmDirect::All | GmDirect::Twenty => w.store_bits(a, bits),
                });
            }
            Opcode::Hs if a.depth > 0 && assumed.ud_hs != UdCall::Ud => {
                let cell = w.store.read(a.own);
                if a.full() {
                    w.write(a.own, cell.with_increment(self.reg.s));
                }
                self.reg.s = if assumed.ud_hs == UdCall::Own { a.own } else { a.home };
                self.place = place_of(a.target(), Half::Left);
            }
            Opcode::Zl if assumed.zl == Clock::Nothing => {}
            Opcode::Zl if assumed.zl == Clock::Running => {
                self.reg.clock_from = Uops::ZERO;
                return None;
            }
            Opcode::Ac | Opcode::Sc
                if assumed.mark_b == MarkB::AddsFloating && w.store.read(a.own).marks().b() =>
            {
                let c = Float::unpack(signed40(w.read(a.address).bits()));
                let sign = if a.order.opcode == Opcode::Ac { float::Sign::Plus } else { float::Sign::Minus };
                let Ok((sum, _)) = float::add(c, sign, self.float_register()) else {
                    return Some(self.spill());
                };
                return Some(w.store_bits(a, sum.cell().bits()));
            }
            Opcode::Gc | Opcode::Pc | Opcode::Zj | Opcode::Il | Opcode::Us
                if assumed.unused == UnusedOrders::Nothing => {}
            _ => return None,
        }
        Some(Outcome::Done)
    }

    /// Executes `dl` or `dk` as the assumptions say. Returns `None` if the caller must execute the usual
    /// operation. (Q4, Q5)
    fn divide_assumed<W: Periphery, P: Probe>(
        &mut self,
        assumed: &Assumptions,
        a: &mut Active,
        w: &mut Bus<'_, W, P>,
    ) -> Option<Outcome> {
        let c =
            signed40(if a.direct() { u64::from(a.address) << 30 } else { w.store.read(a.address).bits() });
        let tail = if a.order.opcode == Opcode::Dl { self.m } else { 0 };
        let dividend = fixed::long(self.r, tail);
        let quotient = if c == 0 {
            match assumed.by_zero {
                DivideByZero::Sign => return None,
                DivideByZero::Unchanged => return Some(Outcome::Done),
                DivideByZero::Spill => return Some(self.spill()),
                DivideByZero::Zero => 0,
            }
        } else {
            quotient(assumed.division, dividend, c.into())?
        };
        let remainder = dividend - quotient * i128::from(c);
        if !a.direct() {
            self.reg.r_marks = w.read(a.address).marks();
        }
        self.r = fixed::wrap41(quotient as i64);
        self.m = remainder as u64 & MASK40;
        Some(Outcome::Done)
    }

    /// Executes `nk` or `nl` as the assumptions say. Returns `None` if the caller must execute the usual
    /// operation. (Q6)
    fn normalise_assumed<W: Periphery, P: Probe>(
        &mut self,
        assumed: &Assumptions,
        a: &mut Active,
        w: &mut Bus<'_, W, P>,
    ) -> Option<Outcome> {
        let is_long = a.order.opcode == Opcode::Nl;
        let is_zero = self.r == 0 && (!is_long || self.m & fixed::TAIL_MASK == 0);
        if is_zero {
            let places = match (assumed.zero_places, is_long) {
                (ZeroPlaces::Full, _) => return None,
                (ZeroPlaces::Less, true) => 78,
                (ZeroPlaces::Less, false) => 39,
                (ZeroPlaces::None, _) => 0,
            };
            return Some(w.store_address(a, ten(-places)));
        }
        let overflows = (self.r >> 40 ^ self.r >> 39) & 1 != 0;
        if !overflows || assumed.right_shift == RightShift::Truncate {
            return None;
        }
        if is_long {
            (self.r, self.m) = fixed::split((fixed::long(self.r, self.m) + 1) >> 1);
        } else {
            self.r = (self.r + 1) >> 1;
        }
        Some(w.store_address(a, 1))
    }

    /// Executes a floating addition, subtraction, multiplication or division as the assumptions say. Returns
    /// `None` for any other operation.  (Q8, Q14)
    fn floating_assumed<W: Periphery, P: Probe>(
        &mut self,
        assumed: &Assumptions,
        a: &mut Active,
        w: &mut Bus<'_, W, P>,
    ) -> Option<Outcome> {
        let sign = match a.order.opcode {
            Opcode::Ar => Some(float::Sign::Plus),
            Opcode::Sr => Some(float::Sign::Minus),
            Opcode::An => Some(float::Sign::Absolute),
            Opcode::Sn => Some(float::Sign::MinusAbsolute),
            Opcode::Mk | Opcode::Dk => None,
            _ => return None,
        };
        let (mut c, mut rf, mut m) = (self.float_operand(a, w), self.float_register(), self.m);
        if assumed.unnormalised == Unnormalised::First {
            let normal = |number: Float| {
                let normal = float::normalise(number.mantissa.into(), 28, number.exponent);
                normal.map_or(number, |(number, _)| number)
            };
            if !is_normal(rf) {
                rf = normal(rf);
                m = u64::from(ten(rf.exponent.into())) << 30;
            }
            c = normal(c);
        }
        let operate = |rf: Float, c: Float| match (sign, a.order.opcode) {
            (Some(sign), _) => add(assumed.zero_mantissa, rf, sign, c),
            (None, Opcode::Mk) => float::multiply(rf, c),
            (None, _) => float::divide_register(rf.mantissa, m, rf.exponent, c),
        };
        match operate(rf, c) {
            Ok((Float::ZERO, places)) if assumed.underflow == Underflow::Wraps => {
                // With exponents larger by `FAR`, the same operation does not underflow.
                let up = |number: Float| match number {
                    Float::ZERO => number,
                    _ => Float { exponent: number.exponent + FAR, ..number },
                };
                let other = if sign.is_some() { up(c) } else { c };
                let result = operate(up(rf), other).map_or(Float::ZERO, |(result, _)| match result {
                    Float::ZERO => result,
                    _ => Float { exponent: result.exponent - FAR, ..result },
                });
                Some(self.set_float(a, Ok((result, places))))
            }
            Ok(result) => Some(self.set_float(a, Ok(result))),
            Err(_) if assumed.spilled == SpilledRegisters::Keep => Some(self.spill()),
            Err(_) => {
                let down = |number: Float| Float { exponent: number.exponent - FAR, ..number };
                let lower = if sign.is_some() { down(c) } else { c };
                if let Ok((result, _)) = operate(down(rf), lower) {
                    self.put_float(Float { exponent: result.exponent + FAR, ..result });
                }
                Some(self.spill())
            }
        }
    }
}

fn is_normal(number: Float) -> bool {
    number.mantissa == 0 || fixed::significant(number.mantissa.into()) == 29
}

/// Adds two floating numbers. Under the assumption `ZeroMantissa::Aligns`, a zero with the larger exponent
/// shifts the other number right.
fn add(assumed: ZeroMantissa, a: Float, sign: float::Sign, b: Float) -> Result<(Float, u32), float::Spill> {
    let shifts = |zero: Float, other: Float| {
        zero.mantissa == 0 && zero.exponent > other.exponent && assumed == ZeroMantissa::Aligns
    };
    let shifted = |zero: Float, other: Float| Float {
        mantissa: other.mantissa >> (zero.exponent - other.exponent).min(62),
        exponent: zero.exponent,
    };
    if shifts(a, b) {
        float::add(Float::ZERO, sign, shifted(a, b))
    } else if shifts(b, a) {
        float::add(shifted(b, a), sign, Float::ZERO)
    } else {
        float::add(a, sign, b)
    }
}

/// The result of `mk`, R + M * operand, where `assumed` says how the product is rounded. `c` is the operand.
/// (Q3)
fn multiply(assumed: Multiply, r: i64, m: u64, c: i64) -> i64 {
    let product = i128::from(signed40(m)) * i128::from(c);
    let (half, down) = (1i128 << 38, product >> 39);
    let rounded = match assumed {
        Multiply::HalfUp => (product + half) >> 39,
        Multiply::Truncate => down,
        Multiply::HalfAway if product < 0 => -((half - product) >> 39),
        Multiply::HalfAway => (product + half) >> 39,
        Multiply::TowardZero if product < 0 => -(-product >> 39),
        Multiply::TowardZero => down,
    };
    fixed::wrap41(r + rounded as i64)
}

/// The quotient of a division, rounded as `assumed` says. The divisor must not be zero. Returns `None` for
/// [`Divide::Loop`], because the caller then executes the usual division.  (Q4)
fn quotient(assumed: Divide, dividend: i128, divisor: i128) -> Option<i128> {
    let truncated = dividend / divisor;
    let is_exact = truncated * divisor == dividend;
    let is_negative = (dividend < 0) != (divisor < 0);
    match assumed {
        Divide::Loop => None,
        Divide::Floor => Some(if is_exact || !is_negative { truncated } else { truncated - 1 }),
        Divide::TowardZero => Some(truncated),
        Divide::Euclid => Some(dividend.div_euclid(divisor)),
    }
}
