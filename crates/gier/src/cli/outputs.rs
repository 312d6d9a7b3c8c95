//! What can be said of the files in which is kept what comes out of the machine, and of those that acts write.

use clap::Args;
use std::path::PathBuf;

/// What is kept of what the machine gives.
#[derive(Args, Clone, Debug, Default)]
pub struct OutputArgs {
    /// Keep what is punched in FILE
    #[arg(long, value_name = "FILE")]
    pub punch: Option<PathBuf>,
    /// Keep what the line printer prints in FILE, as text
    #[arg(long, value_name = "FILE")]
    pub printer: Option<PathBuf>,
    /// Keep the drum in IMAGE as the session leaves it; it may be the image that was loaded
    ///
    /// gier boot keeps it only if every act could be done.
    #[arg(long, value_name = "IMAGE")]
    pub save_drum: Option<PathBuf>,
}

/// What acts may write besides new files below the working folder.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ScriptArgs {
    /// Let the acts write over files that exist; never over a file that gier reads
    #[arg(long)]
    pub force: bool,
    /// Let the acts write outside the working folder
    #[arg(long)]
    pub allow_outside: bool,
}
