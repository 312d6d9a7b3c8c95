//! What is known of a condition in a part of a session: there `orders` and `seconds` lie between two
//! numbers, which decide most comparisons with them.

use super::operators::{Arithmetic, Between, Comparison};
use super::quick::Kind;
use super::{Expression, Node, Value};
use gier_machine::{Parts, Position};

/// Beyond this a whole number may not be what the real one next to it is.
const MOST: f64 = (1u64 << 50) as f64;

/// From one moment to another one, both included.
#[derive(Clone, Copy, Debug)]
pub struct Spell {
    /// The first moment.
    pub from: Position,
    /// The last.
    pub to: Position,
}

impl Expression {
    /// A condition that holds in this part of a session where this one does, and only there: with what
    /// is decided there decided.
    pub fn within(&self, spell: Spell) -> Expression {
        Expression::new(self.node.within(spell), &self.text)
    }

    /// Whether it looks at orders or seconds.
    pub fn is_of_spells(&self) -> bool {
        self.node.is_of_spells()
    }
}

impl Expression {
    /// A condition that holds, or has no value, wherever this one holds in this part of a session, and
    /// follows neither orders nor seconds where they are compared with something else.
    pub fn roughly(&self, spell: Spell) -> Expression {
        Expression::new(self.node.within(spell).roughly(spell, true).within(spell), &self.text)
    }

    /// Whether it holds always.
    pub fn is_true(&self) -> bool {
        self.node == Node::Known(Value::Truth(true))
    }
}

impl Node {
    /// What holds wherever this, or with `is` false its contrary, holds.
    fn roughly(&self, spell: Spell, is: bool) -> Node {
        match self {
            Node::Not(of) => of.roughly(spell, !is),
            Node::Between(which @ (Between::And | Between::Or), a, b) => {
                let which = match (which, is) {
                    (Between::And, false) => Between::Or,
                    (Between::Or, false) => Between::And,
                    (which, _) => *which,
                };
                Node::Between(which, Box::new(a.roughly(spell, is)), Box::new(b.roughly(spell, is)))
            }
            Node::Between(Between::Compares(comparison), a, b) if self.parts().meets(Parts::PROGRESS) => {
                let comparison = if is { *comparison } else { comparison.contrary() };
                let (of_a, of_b) = (a.parts().meets(Parts::PROGRESS), b.parts().meets(Parts::PROGRESS));
                match (a.bounds(spell), b.bounds(spell)) {
                    (Some(_), Some(_)) => Node::Known(Value::Truth(true)),
                    (Some(bounds), None) if of_a && !of_b => near(bounds, comparison, b),
                    (None, Some(bounds)) if of_b && !of_a => near(bounds, comparison.turned(), a),
                    _ if is => self.clone(),
                    _ => Node::Not(Box::new(self.clone())),
                }
            }
            _ if is => self.clone(),
            _ => Node::Not(Box::new(self.clone())),
        }
    }

    fn is_of_spells(&self) -> bool {
        match self {
            Node::Orders | Node::Seconds => true,
            Node::Between(_, a, b) => a.is_of_spells() || b.is_of_spells(),
            Node::Not(of) | Node::Negative(of) => of.is_of_spells(),
            _ => false,
        }
    }

    fn within(&self, spell: Spell) -> Node {
        let known = |truth| Node::Known(Value::Truth(truth));
        match self {
            Node::Not(of) => match of.within(spell) {
                Node::Known(Value::Truth(truth)) => known(!truth),
                of => Node::Not(Box::new(of)),
            },
            Node::Between(which @ (Between::And | Between::Or), a, b) => {
                let (a, b) = (a.within(spell), b.within(spell));
                // True before `or`, false before `and`: the second is not asked.
                let ends = known(*which == Between::Or);
                match (a, b) {
                    (a, _) if a == ends => a,
                    (Node::Known(Value::Truth(_)), b) if b.is_truth() => b,
                    // The first must have a value, too.
                    (a, b) if b == ends && a.is_sure() && a.is_truth() => b,
                    (a, b) => Node::Between(*which, Box::new(a), Box::new(b)),
                }
            }
            Node::Between(Between::Compares(comparison), a, b) => match (a.bounds(spell), b.bounds(spell)) {
                (Some(a), Some(b)) if a.1 < b.0 => known(comparison.of(&0, &1)),
                (Some(a), Some(b)) if a.0 > b.1 => known(comparison.of(&1, &0)),
                _ => self.clone(),
            },
            _ => self.clone(),
        }
    }

    /// Between which numbers it lies, if it is one that follows orders and seconds.
    fn bounds(&self, spell: Spell) -> Option<(f64, f64)> {
        let (least, greatest) = match self {
            Node::Known(Value::Whole(value)) => (*value as f64, *value as f64),
            Node::Known(Value::Real(value)) => (*value, *value),
            Node::Orders => (spell.from.orders as f64, spell.to.orders as f64),
            Node::Seconds => (spell.from.at.as_seconds(), spell.to.at.as_seconds()),
            Node::Negative(of) => of.bounds(spell).map(|(least, greatest)| (-greatest, -least))?,
            Node::Between(Between::Does(arithmetic), a, b) => {
                let are_whole = a.kind() == Some(Kind::Whole) && b.kind() == Some(Kind::Whole);
                let (a, b) = (a.bounds(spell)?, b.bounds(spell)?);
                let divides = b.0 > 0.0 || b.1 < 0.0;
                let of = |a: f64, b: f64| match arithmetic {
                    Arithmetic::Plus | Arithmetic::Minus | Arithmetic::Times => arithmetic.of_reals(a, b),
                    Arithmetic::Over if divides => arithmetic.of_reals(a, b),
                    Arithmetic::WholeOver if divides && are_whole => Some((a / b).trunc()),
                    Arithmetic::Over | Arithmetic::WholeOver | Arithmetic::Mod => None,
                };
                if *arithmetic == Arithmetic::Mod && divides && are_whole {
                    return Some((0.0, b.0.abs().max(b.1.abs()) - 1.0));
                }
                let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(a, b)| of(a, b));
                let [first, ..] = corners;
                corners.into_iter().try_fold((first?, first?), |(least, greatest), corner| {
                    corner.map(|corner| (least.min(corner), greatest.max(corner)))
                })?
            }
            _ => return None,
        };
        (least.abs() < MOST && greatest.abs() < MOST).then_some((least, greatest))
    }
}

/// What holds wherever a number between these bounds is so to another one.
fn near((least, greatest): (f64, f64), comparison: Comparison, other: &Node) -> Node {
    let compared = |bound: f64, comparison| {
        let bound = Box::new(Node::Known(Value::Real(bound)));
        Node::Between(Between::Compares(comparison), bound, Box::new(other.clone()))
    };
    match comparison {
        Comparison::Less | Comparison::AtMost => compared(least, comparison),
        Comparison::Greater | Comparison::AtLeast => compared(greatest, comparison),
        Comparison::Equal => {
            let (from, to) = (compared(least, Comparison::AtMost), compared(greatest, Comparison::AtLeast));
            Node::Between(Between::And, Box::new(from), Box::new(to))
        }
        Comparison::Unequal => Node::Known(Value::Truth(true)),
    }
}
