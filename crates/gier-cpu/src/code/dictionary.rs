//! Orders by their bits. Programs bring the same orders to the store again and again, from the drum
//! or by their own hand; what was decoded once is found here and need not be decoded anew.

use gier_word::{Cell, Half};

use super::kind::Kind;
use crate::budget::charge;
use crate::decoded::{Decoded, Form, decode};
use gier_word::timing;

/// The charge for an order, without an indirect chain and without what its operands add.
pub(crate) const fn charge_of(order: &Decoded) -> i64 {
    charge(order.cost_alone() + timing::END)
}

/// Orders that are kept, one in each slot.
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 10;
/// No order has this key.
const NO_KEY: u32 = u32::MAX;
/// The bits of a full word's operation and tail.
const LOW: u64 = (1 << 20) - 1;
/// The bits of a half word's operation.
const OPERATION: u64 = (1 << 10) - 1;

/// What the bits of an order say, address and increment aside.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    key: u32,
    order: Decoded,
    /// As [`Kind::of`].
    pub kinds: [Kind; 4],
    /// Whether it may be the first of a pair.
    pub leads: bool,
    /// As [`charge_of`].
    pub charge: i64,
}

/// The orders met last.
pub(crate) struct Dictionary([Entry; SLOTS]);

impl Dictionary {
    pub const EMPTY: Dictionary = Dictionary(
        [Entry { key: NO_KEY, order: Decoded::QQ, kinds: [Kind::Whole; 4], leads: false, charge: 0 }; SLOTS],
    );

    /// The order in one half of a cell, or in the whole of it, and what else its bits say.
    pub fn look_up(&mut self, cell: Cell, half: Half) -> (Decoded, &Entry) {
        let key = key_of(cell, half);
        let entry = &mut self.0[slot_of(key)];
        if entry.key != key {
            *entry = Entry::new(key, cell, half);
        }
        (entry.order.in_cell(cell), entry)
    }
}

impl Entry {
    #[inline(never)]
    fn new(key: u32, cell: Cell, half: Half) -> Entry {
        let (form, order) = decode(cell, half);
        let order = Decoded::new(form, &order);
        let leads = form == Form::Left && Kind::leads(&order);
        Entry { key, order, kinds: Kind::of(&order), leads, charge: charge_of(&order) }
    }
}

/// All bits on which more depends than address and increment; of the increment only whether it is
/// zero. [`Decoded`] says that nothing else does.
fn key_of(cell: Cell, half: Half) -> u32 {
    let (bits, marks) = (cell.bits(), cell.marks());
    let floating = u32::from(marks.b());
    if !marks.a() {
        let counts = u32::from(cell.increment() != 0);
        return (bits & LOW) as u32 | floating << 20 | counts << 21;
    }
    let (operation, right) = match half {
        Half::Left => (bits >> 10, 0),
        Half::Right => (bits, 1),
    };
    (operation & OPERATION) as u32 | right << 10 | floating << 20 | 1 << 22
}

/// The slot of a key: its bits well mixed.
fn slot_of(key: u32) -> usize {
    (key.wrapping_mul(0x9E37_79B1) >> (u32::BITS - SLOT_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::Marks;
    use proptest::prelude::*;

    proptest! {
        /// Few addresses and increments, so that orders are found that others left there.
        #[test]
        fn what_is_found_is_what_decoding_gives(cells in prop::collection::vec((any::<u64>(), 0u64..3, 0u64..3, 0u8..4), 1..200)) {
            let mut dictionary = Box::new(Dictionary::EMPTY);
            for (bits, address, increment, marks) in cells {
                let operations = bits & 0x3_0C_3F & LOW;
                let cell = Cell::new(address << 30 | increment << 20 | operations, Marks::from_bits(marks));
                for half in [Half::Left, Half::Right] {
                    let (found, _) = dictionary.look_up(cell, half);
                    let (form, order) = decode(cell, half);
                    let expected = Decoded::new(form, &order);
                    prop_assert_eq!(format!("{:?}", found), format!("{:?}", expected));
                }
            }
        }
    }
}
