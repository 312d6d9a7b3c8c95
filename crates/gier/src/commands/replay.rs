//! `gier replay`: a session log played again, its paper and the state that it comes to.

use crate::cli::ReplayArgs;
use crate::files;
use crate::report::say;
use crate::status::Status;
use crate::typewriter::echo::PaperKeeper;
use crate::typewriter::writer::{self, RibbonStyle};
use anyhow::{Context, Result};
use gier_machine::Session;
use gier_word::Symbol;

/// Runs the command.
///
/// # Errors
/// A file that cannot be read or is no session log.
pub fn run(args: &ReplayArgs) -> Result<Status> {
    let text = files::read_text(&args.log)?;
    let session = Session::parse(&text).with_context(|| format!("cannot use {}", files::name(&args.log)))?;
    let replay = session.replay();
    let style = args.paper.ribbon.unwrap_or(RibbonStyle::None);
    let mut keeper = PaperKeeper::default();
    let symbols: Vec<Symbol> =
        replay.outputs.iter().flat_map(|&(_, output)| keeper.symbols(output)).collect();
    let end = replay.end;
    files::print(&format!(
        "{}state {:016x} after {} orders, {:.6} seconds of GIER's time\n",
        writer::text_of(symbols, style)?,
        end.hash,
        end.position.orders,
        end.position.at.as_seconds()
    ))?;
    if !replay.true_to_log {
        say("the replay does not end where the log says: the log was changed, or made by another version");
        return Ok(Status::Fault);
    }
    Ok(Status::Ended)
}
