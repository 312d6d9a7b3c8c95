//! Asks `origin of` about the variables of random ALGOL programs. The program's generator interprets it, too,
//! and notes what each statement has read: names, subscripts, values, and whether they were set. gier, which
//! sees only the machine, must name the same for the last assignment to each variable and element, and for the
//! parameters and functions that this assignment has read, each once, and nothing else. The values of all
//! variables must be the same, too.
//! `GIER_ORIGINS=1000` tries more programs.

use crate::algol_map::compiled;
use crate::chance::Chance;
use gier_desk::attended::{Ending, Until};
use gier_desk::debug::answer::Answer;
use gier_desk::debug::language::Spot;
use gier_desk::debug::{Chain, Engine};
use gier_desk::host::NoFiles;
use gier_desk::session::{Happened, Session};
use gier_machine::{Machine, StopCause};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Integer,
    Real,
    Boolean,
}

use Type::{Boolean, Integer, Real};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Number(f64),
    Truth(bool),
}

use Value::{Number, Truth};

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number(value) => write!(f, "{value}"),
            Truth(value) => write!(f, "{value}"),
        }
    }
}

impl Value {
    fn number(self) -> f64 {
        if let Number(value) = self { value } else { panic!("{self} is no number") }
    }

    fn truth(self) -> bool {
        self == Truth(true)
    }

    /// The value as a variable of this type keeps it.
    fn of(self, ty: Type) -> Value {
        if ty == Integer { Number((self.number() + 0.5).floor()) } else { self }
    }
}

type Name = &'static str;

