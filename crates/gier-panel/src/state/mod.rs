//! The panel's state: a session under the debugger, and what you see of the session.
//!
//! | folder | what |
//! |---|---|
//! | `app` | the [`App`]: keys and clicks, slices of the run, the scene of a picture |
//! | `commands` | what the commands do, one file for each group of the key table |
//! | `run` | the running machine, your keys, the lamps, the speed |
//! | `views` | the view and its cursor, moments, searches, texts, values |
//! | [`files`] | files and programs |
//! | `prompt` | messages, questions and the line that you type |

mod app;
mod commands;
pub mod files;
mod prompt;
mod run;
mod views;

#[cfg(test)]
mod tests;

pub use app::App;
