//! GIER's debugger for editors: the Debug Adapter Protocol on the engine of gier-desk.
//!
//! | what | module |
//! |---|---|
//! | messages as bytes, and back | [`wire`] |
//! | the adapter: requests, runs, events | [`adapter`] |
//! | breakpoints of all kinds | `breakpoints` |
//! | views of the machine: stack, scopes, variables, memory, orders | `look` |
//!
//! Everything here is pure. The host owns the streams: it gives [`Adapter::handle`] each request
//! and sends the messages that are returned. While [`Adapter::runs`] is true, the host calls
//! [`Adapter::work`] between requests. The adapter reaches files through [`Launcher`].
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
