//! Expressions out of their text.

use super::node::{INDICATOR, Node, REGISTERS, is_register};
use super::operators::{Arithmetic, Between, Comparison};
use super::value::Value;
use crate::notation::forms::FORMS;
use crate::notation::slip;
use gier_word::number::parse_unsigned;
use gier_word::{Cell, Diagnostic};
use std::ops::Range;

/// Words that are no names: those of the language, and those that stand behind an expression.
const RESERVED: [&str; 22] = [
    "or",
    "and",
    "not",
    "mod",
    "of",
    "cell",
    "cells",
    "bit",
    "bits",
    "address",
    "increment",
    "marks",
    "orders",
    "seconds",
    "true",
    "false",
    "when",
    "from",
    "tell",
    "line",
    "calls",
    "variables",
];
/// Brackets and subscripts are nested at most this deep. The reader and all that walks the tree
/// call themselves, and must not overflow the stack.
const DEEPEST: usize = 64;
/// Values in an expression, at most: a chain of operators makes a tree as deep as it is long.
const MOST_VALUES: usize = 512;

/// A piece of the text.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Known(Value),
    Sign(&'static str),
}

/// Signs, a longer one before its beginning, and what each means.
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

/// A fault of an expression.
pub fn fault(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(span, "expression", message)
}

/// The first word or sign of a part of the text, if there is any.
pub fn rest(text: &str, part: Range<usize>) -> Option<Range<usize>> {
    let begin = part.start + (text[part.clone()].len() - text[part.clone()].trim_start().len());
    let length = text[begin..part.end].find(char::is_whitespace).unwrap_or(part.end - begin);
    (length > 0).then_some(begin..begin + length)
}

/// Reads the expression at the beginning of a part, and tells which bytes it takes.
pub fn read(text: &str, part: Range<usize>) -> Result<(Node, Range<usize>), Diagnostic> {
    let mut reader = Reader { text, at: part.start, end: part.end, last: part.start, depth: 0, values: 0 };
    let begin = rest(text, part.clone()).map_or(part.end, |first| first.start);
    let node = reader.disjunction()?;
    Ok((node, begin..reader.last))
}

struct Reader<'a> {
    text: &'a str,
    /// Where the next token is looked for.
    at: usize,
    end: usize,
    /// Where the last token that was taken ended.
    last: usize,
    /// How deep brackets and subscripts are nested here.
    depth: usize,
    /// Values read so far.
    values: usize,
}

