//! Basic symbols (tokens), which the parser reads.

use crate::ast::{Span, Type};
use crate::source::SourceText;
use gier_word::{Cell, Symbol};
use std::sync::Arc;

/// The basic symbols of a program, and the texts that they come from. The last symbol is
/// [`TokenKind::EndOfText`].
#[derive(Debug)]
pub(crate) struct Tokens {
    symbols: Vec<(TokenKind, Span)>,
    /// All texts: first the program's texts, then the library texts in the order in which they were included.
    pub(crate) texts: Vec<SourceText>,
}

impl Tokens {
    /// An empty list of symbols for these texts.
    pub(crate) fn of(texts: Vec<SourceText>) -> Tokens {
        Tokens { symbols: Vec::new(), texts }
    }

    pub(crate) fn len(&self) -> usize {
        self.symbols.len()
    }

    pub(crate) fn push(&mut self, kind: TokenKind, span: Span) {
        self.symbols.push((kind, span));
    }

    /// The symbol with the index `at`.
    pub(crate) fn kind(&self, at: usize) -> &TokenKind {
        &self.symbols[at].0
    }

    /// The symbols with their places, and the texts.
    pub(crate) fn into_parts(self) -> (Vec<(TokenKind, Span)>, Vec<SourceText>) {
        (self.symbols, self.texts)
    }

    /// The last symbol, if there is any.
    pub(crate) fn last(&self) -> Option<&TokenKind> {
        self.symbols.last().map(|(kind, _)| kind)
    }

    /// The place of the last symbol, if there is any.
    pub(crate) fn last_span(&self) -> Option<Span> {
        self.symbols.last().map(|(_, span)| *span)
    }

    /// Whether the last symbols are a condition after `if`, without its `then`.
    pub(crate) fn is_condition(&self) -> bool {
        let bounds = [Basic::If, Basic::Then, Basic::Semicolon, Basic::Begin].map(TokenKind::Basic);
        let last = self.symbols.iter().rev().find(|(kind, _)| bounds.contains(kind));
        last.is_some_and(|(kind, _)| *kind == bounds[0])
    }

    /// The text at this place.
    pub(crate) fn text(&self, span: &Span) -> &str {
        &self.texts[span.file()].text[span.bytes()]
    }

    /// The first line of the text at this place, without blanks at its end, and the place of this line. Returns
    /// `None` if the text is in one line.
    pub(crate) fn first_line(&self, span: &Span) -> Option<(&str, Span)> {
        let (line, _) = self.text(span).split_once('\n')?;
        let (line, start) = (line.trim_end(), span.bytes().start);
        Some((line, Span::new(span.file(), start..start + line.len())))
    }

    /// The place of the symbol with the index `at`.
    pub(crate) fn span(&self, at: usize) -> Span {
        self.symbols[at].1
    }
}

/// The kinds of basic symbol. An identifier, a number and a string each count as one symbol.
#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    /// An identifier, without blanks.
    Identifier(Arc<str>),
    /// An unsigned number, converted to a cell, and its type.
    Number(Cell, Type),
    /// A string: the symbols to be typed.
    Text(Vec<Symbol>),
    /// A layout, packed in one cell. A layout is the form in which write prints numbers, such as `‹ddd.dd›`.
    Layout(Cell),
    /// A delimiter, or true or false.
    Basic(Basic),
    /// A faulty symbol, already reported.
    Trouble,
    /// The end of the program.
    EndOfText,
}

macro_rules! words {
    ($($word:literal $name:ident,)*) => {
        /// Delimiters and logical values.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the names are those of the language")]
        pub enum Basic {
            $($name,)*
            Plus, Minus, Times, Divide, IntegerDivide, Power,
            Less, LessOrEqual, Equal, GreaterOrEqual, Greater, NotEqual,
            Not, And, Or, Implies, Equivalent,
            Comma, FatComma, Semicolon, Colon, Assign,
            LeftParenthesis, RightParenthesis, LeftBracket, RightBracket,
        }

        /// The words that are underlined in programs, and their symbols. `boolean` has two spellings.
        pub const WORDS: &[(&str, Basic)] =
            &[$(($word, Basic::$name),)* ("Boolean", Basic::Boolean)];
    };
}

