//! The options of `gier sessions`.

use clap::Args;

pub(super) const SESSIONS_EXAMPLES: &str = "\
Examples:
  gier sessions                        the list
  gier replay --last                   the paper of the last one
  gier sessions --prune                delete all but the latest 20
  gier sessions --prune --keep 0       delete all";

pub(super) const SESSIONS_WHERE: &str = "\
The logs are in gier/sessions below $XDG_STATE_HOME or ~/.local/state, on Windows below
%LOCALAPPDATA%. Only --prune deletes them.";

/// The arguments of `gier sessions`.
#[derive(Args, Debug)]
pub struct SessionsArgs {
    /// Print the list as JSON; docs/json.md describes it
    #[arg(long)]
    pub json: bool,
    /// Delete all but the latest logs; --keep says how many stay
    #[arg(long, conflicts_with = "json")]
    pub prune: bool,
    /// How many of the latest logs to keep
    #[arg(long, value_name = "N", default_value_t = 20, requires = "prune")]
    pub keep: usize,
}
