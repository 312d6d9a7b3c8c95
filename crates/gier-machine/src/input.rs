//! All that enters the machine: keys, tapes, buttons and switches.

use gier_word::tape::Row;
use gier_word::{Address, Cell, Half, Symbol, TrackNo};
use std::sync::Arc;

/// Something that the world does to the machine between two orders.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// A key of the typewriter; the keys are dead unless the program waits for one.
    Key(Symbol),
    /// A tape for the reader, behind those that are already there.
    MountTape(Tape),
    /// Takes all tapes out of the reader.
    UnmountTape,
    /// The button NORMAL START.
    Start,
    /// The button NORMAL STOP.
    Stop,
    /// The button RESET: stops, clears error stops, r1 := 0.
    Reset,
    /// The HELP button; it is dead while by has bit 512.
    Help,
    /// The lock key KA.
    Ka(bool),
    /// The lock key KB.
    Kb(bool),
    /// The switch that makes writing on track 0 do nothing.
    ProtectTrack0(bool),
    /// The switch that makes writing on the tracks 1-31 do nothing.
    ProtectTracks1To31(bool),
    /// The switch that stops the machine after a row of tape with wrong parity.
    ParityStop(bool),
    /// Rows that the reader passes in a second; 0: a reader without delay.
    ReaderSpeed(u32),
    /// Sets a register as the buttons of the desk do; what is too wide is cut off on the left.
    SetRegister(Register, i64),
    /// Sets r1 and the half from which the next order comes.
    SetNext(Address, Half),
    /// Sets a cell of the ferrite store.
    SetCell(Address, Cell),
    /// Sets a cell of the drum: track and cell (0-39).
    SetDrumCell(TrackNo, u8, Cell),
}

/// A register that the desk can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Register {
    /// R, 41 bits as a signed number with its unit in bit 39.
    R,
    /// The marks of R: 0-3, a being 2 and b 1.
    RMarks,
    /// M, 40 bits.
    M,
    /// s.
    S,
    /// p.
    P,
    /// in, the indicator.
    In,
    /// by, the selected units.
    By,
    /// tk, the track.
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

/// A paper tape with a name for people. Copies share the rows.
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

    /// A tape from the bytes of a file of the museum (`.flx`): a byte a row.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Tape {
        Tape::new(name, bytes.iter().copied().map(Row).collect())
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rows, first row first.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}
