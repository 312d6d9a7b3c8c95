//! Evaluates a tree by the rules of GIER ALGOL III, and returns what the program must print.

use super::{Deep, E, Expression, Passing, Statement};
use super::{Integer, Real, Truth, Word};
use crate::algol_random::number::Number;
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

/// A value of any type.
#[derive(Clone, Copy, Debug)]
enum Value {
    Number(Number),
    Truth(bool),
    Word(u64),
}

/// The reason to skip a program: it runs too long, or its numbers leave the range in which the rules
/// determine the result.
pub struct TooMuch;
type Done<T> = Result<T, TooMuch>;

/// What a name refers to during a call.
#[derive(Clone)]
enum Binding<'a> {
    Cell(Rc<Cell<Value>>),
    /// An actual parameter that is passed by name, and the frame of the call.
    Thunk(&'a Expression, Rc<Frame<'a>>),
}

/// The frame of a call: the meanings of its names, and the frame of the enclosing procedure.
struct Frame<'a> {
    names: BTreeMap<usize, Binding<'a>>,
    procedure: usize,
    outer: Option<Rc<Frame<'a>>>,
}

struct Evaluator<'a> {
    deep: &'a Deep,
    own: BTreeMap<usize, Rc<Cell<Value>>>,
    paper: String,
    steps: usize,
}

impl Deep {
    /// Evaluates the program. Returns the text that it prints.
    pub fn paper(&self) -> Done<String> {
        let own = self
            .owned()
            .into_iter()
            .map(|id| (id, Rc::new(Cell::new(Value::Number(Number::whole(id as i64))))))
            .collect();
        let mut evaluator = Evaluator { deep: self, own, paper: String::new(), steps: 0 };
        evaluator.enter(0, BTreeMap::new(), None)?;
        Ok(evaluator.paper)
    }
}

impl<'a> Evaluator<'a> {
    /// Runs a procedure in a new frame and returns its value.
    fn enter(
        &mut self,
        id: usize,
        mut names: BTreeMap<usize, Binding<'a>>,
        outer: Option<Rc<Frame<'a>>>,
    ) -> Done<Value> {
        let procedure = &self.deep.procedures[id];
        for &local in &procedure.locals {
            let cell = match (self.own.get(&local), self.deep.variables[local].ty) {
                (Some(cell), _) => cell.clone(),
                (_, Integer | Real) => Rc::new(Cell::new(Value::Number(Number::whole(local as i64)))),
                (_, Truth) => Rc::new(Cell::new(Value::Truth(local % 2 == 0))),
                (_, Word) => Rc::new(Cell::new(Value::Word(local as u64))),
            };
            names.insert(local, Binding::Cell(cell));
        }
        let frame = Rc::new(Frame { names, procedure: id, outer });
        self.run(&procedure.body, &frame)?;
        match &procedure.result {
            Some((Integer, value)) => Ok(Value::Number(Number::whole(self.number(value, &frame)?.rounded()))),
            Some((_, value)) => self.value(value, &frame),
            None => Ok(Value::Truth(true)),
        }
    }

    fn step(&mut self) -> Done<()> {
        self.steps += 1;
        if self.steps > 2000 { Err(TooMuch) } else { Ok(()) }
    }

