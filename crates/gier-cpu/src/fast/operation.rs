//! The operations that the fast core does itself. Their meaning is in `orders`; the arithmetic
//! is the same.

use gier_word::Opcode;
use gier_word::cell::MASK40;

use super::decoded::Quick;
use super::{Place, Store, skipped};
use crate::arith::fixed;
use crate::orders::ADDRESS_SHIFT;
use crate::registers::{Cpu, TEN, signed10, wrap41};
use crate::timing;

/// Whether [`Cpu::operation`] has the order.
pub(crate) const fn knows(opcode: Opcode) -> bool {
    use Opcode::*;
    !matches!(
        opcode,
        Zq | Nk | Nl | Dk | Hk | Il | Us | Gg | Gc | Pc | Vy | Lk | Sk | Gk | Vk | Zj | Sy | Ly | Zl | Ud
    )
}

impl Cpu {
    /// The operation; returns the place of the next order.
    #[inline(always)]
    pub(super) fn operation(
        &mut self,
        quick: &Quick,
        place: Place,
        store: &mut Store<'_>,
        pc: u32,
        next: u32,
        cost: &mut u32,
    ) -> u32 {
        use Opcode::*;
        match quick.opcode {
            Ar | Sr | An | Sn | Mb | Ab | Mt | Mk | Ml | Dl | Cm | Pm => {
                self.quick_fetch(quick, place, store, next, cost)
            }
            Ac | Sc | Gr | Gm | Ga | Gt | Gi | Gp | Gs | Pa | Pt => {
                self.quick_store(quick, place, store);
                next
            }
            Tl | Ck | Cl | Tk => {
                self.quick_shift(quick, place, cost);
                next
            }
            Hv => u32::from(place.address) * 2,
            Hh => u32::from(place.address) * 2 + 1,
            Hs => self.quick_call(quick, place, store, pc),
            Hr => {
                self.reg.s = store.read(self.reg.s).increment();
                u32::from(place.address) * 2
            }
            _ => self.quick_number(quick, place, next),
        }
    }

    #[inline(always)]
    fn quick_fetch(
        &mut self,
        quick: &Quick,
        place: Place,
        store: &Store<'_>,
        next: u32,
        cost: &mut u32,
    ) -> u32 {
        use Opcode::*;
        let c = if quick.has(Quick::DIRECT) {
            let sums = matches!(quick.opcode, Ar | Sr | An | Sn);
            i64::from(if sums { place.wide } else { signed10(place.address) }) << ADDRESS_SHIFT
        } else {
            let cell = store.read(place.address);
            self.reg.r_marks = cell.marks();
            fixed::signed40(cell.bits())
        };
        let reg = &mut self.reg;
        match quick.opcode {
            Ar => reg.r = wrap41(reg.r + c),
            Sr => reg.r = wrap41(reg.r - c),
            An => reg.r = wrap41(reg.r + c.abs()),
            Sn => reg.r = wrap41(reg.r - c.abs()),
            Mb => reg.r &= c,
            Ab => reg.r |= c,
            Mt if c < 0 => reg.r = wrap41(-reg.r),
            Mk => reg.r = fixed::multiply_rounded(reg.r, reg.m, c),
            Ml => (reg.r, reg.m) = fixed::multiply_long(reg.r, reg.m, c),
            Dl => *cost += self.quick_divide(c),
            Cm if (reg.r ^ c) as u64 & reg.m == 0 => return skipped(next),
            Pm => reg.m = c as u64 & MASK40,
            _ => {}
        }
        next
    }

    /// `dl`; returns what it costs more for its remainder.
    fn quick_divide(&mut self, c: i64) -> u32 {
        let (r, m, division) = fixed::divide_long(self.reg.r, self.reg.m, c);
        (self.reg.r, self.reg.m) = (r, m);
        if division.remainder == 0 {
            0
        } else if division.ended_negative {
            timing::REMAINDER + timing::REMAINDER_NEGATIVE
        } else {
            timing::REMAINDER
        }
    }

    #[inline(always)]
    fn quick_store(&mut self, quick: &Quick, place: Place, store: &mut Store<'_>) {
        use Opcode::*;
        let reg = &mut self.reg;
        let address = place.address;
        match quick.opcode {
            Gr => store.write(address, store.read(address).with_bits(reg.r as u64)),
            Gm => store.write(address, store.read(address).with_bits(reg.m)),
            Ga => store.write_address(address, (reg.r >> ADDRESS_SHIFT) as u16 & TEN),
            Gi => store.write_address(address, reg.indicator),
            Gp => store.write_address(address, reg.p),
            Gs => store.write_address(address, reg.s),
            Pa => store.write_address(address, place.t),
            Gt => store.write(address, store.read(address).with_increment((reg.r >> 20) as u16 & TEN)),
            Pt => store.write(address, store.read(address).with_increment(place.t)),
            _ => {
                let cell = store.read(address);
                reg.r_marks = cell.marks();
                let r = if quick.opcode == Ac { reg.r } else { -reg.r };
                store.write(address, cell.with_bits((fixed::signed40(cell.bits()) + r) as u64));
            }
        }
    }

    #[inline(always)]
    fn quick_shift(&mut self, quick: &Quick, place: Place, cost: &mut u32) {
        let places = signed10(place.address);
        *cost += timing::shift(quick.opcode, places.unsigned_abs());
        let reg = &mut self.reg;
        match quick.opcode {
            Opcode::Tk => reg.r = fixed::shift_rounded(reg.r, places),
            Opcode::Ck => reg.r = fixed::rotate(reg.r, places),
            Opcode::Tl => (reg.r, reg.m) = fixed::shift_long(reg.r, reg.m, places),
            _ => (reg.r, reg.m) = fixed::rotate_long(reg.r, reg.m, places),
        }
    }

    #[inline(always)]
    fn quick_call(&mut self, quick: &Quick, place: Place, store: &mut Store<'_>, pc: u32) -> u32 {
        let own = (pc >> 1) as u16;
        if quick.has(Quick::FULL) {
            store.write_saved(own, self.reg.s);
        }
        self.reg.s = own;
        u32::from(place.address) * 2
    }

    #[inline(always)]
    fn quick_number(&mut self, quick: &Quick, place: Place, next: u32) -> u32 {
        use Opcode::*;
        let address = place.address;
        let reg = &mut self.reg;
        let head = (reg.r >> ADDRESS_SHIFT) as u16 & TEN;
        match quick.opcode {
            Ps => reg.s = address,
            Pp => reg.p = address,
            Is => reg.pending_s = Some(address),
            Ns => reg.pending_s = Some(address.wrapping_neg() & TEN),
            It => reg.pending_t = Some(address),
            Nt => reg.pending_t = Some(address.wrapping_neg() & TEN),
            Pi => reg.indicator = (reg.indicator & place.t | address & !place.t) & TEN,
            Xr => self.exchange(),
            Ca if head != address => return skipped(next),
            Nc if head == address => return skipped(next),
            Bs | Bt if signed10(address) <= signed10(place.t) => return skipped(next),
            _ => {}
        }
        next
    }
}
