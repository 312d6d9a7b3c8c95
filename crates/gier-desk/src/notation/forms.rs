//! Writes and reads the contents of a register or cell in several forms.

use super::slip;
use gier_word::{Case, Cell, Marks, Symbol, number};

/// A way to write the contents of a register or cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// Four groups of ten bits, each as a decimal number, for example `6/396/0/0`.
    #[default]
    Groups,
    /// A signed whole number. Bit 39 of the cell is the lowest bit.
    Integer,
    /// A fraction x with -1 ≤ x < 1.
    Fraction,
    /// A floating number.
    Floating,
    /// The one or two orders in the cell, in the notation of the assembler SLIP.
    Order,
    /// Forty binary digits.
    Binary,
    /// Six characters of six bits each. The last six bits of the cell hold the first character.
    Text,
}

/// All forms, in the order in which a key of the panel selects them.
pub const FORMS: [Form; 7] =
    [Form::Groups, Form::Integer, Form::Fraction, Form::Floating, Form::Order, Form::Binary, Form::Text];

impl Form {
    /// Returns the next form in [`FORMS`]. After the last form, returns the first.
    pub fn next(self) -> Form {
        let place = FORMS.iter().position(|&form| form == self).expect("all forms are listed");
        FORMS[(place + 1) % FORMS.len()]
    }

    /// The name of the form, as the panel shows it.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Groups => "groups",
            Form::Integer => "integer",
            Form::Fraction => "fraction",
            Form::Floating => "floating",
            Form::Order => "order",
            Form::Binary => "binary",
            Form::Text => "text",
        }
    }

    /// Writes the contents of a cell in this form. The cell's two mark bits become a letter at the end, such
    /// as `17 a`. In [`Form::Order`], they are part of the order's notation.
    pub fn write(self, cell: Cell) -> String {
        let text = match self {
            Form::Groups => return cell.to_string(),
            Form::Order => return slip::write(cell),
            Form::Integer => cell.signed().to_string(),
            Form::Fraction => format!("{:.12}", number::fraction(cell)),
            Form::Floating => floating(number::float(cell)),
            Form::Binary => binary(cell),
            Form::Text => packed(cell),
        };
        match cell.marks().letter() {
            Some(letter) => format!("{text} {letter}"),
            None => text,
        }
    }
}

/// The bits of a cell as forty binary digits, in groups of ten.
fn binary(cell: Cell) -> String {
    cell.groups().map(|group| format!("{group:010b}")).join(" ")
}

/// The six symbols packed in a cell, in lower case. A symbol that prints nothing is shown as `·`.
fn packed(cell: Cell) -> String {
    let glyph = |place: u32| {
        let symbol = Symbol::from_bits(cell.field(34 - 6 * place, 39 - 6 * place));
        symbol.glyph(Case::Lower).unwrap_or('·')
    };
    (0..6).map(glyph).collect()
}

/// Writes a floating number in decimal. A very large or very small number has an exponent after the character
/// ⏨, for example `2.00000000⏨12`.
pub fn floating(value: f64) -> String {
    if value == 0.0 || (1e-4..1e10).contains(&value.abs()) {
        let text = format!("{value:.9}");
        return text.trim_end_matches('0').trim_end_matches('.').to_string();
    }
    format!("{value:.8e}").replace('e', "⏨")
}

/// Reads the contents of a cell from a text in one of these forms: four groups `6/396/0/0`, a whole number
/// `17`, a fraction `.5`, a floating number `f2.5` or `f1⏨3`. Also accepts binary digits `b1010`
/// (right-aligned), and an order in the notation of the assembler SLIP. A letter at the end sets the cell's
/// mark bits, for example `17 a`.
///
/// # Errors
/// Returns a message that explains what is wrong with the text.
pub fn read_cell(text: &str) -> Result<Cell, String> {
    let text = text.trim();
    if text.contains('/') {
        return text.parse().map_err(|error: gier_word::cell::NotACell| error.to_string());
    }
    let (body, marks) = split_marks(text);
    let cell = if body.starts_with(NUMBER) {
        read_number(body)?
    } else if let Some(value) = body.strip_prefix('f').filter(|rest| rest.starts_with(NUMBER)) {
        decimal("_f", value).map_err(|_| format!("{body} is outside GIER's floating numbers"))?
    } else if let Some(digits) = body.strip_prefix('b').filter(|rest| is_binary(rest)) {
        let digits: String = digits.split(' ').collect();
        Cell::new(u64::from_str_radix(&digits, 2).map_err(|_| too_long(body))?, Marks::NONE)
    } else {
        return slip::read(text).map_err(|error| {
            format!("{error}; type an order as SLIP writes it, 6/396/0/0, 17, .5, f2.5 or b1010")
        });
    };
    Ok(cell.with_marks(marks.unwrap_or(Marks::NONE)))
}

