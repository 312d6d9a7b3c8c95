//! The parser of the debugger's expressions.

use super::node::{INDICATOR, Node, REGISTERS, indicator_bit, is_register};
use super::operators::{Arithmetic, Between, Comparison};
use super::state::Names;
use super::tokens::{self, Token, fault};
use super::value::Value;
use crate::notation::forms::{FORMS, Form};
use gier_word::Diagnostic;
use std::ops::Range;

/// Reserved words of expressions, which can never be names of variables.
const RESERVED: [&str; 6] = ["and", "or", "not", "mod", "true", "false"];
/// Words that can follow an expression in a command. The parser accepts such a word as a name only where a
/// value must follow, for example after `+`.
const FOLLOWING: [&str; 4] = ["of", "when", "from", "tell"];
/// The maximum nesting depth of brackets, subscripts and words with an operand. The parser and the evaluation
/// are recursive, so this limit prevents a stack overflow.
const DEEPEST: usize = 64;
/// The maximum length in bytes of a name that the parser looks up. A name may contain blanks, so the parser
/// looks up every sequence of words at the beginning of the text. The limit saves time.
const LONGEST_NAME: usize = 1000;
/// The maximum number of values in an expression. A long chain of operators such as `1+1+1` gives a deep
/// tree, so this limit also prevents a stack overflow.
const MOST_VALUES: usize = 512;

/// The range of the first word in a part of the text. The word ends at white space. `None` if the part has
/// only white space. All ranges in this module are in bytes.
pub fn rest(text: &str, part: Range<usize>) -> Option<Range<usize>> {
    let begin = part.start + (text[part.clone()].len() - text[part.clone()].trim_start().len());
    let length = text[begin..part.end].find(char::is_whitespace).unwrap_or(part.end - begin);
    (length > 0).then_some(begin..begin + length)
}

/// Parses the expression at the beginning of a part of a text. Returns its syntax tree and its range. `names`
/// are the names that the program declares, or `None` if no program is known.
pub fn read(
    text: &str,
    part: Range<usize>,
    names: Option<&dyn Names>,
) -> Result<(Node, Range<usize>), Diagnostic> {
    let mut reader = Parser::new(text, &part, names);
    let begin = part.end - text[part].trim_start().len();
    let node = reader.disjunction()?;
    Ok((node, begin..reader.last))
}

/// Finds the declared name at the beginning of a part of a text. Returns the name without its blanks, and the
/// byte at which it ends. Names of ALGOL may contain blanks, so several names can begin there. The longest
/// one is returned.
pub fn declared(text: &str, part: Range<usize>, names: &dyn Names) -> Option<(String, usize)> {
    Parser::new(text, &part, Some(names)).declared().ok()?.map(|(name, end, _)| (name, end))
}

/// Parses the variable or array element at the beginning of a part of a text. Returns its syntax tree and its
/// range. Returns `None` if the part does not begin with a declared name.
pub fn read_variable(
    text: &str,
    part: Range<usize>,
    names: &dyn Names,
) -> Result<Option<(Node, Range<usize>)>, Diagnostic> {
    let mut reader = Parser::new(text, &part, Some(names));
    let Some((name, end, _)) = reader.declared()? else { return Ok(None) };
    reader.take(&(part.start..end));
    let node = reader.variable(name)?;
    Ok(Some((node, part.start..reader.last)))
}

