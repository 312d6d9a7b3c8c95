//! The limits of a run.

use gier_machine::Machine;
use gier_word::Uops;

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// The run ends when the machine's clock reaches this time.
    pub at: Uops,
    /// The run ends when the machine has executed this many orders, counted from its creation.
    pub orders: u64,
}

impl Until {
    /// No limit.
    pub const FOREVER: Until = Until { at: Uops::NEVER, orders: u64::MAX };

    /// A limit of time: the run ends when the machine's clock reaches `at`.
    pub const fn at(at: Uops) -> Until {
        Until { at, ..Until::FOREVER }
    }

    /// A limit of orders: the run ends when the machine has executed `orders` orders since its creation.
    pub const fn orders(orders: u64) -> Until {
        Until { orders, ..Until::FOREVER }
    }

    pub(crate) fn is_over(self, machine: &Machine) -> bool {
        machine.now() >= self.at || machine.orders() >= self.orders
    }
}
