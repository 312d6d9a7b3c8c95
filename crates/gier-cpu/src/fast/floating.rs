//! The floating operations of the fast core. Their meaning is in `orders`; the arithmetic is the
//! same.

use gier_word::Opcode;

use super::decoded::Quick;
use super::{Place, Store};
use crate::arith::float::{self, Float, Sign};
use crate::orders::pack;
use crate::registers::{Cpu, signed10};
use crate::timing;

impl Cpu {
    /// The operation on RF; false if the result does not fit and the machine spills.
    pub(super) fn floating(
        &mut self,
        quick: &Quick,
        place: Place,
        store: &mut Store<'_>,
        cost: &mut u32,
    ) -> bool {
        let result = match quick.opcode {
            Opcode::Gr => {
                let cell = store.read(place.address);
                store.write(place.address, cell.with_bits(pack(self.reg.r, self.reg.m)));
                return true;
            }
            Opcode::Tk => {
                let (r, places) = float::to_fixed(self.float_register(), signed10(place.address));
                self.reg.r = r;
                *cost += places * timing::TKF_PLACE;
                return true;
            }
            Opcode::Nk => float::from_fixed(self.reg.r, signed10(place.address)),
            Opcode::Mk => float::multiply(self.float_register(), self.unpacked(quick, place, store)),
            Opcode::Dk => {
                let c = self.unpacked(quick, place, store);
                float::divide_register(self.reg.r, self.reg.m, self.float_register().exponent, c)
            }
            opcode => {
                let sign = match opcode {
                    Opcode::Ar => Sign::Plus,
                    Opcode::Sr => Sign::Minus,
                    Opcode::An => Sign::Absolute,
                    _ => Sign::MinusAbsolute,
                };
                float::add(self.float_register(), sign, self.unpacked(quick, place, store))
            }
        };
        let Ok((number, places)) = result else { return false };
        self.put_float(number);
        *cost += places * timing::FLOATING_PLACE;
        true
    }

    /// The operand as a floating number.
    fn unpacked(&mut self, quick: &Quick, place: Place, store: &Store<'_>) -> Float {
        Float::unpack(self.fetched(quick, place, store))
    }
}
