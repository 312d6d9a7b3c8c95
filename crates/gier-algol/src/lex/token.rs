//! Basic symbols, which the parser reads.

use crate::ast::{Span, Type};
use crate::source::SourceText;
use gier_word::{Cell, Symbol};
use std::ops::Range;
use std::sync::Arc;

/// The basic symbols of a program, which end in [`Kind::EndOfText`], and its texts. To save memory,
/// only the place and the sort of each symbol are stored, in twelve bytes. The name, number or
/// string is read from the text again when it is needed.
#[derive(Debug)]
pub(crate) struct Tokens {
    places: Vec<Place>,
    /// The number of each symbol that is in another text than the one before, and the number of
    /// that text.
    files: Vec<(usize, usize)>,
    /// All texts: the given ones, then the library texts as they were included.
    pub texts: Vec<SourceText>,
}

/// The place and the sort of a basic symbol. Texts are shorter than 2^32 bytes.
#[derive(Clone, Copy, Debug)]
struct Place {
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
    pub fn of(texts: Vec<SourceText>) -> Tokens {
        Tokens { places: Vec::new(), files: Vec::new(), texts }
    }

    /// The number of symbols.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Appends a symbol.
    pub fn push(&mut self, kind: &Kind, span: &Span) {
        if self.files.last().is_none_or(|&(_, file)| file != span.file()) {
            self.files.push((self.places.len(), span.file()));
        }
        let sort = match kind {
            Kind::Basic(basic) => Sort::Basic(*basic),
            Kind::Trouble => Sort::Trouble,
            Kind::EndOfText => Sort::EndOfText,
            Kind::Identifier(_) | Kind::Number(..) | Kind::Text(_) | Kind::Layout(_) => Sort::Written,
        };
        let place = |byte: usize| u32::try_from(byte).expect("a text has 16 million bytes at most");
        self.places.push(Place { start: place(span.bytes().start), end: place(span.bytes().end), sort });
    }

    /// The number of the text that contains the symbol number `at`.
    fn file(&self, at: usize) -> usize {
        let known = self.files.partition_point(|&(first, _)| first <= at);
        self.files[known - 1].1
    }

    /// The place of the symbol number `at`.
    pub fn span(&self, at: usize) -> Span {
        let Place { start, end, .. } = self.places[at];
        Span::new(self.file(at), start as usize..end as usize)
    }

    /// The symbol number `at`, or `None` if it is not a delimiter.
    pub fn basic(&self, at: usize) -> Option<Basic> {
        match self.places[at].sort {
            Sort::Basic(basic) => Some(basic),
            Sort::Trouble | Sort::EndOfText | Sort::Written => None,
        }
    }

    /// The symbol number `at` or, for a name, number, string or layout, its text and its bytes
    /// there.
    pub fn kept(&self, at: usize) -> Result<Kind, (&SourceText, Range<usize>)> {
        match self.places[at].sort {
            Sort::Basic(basic) => Ok(Kind::Basic(basic)),
            Sort::Trouble => Ok(Kind::Trouble),
            Sort::EndOfText => Ok(Kind::EndOfText),
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
pub(crate) enum Kind {
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

impl Kind {
    /// A description of the symbol for messages.
    pub fn described(&self) -> String {
        match self {
            Kind::Identifier(name) => format!("the identifier {name}"),
            Kind::Number(..) => "a number".to_string(),
            Kind::Text(_) => "a string".to_string(),
            Kind::Layout(_) => "a layout".to_string(),
            Kind::Basic(basic) => basic.written(),
            Kind::Trouble => "a faulty symbol".to_string(),
            Kind::EndOfText => "the end of the text".to_string(),
        }
    }

    /// Whether the symbol is an operand by itself.
    pub fn is_operand(&self) -> bool {
        matches!(
            self,
            Kind::Identifier(_)
                | Kind::Number(..)
                | Kind::Text(_)
                | Kind::Layout(_)
                | Kind::Basic(Basic::True | Basic::False)
        )
    }
}
