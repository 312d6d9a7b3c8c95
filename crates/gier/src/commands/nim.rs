//! `gier nim`: the match game, from the image in the program itself.

use super::run::{Outputs, play};
use crate::cli::{NimArgs, PanelArgs};
use crate::files::Pending;
use crate::status::Status;
use anyhow::{Context, Result};
use gier_machine::Machine;
use gier_word::Image;

/// The drum with NIM on it, compiled from `programs/nim`.
const NIM: &[u8] = include_bytes!("../../../../roms/nim.drum");

/// The drum with NIM on it.
///
/// # Errors
/// None, unless the program was built wrongly.
pub fn image() -> Result<Image> {
    Image::from_bytes(NIM).context("the NIM image in this program")
}

/// Runs the command.
///
/// # Errors
/// Files that cannot be read or written.
pub fn run(args: &NimArgs) -> Result<Status> {
    if args.panel {
        return super::panel::run(&PanelArgs {
            pace: args.typewriter.pace,
            typed: args.typewriter.typed.clone(),
            ..PanelArgs::default()
        });
    }
    let picture = args.typewriter.paper.as_deref().map(Pending::new).transpose()?;
    let outputs = Outputs { picture, ..Outputs::default() };
    play(Machine::with_image(&image()?), &args.typewriter, outputs, None)
}
