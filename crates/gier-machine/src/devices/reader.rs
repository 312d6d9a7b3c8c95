//! The paper tape reader RC 2000. It reads ahead into a buffer and skips blank rows.

use crate::input::Tape;
use crate::schedule::{Schedule, Timer};
use gier_cpu::periphery::Received;
use gier_word::Uops;
use gier_word::tape::Row;
use gier_word::uops::UOPS_PER_SECOND;
use serde::{Deserialize, Serialize};

/// The time that the reader takes for a row, at its usual speed of 2000 rows a second.  [F-READ-1] [F-READ-3]
const ROW: Uops = Uops::from_micros(500);
/// The number of rows that the reader can read ahead.  (Q21)
const BUFFER_ROWS: u16 = 256;

/// The reader with its tape and the tapes that wait behind it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reader {
    tapes: Vec<Tape>,
    head: usize,
    taken: usize,
    held: u16,
    row: Uops,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader { tapes: Vec::new(), head: 0, taken: 0, held: 0, row: ROW }
    }
}

impl Reader {
    // What the CPU does.

    /// Whether a symbol is ready for the program.
    pub const fn ready(&self) -> bool {
        self.held > 0
    }

    /// Returns the next symbol for the program, skipping blank rows.  [F-READ-2]
    pub(crate) fn take(&mut self, now: Uops, schedule: &mut Schedule) -> Received {
        let tape = self.tapes.first().filter(|_| self.held > 0);
        let ahead = &tape.expect("the CPU asks for a row that is there").rows()[self.taken..self.head];
        let blanks = ahead.iter().take_while(|row| row.is_blank()).count();
        let row = ahead[blanks];
        let received = Received { symbol: row.symbol(), parity_wrong: !row.parity_is_right() };
        self.taken += blanks + 1;
        self.held -= 1;
        self.go_on(now, schedule);
        received
    }

    // What happens when the reader is due.

    /// Reads the next row of the tape into the buffer.
    pub(crate) fn on_due(&mut self, at: Uops, schedule: &mut Schedule) {
        let tape = self.tapes.first().expect("the reader is due while it has a tape");
        let row = tape.rows()[self.head];
        self.head += 1;
        self.held += u16::from(!row.is_blank());
        self.go_on(at, schedule);
    }

    /// Whether the tape moves. It moves if rows are left and the buffer has room.
    pub(crate) fn moves(&self) -> bool {
        self.held < BUFFER_ROWS && self.tapes.first().is_some_and(|tape| self.head < tape.rows().len())
    }

    /// Starts to read the next row if the buffer has room. When the program has read the whole tape, goes on
    /// with the next tape.
    fn go_on(&mut self, at: Uops, schedule: &mut Schedule) {
        while self.held == 0 && self.tapes.first().is_some_and(|tape| self.head >= tape.rows().len()) {
            self.tapes.remove(0);
            self.head = 0;
            self.taken = 0;
        }
        if self.moves() && schedule.due(Timer::Reader) == Uops::NEVER {
            schedule.set(Timer::Reader, at + self.row);
        }
    }

    // What the operator does.

    /// Adds a tape behind the tapes that are already mounted.
    pub(crate) fn mount(&mut self, tape: Tape, now: Uops, schedule: &mut Schedule) {
        self.tapes.push(tape);
        self.go_on(now, schedule);
    }

    /// Takes all tapes out, and empties the buffer.
    pub(crate) fn unmount(&mut self, schedule: &mut Schedule) {
        *self = Reader { row: self.row, ..Reader::default() };
        schedule.clear(Timer::Reader);
    }

    /// Sets the speed in rows per second; 0 means no delay.
    pub(crate) fn set_speed(&mut self, rows_per_second: u32) {
        self.row = match rows_per_second {
            0 => Uops::ZERO,
            rate => Uops(UOPS_PER_SECOND / u64::from(rate)),
        };
    }

    /// The tape that the reader is reading, or `None` if no tape is mounted.
    pub fn tape(&self) -> Option<&Tape> {
        self.tapes.first()
    }

    /// How many rows of the present tape the program has read.
    pub const fn row(&self) -> usize {
        self.taken
    }

    // Saving the state.

    /// Whether the reader of a file can be: the program has not read more rows than the reader, nor the
    /// reader more than there are, the buffer holds as many as it says, and a row takes at most a second.
    ///
    /// A fuzzer found a row that took almost 2^64 micro-operations: the reader moved, but its timer was never
    /// due.
    pub(crate) fn is_whole(&self) -> bool {
        let rows = self.tapes.first().map_or(&[][..], Tape::rows);
        let held = |ahead: &[Row]| ahead.iter().filter(|row| !row.is_blank()).count();
        rows.get(self.taken..self.head).is_some_and(|ahead| held(ahead) == usize::from(self.held))
            && self.held <= BUFFER_ROWS
            && self.row.0 <= UOPS_PER_SECOND
    }
}
