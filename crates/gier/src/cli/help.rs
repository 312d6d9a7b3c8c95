//! The options of `gier help`.

use clap::Args;

pub(super) const HELP_EXAMPLES: &str = "\
Examples:
  gier help run             the command gier run
  gier help order           the list of all orders
  gier help order ARN       what ar does, what it costs, and examples
  gier help register in     the indicator
  gier help procedure write what a standard procedure of GIER ALGOL does";

/// The arguments of `gier help`.
#[derive(Args, Debug)]
pub struct HelpArgs {
    /// A command; or `order`, `register`, `procedure` and a name
    #[arg(value_name = "TOPIC")]
    pub words: Vec<String>,
}
