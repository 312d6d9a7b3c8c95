//! The notation of orders, cells and numbers in the case files.
//!
//! An order is written `arnf (s5) DXV t-1 IZA`. It begins with the name, the letters n and f, and the
//! address. Then come the letters D, X and V, the increment, and the operation on the indicator. A cell is
//! written in one of five forms:
//!
//! | form | example |
//! |---|---|
//! | one order | `ar 5` |
//! | a pair of orders | `ar 5 , hv 10` |
//! | groups of ten bits, and a letter for the marks | `6/396/0/0 a` |
//! | a whole number, whose lowest bit is bit 39 | `17` |
//! | a fraction | `0.25` |

use gier_word::{Base, Cell, Content, IndicatorOp, Letter, Marks, Opcode, Order, Tail};

/// Reads a cell in one of the five forms that the module describes. Returns `None` for any other text.
pub fn cell(text: &str) -> Option<Cell> {
    let text = text.trim();
    if let Some((left, right)) = text.split_once(',') {
        return Some(Content::Pair(half(left)?, half(right)?).encode());
    }
    if text.starts_with(|c: char| c.is_ascii_lowercase()) {
        let order = order(text)?;
        return Some(Content::Full(Order { tail: Some(order.tail.unwrap_or_default()), ..order }).encode());
    }
    let (number, letter) = text.split_once(' ').unwrap_or((text, ""));
    if number.contains('/') {
        return text.parse().ok();
    }
    let bits = if number.contains('.') {
        (number.parse::<f64>().ok()? * (1u64 << 39) as f64) as i64
    } else {
        number.parse().ok()?
    };
    Some(Cell::from_integer(bits).with_marks(marks(letter)?))
}

/// Reads marks: `a`, `b`, `c`, `none` or an empty text.
pub fn marks(letter: &str) -> Option<Marks> {
    match letter {
        "" | "none" => Some(Marks::NONE),
        _ => letter.parse().ok().and_then(Marks::from_letter),
    }
}

/// Reads a number from -512 to 1023. Returns it as ten bits: -1 becomes 1023.
pub fn ten(text: &str) -> Option<u16> {
    let value: i16 = text.trim().parse().ok()?;
    (-512..1024).contains(&value).then_some(value as u16 & 1023)
}

fn half(text: &str) -> Option<Order> {
    order(text).filter(|order| order.tail.is_none())
}

fn order(text: &str) -> Option<Order> {
    let mut words = text.split_whitespace();
    let (mnemonic, letters) = words.next()?.split_at_checked(2)?;
    let mut order = Order {
        opcode: Opcode::from_mnemonic(mnemonic)?,
        clear: letters.contains('n'),
        floating: letters.contains('f'),
        ..Order::default()
    };
    let mut tail = Tail::default();
    let mut is_full = false;
    for (index, word) in words.enumerate() {
        if index == 0 && word.starts_with(|c: char| "(srp-0123456789".contains(c)) {
            address(word, &mut order)?;
            continue;
        }
        is_full = true;
        match word.strip_prefix('t') {
            Some(increment) => tail.increment = ten(increment)?,
            None if word.chars().all(|c| "XVD".contains(c)) => {
                tail.exchange |= word.contains('X');
                tail.skip |= word.contains('V');
                tail.direct |= word.contains('D');
            }
            None => indicator(word, &mut tail)?,
        }
    }
    order.tail = is_full.then_some(tail);
    Some(order)
}

fn address(word: &str, order: &mut Order) -> Option<()> {
    let inner = word.trim_start_matches('(').trim_end_matches(')');
    order.indirect = inner != word;
    let (base, number) = match inner.chars().next() {
        Some('s') => (Base::S, &inner[1..]),
        Some('r') => (Base::R, &inner[1..]),
        Some('p') => (Base::P, &inner[1..]),
        _ => (Base::None, inner),
    };
    order.base = base;
    order.address = if number.is_empty() { 0 } else { ten(number)? };
    Some(())
}

fn indicator(word: &str, tail: &mut Tail) -> Option<()> {
    let mut letters = word.chars().peekable();
    tail.indicator = IndicatorOp::from_letter(letters.next()?)?;
    if let Some(letter) = letters.peek().copied().and_then(Letter::from_letter) {
        tail.letter = letter;
        letters.next();
    }
    tail.marks = marks(&letters.collect::<String>().to_ascii_lowercase())?;
    Some(())
}
