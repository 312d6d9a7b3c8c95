//! The lamps and registers of the desk as plain values, for a panel.

use crate::machine::Machine;
use gier_cpu::StopCause;
use gier_word::{Address, Cell, Half, Marks, Tk, TrackNo, Uops};

/// The lamps and registers of the desk.
#[derive(Clone, Debug, PartialEq)]
pub struct PanelView {
    /// The time on the machine's clock, in micro-operations.
    pub now: Uops,
    /// The number of orders executed since the machine was created.
    pub orders: u64,
    /// The bits 0-39 of the register R.
    pub r: u64,
    /// Bit 00 of R, its sign.
    pub r00: bool,
    /// The marks of R.
    pub r_marks: Marks,
    /// The register M.
    pub m: u64,
    /// The contents of the cell with the next order.
    pub order: Cell,
    /// The register r1: the cell of the next order.
    pub r1: Address,
    /// The half of the cell that contains the next order, if the cell contains two orders.
    pub half: Half,
    /// The register s, an index register.
    pub s: u16,
    /// The register p, an index register.
    pub p: u16,
    /// The indicator: ten bits that programs set and test.
    pub indicator: u16,
    /// The register `by`, which selects the units for input and output.
    pub by: u16,
    /// The register tk, which selects the drum track.
    pub tk: Tk,
    /// The value that the next order uses instead of the register s, if an order `is` or `ns` set it.
    pub pending_s: Option<u16>,
    /// The value that the next order uses instead of its increment t, if an order `it` or `nt` set it.
    pub pending_t: Option<u16>,
    /// Whether the lock key KA is on.
    pub ka: bool,
    /// Whether the lock key KB is on.
    pub kb: bool,
    /// Why the machine is stopped, or `None` if it is not stopped.
    pub stopped: Option<StopCause>,
    /// Whether the next order is waiting for an input or output unit, or for the drum.
    pub waiting: bool,
    /// Whether the typewriter's lamp is lit, which means that the program waits for a key.
    pub typewriter_lamp: bool,
    /// Whether the typewriter is printing.
    pub typewriter_busy: bool,
    /// Whether a drum transfer is in progress.
    pub drum_busy: bool,
    /// The track of the present or last drum transfer.
    pub drum_track: TrackNo,
    /// The position of the word under the drum heads, 0-39.
    pub drum_position: u8,
    /// Whether track 0 is protected from writing.
    pub protect_track0: bool,
    /// Whether the tracks 1-31 are protected from writing.
    pub protect_tracks_1_to_31: bool,
    /// Whether the machine stops after a row of tape with wrong parity.
    pub parity_stop: bool,
    /// The name of the tape in the reader, or `None` if no tape is mounted.
    pub tape: Option<String>,
    /// How many rows of the tape the program has read.
    pub tape_row: usize,
    /// The number of rows of the tape.
    pub tape_rows: usize,
    /// Whether the HELP button was pressed and some of its steps are not done yet.
    pub help: bool,
}

impl PanelView {
    /// The lamps and registers of this machine.
    pub fn of(machine: &Machine) -> PanelView {
        let registers = machine.cpu().registers();
        let devices = machine.devices();
        let tape = devices.reader.tape();
        PanelView {
            now: machine.now(),
            orders: machine.orders(),
            r: registers.r.cast_unsigned() & gier_word::cell::MASK40,
            r00: registers.r < 0,
            r_marks: registers.r_marks,
            m: registers.m,
            order: machine.ferrite().read(registers.r1),
            r1: registers.r1,
            half: registers.half,
            s: registers.s,
            p: registers.p,
            indicator: registers.indicator,
            by: registers.by,
            tk: registers.tk,
            pending_s: registers.pending_s,
            pending_t: registers.pending_t,
            ka: devices.desk.ka,
            kb: devices.desk.kb,
            stopped: machine.stopped(),
            waiting: machine.waiting(),
            typewriter_lamp: devices.typewriter.lamp(),
            typewriter_busy: devices.typewriter.busy(),
            drum_busy: devices.drum.busy(),
            drum_track: devices.drum.last_track(),
            drum_position: devices.drum.position(machine.now()),
            protect_track0: devices.drum.protect_track0,
            protect_tracks_1_to_31: devices.drum.protect_tracks_1_to_31,
            parity_stop: devices.desk.parity_stop,
            tape: tape.map(|tape| tape.name().to_string()),
            tape_row: devices.reader.row(),
            tape_rows: tape.map_or(0, |tape| tape.rows().len()),
            help: machine.help_at_work(),
        }
    }
}
