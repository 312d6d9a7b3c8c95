//! Searches the past of a debugging session: what wrote a cell, when an expression changed or was true, when a
//! breakpoint was hit, and where a value came from. Most searches replay the session from its keyframes, the
//! latest first, because the latest moment is the one that is wanted.

mod known;
mod moments;
mod origin;
mod stops;
mod writes;

pub use known::KnownWrites;
pub use moments::{MomentKind, last_moment};
pub use origin::{Read, Reads, Step, own_order, reads, statements, typed_by};
pub use stops::last_stop;
pub use writes::{UpTo, Write, Writer, Written, last_write, named};

/// The outcome of a search backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reversed {
    /// The condition was true at an earlier position. The session has gone to the last such position.
    Found,
    /// The condition was true at no earlier position. The session has not moved.
    Never,
    /// The callback `report` cancelled the search. The session has not moved.
    Cancelled,
}
