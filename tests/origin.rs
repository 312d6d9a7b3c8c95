//! Asks `origin of` about the variables of random ALGOL programs. The program's generator interprets it, too,
//! and notes what the last assignment to each variable has read: names, subscripts, values, and whether they
//! were set. gier, which sees only the machine, must name the same, each once, and nothing else.
//! `GIER_ORIGINS=1000` tries more programs.

use crate::chance::Chance;
use gier_algol::source::SourceText;
use gier_desk::attended::{Ending, Until};
use gier_desk::debug::language::Spot;
use gier_desk::host::NoFiles;
use gier_desk::session::{Happened, Session};
use gier_machine::{Machine, StopCause};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

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
}

/// How deep the expressions of assignments are.
const DEPTH: usize = 3;
/// The simple variables, three of each type. The last of each type is never set.
const NAMES: [[&str; 4]; 3] =
    [["a", "b", "long name", "never"], ["x", "y", "z", "unset"], ["p", "q", "r", "open"]];
const NEVER: usize = 3;
type Bounds = &'static [(i64, i64)];
/// The arrays: their name, type and bounds.
const ARRAYS: [(&str, Type, Bounds); 3] =
    [("v", Integer, &[(1, 5)]), ("m", Real, &[(-1, 1), (0, 2)]), ("flags", Boolean, &[(0, 3)])];
/// What the random programs declare. `put` and `keep` set a variable of the program.
const DECLARATIONS: &str = "\
  _integer a, b, long name, never, i; _real x, y, z, unset; _boolean p, q, r, open;
  _integer _array v[1:5]; _real _array m[-1:1, 0:2]; _boolean _array flags[0:3];
  _integer _procedure twice(n); _value n; _integer n; twice := n + n;
  _integer _procedure both(n); _integer n; both := n + n;
  _real _procedure mean(s, t); _value s; _real s, t; _begin _real sum; sum := s + t; mean := sum/2 _end;
  _boolean _procedure contrary(c); _value c; _boolean c; contrary := ¬ c;
  _procedure put(n); _integer n; a := n + b;
  _procedure keep(s, n); _value s, n; _real s; _integer n; x := s + n;
";

