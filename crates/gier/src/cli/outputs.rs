//! What can be said of the files in which is kept what comes out of the machine.

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
