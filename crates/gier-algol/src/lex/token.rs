//! Basic symbols: what the parser reads.

use crate::ast::{Span, Type};
use crate::source::SourceText;
use gier_word::{Cell, Symbol};
use std::ops::Range;
use std::sync::Arc;

/// The basic symbols of a program, which end in [`Kind::EndOfText`], and the texts that they stand
/// in. Of each is kept where it stands and of which sort it is, twelve bytes: a name, a number or a
/// string is read in the text again when it is asked for.
#[derive(Debug)]
pub(crate) struct Tokens {
    places: Vec<Place>,
    /// The symbols with which another text begins or goes on, and the number of that text.
    files: Vec<(usize, usize)>,
    /// The texts of the translation: those given, then the library texts as included.
    pub texts: Vec<SourceText>,
}

/// Where a basic symbol stands in its text, which is no longer than 32 bits can say.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: u32,
    end: u32,
    sort: Sort,
}

/// What is known of a basic symbol without its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Basic(Basic),
    Trouble,
    EndOfText,
    /// An identifier, a number, a string or a layout.
    Written,
}

impl Tokens {
    /// None so far, of these texts.
    pub fn of(texts: Vec<SourceText>) -> Tokens {
        Tokens { places: Vec::new(), files: Vec::new(), texts }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Adds one.
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

    /// Which text the symbol number `at` stands in.
    fn file(&self, at: usize) -> usize {
        let known = self.files.partition_point(|&(first, _)| first <= at);
        self.files[known - 1].1
    }

    /// Where the symbol number `at` stands.
    pub fn span(&self, at: usize) -> Span {
        let Place { start, end, .. } = self.places[at];
        Span::new(self.file(at), start as usize..end as usize)
    }

    /// The symbol number `at`, if it is a delimiter.
    pub fn basic(&self, at: usize) -> Option<Basic> {
        match self.places[at].sort {
            Sort::Basic(basic) => Some(basic),
            Sort::Trouble | Sort::EndOfText | Sort::Written => None,
        }
    }

    /// The symbol number `at`; of a name, number, string or layout its text, and the bytes that it
    /// stands in.
    pub fn kept(&self, at: usize) -> Result<Kind, (&SourceText, Range<usize>)> {
        match self.places[at].sort {
            Sort::Basic(basic) => Ok(Kind::Basic(basic)),
            Sort::Trouble => Ok(Kind::Trouble),
            Sort::EndOfText => Ok(Kind::EndOfText),
            Sort::Written => {
                let file = self.file(at);
                let text = &self.texts[file];
                // Up to the next symbol, for a sign may say less of its length than it has.
                let next = self.places[at + 1].start as usize;
                let end = if self.file(at + 1) == file { next } else { text.text.len() };
                Err((text, self.places[at].start as usize..end))
            }
        }
    }
}

/// The kinds of basic symbol; numbers, identifiers and strings count as one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Without its blanks.
    Identifier(Arc<str>),
    /// Unsigned, converted.
    Number(Cell, Type),
    /// The symbols to be typed.
    Text(Vec<Symbol>),
    /// Packed.
    Layout(Cell),
    /// A delimiter, true or false.
    Basic(Basic),
    /// Something at fault that has been reported.
    Trouble,
    /// After the last end.
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

        /// The underlined words; boolean has two spellings.
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
    /// How the clean form writes it, for messages.
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
    /// How it is called in messages.
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

    /// Whether it is an operand by itself.
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
