//! What can be said to `gier sessions`.

use clap::Args;

pub(super) const SESSIONS_EXAMPLES: &str = "\
Examples:
  gier sessions                        those that are kept
  gier replay --last                   the paper of the last one
  gier sessions --prune                throw all but the latest 20 away
  gier sessions --prune --keep 0       all of them";

pub(super) const SESSIONS_WHERE: &str = "\
The logs stand in gier/sessions below $XDG_STATE_HOME or ~/.local/state; nothing but --prune throws one away.";

/// `gier sessions`.
#[derive(Args, Debug)]
pub struct SessionsArgs {
    /// Print the list as JSON; docs/json.md has its shape
    #[arg(long)]
    pub json: bool,
    /// Throw the logs of earlier sessions away, but for the latest ones
    #[arg(long, conflicts_with = "json")]
    pub prune: bool,
    /// How many of the latest are kept
    #[arg(long, value_name = "N", default_value_t = 20, requires = "prune")]
    pub keep: usize,
}
