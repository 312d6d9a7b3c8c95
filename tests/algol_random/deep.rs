//! Random programs with nested procedures, as a tree that is written as ALGOL and evaluated by the
//! rules of the language, independently of the compiler.

mod evaluate;
mod make;
mod write;

/// The kinds of value. Of a truth value only bit 0 has a meaning; a word has 40 bits.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Type {
    Integer,
    Real,
    Truth,
    Word,
}
use Type::{Integer, Real, Truth, Word};

impl Type {
    fn word(self) -> &'static str {
        match self {
            Integer => "_integer",
            Real => "_real",
            Truth | Word => "_boolean",
        }
    }
}

/// How a parameter is passed.
#[derive(Clone, Copy, PartialEq)]
enum Passing {
    Value,
    Name,
}

#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    /// Whether it is declared own: it exists once for all calls.
    own: bool,
}

/// An expression.
enum Expression {
    Number(i64, u8),
    Truth(bool),
    Variable(usize),
    Call(usize, Vec<Expression>),
    Monadic(&'static str, Box<Expression>),
    Dyadic(&'static str, Box<Expression>, Box<Expression>),
    If(Box<Expression>, Box<Expression>, Box<Expression>),
}
use Expression as E;

enum Statement {
    Assign(usize, Expression),
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// Loop variable, first, step, limit, body.
    For(usize, i64, i64, i64, Vec<Statement>),
    Call(usize, Vec<Expression>),
    Write(Expression),
    Text(Expression),
    /// A real, given by the bits of its cell, or a word.
    Bits(usize),
    Pack(usize, Vec<(u8, u8, Expression)>),
    Split(usize, Vec<(u8, u8, usize)>),
}

struct Procedure {
    name: String,
    /// The enclosing procedure, or `None` for the program.
    outer: Option<usize>,
    /// The type and value of a type procedure.
    result: Option<(Type, Expression)>,
    formals: Vec<(usize, Passing)>,
    locals: Vec<usize>,
    body: Vec<Statement>,
}

/// A whole program. Procedure 0 is the program itself.
pub struct Deep {
    variables: Vec<Variable>,
    procedures: Vec<Procedure>,
}

impl Deep {
    /// All own variables. They have no initial value; a variable of the program records whether one
    /// has been assigned.
    fn owned(&self) -> Vec<usize> {
        (0..self.variables.len()).filter(|&id| self.variables[id].own).collect()
    }
}
