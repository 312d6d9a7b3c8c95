//! Strings of ALGOL programs. A cell holds six symbols of six bits, the first symbol in bits 1-6.

use crate::{Cell, Marks, Symbol};

/// A cell holds this many symbols of a string.
const SYMBOLS: usize = 6;
/// The code that ends a string. It also fills the unused places of the last cell.
const END: u64 = 10;
/// The code of the carriage return in a string. (The carriage return's usual code needs seven bits.)
const RETURN: u64 = 63;

/// Packs a string into cells.
pub fn pack(string: &[Symbol]) -> Vec<Cell> {
    let six = |symbol: &Symbol| match u64::from(symbol.code()) {
        code if code >= 64 => RETURN,
        code => code,
    };
    let codes: Vec<u64> = string.iter().map(six).chain([END]).collect();
    let cell = |codes: &[u64]| {
        let bits = (0..SYMBOLS).fold(0, |bits, place| bits << 6 | codes.get(place).copied().unwrap_or(END));
        Cell::new(bits << 3, Marks::NONE)
    };
    codes.chunks(SYMBOLS).map(cell).collect()
}

/// Unpacks the six symbols in a cell of a string. `None` marks the end of the string.
pub fn unpack(cell: Cell) -> [Option<Symbol>; SYMBOLS] {
    std::array::from_fn(|place| {
        let first = 1 + 6 * place as u32;
        match cell.field(first, first + 5) {
            END => None,
            RETURN => Some(Symbol::CARRIAGE_RETURN),
            code => Some(Symbol::from_bits(code)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_is_unpacked_as_it_was_packed() {
        for length in 0..20_u8 {
            let string: Vec<Symbol> = (0..length).map(|number| Symbol::new(48 + number % 9)).collect();
            let string: Vec<Symbol> = string.into_iter().chain([Symbol::CARRIAGE_RETURN]).collect();
            let unpacked = pack(&string).into_iter().flat_map(unpack).map_while(|symbol| symbol);
            assert_eq!(unpacked.collect::<Vec<_>>(), string);
        }
    }

    /// The cell comes from a drum image that the compiler made. It contains the beginning of a program's
    /// string: upper case, H, E, L, L, O.
    #[test]
    fn the_first_symbol_is_in_bits_1_to_6() {
        let cell: Cell = "487/107/113/816".parse().unwrap();
        let codes = unpack(cell).map(|symbol| symbol.map(Symbol::code));
        assert_eq!(codes, [60, 56, 53, 35, 35, 38].map(Some));
    }
}
