//! The files for the machine's output. gier registers all of them before it opens the first one. It checks
//! them before the machine starts, and writes them at the end of the session.

use crate::cli::{OutputArgs, StationReel};
use crate::host::files::{Job, Output};
use crate::host::signals;
use anyhow::{Result, anyhow};
use gier_desk::attended::Papers;
use gier_desk::typewriter::sheet_text::printer_text;
use gier_desk::typewriter::svg;
use gier_machine::Machine;
use gier_word::Image;
use gier_word::installation::STATIONS;
use std::path::{Path, PathBuf};

/// The files for the machine's output. gier has checked that they can be written.
pub struct Outputs {
    job: Job,
    /// The file for a picture of the typewriter's sheet.
    picture: Option<Output>,
    /// The file for the punched tape.
    punch: Option<Output>,
    /// The file for the text of the line printer.
    printer: Option<Output>,
    /// The file for the plotter's drawing.
    plot: Option<Output>,
    /// The files in which reels of magnetic tape are saved, each with the number of its tape station.
    reels: Vec<(u16, Output)>,
    /// The file for the contents of the drum at the end.
    drum: Option<Output>,
}

impl Outputs {
    /// Opens the output files, and the file for a picture of the paper. `loaded` are the images from which the
    /// command loads drums, in this order, and `reels` are the reels of magnetic tape that it mounts. The saved drum
    /// may replace the last image. A saved reel may replace the only reel that was mounted on its station.
    pub fn open(
        job: &Job,
        args: &OutputArgs,
        picture: Option<&Path>,
        (loaded, reels): (&[PathBuf], &[StationReel]),
    ) -> Result<Outputs> {
        let open = |option: &str, path: Option<&Path>, what| -> Result<Option<Output>> {
            path.map(|path| Ok(job.write(option, path)?.holding(what))).transpose()
        };
        let save = |saved: &StationReel| {
            let there = reels.iter().filter(|reel| reel.station == saved.station);
            let there: Vec<&Path> = there.map(|reel| reel.file.as_path()).collect();
            let sole = if let [sole] = there[..] { Some(sole) } else { None };
            let file = job.write_over("--save-tape-station", &saved.file, sole)?;
            Ok((saved.station, file.holding("the reel")))
        };
        let last = loaded.last().map(PathBuf::as_path);
        let drum = args.save_drum.as_deref().map(|path| job.write_over("--save-drum", path, last));
        Ok(Outputs {
            job: job.clone(),
            picture: open("--paper", picture, "the paper")?,
            punch: open("--punch", args.punch.as_deref(), "the punched tape")?,
            printer: open("--printer", args.printer.as_deref(), "the printer's lines")?,
            plot: open("--plot", args.plot.as_deref(), "the plotter's drawing")?,
            reels: args.save_tape_station.iter().map(save).collect::<Result<_>>()?,
            drum: drum.transpose()?.map(|file| file.holding("the drum")),
        })
    }

    /// Returns a warning for each lost output. An
    /// output is lost if the machine produced it, but the user named no file for it. `written` are the reels of magnetic
    /// tape on which something stood before.
    pub fn unkept(&self, papers: &Papers, machine: &Machine, written: &[u16]) -> Vec<&'static str> {
        let outputs = [
            (
                self.reels.is_empty() && written_reels(machine).any(|station| !written.contains(&station)),
                REEL,
            ),
            (
                self.punch.is_none() && !papers.punched().is_empty(),
                "a tape was punched: --punch FILE saves it",
            ),
            (
                self.printer.is_none() && !papers.printed().is_empty(),
                "the program printed on the line printer: --printer FILE saves the pages",
            ),
            (
                self.plot.is_none() && !papers.drawing().lines().is_empty(),
                "the program drew on the plotter: --plot FILE.svg saves the drawing",
            ),
        ];
        outputs.into_iter().filter(|(is_lost, _)| *is_lost).map(|(_, message)| message).collect()
    }

    /// The name of the file in which the drum is saved.
    pub fn drum_name(&self) -> Option<String> {
        self.drum.as_ref().map(Output::name)
    }

    /// Removes the file for the drum, so that the drum is not saved.
    pub fn without_drum(self) -> Outputs {
        Outputs { drum: None, ..self }
    }

    /// Writes the files at the end of a session. `program` is the image from which the drum was loaded. If no track
    /// of the program has changed, the saved drum keeps the program's source map.
    pub fn write(self, papers: &Papers, machine: &Machine, program: Option<&Image>) {
        signals::save(|| self.write_all(papers, machine, program));
    }

    fn write_all(self, papers: &Papers, machine: &Machine, program: Option<&Image>) {
        if let Some(file) = self.picture {
            file.finish(svg::draw(papers.sheet()).as_bytes());
        }
        if let Some(file) = self.punch {
            file.finish(&papers.punched().iter().map(|row| row.0).collect::<Vec<u8>>());
        }
        if let Some(file) = self.printer {
            file.finish(printer_text(papers.printed()).as_bytes());
        }
        if let Some(file) = self.plot {
            file.finish(papers.drawing().to_svg().as_bytes());
        }
        if let Some(file) = self.drum {
            let mut drum = machine.drum_image();
            program.into_iter().for_each(|program| drum.take_map_of(program));
            file.finish(&drum.to_bytes());
        }
        for (station, file) in self.reels {
            match machine.reel(station) {
                Some(reel) => file.finish(&reel.to_bytes()),
                None => {
                    let name = file.name();
                    let why = anyhow!("there is no magnetic tape station {station} to save in {name}");
                    self.job.add(Err(why));
                }
            }
        }
    }
}

/// The warning for a lost reel.
pub const REEL: &str =
    "a reel of magnetic tape is written: --save-tape-station N=FILE saves that of station N";

/// The stations with a reel of magnetic tape on which something stands.
pub fn written_reels(machine: &Machine) -> impl Iterator<Item = u16> {
    let is_written = |station: &u16| machine.reel(*station).is_some_and(|reel| !reel.blocks().is_empty());
    (1..=STATIONS).filter(is_written)
}
