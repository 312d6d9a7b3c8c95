//! The state of a debugging session: the breakpoints and arrays. The editor refers to them by number.

use gier_desk::arrays::Array;
use std::collections::BTreeMap;

/// The numbers of the editor's breakpoints, by kind.
#[derive(Clone, Default)]
pub(crate) struct Points {
    pub lines: BTreeMap<String, Vec<u32>>,
    pub functions: Vec<u32>,
    pub orders: Vec<u32>,
    pub data: Vec<u32>,
    /// The numbers of the breakpoints at alarms.
    pub alarms: Vec<u32>,
    /// The number of the breakpoint that stops the program at the use of an unset variable. Empty if the
    /// editor did not set this breakpoint.
    pub unset: Vec<u32>,
}

impl Points {
    /// The reason that the editor is given for a stop at the breakpoint `number`, in the protocol's words.
    /// For example, `data breakpoint`.
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

/// An array, or a part of an array, that the editor can open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenArray {
    pub name: String,
    pub array: Array,
    /// The first subscripts, which select a part of the array. Empty for the whole array.
    pub chosen: Vec<i64>,
    /// The index of the stack frame in whose list the array is shown.
    pub frame: usize,
}

impl OpenArray {
    /// The expression for an element or a part of this array, such as `a[1, 2]`.
    pub(crate) fn expression(&self, subscripts: &[i64]) -> String {
        let written: Vec<String> = subscripts.iter().map(i64::to_string).collect();
        format!("{}[{}]", self.name, written.join(", "))
    }
}
