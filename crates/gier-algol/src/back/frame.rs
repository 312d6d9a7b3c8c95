//! Where things lie: frames, their cells, and how code reaches them.

use crate::ast::BlockId;

/// The frame of the program itself: its cells have fixed addresses.
pub const PROGRAM_FRAME: i64 = gier_word::source_map::PROGRAM_FRAME.number() as i64;
/// The first formal stands so many cells above p.
pub const FIRST_FORMAL: i64 = 2;
/// The largest frame: what an address relative to p reaches, with room for array descriptors.
pub const FRAME_MAX: i64 = 480;
/// The display has so many levels.
pub const LEVELS: usize = 16;

/// A cell of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The level of the frame; 0 is the program.
    pub level: usize,
    /// Where it lies, relative to p.
    pub offset: i64,
}

/// A cell that an order can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A cell of some frame.
    Frame(Location),
    /// A cell of the running system.
    Fixed(super::code::Known),
    /// A literal.
    Literal(gier_word::Cell),
    /// The cell whose address stands in the own frame at this offset.
    Through(i64),
    /// The cell whose address stands in a cell of the running system.
    ThroughFixed(super::code::Known),
}

/// A body being translated: the program, a procedure, a thunk, a switch.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its number among all bodies.
    pub number: usize,
    /// Its level.
    pub level: usize,
    /// The cells in use below p.
    pub used: i64,
    /// The most that were in use.
    pub most: i64,
    /// The blocks with arrays that are open, innermost last.
    pub arrays: Vec<BlockId>,
}

impl Body {
    /// Takes so many cells; the lowest offset comes back.
    pub fn take(&mut self, cells: i64) -> i64 {
        self.used = (self.used + cells).min(FRAME_MAX + 1);
        self.most = self.most.max(self.used);
        -self.used
    }

    /// Gives back everything taken since `used` was this.
    pub fn give_back(&mut self, used: i64) {
        self.used = used;
    }
}
