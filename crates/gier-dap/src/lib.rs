//! A debugger of GIER programs for editors. It translates between the Debug Adapter Protocol and the debugger
//! of `gier-desk`, so that an editor gets the same answers as the prompt.
//!
//! | what | module |
//! |---|---|
//! | the adapter: requests, responses, events | [`Adapter`] |
//! | what the host provides | [`launcher`] |
//! | breakpoints of all kinds | `breakpoints` |
//! | steps and runs, forward and back | `step` |
//! | the stack and orders | `look` |
//! | scopes and variables | `variables` |
//! | the program's texts | `source` |
//! | commands and expressions in the debug console | `console` |
//! | reports about long work | `progress` |
//!
//! This crate uses no streams, files or clocks, so its tests need none. The host passes each request to
//! [`Adapter::handle`], and sends the returned messages to the editor. While [`Adapter::runs`] is true, it calls
//! [`Adapter::work`] between requests, because a request to stop must be answered during a run. The adapter gets
//! programs and texts from [`Launcher`].
//!
//! The protocol addresses orders by bytes, which GIER does not have. Here a cell takes eight: cell 500 has the
//! address 0xfa0, and the order in its right half 0xfa4.

mod adapter;
mod breakpoints;
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

pub use adapter::Adapter;
pub use launcher::Launcher;
