//! The syntax tree as written, before names are resolved and expressions typed. The parser makes
//! it, the checker reads it.

use crate::ast::{Dyadic, Monadic, Span, Spec, Type};
use gier_word::{Cell, Symbol};
use std::ops::Range;
use std::sync::Arc;

/// An identifier and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Name {
    pub text: Arc<str>,
    pub span: Span,
}

/// A block: begin, declarations, statements, end.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Block {
    pub declarations: Vec<Declaration>,
    pub statements: Vec<Statement>,
}

/// A declaration.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Declaration {
    Variables {
        own: bool,
        ty: Type,
        names: Vec<Name>,
    },
    Arrays {
        ty: Type,
        segments: Vec<Segment>,
    },
    Switch {
        name: Name,
        elements: Vec<Expr>,
    },
    Procedure(Box<Procedure>),
    /// The names of a declaration with a syntax error.
    Faulty(Vec<Name>),
}

/// Arrays that share a bound list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Segment {
    pub names: Vec<Name>,
    pub bounds: Vec<(Expr, Expr)>,
}

/// A procedure declaration.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Procedure {
    pub result: Option<Type>,
    pub name: Name,
    pub formals: Vec<Name>,
    pub values: Vec<Name>,
    pub specifications: Vec<(Spec, Vec<Name>)>,
    /// Whether the heading had a syntax error, so that formals can be missing.
    pub faulty: bool,
    pub body: Statement,
    pub span: Span,
}

/// A statement with its labels.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Statement {
    pub labels: Vec<Name>,
    pub kind: StatementKind,
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum StatementKind {
    Dummy,
    Block(Block),
    Compound(Vec<Statement>),
    Assign {
        targets: Vec<Variable>,
        value: Expr,
    },
    Goto(Expr),
    If {
        condition: Expr,
        then: Box<Statement>,
        otherwise: Option<Box<Statement>>,
    },
    For {
        variable: Variable,
        elements: Vec<Element>,
        body: Box<Statement>,
    },
    Call(Name, Vec<Expr>),
    /// Statements that are parsed again when they are checked: the range of their symbols.
    Aside(Range<usize>),
    /// A statement with a syntax error, and the statements inside it that could be read.
    Faulty(Vec<Statement>),
}

/// A left part or controlled variable.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Variable {
    pub name: Name,
    /// `None` if there are no brackets.
    pub subscripts: Option<Vec<Expr>>,
    pub span: Span,
}

/// An element of a for list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Element {
    Value(Expr),
    /// Start, step, limit.
    Step(Box<[Expr; 3]>),
    /// Value and condition.
    While(Box<[Expr; 2]>),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// The depth of the tree, this node included.
    pub depth: u32,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExprKind {
    Number(Cell, Type),
    Logical(bool),
    Text(Vec<Symbol>),
    Layout(Cell),
    Name(Arc<str>),
    Subscripted(Name, Vec<Expr>),
    Call(Name, Vec<Expr>),
    Monadic(Monadic, Box<Expr>),
    Dyadic(Dyadic, Box<Expr>, Box<Expr>),
    /// Monadic +. It has no effect, but its operand must be a number.
    Plus(Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}
