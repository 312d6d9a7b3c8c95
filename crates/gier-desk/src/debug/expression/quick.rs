//! The quick way to what an expression comes to, for conditions that are asked after millions of
//! orders: a flat row of operations on a small stack, whole numbers, truths and real numbers each as
//! 64 bits. The kinds are known when it is made, so nothing is looked at twice. What has no value
//! ends the row; the tree of the expression then says why.

use super::operators::{Arithmetic, Between, Comparison};
use super::value::{Value, whole_of};
use super::{Form, Node, Register, Sight, descriptor, rounded};
use gier_word::{Address, Cell, Uops, number};

/// Sums of thousands of numbers below this do not get too large.
const SMALL: u64 = 1 << 50;
/// As many values can wait for another one; an expression that needs more has no quick way.
const DEEPEST: usize = 16;

/// What an expression comes to if it has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Whole,
    Real,
    Truth,
}

/// One step, from the values that are there to a new one; the last one is at hand, the others wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// A value of its own.
    Put(Leaf),
    /// Another one of the last value.
    Turn(Turn),
    /// One of the last two.
    Join(Pair),
    /// One of the last value and this.
    With(Leaf, Pair),
    /// The element of the array whose descriptor stands before so many subscripts.
    Element(usize),
    /// If the last value is this truth it stays, and the row goes on there; else it is taken off.
    If(bool, usize),
}

/// A value that stands in the machine, or is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaf {
    Known(i64),
    Register(Register),
    Indicator(u16),
    Orders,
    Seconds,
    Cell(Address),
    MarksOfR,
}

/// What is made of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// The cell with this number.
    Cell,
    MarksOfCell,
    /// What the actual of the parameter in the cell with this number holds.
    Actual,
    /// A real number rounded as ALGOL rounds it.
    Rounded,
    Bits(u32, u32),
    Fraction,
    Floating,
    /// The whole number in a floating cell; none if it is not whole, which the tree takes as a real one.
    Integer,
    /// A whole number as the cell that has its bits: 40 of them.
    Word,
    /// The cell that holds a real number.
    Packed,
    /// A whole number as a real one.
    Real,
    Not,
    Negative,
    NegativeReal,
}

/// What is made of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pair {
    Compares(Comparison),
    ComparesReals(Comparison),
    Does(Arithmetic),
    DoesReals(Arithmetic),
}

/// The steps of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub kind: Kind,
    /// Whether it may have a value where the row gives none.
    pub is_partial: bool,
    steps: Vec<Step>,
}

impl Row {
    /// The row of an expression, if there is a quick way.
    pub fn of(node: &Node) -> Option<Row> {
        let kind = node.kind()?;
        let mut steps = Vec::new();
        let is_low = node.put(&mut steps) <= DEEPEST;
        let is_partial = steps.contains(&Step::Turn(Turn::Integer));
        is_low.then_some(Row { kind, is_partial, steps })
    }

    /// What it comes to, true being 1 and a real number its bits; none if it has no value here.
    pub fn value(&self, sight: &Sight<'_>) -> Option<i64> {
        let (mut last, mut waiting, mut height, mut at) = (0, [0; DEEPEST], 0_usize, 0);
        while let Some(step) = self.steps.get(at) {
            at += 1;
            match *step {
                Step::Put(leaf) => {
                    waiting[height % DEEPEST] = last;
                    height += 1;
                    last = leaf.value(sight);
                }
                Step::Turn(turn) => last = turn.of(last, sight)?,
                Step::Join(pair) => {
                    height -= 1;
                    last = pair.of(waiting[height % DEEPEST], last)?;
                }
                Step::With(leaf, pair) => last = pair.of(last, leaf.value(sight))?,
                Step::Element(count) => {
                    height -= count;
                    last = element(last, |number| waiting[(height + number) % DEEPEST], count, sight)?;
                }
                Step::If(truth, there) => {
                    if (last != 0) == truth {
                        at = there;
                    } else {
                        height -= 1;
                        last = waiting[height % DEEPEST];
                    }
                }
            }
        }
        Some(last)
    }
}

impl Leaf {
    #[inline(always)]
    fn value(self, sight: &Sight<'_>) -> i64 {
        match self {
            Leaf::Known(value) => value,
            Leaf::Register(register) => register.value(sight.registers),
            Leaf::Indicator(bit) => (sight.registers.indicator & bit != 0).into(),
            Leaf::Orders => sight.orders.cast_signed(),
            Leaf::Seconds => seconds(sight.now),
            Leaf::Cell(address) => sight.cells[address.index()].signed(),
            Leaf::MarksOfR => sight.registers.r_marks.bits().into(),
        }
    }
}

