//! Parses the contents of a cell: orders, addresses, sums of names, numbers.

use crate::item::{Decimal, Expr, Name, Statement, Symbol, Word};
use crate::order_line::{ADDRESS_POSITION, AddressPart, OrderLine};
use crate::parse::{Parsed, Parser};
use crate::word::told;
use gier_word::{Base, Cell, IndicatorOp, Letter, Marks, Opcode};

/// The letters that can begin a short name, such as `a12`.
const NAMES: std::ops::RangeInclusive<char> = 'a'..='e';
/// The highest number in a name such as `a12`.
const NUMBER_MAX: u16 = 1023;
/// The largest power of ten. The parser replaces larger powers by this one.
const POWER_MAX: i32 = 10_000;
/// The highest bit position that SLIP accepts. In positions above 39, low bits are lost.  [F-SLIP-11]
const POSITION_MAX: u8 = 78;
/// The largest number of names in a sum.
const TERMS_MAX: usize = 100;

impl Parser {
    /// Reads digits, ignoring spaces and underlines between them.
    pub(crate) fn number(&mut self) -> Option<i64> {
        let mut value = None;
        while let Some(digit) = self.look().and_then(|char| char.to_digit(10)) {
            value = Some(value.unwrap_or(0i64).saturating_mul(10).saturating_add(i64::from(digit)));
            self.at += 1;
        }
        value
    }

    /// Reads a name: `a12`, `a` or `{words}`.
    pub(crate) fn name(&mut self) -> Option<Name> {
        match self.look()? {
            letter if NAMES.contains(&letter) => {
                self.at += 1;
                let number = self.number().unwrap_or(0);
                let number = u16::try_from(number).ok().filter(|&number| number <= NUMBER_MAX);
                number.map(|number| Name::Short(letter, number))
            }
            '{' => {
                self.at += 1;
                let mut words = String::new();
                loop {
                    match self.peek()? {
                        '}' => break,
                        '\n' | '{' => return None,
                        char => words.push(char),
                    }
                    self.at += 1;
                }
                self.at += 1;
                Some(Name::Long(words))
            }
            _ => None,
        }
    }

    fn symbol(&mut self) -> Option<Symbol> {
        match self.look()? {
            'i' => self.accept('i').then_some(Symbol::Here),
            'k' => self.accept('k').then_some(Symbol::Track),
            'j' => self.accept('j').then_some(Symbol::CellOfTrack),
            _ => self.try_to(Parser::name).map(Symbol::Name),
        }
    }

    /// Reads a term, for example `12a3`, which means a3 + 12. The number or the name can be missing, but not
    /// both.
    fn term(&mut self) -> Option<Expr> {
        let number = self.number();
        match self.symbol() {
            Some(symbol) => Some(Expr { constant: number.unwrap_or(0), terms: vec![(1, symbol)] }),
            None => number.map(Expr::number),
        }
    }

    /// Reports a fault if a number has too many digits to be read exactly.
    fn no_endless(&mut self, term: &Expr) -> Parsed<()> {
        if term.constant == i64::MAX {
            return self.fault("a number with so many digits does not fit into a cell", None);
        }
        Ok(())
    }

    fn sign(&mut self) -> Option<bool> {
        if self.accept('+') {
            Some(true)
        } else if self.accept('-') {
            Some(false)
        } else {
            None
        }
    }

    /// Reports a fault if a sum has too many names.
    fn not_too_long(&mut self, sum: &Expr) -> Parsed<()> {
        match sum.terms.len() {
            0..=TERMS_MAX => Ok(()),
            _ => self.fault(format!("the sum has more than {TERMS_MAX} names"), Some("divide it")),
        }
    }

    /// Reads a sum in which no term has a bit position.
    pub(crate) fn sum(&mut self) -> Parsed<Expr> {
        let mut sum = Expr::default();
        let mut positive = self.sign().unwrap_or(true);
        loop {
            let Some(term) = self.term() else {
                self.look();
                return match self.bare_here() {
                    Some(name) => self.bare(name),
                    None => self.fault("a number or a name is missing", None),
                };
            };
            self.no_endless(&term)?;
            let plain = term.terms.is_empty();
            sum = if positive { sum.plus(term) } else { sum.minus(term) };
            self.not_too_long(&sum)?;
            if self.look() == Some('.') {
                return self
                    .fault("a definition has no positions", Some("only the addresses of cells have them"));
            }
            let start = self.at;
            match self.sign() {
                Some(_) if plain => {
                    self.at = start;
                    return self.fault("a plain number ends a sum", Some("put the number last: a1+4"));
                }
                Some(next) => positive = next,
                None => return Ok(sum),
            }
        }
    }