/// Splits a text such as `17 a` into `17` and the mark bits that the letter `a` stands for. If the text does
/// not end with a letter for mark bits, returns the whole text and `None`.
fn split_marks(text: &str) -> (&str, Option<Marks>) {
    let Some((body, letter)) = text.rsplit_once(' ') else { return (text, None) };
    match letter.parse().ok().and_then(Marks::from_letter) {
        Some(marks) => (body.trim_end(), Some(marks)),
        None => (text, None),
    }
}

/// The characters with which a number can begin.
const NUMBER: [char; 13] = ['.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '-', '+'];

fn is_binary(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().all(|digit| matches!(digit, '0' | '1' | ' '))
}

fn too_long(text: &str) -> String {
    format!("{text} has more than forty digits")
}

/// Converts a number that has a point or a power of ten. SLIP's assembler does the conversion. `kind` is a
/// directive of SLIP: `_m` for a fraction, `_f` for a floating number.
fn decimal(kind: &str, text: &str) -> Result<Cell, String> {
    slip::read(&format!("{kind} {}", text.trim_start_matches('+').replace(['⏨', 'e'], "'")))
}

fn read_number(text: &str) -> Result<Cell, String> {
    if text.contains('.') {
        return decimal("_m", text).map_err(|_| {
            format!("{text} is no fraction (-1 to below 1); a floating number is typed f{text}")
        });
    }
    let value: i64 = text.parse().map_err(|_| format!("{text} is not a whole number"))?;
    if !(-(1i64 << 39)..1 << 40).contains(&value) {
        return Err(format!("{text} does not fit in forty bits"));
    }
    Ok(Cell::from_integer(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_cell_in_every_form() {
        let cell: Cell = "3/320/0/0 b".parse().unwrap();
        let texts: Vec<String> = FORMS.iter().map(|form| form.write(cell)).collect();
        assert_eq!(texts[0], "3/320/0/0 b");
        assert_eq!(texts[1], "3556769792 b");
        assert_eq!(texts[2], "0.006469726562 b");
        assert_eq!(texts[3], "10 b");
        assert_eq!(texts[5], "0000000011 0101000000 0000000000 0000000000 b");
    }

    #[test]
    fn typed_numbers_become_cells() {
        for (typed, cell) in [
            ("0/256/0/0", "0/256/0/0"),
            ("-1", "1023/1023/1023/1023"),
            ("17 a", "0/0/0/17 a"),
            (".5", "256/0/0/0"),
            ("f10 b", "3/320/0/0 b"),
            ("f-1", "1023/512/0/0"),
            ("b101", "0/0/0/5"),
        ] {
            assert_eq!(read_cell(typed).unwrap().to_string(), cell, "{typed}");
        }
        assert!(read_cell("1.5").unwrap_err().contains("f1.5"));
        assert!(read_cell("1099511627776").is_err());
        assert!(read_cell("").is_err());
    }

    proptest! {
        #[test]
        fn typed_text_never_panics(text: String) {
            let _ = read_cell(&text);
        }

        #[test]
        fn groups_and_integers_are_read_back(raw in 0u64..1 << 42) {
            let cell = Cell::from_raw(raw);
            prop_assert_eq!(read_cell(&Form::Groups.write(cell)).unwrap(), cell);
            prop_assert_eq!(read_cell(&Form::Integer.write(cell)).unwrap(), cell);
        }
    }
}
