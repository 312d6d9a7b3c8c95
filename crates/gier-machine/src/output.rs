//! Everything that leaves the machine, and why a run returns.

use gier_word::tape::Row;
use gier_word::{Address, Symbol};
use std::fmt;

/// Something that left the machine; see [`Machine::take_output`](crate::Machine::take_output).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// `sy` typed a symbol on the typewriter.
    Typed(Symbol),
    /// A pressed key printed its symbol on the paper. No order was executed for it.
    Echo(Symbol),
    /// A row of tape was punched.
    Punched(Row),
    /// A symbol went to the line printer.
    Printed(Symbol),
}

/// Why a run returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pause {
    /// The run reached its time; after a single step, the order was executed.
    Deadline,
    /// The program waits for a key of the typewriter, and no device is at work.
    AwaitingKey,
    /// The program waits for a tape in the reader, and no device is at work.
    AwaitingTape,
    /// The machine is stopped.
    Stopped(StopCause),
    /// The probe stopped the run.
    ProbeStop,
}

/// Why the machine is stopped. A start continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopCause {
    /// Normal stop or reset, or the machine was never started.
    Manual,
    /// The order `zq`. A start continues with the next order.
    Zq {
        /// The cell of the order.
        cell: Address,
    },
    /// An order whose effect is not known. r1 points at it.
    Unknown {
        /// The cell of the order.
        cell: Address,
        /// The number of the question in `docs/open-questions.md`.
        question: u8,
    },
    /// An endless chain of indirect addresses. r1 points at the order.
    HangingIndirection {
        /// The cell of the order.
        cell: Address,
    },
    /// `ly` selects an input unit that this machine does not have. r1 points at the order.
    NoUnit {
        /// The unit register.
        by: u16,
    },
    /// A row of tape had an even number of holes, and the switch for parity stop is on. The symbol is in
    /// R.
    TapeParity,
}

/// The reason as a phrase, with the cell.
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
