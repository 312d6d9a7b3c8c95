//! Converts cells to SLIP (assembly language) and back. Every possible cell has a text.

use crate::assemble::assemble;
use crate::item::{Item, Word};
use crate::parse::parse;
use crate::source::Source;
use gier_word::Diagnostic;
use gier_word::{Cell, codec::Content};

/// Writes a cell as one or two orders, such as `arn (p-3) X IZA t 1` or `hv 41 , sy 64`. The text assembles
/// to the original cell.
pub fn disassemble(cell: Cell) -> String {
    word(cell).to_string()
}

/// Returns the item for a cell that contains orders.
pub fn item(cell: Cell) -> Item {
    word(cell).into()
}

fn word(cell: Cell) -> Word {
    match Content::decode(cell) {
        Content::Full(order) => Word::Full(order.into()),
        Content::Pair(left, right) => Word::Pair(left.into(), right.into()),
    }
}

/// Assembles a text written by [`disassemble`], or any other text of one cell without names.
///
/// # Errors
/// Returns the first fault of the text, or a fault if the text does not make exactly one cell.
pub fn parse_cell(text: &str) -> Result<Cell, Diagnostic> {
    let (items, faults) = parse(&[Source::new("cell", text)]);
    if let Some(fault) = faults.into_iter().next() {
        return Err(fault);
    }
    let fault = |message: String| Diagnostic::new(0..text.len(), "syntax", message);
    let assembly = assemble(&items).map_err(|faults| {
        faults.into_iter().next().unwrap_or_else(|| fault("this is not a cell".to_string()))
    })?;
    match assembly.made.as_slice() {
        [made] => Ok(made.cell),
        made => Err(fault(format!("this makes {} cells, not one", made.len()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Tests cells of the museum's binary tapes. Each must become the order that the tape's source text has.
    #[test]
    fn cells_of_real_tapes() {
        for (cell, text) in [
            ("57/1/344/32", "grn 57 M t 1"),
            ("42/42/44/564 a", "arn (42) , pi (42)"),
            ("0/0/0/355", "qq V LC"),
        ] {
            let cell: Cell = cell.parse().unwrap();
            assert_eq!(disassemble(cell), text);
            assert_eq!(parse_cell(&disassemble(cell)), Ok(cell));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn every_cell_comes_back(raw in 0u64..1 << 42) {
            let cell = Cell::from_raw(raw);
            prop_assert_eq!(parse_cell(&disassemble(cell)), Ok(cell), "{}", disassemble(cell));
            prop_assert_eq!(parse_cell(&cell.to_string()), Ok(cell));
        }
    }
}
