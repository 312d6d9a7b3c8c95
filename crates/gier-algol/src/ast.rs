//! The tree of a checked program. In it, each name refers to its declaration, and each expression has a type.
//!
//! The checker builds the tree, and the code generator reads it. The structs and enums are named after terms
//! of the ALGOL 60 report.

use gier_word::{Cell, Symbol};
use std::sync::Arc;

/// A range of bytes in one of the source texts. The texts are numbered: first the program's texts, then the
/// library texts in the order in which they were included.
pub use gier_word::Span;
/// The types of values: integer, real and Boolean.
pub use gier_word::source_map::Type;

/// The index of a declared symbol in [`Program::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub usize);
/// The index of a procedure in [`Program::procedures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProcedureId(pub usize);
/// The number of a block: 0 is the outermost block of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub usize);
/// The index of a string in [`Program::strings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StringId(pub usize);

/// A whole checked program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// All declared symbols, and the standard identifiers that are used.
    pub symbols: Vec<DeclaredSymbol>,
    /// All procedures. The procedures of a block come before those of the blocks inside it.
    pub procedures: Vec<Procedure>,
    /// All strings, as the codes that are sent to the typewriter. A string starts and ends in the
    /// typewriter's lower case, and shifts the case only where needed. Carriage return has the code 64.
    pub strings: Vec<Vec<Symbol>>,
    /// The number of blocks. Each procedure has one block for its formal parameters. If the procedure's body
    /// is a block, the parameters and the body share one block.
    pub blocks: usize,
    /// The outermost block.
    pub body: Block,
}

/// What an expression stands for: a value, a string, a label, nothing, or the name of an array, procedure or
/// switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Delivers {
    /// A value.
    Value(Type),
    /// A string or a layout.
    String,
    /// A label (designational expression).
    Label,
    /// Nothing: the expression calls a procedure that has no value. Such a call is allowed as a parameter of
    /// `write`, for example.
    Nothing,
    /// A whole array, procedure or switch. It is an actual parameter, written without subscripts or
    /// parameters.
    Name,
}

/// A declared symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredSymbol {
    /// The identifier without blanks.
    pub name: Arc<str>,
    /// The place of the symbol's declaration, or of the first use if the symbol is a standard identifier.
    pub span: Span,
    /// The kind of symbol, such as a variable or a procedure.
    pub kind: SymbolKind,
    /// The block that the symbol is local to. Formal parameters are local to the block of their procedure.
    pub block: BlockId,
}

/// The kinds of declared symbol.
#[derive(Clone, Debug, PartialEq)]
pub enum SymbolKind {
    /// A simple variable.
    Variable {
        /// The type of the variable.
        ty: Type,
        /// Whether the variable is own. When the program leaves the block of an own variable and enters it
        /// again, the variable still has its value.
        own: bool,
    },
    /// An array.
    Array {
        /// The type of the elements.
        ty: Type,
        /// The number of subscripts.
        dimensions: usize,
    },
    /// A procedure.
    Procedure(ProcedureId),
    /// A switch. The elements are in [`Declaration::Switch`].
    Switch,
    /// A label.
    Label,
    /// A formal parameter.
    Formal {
        /// The specification of the parameter.
        spec: Spec,
        /// Whether the parameter is called by value.
        value: bool,
        /// The position in the formal parameter list, counted from 0.
        position: usize,
    },
    /// A standard identifier.
    Standard(Standard),
}

/// The specification of a formal parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spec {
    /// A simple parameter of this type, specified as `integer`, `real` or `boolean`.
    Simple(Type),
    /// An array parameter with elements of this type, specified as `array`, `integer array` and so on.
    Array(Type),
    /// A procedure parameter, specified as `procedure`, `integer procedure` and so on. The type is the type
    /// of the procedure's value, and `None` if the procedure has no value.
    Procedure(Option<Type>),
    /// A label parameter.
    Label,
    /// A switch parameter.
    Switch,
    /// A string parameter.
    String,
}

/// A procedure declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure {
    /// The symbol of the procedure.
    pub symbol: SymbolId,
    /// The type of the procedure's value, or `None` if the procedure has no value.
    pub result: Option<Type>,
    /// The formal parameters, in order.
    pub formals: Vec<SymbolId>,
    /// The block that contains the formal parameters and, if the body is a block, its local names.
    pub block: BlockId,
    /// The body of the procedure. If the body is a block, the block's number is the field `block`.
    pub body: Statement,
    /// The place of the procedure's heading.
    pub span: Span,
}

/// A block: declarations and statements.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The number of the block.
    pub id: BlockId,
    /// The declarations, in order.
    pub declarations: Vec<Declaration>,
    /// The statements, in order.
    pub statements: Vec<Statement>,
}

/// A declaration in a block head.
#[derive(Clone, Debug, PartialEq)]
pub enum Declaration {
    /// Simple variables, own or not.
    Variables(Vec<SymbolId>),
    /// Arrays that are declared with the same bounds, such as `array a, b[1:10]`.
    Arrays {
        /// The arrays.
        arrays: Vec<SymbolId>,
        /// The lower bound and the upper bound of each subscript.
        bounds: Vec<(Expression, Expression)>,
    },
    /// A switch.
    Switch {
        /// The symbol of the switch.
        switch: SymbolId,
        /// The elements, which are designational expressions.
        elements: Vec<Expression>,
    },
    /// A procedure.
    Procedure(ProcedureId),
}

