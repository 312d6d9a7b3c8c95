//! `gier replay`: a session log played again, its paper and the state that it comes to.

use crate::cli::ReplayArgs;
use crate::host::files;
use crate::host::report::say;
use crate::host::status::Status;
use anyhow::{Context, Result};
use gier_desk::attended::Papers;
use gier_machine::Session;

/// Runs the command.
///
/// # Errors
/// A file that cannot be read or is no session log.
pub fn run(args: &ReplayArgs) -> Result<Status> {
    let text = files::read_text(&args.log)?;
    let session = Session::parse(&text).with_context(|| format!("cannot use {}", files::name(&args.log)))?;
    let replay = session.replay();
    let (mut papers, mut writer, mut paper) = (Papers::new(), args.paper.writer(), String::new());
    for &(_, output) in &replay.outputs {
        papers.take(output, &mut |print| writer.print(print, &mut paper));
    }
    writer.finish(papers.sheet(), &mut paper);
    let end = replay.end;
    files::print(&format!(
        "{paper}state {:016x} after {} orders, {:.6} seconds of GIER's time\n",
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
