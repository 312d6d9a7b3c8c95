//! Orders as text, through SLIP's own disassembler and assembler.

use gier_word::Cell;

/// The cell as SLIP writes it.
pub fn write(cell: Cell) -> String {
    gier_slip::disassemble(cell)
}

/// Reads what [`write()`] writes, and any other text of SLIP that makes one cell.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<Cell, String> {
    gier_slip::parse_cell(text).map_err(|fault| fault.message)
}
