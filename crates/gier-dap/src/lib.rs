//! GIER's debugger for editors: the Debug Adapter Protocol on the engine of gier-desk.
//!
//! | what | module |
//! |---|---|
//! | messages as bytes, and back | [`wire`] |
//! | the adapter: requests, runs, events | [`adapter`] |
//! | breakpoints of all kinds | `breakpoints` |
//! | what is looked at: stack, scopes, variables, memory, orders | `look` |
//!
//! Everything here is pure. Who has the streams gives [`Adapter::handle`] each request and sends what
//! comes back; while [`Adapter::runs`] says so he calls [`Adapter::work`] between requests. What is
//! wanted of the computer goes through [`Launcher`].
//!
//! The protocol knows bytes and lines. A cell is eight bytes, with its 42 bits at the lower end, so
//! cell 500 has the address 0xfa0, and the order in its right half 0xfa4.

pub mod adapter;
mod breakpoints;
mod look;
mod step;
#[cfg(test)]
mod tests;
mod under_way;
pub mod wire;

pub use adapter::{Adapter, Launcher};
