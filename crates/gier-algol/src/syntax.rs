//! The syntax tree that the parser makes. Names are not resolved yet, and expressions have no types.

use crate::ast::{Dyadic, Monadic, Span, Spec, Type};
use gier_word::{Cell, Symbol};
use std::ops::Range;
use std::sync::Arc;

/// An identifier and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Name {
    pub(crate) text: Arc<str>,
    pub(crate) span: Span,
}

/// A block: begin, declarations, statements, end.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct WrittenBlock {
    /// The range of the block's tokens, from the one after `begin` up to `end`.
    pub(crate) symbols: Range<usize>,
    pub(crate) declarations: Vec<WrittenDeclaration>,
    pub(crate) statements: Vec<WrittenStatement>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum WrittenDeclaration {
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
    Procedure(Box<WrittenProcedure>),
    /// A declaration with a syntax error. The names are those that could still be read.
    Faulty(Vec<Name>),
}

/// Arrays that are declared with one common list of bounds, such as `a, b[1:10]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Segment {
    pub(crate) names: Vec<Name>,
    pub(crate) bounds: Vec<(Expr, Expr)>,
}

/// A procedure declaration.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenProcedure {
    pub(crate) result: Option<Type>,
    pub(crate) name: Name,
    pub(crate) formals: Vec<Name>,
    pub(crate) values: Vec<Name>,
    pub(crate) specifications: Vec<(Spec, Vec<Name>)>,
    /// Whether the heading had a syntax error, so that formal parameters can be missing.
    pub(crate) faulty: bool,
    pub(crate) body: WrittenStatement,
    pub(crate) span: Span,
    /// The range of the procedure's tokens, from the one after its name to the end of its body.
    pub(crate) symbols: Range<usize>,
}

/// A statement with its labels.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenStatement {
    pub(crate) labels: Vec<Name>,
    pub(crate) kind: WrittenStatementKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum WrittenStatementKind {
    Dummy,
    Block(WrittenBlock),
    Compound(Vec<WrittenStatement>),
    Assign {
        targets: Vec<Variable>,
        value: Expr,
    },
    Goto(Expr),
    If {
        condition: Expr,
        then: Box<WrittenStatement>,
        otherwise: Option<Box<WrittenStatement>>,
    },
    For {
        variable: Variable,
        elements: Vec<Element>,
        body: Box<WrittenStatement>,
    },
    Call(Name, Vec<Expr>),
    /// A statement with a syntax error, and the statements inside it that could be read.
    Faulty(Vec<WrittenStatement>),
}

/// A variable to which the program assigns a value: on the left of `:=`, or as the controlled variable of a
/// for statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Variable {
    pub(crate) name: Name,
    /// The subscripts, or `None` if the variable is written without brackets.
    pub(crate) subscripts: Option<Vec<Expr>>,
    pub(crate) span: Span,
}

/// An element of a for list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Element {
    Value(Expr),
    /// `a step b until c`: the start, the step and the limit.
    Step(Box<[Expr; 3]>),
    /// `a while b`: the value and the condition.
    While(Box<[Expr; 2]>),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
    /// The depth of the expression tree from this node downwards. A node without operands has depth 1.
    pub(crate) depth: u32,
}

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
    /// Monadic `+`. The checker requires that the operand is a number.
    Plus(Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}
