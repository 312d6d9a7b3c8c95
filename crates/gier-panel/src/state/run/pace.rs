//! The requested and the measured speed of the machine.

use core::time::Duration;
use gier_desk::host::Clock;
use gier_desk::pace::{Meter, Pacer, Speed};
use gier_machine::Machine;
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;

/// The longest slice in machine time. With this limit, even a very fast machine soon reacts to keys.
const LONGEST_SLICE: Uops = Uops(60 * UOPS_PER_SECOND);
/// The slowest and the fastest speed that keys can select, as multiples of the real GIER's speed.
const SPEEDS: (f64, f64) = (1.0 / 1024.0, 65_536.0);
/// If the host is too slow for the requested speed, the heading says so for this many pictures.
const LATE_FRAMES: u32 = 60;

/// The speed of the machine, controlled and measured with the host's clock.
pub(crate) struct Pace {
    speed: Speed,
    pacer: Pacer,
    meter: Meter,
    late_frames: u32,
    clock: Box<dyn Clock>,
}

impl Pace {
    /// Begins to control and to measure the speed of this machine.
    pub(crate) fn new(speed: Speed, clock: Box<dyn Clock>, machine: &Machine) -> Pace {
        let host = clock.now();
        Pace {
            speed,
            pacer: Pacer::new(speed, host, machine.now()),
            meter: Meter::new(host, machine.now(), machine.orders()),
            late_frames: 0,
            clock,
        }
    }

    pub(crate) fn host(&self) -> Duration {
        self.clock.now()
    }

    pub(crate) const fn speed(&self) -> Speed {
        self.speed
    }

    /// The measured speed: a multiple of the real GIER's speed, and the orders executed per second. `None`
    /// until the speed has been measured.
    pub(crate) const fn reached(&self) -> Option<(f64, f64)> {
        self.meter.reached()
    }

    /// Whether the host was recently too slow to run the machine at the requested speed.
    pub(crate) const fn is_late(&self) -> bool {
        self.late_frames > 0
    }

    /// Forgets any delay, and measures the speed from now on. A machine that was late does not run faster to
    /// catch up.
    pub(crate) fn restart(&mut self, machine: &Machine) {
        let host = self.host();
        self.pacer.restart(host, machine.now());
        self.meter.restart(host, machine.now(), machine.orders());
    }

    /// Prepares for a new run. Forgets any delay, as [`Self::restart`] does, and also discards the measured
    /// speed.
    pub(crate) fn begin(&mut self, machine: &Machine) {
        self.restart(machine);
        self.meter.forget();
    }

    pub(crate) fn set(&mut self, speed: Speed, machine: &Machine) {
        self.speed = speed;
        self.pacer = Pacer::new(speed, self.host(), machine.now());
        self.begin(machine);
    }

    /// Multiplies the requested speed by a factor.
    pub(crate) fn change(&mut self, factor: f64, machine: &Machine) {
        let speed = match self.speed {
            Speed::Times(times) => Speed::Times((times * factor).clamp(SPEEDS.0, SPEEDS.1)),
            Speed::Max if factor < 1.0 => Speed::Times(SPEEDS.1),
            Speed::Max => Speed::Max,
        };
        self.set(speed, machine);
    }

    /// How long the host may wait before the machine's next slice.
    pub(crate) fn rest(&mut self, machine: &Machine) -> Duration {
        let host = self.host();
        self.pacer.rest(host, machine.now())
    }

    /// The machine time at which the next slice ends.
    pub(crate) fn slice_end(&self, now: Uops) -> Uops {
        self.pacer.slice_end(now).min(now + LONGEST_SLICE)
    }

    /// Updates the measured speed. Called once for each picture.
    pub(crate) fn measure(&mut self, machine: &Machine) {
        let host = self.host();
        self.meter.update(host, machine.now(), machine.orders());
        if self.pacer.take_dropped() {
            self.late_frames = LATE_FRAMES;
        }
        self.late_frames = self.late_frames.saturating_sub(1);
    }
}
