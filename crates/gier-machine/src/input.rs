//! Everything that enters the machine: keys, tapes, buttons and switches.

use gier_word::tape::Row;
use gier_word::{Address, Cell, Half, Reel, Symbol, TrackNo};
use std::sync::Arc;

/// Something that the operator or guest does to the machine, between two orders.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// A key of the typewriter. The key has no effect unless the program waits for a key.
    Key(Symbol),
    /// Mounts a tape in the reader, behind the tapes that are already there.
    MountTape(Tape),
    /// Takes all tapes out of the reader.
    UnmountTape,
    /// Puts a reel on a magnetic tape station, rewound. Has no effect if there is no station with this
    /// number, 1-6.
    MountReel(u16, Reel),
    /// The button NORMAL START.
    Start,
    /// The button NORMAL STOP.
    Stop,
    /// The button RESET, which stops the machine, clears error stops and sets r1 to 0.
    Reset,
    /// The HELP button. The button has no effect while the bit 512 of the register by is set.
    Help,
    /// Sets the lock key KA on or off.
    Ka(bool),
    /// Sets the lock key KB on or off.
    Kb(bool),
    /// Sets the switch that protects track 0. Writing on a protected track does nothing.
    ProtectTrack0(bool),
    /// Sets the switch that protects the tracks 1-31. Writing on a protected track does nothing.
    ProtectTracks1To31(bool),
    /// Sets the switch that stops the machine after a row of tape with wrong parity.
    ParityStop(bool),
    /// Sets the speed of the reader in rows per second; 0 removes all delay.
    ReaderSpeed(u32),
    /// Sets a register, as the buttons of the desk do. Excess high bits are cut off.
    SetRegister(Register, i64),
    /// Sets r1 and the half of the next order.
    SetNext(Address, Half),
    /// Sets a cell of the ferrite store.
    SetCell(Address, Cell),
    /// Sets a cell of the drum: the track, and the cell in it (0-39).
    SetDrumCell(TrackNo, u8, Cell),
}

/// A register that the desk can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Register {
    /// R as a signed integer of 41 bits. Bit 39 has the value 1.
    R,
    /// The marks of R as a number 0-3, in which mark a counts 2 and mark b counts 1.
    RMarks,
    /// M, 40 bits.
    M,
    /// The register s.
    S,
    /// The register p.
    P,
    /// The indicator in.
    In,
    /// The register by, which selects units.
    By,
    /// The register tk, the drum track.
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tape {
    name: String,
    rows: Arc<[Row]>,
}

impl Tape {
    /// A tape of these rows.
    pub fn new(name: &str, rows: Vec<Row>) -> Tape {
        Tape { name: name.to_string(), rows: rows.into() }
    }

    /// A tape from the bytes of a `.flx` file of the museum: one byte for each row.
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
