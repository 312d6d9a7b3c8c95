//! Checks statements.

use super::Checker;
use crate::ast::{Delivers, Expression, ExpressionKind, ForElement, Spec, SymbolKind};
use crate::ast::{Span, Standard, Statement, StatementKind, SymbolId, Target, Type};
use crate::standard::word;
use crate::syntax::{self, Name, Variable};

impl Checker {
    /// Checks statements. The result contains only the statements without faults.
    pub(super) fn statements(&mut self, written: &[syntax::WrittenStatement]) -> Vec<Statement> {
        written.iter().filter_map(|statement| self.statement(statement)).collect()
    }

    /// Checks a statement whose labels have already been declared.
    pub(super) fn statement(&mut self, written: &syntax::WrittenStatement) -> Option<Statement> {
        let kind = match &written.kind {
            syntax::WrittenStatementKind::Dummy => StatementKind::Dummy,
            syntax::WrittenStatementKind::Block(block) => {
                let id = self.new_block();
                let body = self.open(id, &block.symbols, |checker| checker.block(block, id));
                StatementKind::Block(Box::new(body))
            }
            syntax::WrittenStatementKind::Compound(inside) => {
                StatementKind::Compound(self.statements(inside))
            }
            syntax::WrittenStatementKind::Assign { targets, value } => self.assignment(targets, value)?,
            syntax::WrittenStatementKind::Goto(place) => StatementKind::Goto(self.designational(place)?),
            syntax::WrittenStatementKind::If { condition, then, otherwise } => {
                let condition = self.boolean(condition);
                let then = self.statement(then);
                let otherwise = otherwise.as_ref().map(|otherwise| self.statement(otherwise));
                let otherwise = match otherwise {
                    Some(otherwise) => Some(Box::new(otherwise?)),
                    None => None,
                };
                StatementKind::If { condition: condition?, then: Box::new(then?), otherwise }
            }
            syntax::WrittenStatementKind::For { variable, elements, body } => {
                let variable = self.controlled_variable(variable);
                let elements: Vec<_> =
                    elements.iter().map(|element| self.for_list_element(element)).collect();
                let body = self.statement(body);
                let elements: Option<Vec<_>> = elements.into_iter().collect();
                StatementKind::For { variable: variable?, elements: elements?, body: Box::new(body?) }
            }
            syntax::WrittenStatementKind::Call(name, actuals) => self.procedure_statement(name, actuals)?,
            syntax::WrittenStatementKind::Faulty(inside) => {
                self.statements(inside);
                return None;
            }
        };
        Some(Statement { labels: self.labels(written), kind, span: written.span })
    }

    /// Looks up the labels of a statement, and returns their symbols.
    pub(super) fn labels(&mut self, written: &syntax::WrittenStatement) -> Vec<SymbolId> {
        written.labels.iter().filter_map(|label| self.lookup(&label.text, &label.span)).collect()
    }

    fn assignment(&mut self, targets: &[Variable], value: &syntax::Expr) -> Option<StatementKind> {
        let targets: Vec<_> = targets.iter().map(|target| self.target(target)).collect();
        let value = self.any(value);
        let targets: Vec<Target> = targets.into_iter().collect::<Option<_>>()?;
        let value = value?;
        let ty = targets.first()?.ty;
        if let Some(other) = targets.iter().find(|target| target.ty != ty) {
            let message = format!("one value is assigned to {} and {}", word(ty), word(other.ty));
            let span = other.span;
            return self.fault(&span, "type", message, "write two assignments");
        }
        let fits = match value.delivers {
            Delivers::Value(Type::Boolean) => ty == Type::Boolean,
            Delivers::Value(_) => ty != Type::Boolean,
            Delivers::String | Delivers::Label | Delivers::Nothing | Delivers::Name => false,
        };
        if !fits {
            let message = format!(
                "{} cannot be assigned to a variable of type {}",
                described(value.delivers),
                word(ty)
            );
            return self.wrong_type(&value.span, message);
        }
        Some(StatementKind::Assign { targets, value })
    }

    /// Checks a variable to the left of `:=`.
    pub(super) fn target(&mut self, written: &Variable) -> Option<Target> {
        let symbol = self.lookup(&written.name.text, &written.name.span);
        let subscripts = written.subscripts.as_ref().map(|list| self.subscripts(list));
        let symbol = symbol?;
        let name = &written.name;
        let ty = match (self.kind(symbol), &subscripts) {
            (SymbolKind::Variable { ty, .. }, None) => ty,
            (SymbolKind::Formal { spec: Spec::Simple(ty), .. }, None) => ty,
            (SymbolKind::Standard(Standard::Drumplace), None) => Type::Integer,
            (SymbolKind::Array { ty, .. }, Some(_))
            | (SymbolKind::Formal { spec: Spec::Array(ty), .. }, Some(_)) => ty,
            (SymbolKind::Array { .. } | SymbolKind::Formal { spec: Spec::Array(_), .. }, None) => {
                return self
                    .wrong_type(&written.span, format!("the array {} has no subscripts here", name.text));
            }
            (SymbolKind::Procedure(id), None) => match self.procedures[id.0].result {
                Some(ty) if self.open_procedures.contains(&id) => ty,
                Some(_) => {
                    let message = format!("{} can be assigned a value only inside its body", name.text);
                    return self.wrong_type(&written.span, message);
                }
                None => {
                    let message = format!("the procedure {} has no type and no value", name.text);
                    return self.wrong_type(&written.span, message);
                }
            },
            _ => {
                return self.wrong_type(&written.span, format!("{} cannot be assigned to", name.text));
            }
        };
        if let SymbolKind::Array { dimensions, .. } = self.kind(symbol) {
            self.dimensions(name, dimensions, written.subscripts.as_deref().map_or(0, <[_]>::len))?;
        }
        let subscripts = subscripts.map_or(Some(Vec::new()), |list| list)?;
        Some(Target { symbol, subscripts, ty, span: written.span })
    }

