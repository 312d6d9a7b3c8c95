//! Parses the command line.

use super::{Cli, spoken};
use crate::host::terminal;
use clap::{ColorChoice, FromArgMatches};
use std::ffi::OsString;

impl Cli {
    /// The command line, in the user's language. In a terminal that understands no escape sequences, its help
    /// has no colours, whatever else the environment says.
    pub fn shown() -> clap::Command {
        let colours = if terminal::is_dumb() { ColorChoice::Never } else { ColorChoice::Auto };
        spoken::command().color(colours)
    }

    /// Parses these arguments.
    pub fn of(words: impl Iterator<Item = OsString>) -> Result<Cli, clap::Error> {
        let matches = Cli::shown().try_get_matches_from(words)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut Cli::shown()))
    }
}
