//! This computer's clocks: the only file that reads them.

use cpu_time::ProcessTime;
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

/// Seconds of the processor that this process has had: what others do meanwhile does not count.
pub fn processor_seconds() -> f64 {
    ProcessTime::now().as_duration().as_secs_f64()
}
