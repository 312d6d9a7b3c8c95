//! Everything that enters the machine: keys, tapes, buttons and switches.

use gier_word::tape::Row;
use gier_word::{Address, Cell, Half, Reel, Symbol, TrackNo};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Something that the operator does to the machine between two orders.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// Presses a key of the typewriter. The key has an effect only while the program waits for a key.
    Key(Symbol),
    /// Mounts a tape in the reader, behind the tapes that are already there.
    MountTape(Tape),
    /// Takes all tapes out of the reader.
    UnmountTape,
    /// Mounts a rewound reel on the magnetic tape station with this number (1-6). Has no effect if the
    /// machine lacks the station.
    MountReel(u16, Reel),
    /// Presses the button NORMAL START, which starts the machine.
    Start,
    /// Presses the button NORMAL STOP, which stops the machine.
    Stop,
    /// Presses the button RESET, which stops the machine and sets r1 to 0.
    Reset,
    /// Presses the HELP button, which starts the monitor program. The button has no effect while the bit 512
    /// of the register `by` is set.
    Help,
    /// Sets the lock key KA on or off.
    Ka(bool),
    /// Sets the lock key KB on or off.
    Kb(bool),
    /// Protects track 0 or removes its protection. Writing to a protected track does nothing.
    ProtectTrack0(bool),
    /// Protects the tracks 1-31 or removes their protection. Writing to a protected track does nothing.
    ProtectTracks1To31(bool),
    /// Sets whether the machine stops after a row of tape with wrong parity.
    ParityStop(bool),
    /// Sets the speed of the reader in rows per second; 0 removes all delay.
    ReaderSpeed(u32),
    /// Sets a register. Bits that do not fit into the register are cut off.
    SetRegister(Register, i64),
    /// Sets the place of the next order: the cell, and the half of the cell.
    SetNext(Address, Half),
    /// Sets a cell of the ferrite store.
    SetCell(Address, Cell),
    /// Sets a cell of the drum: the track, and the cell in it (0-39).
    SetDrumCell(TrackNo, u8, Cell),
}

impl Input {
    /// Whether the operator sets a register or a cell with this input.
    pub const fn is_by_hand(&self) -> bool {
        matches!(
            self,
            Input::SetRegister(..) | Input::SetNext(..) | Input::SetCell(..) | Input::SetDrumCell(..)
        )
    }
}

/// A register that the desk can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Register {
    /// The accumulator R as a signed integer of 41 bits. Bit 39 is the least significant bit.
    R,
    /// The marks of R as a number 0-3: mark a counts 2, and mark b counts 1.
    RMarks,
    /// The register M, 40 bits.
    M,
    /// The register s, an index register.
    S,
    /// The register p, an index register.
    P,
    /// The register `in`, the indicator.
    In,
    /// The register `by`, which selects the units for input and output.
    By,
    /// The register tk, which selects the drum track.
    Tk,
}

/// All registers that the desk can set, with their names.
pub const REGISTERS: [(Register, &str); 8] = [
    (Register::R, "R"),
    (Register::RMarks, "marks"),
    (Register::M, "M"),
    (Register::S, "s"),
    (Register::P, "p"),
    (Register::In, "in"),
    (Register::By, "by"),
    (Register::Tk, "tk"),
];

/// A paper tape, with a name for messages. Clones share the rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tape {
    name: String,
    rows: Arc<[Row]>,
}

impl Tape {
    /// Creates a tape with these rows.
    pub fn new(name: &str, rows: Vec<Row>) -> Tape {
        Tape { name: name.to_string(), rows: rows.into() }
    }

    /// Creates a tape from the bytes of a `.flx` file of the Danish computer museum: one byte for each row.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Tape {
        Tape::new(name, bytes.iter().copied().map(Row).collect())
    }

    /// The name of the tape.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rows of the tape, first row first.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}
