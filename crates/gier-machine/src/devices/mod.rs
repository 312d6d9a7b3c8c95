//! The devices, each in its own file with the same sections: constants, state, what the CPU does, what happens when
//! the timer of the device is due, what the operator does, and whether a state from a file can be. A device does
//! not know the CPU, so that it can be read and tested alone.

pub mod block_disc;
pub mod blocks;
pub mod buffer;
pub mod carrousel;
pub mod desk;
pub mod drum;
pub mod printer;
pub mod punch;
pub mod reader;
pub mod tape_station;
pub mod typewriter;

use crate::apart::Apart;
use crate::output::{Output, Pen};
use crate::schedule::{Schedule, TIMERS, Timer};
use crate::snapshot::fnv;
use blocks::Blocks;
use buffer::Buffer;
use desk::Desk;
use drum::Drum;
use gier_cpu::periphery::{BlockFault, BlockTransfer, Periphery, Received, Request, Transfer};
use gier_cpu::{Arrival, Ferrite, IoEvent};
use gier_word::installation::{BLOCK_DISC, CARROUSEL, STATIONS, Unit64};
use gier_word::{Installation, Opcode, Symbol, Tk, TrackNo, Uops};
use printer::Printer;
use punch::Punch;
use reader::Reader;
use serde::{Deserialize, Serialize};
use tape_station::TapeStation;
use typewriter::Typewriter;

/// The bit of the register `by` that selects output unit 64: a plotter or a line printer.
/// [F-BY-1, F-UNIT64-1, Q27]
const UNIT64: u16 = 64;
/// The bit of the register `by` that selects the tape punch.  [F-BY-1]
const PUNCH: u16 = 32;
/// The bit of the register `by` that selects the typewriter for output.  [F-BY-1]
const TYPEWRITER: u16 = 16;
/// The bit of the register `by` that selects the line printer.  [F-BY-1]
const PRINTER: u16 = 8;

/// An input unit, selected by the low three bits of the register `by`.  [F-BY-2]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputUnit {
    /// The tape reader: unit 0. The numbers 2 and 3 also select the reader.
    Reader,
    /// The keys of the typewriter, unit 1.
    Typewriter,
    /// The numbers 4-7, which select no unit.
    None,
}

impl InputUnit {
    /// Returns the input unit that is selected if the unit register contains `by`.
    pub const fn of(by: u16) -> InputUnit {
        match by & 7 {
            0 | 2 | 3 => InputUnit::Reader,
            1 => InputUnit::Typewriter,
            _ => InputUnit::None,
        }
    }
}

/// All devices with their schedule and their output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Devices {
    /// The installation, which says which devices the machine has.
    pub(crate) installation: Installation,
    /// For each device, the time of its next step.
    pub(crate) schedule: Schedule,
    /// The drum, with its tracks and the transfer in progress.
    pub drum: Drum,
    /// The tape reader, with its tapes.
    pub reader: Reader,
    /// The tape punch, without the punched tape.
    pub punch: Punch,
    /// The typewriter, without its paper.
    pub typewriter: Typewriter,
    /// The line printer, without its paper.
    pub printer: Printer,
    /// The buffer store, with its 4096 cells.
    pub buffer: Buffer,
    /// The magnetic tape stations, number 1 first.
    pub stations: [TapeStation; STATIONS as usize],
    /// The written blocks of the carrousel, a tape store with blocks of 512 words.
    pub carrousel: Blocks,
    /// The written blocks of the block disc.
    pub block_disc: Blocks,
    /// The lock keys and switches of the operator's desk.
    pub desk: Desk,
    /// Output that the caller has not yet taken.
    #[serde(skip)]
    pub(crate) sent: Vec<(Uops, Output)>,
    /// The sum of everything that has left the machine.
    #[serde(skip)]
    pub(crate) sent_sum: Apart<u64>,
    /// The input or output that the present order has performed. `None` between orders.
    #[serde(skip)]
    pub(crate) event: Option<IoEvent>,
}

impl Devices {
    /// Creates the devices of an installation, all empty.
    pub(crate) fn of(installation: Installation) -> Devices {
        Devices { installation, drum: Drum::of(installation.tracks), ..Devices::default() }
    }

    /// Whether the value `by` of the unit register selects the line printer. The printer is unit 8. In some
    /// installations, it is also unit 64.
    fn prints(&self, by: u16) -> bool {
        by & PRINTER != 0 || (by & UNIT64 != 0 && self.installation.unit64 == Unit64::Printer)
    }

    /// Changes the installation. Devices that are removed lose their contents.
    pub(crate) fn install(&mut self, installation: Installation) {
        // All fields are named, so that rustc asks what becomes of a new device when it is removed.
        let Installation { tracks, buffer: _, unit64: _, stations: _, carrousel, block_disc, turbo: _ } =
            installation;
        self.drum.resize(tracks);
        for (station, number) in self.stations.iter_mut().zip(1..) {
            if !installation.has_station(number) {
                *station = TapeStation::default();
            }
        }
        if !carrousel {
            self.carrousel = Blocks::default();
        }
        if !block_disc {
            self.block_disc = Blocks::default();
        }
        self.installation = installation;
    }

