//! The state of a session: the run in progress, and the stops that the editor asked for.

use std::collections::BTreeMap;

/// A run in progress.
pub(crate) struct Running {
    /// Whether the machine waits until you type or mount something.
    pub waits: bool,
}

impl Running {
    /// A run to whatever stops it.
    pub(crate) const fn free() -> Running {
        Running { waits: false }
    }
}

/// The numbers of the stops that an editor has asked for.
#[derive(Default)]
pub(crate) struct Points {
    pub lines: BTreeMap<String, Vec<u32>>,
    pub functions: Vec<u32>,
    pub orders: Vec<u32>,
    pub data: Vec<u32>,
    /// The stops at alarms.
    pub alarms: Vec<u32>,
}

impl Points {
    /// The protocol's name for the reason of the stop with this number.
    pub(crate) fn reason(&self, number: u32) -> &'static str {
        if self.functions.contains(&number) {
            "function breakpoint"
        } else if self.orders.contains(&number) {
            "instruction breakpoint"
        } else if self.data.contains(&number) {
            "data breakpoint"
        } else {
            "breakpoint"
        }
    }
}
