//! `gier replay`: a session log played again, its paper and the state that it comes to.

use crate::cli::ReplayArgs;
use crate::files;
use crate::report::say;
use crate::status::Status;
use crate::typewriter::echo::PaperKeeper;
use crate::typewriter::writer::{PaperWriter, RibbonStyle};
use anyhow::{Context, Result};
use gier_machine::Session;
use std::io::{self, BufWriter, Write};

/// Runs the command.
///
/// # Errors
/// A file that cannot be read or is no session log.
pub fn run(args: &ReplayArgs) -> Result<Status> {
    let text = files::read_text(&args.log)?;
    let session = Session::parse(&text).with_context(|| format!("cannot use {}", files::name(&args.log)))?;
    let replay = session.replay();
    let style = args.paper.ribbon.unwrap_or(RibbonStyle::None);
    let mut paper = PaperWriter::new(BufWriter::new(io::stdout().lock()), style);
    let mut keeper = PaperKeeper::default();
    for &(_, output) in &replay.outputs {
        for symbol in keeper.symbols(output) {
            paper.print(symbol)?;
        }
    }
    paper.finish()?;
    let end = replay.end;
    writeln!(
        io::stdout().lock(),
        "state {:016x} after {} orders, {:.6} seconds of GIER's time",
        end.hash,
        end.position.orders,
        end.position.at.as_seconds()
    )?;
    if !replay.true_to_log {
        say("the replay does not end where the log says: the log was changed, or made by another version");
        return Ok(Status::Fault);
    }
    Ok(Status::Ended)
}
