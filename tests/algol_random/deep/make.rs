//! Makes random programs as trees. Every name is visible where it is used, and all calls end.

use super::{Deep, E, Expression, Passing, Procedure, Statement, Type, Variable};
use super::{Integer, Real, Truth, Word};
use crate::chance::Chance;

struct Maker<'a> {
    chance: &'a mut Chance,
    deep: Deep,
    /// The procedures that enclose the next part of the tree, the innermost last.
    around: Vec<usize>,
}

impl Deep {
    /// Makes a random program.
    pub fn make(chance: &mut Chance) -> Deep {
        let program = Procedure {
            name: "program".to_string(),
            outer: None,
            result: None,
            formals: Vec::new(),
            locals: Vec::new(),
            body: Vec::new(),
        };
        let deep = Deep { variables: Vec::new(), procedures: vec![program] };
        let mut maker = Maker { chance, deep, around: Vec::new() };
        let depth = 3 + maker.chance.below(2);
        maker.procedure(0, depth);
        maker.deep
    }
}

impl Maker<'_> {
    fn variable(&mut self, prefix: &str, ty: Type, own: bool) -> usize {
        let number = self.deep.variables.len();
        self.deep.variables.push(Variable { name: format!("{prefix}{number}"), ty, own });
        number
    }

    /// Makes the declarations of a procedure, its nested procedures, and its statements.
    fn procedure(&mut self, id: usize, depth: usize) {
        self.around.push(id);
        for ty in [Integer, Real, Truth, Word] {
            for _ in 0..self.chance.below(3) + usize::from(ty == Integer || id == 0) {
                let local = self.variable("v", ty, false);
                self.deep.procedures[id].locals.push(local);
            }
        }
        if id > 0 && self.chance.below(2) == 0 {
            let own = self.variable("o", Integer, true);
            self.deep.procedures[id].locals.push(own);
        }
        let inner = if depth == 0 { 0 } else { 1 + self.chance.below(2) };
        for number in 0..inner {
            let made = self.head(id);
            self.procedure(made, if number == 0 { depth - 1 } else { depth.saturating_sub(2) });
        }
        let count = 3 + self.chance.below(4);
        let body = self.statements(count, 2);
        let value = self.deep.procedures[id].result.as_ref().map(|(ty, _)| *ty);
        let value = value.map(|ty| (ty, self.expression(ty, 2)));
        self.deep.procedures[id].body = body;
        self.deep.procedures[id].result = value;
        self.around.pop();
    }

    fn head(&mut self, outer: usize) -> usize {
        let id = self.deep.procedures.len();
        // The first parameter limits the depth of further calls.
        let mut formals = vec![(self.variable("d", Integer, false), Passing::Value)];
        for _ in 0..self.chance.below(4) {
            let ty = [Integer, Real, Truth, Word][self.chance.below(4)];
            let passing = if self.chance.below(2) == 0 { Passing::Value } else { Passing::Name };
            let passing = if ty == Word { Passing::Name } else { passing };
            formals.push((self.variable("f", ty, false), passing));
        }
        let result = [None, Some(Integer), Some(Real), Some(Truth)][self.chance.below(4)];
        // This value is a placeholder. The real value is made together with the body.
        let result = result.map(|ty| (ty, E::Truth(true)));
        let procedure = Procedure {
            name: format!("p{id}"),
            outer: Some(outer),
            result,
            formals,
            locals: Vec::new(),
            body: Vec::new(),
        };
        self.deep.procedures.push(procedure);
        id
    }

    /// Returns the visible variables of a type. `names` says whether parameters called by name are included.
    fn seen(&self, ty: Type, names: bool) -> Vec<usize> {
        let mut seen = Vec::new();
        for &id in &self.around {
            let procedure = &self.deep.procedures[id];
            let formals = procedure.formals.iter();
            seen.extend(
                formals.filter(|(_, passing)| names || *passing == Passing::Value).map(|(id, _)| *id),
            );
            seen.extend(&procedure.locals);
        }
        seen.retain(|&id| self.deep.variables[id].ty == ty);
        seen
    }

    fn one(&mut self, ty: Type, names: bool) -> Option<usize> {
        let seen = self.seen(ty, names);
        (!seen.is_empty()).then(|| seen[self.chance.below(seen.len())])
    }

    /// Chooses a visible variable for an assignment. Parameters that limit the depth of calls are excluded.
    fn target(&mut self, ty: Type, names: bool) -> Option<usize> {
        let id = self.one(ty, names)?;
        (!self.deep.variables[id].name.starts_with('d')).then_some(id)
    }

    /// Chooses a visible procedure, but not the main program. If `result` is given, the procedure has a value
    /// of this type.
    fn callee(&mut self, result: Option<Type>) -> Option<usize> {
        let around = &self.around;
        let visible = |procedure: &Procedure| procedure.outer.is_some_and(|outer| around.contains(&outer));
        let ty = |procedure: &Procedure| procedure.result.as_ref().map(|(ty, _)| *ty);
        let fits = |procedure: &Procedure| result.is_none() || ty(procedure) == result;
        let ids = (1..self.deep.procedures.len())
            .filter(|&id| visible(&self.deep.procedures[id]) && fits(&self.deep.procedures[id]));
        let ids: Vec<usize> = ids.collect();
        (!ids.is_empty()).then(|| ids[self.chance.below(ids.len())])
    }

    /// Makes the actual parameters for a call. The first parameter limits the depth of calls: it is 3 in the
    /// main program, and one less than the caller's limit in a procedure.
    fn actuals(&mut self, callee: usize) -> Vec<Expression> {
        let here = *self.around.last().expect("something is around");
        let mut actuals = vec![match here {
            0 => E::Number(3, 0),
            _ => {
                let count = self.deep.procedures[here].formals[0].0;
                E::Dyadic("-", Box::new(E::Variable(count)), Box::new(E::Number(1, 0)))
            }
        }];
        let formals: Vec<(Type, Passing)> = self.deep.procedures[callee].formals[1..]
            .iter()
            .map(|&(id, passing)| (self.deep.variables[id].ty, passing))
            .collect();
        for (ty, passing) in formals {
            let variable = self.target(ty, true);
            actuals.push(match (passing, variable) {
                (Passing::Name, Some(id)) if ty == Word || self.chance.below(2) == 0 => E::Variable(id),
                // A parameter that limits the depth of calls is not passed on, so that nothing assigns to it.
                _ => match self.expression(ty, 1) {
                    E::Variable(id) if self.deep.variables[id].name.starts_with('d') => E::Number(5, 0),
                    expression => expression,
                },
            });
        }
        actuals
    }

    fn number(&mut self) -> i64 {
        let bits = [3, 6, 12, 20, 28][self.chance.below(5)];
        self.chance.below(1 << bits) as i64
    }

    fn boxed(&mut self, ty: Type, depth: usize) -> Box<Expression> {
        Box::new(self.expression(ty, depth))
    }

    fn expression(&mut self, ty: Type, depth: usize) -> Expression {
        if depth == 0 || self.chance.below(8) == 0 {
            let variable = self.one(ty, true);
            return match (variable, ty) {
                (Some(id), _) if self.chance.below(4) > 0 => E::Variable(id),
                (_, Integer) => E::Number(self.number(), 0),
                (_, Real) => E::Number(self.chance.below(4000) as i64, 3),
                (_, Truth) => E::Truth(self.chance.below(2) == 0),
                (Some(id), Word) => E::Variable(id),
                (None, Word) => E::Truth(true),
            };
        }
        let depth = depth - 1;
        if self.chance.below(8) == 0 {
            return E::If(self.boxed(Truth, depth), self.boxed(ty, depth), self.boxed(ty, depth));
        }
        match ty {
            Integer => self.integer(depth),
            Real => self.real(depth),
            Truth => self.truth(depth),
            Word => match self.chance.below(4) {
                0 => E::Monadic("¬", self.boxed(Word, depth)),
                _ => {
                    let operator = ["∧", "∨", "≡"][self.chance.below(3)];
                    E::Dyadic(operator, self.boxed(Word, depth), self.boxed(Word, depth))
                }
            },
        }
    }

    fn called(&mut self, result: Type) -> Option<Expression> {
        let here = *self.around.last().expect("something is around");
        let callee = self.callee(Some(result))?;
        let call = E::Call(callee, self.actuals(callee));
        if here == 0 {
            return Some(call);
        }
        let count = self.deep.procedures[here].formals[0].0;
        let more = E::Dyadic(">", Box::new(E::Variable(count)), Box::new(E::Number(0, 0)));
        Some(E::If(Box::new(more), Box::new(call), self.boxed(result, 0)))
    }

    fn integer(&mut self, depth: usize) -> Expression {
        match self.chance.below(9) {
            0 | 1 => E::Dyadic("+", self.boxed(Integer, depth), self.boxed(Integer, depth)),
            2 | 3 => E::Dyadic("-", self.boxed(Integer, depth), self.boxed(Integer, depth)),
            4 => E::Dyadic(
                "×",
                self.boxed(Integer, depth),
                Box::new(E::Number(self.chance.below(9) as i64, 0)),
            ),
            5 => {
                let by = E::Number([2, 3, 4, 7, 10, 512, 1000][self.chance.below(7)], 0);
                E::Dyadic("÷", self.boxed(Integer, depth), Box::new(by))
            }
            6 => E::Monadic(["entier", "sign"][self.chance.below(2)], self.boxed(Real, depth)),
            7 => E::Monadic("-", self.boxed(Integer, depth)),
            _ => match self.called(Integer) {
                Some(call) => call,
                None => self.expression(Integer, 0),
            },
        }
    }

    fn real(&mut self, depth: usize) -> Expression {
        match self.chance.below(7) {
            0 => E::Dyadic("+", self.boxed(Real, depth), self.boxed(Integer, depth)),
            1 => E::Dyadic("-", self.boxed(Integer, depth), self.boxed(Real, depth)),
            2 => {
                E::Dyadic("×", self.boxed(Real, depth), Box::new(E::Number(self.chance.below(40) as i64, 3)))
            }
            3 => {
                let by = E::Number(1 + self.chance.below(99) as i64, 3);
                let ty = [Real, Integer][self.chance.below(2)];
                E::Dyadic("/", self.boxed(ty, depth), Box::new(by))
            }
            4 => E::Monadic("abs", self.boxed(Real, depth)),
            5 => E::Monadic("-", self.boxed(Real, depth)),
            _ => match self.called(Real) {
                Some(call) => call,
                None => self.expression(Real, 0),
            },
        }
    }

    fn truth(&mut self, depth: usize) -> Expression {
        match self.chance.below(6) {
            0 | 1 => {
                let relation = ["<", "≤", "=", "≠", ">", "≥"][self.chance.below(6)];
                let number = |maker: &mut Self| {
                    let ty = [Integer, Integer, Real][maker.chance.below(3)];
                    maker.boxed(ty, depth)
                };
                E::Dyadic(relation, number(self), number(self))
            }
            2 | 3 => {
                let operator = ["∧", "∨", "≡", "⊃"][self.chance.below(4)];
                E::Dyadic(operator, self.boxed(Truth, depth), self.boxed(Truth, depth))
            }
            4 => E::Monadic("¬", self.boxed(Truth, depth)),
            _ => match self.called(Truth) {
                Some(call) => call,
                None => self.expression(Truth, 0),
            },
        }
    }

    fn statements(&mut self, count: usize, depth: usize) -> Vec<Statement> {
        (0..count).filter_map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Option<Statement> {
        let choice = self.chance.below(if depth == 0 { 8 } else { 10 });
        Some(match choice {
            0 | 1 => {
                let ty = [Integer, Real, Truth, Word][self.chance.below(4)];
                let id = self.target(ty, true)?;
                // Sometimes a real value is assigned to an integer variable, which rounds it. Actual
                // parameters always have the formal's type.
                let from = if ty == Integer && self.chance.below(3) == 0 { Real } else { ty };
                Statement::Assign(id, self.expression(from, 3))
            }
            2 => Statement::Write(self.expression(Integer, 3)),
            3 => Statement::Text(self.expression(Truth, 3)),
            4 => {
                let ty = [Real, Word][self.chance.below(2)];
                Statement::Bits(self.one(ty, ty == Word)?)
            }
            5 => {
                let id = self.target(Word, true)?;
                let fields = (0..1 + self.chance.below(3)).map(|_| self.field()).collect();
                Statement::Pack(id, fields)
            }
            6 => {
                let id = self.one(Word, true)?;
                let mut fields = Vec::new();
                for _ in 0..1 + self.chance.below(3) {
                    let (first, last) = self.bits();
                    fields.push((first, last, self.target(Integer, false)?));
                }
                Statement::Split(id, fields)
            }
            7 => {
                let callee = self.callee(None)?;
                let call = Statement::Call(callee, self.actuals(callee));
                match *self.around.last()? {
                    0 => call,
                    here => {
                        let count = E::Variable(self.deep.procedures[here].formals[0].0);
                        let more = E::Dyadic(">", Box::new(count), Box::new(E::Number(0, 0)));
                        Statement::If(more, vec![call], Vec::new())
                    }
                }
            }
            8 => {
                let condition = self.expression(Truth, 2);
                let (then, otherwise) = (self.statements(2, depth - 1), self.statements(1, depth - 1));
                Statement::If(condition, then, otherwise)
            }
            _ => {
                let here = *self.around.last()?;
                let counter = self.variable("d", Integer, false);
                self.deep.procedures[here].locals.push(counter);
                let first = self.chance.below(5) as i64 - 2;
                let step = [1, 2, -1][self.chance.below(3)];
                let limit = first + step * self.chance.below(3) as i64;
                Statement::For(counter, first, step, limit, self.statements(2, depth - 1))
            }
        })
    }

    fn bits(&mut self) -> (u8, u8) {
        let first = self.chance.below(40);
        let last = first + self.chance.below(28.min(40 - first));
        (first as u8, last as u8)
    }

    /// Makes a random bit field of a word, with a value that fits into the field.
    fn field(&mut self) -> (u8, u8, Expression) {
        let (first, last) = self.bits();
        let bound = 1i64 << (last - first + 1);
        let value = match self.one(Integer, false) {
            // With b = bound ÷ 2, the value is i - i÷b×b + b, so 1 ≤ value < 2b.
            Some(id) if bound >= 4 && self.chance.below(2) == 0 => {
                let half = || Box::new(E::Number(bound / 2, 0));
                let i = || Box::new(E::Variable(id));
                let quotient = E::Dyadic("÷", i(), half());
                let whole = E::Dyadic("×", Box::new(quotient), half());
                E::Dyadic("+", Box::new(E::Dyadic("-", i(), Box::new(whole))), half())
            }
            _ => E::Number(self.chance.below(bound as usize) as i64, 0),
        };
        (first, last, value)
    }
}