    /// Reads an address, which can be empty. Each term with a bit position is a part of its own. Neighbouring
    /// terms without a position form one part. A number without name and position ends the address. In
    /// `pa 42 +57` and `pa 4+a1`, the term after it is therefore the increment.  [F-SLIP-12]
    fn parts(&mut self) -> Parsed<Vec<AddressPart>> {
        let mut parts: Vec<AddressPart> = Vec::with_capacity(1);
        let mut plain = false;
        let mut first = true;
        loop {
            let start = self.at;
            let sign = self.sign();
            if sign.is_none() && !first || plain {
                self.at = start;
                break;
            }
            let Some(mut value) = self.term() else {
                if sign.is_none() || matches!(self.look(), None | Some('\n' | ';')) {
                    break;
                }
                return self.fault("a number or a name is missing after the sign", None);
            };
            self.no_endless(&value)?;
            plain = value.terms.is_empty();
            if sign == Some(false) {
                value = Expr::default().minus(value);
            }
            let position = self.position()?;
            plain &= position.is_none();
            let position = position.unwrap_or(ADDRESS_POSITION);
            match parts.last_mut() {
                Some(last) if position == ADDRESS_POSITION && last.position == position => {
                    last.value = std::mem::take(&mut last.value).plus(value);
                    self.not_too_long(&last.value)?;
                }
                _ => parts.push(AddressPart { value, position }),
            }
            if parts.len() > TERMS_MAX {
                return self.fault(format!("the address has more than {TERMS_MAX} parts"), None);
            }
            first = false;
        }
        Ok(parts)
    }

    fn position(&mut self) -> Parsed<Option<u8>> {
        if !self.accept('.') {
            return Ok(None);
        }
        match self.number().map(u8::try_from) {
            Some(Ok(position @ 0..=POSITION_MAX)) => Ok(Some(position)),
            _ => {
                self.fault("a position 0-78 is missing after the point", Some("1.39 has its unit in bit 39"))
            }
        }
    }

    /// Reads one order. A missing order before or after a comma becomes `qq`.
    pub(crate) fn order(&mut self) -> Parsed<OrderLine> {
        let mut order = OrderLine::default();
        if self.look() == Some(',') {
            return Ok(order);
        }
        let start = self.at;
        let letters: String = [self.look(), self.next_letter()].into_iter().flatten().collect();
        let upper = letters.starts_with(|c: char| c.is_ascii_uppercase());
        let Some(opcode) = Opcode::from_mnemonic(&letters.to_ascii_lowercase()) else {
            self.at = start;
            let word = self.word_at(start);
            let written = if word.is_empty() { letters.trim_end() } else { &word };
            let help = match written {
                "b" | "d" | "e" | "f" | "m" | "t" | "end" => {
                    "a letter that begins a statement is underlined: _e ends a text"
                }
                "//" | "--" | "#" => "numbers are decimal, and a remark begins with ;",
                _ if word.len() > 2 && self.order_follows(start + word.len()) => {
                    "a label is a word in braces with a colon: {loop}:"
                }
                _ => {
                    "a statement is an order such as hv, a number, a definition or begins with an underlined letter"
                }
            };
            return self.fault(format!("'{written}' is not an order"), Some(help));
        };
        order.opcode = opcode;
        self.at += 1;
        loop {
            if self.look() == Some('n')
                || upper && matches!(self.look(), Some('S' | 'N')) && !self.condition_follows()
            {
                order.clear = true;
            } else if self.look() == Some('f') || upper && self.look() == Some('F') {
                order.floating = true;
            } else {
                break;
            }
            self.at += 1;
        }
        // Letters can also come before the address.  [F-SLIP-13]
        let mut operation = false;
        while self.tail_letter(&mut order, &mut operation)? {}
        order.indirect = self.accept('(');
        order.base = match self.look() {
            Some('s') => Base::S,
            Some('r') => Base::R,
            Some('p') => Base::P,
            _ => Base::None,
        };
        if order.base != Base::None {
            self.at += 1;
        }
        order.address = self.parts()?;
        if order.indirect && !self.accept(')') {
            return self.fault("the ) of the indirect address is missing", None);
        }
        self.tail(&mut order, operation)?;
        Ok(order)
    }

