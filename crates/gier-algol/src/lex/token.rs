//! Basic symbols: what the parser reads.

use crate::ast::{Span, Type};
use gier_word::{Cell, Symbol};

/// A basic symbol with its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// The kinds of basic symbol; numbers, identifiers and strings count as one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Without its blanks.
    Identifier(String),
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
