//! Converts the parsed contents of a cell (a [`Word`]) to bits. A name in an address can get its value later.

use crate::assemble::Assembler;
use crate::constant;
use crate::item::{Symbol, Word};
use crate::order_line::{AddressPart, OrderLine};
use crate::scope::{Field, Use};
use crate::slot::{fixed, placed, to_right};
use gier_word::codec::Content;
use gier_word::{Base, Cell, Marks};

/// What fits into a cell.
const WHOLE: &str =
    "a cell holds a fraction below 1 or a whole number below 549755813888; _f begins floating-point numbers";

impl Assembler {
    /// Assembles one cell.
    pub(crate) fn word(&mut self, number: usize, word: &Word) {
        let here = self.point.here;
        let slot = match word {
            Word::Full(order) => {
                let slot = self.slot(number, Content::Full(fixed(order, true)).encode());
                self.parts(slot, Field::Word, order, &order.address, here);
                let increment = &order.tail.increment;
                self.parts(slot, Field::Right, &OrderLine::default(), increment, here);
                self.second(slot, !increment.is_empty());
                return;
            }
            Word::Pair(left, right) => {
                let floating = left.floating || right.floating;
                let cell = Content::Pair(fixed(left, false), fixed(right, false)).encode();
                let slot = self.slot(number, cell.with_marks(Marks::new(true, floating)));
                if !left.fits_half() || !right.fits_half() {
                    self.fault(
                        "syntax",
                        "a half word has no t, X, V, D or indicator letters".to_string(),
                        None,
                    );
                }
                self.parts(slot, Field::Word, left, &left.address, here);
                self.parts(slot, Field::Right, right, &right.address, here);
                self.second(slot, right.base != Base::None || right.indirect || !right.address.is_empty());
                return;
            }
            Word::Integer(value, marks) => marked(constant::integer(*value), *marks, value),
            Word::Fraction(value, marks) => marked(constant::fraction(value), *marks, value),
            Word::Float(value, marks) => marked(constant::floating(value), *marks, value),
            Word::Data(cell) => Ok(*cell),
        };
        match slot {
            Ok(cell) => {
                self.slot(number, cell);
            }
            Err(value) => {
                self.fault("syntax", format!("{value} does not fit into a cell"), Some(WHOLE));
                self.slot(number, Cell::ZERO);
            }
        }
    }

    /// Reserves bits 10-19 of a cell for a second address, if the cell has one (`given`).
    fn second(&mut self, cell: usize, given: bool) {
        if let Some(slot) = self.slots.get_mut(cell).filter(|_| given) {
            slot.set_second();
        }
    }

    /// Adds the parts of an address to `field` of the cell. If the order has base r, a name means the
    /// distance from the order's own cell to the name. The symbols `i`, `j` and `k` keep their values.
    /// [F-SLIP-2]
    fn parts(&mut self, cell: usize, field: Field, order: &OrderLine, parts: &[AddressPart], here: i64) {
        let alone = matches!(parts, [part] if part.value.constant == 0 && part.value.terms.len() == 1);
        let to_right = match field {
            _ if !alone => 0,
            Field::Word => to_right(order.opcode) << 10,
            Field::Right => to_right(order.opcode),
        };
        for part in parts {
            let position = part.position;
            let mut constant = part.value.constant;
            for (factor, symbol) in &part.value.terms {
                // `-3a1` is the negative of the address a1 + 3.
                let belongs = part.value.terms.len() == 1 && factor.abs() == 1;
                let offset = if belongs { std::mem::take(&mut constant).wrapping_mul(*factor) } else { 0 };
                let is_name = matches!(symbol, Symbol::Name(_));
                let origin = if order.base == Base::R && is_name { here } else { 0 };
                let (factor, span) = (*factor, self.span);
                let waiting = Use { cell, field, factor, position, offset, origin, to_right, span };
                match (self.symbol_at(symbol, here), symbol) {
                    (Some(value), _) => self.put_in(&waiting, value),
                    (None, Symbol::Name(name)) => self.scope.wait(name, waiting),
                    (None, _) => {}
                }
            }
            self.add(cell, field, placed(position, constant));
        }
    }

    /// Returns the value of a symbol in the order with the run-time address `here`. The field `point` is
    /// already at the next cell. The function therefore moves it back while it computes the value.
    fn symbol_at(&mut self, symbol: &Symbol, here: i64) -> Option<i64> {
        let counted = self.point;
        self.point.move_to(here);
        let value = self.symbol(symbol);
        self.point = counted;
        value
    }
}

/// Adds the marks to a constant. If the constant does not fit into a cell, returns its text for an error
/// message.
fn marked(cell: Option<Cell>, marks: Marks, text: &impl ToString) -> Result<Cell, String> {
    cell.map(|cell| cell.with_marks(marks)).ok_or_else(|| told(&text.to_string()))
}

/// Returns a number as text for a message. If the number has too many digits, returns “a number with so many
/// digits” instead.
pub(crate) fn told(number: &str) -> String {
    match number.trim_start_matches('-').parse::<i64>() {
        Ok(value) if value != i64::MAX => number.to_string(),
        Ok(_) => "a number with so many digits".to_string(),
        Err(_) if number.len() > LONGEST_TOLD => "a number with so many digits".to_string(),
        Err(_) => number.to_string(),
    }
}

/// The length in characters of the longest number that a message shows.
const LONGEST_TOLD: usize = 40;
