//! The files for the machine's output. gier registers all of them before it opens the first one. It checks
//! them before the machine starts, and writes them at the end of the session.

use crate::cli::{OutputArgs, StationReel};
use crate::host::output::AtomicFile;
use crate::host::report::first_error;
use crate::host::uses::Uses;
use anyhow::{Context, Result};
use gier_desk::attended::Papers;
use gier_desk::typewriter::svg;
use gier_desk::typewriter::text::printer_text;
use gier_machine::Machine;
use gier_word::Image;
use std::path::{Path, PathBuf};

impl OutputArgs {
    /// Registers the output files. `loaded` are the images from which the command loads drums, in this order,
    /// and `reels` are the reels of magnetic tape that it mounts. The saved drum may replace the last image. A
    /// saved reel may replace the only reel that was mounted on its station.
    ///
    /// # Errors
    /// Returns an error if any other output file is also an input, or if two outputs are the same file.
    pub fn register(&self, uses: &mut Uses, loaded: &[PathBuf], reels: &[StationReel]) -> Result<()> {
        uses.write_all([
            ("--punch", self.punch.as_deref()),
            ("--printer", self.printer.as_deref()),
            ("--plot", self.plot.as_deref()),
        ])?;
        for saved in &self.save_tape_station {
            let there = reels.iter().filter(|reel| reel.station == saved.station);
            let there: Vec<&Path> = there.map(|reel| reel.file.as_path()).collect();
            let sole = if let [sole] = there[..] { Some(sole) } else { None };
            uses.write_over("--save-tape-station", &saved.file, sole)?;
        }
        let last = loaded.last().map(PathBuf::as_path);
        self.save_drum.iter().try_for_each(|path| uses.write_over("--save-drum", path, last))
    }
}

/// The files for the machine's output. gier has checked that they can be written.
pub struct Outputs {
    /// The file for a picture of the typewriter's sheet.
    picture: Option<AtomicFile>,
    /// The file for the punched tape.
    punch: Option<AtomicFile>,
    /// The file for the text of the line printer.
    printer: Option<AtomicFile>,
    /// The file for the plotter's drawing.
    plot: Option<AtomicFile>,
    /// The files in which reels of magnetic tape are saved, each with the number of its tape station.
    reels: Vec<(u16, AtomicFile)>,
    /// The file for the contents of the drum at the end.
    drum: Option<AtomicFile>,
}

impl Outputs {
    /// Checks that these files can be written.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written. The error names the file.
    pub fn open(args: &OutputArgs, picture: Option<&Path>) -> Result<Outputs> {
        let open = |path: Option<&Path>, what| -> Result<Option<AtomicFile>> {
            Ok(path.map(AtomicFile::new).transpose()?.map(|file| file.holding(what)))
        };
        Ok(Outputs {
            picture: open(picture, "the paper")?,
            punch: open(args.punch.as_deref(), "the punched tape")?,
            printer: open(args.printer.as_deref(), "the printer's lines")?,
            plot: open(args.plot.as_deref(), "the plotter's drawing")?,
            reels: args
                .save_tape_station
                .iter()
                .map(|reel| Ok((reel.station, AtomicFile::new(&reel.file)?.holding("the reel"))))
                .collect::<Result<_>>()?,
            drum: open(args.save_drum.as_deref(), "the drum")?,
        })
    }

    /// Returns a warning for each lost output, by its name in `text/en.ftl`, such as `unkept-punch`. An
    /// output is lost if the machine produced it, but the user named no file for it.
    pub fn unkept(&self, papers: &Papers) -> Vec<&'static str> {
        let outputs = [
            (self.punch.is_none() && !papers.punched().is_empty(), "unkept-punch"),
            (self.printer.is_none() && !papers.printed().is_empty(), "unkept-printer"),
            (self.plot.is_none() && !papers.drawing().lines().is_empty(), "unkept-plot"),
        ];
        outputs.into_iter().filter(|(is_lost, _)| *is_lost).map(|(_, message)| message).collect()
    }

    /// Removes the file for the drum, so that the drum is not saved.
    pub fn without_drum(self) -> Outputs {
        Outputs { drum: None, ..self }
    }

    /// Writes the files at the end of a session, even if one of them cannot be written. `program` is the image
    /// from which the drum was loaded. If no track of the program has changed, the saved drum keeps the
    /// program's source map.
    ///
    /// # Errors
    /// Returns the first error if files cannot be written. Prints the other errors.
    pub fn write(self, papers: &Papers, machine: &Machine, program: Option<&Image>) -> Result<()> {
        let mut written = Vec::new();
        if let Some(file) = self.picture {
            written.push(file.finish(svg::draw(papers.sheet()).as_bytes()));
        }
        if let Some(file) = self.punch {
            written.push(file.finish(&papers.punched().iter().map(|row| row.0).collect::<Vec<u8>>()));
        }
        if let Some(file) = self.printer {
            written.push(file.finish(printer_text(papers.printed()).as_bytes()));
        }
        if let Some(file) = self.plot {
            written.push(file.finish(papers.drawing().to_svg().as_bytes()));
        }
        if let Some(file) = self.drum {
            let mut drum = machine.drum_image();
            program.into_iter().for_each(|program| drum.take_map_of(program));
            written.push(file.finish(&drum.to_bytes()));
        }
        for (station, file) in self.reels {
            let reel = machine.reel(station).with_context(|| {
                format!("there is no magnetic tape station {station} to save in {}", file.name())
            });
            written.push(reel.and_then(|reel| file.finish(&reel.to_bytes())));
        }
        first_error(written)
    }
}
