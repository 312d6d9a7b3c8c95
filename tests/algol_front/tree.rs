//! Writes the checked tree of a program in a short form that shows priorities, types and calls.

use gier_algol::ast::{
    Delivers, Expression, ExpressionKind, Program, Statement, StatementKind, SymbolId, Type,
};

/// Writes the assignments and calls of the program's outermost block, one on each line.
pub fn written(program: &Program) -> String {
    program.body.statements.iter().map(|statement| line(program, statement)).collect()
}

fn line(program: &Program, statement: &Statement) -> String {
    match &statement.kind {
        StatementKind::Assign { targets, value } => {
            let targets: Vec<&str> = targets.iter().map(|target| name(program, target.symbol)).collect();
            format!("{} := {}\n", targets.join(" := "), show(program, value))
        }
        StatementKind::Call(call) => format!("{}\n", show(program, call)),
        StatementKind::Dummy => String::new(),
        other => format!("{other:?}\n"),
    }
}

fn name(program: &Program, symbol: SymbolId) -> &str {
    &program.symbols[symbol.0].name
}

/// Writes an expression with every operation in parentheses, followed by a letter for the type of its value.
fn show(program: &Program, expression: &Expression) -> String {
    let list = |list: &[Expression]| -> String {
        list.iter().map(|one| show(program, one)).collect::<Vec<_>>().join(", ")
    };
    let body = match &expression.kind {
        ExpressionKind::Constant(cell) => format!("{}", gier_word::number::float(*cell)),
        ExpressionKind::String(id) => format!("string {}", id.0),
        ExpressionKind::Layout(cell) => format!("layout {cell}"),
        ExpressionKind::Name(symbol) => name(program, *symbol).to_string(),
        ExpressionKind::Subscripted(symbol, subscripts) => {
            format!("{}[{}]", name(program, *symbol), list(subscripts))
        }
        ExpressionKind::Designator(symbol, index) => {
            format!("{}[{}]", name(program, *symbol), show(program, index))
        }
        ExpressionKind::Call(symbol, actuals) => format!("{}({})", name(program, *symbol), list(actuals)),
        ExpressionKind::Monadic(operator, operand) => format!("({operator:?} {})", show(program, operand)),
        ExpressionKind::Dyadic(operator, left, right) => {
            format!("({} {operator:?} {})", show(program, left), show(program, right))
        }
        ExpressionKind::If(condition, then, otherwise) => {
            let [condition, then, otherwise] = [condition, then, otherwise].map(|one| show(program, one));
            format!("(if {condition} then {then} else {otherwise})")
        }
    };
    let letter = match expression.delivers {
        Delivers::Value(Type::Integer) => "i",
        Delivers::Value(Type::Real) => "r",
        Delivers::Value(Type::Boolean) => "b",
        Delivers::String => "s",
        Delivers::Label => "l",
        Delivers::Nothing => "-",
        Delivers::Name => "n",
    };
    format!("{body}:{letter}")
}