enum Expression {
    Constant(Value),
    Variable(Type, usize),
    Element(usize, Vec<Expression>),
    Prefix(&'static str, Box<Expression>),
    Infix(Box<Expression>, &'static str, Box<Expression>),
    /// A function of ALGOL.
    Standard(&'static str, Box<Expression>),
    /// If the first is true, the second, else the third.
    Choice(Box<[Expression; 3]>),
    /// A call of a function of the program.
    Call(&'static str, Vec<Expression>),
}

/// What a statement has read: the name, and the value or `not set`.
type Log = Vec<(String, String)>;

/// The state of the interpreted program.
#[derive(Default)]
struct State {
    variables: BTreeMap<(usize, usize), Value>,
    elements: BTreeMap<String, Value>,
}

/// A value that GIER's numbers hold exactly, and that it writes as Rust does.
fn exact(value: f64) -> Option<f64> {
    (value.abs() < 50_000.0 && value * 64.0 == (value * 64.0).floor()).then_some(value + 0.0)
}

impl Expression {
    fn random(dice: &mut Chance, ty: Type, depth: usize, state: &State) -> Expression {
        let simple = |dice: &mut Chance| {
            let set: Vec<usize> =
                (0..NEVER).filter(|number| state.variables.contains_key(&(ty as usize, *number))).collect();
            match (dice.below(4), ty) {
                (1.., _) if !set.is_empty() => Expression::Variable(ty, dice.of(&set)),
                (_, Integer) => Expression::Constant(Number(dice.below(9) as f64)),
                (_, Real) => Expression::Constant(Number(dice.below(30) as f64 / 4.0 + 0.25)),
                (_, Boolean) => Expression::Constant(Truth(dice.below(2) == 0)),
            }
        };
        if depth == 0 {
            return simple(dice);
        }
        let of = |dice: &mut Chance, ty| Box::new(Expression::random(dice, ty, depth - 1, state));
        let number = |dice: &mut Chance| if dice.below(3) == 0 { Real } else { Integer };
        let relation = |dice: &mut Chance| {
            let (one, other) = (number(dice), number(dice));
            Expression::Infix(of(dice, one), dice.of(&["<", "≤", "=", ">", "≥", "≠"]), of(dice, other))
        };
        match (dice.below(9), ty) {
            (0, _) => simple(dice),
            (1 | 2, _) => Expression::element(dice, ty, state).unwrap_or_else(|| simple(dice)),
            (3, _) => Expression::Choice(Box::new([relation(dice), *of(dice, ty), *of(dice, ty)])),
            (4, Integer) => Expression::Call(dice.of(&["twice", "both"]), vec![*of(dice, Integer)]),
            (4, Real) => Expression::Call("mean", vec![*of(dice, Real), *of(dice, Real)]),
            (4, Boolean) => Expression::Call("contrary", vec![*of(dice, Boolean)]),
            (5, Integer) => Expression::Standard(dice.of(&["abs", "sign"]), of(dice, Integer)),
            (5, Real) => Expression::Standard("abs", of(dice, Real)),
            // In a condition, the compiled program need not read both.
            (5 | 6, Boolean) if depth == DEPTH => {
                Expression::Infix(of(dice, Boolean), dice.of(&["∧", "∨"]), of(dice, Boolean))
            }
            (6, Integer) => Expression::Standard("entier", of(dice, Real)),
            (6, Real) => {
                let (divided, by) = (number(dice), [2.0, 4.0][dice.below(2)]);
                let by = Expression::Constant(Number(by));
                Expression::Infix(of(dice, divided), "/", Box::new(by))
            }
            (7, Integer | Real) => Expression::Prefix("-", of(dice, ty)),
            (7, Boolean) => Expression::Prefix("¬ ", of(dice, Boolean)),
            (_, Boolean) => relation(dice),
            (_, Real) => {
                let other = number(dice);
                Expression::Infix(of(dice, Real), dice.of(&["+", "-", "×"]), of(dice, other))
            }
            (_, Integer) => Expression::Infix(of(dice, ty), dice.of(&["+", "-", "×"]), of(dice, ty)),
        }
    }

    /// An element of an array of this type that was set, with subscripts of several forms.
    fn element(dice: &mut Chance, ty: Type, state: &State) -> Option<Expression> {
        let array = ARRAYS.iter().position(|array| array.1 == ty)?;
        let subscripts = Expression::subscripts(dice, array, state);
        let element = Expression::Element(array, subscripts);
        element.value(state, &mut Log::new()).map(|_| element)
    }

    /// Subscripts inside the bounds: a constant, a variable, or a sum.
    fn subscripts(dice: &mut Chance, array: usize, state: &State) -> Vec<Expression> {
        let constant = |value: i64| Expression::Constant(Number(value as f64));
        let subscript = |&(low, high): &(i64, i64)| {
            let place = low + dice.below((high - low + 1) as usize) as i64;
            let variable = dice.below(NEVER);
            match (state.variables.get(&(Integer as usize, variable)), dice.below(3)) {
                (Some(value), 1..) if value.number().abs() < 100.0 => {
                    let apart = place - value.number() as i64;
                    let variable = Expression::Variable(Integer, variable);
                    let sign = if apart < 0 { "-" } else { "+" };
                    match apart {
                        0 => variable,
                        _ => Expression::Infix(Box::new(variable), sign, Box::new(constant(apart.abs()))),
                    }
                }
                _ if place < 0 => Expression::Prefix("-", Box::new(constant(-place))),
                _ => constant(place),
            }
        };
        ARRAYS[array].2.iter().map(subscript).collect()
    }

    /// The value, or `None` if there is none. Notes what is read.
    fn value(&self, state: &State, log: &mut Log) -> Option<Value> {
        Some(match self {
            Expression::Constant(value) => *value,
            Expression::Variable(ty, number) => {
                let value = state.variables.get(&(*ty as usize, *number)).copied();
                let written = value.map_or("not set".to_string(), |value| value.to_string());
                log.push((NAMES[*ty as usize][*number].to_string(), written));
                value?
            }
            Expression::Element(array, subscripts) => {
                let name = element_name(*array, subscripts, state, log)?;
                let value = *state.elements.get(&name)?;
                log.push((name, value.to_string()));
                value
            }
            Expression::Prefix("-", of) => Number(exact(-of.value(state, log)?.number())?),
            Expression::Prefix(_, of) => Truth(!of.value(state, log)?.truth()),
            Expression::Infix(one, operator, other) => {
                let (one, other) = (one.value(state, log), other.value(state, log));
                calculated(one?, operator, other?)?
            }
            Expression::Standard(function, of) => {
                let of = of.value(state, log)?.number();
                Number(exact(match *function {
                    "abs" => of.abs(),
                    "sign" if of == 0.0 => 0.0,
                    "sign" => of.signum(),
                    _ => of.floor(),
                })?)
            }
            Expression::Choice(parts) => {
                let taken = if parts[0].value(state, log)?.truth() { 1 } else { 2 };
                parts[taken].value(state, log)?
            }
            Expression::Call(function, actuals) => called(function, actuals, state, log)?,
        })
    }
}

/// The name of an element with the values of its subscripts.
fn element_name(array: usize, subscripts: &[Expression], state: &State, log: &mut Log) -> Option<String> {
    let values = subscripts.iter().map(|subscript| subscript.value(state, log));
    let values: Vec<String> = values.map(|value| Some(value?.to_string())).collect::<Option<_>>()?;
    Some(format!("{}[{}]", ARRAYS[array].0, values.join(", ")))
}

fn calculated(one: Value, operator: &str, other: Value) -> Option<Value> {
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
        "+" => Number(exact(number().0 + number().1)?),
        "-" => Number(exact(number().0 - number().1)?),
        "×" => Number(exact(number().0 * number().1)?),
        _ => Number(exact(number().0 / number().1)?),
    })
}

/// The value of a function of the program. The statement that calls it has read this value, and its parameters
/// by value. What the function itself reads belongs to its own statements. A parameter called by name is left out
/// of the name.
fn called(function: &str, actuals: &[Expression], state: &State, log: &mut Log) -> Option<Value> {
    let mut by_name = Log::new();
    let first = actuals[0].value(state, if function == "both" { &mut by_name } else { &mut *log })?;
    let (name, value) = match function {
        "twice" => (format!("twice(n = {first})"), Number(exact(2.0 * first.number())?)),
        "both" => ("both".to_string(), Number(exact(2.0 * first.number())?)),
        "contrary" => (format!("contrary(c = {first})"), Truth(!first.truth())),
        _ => {
            let second = actuals[1].value(state, &mut Log::new())?;
            let sum = exact(first.number() + second.number())?;
            (format!("mean(s = {first}"), Number(exact(sum / 2.0)?))
        }
    };
    log.push((name, value.to_string()));
    Some(value)
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |all: &[Expression]| all.iter().map(Expression::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Expression::Constant(Truth(value)) => write!(f, "_{value}"),
            Expression::Constant(value) => value.fmt(f),
            Expression::Variable(ty, number) => f.write_str(NAMES[*ty as usize][*number]),
            Expression::Element(array, subscripts) => write!(f, "{}[{}]", ARRAYS[*array].0, list(subscripts)),
            Expression::Prefix(sign, of) => write!(f, "({sign}{of})"),
            Expression::Infix(one, operator, other) => write!(f, "({one} {operator} {other})"),
            Expression::Standard(function, of) => write!(f, "{function}({of})"),
            Expression::Choice(parts) => {
                write!(f, "(_if {} _then {} _else {})", parts[0], parts[1], parts[2])
            }
            Expression::Call(function, actuals) => write!(f, "{function}({})", list(actuals)),
        }
    }
}

/// A random program while it is written, and what the last assignment to each variable or element has read.
struct Writer {
    dice: Chance,
    state: State,
    text: String,
    last: BTreeMap<String, Log>,
}

impl Writer {
    /// Adds an assignment to a variable or an element.
    fn assignment(&mut self) {
        let ty = self.dice.of(&[Integer, Integer, Real, Boolean]);
        // A real value is rounded for an integer.
        let from = if ty == Integer && self.dice.below(5) == 0 { Real } else { ty };
        let expression = Expression::random(&mut self.dice, from, DEPTH, &self.state);
        let mut log = Log::new();
        let Some(mut value) = expression.value(&self.state, &mut log) else { return };
        if ty == Integer {
            value = Number((value.number() + 0.5).floor());
        }
        let target = if self.dice.below(3) == 0 {
            let array = ARRAYS.iter().position(|array| array.1 == ty).expect("each type has one");
            let subscripts = Expression::subscripts(&mut self.dice, array, &self.state);
            let Some(name) = element_name(array, &subscripts, &self.state, &mut log) else { return };
            self.state.elements.insert(name.clone(), value);
            self.last.insert(name, log);
            Expression::Element(array, subscripts)
        } else {
            let number = self.dice.below(NEVER);
            self.state.variables.insert((ty as usize, number), value);
            self.last.insert(NAMES[ty as usize][number].to_string(), log);
            Expression::Variable(ty, number)
        };
        let (before, after) = match self.dice.below(6) {
            0 => ("_if 1 > 0 _then ", ""),
            1 => ("_begin _integer inner; ", " _end"),
            2 => {
                self.last.insert("i".to_string(), Log::new());
                ("_for i := 1 _do ", "")
            }
            _ => ("", ""),
        };
        self.text += &format!("  {before}{target} := {expression}{after};\n");
    }