/// A statement with its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The labels before the statement.
    pub labels: Vec<SymbolId>,
    /// The kind of statement.
    pub kind: StatementKind,
    /// The place of the statement, without its labels.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// An empty statement.
    Dummy,
    /// A block: begin … end with declarations.
    Block(Box<Block>),
    /// A compound statement: begin … end without declarations.
    Compound(Vec<Statement>),
    /// An assignment: left parts, all of one type, and a value.
    Assign {
        /// The left parts, from left to right.
        targets: Vec<Target>,
        /// The assigned value.
        value: Expression,
    },
    /// A go to statement.
    Goto(Expression),
    /// A conditional statement: if … then … else …. The else part can be missing.
    If {
        /// The condition.
        condition: Expression,
        /// Executed if the condition is true.
        then: Box<Statement>,
        /// Executed if the condition is false.
        otherwise: Option<Box<Statement>>,
    },
    /// A for statement: for … do ….
    For {
        /// The controlled variable. The program computes its address only at the start of the statement.
        variable: Target,
        /// The elements of the for list, in order.
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
    /// A single value.
    Value(Expression),
    /// The three expressions of `start step increment until limit`, in this order.
    Step(Box<[Expression; 3]>),
    /// The two expressions of `value while condition`, in this order.
    While(Box<[Expression; 2]>),
}

/// A left part of an assignment, or a controlled variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The symbol that gets the value: a variable, a formal parameter or an array. Inside the body of a
    /// procedure, it can also be this procedure.
    pub symbol: SymbolId,
    /// The subscripts of an array element. The list is empty if the symbol is not an array.
    pub subscripts: Vec<Expression>,
    /// The type of the variable or element.
    pub ty: Type,
    /// The place of the target.
    pub span: Span,
}

/// A typed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// The kind of expression.
    pub kind: ExpressionKind,
    /// What the evaluation of the expression gives, such as a real value.
    pub delivers: Delivers,
    /// The place of the expression.
    pub span: Span,
}

impl Expression {
    /// The expressions directly inside this one: operands, subscripts or actual parameters, from left to
    /// right.
    pub fn parts(&self) -> impl Iterator<Item = &Expression> {
        let (few, list): ([Option<&Expression>; 3], &[Expression]) = match &self.kind {
            ExpressionKind::Constant(_)
            | ExpressionKind::String(_)
            | ExpressionKind::Layout(_)
            | ExpressionKind::Name(_) => ([None; 3], &[]),
            ExpressionKind::Subscripted(_, list) | ExpressionKind::Call(_, list) => ([None; 3], list),
            ExpressionKind::Designator(_, part) | ExpressionKind::Monadic(_, part) => {
                ([Some(part), None, None], &[])
            }
            ExpressionKind::Dyadic(_, left, right) => ([Some(left), Some(right), None], &[]),
            ExpressionKind::If(condition, then, otherwise) => {
                ([Some(condition), Some(then), Some(otherwise)], &[])
            }
        };
        few.into_iter().flatten().chain(list)
    }
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionKind {
    /// The word of a number or of a Boolean value. True is +1.0 and false is -1.0. Numbers are converted as
    /// GIER ALGOL III converts them.
    Constant(Cell),
    /// A string.
    String(StringId),
    /// A layout, packed in one cell. A layout is the form in which write prints numbers, such as `‹ddd.dd›`.
    Layout(Cell),
    /// A name without subscripts or actual parameters: a variable, a formal parameter or a label. In an
    /// actual parameter, it can also be an array, a procedure or a switch.
    Name(SymbolId),
    /// An array element.
    Subscripted(SymbolId, Vec<Expression>),
    /// A switch designator: a switch with its index, such as `s[i]`.
    Designator(SymbolId, Box<Expression>),
    /// A call of a procedure, standard procedure or procedure parameter, with or without parameters.
    Call(SymbolId, Vec<Expression>),
    /// A monadic operation.
    Monadic(Monadic, Box<Expression>),
    /// A dyadic operation.
    Dyadic(Dyadic, Box<Expression>, Box<Expression>),
    /// A conditional expression of any kind: if … then … else ….
    If(Box<Expression>, Box<Expression>, Box<Expression>),
}

/// Monadic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Monadic {
    /// Monadic minus.
    Negate,
    /// Logical not, ¬.
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

/// Defines the enum [`Standard`] and the list of the names of its variants. The table of
/// [`crate::standard`] has its rows in the same order, because the variant is the index of its row.
macro_rules! standard_identifiers {
    ($($name:literal $variant:ident;)*) => {
        /// The standard identifiers of GIER ALGOL III.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "the names are those of the language")]
        pub enum Standard { $($variant,)* }

        impl Standard {
            /// The names of all standard identifiers, such as `abs`, each with its variant of the enum.
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
