//! `gier panel` and `gier play NAME --panel`: the machine room in the terminal, or one picture of it.

use super::run::{prepare_desk, read_image};
use crate::cli::PanelArgs;
use crate::host::clock::HostClock;
use crate::host::files;
use crate::host::report::say;
use crate::host::signals;
use crate::host::status::Status;
use crate::panel::files::{HostFiles, new_log_path, state_folder};
use crate::panel::terminal;
use anyhow::{Context, Result, anyhow, bail};
use gier_desk::pace::Speed;
use gier_machine::Machine;
use gier_panel::App;
use gier_panel::ink::picture;
use gier_panel::ink::theme::{self, Theme};
use gier_panel::keys::script;
use gier_panel::parts::screen;
use gier_panel::state::shelf::Shelf;
use gier_panel::state::store::Store;
use gier_programs::{NIM, PROGRAMS, Program, meant};
use gier_word::Uops;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::io::{self, IsTerminal};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

/// What the file of a snapshot begins with.
const SNAPSHOT: &[u8] = b"GIERSNAP";

/// Runs the command.
///
/// # Errors
/// Files that cannot be read or written, no terminal, trouble with the terminal.
pub fn run(args: &PanelArgs) -> Result<Status> {
    let has_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if args.picture.is_none() && !has_terminal {
        bail!(
            "the panel needs a terminal; without one use `gier run IMAGE` or `gier nim` with --plain, \
             or `gier panel --picture FILE` for one picture of the panel"
        );
    }
    let (machine, name) = machine(args)?;
    let store = store(args, &name)?;
    let shown = args
        .image
        .as_deref()
        .map_or_else(|| program(args).name.to_uppercase(), |path| path.display().to_string());
    let speed =
        args.pace.speed.unwrap_or(if args.picture.is_some() { Speed::Max } else { Speed::Times(1.0) });
    let mut app = App::new(machine, &shown, speed, theme(args), store, Box::new(HostClock::start()));
    app.offer(Box::new(Programs));
    prepare(args, &mut app)?;
    match &args.picture {
        Some(path) => take_picture(args, &mut app, path),
        None => show(&mut app),
    }
}

/// The programs that come with gier.
struct Programs;

impl Shelf for Programs {
    fn names(&self) -> Vec<&'static str> {
        PROGRAMS.iter().map(|program| program.name).collect()
    }

    fn machine(&self, typed: &str) -> Result<(&'static str, Machine), String> {
        let program = meant(typed)?;
        Ok((program.name, Machine::with_image(&program.image())))
    }
}

/// The program that is shown if no image is.
fn program(args: &PanelArgs) -> &'static Program {
    args.program.unwrap_or(NIM)
}

/// The machine that is asked for, and a short name for its files.
fn machine(args: &PanelArgs) -> Result<(Machine, String)> {
    let (mut machine, name) = match args.image.as_deref() {
        None => (Machine::with_image(&program(args).image()), program(args).name.to_string()),
        Some(path) => {
            let name =
                path.file_stem().map_or_else(|| "gier".into(), |stem| stem.to_string_lossy().into_owned());
            (read_machine(path)?, name)
        }
    };
    prepare_desk(&mut machine, &args.desk)?;
    Ok((machine, name))
}

/// A machine from a drum image or a snapshot.
fn read_machine(path: &Path) -> Result<Machine> {
    let bytes = files::read(path)?;
    if bytes.starts_with(SNAPSHOT) {
        return Machine::from_bytes(&bytes).with_context(|| format!("cannot use {}", files::name(path)));
    }
    Ok(Machine::with_image(&read_image(path)?))
}

/// Where breakpoints and log are kept: the breakpoints of a program that comes with gier with
/// what gier remembers, those of an image beside it. A picture knows of none and leaves none behind.
fn store(args: &PanelArgs, name: &str) -> Result<Store> {
    let state = state_folder();
    let breaks = match (&args.breaks, &args.image) {
        (Some(path), _) => Some(path.clone()),
        _ if args.picture.is_some() => None,
        (None, Some(path)) => {
            let mut name = path.clone().into_os_string();
            name.push(".breaks");
            Some(PathBuf::from(name))
        }
        (None, None) => state.as_ref().map(|state| state.join(format!("{name}.breaks"))),
    };
    let log = match (&args.log, &state) {
        (Some(path), _) => Some(path.clone()),
        (None, Some(state)) if args.picture.is_none() => match new_log_path(&state.join("sessions"), name) {
            Ok(path) => Some(path),
            Err(error) => {
                say(&format!("this session is not logged: {error:#}"));
                None
            }
        },
        _ => None,
    };
    let breaks = breaks.as_deref().map(in_utf8).transpose()?;
    let log = log.as_deref().map(in_utf8).transpose()?;
    Ok(Store::new(name, breaks, log, Box::new(HostFiles::new(state))))
}

/// The panel's files have names that can be shown.
fn in_utf8(path: &Path) -> Result<String> {
    path.to_str().map(str::to_string).with_context(|| format!("the name {} is not UTF-8", path.display()))
}

/// A picture has a ground of its own, a dark one unless a light one is asked for.
fn theme(args: &PanelArgs) -> Theme {
    let variable = |name: &str| std::env::var(name).ok();
    let asked = args.theme.map(Into::into).or(args.picture.is_some().then_some(Theme::Dark));
    theme::choose(asked, variable("NO_COLOR").as_deref(), variable("COLORFGBG").as_deref())
}

/// What was typed and pressed before the panel is shown.
fn prepare(args: &PanelArgs, app: &mut App) -> Result<()> {
    let limit = args.at.map_or(Uops::NEVER, Uops::from_seconds);
    if args.typed.is_some() || args.at.is_some() {
        let text = args.typed.as_deref().map(files::read_text).transpose()?.unwrap_or_default();
        app.type_text(&text, limit);
    }
    if let Some(keys) = &args.press {
        app.press_all(&script::parse(keys).map_err(|error| anyhow!("--press: {error}"))?);
    }
    Ok(())
}

/// The panel in the terminal; afterwards it says where the log is, also after a panic.
fn show(app: &mut App) -> Result<Status> {
    signals::catch()?;
    let result = catch_unwind(AssertUnwindSafe(|| terminal::show(app))).unwrap_or_else(|panic| {
        if let Some(name) = app.log_name() {
            say(&format!("the session up to here is kept in {name}; `gier replay {name}` plays it"));
        }
        resume_unwind(panic)
    });
    let log = app.finish();
    result?;
    if let Some(name) = log {
        say(&format!("the session is kept in {name}; `gier replay {name}` plays it again"));
    }
    Ok(if signals::is_interrupted() { Status::Interrupted } else { Status::Ended })
}

/// Draws one picture into a file: SVG, or text if its name ends otherwise.
fn take_picture(args: &PanelArgs, app: &mut App, path: &Path) -> Result<Status> {
    let (width, height) = args.size;
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    if let Some(view) = args.view {
        app.show(view.into());
    }
    app.prepare(height);
    screen::draw(&app.scene(), area, &mut buffer);
    let is_svg = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
    let bytes = if is_svg {
        picture::draw(&buffer, "The panel of gier", theme(args) == Theme::Light)
    } else {
        picture::text(&buffer)
    };
    files::write(path, bytes.as_bytes())?;
    app.finish();
    Ok(Status::Ended)
}
