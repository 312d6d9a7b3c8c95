//! What a run can ask by itself of a condition: comparisons of a register or a known cell with a
//! known number, put together by and, or, not.

use super::operators::{Arithmetic, Between, Comparison};
use super::quick::Kind;
use super::{Expression, Node, Register, Value};
use crate::debug::forms::Form;
use gier_machine::{Parts, Quantity, Test, rank};
use gier_word::Address;

/// Alternatives of which one must hold, each that all its tests hold.
type Alternatives = Vec<Vec<Test>>;

/// More alternatives than this are not asked: to evaluate the condition is then quicker.
const MOST: usize = 8;

/// Below this every whole number is a real one as well.
const EXACT: f64 = (1_u64 << 53) as f64;

/// What becomes of the moments at which a condition has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Valueless {
    /// They are told, too.
    Told,
    /// They may be passed over.
    PassedOver,
}

impl Expression {
    /// What a run can ask by itself: alternatives of which one holds, each that all its tests hold,
    /// unless the condition surely does not hold. None: somebody must look.
    pub fn questions(&self, valueless: Valueless) -> Option<Vec<Vec<Test>>> {
        self.node.questions(true, valueless)
    }

    /// What it depends on: while these stay it comes to the same.
    pub fn parts(&self) -> Parts {
        self.node.parts()
    }
}

impl Node {
    /// Alternatives of which one holds unless the condition, or with `is` false its contrary, surely
    /// does not hold. None: that cannot be said by tests.
    pub(super) fn questions(&self, is: bool, valueless: Valueless) -> Option<Alternatives> {
        let alternatives = match self {
            Node::Known(Value::Truth(truth)) => {
                if *truth == is {
                    vec![Vec::new()]
                } else {
                    Vec::new()
                }
            }
            Node::Not(of) => of.questions(!is, valueless)?,
            Node::Between(Between::And, a, b) if is => both([a, b], is, valueless)?,
            Node::Between(Between::Or, a, b) if !is => both([a, b], is, valueless)?,
            Node::Between(Between::And | Between::Or, a, b) => {
                [a.questions(is, valueless)?, b.questions(is, valueless)?].concat()
            }
            Node::Between(Between::Compares(comparison), a, b) => {
                let test = match (a.floating(), b.floating()) {
                    (Some(floating), _) if let Some(value) = b.real() => {
                        compared(floating, *comparison, rank(value))
                    }
                    (_, Some(floating)) if let Some(value) = a.real() => {
                        compared(floating, comparison.turned(), rank(value))
                    }
                    (Some(a), Some(b)) => compared(Test { less: Some((b.quantity, 1)), ..a }, *comparison, 0),
                    _ => a.sum()?.plus(b.sum()?, -1)?.compared(*comparison)?,
                };
                // The contrary holds on the other side.
                vec![vec![Test { outside: test.outside == is, ..test }]]
            }
            Node::Indicator(_) | Node::Bits(..) => {
                self.kind().filter(|kind| *kind == Kind::Truth)?;
                vec![vec![Test { range: (0, 0), outside: is, ..self.field()? }]]
            }
            Node::Known(_)
            | Node::Register(_)
            | Node::Orders
            | Node::Seconds
            | Node::Cell(_)
            | Node::Marks(_)
            | Node::Form(..)
            | Node::Integer(_)
            | Node::Element(..)
            | Node::Actual(_)
            | Node::Negative(_)
            | Node::Between(Between::Does(_), ..)
            | Node::Variable(..) => return None,
        };
        (alternatives.len() <= MOST).then_some(alternatives)
    }
}

impl Node {
    /// The number as a test looks at it, without a range.
    fn field(&self) -> Option<Test> {
        Some(match self {
            Node::Register(register) => whole(register.quantity()),
            Node::Indicator(bit) => Test { mask: i64::from(*bit), ..whole(Quantity::In) },
            Node::Cell(at) if **at == Node::Register(Register::R1) => whole(Quantity::Next),
            Node::Cell(at) => whole(Quantity::Cell(Address::from(at.known()?))),
            Node::Bits(first, last, of) => {
                let Test { quantity, mask: -1, .. } = of.field()? else { return None };
                Test { shift: 39 - last, mask: (1 << (last - first + 1)) - 1, ..whole(quantity) }
            }
            _ => return None,
        })
    }

