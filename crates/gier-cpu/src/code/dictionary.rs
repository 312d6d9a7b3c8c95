//! A cache of decoded orders. Programs often load the same orders into the store again. The cache then saves
//! the second decoding.

use gier_word::{Cell, Half};

use super::kind::Kind;
use crate::budget::charge;
use crate::decoded::{Decoded, decode};
use gier_word::timing;

/// Returns the number that the fast path subtracts from its [`Budget`](crate::budget::Budget) for an order.
/// Some costs depend on the execution, such as those of indirect addresses or of a long shift. The fast path
/// subtracts them later.
pub(crate) const fn charge_of(order: &Decoded) -> i64 {
    charge(order.cost_alone() + timing::END)
}

/// How many orders the cache can hold. Each slot holds one order.
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 10;
/// The key of a slot that holds no order.
const NO_KEY: u32 = u32::MAX;
/// A mask of the bits 20-39 of a full word, its lower half. They hold the operation and the modifiers.
const LOW: u64 = (1 << 20) - 1;
/// A mask of the ten bits that hold the operation and the modifiers of a half-word order.
const OPERATION: u64 = (1 << 10) - 1;

/// An entry of the cache: a decoded order. Its [`Kind`]s select the code that executes it. All orders with
/// the same key use this entry, whatever their address and increment.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    key: u32,
    order: Decoded,
    /// The four kinds that [`Kind::of`] returns for the order. A kind selects the code to execute.
    pub kinds: [Kind; 4],
    /// The number that the fast path subtracts from its budget for the order, from [`charge_of`].
    pub charge: i64,
}

/// The cache. Each slot holds one order; a newer order replaces an older one.
pub(crate) struct Dictionary([Entry; SLOTS]);

impl Dictionary {
    pub const EMPTY: Dictionary =
        Dictionary([Entry { key: NO_KEY, order: Decoded::QQ, kinds: [Kind::Whole; 4], charge: 0 }; SLOTS]);

    /// Returns the order in one half of a cell, or in the whole cell, and its entry in the cache. Decodes the
    /// order if it is not in the cache.
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
        Entry { key, order, kinds: Kind::of(&order), charge: charge_of(&order) }
    }
}

/// The key of an order in the cache. It contains all bits of the order except address and increment. It also
/// says whether the increment is zero. Orders with the same key differ only in [`Decoded::address`] and
/// [`Decoded::t`].
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

/// The index of the slot for an order with this key, computed by multiplicative hashing.
fn slot_of(key: u32) -> usize {
    (key.wrapping_mul(0x9E37_79B1) >> (u32::BITS - SLOT_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::Marks;
    use proptest::prelude::*;

    proptest! {
        /// Tests that a lookup returns the order in the given cell, even if the cache entry was made for
        /// another cell. The cells have few different operations and modifiers, so that many lookups find an
        /// entry.
        #[test]
        fn a_lookup_gives_the_decoded_order(cells in prop::collection::vec((any::<u64>(), 0u64..3, 0u64..3, 0u8..4), 1..200)) {
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
