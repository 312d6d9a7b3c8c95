//! The outcome of an order, and the reasons why the machine stops.

use crate::periphery::{BlockFault, BlockTransfer, Direction, Request};
use gier_word::installation::{BLOCK_DISC, CARROUSEL, STATIONS};
use gier_word::{Address, Cell};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The outcome of one step of the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// The order is finished. The next order can be fetched.
    Next,
    /// The order must wait for a device. Nothing has changed, not even the time. Execute the order again when
    /// [`Periphery::ready`](crate::Periphery::ready) returns `true` for this request.
    Wait(Request),
    /// The machine stops.
    Stopped(StopCause),
}

/// The reason why the machine is stopped. The button NORMAL START starts the machine again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StopCause {
    /// The operator pressed NORMAL STOP or RESET, or has not started the machine yet.
    Manual,
    /// The machine executed the stop order `zq`. The button NORMAL START continues with the next order.
    Zq {
        /// The cell of the order.
        cell: Address,
    },
    /// The machine stops before an order whose effect on GIER is not known. The register r1 contains the
    /// address of the order.
    Unknown {
        /// The cell of the order.
        cell: Address,
        /// The number of the question in `docs/open-questions.md`.
        question: u8,
    },
    /// A unit refuses the block transfer of an order `il` (read) or `us` (write). The register r1 contains
    /// the address of the order.
    NoBlock {
        /// The cell of the order.
        cell: Address,
        /// The refused transfer.
        transfer: BlockTransfer,
        /// Why the unit refuses the transfer.
        fault: BlockFault,
    },
    /// The machine stops before an order whose indirect address leads from cell to cell without end. The
    /// register r1 contains the address of the order.
    HangingIndirection {
        /// The cell of the order.
        cell: Address,
    },
    /// The order `ly` (read a symbol) selects an input unit that this machine lacks. The register r1 contains
    /// the address of the order.
    NoUnit {
        /// The register `by`, whose low three bits select the input unit.
        by: u16,
    },
    /// A row of tape had an even number of holes, and the switch for parity stop is on. R contains the symbol
    /// of the row.
    TapeParity,
}

/// Writes the reason as a phrase, with the address of the cell.
impl fmt::Display for StopCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopCause::Manual => write!(f, "stopped by hand"),
            StopCause::Zq { cell } => write!(f, "zq in cell {cell}"),
            StopCause::Unknown { cell, question } => {
                write!(f, "cell {cell}: what this order does is not known (question Q{question})")
            }
            StopCause::NoBlock { cell, transfer, fault } => {
                let order = if transfer.direction == Direction::Read { "il" } else { "us" };
                let [a, b, c, d] = Cell::from_integer(transfer.r.cast_signed()).groups();
                write!(f, "cell {cell}: {order} {}, R = {a}/{b}/{c}/{d}: ", transfer.unit)?;
                let unit = transfer.number();
                match fault {
                    BlockFault::NoUnit => missing(unit, f),
                    BlockFault::Mode => {
                        let mode = transfer.mode();
                        write!(f, "what unit {unit} does in mode {mode} is not known (question Q82)")
                    }
                    BlockFault::NoBlock => {
                        write!(f, "there is no such block on the tape of station {unit} (question Q83)")
                    }
                    BlockFault::NoWords => {
                        write!(f, "a block without words for the tape of station {unit} (question Q83)")
                    }
                    BlockFault::Full => write!(f, "the reel of tape station {unit} is full (question Q83)"),
                    BlockFault::NoBuffer => write!(f, "this machine has no buffer store"),
                }
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

/// Writes a message that names the missing unit.
fn missing(unit: u16, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match unit {
        1..=STATIONS => write!(f, "this machine has no magnetic tape station {unit}"),
        CARROUSEL => write!(f, "this machine has no carrousel"),
        BLOCK_DISC => write!(f, "this machine has no block disc"),
        _ => write!(f, "this machine has no unit {unit} (question Q1)"),
    }
}
