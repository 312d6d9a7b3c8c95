//! GIER's debugger for editors: the Debug Adapter Protocol on the engine of gier-desk.
//!
//! | what | module |
//! |---|---|
//! | messages as bytes, and back | [`wire`] |
//! | the adapter: requests, responses, events | [`Adapter`] |
//! | what the host provides | [`launcher`] |
//! | breakpoints of all kinds | `breakpoints` |
//! | steps and runs, forward and back | `step` |
//! | the stack, memory and orders | `look` |
//! | scopes and variables | `variables` |
//! | the program's texts, and where to go in them | `source` |
//! | acts and expressions in the debug console | `console` |
//! | how the editor counts lines and writes paths | `client` |
//! | reports about long work | `progress` |
//!
//! Nothing here uses a stream, a file or a clock. The host owns the streams: it gives
//! [`Adapter::handle`] each request and sends the messages that are returned. While [`Adapter::runs`] is
//! true, the host calls [`Adapter::work`] between requests. The adapter reaches files through
//! [`Launcher`].
//!
//! The protocol knows bytes and lines. A cell is eight bytes, with its 42 bits at the lower end, so
//! cell 500 has the address 0xfa0, and the order in its right half 0xfa4.

mod adapter;
mod breakpoints;
mod client;
mod console;
mod launch;
pub mod launcher;
mod look;
mod progress;
mod source;
mod step;
#[cfg(test)]
mod tests;
mod under_way;
mod variables;
pub mod wire;

pub use adapter::Adapter;
pub use launcher::Launcher;
