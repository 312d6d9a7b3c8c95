//! The interface between the CPU and the devices: the drum, the units that the register `by` selects, and the
//! lock keys.
//!
//! The CPU and the devices know each other only through [`Periphery`]. Some orders may have to wait for a
//! device. For such an order, the CPU calls [`Periphery::ready`] before the order changes anything.

use gier_word::{Address, Opcode, Symbol, Tk, TrackNo, Uops};
use serde::{Deserialize, Serialize};

/// The device that an order is about to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Request {
    /// `sy`: all output units selected by `by` must be free.
    Output {
        /// The register `by`, ten bits. It selects the units.
        by: u16,
    },
    /// `ly`: the input unit selected by `by` must hold a symbol.
    Input {
        /// The register `by`, ten bits. It selects the unit.
        by: u16,
    },
    /// `lk`, `sk`, `vk`: the drum must not be in a transfer.
    Drum,
    /// `il`, `us`: no block transfer may be in progress.
    Block,
}

/// The direction of a drum transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// `lk`: drum to ferrite.
    Read,
    /// `sk`: ferrite to drum.
    Write,
}

/// A drum transfer of 40 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Transfer {
    /// The track to read or write. If the track does not exist, the transfer moves nothing.
    pub track: TrackNo,
    /// The first of the 40 cells in the ferrite store.
    pub address: Address,
    /// The direction: to the ferrite store or to the drum.
    pub direction: Direction,
}

/// A transfer of a block of words, which an order `il` or `us` requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BlockTransfer {
    /// The order's address, ten bits. The last four bits are the number of the unit. The first six bits are
    /// the mode of the transfer.  [F-IL-2]
    pub unit: u16,
    /// The bits 0-39 of R. Each unit interprets them in its own way.
    pub r: u64,
    /// The direction: [`Direction::Read`] for `il`, [`Direction::Write`] for `us`.
    pub direction: Direction,
}

impl BlockTransfer {
    /// Returns a field of R that is `width` bits wide. `from` is the number of bits of R to the right of the
    /// field. For example, `from` is 20 for a field that ends at bit 19.
    pub const fn field(self, from: u32, width: u32) -> u64 {
        self.r >> from & ((1 << width) - 1)
    }

    /// The number of the unit, 0-15.
    pub const fn number(self) -> u16 {
        self.unit & 15
    }

    /// The mode of the transfer: the order's address with the last four bits set to zero.
    pub const fn mode(self) -> u16 {
        self.unit & !15
    }

    /// The bits 0-9 of R.
    pub const fn first(self) -> u16 {
        self.field(30, 10) as u16
    }

    /// The bits 10-19 of R.
    pub const fn second(self) -> u16 {
        self.field(20, 10) as u16
    }

    /// The bits 20-39 of R: the first cell in the buffer store. (The block disc uses only the bits 22-39 for
    /// it.)
    pub const fn place(self) -> u32 {
        self.field(0, 20) as u32
    }
}

/// Why a unit refuses a block transfer. After a refusal, the machine stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BlockFault {
    /// This machine does not have the unit.  (Q1)
    NoUnit,
    /// The effect of this mode of the unit is not known.  (Q82)
    Mode,
    /// The tape has no block or file mark where the order needs one, or the block has too few words. The real
    /// unit's reaction is not known. (Q83)
    NoBlock,
    /// The order writes a block without words. The real unit's reaction is not known.  (Q83)
    NoWords,
    /// The reel is full. The real unit's reaction is not known.  (Q83)
    Full,
    /// This machine has no buffer store. A block transfer needs one, because every unit moves words to or
    /// from the buffer store.
    NoBuffer,
}

/// A symbol that an input unit delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Received {
    /// The symbol, without its parity.
    pub symbol: Symbol,
    /// Whether the row of tape had an even number of holes. `ly` then makes R negative.
    pub parity_wrong: bool,
}

/// The devices outside the CPU.
pub trait Periphery {
    /// Whether the device is ready at `now`, so that the order that makes this request can be executed.
    fn ready(&self, now: Uops, request: Request) -> bool;
    /// Sends a symbol to every output unit selected by `by`. Call it only if `ready` returned true.
    fn output(&mut self, now: Uops, by: u16, symbol: Symbol);
    /// Takes a symbol from the input unit selected by `by`. Call it only if `ready` returned true.
    fn input(&mut self, now: Uops, by: u16) -> Received;
    /// Whether a drum transfer is in progress. The order `hk` tests this.
    fn drum_busy(&self, now: Uops) -> bool;
    /// Starts a drum transfer. Call it only if `ready` returned true.
    fn start_drum(&mut self, now: Uops, transfer: Transfer);
    /// Notifies the devices that `vk` has set the track register to `tk`. A change of track can delay the
    /// next drum transfer.
    fn select_track(&mut self, now: Uops, tk: Tk);
    /// The track that a drum transfer uses if the track register holds `tk`.
    fn track(&self, tk: Tk) -> TrackNo {
        TrackNo::new(tk.number())
    }
    /// The index of the selected group of 960 tracks. The order `gg` stores 960 plus this index.
    fn drum_group(&self) -> u16 {
        0
    }
    /// Whether this machine can execute `opcode`, an order that most machines do not have. Such orders are
    /// `pc`, which jumps like `hv`, and `zj`, which changes a plotter's pen.
    fn knows(&self, opcode: Opcode) -> bool {
        let _ = opcode;
        false
    }
    /// Notifies the devices that `zj` changes the pen of the plotter. The bits 0-39 of R select the pen.
    fn change_pen(&mut self, now: Uops, r: u64) {
        let _ = (now, r);
    }
    /// Starts a block transfer of `il` or `us`. Call it only if `ready` returned true.
    ///
    /// # Errors
    /// Returns the reason if the unit refuses the transfer. After an error, nothing has changed.
    fn start_block(&mut self, now: Uops, transfer: BlockTransfer) -> Result<(), BlockFault>;
    /// The positions of the lock keys KA and KB.
    fn keys(&self) -> (bool, bool);
}

/// A set of devices that do nothing, for tests and for the execution of single orders. Output is lost, the
/// reader is empty, and the drum transfers nothing and takes no time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoDevices {
    /// The positions of the lock keys KA and KB.
    pub keys: (bool, bool),
}

impl Periphery for NoDevices {
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
    fn select_track(&mut self, _: Uops, _: Tk) {}
    fn start_block(&mut self, _: Uops, _: BlockTransfer) -> Result<(), BlockFault> {
        Err(BlockFault::NoUnit)
    }
    fn keys(&self) -> (bool, bool) {
        self.keys
    }
}
