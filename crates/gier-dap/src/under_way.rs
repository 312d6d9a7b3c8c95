//! The state of a debugging session: the run in progress, and the breakpoints, arrays and `goto` targets. The
//! editor refers to them by number.

use gier_desk::arrays::Array;
use gier_machine::Place;
use gier_word::TrackNo;
use std::collections::BTreeMap;

/// The state of a run of the program, while the run is in progress.
pub(crate) struct Running {
    /// Whether the machine waits for a key or a tape.
    pub waits: bool,
}

impl Running {
    /// A run without a goal: it continues until something stops the machine.
    pub(crate) const fn free() -> Running {
        Running { waits: false }
    }
}

/// The numbers of the editor's breakpoints, by kind.
#[derive(Clone, Default)]
pub(crate) struct Points {
    pub lines: BTreeMap<String, Vec<u32>>,
    pub functions: Vec<u32>,
    pub orders: Vec<u32>,
    pub data: Vec<u32>,
    /// Breakpoints at alarms, which are run-time errors of ALGOL.
    pub alarms: Vec<u32>,
    /// The breakpoint that stops the program at the use of an unset variable. Empty if the editor did not set
    /// it.
    pub unset: Vec<u32>,
    /// The hit rule of each breakpoint that has one. The key is the breakpoint's number.
    pub rules: BTreeMap<u32, HitRule>,
}

/// Decides which hits of a breakpoint stop the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HitRule {
    /// Only the hit with this number stops the program.
    Only(u64),
    /// If this is n, every n-th hit stops the program.
    Every(u64),
}

impl HitRule {
    /// Whether the hit with this number stops the program. The first hit has the number 1.
    pub const fn counts(self, hit: u64) -> bool {
        match self {
            HitRule::Only(number) => hit == number,
            HitRule::Every(number) => hit.is_multiple_of(number),
        }
    }

    /// Parses a hit condition such as `>= 3` or `% 3`. Returns the number of the first hit that can stop the
    /// program. For a condition such as `% 3`, also returns a rule that decides which later hits stop it.
    ///
    /// # Errors
    /// Returns a message if the text is no hit condition.
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
    /// The protocol's word for the reason of a stop at the breakpoint with this number, for example
    /// `data breakpoint`.
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

/// A statement to which the program can jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GoTarget {
    pub at: Place,
    pub track: TrackNo,
    /// The position of the statement's first cell on its track, counted from 0.
    pub word: u8,
}

/// An array, or a part of an array, that the editor can open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenArray {
    pub name: String,
    pub array: Array,
    /// The first subscripts, which select a part of the array. Empty for the whole array.
    pub chosen: Vec<i64>,
}

impl OpenArray {
    /// The expression for an element or a part of this array, such as `a[1, 2]`.
    pub(crate) fn expression(&self, subscripts: &[i64]) -> String {
        let written: Vec<String> = subscripts.iter().map(i64::to_string).collect();
        format!("{}[{}]", self.name, written.join(", "))
    }
}
