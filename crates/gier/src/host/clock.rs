//! This computer's clock: the only file that reads it.

use gier_desk::host::Clock;
use std::time::{Duration, Instant};

/// Host time, counted from when this was made.
#[derive(Clone, Copy, Debug)]
pub struct HostClock(Instant);

impl HostClock {
    /// A clock that begins now.
    pub fn start() -> HostClock {
        HostClock(Instant::now())
    }
}

impl Clock for HostClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
