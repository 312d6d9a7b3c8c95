//! A timer for each device. When a timer is due, it is served: its device does the next step. If several
//! timers are due, the earliest is served first. If several are due at the same time, the one that comes
//! first in [`TIMERS`] is served first. This fixed order makes every run repeatable.

use gier_word::Uops;
use serde::{Deserialize, Serialize};

/// A timer. If two timers are due at the same time, the one that comes first in this enumeration is served
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Timer {
    /// Due when a word of the drum has passed under its head.
    Drum,
    /// Due when a block transfer of the buffer store moves its cells.
    Buffer,
    /// Due when a row of tape has passed the reader.
    Reader,
    /// Due when the punch is free again.
    Punch,
    /// Due when the typewriter is free again.
    Typewriter,
    /// Due when the line printer is free again.
    Printer,
    /// Due when the machine stops because a row of tape had wrong parity. It stays the last, because the length
    /// of [`TIMERS`] follows from it.
    Desk,
}

impl Timer {
    /// The index of the timer in [`TIMERS`].
    const fn number(self) -> usize {
        self as usize
    }
}

/// All timers. If several are due at the same time, they are served in this order.
pub(crate) const TIMERS: [Timer; Timer::Desk as usize + 1] =
    [Timer::Drum, Timer::Buffer, Timer::Reader, Timer::Punch, Timer::Typewriter, Timer::Printer, Timer::Desk];

/// The due times of all timers, and the time limit of the present run. A file has only the due times.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[Uops; TIMERS.len()]", into = "[Uops; TIMERS.len()]")]
pub(crate) struct Schedule {
    due: [Uops; TIMERS.len()],
    limit: Uops,
    deadline: Uops,
}

impl From<Schedule> for [Uops; TIMERS.len()] {
    fn from(schedule: Schedule) -> [Uops; TIMERS.len()] {
        schedule.due
    }
}

impl From<[Uops; TIMERS.len()]> for Schedule {
    fn from(due: [Uops; TIMERS.len()]) -> Schedule {
        let mut schedule = Schedule { due, ..Schedule::new() };
        schedule.set_limit(Uops::NEVER);
        schedule
    }
}

impl Schedule {
    /// A schedule with no timer set.
    pub const fn new() -> Schedule {
        Schedule { due: [Uops::NEVER; TIMERS.len()], limit: Uops::NEVER, deadline: Uops::NEVER }
    }

    /// Sets a timer, replacing its earlier due time.
    pub fn set(&mut self, timer: Timer, at: Uops) {
        self.due[timer.number()] = at;
        self.deadline = self.next().min(self.limit);
    }

    /// Clears a timer.
    pub fn clear(&mut self, timer: Timer) {
        self.set(timer, Uops::NEVER);
    }

    /// The due time of a timer, or [`Uops::NEVER`] if the timer is not set.
    pub const fn due(&self, timer: Timer) -> Uops {
        self.due[timer.number()]
    }

    /// The earliest due time of all timers, or [`Uops::NEVER`] if no timer is set.
    pub fn next(&self) -> Uops {
        self.due.iter().copied().min().expect("there are timers")
    }

    /// The time when the next timer is due, or the time limit of the run if that is earlier. Until then, the
    /// machine only executes orders.
    pub const fn deadline(&self) -> Uops {
        self.deadline
    }

    /// Sets the time limit of the present run, or [`Uops::NEVER`] for no limit.
    pub fn set_limit(&mut self, limit: Uops) {
        self.limit = limit;
        self.deadline = self.next().min(limit);
    }

    /// Clears and returns the first timer that is due at or before `now`, with its due time.
    pub fn take(&mut self, now: Uops) -> Option<(Uops, Timer)> {
        let at = self.next();
        if at > now || at == Uops::NEVER {
            return None;
        }
        let timer = TIMERS[self.due.iter().position(|&due| due == at)?];
        self.clear(timer);
        Some((at, timer))
    }
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timers_are_served_by_time_and_then_by_number() {
        let mut schedule = Schedule::new();
        schedule.set(Timer::Reader, Uops(5));
        schedule.set(Timer::Drum, Uops(7));
        schedule.set(Timer::Typewriter, Uops(5));
        schedule.set_limit(Uops(6));
        assert_eq!(schedule.deadline(), Uops(5));
        assert_eq!(schedule.take(Uops(4)), None);
        assert_eq!(schedule.take(Uops(9)), Some((Uops(5), Timer::Reader)));
        assert_eq!(schedule.take(Uops(9)), Some((Uops(5), Timer::Typewriter)));
        assert_eq!(schedule.deadline(), Uops(6));
        assert_eq!(schedule.take(Uops(9)), Some((Uops(7), Timer::Drum)));
        assert_eq!(schedule.take(Uops(9)), None);
    }
}
