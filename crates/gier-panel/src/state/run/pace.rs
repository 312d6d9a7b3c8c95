//! How fast the machine is to run, and how fast it does.

use core::time::Duration;
use gier_desk::host::Clock;
use gier_desk::pace::{Meter, Pacer, Speed};
use gier_machine::Machine;
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;

/// However fast the machine is to be, it answers to keys after this much of its time.
const LONGEST_SLICE: Uops = Uops(60 * UOPS_PER_SECOND);
/// The slowest and the fastest speed that the keys go to.
const SPEEDS: (f64, f64) = (1.0 / 1024.0, 65_536.0);
/// Pictures for which it is told that time was dropped.
const LATE_FRAMES: u32 = 60;

/// The pace, and the host's clock that keeps it.
pub struct Pace {
    speed: Speed,
    pacer: Pacer,
    meter: Meter,
    late_frames: u32,
    clock: Box<dyn Clock>,
}

impl Pace {
    /// A pace for this machine.
    pub fn new(speed: Speed, clock: Box<dyn Clock>, machine: &Machine) -> Pace {
        let host = clock.now();
        Pace {
            speed,
            pacer: Pacer::new(speed, host, machine.now()),
            meter: Meter::new(host, machine.now(), machine.orders()),
            late_frames: 0,
            clock,
        }
    }

    /// The host's time.
    pub fn host(&self) -> Duration {
        self.clock.now()
    }

    /// The speed asked for.
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// The factor and the orders a second that are reached.
    pub const fn reached(&self) -> Option<(f64, f64)> {
        self.meter.reached()
    }

    /// Whether time was dropped lately.
    pub const fn is_late(&self) -> bool {
        self.late_frames > 0
    }

    /// The host's time counts from here again.
    pub fn restart(&mut self, machine: &Machine) {
        let host = self.host();
        self.pacer.restart(host, machine.now());
        self.meter.restart(host, machine.now(), machine.orders());
    }

    /// The same, and nothing is known of the new run's speed.
    pub fn begin(&mut self, machine: &Machine) {
        self.restart(machine);
        self.meter.forget();
    }

    /// Changes the speed.
    pub fn set(&mut self, speed: Speed, machine: &Machine) {
        self.speed = speed;
        self.pacer = Pacer::new(speed, self.host(), machine.now());
        self.begin(machine);
    }

    /// Changes it by a factor.
    pub fn change(&mut self, factor: f64, machine: &Machine) {
        let speed = match self.speed {
            Speed::Times(times) => Speed::Times((times * factor).clamp(SPEEDS.0, SPEEDS.1)),
            Speed::Max if factor < 1.0 => Speed::Times(SPEEDS.1),
            Speed::Max => Speed::Max,
        };
        self.set(speed, machine);
    }

    /// How long the host may rest before the machine's next slice.
    pub fn rest(&mut self, machine: &Machine) -> Duration {
        let host = self.host();
        self.pacer.rest(host, machine.now())
    }

    /// Until when the next slice runs.
    pub fn slice_end(&self, now: Uops) -> Uops {
        self.pacer.slice_end(now).min(now + LONGEST_SLICE)
    }

    /// Measures, once for each picture.
    pub fn measure(&mut self, machine: &Machine) {
        let host = self.host();
        self.meter.update(host, machine.now(), machine.orders());
        if self.pacer.take_dropped() {
            self.late_frames = LATE_FRAMES;
        }
        self.late_frames = self.late_frames.saturating_sub(1);
    }
}