impl Reader<'_> {
    /// The next token and where it stands, without taking it.
    fn peek(&self) -> Result<Option<(Token, Range<usize>)>, Diagnostic> {
        let part = &self.text[self.at..self.end];
        let begin = self.at + (part.len() - part.trim_start().len());
        let part = &self.text[begin..self.end];
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
        if first.is_alphabetic() {
            let is_of_word = |c: char| c.is_alphanumeric();
            let length = part.find(|c| !is_of_word(c)).unwrap_or(part.len());
            return Ok(Some((Token::Word(part[..length].to_string()), begin..begin + length)));
        }
        for (written, means) in SIGNS {
            if part.starts_with(written) {
                return Ok(Some((Token::Sign(means), begin..begin + written.len())));
            }
        }
        Err(fault(begin..begin + first.len_utf8(), format!("'{first}' means nothing here")))
    }

    fn take(&mut self, span: &Range<usize>) {
        (self.at, self.last) = (span.end, span.end);
    }

    /// Takes this word or sign, if it is the next.
    fn accept(&mut self, wanted: &str) -> Result<bool, Diagnostic> {
        let Some((token, span)) = self.peek()? else { return Ok(false) };
        let is_it = match &token {
            Token::Word(word) => word == wanted,
            Token::Sign(sign) => *sign == wanted,
            Token::Known(_) => false,
        };
        if is_it {
            self.take(&span);
        }
        Ok(is_it)
    }

    fn demand(&mut self, wanted: &str, behind: &str) -> Result<(), Diagnostic> {
        if self.accept(wanted)? { Ok(()) } else { Err(self.missing(&format!("'{wanted}' {behind}"))) }
    }

    /// Something is missing at the place that was come to.
    fn missing(&self, what: &str) -> Diagnostic {
        let span = rest(self.text, self.at..self.end).unwrap_or(self.end..self.end);
        let found =
            if span.is_empty() { "the end".to_string() } else { format!("'{}'", &self.text[span.clone()]) };
        fault(span, format!("here should stand {what}, not {found}"))
    }

    /// Reads what is nested in something else.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Diagnostic>) -> Result<T, Diagnostic> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(fault(self.at..self.end, format!("this is nested more than {DEEPEST} deep")));
        }
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn disjunction(&mut self) -> Result<Node, Diagnostic> {
        let mut node = self.conjunction()?;
        while self.accept("or")? {
            node = between(Between::Or, node, self.conjunction()?);
        }
        Ok(node)
    }

    fn conjunction(&mut self) -> Result<Node, Diagnostic> {
        let mut node = self.negation()?;
        while self.accept("and")? {
            node = between(Between::And, node, self.negation()?);
        }
        Ok(node)
    }

    fn negation(&mut self) -> Result<Node, Diagnostic> {
        let mut is_negated = false;
        while self.accept("not")? {
            is_negated = !is_negated;
        }
        let node = self.comparison()?;
        Ok(if is_negated { Node::Not(Box::new(node)) } else { node })
    }

    fn comparison(&mut self) -> Result<Node, Diagnostic> {
        let node = self.sum()?;
        let Some(comparison) = self.operator(&[
            ("=", Comparison::Equal),
            ("≠", Comparison::Unequal),
            ("<", Comparison::Less),
            ("≤", Comparison::AtMost),
            (">", Comparison::Greater),
            ("≥", Comparison::AtLeast),
        ])?
        else {
            return Ok(node);
        };
        Ok(between(Between::Compares(comparison), node, self.sum()?))
    }

    fn sum(&mut self) -> Result<Node, Diagnostic> {
        const OPERATORS: [(&str, Arithmetic); 2] = [("+", Arithmetic::Plus), ("-", Arithmetic::Minus)];
        let mut node = self.product()?;
        while let Some(operator) = self.operator(&OPERATORS)? {
            node = between(Between::Does(operator), node, self.product()?);
        }
        Ok(node)
    }

    fn product(&mut self) -> Result<Node, Diagnostic> {
        const OPERATORS: [(&str, Arithmetic); 4] = [
            ("×", Arithmetic::Times),
            ("/", Arithmetic::Over),
            ("÷", Arithmetic::WholeOver),
            ("mod", Arithmetic::Mod),
        ];
        let mut node = self.signed()?;
        while let Some(operator) = self.operator(&OPERATORS)? {
            node = between(Between::Does(operator), node, self.signed()?);
        }
        Ok(node)
    }

    fn operator<T: Copy>(&mut self, among: &[(&str, T)]) -> Result<Option<T>, Diagnostic> {
        for (sign, operator) in among {
            if self.accept(sign)? {
                return Ok(Some(*operator));
            }
        }
        Ok(None)
    }

    fn signed(&mut self) -> Result<Node, Diagnostic> {
        let mut is_negative = false;
        while self.accept("-")? {
            is_negative = !is_negative;
        }
        let node = self.primary()?;
        Ok(if is_negative { Node::Negative(Box::new(node)) } else { node })
    }

    fn primary(&mut self) -> Result<Node, Diagnostic> {
        let Some((token, span)) = self.peek()? else { return Err(self.missing("a value")) };
        self.values += 1;
        if self.values > MOST_VALUES {
            return Err(fault(span, format!("an expression has at most {MOST_VALUES} values")));
        }
        match token {
            Token::Known(value) => {
                self.take(&span);
                Ok(Node::Known(value))
            }
            Token::Sign("(") => {
                self.take(&span);
                let node = self.deeper(Self::disjunction)?;
                self.demand(")", "behind what is in brackets")?;
                Ok(node)
            }
            Token::Sign(_) => Err(self.missing("a value")),
            Token::Word(word) => {
                self.take(&span);
                self.word(&word, span)
            }
        }
    }

    /// A primary that begins with this word.
    fn word(&mut self, word: &str, span: Range<usize>) -> Result<Node, Diagnostic> {
        if let Some((_, register)) = REGISTERS.iter().find(|(name, _)| *name == word) {
            return Ok(Node::Register(*register));
        }
        if let Some((_, bit)) = INDICATOR.iter().find(|(name, _)| *name == word) {
            return Ok(Node::Indicator(*bit));
        }
        // Before nothing that has a form it is a name: ALGOL programs call their variables so.
        if let Some(form) = FORMS.iter().find(|form| form.name() == word)
            && self.begins_primary()?
        {
            return Ok(Node::Form(*form, Box::new(self.nested()?)));
        }
        match word {
            "true" | "false" => Ok(Node::Known(Value::Truth(word == "true"))),
            "orders" => Ok(Node::Orders),
            "seconds" => Ok(Node::Seconds),
            "cell" => Ok(Node::Cell(Box::new(self.nested()?))),
            "address" => self.bits_of(0, 9),
            "increment" => self.bits_of(10, 19),
            "marks" => {
                self.demand("of", "behind marks")?;
                Ok(Node::Marks(Box::new(self.nested()?)))
            }
            "bit" => {
                let bit = self.bit_number()?;
                self.bits_of(bit, bit)
            }
            "bits" => {
                let first = self.bit_number()?;
                self.demand("-", "between the first and the last bit")?;
                let begin = self.at;
                let last = self.bit_number()?;
                if last <= first {
                    return Err(fault(begin..self.last, "the last bit must be behind the first"));
                }
                self.bits_of(first, last)
            }
            _ if RESERVED.contains(&word) => Err(fault(span, format!("'{word}' is no value"))),
            _ => self.variable(word),
        }
    }

    /// Whether a primary stands here.
    fn begins_primary(&self) -> Result<bool, Diagnostic> {
        Ok(match self.peek()? {
            Some((Token::Known(_) | Token::Sign("("), _)) => true,
            Some((Token::Word(word), _)) => {
                let ends = ["or", "and", "not", "mod", "of", "when", "from", "tell"];
                !ends.contains(&word.as_str())
            }
            Some((Token::Sign(_), _)) | None => false,
        })
    }

    /// A primary within another.
    fn nested(&mut self) -> Result<Node, Diagnostic> {
        self.deeper(Self::primary)
    }

    fn bits_of(&mut self, first: u32, last: u32) -> Result<Node, Diagnostic> {
        self.demand("of", "between the bits and what has them")?;
        Ok(Node::Bits(first, last, Box::new(self.nested()?)))
    }

    fn bit_number(&mut self) -> Result<u32, Diagnostic> {
        let Some((token, span)) = self.peek()? else { return Err(self.missing("the number of a bit")) };
        match token {
            Token::Known(Value::Whole(bit @ 0..=39)) => {
                self.take(&span);
                Ok(bit.try_into().expect("it is 39 at most"))
            }
            _ => Err(fault(span, "the bits of a cell are numbered 0-39")),
        }
    }

    /// A variable: words that follow each other are one name, as in ALGOL.
    fn variable(&mut self, first: &str) -> Result<Node, Diagnostic> {
        let mut name = first.to_string();
        while let Some((Token::Word(word), span)) = self.peek()? {
            if is_word_of_the_language(&word) {
                break;
            }
            self.take(&span);
            name.push_str(&word);
        }
        let mut subscripts = Vec::new();
        if self.accept("[")? {
            loop {
                subscripts.push(self.deeper(Self::sum)?);
                if !self.accept(",")? {
                    break;
                }
            }
            self.demand("]", "behind the subscripts")?;
        }
        Ok(Node::Variable(name, subscripts))
    }
}

/// Whether a word means something of itself, so that it ends a name of several words.
fn is_word_of_the_language(word: &str) -> bool {
    RESERVED.contains(&word)
        || is_register(word)
        || INDICATOR.iter().any(|(name, _)| *name == word)
        || FORMS.iter().any(|form| form.name() == word)
}

fn between(operator: Between, a: Node, b: Node) -> Node {
    Node::Between(operator, Box::new(a), Box::new(b))
}

/// Bytes of four groups, at most.
const LONGEST_GROUPS: usize = 32;

/// Four groups at the beginning of a text, with their mark letter, and how long they are.
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

/// The number at the beginning of a text.
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

/// The order in quotes at the beginning of a text.
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
