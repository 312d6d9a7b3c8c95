//! Frames and their cells. A frame holds the variables of one call of a procedure or another body.

use crate::ast::BlockId;

/// The base address of the main program's frame. All cells of this frame have fixed addresses.
pub(crate) const PROGRAM_FRAME: i64 = gier_word::source_map::PROGRAM_FRAME.number() as i64;
/// The offset of the first formal parameter from the address in the register p, in cells.
pub(crate) const FIRST_FORMAL: i64 = 2;
/// A frame can have at most this many cells below the address in the register p. An order can address 512
/// cells below p, so a margin of 32 cells is left.
pub(crate) const FRAME_MAX: i64 = 480;
/// The maximum number of levels of the display, which is the table of frame addresses.
pub(crate) const LEVELS: usize = 16;

/// A cell of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Location {
    /// The nesting level of the frame's body. The main program has level 0.
    pub(crate) level: usize,
    /// The cell's address relative to the register p. In the main program, the address is relative to
    /// `PROGRAM_FRAME`.
    pub(crate) offset: i64,
}

/// A cell that an order can address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// A cell of a frame. The frame can belong to the current body or to an enclosing one.
    Frame(Location),
    /// A cell of the running system.
    Fixed(super::code::RuntimeName),
    Literal(gier_word::Cell),
    /// The cell whose address is in the current frame, at this offset.
    Through(i64),
    /// The cell whose address is in this cell of the running system.
    ThroughFixed(super::code::RuntimeName),
}

/// The body that is being generated: the program, a procedure, a switch, or a thunk (the code of a parameter
/// called by name).
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// The number of the body. The main program is body 0.
    pub(crate) number: usize,
    /// The nesting level of the body. The main program has level 0.
    pub(crate) level: usize,
    /// The number of cells that are now in use below the address in the register p.
    pub(crate) used: i64,
    /// The largest number of cells that were in use at one time.
    pub(crate) most: i64,
    /// The blocks with arrays that are now open. The innermost block is the last.
    pub(crate) arrays: Vec<BlockId>,
}

impl Body {
    /// Allocates this many cells, and returns the offset of the lowest one.
    pub(crate) fn take(&mut self, cells: i64) -> i64 {
        self.used = (self.used + cells).min(FRAME_MAX + 1);
        self.most = self.most.max(self.used);
        -self.used
    }

    /// Frees the cells that were allocated last. `used` is the value that the field `used` had before them.
    pub(crate) fn give_back(&mut self, used: i64) {
        self.used = used;
    }
}
