//! The unit of time: one micro-operation of GIER's CPU.

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Sub};

/// The number of micro-operations in a second, on the museum's machine.  [F-TIME-1]
pub const UOPS_PER_SECOND: u64 = 460_850;

/// A point in time or a duration, in micro-operations (1/460 850 s, about 2.17 µs each).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Uops(pub u64);

impl Uops {
    /// Zero micro-operations.
    pub const ZERO: Uops = Uops(0);
    /// The largest possible time. It is used as the time of an event that never happens.
    pub const NEVER: Uops = Uops(u64::MAX);

    /// Converts microseconds to micro-operations, rounded to the nearest whole number.
    pub const fn from_micros(micros: u64) -> Uops {
        Uops((micros * UOPS_PER_SECOND + 500_000) / 1_000_000)
    }

    /// The time in seconds.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / UOPS_PER_SECOND as f64
    }

    /// Converts seconds to micro-operations, rounded down. Negative values become zero.
    pub fn from_seconds(seconds: f64) -> Uops {
        Uops((seconds * UOPS_PER_SECOND as f64) as u64)
    }
}

impl Add for Uops {
    type Output = Uops;
    fn add(self, other: Uops) -> Uops {
        Uops(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Uops {
    fn add_assign(&mut self, other: Uops) {
        *self = *self + other;
    }
}

impl Sub for Uops {
    type Output = Uops;
    fn sub(self, other: Uops) -> Uops {
        Uops(self.0.saturating_sub(other.0))
    }
}
