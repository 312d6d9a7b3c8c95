//! Frames: the cells of variables, and how code addresses these cells.

use crate::ast::BlockId;

/// The base address of the main program's frame, whose cells have fixed addresses.
pub(crate) const PROGRAM_FRAME: i64 = gier_word::source_map::PROGRAM_FRAME.number() as i64;
/// The offset of the first formal parameter from the register p, in cells.
pub(crate) const FIRST_FORMAL: i64 = 2;
/// The size of the largest frame, in cells. Addresses relative to the register p cannot reach further. Some
/// room is left for array descriptors.
pub(crate) const FRAME_MAX: i64 = 480;
/// The maximum number of levels of the display.
pub(crate) const LEVELS: usize = 16;

/// A cell of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Location {
    /// The level of the frame; 0 is the program.
    pub(crate) level: usize,
    /// The address relative to the register p.
    pub(crate) offset: i64,
}

/// A cell that an order can address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// A cell of some frame.
    Frame(Location),
    /// A cell of the running system.
    Fixed(super::code::RuntimeName),
    Literal(gier_word::Cell),
    /// The cell whose address is stored in the current body's frame, at this offset.
    Through(i64),
    /// The cell whose address is stored in a cell of the running system.
    ThroughFixed(super::code::RuntimeName),
}

/// The body that is being generated: the program, a procedure, a thunk or a switch.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// The number of the body.
    pub(crate) number: usize,
    /// The level of the body.
    pub(crate) level: usize,
    /// The number of cells in use below the address in the register p.
    pub(crate) used: i64,
    /// The largest number of cells in use at once so far.
    pub(crate) most: i64,
    /// The open blocks with arrays, innermost last.
    pub(crate) arrays: Vec<BlockId>,
}

impl Body {
    /// Allocates this many cells and returns the lowest offset.
    pub(crate) fn take(&mut self, cells: i64) -> i64 {
        self.used = (self.used + cells).min(FRAME_MAX + 1);
        self.most = self.most.max(self.used);
        -self.used
    }

    /// Frees all cells allocated since `used` had this value.
    pub(crate) fn give_back(&mut self, used: i64) {
        self.used = used;
    }
}