/// What the element holds with these subscripts, of which the last is at hand, behind the descriptor.
#[inline(never)]
fn element(last: i64, waits: impl Fn(usize) -> i64, count: usize, sight: &Sight<'_>) -> Option<i64> {
    let subscripts = (1..count).map(&waits).chain([last]);
    let cell = descriptor::element(sight.cells, Cell::from_integer(waits(0)), subscripts)?;
    Some(sight.cells[cell.index()].signed())
}

/// Out of line, since it would else be worked out before each row, whether it is wanted or not.
#[inline(never)]
fn seconds(now: Uops) -> i64 {
    bits(now.as_seconds())
}

impl Turn {
    #[inline(always)]
    fn of(self, value: i64, sight: &Sight<'_>) -> Option<i64> {
        let at = |number: i64| sight.cells[Address::from(number).index()];
        Some(match self {
            Turn::Cell => at(value).signed(),
            Turn::MarksOfCell => at(value).marks().bits().into(),
            Turn::Actual => descriptor::actual(sight.cells, at(value))?.signed(),
            Turn::Rounded => rounded(real(value)),
            Turn::Bits(first, last) => Cell::from_integer(value).field(first, last).cast_signed(),
            Turn::Fraction => bits(number::fraction(Cell::from_integer(value))),
            Turn::Floating => bits(number::float(Cell::from_integer(value))),
            Turn::Integer => whole_of(number::float(Cell::from_integer(value)))?,
            Turn::Word => Cell::from_integer(value).signed(),
            Turn::Packed => number::from_float(real(value))?.signed(),
            Turn::Real => bits(value as f64),
            Turn::Not => value ^ 1,
            Turn::Negative => value.checked_neg()?,
            Turn::NegativeReal => bits(-real(value)),
        })
    }
}

impl Pair {
    #[inline(always)]
    fn of(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Pair::Compares(comparison) => Some(comparison.of(&a, &b).into()),
            Pair::ComparesReals(comparison) => Some(comparison.of(&real(a), &real(b)).into()),
            Pair::Does(arithmetic) => arithmetic.of_whole(a, b),
            Pair::DoesReals(arithmetic) => arithmetic.of_reals(real(a), real(b)).map(bits),
        }
    }
}

const fn bits(value: f64) -> i64 {
    value.to_bits().cast_signed()
}

const fn real(bits: i64) -> f64 {
    f64::from_bits(bits.cast_unsigned())
}

impl Node {
    /// What it comes to where it has a value; none if that is not known before, or if it never has
    /// any.
    pub(super) fn kind(&self) -> Option<Kind> {
        let number = |node: &Node| node.kind().filter(|kind| *kind != Kind::Truth);
        let is = |node: &Node, kind| node.kind() == Some(kind);
        match self {
            Node::Known(Value::Whole(_) | Value::Cell(_)) | Node::Register(_) | Node::Orders => {
                Some(Kind::Whole)
            }
            Node::Known(Value::Truth(_)) | Node::Indicator(_) => Some(Kind::Truth),
            Node::Known(Value::Real(_)) | Node::Seconds => Some(Kind::Real),
            Node::Variable(..) => None,
            Node::Cell(at) => is(at, Kind::Whole).then_some(Kind::Whole),
            Node::Marks(of) => match &**of {
                Node::Register(Register::R) => Some(Kind::Whole),
                Node::Cell(_) => of.kind(),
                _ => None,
            },
            Node::Bits(first, last, of) => {
                number(of).map(|_| if first == last { Kind::Truth } else { Kind::Whole })
            }
            Node::Form(Form::Fraction | Form::Floating, of) => number(of).map(|_| Kind::Real),
            Node::Form(Form::Integer | Form::Groups | Form::Order | Form::Binary | Form::Text, of) => {
                number(of).map(|_| Kind::Whole)
            }
            Node::Integer(of) => is(of, Kind::Whole).then_some(Kind::Whole),
            Node::Actual(of) => match &**of {
                Node::Cell(_) => of.kind(),
                _ => None,
            },
            Node::Element(of, subscripts) => {
                let is_array = is(of, Kind::Whole) && !subscripts.is_empty();
                (is_array && subscripts.iter().all(|of| number(of).is_some())).then_some(Kind::Whole)
            }
            Node::Negative(of) => number(of),
            Node::Not(of) => is(of, Kind::Truth).then_some(Kind::Truth),
            Node::Between(Between::And | Between::Or, a, b) => {
                (is(a, Kind::Truth) && is(b, Kind::Truth)).then_some(Kind::Truth)
            }
            Node::Between(Between::Compares(comparison), a, b) => match (a.kind()?, b.kind()?) {
                (Kind::Truth, Kind::Truth) => comparison.is_of_truths().then_some(Kind::Truth),
                (Kind::Truth, _) | (_, Kind::Truth) => None,
                (Kind::Whole | Kind::Real, Kind::Whole | Kind::Real) => Some(Kind::Truth),
            },
            Node::Between(Between::Does(arithmetic), a, b) => match (arithmetic, number(a)?, number(b)?) {
                (Arithmetic::Over, ..) => Some(Kind::Real),
                (_, Kind::Whole, Kind::Whole) => Some(Kind::Whole),
                (Arithmetic::WholeOver | Arithmetic::Mod, ..) => None,
                (Arithmetic::Plus | Arithmetic::Minus | Arithmetic::Times, ..) => Some(Kind::Real),
            },
        }
    }

