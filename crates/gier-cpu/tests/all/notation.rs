//! The notation of the test cases: see `gier_handbook::notation`.

use gier_handbook::notation;
use gier_word::Cell;

/// Parses a cell that is written in the notation of the test cases.
pub fn cell(text: &str) -> Cell {
    notation::cell(text).unwrap_or_else(|| panic!("'{text}' is no cell"))
}
