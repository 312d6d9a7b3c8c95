//! Splits the text of an expression into tokens: words, numbers and operator symbols.

use super::value::Value;
use crate::notation::slip;
use gier_word::number::parse_unsigned;
use gier_word::{Cell, Diagnostic};
use std::ops::Range;

/// A token: a word, a number or an operator symbol.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Word(String),
    /// A keyword that was written with `$`, for example `R` for `$R`. It is not a name of the program.
    Gier(String),
    /// A constant: a number, a cell as four groups, or an order in quotes.
    Known(Value),
    Sign(&'static str),
}

/// The symbols as users write them, each with the symbol or word that the parser gets for it. For example,
/// `!=` is passed on as `≠`. If one symbol begins with another, the longer one comes first.
const SIGNS: [(&str, &str); 30] = [
    ("<=", "≤"),
    (">=", "≥"),
    ("/=", "≠"),
    ("<>", "≠"),
    ("!=", "≠"),
    ("==", "="),
    ("≤", "≤"),
    ("≥", "≥"),
    ("≠", "≠"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "×"),
    ("×", "×"),
    ("/", "/"),
    ("÷", "÷"),
    (":", "÷"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    (",", ","),
    ("∧", "and"),
    ("∨", "or"),
    ("¬", "not"),
    ("%", "mod"),
    ("&", "and"),
];

/// Creates an error about this range of bytes in an expression.
pub(super) fn fault(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(span, "expression", message)
}

/// The first token in a part of the text, with its range in bytes. `None` if the part has no more tokens.
pub(super) fn next(text: &str, part: Range<usize>) -> Result<Option<(Token, Range<usize>)>, Diagnostic> {
    let begin = part.start + (text[part.clone()].len() - text[part.clone()].trim_start().len());
    let part = &text[begin..part.end];
    let Some(first) = part.chars().next() else { return Ok(None) };
    if let Some((cell, length)) = groups(part) {
        return Ok(Some((Token::Known(Value::Cell(cell)), begin..begin + length)));
    }
    if first.is_ascii_digit() || first == '.' || first == '⏨' {
        return number(part, begin).map(Some);
    }
    if first == '"' {
        return quoted(part, begin).map(Some);
    }
    // SLIP writes the name of a label in braces.
    if let Some((name, _)) = part.strip_prefix('{').and_then(|part| part.split_once('}')) {
        let word = name.split_whitespace().collect();
        return Ok(Some((Token::Word(word), begin..begin + name.len() + 2)));
    }
    let length_of_word = |part: &str| part.find(|c: char| !c.is_alphanumeric()).unwrap_or(part.len());
    if first.is_alphabetic() {
        let length = length_of_word(part);
        return Ok(Some((Token::Word(part[..length].to_string()), begin..begin + length)));
    }
    if let Some(behind) = part.strip_prefix('$').filter(|behind| behind.starts_with(char::is_alphabetic)) {
        let length = length_of_word(behind);
        return Ok(Some((Token::Gier(behind[..length].to_string()), begin..begin + 1 + length)));
    }
    for (written, means) in SIGNS {
        if part.starts_with(written) {
            return Ok(Some((Token::Sign(means), begin..begin + written.len())));
        }
    }
    Err(fault(begin..begin + first.len_utf8(), format!("'{first}' means nothing here")))
}

/// The maximum length of the text of a cell as four groups, in bytes. The mark letter does not count.
const LONGEST_GROUPS: usize = 32;

/// Reads a cell at the beginning of a text: four groups such as `6/396/0/0`, and the letter of the marks if
/// there is one. Returns the cell, and the length of its text in bytes. Returns `None` if the text does not
/// begin with four groups.
fn groups(text: &str) -> Option<(Cell, usize)> {
    let is_of_groups = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'/' | b'-');
    let length = text.bytes().take(LONGEST_GROUPS).take_while(is_of_groups).count();
    if text[..length].matches('/').count() != 3 {
        return None;
    }
    let behind = &text[length..];
    let letter = behind.strip_prefix(' ').and_then(|behind| behind.chars().next());
    let is_alone = !behind.chars().nth(2).is_some_and(char::is_alphanumeric);
    if matches!(letter, Some('a' | 'b' | 'c'))
        && is_alone
        && let Ok(cell) = text[..length + 2].parse()
    {
        return Some((cell, length + 2));
    }
    Some((text[..length].parse().ok()?, length))
}

/// Reads the number at the beginning of `text`. `begin` is the index of the byte at which `text` begins in
/// the whole expression.
fn number(text: &str, begin: usize) -> Result<(Token, Range<usize>), Diagnostic> {
    let digits =
        |from: usize| text[from..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |at| from + at);
    let mut end = digits(0);
    let mut is_real = false;
    if text[end..].starts_with('.') {
        is_real = true;
        end = digits(end + 1);
    }
    for mark in ["⏨", "e"] {
        if let Some(behind) = text[end..].strip_prefix(mark) {
            let sign = usize::from(behind.starts_with(['+', '-']));
            let from = end + mark.len() + sign;
            if digits(from) > from {
                is_real = true;
                end = digits(from);
            }
        }
    }
    let span = begin..begin + end;
    let mut written = text[..end].replace('⏨', "e");
    if written.starts_with('e') {
        written.insert(0, '1');
    }
    let value = if is_real {
        parse_unsigned(&written).map(Value::Real)
    } else {
        written.parse().ok().map(Value::Whole)
    };
    match value {
        Some(value) => Ok((Token::Known(value), span)),
        None => Err(fault(span, format!("{written} is no number that fits"))),
    }
}

/// Reads the order in quotes at the beginning of `text`. `begin` is the index of the byte at which `text`
/// begins in the whole expression.
fn quoted(text: &str, begin: usize) -> Result<(Token, Range<usize>), Diagnostic> {
    let Some(length) = text[1..].find('"') else {
        return Err(fault(begin..begin + text.len(), "the text has no closing quote"));
    };
    let span = begin..begin + length + 2;
    match slip::read(&text[1..=length]) {
        Ok(cell) => Ok((Token::Known(Value::Cell(cell)), span)),
        Err(message) => Err(fault(span, message)),
    }
}
