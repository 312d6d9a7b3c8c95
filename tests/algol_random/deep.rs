//! Programs with procedures in procedures in procedures, as a tree: made by chance, written as
//! ALGOL, and evaluated by the rules of the language, sharing nothing with the compiler.

mod evaluate;
mod make;
mod write;

/// What a variable holds. Of a truth value only bit 0 has a meaning; a word has 40 bits.
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
    /// Declared own: it lives once for all calls.
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
    /// A real, by the bits of its cell; or a word.
    Bits(usize),
    Pack(usize, Vec<(u8, u8, Expression)>),
    Split(usize, Vec<(u8, u8, usize)>),
}

struct Procedure {
    name: String,
    /// The procedure around it; none is the program.
    outer: Option<usize>,
    /// Type and value of a type procedure.
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
    /// All own variables. They have no value at first: a variable of the program says so.
    fn owned(&self) -> Vec<usize> {
        (0..self.variables.len()).filter(|&id| self.variables[id].own).collect()
    }
}
