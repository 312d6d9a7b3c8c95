//! The files in which is kept what comes out of the machine: told to be written before any is
//! opened, tried before the work, written when the session is over.

use crate::cli::OutputArgs;
use crate::host::output::AtomicFile;
use crate::host::uses::Uses;
use anyhow::Result;
use gier_desk::attended::Papers;
use gier_desk::typewriter::svg;
use gier_desk::typewriter::text::printer_text;
use gier_machine::Machine;
use std::path::{Path, PathBuf};

impl OutputArgs {
    /// Tells which files are written; the drum may take the place of one of these, from which it
    /// was loaded.
    ///
    /// # Errors
    /// A file that is read or written as well.
    pub fn tell(&self, uses: &mut Uses, loaded: &[PathBuf]) -> Result<()> {
        uses.write_all([("--punch", self.punch.as_deref()), ("--printer", self.printer.as_deref())])?;
        self.save_drum.iter().try_for_each(|path| uses.write_over("--save-drum", path, loaded))
    }
}

/// The files, each one that can be written.
pub struct Outputs {
    /// The sheet as a picture.
    picture: Option<AtomicFile>,
    /// The punched tape.
    punch: Option<AtomicFile>,
    /// The text of the line printer.
    printer: Option<AtomicFile>,
    /// The drum as it is at the end.
    drum: Option<AtomicFile>,
}

impl Outputs {
    /// Finds out that what is asked for can be written.
    ///
    /// # Errors
    /// What cannot.
    pub fn open(args: &OutputArgs, picture: Option<&Path>) -> Result<Outputs> {
        let open = |path: Option<&Path>, what| -> Result<Option<AtomicFile>> {
            Ok(path.map(AtomicFile::new).transpose()?.map(|file| file.holding(what)))
        };
        Ok(Outputs {
            picture: open(picture, "the paper")?,
            punch: open(args.punch.as_deref(), "the punched tape")?,
            printer: open(args.printer.as_deref(), "the printer's lines")?,
            drum: open(args.save_drum.as_deref(), "the drum")?,
        })
    }

    /// The same, but the drum is not kept.
    pub fn without_drum(self) -> Outputs {
        Outputs { drum: None, ..self }
    }

    /// Writes them.
    ///
    /// # Errors
    /// Files that cannot be written.
    pub fn write(self, papers: &Papers, machine: &Machine) -> Result<()> {
        if let Some(file) = self.picture {
            file.finish(svg::draw(papers.sheet()).as_bytes())?;
        }
        if let Some(file) = self.punch {
            file.finish(&papers.punched().iter().map(|row| row.0).collect::<Vec<u8>>())?;
        }
        if let Some(file) = self.printer {
            file.finish(printer_text(papers.printed()).as_bytes())?;
        }
        if let Some(file) = self.drum {
            file.finish(&machine.drum_image().to_bytes())?;
        }
        Ok(())
    }
}