#[derive(Clone, Debug)]
enum Expression {
    Constant(Value),
    Variable(Name),
    Element(Name, Vec<Expression>),
    Prefix(&'static str, Box<Expression>),
    Infix(Box<Expression>, &'static str, Box<Expression>),
    /// If the first is true, the second, else the third.
    Choice(Box<[Expression; 3]>),
    /// A call of a function of ALGOL or of the program.
    Call(Name, Vec<Expression>),
}

use Expression::{Call, Choice, Constant, Element, Infix, Prefix, Variable};

#[derive(Clone, Debug)]
enum Statement {
    Assign(Vec<Expression>, Expression),
    Call(Name, Vec<Expression>),
    If(Expression, Box<Statement>),
    /// A jump by a switch to one of these statements.
    Switch(Expression, Vec<Statement>),
    For(Name, Vec<Each>, Box<Statement>),
    /// A block with a variable of its own, which hides none.
    Block(Box<Statement>),
    Compound(Vec<Statement>),
}

/// An element of a list after `for`.
#[derive(Clone, Debug)]
enum Each {
    Value(Expression),
    Step([Expression; 3]),
    While([Expression; 2]),
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    ByValue(Type),
    ByName,
    /// A variable of the procedure's body.
    Local,
}

use Mode::{ByName, ByValue, Local};

/// A procedure of the program.
struct Procedure {
    name: Name,
    result: Option<Type>,
    /// The name, how it is passed, and the declaration.
    formals: Vec<(Name, Mode, Name)>,
    body: Statement,
}

/// The simple variables. The last of each type is never set, and `w` and `u` have inexact values.
const NAMES: [(Type, &[Name]); 3] = [
    (Integer, &["a", "b", "long name", "never"]),
    (Real, &["x", "y", "z", "unset"]),
    (Boolean, &["p", "q", "r", "open"]),
];
const NEVER: usize = 3;
type Bounds = &'static [(i64, i64)];
/// The arrays: their name, type and bounds.
const ARRAYS: [(Name, Type, Bounds); 3] =
    [("v", Integer, &[(1, 5)]), ("m", Real, &[(-1, 1), (0, 2)]), ("flags", Boolean, &[(0, 3)])];
const DECLARATIONS: &str = "\
  _integer a, b, long name, never, i; _real x, y, z, w, u, unset; _boolean p, q, r, open;
  _integer _array v[1:5]; _real _array m[-1:1, 0:2]; _boolean _array flags[0:3];
";
/// How deep the expressions of assignments are.
const DEPTH: usize = 3;
/// The functions of ALGOL that do not round, for the other real variables.
const INEXACT: [Name; 6] = ["sqrt", "sin", "cos", "arctan", "exp", "ln"];

fn number(value: f64) -> Expression {
    Constant(Number(value))
}

fn infix(one: Expression, operator: &'static str, other: Expression) -> Expression {
    Infix(Box::new(one), operator, Box::new(other))
}

fn set(name: Name, value: Expression) -> Statement {
    Statement::Assign(vec![Variable(name)], value)
}

/// The procedures of all programs: functions with parameters by value and by name, procedures that set a
/// variable of the program or a parameter, that pass a parameter on, call a parameter, or call themselves.
fn procedures() -> Vec<Procedure> {
    let (n, s, t) = (|| Variable("n"), || Variable("s"), || Variable("t"));
    let plus = |one, other| infix(one, "+", other);
    let (value, name) = (("n", ByValue(Integer), "_integer n"), ("n", ByName, "_integer n"));
    let real = ("s", ByValue(Real), "_real s");
    let all = |name, result, formals: &[(Name, Mode, Name)], body| {
        let formals = formals.to_vec();
        Procedure { name, result, formals, body }
    };
    let many = |statements: &[Statement]| Statement::Compound(statements.to_vec());
    let more = || plus(n(), number(1.0));
    let fewer = || vec![infix(n(), "-", number(1.0))];
    let again = infix(n(), "×", Call("fac", fewer()));
    let fac = Choice(Box::new([infix(n(), "<", number(2.0)), number(1.0), again]));
    let down = Statement::If(infix(n(), ">", number(1.0)), Box::new(Statement::Call("down", fewer())));
    let half = infix(Variable("sum"), "/", number(2.0));
    let mean = many(&[set("sum", plus(s(), t())), set("mean", half)]);
    let locals = [real, ("t", ByName, "_real t"), ("sum", Local, "_real sum")];
    let contrary = set("contrary", Prefix("¬ ", Box::new(Variable("c"))));
    let via = set("via", Call("F", vec![plus(t(), number(1.0)), number(2.0)]));
    let passed = [("F", ByName, "_real _procedure F"), ("t", ByName, "_real t")];
    let twice_a = infix(Variable("a"), "×", number(2.0));
    let inc = many(&[set("a", plus(Variable("a"), n())), set("inc", twice_a)]);
    let pair = set("pair", plus(Element("list", vec![n()]), Element("list", fewer())));
    let both = Call("both", vec![infix(n(), "×", number(2.0))]);
    let inner = set("inner", plus(Call("twice", vec![more()]), both));
    vec![
        all("twice", Some(Integer), &[value], set("twice", plus(n(), n()))),
        all("both", Some(Integer), &[name], set("both", plus(n(), n()))),
        all("mean", Some(Real), &locals, mean),
        all("contrary", Some(Boolean), &[("c", ByValue(Boolean), "_boolean c")], contrary),
        all("put", None, &[name], set("a", plus(n(), Variable("b")))),
        all("keep", None, &[real, value], set("x", plus(s(), n()))),
        all("give", None, &[("t", ByName, "_integer t"), value], set("t", more())),
        all("relay", None, &[name], Statement::Call("keep", vec![more(), n()])),
        all("pass", None, &[name], Statement::Call("put", vec![n()])),
        all("via", Some(Real), &passed, via),
        all("fac", Some(Integer), &[value], set("fac", fac)),
        all("down", None, &[value], many(&[set("b", plus(Variable("b"), n())), down])),
        all("inc", Some(Integer), &[value], inc),
        all("pair", Some(Integer), &[("list", ByName, "_integer _array list"), value], pair),
        all("inner", Some(Integer), &[value, ("text", ByName, "_string text")], inner),
    ]
}

/// What a statement has read of a variable, an element or a function, and what has set it.
#[derive(Clone)]
struct Read {
    name: String,
    value: String,
    from: Option<Rc<Vec<Read>>>,
}

/// What was read for the values that a statement has set.
type Reads = Vec<Read>;
/// A value, or `None` if it is not known, and what it was made from.
type Known = (Option<Value>, Rc<Reads>);

/// The variables that are visible in a body: those of the call, and the actual parameters with the body in
/// which they are evaluated.
#[derive(Default)]
struct Scope<'a> {
    own: RefCell<BTreeMap<String, Known>>,
    actuals: BTreeMap<Name, (&'a Expression, Option<&'a Scope<'a>>)>,
}

/// The interpreter of a program.
struct World<'a> {
    procedures: &'a [Procedure],
    /// The variables of the program, and the elements by their names.
    values: BTreeMap<String, Known>,
    is_exact: bool,
    steps: usize,
}

impl<'a> World<'a> {
    /// A copy in which an expression or a statement can be tried.
    fn copy(&self, is_exact: bool) -> World<'a> {
        World { procedures: self.procedures, values: self.values.clone(), is_exact, steps: 0 }
    }

    /// A value that GIER's numbers hold exactly.
    fn checked(&self, value: f64) -> Option<Value> {
        let is_exact = value.abs() < 50_000.0 && value * 64.0 == (value * 64.0).floor();
        let is_near = value.abs() < 1000.0 && value.abs() > 0.001;
        (if self.is_exact { is_exact } else { is_near }).then_some(Number(value + 0.0))
    }

