//! The ear: a probe that records each movement of the loudspeaker and each row that the tape reader
//! reads. [`Ear::notice`] adds the strokes of the typewriter.

use gier_machine::devices::InputUnit;
use gier_machine::{Finished, Machine, Output, Probe};
use gier_word::order::Opcode;
use gier_word::{Symbol, Uops};
use std::ops::Range;

/// A movement of the loudspeaker. The loudspeaker moves when the sign of R changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// The time of the movement: the end of an order.
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

/// A probe that records the sounds of a machine. The machine notifies a probe after each order. The
/// loudspeaker follows bit 00 of R, the sign, at the end of each order.  [F-SOUND-1, Q30, Q31]
///
/// If you set R at the desk, the loudspeaker follows at the end of the next order.
#[derive(Clone, Debug)]
pub struct Ear {
    negative: bool,
    heard: Heard,
}

impl Ear {
    /// Creates an ear for this machine. The loudspeaker starts in the position that R gives now.
    pub fn at(machine: &Machine) -> Ear {
        Ear { negative: machine.cpu().registers().r < 0, heard: Heard::default() }
    }

    /// Takes the strokes of the typewriter from these outputs of the machine, and records them.
    pub fn notice(&mut self, outputs: &[(Uops, Output)]) {
        let strokes = outputs.iter().filter_map(|&(at, output)| match output {
            Output::Typed(symbol) | Output::Echo(symbol) => Some((at, symbol)),
            Output::Punched(_) | Output::Printed(_) | Output::Plotted(_) | Output::Pen(_) => None,
        });
        self.heard.strokes.extend(strokes);
    }

    /// Returns the sounds that were recorded since the last call.
    pub fn take(&mut self) -> Heard {
        std::mem::take(&mut self.heard)
    }
}

impl Probe for Ear {
    fn finished(&mut self, order: &Finished<'_>) {
        let registers = order.cpu.registers();
        let negative = registers.r < 0;
        if negative != self.negative {
            self.negative = negative;
            self.heard.changes.push(Change { at: order.now, negative });
        }
        if order.done && order.order.opcode == Opcode::Ly && InputUnit::of(registers.by) == InputUnit::Reader
        {
            self.heard.rows.push(order.now);
        }
    }
}
