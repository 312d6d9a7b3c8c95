//! Writes a tree as an ALGOL text in the clean form (UTF-8 with GIER's characters).

use super::{Deep, E, Expression, Passing, Statement, Variable};
use super::{Integer, Real, Truth, Word};
use std::fmt::Write;

impl Deep {
    /// Returns the text of the program.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.block(0, &mut text);
        text + ";\n"
    }

    fn name(&self, id: usize) -> &str {
        &self.variables[id].name
    }

    /// Writes the declarations and statements of a procedure. First, every variable gets a value.
    fn block(&self, id: usize, text: &mut String) {
        let procedure = &self.procedures[id];
        text.push_str("_begin\n");
        for &local in &procedure.locals {
            let Variable { name, ty, own } = &self.variables[local];
            writeln!(text, "{}{} {name};", if *own { "_own " } else { "" }, ty.word()).unwrap();
        }
        if id == 0 {
            for own in self.owned() {
                writeln!(text, "_boolean first {};", self.name(own)).unwrap();
            }
        }
        for (inner, made) in self.procedures.iter().enumerate() {
            if made.outer == Some(id) && inner > 0 {
                self.declaration(inner, text);
            }
        }
        if id == 0 {
            for own in self.owned() {
                writeln!(text, "first {} := _true;", self.name(own)).unwrap();
            }
        }
        for &local in &procedure.locals {
            let name = self.name(local);
            match (self.variables[local].own, self.variables[local].ty) {
                (true, _) => {
                    writeln!(
                        text,
                        "_if first {name} _then _begin {name} := {local}; first {name} := _false _end;"
                    )
                }
                (_, Integer | Real) => writeln!(text, "{name} := {local};"),
                (_, Truth) => {
                    writeln!(text, "{name} := {};", if local % 2 == 0 { "_true" } else { "_false" })
                }
                (_, Word) => writeln!(text, "pack({name}, 0, 39, {local});"),
            }
            .unwrap();
        }
        self.write_statements(&procedure.body, text);
        if let Some((_, value)) = &procedure.result {
            writeln!(text, "{} := {};", procedure.name, self.written(value)).unwrap();
        }
        text.push_str("_end");
    }

    fn declaration(&self, id: usize, text: &mut String) {
        let procedure = &self.procedures[id];
        let names: Vec<&str> = procedure.formals.iter().map(|(id, _)| self.name(*id)).collect();
        let result = procedure.result.as_ref().map_or("", |(ty, _)| ty.word());
        writeln!(text, "{result} _procedure {}({});", procedure.name, names.join(", ")).unwrap();
        let by_value = procedure.formals.iter().filter(|(_, passing)| *passing == Passing::Value);
        let by_value: Vec<&str> = by_value.map(|(id, _)| self.name(*id)).collect();
        writeln!(text, "_value {};", by_value.join(", ")).unwrap();
        for (formal, _) in &procedure.formals {
            writeln!(text, "{} {};", self.variables[*formal].ty.word(), self.name(*formal)).unwrap();
        }
        self.block(id, text);
        text.push_str(";\n");
    }

    fn write_statements(&self, statements: &[Statement], text: &mut String) {
        for statement in statements {
            self.write_statement(statement, text);
            text.push_str(";\n");
        }
    }

    fn write_statement(&self, statement: &Statement, text: &mut String) {
        let triples = |what: &str, id: usize, fields: Vec<String>| {
            format!("{what}({}, {})", self.name(id), fields.join(", "))
        };
        let line = match statement {
            Statement::Assign(id, value) => format!("{} := {}", self.name(*id), self.written(value)),
            Statement::If(condition, then, otherwise) => {
                write!(text, "_if {} _then _begin ", self.written(condition)).unwrap();
                self.write_statements(then, text);
                text.push_str("_end _else _begin ");
                self.write_statements(otherwise, text);
                "_end".to_string()
            }
            Statement::For(id, first, step, limit, body) => {
                write!(text, "_for {} := {first} _step {step} _until {limit} _do _begin ", self.name(*id))
                    .unwrap();
                self.write_statements(body, text);
                "_end".to_string()
            }
            Statement::Call(id, actuals) => self.call(*id, actuals),
            Statement::Write(value) => format!("write(‹-ndddddddddd›, {})", self.written(value)),
            Statement::Text(value) => format!("writetext(_if {} _then « T» _else « F»)", self.written(value)),
            Statement::Bits(id) => {
                let name = self.name(*id);
                format!(
                    "_begin _integer a, b, c; split({name}, 0, 12, a, 13, 26, b, 27, 39, c); \
                     write(‹-ndddddddddd›, a, b, c) _end"
                )
            }
            Statement::Pack(id, fields) => {
                let field =
                    |(first, last, value): &(u8, u8, E)| format!("{first}, {last}, {}", self.written(value));
                triples("pack", *id, fields.iter().map(field).collect())
            }
            Statement::Split(id, fields) => {
                let field =
                    |(first, last, to): &(u8, u8, usize)| format!("{first}, {last}, {}", self.name(*to));
                triples("split", *id, fields.iter().map(field).collect())
            }
        };
        text.push_str(&line);
    }

    fn call(&self, id: usize, actuals: &[Expression]) -> String {
        let actuals: Vec<String> = actuals.iter().map(|actual| self.written(actual)).collect();
        format!("{}({})", self.procedures[id].name, actuals.join(", "))
    }

    fn written(&self, expression: &Expression) -> String {
        match expression {
            E::Number(value, 0) => value.to_string(),
            E::Number(value, power) => {
                let places = usize::from(*power);
                let scaled = (value * 10i64.pow((*power).into())) >> power;
                let unit = 10i64.pow((*power).into());
                format!("{}.{:0places$}", scaled / unit, scaled % unit)
            }
            E::Truth(true) => "_true".to_string(),
            E::Truth(false) => "_false".to_string(),
            E::Variable(id) => self.name(*id).to_string(),
            E::Call(id, actuals) => self.call(*id, actuals),
            E::Monadic(operator @ ("-" | "¬"), operand) => format!("({operator}{})", self.written(operand)),
            E::Monadic(operator, operand) => format!("{operator}({})", self.written(operand)),
            E::Dyadic(operator, left, right) => {
                format!("({}{operator}{})", self.written(left), self.written(right))
            }
            E::If(condition, then, otherwise) => format!(
                "(_if {} _then {} _else {})",
                self.written(condition),
                self.written(then),
                self.written(otherwise)
            ),
        }
    }
}
