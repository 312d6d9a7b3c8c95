//! Makes a sentence that says what an order does, such as `R := R + cell 50`. The order table contains a
//! formula for each operation. This module inserts the operand, address and increment of the order into the
//! formula.

use crate::order::Order;

/// The separator before the formula of a floating order, in a row of the order table.
const FLOATING: &str = "; floating: ";
/// The separator before the formula of an order with the modifier X, in a row of the order table.
const WITH_X: &str = "; with X: ";
/// Replacements in the formula of an order that clears R first. For example, `R + ` is removed, so `R := R +
/// c` becomes `R := c`.
const CLEARED: [(&str, &str); 3] = [(" + R * 2^-39", ""), ("R + ", ""), ("R - ", "-")];

/// The texts that replace `c`, `A` and `t` in a formula of the order table.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// The operand, such as `cell 50`. For an order with the modifier D, the operand is a number.
    pub operand: &'a str,
    /// The effective address of the order.
    pub address: &'a str,
    /// The increment of the order.
    pub increment: &'a str,
}

impl Order {
    /// Says what the order does, without a full stop: `R := cell 50` for `arn 50`. The sentence leaves out
    /// the condition, the indicator operations I and M, and the modifier V. It includes the modifier X only
    /// for `mb` and `ab`.
    pub fn meaning(&self, words: &Words<'_>) -> String {
        let sentence = self.sentence();
        let sentence = if self.clear { cleared(sentence) } else { sentence.to_string() };
        let mut text = String::new();
        for piece in sentence.split_inclusive(|character: char| !character.is_ascii_alphanumeric()) {
            let (word, behind) = match piece.char_indices().last() {
                Some((last, character)) if !character.is_ascii_alphanumeric() => piece.split_at(last),
                _ => (piece, ""),
            };
            text.push_str(match word {
                "c" => words.operand,
                "A" => words.address,
                "t" => words.increment,
                other => other,
            });
            text.push_str(behind);
        }
        text
    }

    /// The formula for this order in the order table. A floating order and an order with X can have formulas
    /// of their own.
    fn sentence(&self) -> &'static str {
        let row = self.opcode.row();
        let formula = row.formula();
        let exchanges = self.tail.is_some_and(|tail| tail.exchange);
        let variant = |sign: &str, wanted: bool| match formula.split_once(sign) {
            Some((_, variant)) if wanted => Some(variant),
            Some((plain, _)) => Some(plain),
            None => None,
        };
        let floating = self.floating && row.floating.is_some();
        variant(FLOATING, floating).or_else(|| variant(WITH_X, exchanges)).unwrap_or(formula)
    }
}

/// Adapts a formula for an order that clears R first: `R := R + c` becomes `R := c`.
fn cleared(sentence: &str) -> String {
    match CLEARED.iter().find(|(term, _)| sentence.contains(term)) {
        Some((term, without)) => sentence.replacen(term, without, 1),
        None => format!("R := 0, then {}", within(sentence)),
    }
}

/// Adapts a sentence so that it can follow a comma or colon: `Jump to c` becomes `jump to c`. `RM := c` does
/// not change, because its second letter is also a capital.
pub fn within(sentence: &str) -> String {
    let mut characters = sentence.chars();
    match (characters.next(), characters.clone().next()) {
        (Some(first), Some(second)) if second.is_ascii_lowercase() => {
            [first.to_ascii_lowercase()].into_iter().chain(characters).collect()
        }
        _ => sentence.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Cell, Half, codec};

    fn meaning(cell: &str) -> String {
        let cell: Cell = cell.parse().unwrap();
        let order = match cell.marks().a() {
            true => codec::decode_half(cell, Half::Left),
            false => codec::decode_full(cell),
        };
        let address = order.address.to_string();
        order.meaning(&super::Words {
            operand: &format!("cell {address}"),
            address: &address,
            increment: &order.tail.unwrap_or_default().increment.to_string(),
        })
    }

    #[test]
    fn an_order_says_what_it_does() {
        for (cell, text) in [
            ("50/0/32/0", "R := R + cell 50"),  // ar 50
            ("50/0/40/0", "R := cell 50"),      // arn 50
            ("50/0/56/0", "R := -cell 50"),     // srn 50
            ("50/0/72/0", "R := abs(cell 50)"), // ann 50
            ("50/0/128/512", "R := the exclusive or of R and cell 50, M := R and cell 50"), // mb 50 X
            ("50/0/200/0", "RM := M * cell 50"), // mln 50
            ("50/0/336/0 b", "cell 50 := RF packed"), // grf 50
            ("50/7/512/0", "Address part of cell 50 := 7"), // pa 50 t 7
            ("50/0/896/0", "Jump to cell 50"),  // hv 50
            ("2/0/392/0", "R := 0, then R := R * 2^2"), // tkn 2
            ("50/0/952/0", "R := 0, then read a symbol to R(0-9) and to the address part of cell 50"), // lyn 50
            ("57/0/928/0", "Output the symbol 57 to the selected units"), // sy 57
        ] {
            assert_eq!(meaning(cell), text, "{cell}");
        }
    }
}
