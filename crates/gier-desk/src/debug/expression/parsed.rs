//! A parsed expression, together with its text.

use super::evaluate::whole;
use super::node::{Node, Register};
use super::parse;
use super::state::{EvalState, Names};
use super::tokens;
use super::value::Value;
use gier_word::{Address, Diagnostic};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A parsed expression, together with its text. A clone is cheap, because clones share the syntax tree.
#[derive(Clone, Debug)]
pub struct Expression {
    pub(super) node: Arc<Node>,
    text: Arc<str>,
}

impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        self.node == other.node && self.text == other.text
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Expression {
    /// Parses an expression when its program is not yet known. Later, [`Expression::resolved`] can look up
    /// the names in a program.
    ///
    /// # Errors
    /// The error says what is wrong, and where in the text.
    pub fn parse(text: &str) -> Result<Expression, Diagnostic> {
        Expression::parse_whole(text, None)
    }

    /// Parses an expression for a program that declares these names.
    ///
    /// # Errors
    /// The error says what is wrong, and where in the text.
    pub fn parse_in(text: &str, names: &dyn Names) -> Result<Expression, Diagnostic> {
        Expression::parse_whole(text, Some(names))
    }

    fn parse_whole(text: &str, names: Option<&dyn Names>) -> Result<Expression, Diagnostic> {
        let (expression, end) = Expression::parse_part(text, 0..text.len(), names)?;
        match parse::rest(text, end..text.len()) {
            None => Ok(expression),
            Some(span) => {
                let message = format!("'{}' does not belong to the expression", &text[span.clone()]);
                Err(tokens::fault(span, message))
            }
        }
    }

    /// Parses the expression at the beginning of a part of a text. `part` is a range of bytes. Also returns
    /// the index of the byte after the expression. `names` are the names that the program declares, or `None`
    /// if no program is known.
    ///
    /// # Errors
    /// The error says what is wrong, and where in the text.
    pub fn parse_part(
        text: &str,
        part: Range<usize>,
        names: Option<&dyn Names>,
    ) -> Result<(Expression, usize), Diagnostic> {
        let (node, span) = parse::read(text, part, names)?;
        Ok((Expression::new(node, &text[span.clone()]), span.end))
    }

    /// Parses the variable or array element at the beginning of a part of a text. `part` is a range of
    /// bytes. Also returns the index of the byte after the variable. Returns `None` if the text does not
    /// begin with a name that the program declares.
    ///
    /// # Errors
    /// The error says what is wrong, and where in the text.
    pub fn parse_variable(
        text: &str,
        part: Range<usize>,
        names: &dyn Names,
    ) -> Result<Option<(Expression, usize)>, Diagnostic> {
        let read = parse::read_variable(text, part, names)?;
        Ok(read.map(|(node, span)| (Expression::new(node, &text[span.clone()]), span.end)))
    }

    /// Parses the text of this expression again for a program that declares these names. A declared name then
    /// means a variable of the program, even if it is also a keyword. If the text cannot be parsed with these
    /// names, returns a copy of this expression.
    #[must_use]
    pub fn resolved(&self, names: &dyn Names) -> Expression {
        match Expression::parse_in(&self.text, names) {
            Ok(resolved) if resolved != *self => resolved,
            Ok(_) | Err(_) => self.clone(),
        }
    }

    pub(super) fn new(node: Node, text: &str) -> Expression {
        Expression { node: Arc::new(node), text: text.into() }
    }

    /// Evaluates the expression in this state.
    ///
    /// # Errors
    /// The error says why the expression has no value in this state.
    pub fn value(&self, state: &EvalState<'_>) -> Result<Value, String> {
        self.node.value(state)
    }

    /// Whether the condition is true in this state.
    ///
    /// # Errors
    /// The error says why the condition has no value in this state.
    pub fn holds(&self, state: &EvalState<'_>) -> Result<bool, String> {
        self.node.value(state)?.truth()
    }

    /// Whether the condition is true in this state. A condition without a value counts as false.
    pub fn surely_holds(&self, state: &EvalState<'_>) -> bool {
        self.holds(state) == Ok(true)
    }

    /// The value as a text. Some expressions say in which form the value is written, for example `binary M`.
    ///
    /// # Errors
    /// The error says why the expression has no value in this state.
    pub fn text(&self, state: &EvalState<'_>) -> Result<String, String> {
        match &*self.node {
            Node::Form(form, of) => Ok(form.write(of.cell(state)?)),
            Node::Register(Register::R | Register::M) => {
                let Value::Whole(value) = self.value(state)? else { unreachable!("registers are whole") };
                Ok(format!("{} ({value})", self.node.cell(state)?))
            }
            _ => Ok(self.value(state)?.to_string()),
        }
    }

    /// The address of the cell, if the expression is a cell with a constant address, such as `cell 500`. A
    /// label of a SLIP program is such a cell, too. Returns an error for an address outside the store.
    pub fn as_cell(&self) -> Option<Result<Address, String>> {
        let Node::Cell(of) = &*self.node else { return None };
        let Node::Known(Value::Whole(cell)) = **of else { return None };
        Some(cell.to_string().parse().map_err(|_| format!("there is no cell {cell}")))
    }

    /// Whether the expression is only a variable or an array element.
    pub fn is_variable(&self) -> bool {
        matches!(*self.node, Node::Variable(..))
    }

    /// If the expression is only a variable or an array element, returns its name and the values of its
    /// subscripts. Otherwise, returns `None`.
    ///
    /// # Errors
    /// Returns an error if a subscript has no value.
    pub fn as_variable(&self, state: &EvalState<'_>) -> Option<Result<(&str, Vec<i64>), String>> {
        match &*self.node {
            Node::Variable(name, subscripts) => Some(whole(subscripts, state).map(|list| (&**name, list))),
            _ => None,
        }
    }
}
