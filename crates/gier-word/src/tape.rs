//! Eight-hole paper tape. Each row has seven holes for a symbol and one parity hole, which makes the number
//! of holes odd.  [F-TAPE-1]

use crate::symbol::Symbol;
use bitvec::prelude::*;
use serde::{Deserialize, Serialize};

/// One row of holes across the tape. Bits 0-3 are the lowest four bits of the symbol's code. Bit 4 is the
/// parity hole. Bits 5-7 are the highest three bits of the code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Row(pub u8);

/// The index of the parity hole's bit in a row.
const PARITY: usize = 4;

impl Row {
    /// A row without holes, which the reader skips.
    pub const BLANK: Row = Row(0);

    /// The row for a symbol, with odd parity.
    pub fn new(symbol: Symbol) -> Row {
        let code = symbol.code();
        let mut row = code & 15 | (code & 0x70) << 1;
        let parity = row.view_bits::<Lsb0>().count_ones() % 2 == 0;
        row.view_bits_mut::<Lsb0>().set(PARITY, parity);
        Row(row)
    }

    /// The row with wrong parity, as a worn punch makes it. If the number of holes is odd, the parity hole is
    /// changed, so that the number becomes even.
    pub const fn with_wrong_parity(self) -> Row {
        let parity = 1 << PARITY;
        Row(if self.0.count_ones() % 2 == 1 { self.0 ^ parity } else { self.0 })
    }

    /// The symbol of the row. The parity hole is ignored.
    pub const fn symbol(self) -> Symbol {
        Symbol::new(self.0 & 15 | self.0 >> 1 & 0x70)
    }

    /// Whether the number of holes is odd, which is the right parity.
    pub fn parity_is_right(self) -> bool {
        self.0.view_bits::<Lsb0>().count_ones() % 2 == 1
    }

    /// Whether the row has no holes at all.
    pub const fn is_blank(self) -> bool {
        self.0 == 0
    }
}

/// Punches symbols on a tape, with the right parity.
pub fn punch(symbols: impl IntoIterator<Item = Symbol>) -> Vec<Row> {
    symbols.into_iter().map(Row::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected bytes are from the museum's tapes.
    #[test]
    fn known_rows() {
        for (code, byte) in [(0, 0x10), (1, 0x01), (127, 0xEF)] {
            assert_eq!(Row::new(Symbol::new(code)), Row(byte));
        }
        assert!(!Row(0xFF).parity_is_right());
        assert_eq!(Row(0xFF).symbol(), Symbol::ALL_HOLES);
    }

    #[test]
    fn every_symbol_is_read_as_it_was_punched() {
        for code in 0..128 {
            let row = Row::new(Symbol::new(code));
            assert!(row.parity_is_right() && !row.is_blank());
            assert_eq!(row.symbol().code(), code);
        }
    }
}
