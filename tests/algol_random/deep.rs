//! Random programs with nested procedures, represented as a tree. The tree is written as ALGOL for the
//! compiler. An evaluator independent of the compiler also computes what the program prints.

mod evaluate;
mod make;
mod write;

/// The types of values. A truth value uses only bit 0 of its cell; a word uses all 40 bits.
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

/// How a parameter is passed to a procedure.
#[derive(Clone, Copy, PartialEq)]
enum Passing {
    Value,
    Name,
}

#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    /// Whether the variable is declared `own`: it exists once for all calls.
    own: bool,
}

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
    /// A loop: its variable, first value, step, limit, and body.
    For(usize, i64, i64, i64, Vec<Statement>),
    Call(usize, Vec<Expression>),
    Write(Expression),
    Text(Expression),
    /// Prints the bits of a variable's cell. The variable is a real or a word.
    Bits(usize),
    Pack(usize, Vec<(u8, u8, Expression)>),
    Split(usize, Vec<(u8, u8, usize)>),
}

struct Procedure {
    name: String,
    /// The enclosing procedure, or `None` for the main program.
    outer: Option<usize>,
    /// The type of the procedure's value and the expression for the value, or `None` if the procedure has no
    /// value.
    result: Option<(Type, Expression)>,
    formals: Vec<(usize, Passing)>,
    locals: Vec<usize>,
    body: Vec<Statement>,
}

/// A whole program. Procedure 0 is the main program.
pub struct Deep {
    variables: Vec<Variable>,
    procedures: Vec<Procedure>,
}

impl Deep {
    /// Returns all own variables. ALGOL gives an own variable no initial value, so the program has another
    /// variable that says whether it was assigned.
    fn owned(&self) -> Vec<usize> {
        (0..self.variables.len()).filter(|&id| self.variables[id].own).collect()
    }
}