    fn procedure(&self, name: Name) -> Option<&'a Procedure> {
        self.procedures.iter().find(|procedure| procedure.name == name)
    }

    /// The name of an element with the values of its subscripts, as the body sees it and for the program.
    fn element(
        &mut self,
        array: Name,
        subscripts: &[Expression],
        scope: &Scope<'_>,
        log: &mut Reads,
    ) -> Option<(String, String)> {
        let actual = if let Some((Variable(actual), _)) = scope.actuals.get(array) { *actual } else { array };
        let bounds = ARRAYS.iter().find(|known| known.0 == actual)?.2;
        let mut values = Vec::new();
        for (subscript, (low, high)) in subscripts.iter().zip(bounds) {
            let value = self.value(subscript, scope, log)?.of(Integer);
            (*low as f64..=*high as f64).contains(&value.number()).then_some(())?;
            values.push(value.to_string());
        }
        let values = values.join(", ");
        Some((format!("{array}[{values}]"), format!("{actual}[{values}]")))
    }

    /// The value, or `None` if there is none. Notes what is read.
    fn value(&mut self, expression: &Expression, scope: &Scope<'_>, log: &mut Reads) -> Option<Value> {
        match expression {
            Constant(value) => Some(*value),
            Variable(name) => self.variable(name, name, scope, log),
            Element(array, subscripts) => {
                let (name, place) = self.element(array, subscripts, scope, log)?;
                self.known(name, self.values.get(&place)?.clone(), log)
            }
            Prefix("-", of) => self.value(of, scope, log).and_then(|of| self.checked(-of.number())),
            Prefix(_, of) => self.value(of, scope, log).map(|of| Truth(!of.truth())),
            Infix(one, operator, other) => {
                let (one, other) = (self.value(one, scope, log), self.value(other, scope, log));
                self.calculated(one?, operator, other?)
            }
            Choice(parts) => {
                let taken = if self.value(&parts[0], scope, log)?.truth() { 1 } else { 2 };
                self.value(&parts[taken], scope, log)
            }
            Call(name, actuals) => match scope.actuals.get(name) {
                Some((Variable(function), _)) => self.called(function, actuals, scope, log),
                _ => self.called(name, actuals, scope, log),
            },
        }
    }

    fn known(&self, name: String, (value, from): Known, log: &mut Reads) -> Option<Value> {
        let written = value.map_or("not set".to_string(), |value| value.to_string());
        log.push(Read { name, value: written, from: Some(from) });
        value
    }

    /// The value of a variable, which a body calls `called` if it is a parameter of the body.
    fn variable(&mut self, name: Name, called: Name, scope: &Scope<'_>, log: &mut Reads) -> Option<Value> {
        if let Some((actual, outer)) = scope.actuals.get(name) {
            let outer = outer.unwrap_or(scope);
            return match actual {
                Variable(actual) => self.variable(actual, called, outer, log),
                Constant(value) => {
                    log.push(Read { name: called.to_string(), value: value.to_string(), from: None });
                    Some(*value)
                }
                // The compiler makes this a constant.
                Prefix("-", of) if matches!(**of, Constant(_)) => {
                    let value = self.value(actual, outer, log)?;
                    log.push(Read { name: called.to_string(), value: value.to_string(), from: None });
                    Some(value)
                }
                // The parameter is evaluated where the procedure uses it, unless it is a cell.
                actual => self.value(actual, outer, log),
            };
        }
        let own = scope.own.borrow().get(name).cloned();
        let known = own.or_else(|| self.values.get(name).cloned());
        self.known(called.to_string(), known.unwrap_or_default(), log)
    }

    fn calculated(&self, one: Value, operator: &str, other: Value) -> Option<Value> {
        let (truth, number) = (|| (one.truth(), other.truth()), || (one.number(), other.number()));
        Some(match operator {
            "∧" => Truth(truth().0 && truth().1),
            "∨" => Truth(truth().0 || truth().1),
            "<" => Truth(number().0 < number().1),
            "≤" => Truth(number().0 <= number().1),
            "=" => Truth(number().0 == number().1),
            ">" => Truth(number().0 > number().1),
            "≥" => Truth(number().0 >= number().1),
            "≠" => Truth(number().0 != number().1),
            "+" => self.checked(number().0 + number().1)?,
            "-" => self.checked(number().0 - number().1)?,
            "×" => self.checked(number().0 * number().1)?,
            "÷" => self.checked((number().0 / number().1).trunc())?,
            "↑" => self.checked(number().0.powi(number().1 as i32))?,
            _ => self.checked(number().0 / number().1)?,
        })
    }

    /// The value of a function. The statement that calls it has read this value, and its parameters by value.
    /// What the function itself reads belongs to its own statements.
    fn called(
        &mut self,
        name: Name,
        actuals: &[Expression],
        scope: &Scope<'_>,
        log: &mut Reads,
    ) -> Option<Value> {
        let Some(function) = self.procedure(name) else {
            let of = self.value(&actuals[0], scope, log)?.number();
            return self.checked(match name {
                "abs" => of.abs(),
                "sign" if of == 0.0 => 0.0,
                "sign" => of.signum(),
                "entier" => of.floor(),
                "sqrt" => of.abs().sqrt(),
                "sin" => of.sin(),
                "cos" => of.cos(),
                "arctan" => of.atan(),
                "exp" => of.exp(),
                _ => of.ln(),
            });
        };
        let inner = self.call(function, actuals, scope, log)?;
        let (value, from) = inner.own.borrow().get(name)?.clone();
        let arguments = function.formals.iter().filter(|formal| formal.1 != Local);
        let arguments: Option<Vec<String>> = arguments
            .map(|(formal, ..)| Some(format!("{formal} = {}", inner.own.borrow().get(*formal)?.0?)))
            .collect();
        // A parameter called by name is left out of the name.
        let written = arguments.map_or(name.to_string(), |all| format!("{name}({})", all.join(", ")));
        self.known(written, (value, from), log)
    }

    /// Executes the call of a procedure. Returns the scope of its body at the end.
    fn call<'b>(
        &mut self,
        procedure: &'b Procedure,
        actuals: &'b [Expression],
        scope: &'b Scope<'b>,
        log: &mut Reads,
    ) -> Option<Scope<'b>> {
        self.steps += 1;
        let mut inner = Scope::default();
        for ((name, mode, _), actual) in procedure.formals.iter().zip(actuals) {
            let ByValue(ty) = mode else {
                inner.actuals.insert(name, (actual, Some(scope)));
                continue;
            };
            let mut read = Reads::new();
            let value = self.value(actual, scope, &mut read)?.of(*ty);
            log.extend(read.iter().cloned());
            inner.own.borrow_mut().insert(name.to_string(), (Some(value), Rc::new(read)));
        }
        for (name, _, _) in procedure.formals.iter().filter(|formal| formal.1 == Local) {
            inner.own.borrow_mut().insert(name.to_string(), Known::default());
        }
        if procedure.result.is_some() {
            inner.own.borrow_mut().insert(procedure.name.to_string(), Known::default());
        }
        (self.steps < 100).then_some(())?;
        self.execute(&procedure.body, &inner)?;
        Some(inner)
    }

    /// The name of the variable or element that an assignment sets, and the call that has it, if it is not the
    /// program.
    fn place<'s>(
        &mut self,
        target: &Expression,
        scope: &'s Scope<'s>,
        log: &mut Reads,
    ) -> Option<(Option<&'s Scope<'s>>, String)> {
        match target {
            Variable(name) => match scope.actuals.get(name) {
                Some((actual, outer)) => self.place(actual, outer.unwrap_or(scope), log),
                None => Some((scope.own.borrow().contains_key(*name).then_some(scope), name.to_string())),
            },
            Element(array, subscripts) => Some((None, self.element(array, subscripts, scope, log)?.1)),
            _ => panic!("{target} is no target"),
        }
    }

    fn type_of(&self, target: &Expression) -> Type {
        let name = if let Variable(name) | Element(name, _) = target { name } else { return Real };
        let of_array = ARRAYS.iter().find(|array| array.0 == *name).map(|array| array.1);
        let of_variable = NAMES.iter().find(|names| names.1.contains(name)).map(|names| names.0);
        let result = self.procedure(name).and_then(|procedure| procedure.result);
        of_array.or(of_variable).or(result).unwrap_or(if matches!(*name, "t" | "i") { Integer } else { Real })
    }

    fn execute(&mut self, statement: &Statement, scope: &Scope<'_>) -> Option<()> {
        match statement {
            Statement::Assign(targets, expression) => {
                let (mut log, mut places) = (Reads::new(), Vec::new());
                for target in targets {
                    places.push(self.place(target, scope, &mut log)?);
                }
                let value = self.value(expression, scope, &mut log)?.of(self.type_of(&targets[0]));
                let known = (Some(value), Rc::new(log));
                for (own, place) in places {
                    match own {
                        Some(own) => own.own.borrow_mut().insert(place, known.clone()),
                        None => self.values.insert(place, known.clone()),
                    };
                }
                Some(())
            }
            Statement::Call(name, actuals) => {
                let procedure = self.procedure(name)?;
                self.call(procedure, actuals, scope, &mut Reads::new()).map(|_| ())
            }
            Statement::If(condition, then) => {
                match self.value(condition, scope, &mut Reads::new())?.truth() {
                    true => self.execute(then, scope),
                    false => Some(()),
                }
            }
            Statement::Switch(index, all) => {
                let index = self.value(index, scope, &mut Reads::new())?.number();
                self.execute(all.get((index as usize).wrapping_sub(1))?, scope)
            }
            Statement::For(variable, list, body) => {
                list.iter().try_for_each(|each| self.each(variable, each, body, scope))
            }
            Statement::Block(inner) => self.execute(inner, scope),
            Statement::Compound(all) => all.iter().try_for_each(|each| self.execute(each, scope)),
        }
    }

    fn each(&mut self, name: Name, each: &Each, body: &Statement, scope: &Scope<'_>) -> Option<()> {
        let variable = Variable(name);
        let assign = |world: &mut Self, value: &Expression| {
            world.execute(&Statement::Assign(vec![variable.clone()], value.clone()), scope)
        };
        match each {
            Each::Value(value) => {
                assign(self, value)?;
                self.execute(body, scope)?;
            }
            Each::Step([first, step, limit]) => {
                assign(self, first)?;
                loop {
                    let now = self.value(&Variable(name), scope, &mut Reads::new())?.number();
                    let by = self.value(step, scope, &mut Reads::new())?.number();
                    let limit = self.value(limit, scope, &mut Reads::new())?.number();
                    self.steps += 1;
                    if self.steps > 100 || by == 0.0 || (now - limit) * by > 0.0 {
                        return (self.steps <= 100 && by != 0.0).then_some(());
                    }
                    self.execute(body, scope)?;
                    assign(self, &infix(Variable(name), "+", step.clone()))?;
                }
            }
            Each::While([value, condition]) => loop {
                assign(self, value)?;
                self.steps += 1;
                if self.steps > 100 || !self.value(condition, scope, &mut Reads::new())?.truth() {
                    return (self.steps <= 100).then_some(());
                }
                self.execute(body, scope)?;
            },
        }
        Some(())
    }
}