    pub(super) fn dimensions(&mut self, name: &Name, declared: usize, found: usize) -> Option<()> {
        if declared == found {
            return Some(());
        }
        let message = format!("{} has {}, not {found}", name.text, counted(declared, "subscript"));
        self.fault(&name.span, "subscript", message, "")
    }

    fn controlled_variable(&mut self, written: &Variable) -> Option<Target> {
        let target = self.target(written)?;
        let fits =
            !matches!(self.kind(target.symbol), SymbolKind::Procedure(_)) && target.ty != Type::Boolean;
        if !fits {
            let message = format!("{} cannot control a for statement", written.name.text);
            return self.wrong_type(&written.span, message);
        }
        Some(target)
    }

    fn for_list_element(&mut self, element: &syntax::Element) -> Option<ForElement> {
        match element {
            syntax::Element::Value(value) => Some(ForElement::Value(self.arithmetic(value)?)),
            syntax::Element::Step(parts) => {
                let parts = parts.each_ref().map(|part| self.arithmetic(part));
                let [Some(start), Some(step), Some(limit)] = parts else { return None };
                Some(ForElement::Step(Box::new([start, step, limit])))
            }
            syntax::Element::While(parts) => {
                let [value, condition] = &**parts;
                let (value, condition) = (self.arithmetic(value), self.boolean(condition));
                Some(ForElement::While(Box::new([value?, condition?])))
            }
        }
    }

    fn procedure_statement(&mut self, name: &Name, actuals: &[syntax::Expr]) -> Option<StatementKind> {
        let call = if actuals.is_empty() {
            self.name(&name.text, &name.span)?
        } else {
            self.call(name, actuals, &name.span)?
        };
        if !matches!(call.kind, ExpressionKind::Call(..)) {
            let message = format!("{} is not a procedure", name.text);
            return self.wrong_type(&name.span, message);
        }
        Some(StatementKind::Call(call))
    }

    /// Checks an expression that must be Boolean.
    pub(super) fn boolean(&mut self, written: &syntax::Expr) -> Option<Expression> {
        let checked = self.any(written)?;
        self.must_be(checked, |delivers| delivers == Delivers::Value(Type::Boolean), "a Boolean value")
    }

    /// Checks an expression that must be a number.
    pub(super) fn arithmetic(&mut self, written: &syntax::Expr) -> Option<Expression> {
        let checked = self.any(written)?;
        self.must_be(checked, is_number, "a number")
    }

    /// Checks an expression that must be a label.
    pub(super) fn designational(&mut self, written: &syntax::Expr) -> Option<Expression> {
        let checked = self.any(written)?;
        self.must_be(checked, |delivers| delivers == Delivers::Label, "a label")
    }

    /// Returns the expression if it delivers the wanted kind of value. Otherwise reports a type error.
    pub(super) fn must_be(
        &mut self,
        checked: Expression,
        fits: impl Fn(Delivers) -> bool,
        wanted: &str,
    ) -> Option<Expression> {
        self.must_be_for(checked, fits, wanted, "")
    }

    /// Like [`Checker::must_be`], but the error also contains the advice `help`.
    pub(super) fn must_be_for(
        &mut self,
        checked: Expression,
        fits: impl Fn(Delivers) -> bool,
        wanted: &str,
        help: &str,
    ) -> Option<Expression> {
        if fits(checked.delivers) {
            return Some(checked);
        }
        let message = format!("{wanted} is needed here, not {}", described(checked.delivers));
        self.fault(&checked.span, "type", message, help)
    }
}

pub(super) fn is_number(delivers: Delivers) -> bool {
    matches!(delivers, Delivers::Value(Type::Integer | Type::Real))
}

/// A count with its noun, such as `2 parameters`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// Describes a kind of value, for messages.
pub(super) fn described(delivers: Delivers) -> &'static str {
    match delivers {
        Delivers::Value(Type::Integer) => "an integer",
        Delivers::Value(Type::Real) => "a real number",
        Delivers::Value(Type::Boolean) => "a Boolean value",
        Delivers::String => "a string",
        Delivers::Label => "a label",
        Delivers::Nothing => "a procedure without a value",
        Delivers::Name => "an array, switch or procedure as a whole",
    }
}

pub(super) fn expression(kind: ExpressionKind, delivers: Delivers, span: &Span) -> Option<Expression> {
    Some(Expression { kind, delivers, span: *span })
}
