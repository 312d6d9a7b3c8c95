//! Reads and writes the fields of a machine, for files and the state hash.

use crate::bytes::{ByteReader, ByteWriter, DecodeError};
use crate::devices::buffer::Buffer;
use crate::devices::desk::Desk;
use crate::devices::drum::Drum;
use crate::devices::printer::Printer;
use crate::devices::punch::Punch;
use crate::devices::reader::Reader;
use crate::devices::typewriter::Typewriter;
use crate::machine::{Help, Machine};
use crate::schedule::TIMERS;
use gier_cpu::Registers;
use gier_cpu::StopCause;
use gier_cpu::periphery::{BlockFault, BlockTransfer, Direction, Request};
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Address, Cell, Half, Installation, Marks, Uops};

impl Machine {
    /// Writes the fields of the machine, for a file or for the state hash. Leaves out the installation, and
    /// output that the caller has not yet taken.
    pub(crate) fn write_state(&self, to: &mut ByteWriter) {
        to.u64(self.now.0);
        to.u64(self.orders);
        save_registers(self.cpu.registers(), to);
        self.ferrite.cells().iter().for_each(|cell| to.u64(cell.raw()));
        TIMERS.iter().for_each(|&line| to.u64(self.devices.schedule.due(line).0));
        self.devices.drum.save(to);
        self.devices.reader.save(to);
        self.devices.punch.save(to);
        self.devices.typewriter.save(to);
        self.devices.printer.save(to);
        self.devices.buffer.save(to);
        self.devices.desk.save(to);
        self.devices.save_blocks(to);
        save_stop(self.stopped, to);
        save_request(self.waiting, to);
        to.u8(index_in(&HELP_STEPS, &self.help));
    }

    /// Reads the fields of a machine. `has_blocks` is `false` for older files, which contain no reels and no
    /// blocks.
    pub(crate) fn read_state(
        installation: Installation,
        has_blocks: bool,
        from: &mut ByteReader<'_>,
    ) -> Result<Machine, DecodeError> {
        let mut machine = Machine::of(installation);
        machine.now = Uops(from.u64()?);
        machine.orders = from.u64()?;
        // Each order costs at least one micro-operation.
        if machine.now > LONGEST_LIFE || machine.orders > machine.now.0 {
            return Err(DecodeError::Invalid);
        }
        machine.cpu.set_registers(restore_registers(from)?);
        for address in Address::all() {
            machine.ferrite.write(address, Cell::from_raw(from.u64()?));
        }
        for line in TIMERS {
            machine.devices.schedule.set(line, Uops(from.u64()?));
        }
        let bay = &mut machine.devices;
        bay.drum = Drum::restore(installation.tracks, from)?;
        bay.reader = Reader::restore(from)?;
        bay.punch = Punch::restore(from)?;
        bay.typewriter = Typewriter::restore(from)?;
        bay.printer = Printer::restore(from)?;
        bay.buffer = Buffer::restore(from)?;
        bay.desk = Desk::restore(from)?;
        if has_blocks {
            bay.restore_blocks(from)?;
        }
        if !bay.is_consistent() {
            return Err(DecodeError::Invalid);
        }
        machine.stopped = restore_stop(from)?;
        machine.waiting = restore_request(from)?;
        machine.help = HELP_STEPS[usize::from(from.u8_below(4)?)];
        Ok(machine)
    }
}

/// The latest time that the clock of a machine in a file may show: a thousand years. [`Uops`] can hold far
/// later times.
pub(crate) const LONGEST_LIFE: Uops = Uops(1000 * 366 * 24 * 3600 * UOPS_PER_SECOND);

/// The steps of the HELP button. A file contains the index of a step in this list.
const HELP_STEPS: [Option<Help>; 4] = [None, Some(Help::Save), Some(Help::Load), Some(Help::Enter)];

fn save_registers(registers: &Registers, to: &mut ByteWriter) {
    to.u64(registers.r.cast_unsigned());
    to.u8(registers.r_marks.bits());
    to.u64(registers.m);
    to.bool(registers.half == Half::Right);
    let Registers { s, p, r1, indicator, by, tk, .. } = *registers;
    [s, p, r1.number(), indicator, by, tk.number()].iter().for_each(|&value| to.u16(value));
    to.option(registers.pending_s);
    to.option(registers.pending_t);
    to.u64(registers.clock_from.0);
}