    /// Adds a call of a procedure that sets a variable of the program from its parameters.
    fn call(&mut self) {
        let mut log = Log::new();
        let is_put = self.dice.below(2) == 0;
        let first = Expression::random(&mut self.dice, if is_put { Integer } else { Real }, 2, &self.state);
        let Some(value) = first.value(&self.state, &mut log) else { return };
        if is_put {
            // The parameter is evaluated where the procedure uses it, unless it is a cell.
            if matches!(first, Expression::Constant(..) | Expression::Variable(..)) {
                log = vec![("n".to_string(), value.to_string())];
            }
            let b = Expression::Variable(Integer, 1).value(&self.state, &mut log);
            let Some(sum) = b.and_then(|b| exact(value.number() + b.number())) else { return };
            self.state.variables.insert((Integer as usize, 0), Number(sum));
            self.last.insert("a".to_string(), log);
            self.text += &format!("  put({first});\n");
        } else {
            let second = Expression::random(&mut self.dice, Integer, 2, &self.state);
            let Some(n) = second.value(&self.state, &mut Log::new()) else { return };
            let Some(sum) = exact(value.number() + n.number()) else { return };
            self.state.variables.insert((Real as usize, 0), Number(sum));
            self.last.insert(
                "x".to_string(),
                vec![("s".to_string(), value.to_string()), ("n".to_string(), n.to_string())],
            );
            self.text += &format!("  keep({first}, {second});\n");
        }
    }

