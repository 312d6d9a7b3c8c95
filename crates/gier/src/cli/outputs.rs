//! The command-line options for the files that keep the machine's output, and for the files that acts
//! write.

use clap::Args;
use std::path::PathBuf;

/// The outputs of the machine to save.
#[derive(Args, Clone, Debug, Default)]
pub struct OutputArgs {
    /// Save what is punched in FILE
    #[arg(long, value_name = "FILE")]
    pub punch: Option<PathBuf>,
    /// Save what the line printer prints in FILE, as text
    #[arg(long, value_name = "FILE")]
    pub printer: Option<PathBuf>,
    /// Save the drum in IMAGE when the session ends; IMAGE may be the image that was loaded
    ///
    /// gier boot saves it only if every act succeeded.
    #[arg(long, value_name = "IMAGE")]
    pub save_drum: Option<PathBuf>,
}

/// The options that let acts write more than new files below the working folder.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ScriptArgs {
    /// Let the acts write over files that exist, but never over a file that gier reads
    #[arg(long)]
    pub force: bool,
    /// Let the acts write outside the working folder
    #[arg(long)]
    pub allow_outside: bool,
}