    /// Whether it comes to true or false.
    pub(super) fn is_truth(&self) -> bool {
        self.kind() == Some(Kind::Truth)
    }

    /// Whether it surely has a value.
    pub(super) fn is_sure(&self) -> bool {
        self.kind().is_some() && self.cannot_fail()
    }

    /// The same of one that has a kind.
    fn cannot_fail(&self) -> bool {
        match self {
            Node::Known(Value::Whole(value)) => value.unsigned_abs() < SMALL,
            Node::Known(Value::Cell(_) | Value::Truth(_) | Value::Real(_))
            | Node::Register(_)
            | Node::Indicator(_)
            | Node::Orders
            | Node::Seconds => true,
            // A real number may fit in no cell.
            Node::Bits(_, _, of) | Node::Marks(of) | Node::Form(_, of) => {
                of.kind() == Some(Kind::Whole) && of.cannot_fail()
            }
            Node::Cell(of) | Node::Not(of) | Node::Negative(of) => of.cannot_fail(),
            Node::Between(Between::Compares(_), a, b) => {
                // Of a variable that is not whole the real number is compared.
                let has_value = |node: &Node| match node {
                    Node::Integer(of) => of.cannot_fail(),
                    node => node.cannot_fail(),
                };
                has_value(a) && has_value(b)
            }
            Node::Between(
                Between::Or | Between::And | Between::Does(Arithmetic::Plus | Arithmetic::Minus),
                a,
                b,
            ) => a.cannot_fail() && b.cannot_fail(),
            Node::Between(
                Between::Does(Arithmetic::Times | Arithmetic::Over | Arithmetic::WholeOver | Arithmetic::Mod),
                ..,
            )
            | Node::Integer(_)
            | Node::Element(..)
            | Node::Actual(_)
            | Node::Variable(..) => false,
        }
    }

