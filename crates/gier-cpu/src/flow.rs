//! The outcome of an order, and the reasons why the machine stops.

use crate::periphery::{BlockFault, BlockTransfer, Request};
use gier_word::Address;

/// The outcome of one step of the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// The order is finished. The next order can be fetched.
    Next,
    /// The order must wait for a device. Nothing has changed, not even the time. Execute the order again when
    /// [`Periphery::ready`](crate::Periphery::ready) returns `true` for this request.
    Wait(Request),
    /// The machine stops.
    Stopped(Stop),
}

/// The reason why the machine stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The machine executed the order `zq`. When the operator presses start, the machine continues with the
    /// next order.
    Zq {
        /// The cell of the order.
        cell: Address,
    },
    /// The machine reached an order whose effect is not known. The open questions are numbered in
    /// `docs/open-questions.md`. The order changed nothing, and is still the next order.
    Unknown {
        /// The cell of the order.
        cell: Address,
        /// The number of the open question.
        question: u8,
    },
    /// The order `il` or `us` requested a block transfer, and the unit refused it. The order changed nothing,
    /// and is still the next order.
    NoBlock {
        /// The cell of the order.
        cell: Address,
        /// The refused block transfer.
        transfer: BlockTransfer,
        /// Why the unit refused the transfer.
        fault: BlockFault,
    },
    /// The order has an endless chain of indirect addresses, which GIER would follow for ever. The order
    /// changed nothing, and is still the next order.  [F-ADDR-6]
    HangingIndirection {
        /// The cell of the order.
        cell: Address,
    },
}
