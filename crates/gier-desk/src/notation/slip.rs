//! Converts orders to text and back with SLIP's disassembler and assembler.

use gier_slip::OrderLine;
use gier_word::{Cell, Order};

/// The contents of a cell in SLIP's notation.
pub fn write(cell: Cell) -> String {
    gier_slip::disassemble(cell)
}

/// One order in SLIP's notation.
pub fn write_order(order: Order) -> String {
    OrderLine::from(order).to_string()
}

/// Reads the contents of one cell from a text in SLIP's notation.
///
/// # Errors
/// Returns SLIP's message if the text is not one valid cell.
pub fn read(text: &str) -> Result<Cell, String> {
    gier_slip::parse_cell(text).map_err(|fault| fault.message)
}