struct List<'a, T>(&'a [T], &'static str);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.0.iter().map(T::to_string).collect::<Vec<_>>();
        f.write_str(&all.join(self.1))
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant(Truth(value)) => write!(f, "_{value}"),
            Constant(value) => value.fmt(f),
            Variable("text") => f.write_str("«a text»"),
            Variable(name) => f.write_str(name),
            Element(array, subscripts) => write!(f, "{array}[{}]", List(subscripts, ", ")),
            Prefix(sign, of) => write!(f, "({sign}{of})"),
            Infix(one, operator, other) => write!(f, "({one} {operator} {other})"),
            Choice(parts) => write!(f, "(_if {} _then {} _else {})", parts[0], parts[1], parts[2]),
            Call(function, actuals) => write!(f, "{function}({})", List(actuals, ", ")),
        }
    }
}

impl fmt::Display for Each {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Each::Value(value) => value.fmt(f),
            Each::Step([first, step, limit]) => write!(f, "{first} _step {step} _until {limit}"),
            Each::While([value, condition]) => write!(f, "{value} _while {condition}"),
        }
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Assign(targets, value) => write!(f, "{} := {value}", List(targets, " := ")),
            Statement::Call(name, actuals) => write!(f, "{name}({})", List(actuals, ", ")),
            Statement::If(condition, then) => write!(f, "_if {condition} _then {then}"),
            Statement::Switch(index, all) => {
                f.write_str("_begin _switch way := ")?;
                let labels: Vec<String> = (1..=all.len()).map(|number| format!("way{number}")).collect();
                write!(f, "{}; _goto way[{index}]; ", List(&labels, ", "))?;
                let ways = all.iter().zip(&labels);
                let mut ways = ways.map(|(way, label)| write!(f, "{label}: {way}; _goto out; "));
                ways.try_for_each(|written| written)?;
                f.write_str("out: _end")
            }
            Statement::For(name, list, body) => write!(f, "_for {name} := {} _do {body}", List(list, ", ")),
            Statement::Block(inner) => write!(f, "_begin _integer inmost; {inner} _end"),
            Statement::Compound(all) => write!(f, "_begin {} _end", List(all, "; ")),
        }
    }
}

