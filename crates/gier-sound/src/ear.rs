//! The ear: a probe that notes when the loudspeaker moves and when a row of tape is taken, and is
//! told what the typewriter does.

use gier_machine::bay::InputUnit;
use gier_machine::{Finished, Machine, Output, Probe};
use gier_word::order::Opcode;
use gier_word::{Symbol, Uops};
use std::ops::Range;

/// A movement of the loudspeaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// The end of the order that changed the sign of R.
    pub at: Uops,
    /// Whether R is negative from then on.
    pub negative: bool,
}

/// What the ear has heard, each kind in order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The movements of the loudspeaker.
    pub changes: Vec<Change>,
    /// When the program took a row of tape from the reader.
    pub rows: Vec<Uops>,
    /// What the typewriter did.
    pub strokes: Vec<(Uops, Symbol)>,
}

impl Heard {
    /// Adds what was heard after it.
    pub fn append(&mut self, mut later: Heard) {
        self.changes.append(&mut later.changes);
        self.rows.append(&mut later.rows);
        self.strokes.append(&mut later.strokes);
    }

    /// What was heard within a time, its end not included.
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

/// A probe that listens. The loudspeaker follows bit 00 of R as each order leaves it.
/// [F-SOUND-1, Q30, Q31]
///
/// What the desk sets in R is no order: it is heard at the end of the next one.
#[derive(Clone, Debug)]
pub struct Ear {
    negative: bool,
    heard: Heard,
}

impl Ear {
    /// An ear at this machine.
    pub fn at(machine: &Machine) -> Ear {
        Ear { negative: machine.cpu().registers().r < 0, heard: Heard::default() }
    }

    /// Takes what has left the machine: the typewriter is heard.
    pub fn notice(&mut self, outputs: &[(Uops, Output)]) {
        let strokes = outputs.iter().filter_map(|&(at, output)| match output {
            Output::Typed(symbol) | Output::Echo(symbol) => Some((at, symbol)),
            Output::Punched(_) | Output::Printed(_) => None,
        });
        self.heard.strokes.extend(strokes);
    }

    /// Takes what was heard since the last call.
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
