//! Programs that commands are given: their drum images, and the desk and the files of a session with them.

use super::{algol, asm};
use crate::cli::{DeskArgs, StationReel, TypewriterArgs};
use crate::host::files;
use crate::host::uses::Uses;
use anyhow::{Context, Result, anyhow, bail};
use gier_desk::tapes::{TapeKind, look};
use gier_machine::{Input, Machine, Tape};
use gier_programs::Program;
use gier_programs::lessons::Language;
use gier_word::tape::Row;
use gier_word::{Image, Reel};
use std::path::Path;

/// Registers the files that a session at the typewriter reads and writes.
///
/// # Errors
/// Returns an error if a file is both read and written.
pub fn uses(typewriter: &TypewriterArgs, desk: &DeskArgs) -> Result<Uses> {
    let mut uses = Uses::new();
    uses.read(typewriter.typed.as_deref().unwrap_or(Path::new("-")))?;
    read_desk(&mut uses, desk)?;
    let (paper, sound) = (typewriter.paper.as_deref(), typewriter.sound.sound.as_deref());
    uses.write_all([("--paper", paper), ("--sound", sound)])?;
    Ok(uses)
}

/// Registers the tapes and reels that the desk begins with as files that are read.
///
/// # Errors
/// Returns an error if one of the files is written, too.
pub fn read_desk(uses: &mut Uses, desk: &DeskArgs) -> Result<()> {
    uses.read_all(&desk.reader)?;
    uses.read_all(desk.tape_station.iter().map(|reel| &reel.file))
}

/// Sets up the desk according to the command line: installation, keys and tapes.
///
/// # Errors
/// Returns an error if a tape cannot be read.
pub fn prepare_desk(machine: &mut Machine, desk: &DeskArgs) -> Result<()> {
    if let Some(installation) = desk.installation {
        machine.set_installation(installation);
    }
    for (on, input) in [(desk.ka, Input::Ka(true)), (desk.kb, Input::Kb(true))] {
        if on {
            machine.feed(input);
        }
    }
    for path in &desk.reader {
        machine.feed(Input::MountTape(Tape::from_bytes(&files::name(path), &files::read(path)?)));
    }
    mount_reels(machine, &desk.tape_station)
}

/// Puts reels on the magnetic tape stations, adding the stations that the machine lacks.
///
/// # Errors
/// Returns an error if a file cannot be read, or is no reel.
pub fn mount_reels(machine: &mut Machine, reels: &[StationReel]) -> Result<()> {
    for StationReel { station, file } in reels {
        let reel = Reel::from_bytes(&files::read(file)?).with_context(|| files::name(file))?;
        machine.set_installation(machine.installation().with_station(*station));
        machine.feed(Input::MountReel(*station, reel));
    }
    Ok(())
}

/// Finds a program that comes with gier by its name. Returns `None` if a file with that name exists.
pub fn named(path: &Path) -> Option<&'static Program> {
    let name = path.to_str().filter(|name| !name.contains(['/', '\\']))?;
    gier_programs::find(name).filter(|_| !path.exists())
}

/// Checks that an argument without folder and ending is not a misspelt name of a program.
///
/// # Errors
/// Returns an error if the argument is such a name and there is no file with this name.
pub fn check_name(path: &Path) -> Result<()> {
    let is_bare = path.extension().is_none() && path.components().count() == 1;
    if is_bare && !files::is_dash(path) && !path.exists() {
        let name = files::name(path);
        bail!("there is no file {name}, and no program is called {name}; `gier play` lists the programs");
    }
    Ok(())
}

/// The drum image of a program. The program is an image, a text whose name ends in `.alg` or `.slip`, or a
/// name that `gier play` lists. If the text has faults, reports them in this language and returns `None`.
///
/// # Errors
/// Returns an error if a file cannot be read, or if it has the wrong kind.
pub fn program(path: &Path, uses: &mut Uses, language: Language) -> Result<Option<Image>> {
    if let Some(program) = named(path) {
        return Ok(Some(program.image()));
    }
    match text_language(path)? {
        Some(TextLanguage::Algol) => compiled(path, uses, language),
        Some(TextLanguage::Slip) => asm::image(path, language),
        None => {
            check_name(path)?;
            read_image(path).map(Some)
        }
    }
}

/// The language of a program's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextLanguage {
    /// ALGOL: `.alg`.
    Algol,
    /// SLIP: `.slip`.
    Slip,
}

/// The language of a text by its name, and of a tape (`.flx`) by its contents. Returns `None` for every
/// other file.
///
/// # Errors
/// Returns an error if a tape cannot be read.
pub fn text_language(path: &Path) -> Result<Option<TextLanguage>> {
    Ok(match path.extension().and_then(|ending| ending.to_str()) {
        Some("alg") => Some(TextLanguage::Algol),
        Some("slip") => Some(TextLanguage::Slip),
        Some("flx") => match look(&files::read(path)?.into_iter().map(Row).collect::<Vec<_>>()).kind {
            TapeKind::Algol(_) => Some(TextLanguage::Algol),
            TapeKind::Slip => Some(TextLanguage::Slip),
            _ => None,
        },
        _ => None,
    })
}

/// The drum image of an ALGOL text, or `None` if the text has faults.
fn compiled(path: &Path, uses: &mut Uses, language: Language) -> Result<Option<Image>> {
    let compiled = algol::compile(&[path.to_owned()], &[], uses, Some(language))?;
    Ok(compiled.map(|compiled| compiled.compilation.image))
}

/// Reads a drum image from a file.
///
/// # Errors
/// Returns an error if the file cannot be read or is no drum image.
pub fn read_image(path: &Path) -> Result<Image> {
    image_of(path, &files::read(path)?)
}

/// Makes a drum image from the bytes of a file. `path` is the name of the file in messages.
///
/// # Errors
/// Returns an error if the bytes are no drum image. The message says what the file is, and what the user can
/// do with it.
pub fn image_of(path: &Path, bytes: &[u8]) -> Result<Image> {
    Image::from_bytes(bytes).map_err(|fault| {
        let name = files::name(path);
        let advice = advice(&name, bytes).map_or(String::new(), |advice| format!("; {advice}"));
        anyhow!("cannot use {name}: {fault}{advice}")
    })
}

/// Advice on what the user can do with a file that is not a drum image.
fn advice(name: &str, bytes: &[u8]) -> Option<String> {
    if bytes.starts_with(b"GIERDRUM") {
        return None;
    }
    if bytes.starts_with(b"GIERSNAP") || bytes.starts_with(b"gier-session ") {
        return Some(format!("it is a file of the panel: gier panel {name}"));
    }
    let is_text = std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
    if is_text || name.ends_with(".asc") {
        return Some("gier runs ALGOL and SLIP texts whose names end in .alg or .slip".to_string());
    }
    let info = look(&bytes.iter().map(|&row| Row(row)).collect::<Vec<_>>());
    match info.kind {
        TapeKind::First(_) => Some(format!("it is a first tape: gier boot --tape {name}")),
        TapeKind::Unknown(_) => None,
        kind @ (TapeKind::Help3Binary
        | TapeKind::Help3Text
        | TapeKind::HjaelpBinary
        | TapeKind::Slip
        | TapeKind::Algol(_)
        | TapeKind::Text) => Some(format!("it is a paper tape ({kind}): gier tape info {name}")),
    }
}