    fn binding(&self, id: usize, frame: &Rc<Frame<'a>>) -> Binding<'a> {
        let mut frame = frame;
        loop {
            if let Some(binding) = frame.names.get(&id) {
                return binding.clone();
            }
            frame = frame.outer.as_ref().expect("a variable that can be seen");
        }
    }

    /// Returns the cell that a name refers to. If the name stands for an expression, returns a new cell with
    /// the value of the expression; assignments to this cell are lost.
    fn cell(&mut self, id: usize, frame: &Rc<Frame<'a>>) -> Done<Rc<Cell<Value>>> {
        match self.binding(id, frame) {
            Binding::Cell(cell) => Ok(cell),
            Binding::Thunk(E::Variable(id), frame) => self.cell(*id, &frame),
            Binding::Thunk(expression, frame) => Ok(Rc::new(Cell::new(self.value(expression, &frame)?))),
        }
    }

    fn variable(&mut self, id: usize, frame: &Rc<Frame<'a>>) -> Done<Value> {
        self.step()?;
        match self.binding(id, frame) {
            Binding::Cell(cell) => Ok(cell.get()),
            Binding::Thunk(expression, frame) => self.value(expression, &frame),
        }
    }

    fn number(&mut self, expression: &'a Expression, frame: &Rc<Frame<'a>>) -> Done<Number> {
        self.value(expression, frame).and_then(in_range)
    }

    fn truth(&mut self, expression: &'a Expression, frame: &Rc<Frame<'a>>) -> Done<bool> {
        match self.value(expression, frame)? {
            Value::Truth(truth) => Ok(truth),
            other => panic!("{other:?} is no truth value"),
        }
    }

    fn call(&mut self, id: usize, actuals: &'a [Expression], frame: &Rc<Frame<'a>>) -> Done<Value> {
        self.step()?;
        let procedure = &self.deep.procedures[id];
        // Find the frame of the procedure that encloses the called one.
        let mut outer = frame.clone();
        while Some(outer.procedure) != procedure.outer {
            outer = outer.outer.clone().expect("a procedure that can be seen");
        }
        let mut names = BTreeMap::new();
        for ((formal, passing), actual) in procedure.formals.iter().zip(actuals) {
            let binding = match passing {
                Passing::Value => Binding::Cell(Rc::new(Cell::new(self.value(actual, frame)?))),
                Passing::Name => Binding::Thunk(actual, frame.clone()),
            };
            names.insert(*formal, binding);
        }
        self.enter(id, names, Some(outer))
    }

    fn value(&mut self, expression: &'a Expression, frame: &Rc<Frame<'a>>) -> Done<Value> {
        self.step()?;
        Ok(match expression {
            E::Number(value, power) => Value::Number(Number::part(*value, (*power).into())),
            E::Truth(truth) => Value::Truth(*truth),
            E::Variable(id) => self.variable(*id, frame)?,
            E::Call(id, actuals) => self.call(*id, actuals, frame)?,
            E::If(condition, then, otherwise) => {
                let chosen = if self.truth(condition, frame)? { then } else { otherwise };
                self.value(chosen, frame)?
            }
            E::Monadic(operator, operand) => match (*operator, self.value(operand, frame)?) {
                ("¬", Value::Truth(truth)) => Value::Truth(!truth),
                ("¬", Value::Word(word)) => Value::Word(!word & ((1 << 40) - 1)),
                (operator, value) => {
                    let number = in_range(value)?;
                    Value::Number(match operator {
                        "-" => Number::ZERO.minus(number),
                        "abs" if number.sign() < 0 => Number::ZERO.minus(number),
                        "abs" => number,
                        "entier" => number.entier(),
                        _ => Number::whole(number.sign()),
                    })
                }
            },
            E::Dyadic(operator, left, right) => self.dyadic(operator, left, right, frame)?,
        })
    }

    fn dyadic(
        &mut self,
        operator: &str,
        left: &'a Expression,
        right: &'a Expression,
        frame: &Rc<Frame<'a>>,
    ) -> Done<Value> {
        if matches!(operator, "∧" | "∨" | "≡" | "⊃") {
            return Ok(match (self.value(left, frame)?, self.value(right, frame)?) {
                (Value::Truth(a), Value::Truth(b)) => Value::Truth(match operator {
                    "∧" => a && b,
                    "∨" => a || b,
                    "≡" => a == b,
                    _ => !a || b,
                }),
                // In a word, a bit 1 means false. So ∧ is bitwise or, ∨ is bitwise and, ≡ is exclusive or.
                (a, b) => Value::Word(match operator {
                    "∧" => word(a) | word(b),
                    "∨" => word(a) & word(b),
                    _ => word(a) ^ word(b),
                }),
            });
        }
        let (a, b) = (self.number(left, frame)?, self.number(right, frame)?);
        Ok(match operator {
            "+" => Value::Number(a.plus(b)),
            "-" => Value::Number(a.minus(b)),
            "×" => Value::Number(a.times(b)),
            "/" => Value::Number(a.over(b).ok_or(TooMuch)?),
            "÷" => Value::Number(a.divided(b).ok_or(TooMuch)?),
            relation => {
                let order = a.compare(b);
                Value::Truth(match relation {
                    "<" => order == Ordering::Less,
                    "≤" => order != Ordering::Greater,
                    "=" => order == Ordering::Equal,
                    "≠" => order != Ordering::Equal,
                    ">" => order == Ordering::Greater,
                    _ => order != Ordering::Less,
                })
            }
        })
    }

    fn run(&mut self, statements: &'a [Statement], frame: &Rc<Frame<'a>>) -> Done<()> {
        statements.iter().try_for_each(|statement| self.statement(statement, frame))
    }

    fn statement(&mut self, statement: &'a Statement, frame: &Rc<Frame<'a>>) -> Done<()> {
        self.step()?;
        match statement {
            Statement::Assign(id, value) => {
                let cell = self.cell(*id, frame)?;
                let value = match self.deep.variables[*id].ty {
                    Integer => Value::Number(Number::whole(self.number(value, frame)?.rounded())),
                    _ => self.value(value, frame)?,
                };
                cell.set(value);
            }
            Statement::If(condition, then, otherwise) => {
                let chosen = if self.truth(condition, frame)? { then } else { otherwise };
                self.run(chosen, frame)?;
            }
            Statement::For(id, first, step, limit, body) => {
                let counter = self.cell(*id, frame)?;
                let mut value = *first;
                loop {
                    counter.set(Value::Number(Number::whole(value)));
                    if (value - limit) * step > 0 {
                        break;
                    }
                    self.run(body, frame)?;
                    value += step;
                }
            }
            Statement::Call(id, actuals) => {
                self.call(*id, actuals, frame)?;
            }
            Statement::Write(value) => {
                let value = self.number(value, frame)?.rounded();
                write!(self.paper, "{value:12}").unwrap();
            }
            Statement::Text(value) => {
                let text = if self.truth(value, frame)? { " T" } else { " F" };
                self.paper.push_str(text);
            }
            Statement::Bits(id) => {
                let bits = word(self.variable(*id, frame)?);
                for (first, last) in [(0, 12), (13, 26), (27, 39)] {
                    write!(self.paper, "{:12}", field(bits, first, last)).unwrap();
                }
            }
            Statement::Pack(id, fields) => {
                for (first, last, value) in fields {
                    let value = self.number(value, frame)?.rounded() as u64;
                    let cell = self.cell(*id, frame)?;
                    let mask = ((1u64 << (last - first + 1)) - 1) << (39 - last);
                    cell.set(Value::Word(word(cell.get()) & !mask | value << (39 - last)));
                }
            }
            Statement::Split(id, fields) => {
                for (first, last, to) in fields {
                    let bits = word(self.variable(*id, frame)?);
                    let value = Number::whole(field(bits, *first, *last) as i64);
                    self.cell(*to, frame)?.set(Value::Number(value));
                }
            }
        }
        Ok(())
    }
}

/// Returns the number in a value. Returns `TooMuch` if it is 2^30 or more, because GIER cannot print all its
/// digits.
fn in_range(value: Value) -> Done<Number> {
    match value {
        Value::Number(number) if number.rounded().abs() < 1 << 30 => Ok(number),
        Value::Number(_) => Err(TooMuch),
        other => panic!("{other:?} is no number"),
    }
}

/// Returns the 40 bits of a value. The truth value true has the bits of 1.0, and false has the bits of -1.0.
fn word(value: Value) -> u64 {
    match value {
        Value::Word(word) => word,
        Value::Number(number) => number.bits(),
        Value::Truth(truth) => Number::whole(if truth { 1 } else { -1 }).bits(),
    }
}

fn field(bits: u64, first: u8, last: u8) -> u64 {
    bits >> (39 - last) & ((1 << (last - first + 1)) - 1)
}
