//! The devices, a file each, all in the same shape: constants with their sources, state, what
//! the central unit may do, what happens when the device is due, what the world may do, and
//! how the state is kept in a file. A device sees the schedule, and the ferrite if it moves
//! cells; never the central unit.

pub mod buffer;
pub mod desk;
pub mod drum;
pub mod printer;
pub mod punch;
pub mod reader;
pub mod typewriter;
