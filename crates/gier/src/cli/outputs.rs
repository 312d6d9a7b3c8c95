//! The options for files that gier writes: those with the machine's output, and those that acts may write.
//! (An act is one line that says what to do, such as `break line 37`.)

use clap::Args;
use gier_word::installation::STATIONS;
use std::path::PathBuf;

/// The options for saving the machine's output.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputArgs {
    /// Save the punched tape in FILE
    #[arg(long, value_name = "FILE")]
    pub punch: Option<PathBuf>,
    /// Save the output of the line printer in FILE, as text
    #[arg(long, value_name = "FILE")]
    pub printer: Option<PathBuf>,
    /// Save the drawing of the plotter in FILE, as an SVG picture
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Save the reel of magnetic tape station N in FILE when the session ends; FILE may be the reel that was mounted there
    #[arg(long, value_name = "N=FILE", value_parser = StationReel::parse)]
    pub save_tape_station: Vec<StationReel>,
    /// Save the drum in IMAGE when the session ends; IMAGE may be the image that was loaded
    ///
    /// gier boot saves the drum only if every act succeeded.
    #[arg(long, value_name = "IMAGE")]
    pub save_drum: Option<PathBuf>,
}

/// The options for the files that acts may write. (An act is one line that says what to do, such as
/// `break line 37`.) By default, acts may only write new files below the working folder.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ScriptArgs {
    /// Let the acts write over files that exist, but never over a file that gier reads
    #[arg(long)]
    pub force: bool,
    /// Let the acts write outside the working folder
    #[arg(long)]
    pub allow_outside: bool,
}

/// A magnetic tape station, and a file for its reel. gier loads the reel from the file or saves it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StationReel {
    /// The number of the station, from 1 to 6.
    pub station: u16,
    /// The file with the reel, in the tape format of the simulator SIMH.
    pub file: PathBuf,
}

impl StationReel {
    /// Parses `N=FILE`: the number of a station, and the file with the reel.
    pub(super) fn parse(text: &str) -> Result<StationReel, String> {
        let (station, file) = text.split_once('=').unwrap_or((text, ""));
        match station.parse() {
            Ok(station) if (1..=STATIONS).contains(&station) && !file.is_empty() => {
                Ok(StationReel { station, file: file.into() })
            }
            _ => Err(format!("give the number of a station, 1 to {STATIONS}, and a file: 6=labels.tap")),
        }
    }
}
