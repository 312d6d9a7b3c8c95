//! How the machine runs: its session, your keys, the lamps as you see them, and the speed.

pub mod keyboard;
pub mod lamps;
pub mod pace;
pub mod work;