impl fmt::Display for Procedure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ty = self.result.map_or("", |ty| match ty {
            Integer => "_integer ",
            Real => "_real ",
            Boolean => "_boolean ",
        });
        let formals: Vec<_> = self.formals.iter().filter(|formal| formal.1 != Local).collect();
        let values: Vec<Name> =
            formals.iter().filter(|formal| formal.1 != ByName).map(|formal| formal.0).collect();
        let names: Vec<Name> = formals.iter().map(|formal| formal.0).collect();
        write!(f, "  {ty}_procedure {}({}); ", self.name, List(&names, ", "))?;
        if !values.is_empty() {
            write!(f, "_value {}; ", List(&values, ", "))?;
        }
        formals.iter().try_for_each(|formal| write!(f, "{}; ", formal.2))?;
        match self.formals.iter().find(|formal| formal.1 == Local) {
            Some(local) => writeln!(f, "_begin {}; {} _end;", local.2, self.body),
            None => writeln!(f, "{};", self.body),
        }
    }
}

/// A random program while it is written.
struct Writer<'a> {
    dice: Chance,
    world: World<'a>,
    text: String,
}

impl Writer<'_> {
    fn boxed(&mut self, ty: Type, depth: usize) -> Box<Expression> {
        Box::new(self.expression(ty, depth))
    }

    fn number(&mut self) -> Type {
        if self.dice.below(3) == 0 { Real } else { Integer }
    }

    fn simple(&mut self, ty: Type) -> Expression {
        let is_set = |name: &&Name| self.world.values.get(**name).is_some_and(|known| known.0.is_some());
        let names: Vec<Name> = NAMES[ty as usize].1.iter().filter(is_set).copied().collect();
        match (self.dice.below(4), ty) {
            (1.., _) if !names.is_empty() => Variable(self.dice.of(&names)),
            (_, Integer) => number(self.dice.below(9) as f64),
            (_, Real) => number(self.dice.below(30) as f64 / 4.0 + 0.25),
            (_, Boolean) => Constant(Truth(self.dice.below(2) == 0)),
        }
    }

    fn relation(&mut self, depth: usize) -> Expression {
        let (one, other) = (self.number(), self.number());
        let operator = self.dice.of(&["<", "≤", "=", ">", "≥", "≠"]);
        infix(self.expression(one, depth), operator, self.expression(other, depth))
    }

    fn expression(&mut self, ty: Type, depth: usize) -> Expression {
        let Some(below) = depth.checked_sub(1) else { return self.simple(ty) };
        match (self.dice.below(9), ty) {
            (0, _) => self.simple(ty),
            (1 | 2, _) => self.element(ty),
            (3, _) => Choice(Box::new([
                self.relation(below),
                self.expression(ty, below),
                self.expression(ty, below),
            ])),
            (4, _) => self.function(ty, below),
            (5, Integer) => Call(self.dice.of(&["abs", "sign"]), vec![self.expression(ty, below)]),
            (5, Real) => Call("abs", vec![self.expression(ty, below)]),
            // In a condition, the compiled program need not read both.
            (5 | 6, Boolean) if depth == DEPTH => {
                let operator = self.dice.of(&["∧", "∨"]);
                infix(self.expression(Boolean, below), operator, self.expression(Boolean, below))
            }
            (6, Integer) if self.dice.below(2) == 0 => {
                infix(self.simple(ty), "÷", number(self.dice.below(4) as f64 + 1.0))
            }
            (6, Integer) => Call("entier", vec![self.expression(Real, below)]),
            (6, Real) => {
                let divided = self.number();
                let by = number([2.0, 4.0][self.dice.below(2)]);
                infix(self.expression(divided, below), "/", by)
            }
            (7, Integer | Real) => Prefix("-", self.boxed(ty, below)),
            (7, Boolean) => Prefix("¬ ", self.boxed(Boolean, below)),
            (_, Boolean) => self.relation(below),
            (_, Real) => {
                let other = self.number();
                let operator = self.dice.of(&["+", "-", "×"]);
                infix(self.expression(Real, below), operator, self.expression(other, below))
            }
            (_, Integer) => {
                let operator = self.dice.of(&["+", "-", "×"]);
                infix(self.expression(ty, below), operator, self.expression(ty, below))
            }
        }
    }

    fn function(&mut self, ty: Type, depth: usize) -> Expression {
        let of = |writer: &mut Self, ty| writer.expression(ty, depth);
        match (ty, self.dice.below(8)) {
            (Integer, 0 | 1) => Call("twice", vec![of(self, Integer)]),
            (Integer, 2 | 3) => Call("both", vec![of(self, Integer)]),
            (Integer, 4) => Call("fac", vec![of(self, Integer)]),
            (Integer, 5) => Call("inc", vec![of(self, Integer)]),
            (Integer, 6) => Call("pair", vec![Variable("v"), of(self, Integer)]),
            (Integer, _) => Call("inner", vec![of(self, Integer), Variable("text")]),
            (Real, 0..4) => Call("mean", vec![of(self, Real), of(self, Real)]),
            (Real, _) => Call("via", vec![Variable("mean"), of(self, Real)]),
            (Boolean, _) => Call("contrary", vec![of(self, Boolean)]),
        }
    }

    /// An element of an array of this type, with subscripts of several forms.
    fn element(&mut self, ty: Type) -> Expression {
        let (array, _, bounds) = ARRAYS[ty as usize];
        let mut subscripts = Vec::new();
        for &(low, high) in bounds {
            let place = low + self.dice.below((high - low + 1) as usize) as i64;
            let depth = self.dice.below(2);
            let variable = self.expression(Integer, depth);
            let mut world = self.world.copy(self.world.is_exact);
            let value = world.value(&variable, &Scope::default(), &mut Reads::new());
            subscripts.push(match (value, self.dice.below(3)) {
                (Some(value), 1..) if !matches!(variable, Constant(_)) => {
                    let apart = place - value.number() as i64;
                    let sign = if apart < 0 { "-" } else { "+" };
                    if apart == 0 { variable } else { infix(variable, sign, number(apart.abs() as f64)) }
                }
                _ if place < 0 => Prefix("-", Box::new(number(-place as f64))),
                _ => number(place as f64),
            });
        }
        Element(array, subscripts)
    }

    /// A variable or an element that an assignment can set.
    fn target(&mut self, ty: Type) -> Expression {
        match self.dice.below(3) {
            0 => self.element(ty),
            _ => Variable(NAMES[ty as usize].1[self.dice.below(NEVER)]),
        }
    }

    fn assignment(&mut self) -> Statement {
        let ty = self.dice.of(&[Integer, Integer, Real, Boolean]);
        // A real value is rounded for an integer, and an integer is converted to a real.
        let from = match self.dice.below(5) {
            0 if ty == Integer => Real,
            0 if ty == Real => Integer,
            _ => ty,
        };
        let mut targets = vec![self.target(ty)];
        if self.dice.below(6) == 0 {
            targets.push(self.target(ty));
        }
        Statement::Assign(targets, self.expression(from, DEPTH))
    }

    /// An assignment of a value that GIER's functions do not calculate exactly.
    fn inexact(&mut self) -> Statement {
        let of = self.expression(Real, 1);
        let mut value = Call(self.dice.of(&INEXACT), vec![Call("abs", vec![of])]);
        if self.world.values.contains_key("w") && self.dice.below(2) == 0 {
            value = infix(value, self.dice.of(&["+", "×"]), Variable("w"));
        }
        set(self.dice.of(&["w", "u"]), value)
    }

    fn list(&mut self) -> Vec<Each> {
        let few = |writer: &mut Self| Each::Value(writer.expression(Integer, 1));
        match self.dice.below(5) {
            0 => vec![few(self), few(self)],
            1 => vec![Each::Step([
                number(1.0),
                self.expression(Integer, 1),
                number(self.dice.below(9) as f64),
            ])],
            2 => {
                let step = number(self.dice.below(2) as f64 + 1.0);
                vec![Each::Step([self.simple(Integer), step, self.expression(Integer, 1)])]
            }
            3 => vec![
                few(self),
                Each::While([
                    infix(Variable("i"), "+", number(1.0)),
                    infix(Variable("i"), "<", self.simple(Integer)),
                ]),
            ],
            _ => vec![few(self)],
        }
    }

    fn statement(&mut self) -> Statement {
        let whole = |writer: &mut Self| writer.expression(Integer, 2);
        match self.dice.below(18) {
            0 => Statement::Call("put", vec![whole(self)]),
            1 => Statement::Call("keep", vec![self.expression(Real, 2), whole(self)]),
            2 => Statement::Call("give", vec![self.target(Integer), whole(self)]),
            3 => Statement::Call(self.dice.of(&["relay", "pass"]), vec![whole(self)]),
            4 => Statement::Call("down", vec![self.simple(Integer)]),
            5 => self.inexact(),
            6 => {
                let place = infix(Variable("i"), "×", Variable("i"));
                let body = Statement::Assign(
                    vec![Element("v", vec![Variable("i")])],
                    infix(place, "+", number(self.dice.below(9) as f64)),
                );
                let each = Each::Step([number(1.0), number(1.0), number(5.0)]);
                Statement::For("i", vec![each], Box::new(body))
            }
            7 => Statement::If(self.relation(1), Box::new(self.assignment())),
            8 => Statement::Block(Box::new(self.assignment())),
            9 => Statement::Switch(self.expression(Integer, 1), vec![self.assignment(), self.assignment()]),
            10 | 11 => Statement::For("i", self.list(), Box::new(self.assignment())),
            _ => self.assignment(),
        }
    }

    /// Adds a statement to the program if it can be executed.
    fn add(&mut self) {
        let statement = self.statement();
        let text = statement.to_string();
        let is_exact = !INEXACT.iter().any(|name| text.contains(&format!("{name}(")));
        let mut world = self.world.copy(is_exact);
        if world.execute(&statement, &Scope::default()).is_some() {
            self.world.values = world.values;
            self.text += &format!("  {text};\n");
        }
    }

    /// Adds an assignment that reads a variable that was never set, beside others.
    fn unset(&mut self, ty: Type) {
        let (names, mut log) = (NAMES[ty as usize].1, Reads::new());
        let other = self.expression(ty, 2);
        let sum = infix(Variable(names[NEVER]), if ty == Boolean { "∧" } else { "+" }, other);
        let mut world = self.world.copy(self.world.is_exact);
        if let Infix(_, _, other) = &sum
            && world.value(other, &Scope::default(), &mut Reads::new()).is_some()
        {
            self.world.value(&sum, &Scope::default(), &mut log);
            self.world.values.insert(names[2].to_string(), (None, Rc::new(log)));
            self.text += &format!("  {} := {sum};\n", names[2]);
        }
    }
}

