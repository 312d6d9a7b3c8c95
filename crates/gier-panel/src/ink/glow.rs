//! The brightness of all lamps of the desk.

use super::lamps::{Glow, Sampled, steady};
use gier_machine::{DeskRegisters, Input, Machine, Register};
use gier_word::arith::fixed::wrap41;
use gier_word::{Cell, Marks, Uops};

/// The registers that have a row of lamps on the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LampRow {
    /// Register R, the accumulator. It has 41 lamps. Lamp 40 shows bit 00 of R, the sign.
    R,
    /// The two mark bits of R.
    RMarks,
    /// Register M.
    M,
    /// The order register. Its lamps show the cell that holds the next order.
    Order,
    /// Register r1, the address of the next order.
    R1,
    /// Index register s.
    S,
    /// Index register p.
    P,
    /// The register `by`, which selects the units for input and output.
    By,
    /// The register tk, which selects the drum track of the next transfer.
    Tk,
    /// The indicator: ten bits that programs set and test.
    In,
}

/// Each register with its number of lamps.
const ROWS: [(LampRow, usize); 10] = [
    (LampRow::R, 41),
    (LampRow::RMarks, 2),
    (LampRow::M, 40),
    (LampRow::Order, 42),
    (LampRow::R1, 10),
    (LampRow::S, 10),
    (LampRow::P, 10),
    (LampRow::By, 10),
    (LampRow::Tk, 10),
    (LampRow::In, 10),
];

/// The number of signal lamps. The first is lit while an order waits for a device, the second during a drum
/// transfer, and the third while GIER waits for a key.
const SIGNALS: usize = 3;

/// The bits that the lamps of a register show. Bit 0 is the rightmost lamp.
pub fn bits(registers: &DeskRegisters, part: LampRow) -> u64 {
    match part {
        LampRow::R => registers.cpu.r.cast_unsigned() & ((1 << 41) - 1),
        LampRow::RMarks => registers.r_marks.bits().into(),
        LampRow::M => registers.m,
        // The two mark bits of the cell are to the right of its forty other bits.
        LampRow::Order => registers.order.bits() << 2 | u64::from(registers.order.marks().bits()),
        LampRow::R1 => registers.r1.number().into(),
        LampRow::S => registers.s.into(),
        LampRow::P => registers.p.into(),
        LampRow::By => registers.by.into(),
        LampRow::Tk => registers.tk.number().into(),
        LampRow::In => registers.indicator.into(),
    }
}

/// The input that sets by hand the bits of a register whose lamps are in `mask`, all to one or all to zero. Bit 0
/// of the mask is the rightmost lamp.
pub fn set_bits(registers: &DeskRegisters, part: LampRow, mask: u64, is_one: bool) -> Input {
    let bits = bits(registers, part);
    let bits = if is_one { bits | mask } else { bits & !mask };
    let set = |register| Input::SetRegister(register, bits.cast_signed());
    match part {
        LampRow::R => Input::SetRegister(Register::R, wrap41(bits.cast_signed())),
        LampRow::RMarks => set(Register::RMarks),
        LampRow::M => set(Register::M),
        LampRow::Order => {
            Input::SetCell(registers.r1, Cell::new(bits >> 2, Marks::from_bits((bits & 3) as u8)))
        }
        LampRow::R1 => Input::SetNext(bits.cast_signed().into(), registers.half),
        LampRow::S => set(Register::S),
        LampRow::P => set(Register::P),
        LampRow::By => set(Register::By),
        LampRow::Tk => set(Register::Tk),
        LampRow::In => set(Register::In),
    }
}

fn signals(machine: &Machine) -> u64 {
    let devices = machine.devices();
    let lamps = [machine.waiting(), devices.drum.busy(), devices.typewriter.lamp()];
    lamps.into_iter().fold(0, |bits, is_lit| bits << 1 | u64::from(is_lit))
}

/// How long each lamp of the desk was lit since the last call of [`DeskSamples::take`].
#[derive(Clone, Debug, Default)]
pub struct DeskSamples {
    rows: [Sampled; ROWS.len()],
    signals: Sampled,
}

impl DeskSamples {
    /// Records that the desk showed the present state for `time` of machine time.
    pub fn add(&mut self, machine: &Machine, time: Uops) {
        let registers = machine.desk_registers();
        for (row, (part, lamps)) in self.rows.iter_mut().zip(ROWS) {
            row.add(bits(&registers, part), lamps, time);
        }
        self.signals.add(signals(machine), SIGNALS, time);
    }

    /// Returns the average brightness of each lamp since the last call, and begins a new measurement. Returns
    /// `None` if no time has passed.
    pub fn take(&mut self) -> Option<DeskGlow> {
        let samples = std::mem::take(self);
        (!samples.signals.is_empty())
            .then(|| DeskGlow { rows: samples.rows.map(|row| row.glows()), signals: samples.signals.glows() })
    }
}

/// The brightness of every lamp of the desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskGlow {
    rows: [Vec<Glow>; ROWS.len()],
    signals: Vec<Glow>,
}

impl DeskGlow {
    /// The brightness of the lamps while no order is executed. Each lamp is then either dark or fully lit.
    pub fn steady(machine: &Machine) -> DeskGlow {
        let registers = machine.desk_registers();
        DeskGlow {
            rows: ROWS.map(|(part, lamps)| steady(bits(&registers, part), lamps)),
            signals: steady(signals(machine), SIGNALS),
        }
    }

    /// The brightness of a register's lamps, the leftmost lamp first.
    pub fn row(&self, part: LampRow) -> &[Glow] {
        let place = ROWS.iter().position(|&(row, _)| row == part).expect("every part has a row of lamps");
        &self.rows[place]
    }

    /// The brightness of the three signal lamps. The first is lit while an order waits for a device, the
    /// second during a drum transfer, the third while GIER waits for a key.
    pub fn signals(&self) -> [Glow; SIGNALS] {
        [0, 1, 2].map(|place| self.signals[place])
    }
}