    /// The one value that it is, if it is one that stands in the machine or is known.
    fn leaf(&self) -> Option<Leaf> {
        Some(match self {
            Node::Known(Value::Whole(value)) => Leaf::Known(*value),
            Node::Known(Value::Cell(cell)) => Leaf::Known(cell.signed()),
            Node::Known(Value::Truth(truth)) => Leaf::Known((*truth).into()),
            Node::Known(Value::Real(value)) => Leaf::Known(bits(*value)),
            Node::Register(register) => Leaf::Register(*register),
            Node::Indicator(bit) => Leaf::Indicator(*bit),
            Node::Orders => Leaf::Orders,
            Node::Seconds => Leaf::Seconds,
            Node::Cell(at) => match **at {
                Node::Known(Value::Whole(at)) => Leaf::Cell(Address::from(at)),
                _ => return None,
            },
            Node::Marks(of) if of.is_r() => Leaf::MarksOfR,
            Node::Negative(of) => match of.leaf()? {
                Leaf::Known(value) if of.kind() == Some(Kind::Real) => Leaf::Known(bits(-real(value))),
                Leaf::Known(value) => Leaf::Known(value.checked_neg()?),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Puts its steps behind these, of a node that has a kind; returns how many values it has at once
    /// at most.
    fn put(&self, steps: &mut Vec<Step>) -> usize {
        if let Some(leaf) = self.leaf() {
            steps.push(Step::Put(leaf));
            return 1;
        }
        match self {
            Node::Cell(at) => at.put_and(Turn::Cell, steps),
            Node::Marks(of) => match &**of {
                Node::Cell(at) => at.put_and(Turn::MarksOfCell, steps),
                _ => unreachable!("marks of anything else have no kind"),
            },
            Node::Bits(first, last, of) => of.put_word_and(Turn::Bits(*first, *last), steps),
            Node::Form(Form::Fraction, of) => of.put_word_and(Turn::Fraction, steps),
            Node::Form(Form::Floating, of) => of.put_word_and(Turn::Floating, steps),
            Node::Form(Form::Integer | Form::Groups | Form::Order | Form::Binary | Form::Text, of) => {
                of.put_word_and(Turn::Word, steps)
            }
            Node::Integer(of) => of.put_and(Turn::Integer, steps),
            Node::Actual(of) => match &**of {
                Node::Cell(at) => at.put_and(Turn::Actual, steps),
                _ => unreachable!("an actual that is in no cell has no kind"),
            },
            Node::Element(of, subscripts) => {
                let descriptor = of.put(steps);
                let put = |(number, subscript): (usize, &Node)| subscript.put_rounded(steps) + number + 1;
                let heights = subscripts.iter().enumerate().map(put);
                let height = heights.fold(descriptor, usize::max);
                steps.push(Step::Element(subscripts.len()));
                height
            }
            Node::Not(of) => of.put_and(Turn::Not, steps),
            Node::Negative(of) => {
                of.put_and(if of.is_real() { Turn::NegativeReal } else { Turn::Negative }, steps)
            }
            Node::Between(Between::And, a, b) => put_either(a, b, false, steps),
            Node::Between(Between::Or, a, b) => put_either(a, b, true, steps),
            Node::Between(Between::Compares(comparison), a, b) => {
                // Integers are compared as what they are kept as, which needs no look at whether they
                // are whole.
                let is_real = a.is_real() || b.is_real() || Node::are_integers(a, b);
                let pair = if is_real { Pair::ComparesReals } else { Pair::Compares };
                put_both((a, b), is_real, pair(*comparison), steps)
            }
            Node::Between(Between::Does(arithmetic), a, b) => {
                let is_real = self.is_real();
                let pair = if is_real { Pair::DoesReals } else { Pair::Does };
                put_both((a, b), is_real, pair(*arithmetic), steps)
            }
            Node::Known(_)
            | Node::Register(_)
            | Node::Indicator(_)
            | Node::Orders
            | Node::Seconds
            | Node::Variable(..) => unreachable!("it is one value, or has no kind"),
        }
    }

    fn is_real(&self) -> bool {
        self.kind() == Some(Kind::Real)
    }

    /// Whether two numbers are integers of ALGOL, one of them perhaps a number that is a real one as
    /// well.
    fn are_integers(a: &Node, b: &Node) -> bool {
        let is_integer = |node: &Node| matches!(node, Node::Integer(_));
        let is_small = |node: &Node| match node {
            Node::Integer(_) | Node::Register(_) | Node::Cell(_) | Node::Bits(..) => true,
            _ => node.known().is_some_and(|value| value.unsigned_abs() < SMALL),
        };
        (is_integer(a) || is_integer(b)) && is_small(a) && is_small(b)
    }

    /// The same as a subscript.
    fn put_rounded(&self, steps: &mut Vec<Step>) -> usize {
        if self.is_real() { self.put_and(Turn::Rounded, steps) } else { self.put(steps) }
    }

    /// Its steps, and one more that makes another value of its own.
    fn put_and(&self, turn: Turn, steps: &mut Vec<Step>) -> usize {
        let height = self.put(steps);
        steps.push(Step::Turn(turn));
        height
    }

    /// The same of a number as a cell.
    fn put_word_and(&self, turn: Turn, steps: &mut Vec<Step>) -> usize {
        let height = if self.is_real() { self.put_and(Turn::Packed, steps) } else { self.put(steps) };
        steps.push(Step::Turn(turn));
        height
    }

    /// The same as a real number, if it is to be one.
    fn put_as(&self, is_real: bool, steps: &mut Vec<Step>) -> usize {
        match self {
            Node::Integer(of) if is_real => of.put_and(Turn::Floating, steps),
            _ if is_real && !self.is_real() => self.put_and(Turn::Real, steps),
            _ => self.put(steps),
        }
    }

    /// The one value that it is, as a real number if it is to be one.
    fn leaf_as(&self, is_real: bool) -> Option<Leaf> {
        match self.leaf()? {
            Leaf::Known(value) if is_real && !self.is_real() => Some(Leaf::Known(bits(value as f64))),
            leaf => (is_real == self.is_real()).then_some(leaf),
        }
    }
}

/// Two conditions, of which the second is asked only if the first is not this one.
fn put_either(a: &Node, b: &Node, truth: bool, steps: &mut Vec<Step>) -> usize {
    let first = a.put(steps);
    let from = steps.len();
    steps.push(Step::If(truth, 0));
    let second = b.put(steps);
    steps[from] = Step::If(truth, steps.len());
    first.max(second)
}

/// Two numbers, both real if so wanted, and what is made of them.
fn put_both((a, b): (&Node, &Node), is_real: bool, pair: Pair, steps: &mut Vec<Step>) -> usize {
    let first = a.put_as(is_real, steps);
    if let Some(leaf) = b.leaf_as(is_real) {
        steps.push(Step::With(leaf, pair));
        return first;
    }
    let second = b.put_as(is_real, steps) + 1;
    steps.push(Step::Join(pair));
    first.max(second)
}
