//! Finds the drum image of the program that the user named. Also prepares the desk.

use super::{algol, asm, replay};
use crate::cli::{DeskArgs, StationReel};
use crate::host::files::{self, Job};
use crate::host::report::Report;
use crate::host::texts;
use anyhow::{Context, Result, anyhow, bail};
use gier_algol::source::SourceText;
use gier_desk::tapes::{TapeKind, guess, look};
use gier_machine::{Input, Log, Machine, Tape};
use gier_programs::Program;
use gier_slip::Source;
use gier_word::tape::Row;
use gier_word::{Image, Reel};
use std::path::Path;

/// Prepares the desk: sets the devices and keys, and mounts the tapes and reels that the command line
/// names.
pub fn prepare_desk(job: &Job, machine: &mut Machine, desk: &DeskArgs) -> Result<()> {
    if let Some(installation) = desk.installation {
        machine.set_installation(installation);
    }
    for (on, input) in [(desk.ka, Input::Ka(true)), (desk.kb, Input::Kb(true))] {
        if on {
            machine.feed(input);
        }
    }
    for path in &desk.reader {
        machine.feed(Input::MountTape(Tape::from_bytes(&files::name(path), &job.read(path)?)));
    }
    mount_reels(job, machine, &desk.tape_station)
}

/// Puts reels on the magnetic tape stations. If the machine lacks a station, adds it.
pub fn mount_reels(job: &Job, machine: &mut Machine, reels: &[StationReel]) -> Result<()> {
    for (number, StationReel { station, file }) in reels.iter().enumerate() {
        if reels[..number].iter().any(|other| other.station == *station) {
            bail!("--tape-station names two reels for station {station}, which holds only one");
        }
        let reel = Reel::from_bytes(&job.read(file)?).with_context(|| files::name(file))?;
        machine.set_installation(machine.installation().with_station(*station));
        machine.feed(Input::MountReel(*station, reel));
    }
    Ok(())
}

/// Finds the program with this name among the programs that come with gier. Returns `None` if there is no
/// such program, or if a file has this name.
pub fn named(path: &Path) -> Option<&'static Program> {
    let name = path.to_str().filter(|name| !name.contains(['/', '\\']))?;
    gier_programs::find(name).filter(|_| !path.exists())
}

/// The source texts of the program that the user named, in the order of its source map. `image` is what
/// [`program`] made of `path`.
pub fn texts_of(job: &Job, path: &Path, image: &Image) -> Result<Vec<Option<String>>> {
    match named(path) {
        Some(program) => Ok(texts::of_program(program, image)),
        None => texts::beside(job, path, image),
    }
}

/// Checks that a file exists, if its name has no folder and no ending. Such a name may be a misspelt
/// name of a program that comes with gier.
pub fn check_name(path: &Path) -> Result<()> {
    let is_bare = path.extension().is_none() && path.components().count() == 1;
    if is_bare && !files::is_dash(path) && !path.exists() {
        let name = files::name(path);
        bail!("there is no file {name}, and no program is called {name}; `gier play` lists the programs");
    }
    Ok(())
}

/// The drum image of the program that the user named. `path` is an image, a source text, or a name that `gier
/// play` lists. If a source text has faults, prints them and returns `None`.
pub fn program(job: &Job, path: &Path) -> Result<Option<Image>> {
    if let Some(program) = named(path) {
        return Ok(Some(program.image()));
    }
    match text_language(job, path)? {
        Some(TextLanguage::Algol) => compiled(job, path),
        Some(TextLanguage::Slip) => asm::image(job, path),
        None => {
            check_name(path)?;
            read_image(job, path).map(Some)
        }
    }
}

/// The language in which a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextLanguage {
    /// ALGOL. The name of the text ends in `.alg`.
    Algol,
    /// SLIP. The name of the text ends in `.slip`.
    Slip,
}

