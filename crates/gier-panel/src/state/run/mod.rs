//! How the machine runs: the host of its session and the lamps.

pub(super) mod host;
pub(super) mod lamps;