    /// Whether the devices of a file can be at the time `now`: each is whole, its timer is set if it is at
    /// work and only then, and no timer is due later than a minute from now.
    pub(crate) fn is_whole(&self, now: Uops) -> bool {
        // All fields are named, so that rustc asks which states of a new device can be.
        let Devices {
            installation,
            schedule,
            drum,
            reader,
            punch,
            typewriter,
            printer,
            buffer,
            stations,
            carrousel: _,
            block_disc: _,
            desk: _,
            sent: _,
            sent_sum: _,
            event: _,
        } = self;
        let at_work = |timer| match timer {
            Timer::Drum => drum.busy(),
            Timer::Buffer => !buffer.ready(),
            Timer::Reader => reader.moves(),
            Timer::Punch => !punch.ready(),
            Timer::Typewriter => !typewriter.ready(),
            Timer::Printer => !printer.ready(),
            // Only the schedule shows whether the desk is at work.
            Timer::Desk => schedule.due(Timer::Desk) != Uops::NEVER,
        };
        let due = |timer| Some(schedule.due(timer)).filter(|&due| due != Uops::NEVER);
        let latest = now + Uops::from_seconds(60.0);
        let is_whole =
            |&timer| at_work(timer) == due(timer).is_some() && due(timer).is_none_or(|at| at <= latest);
        drum.is_whole(*installation)
            && reader.is_whole()
            && stations.iter().all(TapeStation::is_whole)
            && TIMERS.iter().all(is_whole)
    }

    /// Sends something out of the machine.
    pub(crate) fn send(&mut self, now: Uops, output: Output) {
        self.sent_sum.0 = fnv(self.sent_sum.0, &output.code());
        self.sent.push((now, output));
    }

    /// Serves a timer that was due at the time `at`: the timer's device does its next step. Returns how long
    /// the device delays the program, and the word that the drum has delivered, if any.
    pub(crate) fn on_due(
        &mut self,
        at: Uops,
        timer: Timer,
        ferrite: &mut Ferrite,
    ) -> (Uops, Option<Arrival>) {
        match timer {
            Timer::Drum => return self.drum.on_due(at, ferrite, &mut self.schedule),
            Timer::Buffer => return (self.buffer.on_due(ferrite), None),
            Timer::Reader => self.reader.on_due(at, &mut self.schedule),
            Timer::Punch => self.punch.on_due(),
            Timer::Typewriter => self.typewriter.on_due(),
            Timer::Printer => self.printer.on_due(),
            Timer::Desk => {}
        }
        (Uops::ZERO, None)
    }
}

impl Periphery for Devices {
    fn ready(&self, _: Uops, request: Request) -> bool {
        match request {
            Request::Output { by } => {
                (by & PUNCH == 0 || self.punch.ready())
                    && (by & TYPEWRITER == 0 || self.typewriter.ready())
                    && (!self.prints(by) || self.printer.ready())
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
        self.event = Some(IoEvent::Sent { by, symbol });
        if by & PUNCH != 0 {
            let punched = self.punch.put(now, symbol, &mut self.schedule);
            self.send(now, punched);
        }
        if by & TYPEWRITER != 0 {
            let typed = self.typewriter.put(now, symbol, &mut self.schedule);
            self.send(now, typed);
        }
        if by & UNIT64 != 0 && self.installation.unit64 == Unit64::Plotter {
            self.send(now, Output::Plotted(symbol));
        }
        if self.prints(by) {
            let printed = self.printer.put(now, symbol, &mut self.schedule);
            self.send(now, printed);
        }
    }

    fn input(&mut self, now: Uops, by: u16) -> Received {
        if InputUnit::of(by) == InputUnit::Typewriter {
            let received = self.typewriter.take();
            self.event = Some(IoEvent::Received { by, symbol: received.symbol });
            return received;
        }
        let received = self.reader.take(now, &mut self.schedule);
        self.event = Some(IoEvent::Received { by, symbol: received.symbol });
        if received.parity_wrong {
            self.desk.tape_parity(now, &mut self.schedule);
        }
        received
    }

    fn drum_busy(&self, _: Uops) -> bool {
        self.drum.busy()
    }

    fn start_drum(&mut self, now: Uops, transfer: Transfer) {
        self.event = Some(IoEvent::Began(transfer));
        self.drum.start(now, transfer, &mut self.schedule);
    }

    fn select_track(&mut self, _: Uops, tk: Tk) {
        self.drum.select(tk);
    }

    fn track(&self, tk: Tk) -> TrackNo {
        self.drum.place(tk)
    }

    fn drum_group(&self) -> u16 {
        self.drum.group()
    }

    fn knows(&self, opcode: Opcode) -> bool {
        match opcode {
            Opcode::Pc => self.installation.turbo,
            Opcode::Zj => self.installation.unit64 == Unit64::Plotter,
            _ => false,
        }
    }

    fn change_pen(&mut self, now: Uops, r: u64) {
        self.send(now, Output::Pen(Pen::of(r)));
    }

    fn start_block(&mut self, now: Uops, transfer: BlockTransfer) -> Result<(), BlockFault> {
        let there = self.installation;
        match transfer.number() {
            unit if unit != buffer::UNIT && !there.has_block_unit(unit) => Err(BlockFault::NoUnit),
            _ if !there.buffer => Err(BlockFault::NoBuffer),
            buffer::UNIT => self.buffer.start(now, transfer, &mut self.schedule),
            CARROUSEL => carrousel::transfer(&mut self.carrousel, transfer, &mut self.buffer),
            BLOCK_DISC => block_disc::transfer(&mut self.block_disc, transfer, &mut self.buffer),
            station => self.stations[usize::from(station) - 1].transfer(transfer, &mut self.buffer),
        }
    }

    fn keys(&self) -> (bool, bool) {
        (self.desk.ka, self.desk.kb)
    }
}
