//! The panel's state: a session under the debugger, and what of it is looked at. Each part of it is
//! a value with its own methods; the [`App`] holds them together, one file of `commands` for each
//! group of the key table.

mod advance;
pub mod app;
pub mod commands;
pub mod keyboard;
pub mod lamps;
pub mod look;
pub mod pace;
pub mod places;
pub mod prompt;
pub mod search;
pub mod shelf;
mod show;
pub mod source;
pub mod store;
pub mod values;
pub mod work;

#[cfg(test)]
mod tests;

pub use app::App;