struct Parser<'a> {
    text: &'a str,
    /// The names that the program declares, or `None` if no program is known.
    names: Option<&'a dyn Names>,
    /// The byte of the text at which the next token begins.
    at: usize,
    end: usize,
    /// The byte of the text at which the last token ended.
    last: usize,
    /// The present nesting depth, which [`DEEPEST`] limits.
    depth: usize,
    /// How many values were parsed so far.
    values: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, part: &Range<usize>, names: Option<&'a dyn Names>) -> Parser<'a> {
        Parser { text, names, at: part.start, end: part.end, last: part.start, depth: 0, values: 0 }
    }

    /// The next token and its range. Does not move past the token.
    fn peek(&self) -> Result<Option<(Token, Range<usize>)>, Diagnostic> {
        tokens::next(self.text, self.at..self.end)
    }

    fn take(&mut self, span: &Range<usize>) {
        (self.at, self.last) = (span.end, span.end);
    }

    /// Takes the next token if it is the word or symbol `wanted`. Returns whether the token was taken.
    fn accept(&mut self, wanted: &str) -> Result<bool, Diagnostic> {
        let Some((token, span)) = self.peek()? else { return Ok(false) };
        let is_it = match &token {
            Token::Word(word) => word == wanted,
            Token::Sign(sign) => *sign == wanted,
            Token::Gier(_) | Token::Known(_) => false,
        };
        if is_it {
            self.take(&span);
        }
        Ok(is_it)
    }

    fn demand(&mut self, wanted: &str, behind: &str) -> Result<(), Diagnostic> {
        if self.accept(wanted)? { Ok(()) } else { Err(self.missing(&format!("'{wanted}' {behind}"))) }
    }

    /// Returns an error which says that `what` is required at this place, but that the text has something
    /// else.
    fn missing(&self, what: &str) -> Diagnostic {
        let span = rest(self.text, self.at..self.end).unwrap_or(self.end..self.end);
        let found =
            if span.is_empty() { "the end".to_string() } else { format!("'{}'", &self.text[span.clone()]) };
        fault(span, format!("expected {what}, not {found}"))
    }

    /// Calls `read` for a part that is nested one level deeper. Returns an error if the nesting is too deep.
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
            Token::Gier(word) => {
                self.take(&span);
                let node = self.gier(&word)?;
                node.ok_or_else(|| fault(span, format!("${word} is no value; the registers are {GIERS}")))
            }
            Token::Word(word) => self.word(&word, span),
        }
    }

    /// Parses a value that begins with this word. The word can be a declared name, a keyword such as `cell`,
    /// or an unknown name.
    fn word(&mut self, word: &str, span: Range<usize>) -> Result<Node, Diagnostic> {
        match word {
            "true" | "false" => {
                self.take(&span);
                return Ok(Node::Known(Value::Truth(word == "true")));
            }
            _ if RESERVED.contains(&word) => return Err(self.missing("a value")),
            _ => {}
        }
        match self.declared()? {
            Some((name, end, words)) if words > 1 || !self.is_prefix(word, &span)? => {
                self.take(&(span.start..end));
                return self.variable(name);
            }
            Some(_) | None => self.take(&span),
        }
        // A register has no subscripts. So `R[1]` is an element of an array of the program.
        if self.names.is_none() && matches!(self.peek()?, Some((Token::Sign("["), _))) {
            return self.undeclared(word);
        }
        match self.gier(word)? {
            Some(node) => Ok(node),
            None => self.undeclared(word),
        }
    }

    /// Finds the longest declared name that begins here. Returns the name, the byte at which it ends, and its
    /// number of words.
    fn declared(&self) -> Result<Option<(String, usize, usize)>, Diagnostic> {
        let Some(names) = self.names else { return Ok(None) };
        let mut ahead = Parser { at: self.at, ..*self };
        let (mut name, mut words, mut found) = (String::new(), 0, None);
        while let Some((token, span)) = ahead.peek()? {
            let word = &self.text[span.clone()];
            let is_part = match token {
                Token::Word(_) => !RESERVED.contains(&word),
                // The name `cell 5` has a number behind its blank.
                Token::Known(Value::Whole(_)) => words > 0,
                Token::Known(_) | Token::Gier(_) | Token::Sign(_) => false,
            };
            if !is_part {
                break;
            }
            ahead.take(&span);
            (name, words) = (name + word, words + 1);
            if name.len() > LONGEST_NAME {
                break;
            }
            if names.known(&name).is_ok() {
                found = Some((name.clone(), span.end, words));
            }
        }
        Ok(found)
    }

    /// Whether this word is a keyword such as `cell` that is followed by its operand. `span` is the range of
    /// the word.
    fn is_prefix(&self, word: &str, span: &Range<usize>) -> Result<bool, Diagnostic> {
        let ahead = Parser { at: span.end, ..*self };
        Ok(match word {
            "cell" => ahead.begins_primary()?,
            "address" | "increment" | "marks" => {
                matches!(ahead.peek()?, Some((Token::Word(next), _)) if next == "of")
            }
            "bit" | "bits" => matches!(ahead.peek()?, Some((Token::Known(Value::Whole(_)), _))),
            _ => form(word).is_some() && ahead.begins_primary()?,
        })
    }

    /// The node for the word that was just taken, or `None` if the word is no keyword. Also returns `None` if
    /// a keyword such as `floating` has no operand, because it may then be the name of a variable.
    fn gier(&mut self, word: &str) -> Result<Option<Node>, Diagnostic> {
        if let Some((_, register)) = REGISTERS.iter().find(|(name, _)| *name == word) {
            return Ok(Some(Node::Register(*register)));
        }
        if let Some((_, bit)) = INDICATOR.iter().find(|(name, _)| *name == word) {
            return Ok(Some(Node::Indicator(*bit)));
        }
        match word {
            "orders" => return Ok(Some(Node::Orders)),
            "seconds" => return Ok(Some(Node::Seconds)),
            _ => {}
        }
        let span = self.last..self.last;
        let form = form(word);
        if (form.is_some() || self.names.is_none()) && !self.is_prefix(word, &span)? {
            return Ok(None);
        }
        if let Some(form) = form {
            return Ok(Some(Node::Form(form, Box::new(self.nested()?))));
        }
        Ok(Some(match word {
            "cell" => Node::Cell(Box::new(self.nested()?)),
            "address" => self.bits_of(0, 9)?,
            "increment" => self.bits_of(10, 19)?,
            "marks" => {
                self.demand("of", "behind marks")?;
                Node::Marks(Box::new(self.nested()?))
            }
            "bit" => {
                let bit = self.bit_number()?;
                self.bits_of(bit, bit)?
            }
            "bits" => {
                let first = self.bit_number()?;
                self.demand("-", "between the first and the last bit")?;
                let begin = self.at;
                let last = self.bit_number()?;
                if last <= first {
                    return Err(fault(begin..self.last, "the last bit must be behind the first"));
                }
                self.bits_of(first, last)?
            }
            _ => return Ok(None),
        }))
    }

    /// Whether a value can begin here.
    fn begins_primary(&self) -> Result<bool, Diagnostic> {
        Ok(match self.peek()? {
            Some((Token::Known(_) | Token::Gier(_) | Token::Sign("("), _)) => true,
            Some((Token::Word(word), _)) => {
                let is_value = word == "true" || word == "false";
                is_value || !RESERVED.contains(&word.as_str()) && !FOLLOWING.contains(&word.as_str())
            }
            Some((Token::Sign(_), _)) | None => false,
        })
    }

    /// Parses the operand of a keyword, for example `500` in `cell 500`.
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

    /// Parses the rest of a name whose first word was just taken. The program does not declare this name, or
    /// no program is known. The name ends before the next keyword, reserved word, or word such as `when`.
    fn undeclared(&mut self, first: &str) -> Result<Node, Diagnostic> {
        let mut name = first.to_string();
        while let Some((Token::Word(word), span)) = self.peek()? {
            if RESERVED.contains(&word.as_str())
                || FOLLOWING.contains(&word.as_str())
                || giers_word(&word).is_some()
            {
                break;
            }
            self.take(&span);
            name.push_str(&word);
        }
        self.variable(name)
    }

    /// Parses the subscripts after the name of a variable, if there are any. The name was just taken. Returns
    /// the node for the variable. For a label of a SLIP program, returns the node for the labelled cell.
    fn variable(&mut self, name: String) -> Result<Node, Diagnostic> {
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
        let label = self.names.and_then(|names| names.label(&name));
        let label = label.map(|cell| Node::Known(Value::Whole(cell.into())));
        // `list[3]` is the third cell behind a label.
        let cell = match (label, subscripts.as_slice()) {
            (Some(label), []) => label,
            (Some(Node::Known(Value::Whole(cell))), [Node::Known(Value::Whole(behind))]) => {
                Node::Known(Value::Whole(cell.saturating_add(*behind)))
            }
            (Some(label), [behind]) => between(Between::Does(Arithmetic::Plus), label, behind.clone()),
            _ => return Ok(Node::Variable(name.into(), subscripts)),
        };
        Ok(Node::Cell(Box::new(cell)))
    }
}

/// Returns a hint for a word that is no variable, but is a keyword without its `$`. For example, the hint for
/// `s` is `the register is $s`. Returns `None` if the word is no keyword.
pub fn giers_word(word: &str) -> Option<String> {
    if is_register(word) {
        return Some(format!("the register is ${word}"));
    }
    if indicator_bit(word).is_some() {
        return Some(format!("the bit of the indicator is ${word}"));
    }
    (form(word).is_some() || WORDS.contains(&word)).then(|| format!("gier's own word is ${word}"))
}

/// The form in which a value is written after this word, such as `floating`.
fn form(word: &str) -> Option<Form> {
    FORMS.iter().copied().find(|form| form.name() == word)
}

/// The keywords of expressions, except the registers, the bits of the indicator, and the formats such as
/// `floating`.
const WORDS: [&str; 12] = [
    "cell",
    "cells",
    "bit",
    "bits",
    "address",
    "increment",
    "marks",
    "orders",
    "seconds",
    "line",
    "calls",
    "variables",
];
/// The list of registers, for messages.
const GIERS: &str = "$R $M $s $p $r1 $in $by $tk";

fn between(operator: Between, a: Node, b: Node) -> Node {
    Node::Between(operator, Box::new(a), Box::new(b))
}
