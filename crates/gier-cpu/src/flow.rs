//! How an order ended.

use crate::periphery::Request;
use gier_word::Address;

/// The outcome of one step of the central unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// The order is finished; the next one can be fetched.
    Next,
    /// The order must wait for the world. Nothing has changed, not even the time: the same
    /// step is made again when the request can be served.
    Wait(Request),
    /// The machine stops.
    Stopped(Stop),
}

/// Why the machine stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// `zq`; a start goes on with the order after it.
    Zq {
        /// The cell of the order.
        cell: Address,
    },
    /// The order is one about which the project knows nothing: see the numbered question in
    /// `docs/open-questions.md`. Nothing has changed; r1 names the order.
    Unknown {
        /// The cell of the order.
        cell: Address,
        /// The number of the question.
        question: u8,
    },
    /// A chain of indirect addresses without end: GIER would turn in it for ever.
    /// Nothing has changed; r1 names the order.  [F-ADDR-6]
    HangingIndirection {
        /// The cell of the order.
        cell: Address,
    },
}
