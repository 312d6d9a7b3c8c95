//! What is known of a condition in a part of a session: there `orders` and `seconds` lie between two
//! numbers, which decide most comparisons with them.

use super::operators::{Arithmetic, Between};
use super::{Expression, Node, Value};
use gier_machine::Position;

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

impl Node {
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
                let (a, b) = (a.bounds(spell)?, b.bounds(spell)?);
                let is_smooth = match arithmetic {
                    Arithmetic::Plus | Arithmetic::Minus | Arithmetic::Times => true,
                    Arithmetic::Over => b.0 > 0.0 || b.1 < 0.0,
                    Arithmetic::WholeOver | Arithmetic::Mod => false,
                };
                let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
                let corners = corners.map(|(a, b)| arithmetic.of_reals(a, b).filter(|_| is_smooth));
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