    /// Adds a loop that sets the elements of `v`.
    fn many(&mut self) {
        let constant = self.dice.below(9);
        for place in 1..6 {
            let name = format!("v[{place}]");
            self.state.elements.insert(name.clone(), Number((place * place + constant) as f64));
            self.last.insert(name, vec![("i".to_string(), place.to_string())]);
        }
        self.last.insert("i".to_string(), vec![("i".to_string(), "5".to_string())]);
        self.text += &format!("  _for i := 1 _step 1 _until 5 _do v[i] := i×i + {constant};\n");
    }

    /// Adds an assignment that reads a variable that was never set, beside others.
    fn unset(&mut self, ty: Type) {
        let mut log = Log::new();
        let never = Expression::Variable(ty, NEVER);
        let other = Expression::random(&mut self.dice, ty, 2, &self.state);
        never.value(&self.state, &mut log);
        if other.value(&self.state, &mut log).is_none() {
            return;
        }
        let sum = Expression::Infix(Box::new(never), if ty == Boolean { "∧" } else { "+" }, Box::new(other));
        let name = NAMES[ty as usize][0];
        self.text += &format!("  {name} := {sum};\n");
        self.state.variables.remove(&(ty as usize, 0));
        self.last.insert(name.to_string(), log);
    }
}

/// A random program, and what the last assignment to each variable or element has read.
fn program(seed: u64) -> (String, BTreeMap<String, Log>) {
    let dice = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut writer = Writer {
        dice,
        state: State::default(),
        text: format!("_begin\n{DECLARATIONS}"),
        last: BTreeMap::new(),
    };
    for _ in 0..16 {
        match writer.dice.below(8) {
            0 => writer.call(),
            1 => writer.many(),
            _ => writer.assignment(),
        }
    }
    [Integer, Real, Boolean].into_iter().for_each(|ty| writer.unset(ty));
    (writer.text + "_end;\n", writer.last)
}

#[test]
fn every_operand_that_a_statement_has_read_is_named_and_no_other() {
    let programs = std::env::var("GIER_ORIGINS").map_or(60, |number| number.parse().unwrap());
    let mut asked = 0;
    for seed in 1..=programs {
        let (text, last) = program(seed);
        let source = SourceText::clean("random.alg", &text);
        let (compilation, faults) = gier_algol::compile(&[source], &mut |_| None);
        assert!(faults.is_empty(), "{faults:?}\n{text}");
        let image = compilation.expect("it has no fault").image;
        let mut session = Session::new(Machine::with_image(&image))
            .with_program(&image)
            .with_texts(vec![Some(text.clone())]);
        let end = session.work(Until::FOREVER, &mut NoFiles).unwrap();
        assert!(matches!(end, Happened::Ended(Ending::Stopped(StopCause::Zq { .. }))), "{end:?}\n{text}");
        for (name, log) in &last {
            let wanted: BTreeSet<(String, String)> = log.iter().cloned().collect();
            let spot = Spot::Value(session.engine().expression(name).unwrap());
            let (answers, _) = session.engine().origin_of(&spot, &mut |_| true).unwrap();
            let sources = answers[0].sources.as_ref().unwrap_or_else(|| panic!("{}\n{text}", answers[0]));
            let told = sources.operands.iter().map(|operand| {
                let name = &operand.named.name;
                let by_name =
                    name.find(", t = ").or_else(|| name.find("(n = ").filter(|_| name.starts_with("both")));
                (name[..by_name.unwrap_or(name.len())].to_string(), operand.value.clone())
            });
            assert_eq!(told.collect::<BTreeSet<_>>(), wanted, "origin of {name}: {}\n{text}", answers[0]);
            let mut names: Vec<&str> = sources.operands.iter().map(|operand| &*operand.named.name).collect();
            names.sort_unstable();
            assert!(names.is_sorted_by(|one, next| one < next || one.contains('(')), "each once: {names:?}");
            asked += 1;
        }
    }
    assert!(asked > programs * 3, "{asked}");
}
