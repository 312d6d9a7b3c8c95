//! The tree of a checked program: every name resolved, every expression typed.
//!
//! The parser and the checker make it, the code generator reads it. Names are those of the
//! ALGOL 60 report.

use gier_word::{Cell, DRUM_TRACKS, Symbol as Code, TRACK_CELLS};
use std::sync::Arc;

/// A place in the source. Text 0 is the program, then come the library texts as they were included.
pub use gier_word::Span;
/// Arithmetic and Boolean types.
pub use gier_word::source_map::Type;

/// The place of a declared thing in [`Program::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub usize);
/// The place of a procedure in [`Program::procedures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProcedureId(pub usize);
/// The number of a block: 0 is the outermost block of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub usize);
/// The place of a string in [`Program::strings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StringId(pub usize);

/// A whole program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Everything declared, standard identifiers in use included.
    pub symbols: Vec<Symbol>,
    /// All procedures, in the order of their declarations.
    pub procedures: Vec<Procedure>,
    /// All strings as the symbols sent to the typewriter: starting and ending in lower case,
    /// shifts only where needed, carriage return as symbol 64.
    pub strings: Vec<Vec<Code>>,
    /// Number of blocks; procedure bodies that are blocks count too.
    pub blocks: usize,
    /// The outermost block.
    pub body: Block,
    /// Whether all statements are there: of a program with [`ORDERS_MAX`] orders and more those
    /// behind them are left out.
    pub complete: bool,
}

/// Twice the half words of a drum: no program of so many orders, labels counted as such, or of so
/// many operands and operators is translated.
pub const ORDERS_MAX: usize = 4 * DRUM_TRACKS * TRACK_CELLS;

/// What an expression delivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Delivers {
    /// A value.
    Value(Type),
    /// A string or a layout.
    String,
    /// A label (designational expression).
    Label,
    /// Nothing: a call of a procedure without a type, allowed as an actual of write and the like.
    Nothing,
    /// A bare array, procedure or switch identifier as an actual parameter.
    Name,
}

/// A declared thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// The identifier as compared: without blanks.
    pub name: Arc<str>,
    /// Where it is declared (for a standard identifier: where it is first used).
    pub span: Span,
    /// What it is.
    pub kind: Kind,
    /// The block it is local to; formals are local to the block of their procedure.
    pub block: BlockId,
}

/// What a declared thing is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A simple variable.
    Variable {
        /// Its type.
        ty: Type,
        /// Kept from one entry of the block to the next.
        own: bool,
    },
    /// An array.
    Array {
        /// Type of its elements.
        ty: Type,
        /// Number of subscripts.
        dimensions: usize,
    },
    /// A procedure.
    Procedure(ProcedureId),
    /// A switch; its elements are in the declaration.
    Switch,
    /// A label.
    Label,
    /// A formal parameter.
    Formal {
        /// As specified.
        spec: Spec,
        /// In the value list.
        value: bool,
        /// Place in the formal list, from 0.
        position: usize,
    },
    /// A standard identifier.
    Standard(Standard),
}

/// The specification of a formal parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spec {
    /// integer, real, boolean.
    Simple(Type),
    /// array, integer array ….
    Array(Type),
    /// procedure, integer procedure ….
    Procedure(Option<Type>),
    /// label.
    Label,
    /// switch.
    Switch,
    /// string.
    String,
}

/// A procedure declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure {
    /// Its identifier.
    pub symbol: SymbolId,
    /// Type of its value.
    pub result: Option<Type>,
    /// Its formal parameters in order.
    pub formals: Vec<SymbolId>,
    /// The block that holds its formals and, if the body is a block, its locals.
    pub block: BlockId,
    /// Its body. A body that is a block has the block number `block`.
    pub body: Statement,
    /// Where it is declared.
    pub span: Span,
}

/// A block: declarations and statements.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its number.
    pub id: BlockId,
    /// Its declarations in order.
    pub declarations: Vec<Declaration>,
    /// Its statements in order.
    pub statements: Vec<Statement>,
}

/// A declaration in a block head.
#[derive(Clone, Debug, PartialEq)]
pub enum Declaration {
    /// Simple variables, own or not.
    Variables(Vec<SymbolId>),
    /// Arrays that share a bound list.
    Arrays {
        /// The arrays.
        arrays: Vec<SymbolId>,
        /// Lower and upper bound of each subscript.
        bounds: Vec<(Expression, Expression)>,
    },
    /// A switch.
    Switch {
        /// Its identifier.
        switch: SymbolId,
        /// Its elements, designational expressions.
        elements: Vec<Expression>,
    },
    /// A procedure.
    Procedure(ProcedureId),
}