    /// Whether a word that is an order follows at `at`, after blanks.
    fn order_follows(&self, at: usize) -> bool {
        (at..).find(|&at| self.chars.get(at) != Some(' ')).is_some_and(|at| self.is_order(at))
    }

    /// Moves to the second letter of an order, and returns that letter.
    fn next_letter(&mut self) -> Option<char> {
        self.look()?;
        self.at += 1;
        self.look()
    }

    /// Whether the next letters are N and a letter of the indicator operation, for example NZ or NKA. Any
    /// other N is the letter n (clear R) in capitals.
    fn condition_follows(&mut self) -> bool {
        let start = self.at;
        let n = self.look() == Some('N');
        self.at += 1;
        let condition =
            n && matches!(self.look(), Some('K' | 'Z' | 'O' | 'T' | 'P' | 'Q' | 'R' | 'A' | 'B' | 'C'));
        self.at = start;
        condition
    }

    /// Reads the letters and the increment of an order. Before the increment there must be a `t`, a sign, a
    /// letter or a `)`.
    fn tail(&mut self, order: &mut OrderLine, mut operation: bool) -> Parsed<()> {
        let mut apart = order.indirect;
        let mut given = false;
        loop {
            if self.tail_letter(order, &mut operation)? {
                apart = true;
                continue;
            }
            match self.look() {
                Some('t') => self.at += 1,
                Some('+' | '-') => {}
                Some('0'..='9' | 'a'..='e' | 'i' | 'j' | 'k' | '{') if apart => {}
                _ => return Ok(()),
            }
            if std::mem::replace(&mut given, true) {
                return self.fault("a second increment", Some("an order has one; a plain number ends it"));
            }
            order.tail.increment = self.parts()?;
            apart = false;
        }
    }

    /// Reads one modifier letter of an order, or one operation on the indicator. Returns `false` if
    /// there is none.
    fn tail_letter(&mut self, order: &mut OrderLine, operation: &mut bool) -> Parsed<bool> {
        match self.look() {
            Some('X') => order.tail.exchange = true,
            Some('V') => order.tail.skip = true,
            Some('D') => order.tail.direct = true,
            Some('f' | 'F') => order.floating = true,
            Some(
                letter @ ('I' | 'M' | 'N' | 'L' | 'K' | 'Z' | 'O' | 'T' | 'P' | 'Q' | 'R' | 'A' | 'B' | 'C'),
            ) => {
                if std::mem::replace(operation, true) {
                    return self
                        .fault("a second indicator operation", Some("an order has one of I, M, N and L"));
                }
                // If none of I, M, N and L is written, as in `ZA`, the operation is I.
                let indicator = IndicatorOp::from_letter(letter);
                order.tail.indicator = indicator.unwrap_or(IndicatorOp::I);
                self.at += usize::from(indicator.is_some());
                (order.tail.letter, order.tail.marks) = self.indicator();
                return Ok(true);
            }
            _ => return Ok(false),
        }
        self.at += 1;
        Ok(true)
    }

    fn indicator(&mut self) -> (Letter, Marks) {
        let letter = self.look().and_then(Letter::from_letter);
        self.at += usize::from(letter.is_some());
        let is_marks = |letter: &char| matches!(letter, 'A' | 'B' | 'C');
        let marks =
            self.look().filter(is_marks).and_then(|letter| Marks::from_letter(letter.to_ascii_lowercase()));
        self.at += usize::from(marks.is_some());
        (letter.unwrap_or_default(), marks.unwrap_or_default())
    }

    /// Reads cells with numbers, separated by commas: `6, 1, 0`.  [F-SLIP-20]
    pub(crate) fn number_words(&mut self) -> Parsed<()> {
        loop {
            self.number_word()?;
            if !self.accept(',') || self.is_full() {
                return Ok(());
            }
            match self.look() {
                None | Some('\n' | ';' | '>' | '*') => return Ok(()),
                Some('0'..='9' | '.' | '\'' | '+' | '-') => {}
                Some(_) => {
                    return self.fault("only numbers can follow a number and a comma", Some("6, 1, 0"));
                }
            }
        }
    }

