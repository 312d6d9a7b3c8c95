//! This computer's clocks: the only file that reads them.

use cpu_time::ProcessTime;
use gier_desk::host::Clock;
use jiff::{Timestamp, Zoned};
use std::time::{Duration, Instant, SystemTime};

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

/// A moment as the people here write it: day, hour and minute of this computer's zone.
pub fn here(moment: SystemTime) -> String {
    Zoned::try_from(moment).map_or("?".to_string(), |moment| moment.strftime("%Y-%m-%d %H:%M").to_string())
}

/// A moment as programs write it: ISO 8601, of no zone, to the second.
pub fn everywhere(moment: SystemTime) -> String {
    Timestamp::try_from(moment)
        .map_or("?".to_string(), |moment| moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}
