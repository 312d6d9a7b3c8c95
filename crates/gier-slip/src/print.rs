//! Prints items as text. Parsing the text gives the original items.

use crate::item::{Destination, Expr, Head, Item, Name, Statement, Symbol, TextPart, Word};
use crate::order_line::{ADDRESS_POSITION, AddressPart, OrderLine};
use gier_word::{Base, Marks};
use std::fmt;

/// Writes the items as a SLIP text, one item on each line.
pub fn print(items: &[Item]) -> String {
    items.iter().map(print_item).collect()
}

/// Writes one item as a line of SLIP with its remark and a newline.
pub fn print_item(item: &Item) -> String {
    let statement = match &item.statement {
        Statement::Label(_) | Statement::RightLabel(_) => item.statement.to_string(),
        _ => format!("    {}", item.statement),
    };
    match &item.note {
        Some(note) => format!("{statement:<36}; {}\n", note.replace(['\n', '\r'], " ")),
        None => format!("{statement}\n"),
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Short(letter, 0) => write!(f, "{letter}"),
            Name::Short(letter, number) => write!(f, "{letter}{number}"),
            Name::Long(words) => write!(f, "{{{words}}}"),
        }
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Name(name) => write!(f, "{name}"),
            Symbol::Here => write!(f, "i"),
            Symbol::Track => write!(f, "k"),
            Symbol::CellOfTrack => write!(f, "j"),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", sum(self, ADDRESS_POSITION, true, true))
    }
}

/// Writes one part of an address. The position is written if it is not 9, as in `960.39`. `first` and `last`
/// say whether the part is the first and the last one of the address. In a part that is not the last, a plain
/// number always gets its position, as in `4.9+a1`. Otherwise it would end the address.  [F-SLIP-12]
fn sum(expr: &Expr, position: u8, mut first: bool, last: bool) -> String {
    let mut text = String::new();
    let mut term = |positive: bool, words: String, plain: bool| {
        text += match (positive, std::mem::take(&mut first)) {
            (true, true) => "",
            (true, false) => "+",
            (false, _) => "-",
        };
        text += &words;
        if position != ADDRESS_POSITION || plain && !last {
            text += &format!(".{position}");
        }
    };
    // A term with a position contains its number: `3a1.39` is the address a1 + 3, not a1.39+3.39.
    if let [(factor @ (1 | -1), symbol)] = expr.terms.as_slice()
        && position != ADDRESS_POSITION
        && expr.constant.signum() == *factor
    {
        term(*factor > 0, format!("{}{symbol}", expr.constant.unsigned_abs()), false);
        return text;
    }
    for (factor, symbol) in &expr.terms {
        for _ in 0..factor.unsigned_abs() {
            term(*factor > 0, symbol.to_string(), false);
        }
    }
    if expr.constant != 0 || expr.terms.is_empty() {
        term(expr.constant >= 0, expr.constant.unsigned_abs().to_string(), true);
    }
    text
}

fn address(parts: &[AddressPart]) -> String {
    let last = parts.len().saturating_sub(1);
    let part =
        |(number, part): (usize, &AddressPart)| sum(&part.value, part.position, number == 0, number == last);
    parts.iter().enumerate().map(part).collect()
}

impl fmt::Display for OrderLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clear = if self.clear { "n" } else { "" };
        let floating = if self.floating { "f" } else { "" };
        write!(f, "{}{clear}{floating}", self.opcode.mnemonic())?;
        let base = match self.base {
            Base::None => "",
            Base::S => "s",
            Base::R => "r",
            Base::P => "p",
        };
        let address = address(&self.address);
        let joint = if base.is_empty() || address.is_empty() || address.starts_with('-') { "" } else { "+" };
        match (self.indirect, base.is_empty() && address.is_empty()) {
            (true, _) => write!(f, " ({base}{joint}{address})")?,
            (false, false) => write!(f, " {base}{joint}{address}")?,
            (false, true) => {}
        }
        let tail = &self.tail;
        let letters = [(tail.exchange, 'X'), (tail.skip, 'V'), (tail.direct, 'D')];
        let letters: String = letters.iter().filter(|(is, _)| *is).map(|(_, letter)| letter).collect();
        if !letters.is_empty() {
            write!(f, " {letters}")?;
        }
        let operation = tail.indicator.written(tail.letter, tail.marks);
        if !operation.is_empty() {
            write!(f, " {operation}")?;
        }
        if !tail.increment.is_empty() {
            write!(f, " t {}", self::address(&tail.increment))?;
        }
        Ok(())
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |marks: Marks| marks.letter().map_or(String::new(), |letter| format!(" {letter}"));
        match self {
            Word::Full(order) => write!(f, "{order}"),
            Word::Pair(left, right) => write!(f, "{left} , {right}"),
            Word::Integer(value, marks) => write!(f, "_m {value}{}", letter(*marks)),
            Word::Fraction(value, marks) => write!(f, "_m {value}{}", letter(*marks)),
            Word::Float(value, marks) => write!(f, "_f {value}{}", letter(*marks)),
            Word::Data(cell) => write!(f, "{cell}"),
        }
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Head::Declare(letter, highest) => write!(f, "{letter}{highest}"),
            Head::Track(value) => write!(f, "k={value}"),
            Head::Here(value) => write!(f, "i={value}"),
        }
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Begin(heads) => {
                let heads: Vec<String> = heads.iter().map(Head::to_string).collect();
                write!(f, "_b {}", heads.join(", "))
            }
            Statement::End(None) => write!(f, "_e"),
            Statement::End(Some(entry)) => write!(f, "_e {entry}"),
            Statement::Place(Destination::Core(address)) => write!(f, "{{core}} {address}"),
            Statement::Place(Destination::Track { track, runs_at }) => {
                write!(f, "{{track}} {track}, {runs_at}")
            }
            Statement::Define(name, value) => write!(f, "_d {name}={value}"),
            Statement::Here(value) => write!(f, "_d i={value}"),
            Statement::Label(name) => write!(f, "{name}:"),
            Statement::RightLabel(name) => write!(f, "{name}h:"),
            Statement::Cell(word) => write!(f, "{word}"),
            Statement::Text(parts) => print_text(f, parts),
            Statement::If(condition) => write!(f, "<{condition},"),
            Statement::Else => write!(f, "*"),
            Statement::ElseAside => write!(f, ";*"),
            Statement::Fi => write!(f, ">"),
            Statement::Refuse => write!(f, ":"),
            Statement::Start(entry) => write!(f, "_u {entry}"),
            Statement::Inform(remark) => write!(f, "_i {remark}"),
            Statement::Stop => write!(f, "_s"),
            Statement::Read { area, floating } => {
                write!(f, "{} _p{area}<", if *floating { "_f" } else { "_m" })
            }
            Statement::Return => write!(f, "_l"),
        }
    }
}

fn print_text(f: &mut fmt::Formatter<'_>, parts: &[TextPart]) -> fmt::Result {
    if let [TextPart::Characters(text)] = parts {
        return write!(f, "_t{text};");
    }
    write!(f, "_k")?;
    for part in parts {
        match part {
            TextPart::Codes(codes) => {
                let codes: Vec<String> = codes.iter().map(u8::to_string).collect();
                write!(f, "{}", codes.join(","))?;
            }
            TextPart::Characters(text) => write!(f, "_t{text};")?,
        }
    }
    write!(f, ".")
}
