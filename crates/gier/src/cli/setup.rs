//! The options of the commands that set gier up on this computer.

use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  gier completions bash > ~/.local/share/bash-completion/completions/gier
  gier completions zsh > ~/.zfunc/_gier
  gier completions fish > ~/.config/fish/completions/gier.fish";

/// The arguments of `gier completions`, which prints the completion script of a shell.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// The arguments of `gier man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The folder for the pages; gier makes it if it does not exist
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
