//! What the central unit may ask of the world outside: the drum, the units of `by`, the keys.
//!
//! The central unit never sees a device, and a device never sees the central unit. An order
//! that would have to wait asks [`Periphery::ready`] before it changes anything.

use gier_word::{Address, Symbol, TrackNo, Uops};

/// What an order is about to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// `sy`: all output units selected by `by` must be free.
    Output {
        /// The unit register, ten bits.
        by: u16,
    },
    /// `ly`: the input unit selected by `by` must hold a symbol.
    Input {
        /// The unit register, ten bits.
        by: u16,
    },
    /// `lk`, `sk`, `vk`: no drum transfer may be going on.
    Drum,
    /// `il`, `us`: no block transfer may be going on.
    Block,
}

/// Which way a drum transfer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `lk`: drum to ferrite.
    Read,
    /// `sk`: ferrite to drum.
    Write,
}

/// A drum transfer of 40 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transfer {
    /// The track register tk; a track that does not exist moves nothing.
    pub track: TrackNo,
    /// The first cell in ferrite; the others follow it.
    pub address: Address,
    /// Which way.
    pub direction: Direction,
}

/// A block transfer of `il` or `us`, as R and the address gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockTransfer {
    /// The unit: the order's address, ten bits.
    pub unit: u16,
    /// First cell in ferrite: R bits 0-9.
    pub address: Address,
    /// Number of cells: R bits 10-19.
    pub cells: u16,
    /// Address within the unit: R bits 20-39.
    pub place: u32,
    /// [`Direction::Write`] is `us`, ferrite to unit.
    pub direction: Direction,
}

/// A symbol from an input unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Received {
    /// The symbol.
    pub symbol: Symbol,
    /// The row on the tape had an even number of holes; R then becomes negative.
    pub parity_wrong: bool,
}

/// The world outside the central unit.
pub trait Periphery {
    /// Whether an order that makes this request can go on at `now`. Changes nothing.
    fn ready(&self, now: Uops, request: Request) -> bool;
    /// Sends a symbol to every output unit selected by `by`; only after `ready`.
    fn output(&mut self, now: Uops, by: u16, symbol: Symbol);
    /// Takes a symbol from the input unit selected by `by`; only after `ready`.
    fn input(&mut self, now: Uops, by: u16) -> Received;
    /// Whether a drum transfer is going on (`hk`).
    fn drum_busy(&self, now: Uops) -> bool;
    /// Starts a drum transfer; only after `ready`.
    fn start_drum(&mut self, now: Uops, transfer: Transfer);
    /// The track register was set (`vk`): the next transfer may have to find the track first.
    fn select_track(&mut self, now: Uops, track: TrackNo);
    /// Starts a block transfer of `il` or `us`; only after `ready`. False: no such unit.
    fn start_block(&mut self, now: Uops, transfer: BlockTransfer) -> bool;
    /// The lock keys KA and KB.
    fn keys(&self) -> (bool, bool);
}

/// A world in which nothing happens: output vanishes, the reader is empty, the drum takes no
/// time and holds nothing. For tests and for running orders by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Quiet {
    /// The lock keys KA and KB.
    pub keys: (bool, bool),
}

impl Periphery for Quiet {
    fn ready(&self, _: Uops, request: Request) -> bool {
        !matches!(request, Request::Input { .. })
    }
    fn output(&mut self, _: Uops, _: u16, _: Symbol) {}
    fn input(&mut self, _: Uops, _: u16) -> Received {
        Received { symbol: Symbol::SPACE, parity_wrong: false }
    }
    fn drum_busy(&self, _: Uops) -> bool {
        false
    }
    fn start_drum(&mut self, _: Uops, _: Transfer) {}
    fn select_track(&mut self, _: Uops, _: TrackNo) {}
    fn start_block(&mut self, _: Uops, _: BlockTransfer) -> bool {
        false
    }
    fn keys(&self) -> (bool, bool) {
        self.keys
    }
}
