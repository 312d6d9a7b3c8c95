//! Keeps the machine at the speed of the real GIER, or at another speed. The caller reads the host's clock,
//! and gives the time to each method as a parameter.
//!
//! The machine runs in slices of a few milliseconds. After each slice, the pacer returns how long the host
//! must wait. If the machine is late, it runs without waiting until it has caught up. If it is late by more
//! than a quarter of a second, the pacer forgets the delay, and tells so.

use core::time::Duration;
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Uops, number};
use std::str::FromStr;

/// The speed at which the machine runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// A multiple of the real machine's speed: 2.0 is twice as fast.
    Times(f64),
    /// As fast as the host can.
    Max,
}

impl FromStr for Speed {
    type Err = String;

    fn from_str(text: &str) -> Result<Speed, String> {
        match text.to_ascii_lowercase().as_str() {
            "max" => return Ok(Speed::Max),
            "real" => return Ok(Speed::Times(1.0)),
            _ => {}
        }
        match number::parse_unsigned(text) {
            Some(times) if (0.001..=1e6).contains(&times) => Ok(Speed::Times(times)),
            _ => {
                Err("give a speed: a number from 0.001 to 1000000 (1 is the real GIER), real or max"
                    .to_string())
            }
        }
    }
}

/// The host time that one slice takes at a limited speed.
const SLICE: Duration = Duration::from_millis(8);
/// The machine time that one slice takes at [`Speed::Max`]. The host needs a few milliseconds for a slice.
const FREE_SLICE: Uops = Uops(UOPS_PER_SECOND * 4);
/// The longest slice in machine time. With this limit, even a very fast machine soon reacts to keys.
const LONGEST_SLICE: Uops = Uops(60 * UOPS_PER_SECOND);
/// If the machine is late by at most this host time, it runs faster until it has caught up. A longer delay is
/// forgotten.
const BACKLOG: Duration = Duration::from_millis(250);
/// The host time that one measurement of the speed takes.
const MEASURE: Duration = Duration::from_millis(1000);
/// The host time that the first measurement takes.
const FIRST_MEASURE: Duration = Duration::from_millis(200);
/// The machine counts as late for this host time after a long delay.
const LATE: Duration = Duration::from_millis(2000);
/// The slowest and the fastest speed that [`Pacer::faster`] selects, as multiples of the real GIER's speed.
const SPEEDS: (f64, f64) = (1.0 / 1024.0, 65_536.0);

/// Keeps a machine at one speed, and measures the speed that it reaches.
#[derive(Clone, Debug)]
pub struct Pacer {
    speed: Speed,
    host: Duration,
    machine: Uops,
    /// When a long delay was last forgotten.
    dropped: Option<Duration>,
    /// Where the present measurement began: the times of host and machine, and the executed orders. `None`
    /// until the next call of [`Pacer::measure`].
    since: Option<(Duration, Uops, u64)>,
    reached: Option<(f64, f64)>,
}

impl Pacer {
    /// Creates a pacer. `host` is the present time of the host's clock. `now` is the present time of the
    /// machine's clock.
    pub const fn new(speed: Speed, host: Duration, now: Uops) -> Pacer {
        Pacer { speed, host, machine: now, dropped: None, since: None, reached: None }
    }

    /// The requested speed.
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// The requested speed, multiplied by a factor.
    pub fn faster(&self, factor: f64) -> Speed {
        match self.speed {
            Speed::Times(times) => Speed::Times((times * factor).clamp(SPEEDS.0, SPEEDS.1)),
            Speed::Max if factor < 1.0 => Speed::Times(SPEEDS.1),
            Speed::Max => Speed::Max,
        }
    }

    /// Forgets any delay, and measures host time and machine time from now on. This is useful after the
    /// machine has waited for a person. The last measured speed stays.
    pub const fn restart(&mut self, host: Duration, now: Uops) {
        (self.host, self.machine, self.since) = (host, now, None);
    }

    /// The machine time at which the next slice ends.
    pub fn slice_end(&self, now: Uops) -> Uops {
        match self.speed {
            Speed::Max => now + FREE_SLICE,
            Speed::Times(times) => {
                now + Uops::from_seconds(SLICE.as_secs_f64() * times).clamp(Uops(1), LONGEST_SLICE)
            }
        }
    }

