//! Warnings: orders that SLIP accepts, but that probably mean something else.

use crate::item::{Item, Statement, Word};
use crate::order_line::{ADDRESS_POSITION, OrderLine};
use gier_word::order::Class;
use gier_word::{Base, Diagnostic, FERRITE_CELLS, Span};

/// The warnings about these items.
pub fn warnings(items: &[Item]) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for item in items {
        let (Statement::Cell(word), Some(span)) = (&item.statement, &item.span) else { continue };
        match word {
            Word::Full(order) => warnings.extend(warning(order, span)),
            Word::Pair(left, right) => {
                warnings.extend(warning(left, span));
                warnings.extend(warning(right, span));
            }
            Word::Integer(..) | Word::Fraction(..) | Word::Float(..) | Word::Data(_) => {}
        }
    }
    warnings
}

/// The warning about an order, if any.
fn warning(order: &OrderLine, span: &Span) -> Option<Diagnostic> {
    let mnemonic = order.opcode.mnemonic();
    let row = order.opcode.row();
    if let [part] = &order.address[..]
        && part.position == ADDRESS_POSITION
        && let Some(address) = part.value.as_number()
    {
        // The address of a qq is a number of the program's own.
        let cells = i64::try_from(FERRITE_CELLS).ok()?;
        let fits = (-cells / 2..cells).contains(&address) || row.class == Class::None;
        return (!fits).then(|| {
            let message = format!("the address {address} has more than ten bits");
            let help = format!("it becomes {}; addresses are 0 to {}", address.rem_euclid(cells), cells - 1);
            Diagnostic::new(*span, "full", message).with_help(help).as_warning()
        });
    }
    let is_bare =
        order.address.is_empty() && order.base == Base::None && !order.indirect && !order.tail.direct;
    let needs = matches!(row.class, Class::Fetch | Class::Store);
    (is_bare && needs).then(|| {
        let message = format!("{mnemonic} has no address, so it works on cell 0");
        let help = format!("write {mnemonic} 0 if cell 0 is meant");
        Diagnostic::new(*span, "syntax", message).with_help(help).as_warning()
    })
}
