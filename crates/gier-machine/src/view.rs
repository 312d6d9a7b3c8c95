//! What a panel shows: a plain copy, without any tie to the machine.

use crate::machine::Machine;
use crate::output::StopCause;
use gier_word::{Address, Cell, Half, Marks, TrackNo, Uops};

/// All lamps and registers of the desk at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct PanelView {
    /// The time.
    pub now: Uops,
    /// Orders done since the machine was made.
    pub orders: u64,
    /// R, bits 0-39.
    pub r: u64,
    /// Bit 00 of R, its sign.
    pub r00: bool,
    /// The marks of R.
    pub r_marks: Marks,
    /// M.
    pub m: u64,
    /// The order register: the cell of the next order.
    pub order: Cell,
    /// r1, the cell of the next order.
    pub r1: Address,
    /// Which half the next order is, if the cell is a pair.
    pub half: Half,
    /// s.
    pub s: u16,
    /// p.
    pub p: u16,
    /// The indicator.
    pub indicator: u16,
    /// The selected units.
    pub by: u16,
    /// The drum track.
    pub tk: TrackNo,
    /// s for the next order, if `is` or `ns` gave one.
    pub pending_s: Option<u16>,
    /// t for the next order, if `it` or `nt` gave one.
    pub pending_t: Option<u16>,
    /// Lock key KA.
    pub ka: bool,
    /// Lock key KB.
    pub kb: bool,
    /// The machine is stopped, and why.
    pub stopped: Option<StopCause>,
    /// The last order tried must wait for a unit or the drum.
    pub waiting: bool,
    /// The typewriter's lamp: the program waits for a key.
    pub typewriter_lamp: bool,
    /// The typewriter is moving.
    pub typewriter_busy: bool,
    /// A drum transfer is going on.
    pub drum_busy: bool,
    /// The track of that transfer, or of the last one.
    pub drum_track: TrackNo,
    /// The word that is under the heads, 0-39.
    pub drum_position: u8,
    /// Switch: track 0 cannot be written.
    pub protect_track0: bool,
    /// Switch: tracks 1-31 cannot be written.
    pub protect_tracks_1_to_31: bool,
    /// Switch: stop after a row of tape with wrong parity.
    pub parity_stop: bool,
    /// The name of the tape in the reader.
    pub tape: Option<String>,
    /// Rows of that tape that have passed the reader.
    pub tape_row: usize,
    /// Rows of that tape.
    pub tape_rows: usize,
    /// The HELP button is at work.
    pub help: bool,
}

impl PanelView {
    /// Copies what the panel shows.
    pub fn of(machine: &Machine) -> PanelView {
        let registers = machine.cpu().registers();
        let bay = machine.bay();
        let tape = bay.reader.tape();
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
            ka: bay.desk.ka,
            kb: bay.desk.kb,
            stopped: machine.stopped(),
            waiting: machine.waiting(),
            typewriter_lamp: bay.typewriter.lamp(),
            typewriter_busy: bay.typewriter.busy(),
            drum_busy: bay.drum.busy(),
            drum_track: bay.drum.last_track(),
            drum_position: bay.drum.position(machine.now()),
            protect_track0: bay.drum.protect_track0,
            protect_tracks_1_to_31: bay.drum.protect_tracks_1_to_31,
            parity_stop: bay.desk.parity_stop,
            tape: tape.map(|tape| tape.name().to_string()),
            tape_row: bay.reader.row(),
            tape_rows: tape.map_or(0, |tape| tape.rows().len()),
            help: machine.help_at_work(),
        }
    }
}