impl TextLanguage {
    /// The language that a text is in, according to its contents. A text may be short, so fewer orders make it SLIP
    /// than `gier tape info` demands of a tape.
    fn of(text: &str) -> Option<TextLanguage> {
        if gier_algol::has_program(&SourceText::from_bytes("", text.as_bytes())) {
            return Some(TextLanguage::Algol);
        }
        let (items, faults) = gier_slip::parse(&[Source::new("", text)]);
        (faults.len() < items.len()).then_some(TextLanguage::Slip)
    }

    /// The advice about a file with a text in this language, whose name says something else.
    fn renamed(self, name: &str) -> String {
        match self {
            TextLanguage::Algol => {
                format!("{name} looks like an ALGOL text: rename it so that it ends in .alg")
            }
            TextLanguage::Slip => {
                format!("{name} looks like a SLIP text: rename it so that it ends in .slip")
            }
        }
    }

    /// The advice about a faulty text that seems to be in the other language.
    pub fn instead_of(self, path: &Path, text: &str) -> Option<String> {
        TextLanguage::of(text).filter(|other| *other != self).map(|other| other.renamed(&files::name(path)))
    }
}

/// The language of a source text, according to the ending of its name. For a tape (`.flx`), the contents
/// decide. Returns `None` for every other file.
pub fn text_language(job: &Job, path: &Path) -> Result<Option<TextLanguage>> {
    Ok(match path.extension().and_then(|ending| ending.to_str()) {
        Some("alg") => Some(TextLanguage::Algol),
        Some("slip") => Some(TextLanguage::Slip),
        Some("flx") => {
            files::check_rereadable(path)?;
            match look(&job.read(path)?.into_iter().map(Row).collect::<Vec<_>>()).kind {
                TapeKind::Algol(_) => Some(TextLanguage::Algol),
                TapeKind::Slip => Some(TextLanguage::Slip),
                _ => None,
            }
        }
        _ => None,
    })
}

/// Compiles an ALGOL text to a drum image. Returns `None` if the text has faults.
fn compiled(job: &Job, path: &Path) -> Result<Option<Image>> {
    let compiled = algol::compile(job, &[path.to_owned()], &[], Report::Text)?;
    Ok(compiled.map(|compiled| compiled.compilation.image))
}

/// Reads a drum image from a file.
pub fn read_image(job: &Job, path: &Path) -> Result<Image> {
    image_of(path, &job.read(path)?)
}

/// Reads a drum image from the contents of a file. `path` is only used in messages.
pub fn image_of(path: &Path, bytes: &[u8]) -> Result<Image> {
    Image::from_bytes(bytes).map_err(|fault| {
        let name = files::name(path);
        let advice = advice(&name, bytes).map_or(String::new(), |advice| format!("; {advice}"));
        anyhow!("cannot use {name}: {fault}{advice}")
    })
}

/// Advice for the user whose file is not a drum image, for example how to run a tape. Returns `None` if gier
/// does not recognise the file.
fn advice(name: &str, bytes: &[u8]) -> Option<String> {
    if Image::begins(bytes) {
        return None;
    }
    if bytes.is_empty() && name.ends_with(".log") {
        return Some(replay::EMPTY_LOG.to_string());
    }
    if Machine::begins(bytes) || Log::begins(bytes) {
        return Some(format!("it is a file of the panel: gier panel {name}"));
    }
    let is_text = std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
    if is_text || name.ends_with(".asc") {
        let seems = TextLanguage::of(&String::from_utf8_lossy(bytes)).map(|language| language.renamed(name));
        let endings = || "gier runs ALGOL and SLIP texts whose names end in .alg or .slip".to_string();
        return Some(seems.unwrap_or_else(endings));
    }
    match look(&bytes.iter().map(|&row| Row(row)).collect::<Vec<_>>()).kind {
        TapeKind::Unknown(_) => guess::guess(bytes).map(|guess| format!("it looks like {guess}")),
        kind => Some(format!("it is a paper tape ({kind}): gier tape info {name}")),
    }
}
