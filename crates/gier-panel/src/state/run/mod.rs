//! How the machine runs: the host of its session, the lamps and the speed.

pub(super) mod host;
pub(super) mod lamps;
pub(super) mod pace;
