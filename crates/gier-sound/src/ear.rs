//! The ear: a probe that records each movement of the loudspeaker and each row that the tape reader
//! reads. [`Ear::notice`] adds the strokes of the typewriter.

use gier_machine::devices::InputUnit;
use gier_machine::{Finished, Machine, Output, Probe};
use gier_word::arith::fixed;
use gier_word::assumption::{Speaker, Within};
use gier_word::order::Opcode;
use gier_word::{Base, Symbol, Uops, timing};
use std::ops::Range;

/// A movement of the loudspeaker. The loudspeaker moves when the sign of R changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// The time of the movement: the end of an order or, if the order shifts R, a time during it (Q31).
    pub at: Uops,
    /// Whether R is negative from this time on.
    pub negative: bool,
}

/// The sounds that an [`Ear`] has recorded. Each list is sorted by time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The movements of the loudspeaker.
    pub changes: Vec<Change>,
    /// The times at which the program read a row of tape.
    pub rows: Vec<Uops>,
    /// The symbols that the program or the user typed on the typewriter, with their times.
    pub strokes: Vec<(Uops, Symbol)>,
}

impl Heard {
    /// Appends later sounds.
    pub fn append(&mut self, mut later: Heard) {
        self.changes.append(&mut later.changes);
        self.rows.append(&mut later.rows);
        self.strokes.append(&mut later.strokes);
    }

    /// The sounds in the time range `time`. A sound exactly at the end of the range is not included.
    pub fn within(&self, time: Range<Uops>) -> Heard {
        Heard {
            changes: part(&self.changes, &time, |change| change.at),
            rows: part(&self.rows, &time, |&at| at),
            strokes: part(&self.strokes, &time, |&(at, _)| at),
        }
    }
}

fn part<T: Copy>(all: &[T], time: &Range<Uops>, at: impl Fn(&T) -> Uops) -> Vec<T> {
    let start = all.partition_point(|item| at(item) < time.start);
    let length = all[start..].partition_point(|item| at(item) < time.end);
    all[start..start + length].to_vec()
}

/// Shift counts have ten bits. Counts below 512 shift to the left, and counts from 512 on to the right.
const FIRST_RIGHT_SHIFT: u64 = 512;

/// Returns the bit of R that moves the loudspeaker: `true` for one. Nobody knows for certain which bit this
/// is (Q30), so `assumed` selects it.
fn moves(assumed: Speaker, r: i64) -> bool {
    match assumed {
        Speaker::Sign => r < 0,
        Speaker::Bit0 => r >> 39 & 1 != 0,
    }
}

/// A probe that records the sounds of a machine. The machine notifies a probe after each order. The
/// loudspeaker follows bit 00 of R, the sign, at the end of each order.  [F-SOUND-1, Q30, Q31]
///
/// If you set R at the desk, the loudspeaker follows at the end of the next order.
#[derive(Clone, Debug)]
pub struct Ear {
    /// R at the end of the last order.
    r: i64,
    negative: bool,
    heard: Heard,
}

impl Ear {
    /// Creates an ear for this machine. The loudspeaker starts in the position that R gives now.
    pub fn at(machine: &Machine) -> Ear {
        let r = machine.cpu().registers().r;
        Ear { r, negative: moves(machine.cpu().assumptions().speaker, r), heard: Heard::default() }
    }

    /// Takes the strokes of the typewriter from these outputs of the machine, and records them.
    pub fn notice(&mut self, outputs: &[(Uops, Output)]) {
        let strokes = outputs.iter().filter_map(|&(at, output)| match output {
            Output::Typed(symbol) | Output::Echo(symbol) => Some((at, symbol)),
            Output::Punched(_) | Output::Printed(_) | Output::Plotted(_) | Output::Pen(_) => None,
        });
        self.heard.strokes.extend(strokes);
    }

    fn set(&mut self, at: Uops, negative: bool) {
        if negative != self.negative {
            self.negative = negative;
            self.heard.changes.push(Change { at, negative });
        }
    }

    /// If the order `tk` shifts R to the left, GIER shifts by one bit at a time. Records how the loudspeaker
    /// moves during the shift.  (Q31)
    fn follow_shift(&mut self, order: &Finished<'_>) {
        let shift = order.order;
        let places = u64::from(shift.address);
        let is_plain =
            order.done && !shift.clear && !shift.floating && !shift.indirect && shift.base == Base::None;
        if shift.opcode != Opcode::Tk || !is_plain || places >= FIRST_RIGHT_SHIFT {
            return;
        }
        let place = u64::from(timing::shift(Opcode::Tk, 1));
        for shifted in 1..places {
            let left = (places - shifted) * place + u64::from(timing::END);
            let r = fixed::shift_rounded(self.r, shifted as i32);
            self.set(Uops(order.now.0.saturating_sub(left)), moves(order.cpu.assumptions().speaker, r));
        }
    }

    /// Returns the sounds that were recorded since the last call.
    pub fn take(&mut self) -> Heard {
        std::mem::take(&mut self.heard)
    }
}

impl Probe for Ear {
    fn finished(&mut self, order: &Finished<'_>) {
        let (registers, assumed) = (order.cpu.registers(), order.cpu.assumptions());
        if assumed.within == Within::Places {
            self.follow_shift(order);
        }
        self.r = registers.r;
        self.set(order.now, moves(assumed.speaker, registers.r));
        if order.done && order.order.opcode == Opcode::Ly && InputUnit::of(registers.by) == InputUnit::Reader
        {
            self.heard.rows.push(order.now);
        }
    }
}
