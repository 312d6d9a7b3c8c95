//! The options of `gier help`.

use crate::commands::help::topics;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, Error};
use std::ffi::OsStr;

pub(super) const HELP_EXAMPLES: &str = "\
Examples:
  gier help run             the command gier run
  gier help arn             what an order does, what it costs, and examples
  gier help write           a standard procedure of GIER ALGOL
  gier help spill           an alarm of a running program
  gier help step            an act of the debugger, and a word of ALGOL
  gier help order           the list of all orders; also register, procedure, word, alarm, act, term
  gier help typing          how the symbols of GIER ALGOL are typed";

/// The arguments of `gier help`.
#[derive(Args, Debug)]
pub struct HelpArgs {
    /// A command, or any word of GIER: an order, a register, a procedure, an alarm, an act
    #[arg(value_name = "TOPIC", value_parser = Topic, hide_possible_values = true)]
    pub words: Vec<String>,
}

/// A word that `gier help` may know. The shell completes those that it knows, but every other is accepted too,
/// because only `gier help` can say what the user meant.
#[derive(Clone)]
struct Topic;

impl TypedValueParser for Topic {
    type Value = String;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        Ok(value.to_string_lossy().into_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(topics().into_iter().map(PossibleValue::new)))
    }
}
