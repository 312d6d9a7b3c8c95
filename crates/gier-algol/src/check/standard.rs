//! Checks standard identifiers: their parameters and values.  [F-AFE-15]

use super::Checker;
use super::expression::value;
use super::statement::{described, expression, is_number};
use super::strings::StringUse;
use crate::ast::{Delivers, Expression, ExpressionKind, Span, Spec, Standard, SymbolId, SymbolKind, Type};
use crate::syntax::{Expr, Name};

/// The parameters of a standard procedure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// None: it is a variable.
    Variable,
    Nothing,
    /// One number.
    Number,
    /// One string.
    String,
    /// One array.
    Array,
    /// Machine code: a Boolean value or an array.
    Code,
    /// Anything.
    Anything,
    /// A layout, then numbers.
    LayoutAndNumbers,
    Strings,
    /// Variables and arrays that receive numbers.
    Places,
    /// A variable, then triples of numbers.
    Pack,
    /// A variable, then triples of two numbers and a variable.
    Split,
}

fn takes(standard: Standard) -> Takes {
    use Standard as S;
    match standard {
        S::Drumplace => Takes::Variable,
        S::Abs | S::Arctan | S::Cos | S::Entier | S::Exp | S::Ln | S::Sign | S::Sin | S::Sqrt => {
            Takes::Number
        }
        S::OutChar | S::OutSp | S::SetChar | S::WriteChar => Takes::Number,
        S::Char | S::InChar | S::InOne | S::KbOn | S::Lyn | S::TypeChar | S::TypeIn => Takes::Nothing,
        S::OutClear | S::OutCr | S::OutSum | S::WriteCr => Takes::Nothing,
        S::OutCopy | S::WriteCopy => Takes::String,
        S::FromDrum | S::ToDrum => Takes::Array,
        S::Gier => Takes::Code,
        S::GierDrum | S::GierProc => Takes::Anything,
        S::Output | S::Write => Takes::LayoutAndNumbers,
        S::OutText | S::WriteText => Takes::Strings,
        S::Input => Takes::Places,
        S::Pack => Takes::Pack,
        S::Split => Takes::Split,
    }
}

/// The type of the value, or `None` for procedures without a value.
pub(super) fn result(standard: Standard) -> Option<Type> {
    use Standard as S;
    match standard {
        S::Abs | S::Arctan | S::Cos | S::Exp | S::Ln | S::Sin | S::Sqrt => Some(Type::Real),
        S::InOne | S::TypeIn | S::Gier | S::GierProc => Some(Type::Real),
        S::Entier | S::Sign | S::Char | S::InChar | S::Lyn | S::TypeChar => Some(Type::Integer),
        S::Drumplace | S::FromDrum | S::ToDrum | S::GierDrum | S::Split => Some(Type::Integer),
        S::KbOn | S::Pack => Some(Type::Boolean),
        _ => None,
    }
}

impl Checker {
    /// Checks a standard identifier without parameters.
    pub(super) fn standard_name(
        &mut self,
        symbol: SymbolId,
        standard: Standard,
        span: &Span,
    ) -> Option<Expression> {
        let kind = match takes(standard) {
            Takes::Variable => ExpressionKind::Name(symbol),
            Takes::Nothing => ExpressionKind::Call(symbol, Vec::new()),
            _ => {
                let message = format!("{} needs parameters", self.symbols[symbol.0].name);
                return self.fault(span, "proc. call or ident.", message, "");
            }
        };
        expression(kind, value(result(standard)), span)
    }

    /// Checks a call of a standard procedure with parameters.
    pub(super) fn standard_call(
        &mut self,
        symbol: SymbolId,
        standard: Standard,
        name: &Name,
        written: &[Expr],
        span: &Span,
    ) -> Option<Expression> {
        let takes = takes(standard);
        let one = matches!(takes, Takes::Number | Takes::String | Takes::Array | Takes::Code);
        if one {
            self.parameters(&name.text, 1, written.len(), &name.span)?;
        }
        if matches!(takes, Takes::Nothing | Takes::Variable) {
            self.parameters(&name.text, 0, written.len(), &name.span)?;
        }
        // An incomplete triple raises the alarm param when the call is executed.
        if matches!(takes, Takes::Pack | Takes::Split) && written.is_empty() {
            let message = format!("{} takes a variable and triples: first bit, last bit, value", name.text);
            return self.fault(&name.span, "proc. call or ident.", message, "");
        }
        let actuals: Vec<_> = written
            .iter()
            .enumerate()
            .map(|(position, actual)| self.standard_actual(takes, position, actual))
            .collect();
        let actuals = actuals.into_iter().collect::<Option<_>>()?;
        expression(ExpressionKind::Call(symbol, actuals), value(result(standard)), span)
    }

    /// Checks the actual parameter at `position`, from 0.
    fn standard_actual(&mut self, takes: Takes, position: usize, written: &Expr) -> Option<Expression> {
        if takes == Takes::Anything {
            return self.bare(written);
        }
        let checked = self.any(written)?;
        let delivers = checked.delivers;
        let nothing = delivers == Delivers::Nothing;
        let (fits, wanted) = match takes {
            Takes::Variable | Takes::Nothing | Takes::Anything => (false, "nothing"),
            Takes::Number => (is_number(delivers), "a number"),
            Takes::String => (delivers == Delivers::String, "a string"),
            Takes::Array => (self.is_array(&checked), "an array identifier"),
            Takes::Code => (self.is_code(&checked), "machine code in a variable or array"),
            Takes::LayoutAndNumbers if position == 0 => (delivers == Delivers::String, "a layout"),
            Takes::LayoutAndNumbers => (is_number(delivers) || nothing, "a number"),
            Takes::Strings => (delivers == Delivers::String || nothing, "a string"),
            Takes::Places => {
                (self.is_array(&checked) || self.is_place(&checked) && is_number(delivers), "a variable")
            }
            Takes::Pack | Takes::Split if position == 0 => (self.is_place(&checked), "a variable"),
            Takes::Split if position.is_multiple_of(3) => {
                (self.is_place(&checked) && is_number(delivers), "a variable")
            }
            Takes::Pack | Takes::Split => (is_number(delivers), "a number"),
        };
        if fits {
            let layout = takes == Takes::LayoutAndNumbers;
            self.string_uses.note(&checked, if layout { StringUse::Layout } else { StringUse::Text });
            return Some(checked);
        }
        let message = format!("{wanted} is needed here, not {}", described(delivers));
        self.wrong_type(&checked.span, message)
    }

    fn is_array(&self, checked: &Expression) -> bool {
        self.is_array_of(checked, Type::Real) || self.is_array_of(checked, Type::Boolean)
    }

    fn is_code(&self, checked: &Expression) -> bool {
        self.is_array(checked) || self.is_place(checked)
    }

    /// Whether an actual can be assigned to: a variable, an array element, a simple formal.
    fn is_place(&self, checked: &Expression) -> bool {
        match checked.kind {
            ExpressionKind::Subscripted(..) => true,
            ExpressionKind::Name(symbol) => matches!(
                self.kind(symbol),
                SymbolKind::Variable { .. }
                    | SymbolKind::Formal { spec: Spec::Simple(_), .. }
                    | SymbolKind::Standard(Standard::Drumplace)
            ),
            _ => false,
        }
    }
}
