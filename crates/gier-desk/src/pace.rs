//! Keeps the machine to the pace of the real one, or to any other. Pure: the host's clock is read
//! by whoever keeps the pace.
//!
//! The machine runs in slices of a few milliseconds; after each the pacer says how long to
//! rest. If the host was held up for more than a quarter of a second the lost time is dropped,
//! instead of being made up for in a rush, and that is told once.

use core::time::Duration;
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Uops, decimal};
use std::str::FromStr;

/// How fast the machine runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// This many times the pace of the real machine.
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
        match decimal::read(text) {
            Some(times) if (0.001..=1e6).contains(&times) => Ok(Speed::Times(times)),
            _ => Err("give a number of times the real pace (0.001 to 1000000), real or max".to_string()),
        }
    }
}

/// Host time that one slice lasts.
const SLICE: Duration = Duration::from_millis(8);
/// Machine time of one slice without a pace: some milliseconds of work.
const FREE_SLICE: Uops = Uops(UOPS_PER_SECOND * 4);
/// The longest delay that is made up for.
const BACKLOG: Duration = Duration::from_millis(250);

/// The pace of a machine.
#[derive(Clone, Debug)]
pub struct Pacer {
    speed: Speed,
    host: Duration,
    machine: Uops,
    dropped: bool,
}

impl Pacer {
    /// A pacer for a machine whose clock stands at `now` when the host's stands at `host`.
    pub fn new(speed: Speed, host: Duration, now: Uops) -> Pacer {
        Pacer { speed, host, machine: now, dropped: false }
    }

    /// Counts from here: the machine stood still, waiting for a person.
    pub fn restart(&mut self, host: Duration, now: Uops) {
        (self.host, self.machine) = (host, now);
    }

    /// Until when the next slice runs.
    pub fn slice_end(&self, now: Uops) -> Uops {
        match self.speed {
            Speed::Max => now + FREE_SLICE,
            Speed::Times(times) => now + Uops::from_seconds(SLICE.as_secs_f64() * times).max(Uops(1)),
        }
    }

    /// How long to rest from the host's `host` on until the machine's `now` is due.
    pub fn rest(&mut self, host: Duration, now: Uops) -> Duration {
        let Speed::Times(times) = self.speed else { return Duration::ZERO };
        let due = self.host + Duration::from_secs_f64((now - self.machine).as_seconds() / times);
        if host > due + BACKLOG {
            self.dropped = true;
            (self.host, self.machine) = (host, now);
            return Duration::ZERO;
        }
        due.saturating_sub(host)
    }

    /// Whether time was dropped because the host was too slow or held up.
    pub fn has_dropped_time(&self) -> bool {
        self.dropped
    }

    /// The same since it was last asked.
    pub fn take_dropped(&mut self) -> bool {
        std::mem::take(&mut self.dropped)
    }
}

/// How fast the machine really is, measured over the last second or so.
#[derive(Debug)]
pub struct Meter {
    host: Duration,
    machine: Uops,
    orders: u64,
    reached: Option<(f64, f64)>,
}

/// How long is measured for one value.
const MEASURE: Duration = Duration::from_millis(1000);
/// How long for the first one.
const FIRST_MEASURE: Duration = Duration::from_millis(200);

impl Meter {
    /// A meter that begins here.
    pub fn new(host: Duration, now: Uops, orders: u64) -> Meter {
        Meter { host, machine: now, orders, reached: None }
    }

    /// Begins again: the machine stood still, or went through time.
    pub fn restart(&mut self, host: Duration, now: Uops, orders: u64) {
        (self.host, self.machine, self.orders) = (host, now, orders);
    }

    /// Forgets what was measured: it is another speed, or another run.
    pub fn forget(&mut self) {
        self.reached = None;
    }

    /// The machine has come to here. The first value comes soon, the later ones are steadier.
    pub fn update(&mut self, host: Duration, now: Uops, orders: u64) {
        let passed = host.saturating_sub(self.host);
        let long_enough = if self.reached.is_none() { FIRST_MEASURE } else { MEASURE };
        if passed >= long_enough {
            let seconds = passed.as_secs_f64();
            let factor = (now - self.machine).as_seconds() / seconds;
            self.reached = Some((factor, orders.saturating_sub(self.orders) as f64 / seconds));
            self.restart(host, now, orders);
        }
    }

    /// Times the pace of the real machine, and orders in a second of the host's time.
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
    fn a_long_delay_is_dropped_and_not_made_up_for() {
        let mut pacer = Pacer::new(Speed::Times(1.0), START, Uops::ZERO);
        let late = START + Duration::from_secs(5);
        assert_eq!(pacer.rest(late, Uops::from_seconds(1.0)), Duration::ZERO);
        assert!(pacer.has_dropped_time());
        let rest = pacer.rest(late, Uops::from_seconds(1.1));
        assert!(rest > Duration::from_millis(99) && rest < Duration::from_millis(101), "{rest:?}");
    }

    #[test]
    fn another_speed_is_measured_anew_and_soon() {
        let mut meter = Meter::new(START, Uops::ZERO, 0);
        let after = |millis| START + Duration::from_millis(millis);
        meter.update(after(100), Uops(50_000), 10);
        assert_eq!(meter.reached(), None);
        meter.update(after(200), Uops(UOPS_PER_SECOND / 5), 100);
        assert_eq!(meter.reached(), Some((1.0, 500.0)));
        meter.update(after(700), Uops(UOPS_PER_SECOND), 1000);
        assert_eq!(meter.reached(), Some((1.0, 500.0)));
        meter.forget();
        assert_eq!(meter.reached(), None);
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
