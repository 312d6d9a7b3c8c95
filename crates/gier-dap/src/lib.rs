//! A debugger of GIER programs for editors. It connects the Debug Adapter Protocol to the debugger of
//! `gier-desk`.
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
//! This crate uses no streams, files or clocks. The host passes each request to [`Adapter::handle`], and
//! sends the returned messages to the editor. While [`Adapter::runs`] is true, the host calls
//! [`Adapter::work`] between requests. The adapter gets programs and texts from [`Launcher`].
//!
//! The protocol addresses orders by bytes. A cell of GIER takes eight bytes. For example, cell 500
//! has the address 0xfa0, and the order in its right half has the address 0xfa4.

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
