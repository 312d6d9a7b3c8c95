//! The quick way to what an expression comes to, for conditions that are asked before every order:
//! whole numbers alone, true being 1. It is taken only by expressions of which reading showed that
//! nothing in them can fail or is real.

use super::operators::{Arithmetic, Between};
use super::{Node, Sight, Value};
use gier_word::Address;

/// Sums of thousands of numbers below this do not get too large.
const SMALL: u64 = 1 << 50;

/// What an expression surely comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Whole,
    Truth,
}

impl Node {
    /// The kind, if the quick way is open.
    pub(super) fn kind(&self) -> Option<Kind> {
        let is = |node: &Node, kind| node.kind() == Some(kind);
        match self {
            Node::Known(Value::Whole(value)) => (value.unsigned_abs() < SMALL).then_some(Kind::Whole),
            Node::Known(Value::Cell(_)) | Node::Register(_) | Node::Orders => Some(Kind::Whole),
            Node::Known(Value::Truth(_)) | Node::Indicator(_) => Some(Kind::Truth),
            Node::Known(Value::Real(_)) | Node::Seconds | Node::Variable(..) | Node::Form(..) => None,
            Node::Cell(at) | Node::Negative(at) => is(at, Kind::Whole).then_some(Kind::Whole),
            Node::Bits(first, last, of) => {
                let kind = if first == last { Kind::Truth } else { Kind::Whole };
                is(of, Kind::Whole).then_some(kind)
            }
            Node::Marks(_) => None,
            Node::Not(of) => is(of, Kind::Truth).then_some(Kind::Truth),
            Node::Between(Between::And | Between::Or, a, b) => {
                (is(a, Kind::Truth) && is(b, Kind::Truth)).then_some(Kind::Truth)
            }
            Node::Between(Between::Does(Arithmetic::Plus | Arithmetic::Minus), a, b) => {
                (is(a, Kind::Whole) && is(b, Kind::Whole)).then_some(Kind::Whole)
            }
            Node::Between(Between::Does(_), ..) => None,
            Node::Between(Between::Compares(_), a, b) => (a.kind()? == b.kind()?).then_some(Kind::Truth),
        }
    }

    /// What it comes to, of a node that has a kind.
    pub(super) fn quick(&self, sight: &Sight<'_>) -> i64 {
        match self {
            Node::Known(Value::Whole(value)) => *value,
            Node::Known(Value::Cell(cell)) => cell.signed(),
            Node::Known(Value::Truth(truth)) => i64::from(*truth),
            Node::Register(register) => register.value(sight.registers),
            Node::Indicator(bit) => i64::from(sight.registers.indicator & bit != 0),
            Node::Orders => sight.orders.cast_signed(),
            Node::Cell(at) => sight.cells[Address::from(at.quick(sight)).index()].signed(),
            Node::Negative(of) => of.quick(sight).wrapping_neg(),
            Node::Bits(first, last, of) => {
                gier_word::Cell::from_integer(of.quick(sight)).field(*first, *last).cast_signed()
            }
            Node::Not(of) => i64::from(of.quick(sight) == 0),
            Node::Between(Between::And, a, b) => i64::from(a.quick(sight) != 0 && b.quick(sight) != 0),
            Node::Between(Between::Or, a, b) => i64::from(a.quick(sight) != 0 || b.quick(sight) != 0),
            Node::Between(Between::Compares(comparison), a, b) => {
                i64::from(comparison.of(&a.quick(sight), &b.quick(sight)))
            }
            Node::Between(Between::Does(Arithmetic::Plus), a, b) => {
                a.quick(sight).wrapping_add(b.quick(sight))
            }
            Node::Between(Between::Does(Arithmetic::Minus), a, b) => {
                a.quick(sight).wrapping_sub(b.quick(sight))
            }
            Node::Known(Value::Real(_))
            | Node::Seconds
            | Node::Variable(..)
            | Node::Form(..)
            | Node::Between(Between::Does(_), ..)
            | Node::Marks(_) => unreachable!("these have no kind"),
        }
    }
}
