//! Orders as text, through SLIP's own disassembler and assembler.

use gier_word::Cell;

/// The text of a cell in SLIP's notation.
pub fn write(cell: Cell) -> String {
    gier_slip::disassemble(cell)
}

/// Reads the output of [`write()`], and any other SLIP text for one cell.
///
/// # Errors
/// Returns SLIP's message if the text is not one valid cell.
pub fn read(text: &str) -> Result<Cell, String> {
    gier_slip::parse_cell(text).map_err(|fault| fault.message)
}
