//! What happens by itself, and when: one due time a line. A total order: by time, then by
//! line number, so that a run never depends on anything but the machine.

use gier_word::Uops;

/// Who has a due time. Of two that are due together the one higher in this list is served first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Line {
    /// A word of the drum has passed under its head.
    Drum,
    /// A block transfer of the buffer store.
    Buffer,
    /// A row of tape has passed the reader.
    Reader,
    /// The punch is free again.
    Punch,
    /// The typewriter is free again.
    Typewriter,
    /// The line printer is free again.
    Printer,
    /// A device asks the machine to stop.
    Desk,
}

impl Line {
    /// Its place in the list.
    const fn number(self) -> usize {
        self as usize
    }
}

/// All lines, in the order in which they are served.
pub const LINES: [Line; 7] =
    [Line::Drum, Line::Buffer, Line::Reader, Line::Punch, Line::Typewriter, Line::Printer, Line::Desk];

/// The due times of all lines, and the limit of the run that is going on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Schedule {
    due: [Uops; LINES.len()],
    limit: Uops,
    bar: Uops,
}

impl Schedule {
    /// Nothing is due.
    pub const fn new() -> Schedule {
        Schedule { due: [Uops::NEVER; LINES.len()], limit: Uops::NEVER, bar: Uops::NEVER }
    }

    /// Makes a line due at a time; what it was due for before is forgotten.
    pub fn set(&mut self, line: Line, at: Uops) {
        self.due[line.number()] = at;
        self.bar = self.next().min(self.limit);
    }

    /// The line is not due any more.
    pub fn clear(&mut self, line: Line) {
        self.set(line, Uops::NEVER);
    }

    /// When the line is due, or never.
    pub const fn due(&self, line: Line) -> Uops {
        self.due[line.number()]
    }

    /// When the first line is due, or never.
    pub fn next(&self) -> Uops {
        self.due.iter().copied().min().expect("there are lines")
    }

    /// Up to this time orders need not look up: nothing is due and the run goes on.
    pub const fn bar(&self) -> Uops {
        self.bar
    }

    /// The end of the run that is going on, or never.
    pub fn set_limit(&mut self, limit: Uops) {
        self.limit = limit;
        self.bar = self.next().min(limit);
    }

    /// Takes the first line that is due at or before `now`, with its own due time.
    pub fn take(&mut self, now: Uops) -> Option<(Uops, Line)> {
        let (&at, &line) = self.due.iter().zip(&LINES).min()?;
        if at > now || at == Uops::NEVER {
            return None;
        }
        self.clear(line);
        Some((at, line))
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
    fn ties_go_to_the_lower_line_and_time_goes_first() {
        let mut schedule = Schedule::new();
        schedule.set(Line::Reader, Uops(5));
        schedule.set(Line::Drum, Uops(7));
        schedule.set(Line::Typewriter, Uops(5));
        schedule.set_limit(Uops(6));
        assert_eq!(schedule.bar(), Uops(5));
        assert_eq!(schedule.take(Uops(4)), None);
        assert_eq!(schedule.take(Uops(9)), Some((Uops(5), Line::Reader)));
        assert_eq!(schedule.take(Uops(9)), Some((Uops(5), Line::Typewriter)));
        assert_eq!(schedule.bar(), Uops(6));
        assert_eq!(schedule.take(Uops(9)), Some((Uops(7), Line::Drum)));
        assert_eq!(schedule.take(Uops(9)), None);
    }
}
