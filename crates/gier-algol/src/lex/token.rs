//! Basic symbols, which the parser reads.

use crate::ast::{Span, Type};
use crate::source::SourceText;
use gier_word::{Cell, Symbol};
use std::ops::Range;
use std::sync::Arc;

/// The basic symbols of a program, which end in [`TokenKind::EndOfText`], and its texts. To save memory,
/// only the place and the sort of each symbol are stored, in twelve bytes. The name, number or
/// string is read from the text again when it is needed.
#[derive(Debug)]
pub(crate) struct Tokens {
    places: Vec<SymbolPlace>,
    /// The number of each symbol that is in another text than the one before, and the number of
    /// that text.
    files: Vec<(usize, usize)>,
    /// All texts: the given ones, then the library texts as they were included.
    pub(crate) texts: Vec<SourceText>,
}

/// The place and the sort of a basic symbol. Texts are shorter than 2^32 bytes.
#[derive(Clone, Copy, Debug)]
struct SymbolPlace {
    start: u32,
    end: u32,
    sort: Sort,
}

/// What is known of a basic symbol without reading its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Basic(Basic),
    Trouble,
    EndOfText,
    /// An identifier, a number, a string or a layout.
    Written,
}

impl Tokens {
    /// An empty list of symbols for these texts.
    pub(crate) fn of(texts: Vec<SourceText>) -> Tokens {
        Tokens { places: Vec::new(), files: Vec::new(), texts }
    }

    /// The number of symbols.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Appends a symbol.
    pub(crate) fn push(&mut self, kind: &TokenKind, span: &Span) {
        if self.files.last().is_none_or(|&(_, file)| file != span.file()) {
            self.files.push((self.places.len(), span.file()));
        }
        let sort = match kind {
            TokenKind::Basic(basic) => Sort::Basic(*basic),
            TokenKind::Trouble => Sort::Trouble,
            TokenKind::EndOfText => Sort::EndOfText,
            TokenKind::Identifier(_) | TokenKind::Number(..) | TokenKind::Text(_) | TokenKind::Layout(_) => {
                Sort::Written
            }
        };
        let place = |byte: usize| u32::try_from(byte).expect("a text has 16 million bytes at most");
        self.places.push(SymbolPlace {
            start: place(span.bytes().start),
            end: place(span.bytes().end),
            sort,
        });
    }

    /// The number of the text that contains the symbol number `at`.
    fn file(&self, at: usize) -> usize {
        let known = self.files.partition_point(|&(first, _)| first <= at);
        self.files[known - 1].1
    }

    /// The place of the symbol number `at`.
    pub(crate) fn span(&self, at: usize) -> Span {
        let SymbolPlace { start, end, .. } = self.places[at];
        Span::new(self.file(at), start as usize..end as usize)
    }

    /// The symbol number `at`, or `None` if it is not a delimiter.
    pub(crate) fn basic(&self, at: usize) -> Option<Basic> {
        match self.places[at].sort {
            Sort::Basic(basic) => Some(basic),
            Sort::Trouble | Sort::EndOfText | Sort::Written => None,
        }
    }

    /// The symbol number `at` or, for a name, number, string or layout, its text and its bytes
    /// there.
    pub(crate) fn kept(&self, at: usize) -> Result<TokenKind, (&SourceText, Range<usize>)> {
        match self.places[at].sort {
            Sort::Basic(basic) => Ok(TokenKind::Basic(basic)),
            Sort::Trouble => Ok(TokenKind::Trouble),
            Sort::EndOfText => Ok(TokenKind::EndOfText),
            Sort::Written => {
                let file = self.file(at);
                let text = &self.texts[file];
                // The bytes end at the next symbol, because the length stored in a sign can be too
                // short.
                let next = self.places[at + 1].start as usize;
                let end = if self.file(at + 1) == file { next } else { text.text.len() };
                Err((text, self.places[at].start as usize..end))
            }
        }
    }
}

/// The kinds of basic symbol; an identifier, number or string is one symbol.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    /// An identifier, without its blanks.
    Identifier(Arc<str>),
    /// An unsigned number, converted.
    Number(Cell, Type),
    /// A string: the symbols to be typed.
    Text(Vec<Symbol>),
    /// A layout, packed.
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
        pub(crate) enum Basic {
            $($name,)*
            Plus, Minus, Times, Divide, IntegerDivide, Power,
            Less, LessOrEqual, Equal, GreaterOrEqual, Greater, NotEqual,
            Not, And, Or, Implies, Equivalent,
            Comma, FatComma, Semicolon, Colon, Assign,
            LeftParenthesis, RightParenthesis, LeftBracket, RightBracket,
        }

        /// The underlined words with their symbols; boolean has two spellings.
        pub(crate) const WORDS: &[(&str, Basic)] =
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
    /// The symbol as written in the clean form, for messages.
    pub(crate) fn written(self) -> String {
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
    pub(crate) fn described(&self) -> String {
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

    /// Whether the symbol is an operand by itself.
    pub(crate) fn is_operand(&self) -> bool {
        matches!(
            self,
            TokenKind::Identifier(_)
                | TokenKind::Number(..)
                | TokenKind::Text(_)
                | TokenKind::Layout(_)
                | TokenKind::Basic(Basic::True | Basic::False)
        )
    }
}
