//! All that leaves the machine, and why a run pauses.

use gier_word::tape::Row;
use gier_word::{Address, Symbol};
use std::fmt;

/// Something that leaves the machine, with its time in [`Machine::take_output`](crate::Machine::take_output).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// `sy` typed a symbol on the typewriter.
    Typed(Symbol),
    /// A key that the guest pressed printed on the paper; no order was executed for it.
    Echo(Symbol),
    /// A row of tape was punched.
    Punched(Row),
    /// A symbol went to the line printer.
    Printed(Symbol),
}

/// Why a run came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pause {
    /// The time asked for is reached; of a single step: the order is done.
    Deadline,
    /// The program waits for a key of the typewriter and nothing else is going on.
    AwaitingKey,
    /// The program waits for tape in the reader and nothing else is going on.
    AwaitingTape,
    /// The machine is stopped.
    Stopped(StopCause),
    /// The probe asked to stop.
    ProbeStop,
}

/// Why the machine is stopped. A start goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopCause {
    /// Normal stop, reset, or the machine was never started.
    Manual,
    /// The order `zq`; a start goes on with the next order.
    Zq {
        /// The cell of the order.
        cell: Address,
    },
    /// An order about which the project knows nothing; r1 stands at it.
    Unknown {
        /// The cell of the order.
        cell: Address,
        /// The number of the question in `docs/open-questions.md`.
        question: u8,
    },
    /// A chain of indirect addresses without end; r1 stands at the order.
    HangingIndirection {
        /// The cell of the order.
        cell: Address,
    },
    /// `ly` selects an input unit that this machine does not have; r1 stands at the order.
    NoUnit {
        /// The unit register.
        by: u16,
    },
    /// A row of tape had an even number of holes and the switch for parity stop is on; the
    /// symbol is in R.
    TapeParity,
}

/// A sentence for people.
impl fmt::Display for StopCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopCause::Manual => write!(f, "stopped by hand"),
            StopCause::Zq { cell } => write!(f, "zq in cell {cell}"),
            StopCause::Unknown { cell, question } => {
                write!(f, "cell {cell}: what this order does is not known (question Q{question})")
            }
            StopCause::HangingIndirection { cell } => {
                write!(f, "cell {cell}: a chain of indirect addresses without end")
            }
            StopCause::NoUnit { by } => {
                write!(f, "input from unit {}, which this machine does not have (by = {by})", by & 7)
            }
            StopCause::TapeParity => write!(f, "a row of tape with wrong parity; its symbol is in R"),
        }
    }
}
