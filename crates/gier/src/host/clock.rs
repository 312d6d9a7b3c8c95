//! This computer's clocks. Only this file reads them.

use gier_desk::host::Clock;
use jiff::{Timestamp, Zoned};
use std::time::{Duration, Instant, SystemTime};

/// Measures the time on this computer since [`HostClock::start`] was called.
#[derive(Clone, Copy, Debug)]
pub struct HostClock(Instant);

impl HostClock {
    /// Starts a clock at zero.
    pub fn start() -> HostClock {
        HostClock(Instant::now())
    }
}

impl Clock for HostClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// How much processor time this process has used, in seconds. Other processes do not count.
#[cfg(not(windows))]
pub fn processor_seconds() -> f64 {
    cpu_time::ProcessTime::now().as_duration().as_secs_f64()
}

/// Seconds since the first call. Windows counts processor time in ticks of 16 ms, longer than what is measured.
#[cfg(windows)]
pub fn processor_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

/// Formats a time to show to the user: date, hour and minute in this computer's time zone.
pub fn here(moment: SystemTime) -> String {
    Zoned::try_from(moment).map_or("?".to_string(), |moment| moment.strftime("%Y-%m-%d %H:%M").to_string())
}

/// Formats a time for other programs: ISO 8601 in UTC, to the second.
pub fn everywhere(moment: SystemTime) -> String {
    Timestamp::try_from(moment)
        .map_or("?".to_string(), |moment| moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}
