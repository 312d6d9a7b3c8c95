//! The panel: the machine room in the terminal, the desk with its lamps beside the typewriter.
//!
//! | file | what |
//! |---|---|
//! | [`command`], [`keys`] | what can be asked for, and the one table of keys |
//! | [`scene`] | all that a picture shows, as plain data |
//! | [`screen`], [`layout`] | the whole picture, and where its parts stand |
//! | [`desk`], [`heading`], [`sheet`], [`listing`], [`track`], [`history`], [`foot`], [`help`] | the parts |
//! | [`app`], [`act`], [`answer`], [`advance`] | the state, and what keys and time do to it |
//! | [`prompt`], [`setting`] | questions, and how a register or cell is set |
//! | [`store`], [`diary`] | files: breakpoints, snapshots, the session log |
//! | [`terminal`], [`picture`] | the terminal, and a picture for a file |
//! | [`lamps`], [`glow`], [`forms`], [`theme`], [`pen`] | what the parts are drawn with |
//!
//! The core knows nothing of it: the panel pulls a plain view between two slices, and sends
//! inputs.

pub mod act;
pub mod advance;
pub mod answer;
pub mod app;
pub mod command;
pub mod desk;
pub mod diary;
pub mod foot;
pub mod forms;
pub mod glow;
pub mod heading;
pub mod help;
pub mod history;
pub mod keys;
pub mod lamps;
pub mod layout;
pub mod listing;
pub mod pen;
pub mod picture;
pub mod prompt;
pub mod scene;
pub mod screen;
pub mod script;
pub mod setting;
pub mod sheet;
pub mod store;
pub mod terminal;
pub mod theme;
pub mod track;

#[cfg(test)]
mod tests;