/// A random program, and what the last assignment to each variable or element has read.
fn program(seed: u64, procedures: &[Procedure]) -> (String, BTreeMap<String, Known>) {
    let dice = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let world = World { procedures, values: BTreeMap::new(), is_exact: true, steps: 0 };
    let declared: String = procedures.iter().map(Procedure::to_string).collect();
    let mut writer = Writer { dice, world, text: format!("_begin\n{DECLARATIONS}{declared}") };
    for _ in 0..20 {
        writer.add();
    }
    [Integer, Real, Boolean].into_iter().for_each(|ty| writer.unset(ty));
    (writer.text + "_end;\n", writer.world.values)
}

/// Whether two values are the same, as far as GIER's numbers are exact.
fn is_same(one: &str, other: &str) -> bool {
    let near = |one: f64, other: f64| (one - other).abs() <= 1e-6 * one.abs();
    one == other || one.parse().ok().zip(other.parse().ok()).is_some_and(|(one, other)| near(one, other))
}

/// Compares an answer with what the interpreter has noted, and the same for the parameters and functions.
struct Check<'a> {
    engine: &'a Engine,
    procedures: &'a [Procedure],
    asked: u64,
}

impl Check<'_> {
    /// The name of what was read, without parameters that are called by name.
    fn name(&self, name: &str) -> String {
        let called = name.split('(').next().unwrap_or_default();
        let procedure = self.procedures.iter().find(|procedure| procedure.name == called);
        let is_by_name = procedure.is_some_and(|it| it.formals.iter().any(|formal| formal.1 == ByName));
        if is_by_name { called.to_string() } else { name.to_string() }
    }

    /// What is different, if anything.
    fn difference(&mut self, answer: &Answer, wanted: &[Read], depth: usize) -> Option<String> {
        self.asked += 1;
        let Some(sources) = &answer.sources else { return Some(format!("{answer} has no sources")) };
        let mut left: Vec<&Read> = wanted.iter().collect();
        for operand in &sources.operands {
            let name = self.name(&operand.named.name);
            let is_it = |read: &Read| read.name == name && is_same(&read.value, &operand.value);
            let candidates: Vec<Rc<Reads>> =
                wanted.iter().filter(|read| is_it(read)).filter_map(|read| read.from.clone()).collect();
            let before = left.len();
            left.retain(|read| !is_it(read));
            if before == left.len() {
                return Some(format!("{answer}: {name} = {} was not read", operand.value));
            }
            let is_of_call = self
                .procedures
                .iter()
                .any(|it| name.starts_with(it.name) || it.formals.iter().any(|formal| formal.0 == name));
            if depth < 4 && is_of_call && !candidates.is_empty() {
                let mut chain = Chain::of(operand.named.clone(), operand.cell, operand.read_by);
                let next = self.engine.next_origin(&mut chain, &mut |_| true).unwrap();
                let Some(next) = next.filter(|next| next.sources.is_some()) else { continue };
                let mut differences: Vec<Option<String>> = Vec::new();
                for candidate in candidates {
                    differences.push(self.difference(&next, &candidate, depth + 1));
                }
                if differences.iter().all(Option::is_some) {
                    return differences.pop().flatten();
                }
            }
        }
        left.first().map(|read| format!("{answer}: {} = {} is missing", read.name, read.value))
    }
}