/// A statement with its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Labels before it.
    pub labels: Vec<SymbolId>,
    /// What it is.
    pub kind: StatementKind,
    /// Where it is, labels excluded.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// Nothing.
    Dummy,
    /// begin … end with declarations.
    Block(Box<Block>),
    /// begin … end without declarations.
    Compound(Vec<Statement>),
    /// Left parts, all of one type, and a value.
    Assign {
        /// Left parts from left to right.
        targets: Vec<Target>,
        /// The value.
        value: Expression,
    },
    /// A jump.
    Goto(Expression),
    /// if … then … else ….
    If {
        /// The condition.
        condition: Expression,
        /// Done when true.
        then: Box<Statement>,
        /// Done when false.
        otherwise: Option<Box<Statement>>,
    },
    /// for … do ….
    For {
        /// The controlled variable; its address is formed once.
        variable: Target,
        /// The list in order.
        elements: Vec<ForElement>,
        /// The statement after do.
        body: Box<Statement>,
    },
    /// A procedure statement: an expression of kind [`ExpressionKind::Call`].
    Call(Expression),
}

/// An element of a for list.
#[derive(Clone, Debug, PartialEq)]
pub enum ForElement {
    /// A value.
    Value(Expression),
    /// start step step until limit.
    Step(Box<[Expression; 3]>),
    /// value while condition.
    While(Box<[Expression; 2]>),
}

/// What can be assigned to.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// A variable, an own variable, a formal, an array, or a procedure (its value).
    pub symbol: SymbolId,
    /// Subscripts; empty for anything but an array or an array formal.
    pub subscripts: Vec<Expression>,
    /// Type of the place.
    pub ty: Type,
    /// Where it is.
    pub span: Span,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// What it delivers.
    pub delivers: Delivers,
    /// Where it is.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionKind {
    /// A number, converted as GIER ALGOL III converts it; or true (+1.0) and false (-1.0).
    Constant(Cell),
    /// A string.
    String(StringId),
    /// A layout, packed.
    Layout(Cell),
    /// A simple variable or a formal of simple, label or string specification; a label.
    Name(SymbolId),
    /// An array element.
    Subscripted(SymbolId, Vec<Expression>),
    /// A switch designator.
    Designator(SymbolId, Box<Expression>),
    /// A call of a procedure, standard procedure or procedure formal, also without parameters.
    Call(SymbolId, Vec<Expression>),
    /// Monadic operation.
    Monadic(Monadic, Box<Expression>),
    /// Dyadic operation.
    Dyadic(Dyadic, Box<Expression>, Box<Expression>),
    /// if … then … else …, of any kind of expression.
    If(Box<Expression>, Box<Expression>, Box<Expression>),
}

/// Monadic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Monadic {
    /// Minus.
    Negate,
    /// ¬
    Not,
}

/// Dyadic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the ALGOL 60 names say it")]
pub enum Dyadic {
    Add,
    Subtract,
    Multiply,
    Divide,
    IntegerDivide,
    Power,
    Less,
    LessOrEqual,
    Equal,
    GreaterOrEqual,
    Greater,
    NotEqual,
    And,
    Or,
    Implies,
    Equivalent,
}

/// Makes the enum of standard identifiers and its list of names, once.
macro_rules! standard_identifiers {
    ($($name:literal $variant:ident;)*) => {
        /// The 39 standard identifiers of GIER ALGOL III.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "the names are those of the language")]
        pub enum Standard { $($variant,)* }

        impl Standard {
            /// All of them with their names.
            pub const ALL: &[(&'static str, Standard)] = &[$(($name, Standard::$variant),)*];
        }
    };
}

standard_identifiers! {
    "abs" Abs; "arctan" Arctan; "char" Char; "cos" Cos; "drumplace" Drumplace; "entier" Entier;
    "exp" Exp; "fromdrum" FromDrum; "gier" Gier; "gierdrum" GierDrum; "gierproc" GierProc;
    "inchar" InChar; "inone" InOne; "input" Input; "kbon" KbOn; "ln" Ln; "lyn" Lyn;
    "outchar" OutChar; "outclear" OutClear; "outcopy" OutCopy; "outcr" OutCr; "output" Output;
    "outsp" OutSp; "outsum" OutSum; "outtext" OutText; "pack" Pack; "setchar" SetChar;
    "sign" Sign; "sin" Sin; "split" Split; "sqrt" Sqrt; "todrum" ToDrum; "typechar" TypeChar;
    "typein" TypeIn; "write" Write; "writechar" WriteChar; "writecopy" WriteCopy;
    "writecr" WriteCr; "writetext" WriteText;
}

const _: () = assert!(Standard::ALL.len() == 39);
