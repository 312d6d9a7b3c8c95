//! The notation of the test cases: see `gier_handbook::notation`.

use gier_handbook::notation;
use gier_word::Cell;

/// Reads a cell in any form of the notation.
pub fn cell(text: &str) -> Cell {
    notation::cell(text).unwrap_or_else(|| panic!("'{text}' is no cell"))
}
