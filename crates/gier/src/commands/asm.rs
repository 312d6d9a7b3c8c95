//! `gier asm`: a SLIP text to a drum image.

use crate::cli::AsmArgs;
use crate::host::files::{self, Pending};
use crate::host::report;
use crate::host::status::Status;
use anyhow::{Result, anyhow};
use gier_slip::Source;
use gier_word::Diagnostic;

/// Runs the command.
///
/// # Errors
/// Files that cannot be read or written.
pub fn run(args: &AsmArgs) -> Result<Status> {
    let name = files::name(&args.file);
    let source = Source::new(&name, &files::read_source(&args.file)?);
    let (items, faults) = gier_slip::parse(std::slice::from_ref(&source));
    if !faults.is_empty() {
        return Ok(refuse(source, &faults));
    }
    let assembly = match gier_slip::assemble(&items) {
        Ok(assembly) => assembly,
        Err(faults) => return Ok(refuse(source, &faults)),
    };
    let image = gier_slip::bootable(&assembly, &files::title(&args.file))
        .map_err(|reason| anyhow!("cannot make a drum of {name}: {reason}"))?;
    let output = Pending::new(&args.output)?;
    if args.list {
        files::print(&assembly.listing(&items))?;
    }
    output.finish(&image.to_bytes())?;
    Ok(Status::Ended)
}

fn refuse(source: Source, faults: &[Diagnostic]) -> Status {
    report::faults(&[(source.name, source.text)], faults);
    Status::Fault
}
