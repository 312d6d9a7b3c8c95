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
        Zq | Nl | Dk | Hk | Il | Us | Gg | Gc | Pc | Vy | Lk | Sk | Gk | Vk | Zj | Sy | Ly | Zl | Ud
    )
}

impl Cpu {
    /// The operation; returns the place of the next order. One match, so that an order costs
    /// one jump.
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
        let address = place.address;
        match quick.opcode {
            Ar => self.reg.r = wrap41(self.reg.r + self.summand(quick, place, store)),
            Sr => self.reg.r = wrap41(self.reg.r - self.summand(quick, place, store)),
            An => self.reg.r = wrap41(self.reg.r + self.summand(quick, place, store).abs()),
            Sn => self.reg.r = wrap41(self.reg.r - self.summand(quick, place, store).abs()),
            Mb => self.reg.r &= self.fetched(quick, place, store),
            Ab => self.reg.r |= self.fetched(quick, place, store),
            Pm => self.reg.m = self.fetched(quick, place, store) as u64 & MASK40,
            Mt | Mk | Ml | Dl => self.quick_multiply(quick, place, store, cost),
            Cm => {
                let c = self.fetched(quick, place, store);
                return pass(next, (self.reg.r ^ c) as u64 & self.reg.m == 0);
            }
            Gr => store.write(address, store.read(address).with_bits(self.reg.r as u64)),
            Gm => store.write(address, store.read(address).with_bits(self.reg.m)),
            Ga => store.write_address(address, self.head()),
            Gi => store.write_address(address, self.reg.indicator),
            Gp => store.write_address(address, self.reg.p),
            Gs => store.write_address(address, self.reg.s),
            Pa => store.write_address(address, place.t),
            Gt => store.write_increment(address, (self.reg.r >> 20) as u16 & TEN),
            Pt => store.write_increment(address, place.t),
            Ac => self.quick_add_to_cell(address, self.reg.r, store),
            Sc => self.quick_add_to_cell(address, -self.reg.r, store),
            Nk => self.quick_normalise(address, store, cost),
            Tk => self.reg.r = fixed::shift_rounded(self.reg.r, places(quick, address, cost)),
            Ck => self.reg.r = fixed::rotate(self.reg.r, places(quick, address, cost)),
            Tl | Cl => self.quick_long_shift(quick.opcode, places(quick, address, cost)),
            Hv => return u32::from(address) * 2,
            Hh => return u32::from(address) * 2 + 1,
            Hs => return self.quick_call(quick, place, store, pc),
            Hr => {
                self.reg.s = store.read(self.reg.s).increment();
                return u32::from(address) * 2;
            }
            Ps => self.reg.s = address,
            Pp => self.reg.p = address,
            Is => self.reg.pending_s = Some(address),
            Ns => self.reg.pending_s = Some(address.wrapping_neg() & TEN),
            It => self.reg.pending_t = Some(address),
            Nt => self.reg.pending_t = Some(address.wrapping_neg() & TEN),
            Pi => self.reg.indicator = (self.reg.indicator & place.t | address & !place.t) & TEN,
            Xr => self.exchange(),
            Ca => return pass(next, self.head() != address),
            Nc => return pass(next, self.head() == address),
            Bs | Bt => return pass(next, signed10(address) <= signed10(place.t)),
            _ => {}
        }
        next
    }

    /// R(0-9).
    #[inline(always)]
    fn head(&self) -> u16 {
        (self.reg.r >> ADDRESS_SHIFT) as u16 & TEN
    }

    /// The operand of a fetching order.
    #[inline(always)]
    pub(super) fn fetched(&mut self, quick: &Quick, place: Place, store: &Store<'_>) -> i64 {
        if quick.has(Quick::DIRECT) {
            return i64::from(signed10(place.address)) << ADDRESS_SHIFT;
        }
        let cell = store.read(place.address);
        self.reg.r_marks = cell.marks();
        fixed::signed40(cell.bits())
    }

    /// The operand of ar, sr, an, sn.
    #[inline(always)]
    fn summand(&mut self, quick: &Quick, place: Place, store: &Store<'_>) -> i64 {
        if quick.has(Quick::DIRECT) {
            return i64::from(place.wide) << ADDRESS_SHIFT;
        }
        self.fetched(quick, place, store)
    }

    fn quick_multiply(&mut self, quick: &Quick, place: Place, store: &Store<'_>, cost: &mut u32) {
        let c = self.fetched(quick, place, store);
        let reg = &mut self.reg;
        match quick.opcode {
            Opcode::Mk => reg.r = fixed::multiply_rounded(reg.r, reg.m, c),
            Opcode::Ml => (reg.r, reg.m) = fixed::multiply_long(reg.r, reg.m, c),
            Opcode::Dl => *cost += self.quick_divide(c),
            _ if c < 0 => reg.r = wrap41(-reg.r), // mt
            _ => {}
        }
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

    /// `ac`, `sc`.
    fn quick_add_to_cell(&mut self, address: u16, summand: i64, store: &mut Store<'_>) {
        let cell = store.read(address);
        self.reg.r_marks = cell.marks();
        store.write(address, cell.with_bits((fixed::signed40(cell.bits()) + summand) as u64));
    }

    /// `nk`.
    fn quick_normalise(&mut self, address: u16, store: &mut Store<'_>, cost: &mut u32) {
        let (r, places) = fixed::normalise(self.reg.r);
        self.reg.r = r;
        *cost += timing::shift(Opcode::Nk, places.unsigned_abs());
        store.write_address(address, places.wrapping_neg() as u16 & TEN);
    }

    /// `tl`, `cl`.
    fn quick_long_shift(&mut self, opcode: Opcode, places: i32) {
        let shift = if opcode == Opcode::Tl { fixed::shift_long } else { fixed::rotate_long };
        (self.reg.r, self.reg.m) = shift(self.reg.r, self.reg.m, places);
    }

    /// `hs`.
    fn quick_call(&mut self, quick: &Quick, place: Place, store: &mut Store<'_>, pc: u32) -> u32 {
        let own = (pc >> 1) as u16;
        if quick.has(Quick::FULL) {
            store.write_saved(own, self.reg.s);
        }
        self.reg.s = own;
        u32::from(place.address) * 2
    }
}

/// The places of a shift, paid for.
#[inline(always)]
fn places(quick: &Quick, address: u16, cost: &mut u32) -> i32 {
    let places = signed10(address);
    *cost += timing::shift(quick.opcode, places.unsigned_abs());
    places
}

/// The next place, or the one after it.
#[inline(always)]
fn pass(next: u32, skip: bool) -> u32 {
    if skip { skipped(next) } else { next }
}