    /// The floating number of a cell that is known, or known from p, as a test looks at it.
    pub(super) fn floating(&self) -> Option<Test> {
        let (Node::Integer(of) | Node::Form(Form::Floating, of)) = self else { return None };
        let Node::Cell(at) = &**of else { return None };
        let quantity = match &**at {
            Node::Between(Between::Does(Arithmetic::Plus), frame, offset) => {
                Quantity::Local(frame.links()?, i16::try_from(offset.known()?).ok()?)
            }
            at => Quantity::Floating(Address::from(at.known()?)),
        };
        Some(whole(quantity))
    }

    /// Over how many links p leads there.
    fn links(&self) -> Option<u8> {
        match self {
            Node::Register(Register::P) => Some(0),
            Node::Bits(20, 29, of) => match &**of {
                Node::Cell(frame) => frame.links()?.checked_add(1),
                _ => None,
            },
            _ => None,
        }
    }

    /// The real number that stands here as it was written, a whole one among them if it is one as well.
    fn real(&self) -> Option<f64> {
        match self {
            Node::Known(Value::Real(value)) => Some(*value + 0.0),
            Node::Negative(of) => of.real().map(|value| 0.0 - value),
            _ => self.known().map(|value| value as f64).filter(|value| value.abs() < EXACT),
        }
    }

    /// The same of what is a number and not a truth.
    fn number(&self) -> Option<Test> {
        self.field().filter(|_| self.kind() == Some(Kind::Whole))
    }

    /// The same as a sum of such numbers, each some times.
    fn sum(&self) -> Option<Sum> {
        if let Some(known) = self.known() {
            return Sum { terms: Vec::new(), known }.checked();
        }
        match self {
            Node::Negative(of) => of.sum()?.times(-1),
            Node::Between(Between::Does(Arithmetic::Plus), a, b) => a.sum()?.plus(b.sum()?, 1),
            Node::Between(Between::Does(Arithmetic::Minus), a, b) => a.sum()?.plus(b.sum()?, -1),
            Node::Between(Between::Does(Arithmetic::Times), a, b) => match (a.known(), b.known()) {
                (Some(times), _) => b.sum()?.times(times),
                (_, Some(times)) => a.sum()?.times(times),
                (None, None) => None,
            },
            _ => Some(Sum { terms: vec![self.number()?], known: 0 }),
        }
    }

    /// The whole number that stands here as it was written.
    pub(super) fn known(&self) -> Option<i64> {
        match self {
            Node::Known(Value::Whole(value)) => Some(*value),
            Node::Known(Value::Cell(cell)) => Some(cell.signed()),
            Node::Negative(of) => of.known()?.checked_neg(),
            _ => None,
        }
    }
}

impl Node {
    pub(super) fn parts(&self) -> Parts {
        let of_marks = |of: &Node| if of.is_r() { Parts::R_MARKS } else { Parts::NONE };
        match self {
            Node::Known(_) => Parts::NONE,
            Node::Register(register) => register.part(),
            Node::Indicator(_) => Parts::IN,
            Node::Orders | Node::Seconds => Parts::PROGRESS,
            Node::Cell(at) | Node::Actual(at) => at.parts().and(Parts::CELLS),
            Node::Element(of, subscripts) => {
                subscripts.iter().map(Node::parts).fold(of.parts().and(Parts::CELLS), Parts::and)
            }
            Node::Bits(_, _, of) | Node::Integer(of) | Node::Not(of) | Node::Negative(of) => of.parts(),
            Node::Form(Form::Fraction | Form::Floating | Form::Integer, of) => of.parts(),
            Node::Marks(of) | Node::Form(Form::Groups | Form::Order | Form::Binary | Form::Text, of) => {
                of.parts().and(of_marks(of))
            }
            Node::Between(_, a, b) => a.parts().and(b.parts()),
            // Which one is meant depends on where the program is.
            Node::Variable(..) => Parts::ALL,
        }
    }
}

impl Register {
    const fn part(self) -> Parts {
        match self {
            Register::R => Parts::R,
            Register::M => Parts::M,
            Register::S => Parts::S,
            Register::P => Parts::P,
            Register::R1 => Parts::PROGRESS,
            Register::In => Parts::IN,
            Register::By => Parts::BY,
            Register::Tk => Parts::TK,
        }
    }

