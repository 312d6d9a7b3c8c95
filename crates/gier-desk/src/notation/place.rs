//! Reads and writes the place of an order: its cell, and the half of this cell. `41` is the left half or the
//! whole of cell 41, and `41r` is its right half.

use gier_machine::{Machine, Place};
use gier_word::{Address, Half};

/// Returns the cell and the half of the next order. If the order fills the cell, returns the left half.
pub fn next(machine: &Machine) -> Place {
    let registers = machine.cpu().registers();
    normal(registers.r1, registers.half, machine.ferrite().read(registers.r1).marks().a())
}

/// Returns the place of an order: its cell and its half of the cell. If `is_pair` is false, one order fills
/// the whole cell, and the result has the left half instead of `half`.
pub fn normal(cell: Address, half: Half, is_pair: bool) -> Place {
    Place { cell, half: if is_pair { half } else { Half::Left } }
}

/// Writes the cell and the half of an order: `41` for the left half of cell 41, `41r` for the right half.
pub fn write(place: Place) -> String {
    match place.half {
        Half::Left => place.cell.to_string(),
        Half::Right => format!("{}r", place.cell),
    }
}

/// Reads the cell and the half of an order in the notation of [`write()`], for example `41r`.
///
/// # Errors
/// Returns a message that explains what you can type instead.
pub fn read(text: &str) -> Result<Place, String> {
    let text = text.trim();
    let (digits, half) = match text.strip_suffix('r') {
        Some(digits) => (digits, Half::Right),
        None => (text, Half::Left),
    };
    match digits.parse() {
        Ok(cell) => Ok(Place { cell, half }),
        Err(_) => {
            Err(format!("'{text}' is not a cell; type 0-1023, and an r after it for the right half (41r)"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_and_written() {
        for text in ["0", "41", "1023r"] {
            assert_eq!(write(read(text).unwrap()), text);
        }
        for wrong in ["", "r", "1024", "-1", "4x"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