#[test]
fn every_operand_that_a_statement_has_read_is_named_and_no_other() {
    let programs = std::env::var("GIER_ORIGINS").map_or(60, |number| number.parse().unwrap());
    let from = std::env::var("GIER_ORIGINS_FROM").map_or(1, |number| number.parse().unwrap());
    let procedures = procedures();
    let (mut asked, mut values, mut faults) = (0, 0, Vec::new());
    for seed in from..from + programs {
        let (text, last) = program(seed, &procedures);
        let image = compiled("random.alg", &text);
        let mut session = Session::new(Machine::with_image(&image))
            .with_program(&image)
            .with_texts(vec![Some(text.clone())]);
        let end = session.work(Until::FOREVER, &mut NoFiles).unwrap();
        if !matches!(end, Happened::Ended(Ending::Stopped(StopCause::Zq { .. })))
            || session.engine().raised().is_some()
        {
            faults.push(format!("{seed}: {end:?} {:?}\n{text}", session.engine().raised()));
            continue;
        }
        let mut check = Check { engine: session.engine(), procedures: &procedures, asked: 0 };
        for (name, (value, reads)) in &last {
            if let Some(value) = value {
                let told = session.engine().value_in(name, None).unwrap();
                assert!(is_same(&value.to_string(), &told), "{seed}: {name} = {told}, not {value}\n{text}");
                values += 1;
            }
            let spot = Spot::Value(session.engine().expression(name).unwrap());
            let (answers, _) = session.engine().origin_of(&spot, &mut |_| true).unwrap();
            if let Some(difference) = check.difference(&answers[0], reads, 0) {
                faults.push(format!("{seed}: origin of {name}: {difference}\n{text}"));
            }
            let sources = answers[0].sources.as_ref();
            let operands = sources.into_iter().flat_map(|sources| &sources.operands);
            let mut once = BTreeSet::new();
            let is_once =
                operands.map(|operand| (&operand.named.name, &operand.value)).all(|it| once.insert(it));
            assert!(is_once, "{}\n{text}", answers[0]);
        }
        asked += check.asked;
    }
    let first = faults.first().map_or("", String::as_str);
    let heads: Vec<&str> = faults.iter().filter_map(|fault| fault.lines().next()).take(30).collect();
    assert!(faults.is_empty(), "{} faults\n{first}\n{}", faults.len(), heads.join("\n"));
    eprintln!("{programs} programs: {asked} origins and {values} values agree");
    assert!(asked > programs * 10 && values > programs * 5, "{asked} origins, {values} values");
}
