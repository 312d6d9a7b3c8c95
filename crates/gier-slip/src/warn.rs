//! Warns about orders that SLIP accepts, but that are probably mistakes.

use crate::assembly::Assembly;
use crate::item::{Item, Statement, Word};
use crate::order_line::{ADDRESS_POSITION, OrderLine};
use crate::starter::END_CELL;
use gier_word::order::Class;
use gier_word::{Base, Diagnostic, FERRITE_CELLS, Opcode, Span};

/// Returns the warnings about these items, and about what was assembled from them if they have no faults.
pub fn warnings(items: &[Item], assembly: Option<&Assembly>) -> Vec<Diagnostic> {
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
    warnings.extend(endless(items));
    warnings.extend(unheard(items));
    warnings.extend(assembly.and_then(|assembly| misplaced(items, assembly)));
    warnings
}

/// Returns a warning if the program starts in a cell in which the text puts nothing.
fn misplaced(items: &[Item], assembly: &Assembly) -> Option<Diagnostic> {
    let (entry, first) = (assembly.entry?, assembly.made.first()?.runs_at);
    let starts = |item: &&Item| matches!(item.statement, Statement::Start(_) | Statement::End(Some(_)));
    let span = items.iter().rfind(starts)?.span?;
    let message = format!("the program starts in cell {entry}, where the text puts nothing");
    let help = format!("the first cell of the text is {first}; write _e {first} if the program starts there");
    let warning = Diagnostic::new(span, "syntax", message).with_help(help).as_warning();
    assembly.made.iter().all(|made| made.runs_at != entry).then_some(warning)
}

/// The orders of these items, without `qq`, which does nothing and usually stands for a number. Both orders of a
/// pair have its span.
fn orders(items: &[Item]) -> impl Iterator<Item = ([&OrderLine; 2], Option<Span>)> {
    items.iter().filter_map(|item| match &item.statement {
        Statement::Cell(Word::Full(order)) if order.opcode == Opcode::Qq => None,
        Statement::Cell(Word::Full(order)) => Some(([order, order], item.span)),
        Statement::Cell(Word::Pair(left, right)) => Some(([left, right], item.span)),
        _ => None,
    })
}

/// Returns a warning if a text that runs by itself types symbols, but selects no unit: they go nowhere.
fn unheard(items: &[Item]) -> Option<Diagnostic> {
    let has =
        |wanted| move |(pair, _): &([&OrderLine; 2], _)| pair.iter().any(|order| order.opcode == wanted);
    let (_, span) = orders(items).find(has(Opcode::Sy))?;
    if orders(items).any(|order| has(Opcode::Vy)(&order)) {
        return None;
    }
    let message = "sy outputs to no unit, because no order vy selects one".to_string();
    let help = "vy 16 selects the typewriter";
    Some(Diagnostic::new(span?, "syntax", message).with_help(help).as_warning())
}

/// Returns a warning if no order ends the program: there is no `zq`, no jump to the `zq` in cell 2, and the last
/// order is no jump, so that GIER goes on with what the next cells hold.
fn endless(items: &[Item]) -> Option<Diagnostic> {
    let to_the_end = |order: &OrderLine| {
        let goes_there = order.address.iter().any(|part| part.value.as_number() == Some(END_CELL.into()));
        order.opcode == Opcode::Zq || order.opcode.row().class == Class::Jump && goes_there
    };
    let mut last = None;
    for (pair, span) in orders(items) {
        if pair.iter().any(|order| to_the_end(order)) {
            return None;
        }
        last = Some((pair[1], span));
    }
    let (order, span) = last.filter(|(order, _)| order.opcode.row().class != Class::Jump)?;
    let message = "no order zq ends the program".to_string();
    let help = format!(
        "after {}, GIER goes on with what the next cells hold; write zq where the program ends",
        order.opcode.mnemonic()
    );
    Some(Diagnostic::new(span?, "syntax", message).with_help(help).as_warning())
}

/// Returns the warning about an order, if any.
fn warning(order: &OrderLine, span: &Span) -> Option<Diagnostic> {
    let mnemonic = order.opcode.mnemonic();
    let row = order.opcode.row();
    if let [part] = &order.address[..]
        && part.position == ADDRESS_POSITION
        && let Some(address) = part.value.as_number()
    {
        // An order of the class none does not use its address.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    /// Returns the warnings about a line, each with its help text.
    fn of(line: &str) -> Vec<(String, String)> {
        let (items, faults) = crate::parse(&[Source::new("a.slip", &format!("{line}\n vy 16\n zq"))]);
        assert_eq!(faults, [], "{line}");
        warnings(&items, None).into_iter().map(|told| (told.message, told.help.unwrap_or_default())).collect()
    }

    fn one(line: &str, message: &str, help: &str) {
        assert_eq!(of(line), [(message.to_string(), help.to_string())], "{line}");
    }

    /// Whether a text gets the warning that nothing ends it.
    fn is_endless(text: &str) -> bool {
        let (items, _) = crate::parse(&[Source::new("a.slip", text)]);
        endless(&items).is_some()
    }

    #[test]
    fn a_program_ends_at_zq_or_in_a_jump() {
        assert!(is_endless(" vy 16\n sy 49\n"));
        assert!(is_endless("{a}: hv {a} NZ\n sy 49\n 17\n"));
        for text in [
            " vy 16 , sy 49\n zq\n 17\n",
            "{a}: sy 49\n hv {a}\n",
            " sy 49\n hv 2\n 5\n",
            " 17\n",
            "",
            " qq 1.39\n",
        ] {
            assert!(!is_endless(text), "{text}");
        }
    }

    #[test]
    fn symbols_need_a_unit() {
        let is_warned = |text: &str| unheard(&crate::parse(&[Source::new("a.slip", text)]).0).is_some();
        assert!(is_warned(" sy 49\n zq\n"));
        for text in [" vy 16 , sy 49\n zq\n", " zq\n", " qq 49\n"] {
            assert!(!is_warned(text), "{text}");
        }
    }

    /// An address has ten bits, so it is taken modulo 1024: 99999 = 97 × 1024 + 671.
    #[test]
    fn an_address_of_more_than_ten_bits() {
        one(
            "sy 99999",
            "the address 99999 has more than ten bits",
            "it becomes 671; addresses are 0 to 1023",
        );
        one("arn 5000", "the address 5000 has more than ten bits", "it becomes 904; addresses are 0 to 1023");
        one("hv 2000", "the address 2000 has more than ten bits", "it becomes 976; addresses are 0 to 1023");
        one("qq 2000", "the address 2000 has more than ten bits", "it becomes 976; addresses are 0 to 1023");
        for line in ["hv 1023", "arn -512", "hv s1"] {
            assert_eq!(of(line), [], "{line}");
        }
    }

    #[test]
    fn an_order_without_the_address_that_it_needs() {
        one("sr", "sr has no address, so it works on cell 0", "write sr 0 if cell 0 is meant");
        for line in ["sr 0", "srn D", "hv s", "zq"] {
            assert_eq!(of(line), [], "{line}");
        }
    }
}