fn restore_registers(from: &mut ByteReader<'_>) -> Result<Registers, DecodeError> {
    Ok(Registers {
        r: from.u64()?.cast_signed(),
        r_marks: Marks::from_bits(from.u8()?),
        m: from.u64()?,
        half: if from.bool()? { Half::Right } else { Half::Left },
        s: from.u16()?,
        p: from.u16()?,
        r1: from.u16()?.into(),
        indicator: from.u16()?,
        by: from.u16()?,
        tk: from.u16()?.into(),
        pending_s: from.option()?,
        pending_t: from.option()?,
        clock_from: Uops(from.u64()?),
    })
}

/// Writes why the machine is stopped: a code for the reason, and then details such as the cell.
fn save_stop(stopped: Option<StopCause>, to: &mut ByteWriter) {
    let none = Address::default();
    let (kind, cell, more) = match stopped {
        None => (0, none, 0),
        Some(StopCause::Manual) => (1, none, 0),
        Some(StopCause::Zq { cell }) => (2, cell, 0),
        Some(StopCause::Unknown { cell, question }) => (3, cell, question),
        Some(StopCause::HangingIndirection { cell }) => (4, cell, 0),
        Some(StopCause::NoUnit { by }) => (5, by.into(), 0),
        Some(StopCause::TapeParity) => (6, none, 0),
        Some(StopCause::NoBlock { cell, transfer, fault }) => {
            (7, cell, u8::from(transfer.direction == Direction::Write) | index_in(&BLOCK_FAULTS, &fault) << 1)
        }
    };
    to.u8(kind);
    to.u16(cell.number());
    to.u8(more);
    if let Some(StopCause::NoBlock { transfer, .. }) = stopped {
        to.u16(transfer.unit);
        to.u64(transfer.r);
    }
}

/// The reasons why a unit refuses a block. A file contains the index of a reason in this list.
const BLOCK_FAULTS: [BlockFault; 6] = [
    BlockFault::NoUnit,
    BlockFault::Mode,
    BlockFault::NoBlock,
    BlockFault::NoWords,
    BlockFault::Full,
    BlockFault::NoBuffer,
];

/// Returns the index of a value in a list that contains the value.
fn index_in<T: PartialEq>(list: &[T], value: &T) -> u8 {
    list.iter().zip(0..).find(|(other, _)| *other == value).expect("they are all there").1
}

fn restore_stop(from: &mut ByteReader<'_>) -> Result<Option<StopCause>, DecodeError> {
    let (kind, number, question) = (from.u8()?, from.u16()?, from.u8()?);
    let cell = Address::new(number);
    Ok(match kind {
        0 => None,
        1 => Some(StopCause::Manual),
        2 => Some(StopCause::Zq { cell }),
        3 => Some(StopCause::Unknown { cell, question }),
        4 => Some(StopCause::HangingIndirection { cell }),
        5 => Some(StopCause::NoUnit { by: number }),
        6 => Some(StopCause::TapeParity),
        7 => {
            let direction = if question & 1 == 0 { Direction::Read } else { Direction::Write };
            let fault = *BLOCK_FAULTS.get(usize::from(question >> 1)).ok_or(DecodeError::Invalid)?;
            let transfer = BlockTransfer { unit: from.u16()?, r: from.u64()?, direction };
            Some(StopCause::NoBlock { cell, transfer, fault })
        }
        _ => return Err(DecodeError::Invalid),
    })
}

fn save_request(request: Option<Request>, to: &mut ByteWriter) {
    let (kind, by) = match request {
        None => (0, 0),
        Some(Request::Output { by }) => (1, by),
        Some(Request::Input { by }) => (2, by),
        Some(Request::Drum) => (3, 0),
        Some(Request::Block) => (4, 0),
    };
    to.u8(kind);
    to.u16(by);
}

fn restore_request(from: &mut ByteReader<'_>) -> Result<Option<Request>, DecodeError> {
    let (kind, by) = (from.u8()?, from.u16()?);
    Ok(match kind {
        0 => None,
        1 => Some(Request::Output { by }),
        2 => Some(Request::Input { by }),
        3 => Some(Request::Drum),
        4 => Some(Request::Block),
        _ => return Err(DecodeError::Invalid),
    })
}