    const fn quantity(self) -> Quantity {
        match self {
            Register::R => Quantity::R,
            Register::M => Quantity::M,
            Register::S => Quantity::S,
            Register::P => Quantity::P,
            Register::R1 => Quantity::R1,
            Register::In => Quantity::In,
            Register::By => Quantity::By,
            Register::Tk => Quantity::Tk,
        }
    }
}

/// A sum of numbers that tests can look at, each some times, and of a known one.
struct Sum {
    terms: Vec<Test>,
    known: i64,
}

impl Sum {
    /// Nothing in it may come near to what 64 bits hold: the sum itself has a value then wherever it is
    /// looked at.
    const MOST: u64 = 1 << 20;

    fn checked(self) -> Option<Sum> {
        let is_small = self.terms.iter().all(|term| term.times.unsigned_abs() <= Sum::MOST);
        (is_small && self.known.unsigned_abs() < 1 << 60).then_some(self)
    }

    fn times(mut self, times: i64) -> Option<Sum> {
        for number in self.terms.iter_mut().map(|term| &mut term.times).chain([&mut self.known]) {
            *number = number.checked_mul(times)?;
        }
        self.checked()
    }

    /// With another one, so many times.
    fn plus(mut self, other: Sum, times: i64) -> Option<Sum> {
        let Sum { terms, known } = other.times(times)?;
        self.known += known;
        for term in terms {
            let is_same = |known: &&mut Test| Test { times: term.times, ..**known } == term;
            match self.terms.iter_mut().find(is_same) {
                Some(known) => known.times += term.times,
                None => self.terms.push(term),
            }
        }
        self.checked()
    }

    /// The test whether it is so to nought, if there is one.
    fn compared(self, comparison: Comparison) -> Option<Test> {
        let mut terms = self.terms.into_iter().filter(|term| term.times != 0);
        let (first, second) = (terms.next()?, terms.next());
        let (first, second) = match second {
            // What is taken off is a whole quantity.
            Some(second) if second.mask != -1 => (second, Some(first)),
            second => (first, second),
        };
        if terms.next().is_some() || second.is_some_and(|second| second.mask != -1) {
            return None;
        }
        let less = second.map(|second| (second.quantity, -second.times));
        Some(reduced(compared(Test { less, ..first }, comparison, -self.known)))
    }
}

/// The same test, with numbers multiplied by as little as may be.
fn reduced(mut test: Test) -> Test {
    let (mut divisor, mut rest) =
        (test.times.unsigned_abs(), test.less.map_or(0, |less| less.1.unsigned_abs()));
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let divisor = divisor.cast_signed();
    test.times /= divisor;
    test.less = test.less.map(|(less, times)| (less, times / divisor));
    let (least, greatest) = test.range;
    // A range without an end stays so. One that becomes empty holds no number.
    let least = if least == i64::MIN { least } else { -(-least).div_euclid(divisor) };
    let greatest = if greatest == i64::MAX { greatest } else { greatest.div_euclid(divisor) };
    Test { range: (least, greatest), ..test }
}

/// All of a quantity, once, as a test looks at it; without a range.
const fn whole(quantity: Quantity) -> Test {
    Test { quantity, shift: 0, mask: -1, times: 1, less: None, range: (0, 0), outside: false }
}

/// A number compared with a known one.
const fn compared(field: Test, comparison: Comparison, value: i64) -> Test {
    let (range, outside) = match comparison {
        Comparison::Equal => ((value, value), false),
        Comparison::Unequal => ((value, value), true),
        Comparison::AtLeast => ((value, i64::MAX), false),
        Comparison::Less => ((value, i64::MAX), true),
        Comparison::AtMost => ((i64::MIN, value), false),
        Comparison::Greater => ((i64::MIN, value), true),
    };
    Test { range, outside, ..field }
}

/// Alternatives of two conditions that must both hold. Where the first has no value the second is not
/// asked.
fn both([a, b]: [&Node; 2], is: bool, valueless: Valueless) -> Option<Alternatives> {
    let first = a.questions(is, valueless);
    let is_asked = valueless == Valueless::PassedOver || a.is_sure();
    let second = is_asked.then(|| b.questions(is, valueless)).flatten();
    match (first, second) {
        (Some(first), Some(second)) => {
            let with =
                |a: &Vec<Test>| second.iter().map(move |b| [a.as_slice(), b].concat()).collect::<Vec<_>>();
            Some(first.iter().flat_map(with).collect())
        }
        (one, other) => one.or(other),
    }
}
