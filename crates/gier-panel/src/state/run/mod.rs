//! How the machine runs: its session, the keys that you press, the lamps that you see, and the speed.

pub(super) mod keyboard;
pub(super) mod lamps;
pub(super) mod pace;
pub(super) mod work;
