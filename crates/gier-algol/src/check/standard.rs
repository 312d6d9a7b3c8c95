//! Checks standard identifiers: their parameters and values.  [F-AFE-15]

use super::Checker;
use super::expression::value;
use super::statement::{described, expression, is_number};
use super::strings::StringUse;
use crate::ast::{Delivers, Expression, ExpressionKind, Span, Spec, Standard, SymbolId, SymbolKind, Type};
use crate::standard::{self, Takes};
use crate::syntax::{Expr, Name};
use gier_word::Diagnostic;
use gier_word::diagnostic::start_of;

impl Checker {
    /// Checks a standard identifier that the program writes without parameters.
    pub(super) fn standard_name(
        &mut self,
        symbol: SymbolId,
        standard: Standard,
        span: &Span,
    ) -> Option<Expression> {
        let row = standard::standard(standard);
        let kind = match row.takes {
            Takes::Variable => ExpressionKind::Name(symbol),
            Takes::Nothing => ExpressionKind::Call(symbol, Vec::new()),
            _ => {
                let message = format!("{} needs parameters", row.name);
                return self.fault(span, "proc. call or ident.", message, &format!("write {}", row.call()));
            }
        };
        expression(kind, value(row.result), span)
    }

    /// Checks a call of a standard procedure.
    pub(super) fn standard_call(
        &mut self,
        symbol: SymbolId,
        standard: Standard,
        name: &Name,
        written: &[Expr],
        span: &Span,
    ) -> Option<Expression> {
        let row = standard::standard(standard);
        let takes = row.takes;
        let one = matches!(takes, Takes::Number | Takes::String | Takes::Array | Takes::Code);
        if one {
            self.parameters(&name.text, 1, written.len(), &name.span, "")?;
        }
        if matches!(takes, Takes::Nothing | Takes::Variable) {
            let value = row.result.map(|_| format!("write i := {}", row.name));
            self.parameters(&name.text, 0, written.len(), &name.span, &value.unwrap_or_default())?;
        }
        // If a triple is incomplete, the running program reports the alarm param.
        let actuals: Vec<_> = written
            .iter()
            .enumerate()
            .map(|(position, actual)| self.standard_actual(takes, position, actual))
            .collect();
        let actuals = actuals.into_iter().collect::<Option<_>>()?;
        expression(ExpressionKind::Call(symbol, actuals), value(row.result), span)
    }

    /// Checks an actual parameter of a standard procedure. `takes` says which parameters the procedure
    /// accepts. `position` is the index of this parameter in the call.
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
        if takes == Takes::LayoutAndNumbers && position == 0 {
            return self.layout_is_missing(&checked);
        }
        let message = format!("{wanted} is needed here, not {}", described(delivers));
        let help = if takes == Takes::Strings && is_number(delivers) { "write prints numbers" } else { "" };
        self.fault(&checked.span, "type", message, help)
    }

    /// Reports that a call of write or output has no layout, and offers a layout that fits.
    fn layout_is_missing<T>(&mut self, checked: &Expression) -> Option<T> {
        let span = checked.span;
        let message = format!("a layout is needed before the numbers, not {}", described(checked.delivers));
        let layout = match checked.delivers {
            Delivers::Value(Type::Integer) => "‹-ndddd›",
            Delivers::Value(Type::Real) => "‹-nddd.ddd›",
            Delivers::String => {
                return self.fault(&span, "type", message, "writetext and outtext print strings");
            }
            Delivers::Value(_) | Delivers::Label | Delivers::Nothing | Delivers::Name => {
                return self.wrong_type(&span, message);
            }
        };
        self.diagnostics.push(
            Diagnostic::new(span, "type", message).with_help(format!("write {layout}, before it")).with_fix(
                format!("insert the layout {layout}"),
                vec![(start_of(&span), format!("{layout}, "))],
            ),
        );
        None
    }

    fn is_array(&self, checked: &Expression) -> bool {
        self.is_array_of(checked, Type::Real) || self.is_array_of(checked, Type::Boolean)
    }

    fn is_code(&self, checked: &Expression) -> bool {
        self.is_array(checked) || self.is_place(checked)
    }

    /// Whether the program can assign to this actual parameter. It can do so if the parameter is a variable,
    /// an array element, a simple formal parameter or `drumplace`.
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