words! {
    "array" Array, "begin" Begin, "boolean" Boolean, "comment" Comment, "do" Do,
    "else" Else, "end" End, "false" False, "for" For, "goto" Goto, "if" If, "integer" Integer,
    "label" Label, "own" Own, "procedure" Procedure, "real" Real, "step" Step, "string" String,
    "switch" Switch, "then" Then, "true" True, "until" Until, "value" Value, "while" While,
}

impl Basic {
    /// Whether a declaration or a specification can begin with this symbol.
    pub fn declares(self) -> bool {
        use Basic::{Array, Boolean, Integer, Label, Own, Procedure, Real, String, Switch, Value};
        matches!(self, Own | Integer | Real | Boolean | Array | Procedure | Switch | Label | String | Value)
    }

    /// Whether this symbol is a word only at the beginning of a declaration, a specification or a comment.
    /// Elsewhere the word can be part of an identifier, such as `first value`.
    pub(crate) fn is_first_only(self) -> bool {
        self.declares() || self == Basic::Comment
    }

    /// The symbol that is written with this word, or `None` if the language has no such word.
    pub(crate) fn from_word(word: &str) -> Option<Basic> {
        WORDS.iter().find(|(known, _)| *known == word).map(|(_, basic)| *basic)
    }

    /// The symbol as messages show it, in the UTF-8 form of programs, such as `_begin`.
    pub fn written(self) -> String {
        use Basic as B;
        if let Some((word, _)) = WORDS.iter().find(|(_, basic)| *basic == self) {
            return format!("_{word}");
        }
        let character = match self {
            B::Plus => "+",
            B::Minus => "-",
            B::Times => "×",
            B::Divide => "/",
            B::IntegerDivide => "÷",
            B::Power => "↑",
            B::Less => "<",
            B::LessOrEqual => "≤",
            B::Equal => "=",
            B::GreaterOrEqual => "≥",
            B::Greater => ">",
            B::NotEqual => "≠",
            B::Not => "¬",
            B::And => "∧",
            B::Or => "∨",
            B::Implies => "⊃",
            B::Equivalent => "≡",
            B::Comma => ",",
            B::FatComma => ") … :(",
            B::Semicolon => ";",
            B::Colon => ":",
            B::Assign => ":=",
            B::LeftParenthesis => "(",
            B::RightParenthesis => ")",
            B::LeftBracket => "[",
            B::RightBracket => "]",
            _ => "",
        };
        character.to_string()
    }
}

impl TokenKind {
    /// A description of the symbol for messages.
    pub fn described(&self) -> String {
        match self {
            TokenKind::Identifier(name) => format!("the identifier {name}"),
            TokenKind::Number(..) => "a number".to_string(),
            TokenKind::Text(_) => "a string".to_string(),
            TokenKind::Layout(_) => "a layout".to_string(),
            TokenKind::Basic(basic) => basic.written(),
            TokenKind::Trouble => "a faulty symbol".to_string(),
            TokenKind::EndOfText => "the end of the text".to_string(),
        }
    }

    /// Whether the symbol is an operand by itself, such as an identifier or a number.
    pub fn is_operand(&self) -> bool {
        matches!(
            self,
            TokenKind::Identifier(_)
                | TokenKind::Number(..)
                | TokenKind::Text(_)
                | TokenKind::Layout(_)
                | TokenKind::Basic(Basic::True | Basic::False)
        )
    }
    /// Whether an operand can end with the symbol.
    pub(crate) fn ends_operand(&self) -> bool {
        self.is_operand() || matches!(self, TokenKind::Basic(Basic::RightParenthesis | Basic::RightBracket))
    }
}
