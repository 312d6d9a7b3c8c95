//! The state of a session: the run in progress, the stops that the editor has set, and the arrays and
//! `goto` targets to which the editor refers by number.

use gier_desk::arrays::Array;
use gier_machine::Place;
use gier_word::TrackNo;
use std::collections::BTreeMap;

/// A run in progress.
pub(crate) struct Running {
    /// Whether the machine waits until you type or mount something.
    pub waits: bool,
}

impl Running {
    /// A run that goes on until something stops the machine.
    pub(crate) const fn free() -> Running {
        Running { waits: false }
    }
}

/// The numbers of the stops that an editor has set, by kind.
#[derive(Clone, Default)]
pub(crate) struct Points {
    pub lines: BTreeMap<String, Vec<u32>>,
    pub functions: Vec<u32>,
    pub orders: Vec<u32>,
    pub data: Vec<u32>,
    /// The numbers of the stops at alarms.
    pub alarms: Vec<u32>,
    /// The number of the stop at unset variables. Empty if there is no such stop.
    pub unset: Vec<u32>,
    /// The rules of the stops that do not stop at every hit, by the stop's number.
    pub rules: BTreeMap<u32, HitRule>,
}

/// The rule that says which hits of a stop count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HitRule {
    /// Only the hit with this number.
    Only(u64),
    /// Every n-th hit, where n is this number.
    Every(u64),
}

impl HitRule {
    /// Whether the hit with this number counts.
    pub const fn counts(self, hit: u64) -> bool {
        match self {
            HitRule::Only(number) => hit == number,
            HitRule::Every(number) => hit.is_multiple_of(number),
        }
    }

    /// Reads a hit condition: the first hit that can count, and the rule for later ones.
    ///
    /// # Errors
    /// Returns a message if the text is not a hit condition.
    pub fn read(text: &str) -> Result<(u64, Option<HitRule>), String> {
        let text = text.trim();
        let signs = text.len() - text.trim_start_matches(['=', '>', '<', '%']).len();
        let (sign, number) = text.split_at(signs);
        let number: Option<u64> = number.trim().parse().ok().filter(|&number| number > 0);
        match (sign, number) {
            ("" | ">=", Some(number)) => Ok((number, None)),
            (">", Some(number)) => Ok((number.saturating_add(1), None)),
            ("=" | "==", Some(number)) => Ok((number, Some(HitRule::Only(number)))),
            ("%", Some(number)) => Ok((1, Some(HitRule::Every(number)))),
            _ => Err("give a number of hits: 3, >= 3, > 2, = 3 or % 3".to_string()),
        }
    }
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

/// A statement to which the program can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GoTarget {
    pub at: Place,
    pub track: TrackNo,
    /// The cell that contains the statement's first order, counted from 0 within its track.
    pub word: u8,
}

/// An array that the editor can open, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenArray {
    pub name: String,
    pub array: Array,
    /// The subscripts chosen so far.
    pub chosen: Vec<i64>,
}

impl OpenArray {
    /// The expression for an element of this array, or for a part of it.
    pub(crate) fn expression(&self, subscripts: &[i64]) -> String {
        let written: Vec<String> = subscripts.iter().map(i64::to_string).collect();
        format!("{}[{}]", self.name, written.join(", "))
    }
}
