//! How the machine runs: its session, your keys, the lamps and the speed.

pub(super) mod keyboard;
pub(super) mod lamps;
pub(super) mod pace;
pub(super) mod work;