    /// Reads a cell that is a number or four groups of ten bits, for example `-0.5`, `10`, `6/396/0/0` or
    /// `1.5'10 a`.
    fn number_word(&mut self) -> Parsed<()> {
        let start = self.at;
        let decimal = self.decimal()?;
        let whole = decimal.decimals.is_none() && decimal.power.is_none();
        let word = if self.look() == Some('/') && whole {
            let cell = self.groups(signed(&decimal))?;
            Word::Data(cell.with_marks(self.mark_letter()))
        } else {
            let marks = self.mark_letter();
            match (self.floating, whole) {
                (true, _) => Word::Float(decimal, marks),
                (false, true) => Word::Integer(signed(&decimal), marks),
                (false, false) => Word::Fraction(decimal, marks),
            }
        };
        self.push(start, Statement::Cell(word));
        match self.look() {
            None | Some('\n' | ';' | '>' | '*' | ',') => Ok(()),
            Some(other) => self.fault(format!("'{other}' does not belong to the number"), None),
        }
    }

    fn mark_letter(&mut self) -> Marks {
        let marks = match self.look() {
            Some('a') => Marks::A,
            Some('b') => Marks::B,
            Some('c') => Marks::C,
            _ => return Marks::NONE,
        };
        self.at += 1;
        marks
    }

    fn decimal(&mut self) -> Parsed<Decimal> {
        let mut decimal = Decimal { negative: self.sign() == Some(false), ..Decimal::default() };
        loop {
            match (self.look(), &mut decimal.decimals) {
                (Some(digit @ '0'..='9'), Some(decimals)) => decimals.push(digit),
                (Some(digit @ '0'..='9'), None) => decimal.whole.push(digit),
                (Some('.'), decimals @ None) => *decimals = Some(String::new()),
                _ => break,
            }
            self.at += 1;
        }
        if decimal.decimals.as_ref().is_some_and(String::is_empty) {
            return self.fault("a digit is missing after the point", Some("5.0, or 5 without the point"));
        }
        if self.accept('\'') {
            let minus = self.sign() == Some(false);
            let Some(power) = self.number() else {
                return self.fault("the power of ten is missing", Some("'-3 is a thousandth"));
            };
            let power = i32::try_from(power).unwrap_or(POWER_MAX).min(POWER_MAX);
            decimal.power = Some(if minus { -power } else { power });
        } else if decimal.whole.is_empty() && decimal.decimals.as_ref().is_none_or(String::is_empty) {
            return self.fault("a number is missing", None);
        }
        Ok(decimal)
    }

    /// Reads the groups of a cell such as `6/396/0/0`, after the first number. Empty groups are 0.
    fn groups(&mut self, mut value: i64) -> Parsed<Cell> {
        let mut groups = [0i16; 4];
        let mut number = 0;
        loop {
            groups[number] = match i16::try_from(value) {
                Ok(group @ -512..=1023) => group,
                _ => {
                    return self.fault(
                        format!("{} does not fit into a group", told(&value.to_string())),
                        Some("a group is -512 to 1023"),
                    );
                }
            };
            if !self.accept('/') {
                // If there are fewer than four groups, they are the last groups of the cell. If the first of
                // them is negative, the groups before it are filled with ones.  [F-SLIP-15]
                if groups[0] < 0 {
                    groups[number + 1..].fill(-1);
                }
                groups.rotate_right(3 - number);
                return Ok(Cell::from_groups(groups, Marks::NONE));
            }
            number += 1;
            if number == 4 {
                return self.fault("a cell has four groups", None);
            }
            let minus = self.sign() == Some(false);
            value = self.number().unwrap_or(0);
            if minus {
                value = -value;
            }
        }
    }
}

/// Returns the whole part of a number with its sign. A whole part that is too long becomes the largest
/// number.
fn signed(decimal: &Decimal) -> i64 {
    let whole = if decimal.whole.is_empty() { Ok(0) } else { decimal.whole.parse() };
    let whole = whole.unwrap_or(i64::MAX);
    if decimal.negative { -whole } else { whole }
}
