//! The devices by name, as the central unit sees them.

use crate::devices::buffer::Buffer;
use crate::devices::desk::Desk;
use crate::devices::drum::Drum;
use crate::devices::printer::Printer;
use crate::devices::punch::Punch;
use crate::devices::reader::Reader;
use crate::devices::typewriter::Typewriter;
use crate::output::Output;
use crate::schedule::{LINES, Line, Schedule};
use gier_cpu::periphery::{BlockTransfer, Periphery, Received, Request, Transfer};
use gier_cpu::{Ferrite, Met};
use gier_word::{Symbol, TrackNo, Uops};

/// Bits of by that select output units.  [F-BY-1, Q27]
const PUNCH: u16 = 32;
const TYPEWRITER: u16 = 16;
const PRINTER: u16 = 8;

/// An input unit, from the low three bits of by.  [F-BY-2]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputUnit {
    /// The tape reader: 0, and 2 and 3 as on other installations.
    Reader,
    /// The keys of the typewriter: 1.
    Typewriter,
    /// A number without a unit: 4-7.
    None,
}

impl InputUnit {
    /// The unit that by selects.
    pub const fn of(by: u16) -> InputUnit {
        match by & 7 {
            0 | 2 | 3 => InputUnit::Reader,
            1 => InputUnit::Typewriter,
            _ => InputUnit::None,
        }
    }
}

/// All devices with their due times, and what they have sent out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bay {
    /// When each device acts next.
    pub schedule: Schedule,
    /// The drum.
    pub drum: Drum,
    /// The tape reader.
    pub reader: Reader,
    /// The tape punch.
    pub punch: Punch,
    /// The typewriter.
    pub typewriter: Typewriter,
    /// The line printer.
    pub printer: Printer,
    /// The buffer store.
    pub buffer: Buffer,
    /// The desk.
    pub desk: Desk,
    /// What has left the machine and was not fetched yet.
    pub(crate) sent: Vec<(Uops, Output)>,
    /// What the order that is being done did with the world; empty between orders.
    pub(crate) met: Option<Met>,
}

impl Bay {
    /// Whether each device that is at work has a due time, and each that has one is at work.
    pub(crate) fn is_consistent(&self) -> bool {
        let at_work = |line| match line {
            Line::Drum => self.drum.busy(),
            Line::Buffer => !self.buffer.ready(),
            Line::Reader => self.reader.moves(),
            Line::Punch => !self.punch.ready(),
            Line::Typewriter => !self.typewriter.ready(),
            Line::Printer => !self.printer.ready(),
            // Its line says only that it is to be looked at.
            Line::Desk => self.schedule.due(Line::Desk) != Uops::NEVER,
        };
        LINES.iter().all(|&line| at_work(line) == (self.schedule.due(line) != Uops::NEVER))
    }

    /// Serves the line that is due at `at`; the time it steals from the program is returned.
    pub(crate) fn on_due(&mut self, at: Uops, line: Line, ferrite: &mut Ferrite) -> Uops {
        match line {
            Line::Drum => return self.drum.on_due(at, ferrite, &mut self.schedule),
            Line::Buffer => return self.buffer.on_due(ferrite),
            Line::Reader => self.reader.on_due(at, &mut self.schedule),
            Line::Punch => self.punch.on_due(),
            Line::Typewriter => self.typewriter.on_due(),
            Line::Printer => self.printer.on_due(),
            Line::Desk => {}
        }
        Uops::ZERO
    }
}

impl Periphery for Bay {
    fn ready(&self, _: Uops, request: Request) -> bool {
        match request {
            Request::Output { by } => {
                (by & PUNCH == 0 || self.punch.ready())
                    && (by & TYPEWRITER == 0 || self.typewriter.ready())
                    && (by & PRINTER == 0 || self.printer.ready())
            }
            Request::Input { by } => match InputUnit::of(by) {
                InputUnit::Reader => self.reader.ready(),
                InputUnit::Typewriter => self.typewriter.has_key(),
                InputUnit::None => false,
            },
            Request::Drum => !self.drum.busy(),
            Request::Block => self.buffer.ready(),
        }
    }

    fn output(&mut self, now: Uops, by: u16, symbol: Symbol) {
        self.met = Some(Met::Sent { by, symbol });
        if by & PUNCH != 0 {
            self.sent.push((now, self.punch.put(now, symbol, &mut self.schedule)));
        }
        if by & TYPEWRITER != 0 {
            self.sent.push((now, self.typewriter.put(now, symbol, &mut self.schedule)));
        }
        if by & PRINTER != 0 {
            self.sent.push((now, self.printer.put(now, symbol, &mut self.schedule)));
        }
    }

    fn input(&mut self, now: Uops, by: u16) -> Received {
        if InputUnit::of(by) == InputUnit::Typewriter {
            let received = self.typewriter.take();
            self.met = Some(Met::Received { by, symbol: received.symbol });
            return received;
        }
        let received = self.reader.take(now, &mut self.schedule);
        self.met = Some(Met::Received { by, symbol: received.symbol });
        if received.parity_wrong {
            self.desk.tape_parity(now, &mut self.schedule);
        }
        received
    }

    fn drum_busy(&self, _: Uops) -> bool {
        self.drum.busy()
    }

    fn start_drum(&mut self, now: Uops, transfer: Transfer) {
        self.met = Some(Met::Began(transfer));
        self.drum.start(now, transfer, &mut self.schedule);
    }

    fn select_track(&mut self, _: Uops, track: TrackNo) {
        self.drum.select(track);
    }

    fn start_block(&mut self, now: Uops, transfer: BlockTransfer) -> bool {
        self.buffer.start(now, transfer, &mut self.schedule)
    }

    fn keys(&self) -> (bool, bool) {
        (self.desk.ka, self.desk.kb)
    }
}