    /// Returns how long the host must wait before the machine runs on. `host` is the present time of the
    /// host's clock. `now` is the present time of the machine's clock.
    pub fn rest(&mut self, host: Duration, now: Uops) -> Duration {
        let Speed::Times(times) = self.speed else { return Duration::ZERO };
        let due = self.host + Duration::from_secs_f64((now - self.machine).seconds() / times);
        if host > due + BACKLOG {
            self.dropped = Some(host);
            (self.host, self.machine) = (host, now);
            return Duration::ZERO;
        }
        due.saturating_sub(host)
    }

    /// Whether the pacer has forgotten a delay of more than a quarter of a second.
    pub const fn has_dropped_time(&self) -> bool {
        self.dropped.is_some()
    }

    /// Whether the pacer has forgotten such a delay within the last two seconds.
    pub fn is_late(&self, host: Duration) -> bool {
        self.dropped.is_some_and(|at| host < at + LATE)
    }

    /// Measures how fast the machine runs, over about one second of host time. `orders` is the number of
    /// executed orders. The first result is ready after 0.2 seconds.
    pub fn measure(&mut self, host: Duration, now: Uops, orders: u64) {
        let (since, then, before) = *self.since.get_or_insert((host, now, orders));
        let passed = host.saturating_sub(since);
        let long_enough = if self.reached.is_none() { FIRST_MEASURE } else { MEASURE };
        if passed >= long_enough {
            let seconds = passed.as_secs_f64();
            let factor = (now - then).seconds() / seconds;
            self.reached = Some((factor, orders.saturating_sub(before) as f64 / seconds));
            self.since = Some((host, now, orders));
        }
    }

    /// Returns the measured speed: a multiple of the real machine's speed, and the number of orders executed
    /// per second of host time. Returns `None` until the first measurement is complete.
    pub const fn reached(&self) -> Option<(f64, f64)> {
        self.reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Duration = Duration::from_secs(7);

    #[test]
    fn a_second_of_the_machine_rests_for_a_second() {
        let mut pacer = Pacer::new(Speed::Times(2.0), START, Uops(1000));
        let later = Uops(1000 + UOPS_PER_SECOND);
        assert_eq!(pacer.rest(START, later), Duration::from_millis(500));
        assert_eq!(pacer.rest(START + Duration::from_millis(700), later), Duration::ZERO);
        assert!(!pacer.has_dropped_time());
    }

    #[test]
    fn a_long_delay_is_dropped() {
        let mut pacer = Pacer::new(Speed::Times(1.0), START, Uops::ZERO);
        let late = START + Duration::from_secs(5);
        assert_eq!(pacer.rest(late, Uops::from_seconds(1.0)), Duration::ZERO);
        assert!(pacer.has_dropped_time() && pacer.is_late(late) && !pacer.is_late(late + LATE));
        let rest = pacer.rest(late, Uops::from_seconds(1.1));
        assert!(rest > Duration::from_millis(99) && rest < Duration::from_millis(101), "{rest:?}");
    }

    #[test]
    fn the_first_measurement_is_short() {
        let mut pacer = Pacer::new(Speed::Max, START, Uops::ZERO);
        let after = |millis| START + Duration::from_millis(millis);
        pacer.measure(after(0), Uops::ZERO, 0);
        pacer.measure(after(100), Uops(50_000), 10);
        assert_eq!(pacer.reached(), None);
        pacer.measure(after(200), Uops(UOPS_PER_SECOND / 5), 100);
        assert_eq!(pacer.reached(), Some((1.0, 500.0)));
        pacer.measure(after(700), Uops(UOPS_PER_SECOND), 1000);
        assert_eq!(pacer.reached(), Some((1.0, 500.0)));
        pacer.restart(after(900), Uops(UOPS_PER_SECOND));
        pacer.measure(after(1000), Uops(UOPS_PER_SECOND), 1000);
        pacer.measure(after(2000), Uops(UOPS_PER_SECOND * 3), 1600);
        assert_eq!(pacer.reached(), Some((2.0, 600.0)));
    }

    #[test]
    fn speeds_are_read() {
        assert_eq!("max".parse(), Ok(Speed::Max));
        assert_eq!("real".parse(), Ok(Speed::Times(1.0)));
        assert_eq!("0.5".parse(), Ok(Speed::Times(0.5)));
        for wrong in ["0", "-1", "nan", "inf", "fast", ""] {
            assert!(wrong.parse::<Speed>().is_err(), "{wrong}");
        }
    }
}
