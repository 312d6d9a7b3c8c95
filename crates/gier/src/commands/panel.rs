//! `gier panel` and `gier play NAME --panel`: show the panel in the terminal, or draw one picture of
//! it.

use super::outputs::Outputs;
use super::program::{self, image_of, prepare_desk};
use crate::cli::{PanelArgs, Signs};
use crate::host::clock::HostClock;
use crate::host::files::{self, Claim, Job, Output, without_mark};
use crate::host::folders::{config_folder, state_folder};
use crate::host::report::say;
use crate::host::signals;
use crate::host::status::Status;
use crate::host::texts;
use crate::host::watch::ReplayProgress;
use crate::host::{language, report};
use crate::panel::files::HostFiles;
use crate::panel::logs;
use crate::panel::{look, terminal};
use anyhow::{Context, Result, anyhow, bail};
use gier_desk::pace::Speed;
use gier_desk::{Replay, replay_while};
use gier_machine::{Log, Machine, Timeline};
use gier_panel::App;
use gier_panel::ink::theme::Theme;
use gier_panel::ink::{ascii, picture};
use gier_panel::keys::{Key, Keymap, script};
use gier_panel::parts::screen;
use gier_panel::state::files::programs::{ListedProgram, ProgramList};
use gier_panel::state::files::store::Store;
use gier_programs::{DEFAULT, PROGRAMS, Program, meant};
use gier_word::{Image, Uops};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::io::{self, IsTerminal};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

/// Runs `gier panel`.
pub fn run(job: &Job, args: &PanelArgs) -> Result<Status> {
    open(job, args, breaks(args), || begin(job, args))
}

/// Opens the panel on a session that `begin` has begun: the machine at its beginning, and its timeline. The
/// breakpoints are saved in the state folder, in the file `NAME.breaks`. NAME is `name`, with each `/` and `\`
/// replaced by `-`.
pub fn go_on_with(
    job: &Job,
    args: &PanelArgs,
    name: &str,
    begin: impl FnOnce() -> Result<(Machine, Timeline)>,
) -> Result<Status> {
    let title = file_title(name);
    let breaks = state_folder().and_then(|state| ordinary(state.join(format!("{title}.breaks"))));
    open(job, args, breaks, || {
        let (start, timeline) = begin()?;
        Ok(Ok(FirstSession { start, timeline, title, shown: report::one_line(name), image: None }))
    })
}

/// Converts the title of a session to a file name without its ending.
fn file_title(title: &str) -> String {
    title.replace(['/', '\\'], "-")
}

/// Opens the panel on the session that `begin` creates. `breaks` is the file of the breakpoints.
fn open(
    job: &Job,
    args: &PanelArgs,
    breaks: Option<PathBuf>,
    begin: impl FnOnce() -> Result<Begun>,
) -> Result<Status> {
    let signs = look::signs(args.window.signs);
    let picture = args.window.picture.as_deref().map(|path| job.write("--picture", path)).transpose()?;
    let log = args.window.log.as_deref().map(|path| job.claim("--log", path, None)).transpose()?;
    let breaks = breaks.map(|path| job.claim("the breakpoints", &path, None)).transpose()?;
    let outputs = Outputs::open(job, &args.outputs, None, (image_file(args), &args.desk.tape_station))?;
    let Some(keys) = keys(job, args)? else { return Ok(Status::WrongUse) };
    let early = Early::read(job, args)?;
    let has_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if args.window.picture.is_none() {
        look::refuse_dumb()?;
    }
    signals::catch()?;
    let begun = match begin()? {
        Ok(begun) => begun,
        Err(status) => return Ok(status),
    };
    if args.window.picture.is_none() && !has_terminal {
        bail!(
            "the panel needs a terminal; without one use `gier run IMAGE` or `gier nim` with --plain, \
             or `gier panel --picture FILE` for one picture of the panel"
        );
    }
    let store = store(job, args, &begun.title, (breaks, log))?;
    let speed =
        args.pace.speed.unwrap_or(if args.window.picture.is_some() { Speed::Max } else { Speed::Times(1.0) });
    let theme = look::theme(args);
    let FirstSession { start, timeline, shown, image, .. } = begun;
    let clock = Box::new(HostClock::start());
    let mut app = App::resumed(&start, timeline, &shown, speed, theme.unwrap_or(Theme::Either), store, clock);
    app.set_language(language::language());
    if args.window.log.is_some()
        && let Some(trouble) = app.trouble()
    {
        // This session cannot write its log, so the empty file that reserves its name is deleted.
        args.window.log.iter().for_each(|log| logs::forget(log));
        bail!("{trouble}");
    }
    app.set_programs(Box::new(BundledPrograms));
    app.set_keys(keys);
    let program = image.map(|(image, texts)| {
        app.load_sources(&image, texts);
        image
    });
    early.happen(args, &mut app);
    let status = match picture {
        Some(_) if signals::is_interrupted() => {
            say("interrupted, so there is no picture");
            app.finish();
            Ok(Status::Interrupted)
        }
        Some(picture) => take_picture(args, &mut app, picture),
        None => {
            look::recall_view(args, &mut app);
            let status = show(&mut app, signs, theme.is_none());
            look::remember_view(&app);
            status
        }
    };
    outputs.write(app.papers(), app.machine(), program.as_ref());
    status
}

/// Gives the panel the programs that come with gier.
struct BundledPrograms;

impl ProgramList for BundledPrograms {
    fn names(&self) -> Vec<&'static str> {
        PROGRAMS.iter().map(|program| program.name).collect()
    }

    fn program(&self, typed: &str) -> Result<ListedProgram, String> {
        let program = meant(typed)?;
        let image = program.image();
        Ok(ListedProgram { name: program.name, texts: texts::of_program(program, &image), image })
    }
}

/// The program that the option `--program` or the argument names, otherwise [`DEFAULT`].
fn program(args: &PanelArgs) -> &'static Program {
    args.program.or_else(|| program::named(args.image.as_deref()?)).unwrap_or(DEFAULT)
}

/// A list with the file that the argument names. The list is empty if the argument names a program that comes
/// with gier.
fn image_file(args: &PanelArgs) -> &[PathBuf] {
    let is_name = args.image.as_deref().and_then(program::named).is_some();
    if is_name { &[] } else { args.image.as_slice() }
}

/// The first session of the panel. `Err` has the exit status of the command if the user cancelled the replay of a log.
type Begun = std::result::Result<FirstSession, Status>;

/// The first session of the panel.
struct FirstSession {
    /// The machine at the beginning of the session.
    start: Machine,
    /// The timeline of the session. In a new session, it has no past.
    timeline: Timeline,
    /// A short name for the session. It is also used in the file name of the session's log.
    title: String,
    /// The name that the panel's heading shows for the session.
    shown: String,
    /// The image that the session began with, if it is known, and its source texts. A text that was not
    /// found is `None`.
    image: Option<(Image, Vec<Option<String>>)>,
}

/// Creates the session that the command line describes. Its program may come with gier, or be an ALGOL
/// or SLIP text, a drum image, a snapshot or a session log.
fn begin(job: &Job, args: &PanelArgs) -> Result<Begun> {
    let Some(path) = image_file(args).first() else {
        let program = program(args);
        let image = program.image();
        let texts = texts::of_program(program, &image);
        return on_drum(job, args, (image, texts), (program.name.to_string(), program.name.to_uppercase()));
    };
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let (title, shown) = (stem.unwrap_or("gier".to_string()), last_part(path));
    let image = if program::text_language(job, path)?.is_some() {
        program::program(job, path)?.with_context(|| format!("{} has faults", files::name(path)))?
    } else {
        program::check_name(path)?;
        let bytes = job.read(path)?;
        let context = || format!("cannot use {}", files::name(path));
        if Log::begins(without_mark(&bytes)) {
            return go_on(args, &files::text(&bytes, path)?, title).with_context(context);
        }
        if Machine::begins(&bytes) {
            let machine = Machine::from_bytes(&bytes).with_context(context)?;
            return at_desk(job, args, machine, (title, shown)).map(Ok);
        }
        image_of(path, &bytes)?
    };
    let texts = texts::beside(job, path, &image)?;
    on_drum(job, args, (image, texts), (title, shown))
}

/// The name of a file without its folder, for the heading of the panel.
fn last_part(path: &Path) -> String {
    files::name(path.file_name().map_or(path, Path::new))
}

/// Reads the file that assigns keys to the panel's commands. The user can name the file; otherwise, it is
/// `keys` in the configuration folder. If the file has faults, prints them and returns `None`.
fn keys(job: &Job, args: &PanelArgs) -> Result<Option<Keymap>> {
    let kept = args.window.keys.clone().or_else(|| {
        let kept = config_folder()?.join("keys");
        // A picture must look the same for every user, so it ignores the user's own keys.
        (args.window.picture.is_none() && kept.is_file()).then_some(kept)
    });
    let Some(path) = kept else { return Ok(Some(Keymap::default())) };
    let text = job.read_text(&path)?;
    match Keymap::read(&text) {
        Ok(keys) => Ok(Some(keys)),
        Err(faults) => {
            report::faults(&[(files::name(&path), text)], &faults);
            Ok(None)
        }
    }
}

/// Begins a session with this image on the drum. `image` also has its source texts.
fn on_drum(
    job: &Job,
    args: &PanelArgs,
    image: (Image, Vec<Option<String>>),
    names: (String, String),
) -> Result<Begun> {
    let begun = at_desk(job, args, Machine::with_image(&image.0), names)?;
    Ok(Ok(FirstSession { image: Some(image), ..begun }))
}

/// Begins a session with this machine, after setting the desk's keys and mounting the tapes. The names are the title
/// of the session, and what the heading shows.
fn at_desk(
    job: &Job,
    args: &PanelArgs,
    mut machine: Machine,
    (title, shown): (String, String),
) -> Result<FirstSession> {
    prepare_desk(job, &mut machine, &args.desk)?;
    Ok(FirstSession { start: machine.clone(), timeline: Timeline::new(machine), title, shown, image: None })
}

/// Replays a session log. The session then continues where it ended.
fn go_on(args: &PanelArgs, log: &str, title: String) -> Result<Begun> {
    let desk = &args.desk;
    if desk.ka || desk.kb || !desk.reader.is_empty() || !desk.tape_station.is_empty() {
        bail!(
            "a session continues as it ended: --ka, --kb, --reader and --tape-station are for a new session"
        );
    }
    let session = Log::parse(log)?;
    let mut watch = ReplayProgress::new(&session, None);
    let Replay { room, true_to_log } = replay_while(&session, None, &mut |_| {}, &mut |now| watch.next(now));
    if let Some(given_up) = watch.finish() {
        return Ok(Err(given_up.status()));
    }
    if !true_to_log {
        bail!("its replay does not reach its end: the log was changed, or made by another version");
    }
    let title =
        session.options.iter().find(|(name, _)| name == "title").map_or(title, |(_, title)| title.clone());
    let shown = report::one_line(&title);
    let title = file_title(&title);
    let (start, timeline) = (session.start, room.into_timeline());
    Ok(Ok(FirstSession { start, timeline, title, shown, image: None }))
}

/// The file in which breakpoints are saved. `--breaks` can name it. By default, it is in the state folder. Its
/// name is then made from the whole path of the image. If the command only draws a picture, there is no
/// file by default.
fn breaks(args: &PanelArgs) -> Option<PathBuf> {
    if args.window.breaks.is_some() || args.window.picture.is_some() {
        return args.window.breaks.clone();
    }
    let path = match image_file(args).first() {
        Some(path) => {
            let whole = std::path::absolute(path).unwrap_or(path.clone());
            let name = file_title(&whole.to_string_lossy()).replace(':', "-");
            state_folder()?.join("breaks").join(format!("{}.breaks", name.trim_start_matches('-')))
        }
        None => state_folder()?.join(format!("{}.breaks", program(args).name)),
    };
    ordinary(path)
}

/// Returns the path of a file of breakpoints that the user did not name. If it is a link, a pipe or a device,
/// prints a message and returns `None`, because gier must neither read nor write such a file unasked.
fn ordinary(path: PathBuf) -> Option<PathBuf> {
    if !files::may_write_unasked(&path) {
        say(&format!("breakpoints are not saved: {} is no ordinary file", files::name(&path)));
        return None;
    }
    Some(path)
}

/// Opens the files of the session. Returns an error if a file that the user named cannot be opened. If one of
/// gier's own files cannot be opened, only prints a message.
fn store(
    job: &Job,
    args: &PanelArgs,
    title: &str,
    (breaks, log): (Option<Claim>, Option<Claim>),
) -> Result<Store> {
    let log = match log {
        Some(claim) => Some(logs::reserve(job, claim, args.window.force)?),
        None => logs::sessions_folder().filter(|_| args.window.picture.is_none()).and_then(|folder| {
            let log = logs::reserve_new(job, &folder, title);
            log.map_err(|error| say(&format!("this session is not logged: {error:#}"))).ok()
        }),
    };
    let breaks_name = breaks.as_ref().map(|breaks| in_utf8(breaks.path())).transpose()?;
    let log_name = log.as_ref().map(|log| in_utf8(log.claim.path())).transpose()?;
    let files = HostFiles::new(job, log, breaks, args.window.breaks.is_some());
    let mut store = Store::new(title, breaks_name, log_name, Box::new(files));
    if args.window.breaks.is_some() {
        store.breaks().map_err(|error| anyhow!("{error}"))?;
    }
    Ok(store)
}

/// Converts a file name to text. Returns an error if the name is not UTF-8.
fn in_utf8(path: &Path) -> Result<String> {
    path.to_str().map(str::to_string).with_context(|| format!("the name {} is not UTF-8", files::name(path)))
}

/// What the command line types and presses before the panel opens.
struct Early {
    typed: Option<String>,
    keys: Option<Vec<Key>>,
}

impl Early {
    /// Reads the text and the keys. Must be called before the session has a log, because a mistake in them ends the
    /// command, and the log would replace an older one.
    fn read(job: &Job, args: &PanelArgs) -> Result<Early> {
        let typed = args.typed.as_deref().map(|path| job.read_text(path)).transpose()?;
        let keys = args.window.press.as_deref().map(script::parse).transpose();
        Ok(Early { typed, keys: keys.map_err(|error| anyhow!("--press: {error}"))? })
    }

    /// Types the text and presses the keys. Shows the progress if this takes long.
    fn happen(self, args: &PanelArgs, app: &mut App) {
        if args.window.stopped {
            app.stand();
        }
        if self.typed.is_some() || args.window.at.is_some() {
            let text = self.typed.unwrap_or_default();
            let bar = look::progress(args.window.at);
            app.work_ahead(&text, args.window.at.map_or(Uops::NEVER, Uops::from_seconds), &mut |done, _| {
                bar.set_position(Uops(done).seconds() as u64);
                !signals::is_interrupted()
            });
            bar.finish_and_clear();
        }
        if let Some(keys) = &self.keys {
            let bar = look::progress_of_keys(keys.len());
            app.press_while(keys, &mut |pressed, _| {
                bar.set_position(pressed);
                !signals::is_interrupted()
            });
            bar.finish_and_clear();
        }
        if args.breaks_off {
            app.switch_breaks_off();
        }
    }
}

/// Shows the panel in the terminal. Afterwards, even after a panic, prints where the log is.
fn show(app: &mut App, signs: Signs, asks: bool) -> Result<Status> {
    let result =
        catch_unwind(AssertUnwindSafe(|| terminal::show(app, signs, asks))).unwrap_or_else(|panic| {
            if let Some(name) = app.log_name() {
                say(&format!("the session up to here is saved in {name}; `gier replay {name}` replays it"));
            }
            resume_unwind(panic)
        });
    let log = app.finish();
    if let Some(trouble) = app.trouble() {
        say(trouble);
        return result.map(|()| Status::WrongUse);
    }
    result?;
    if let Some(name) = log {
        say(&format!("the session is saved in {name}; `gier panel {name}` continues it"));
    }
    Ok(if signals::is_interrupted() { Status::Interrupted } else { Status::Ended })
}

/// Draws one picture of the panel into a file: SVG if its name ends in `.svg`, otherwise text.
fn take_picture(args: &PanelArgs, app: &mut App, picture: Output) -> Result<Status> {
    let (width, height) = args.window.size;
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    if let Some(view) = args.window.view {
        app.show(view);
    }
    app.prepare(height);
    screen::draw(&app.scene(), area, &mut buffer);
    if args.window.signs == Some(Signs::Ascii) {
        ascii::draw(&mut buffer);
    }
    let is_svg = picture.claim().path().extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
    let bytes = if is_svg {
        picture::draw(&buffer, "The panel of gier", look::theme(args) == Some(Theme::Light))
    } else {
        picture::text(&buffer)
    };
    let drawn = picture.save(bytes.as_bytes());
    app.finish();
    if let Some(trouble) = app.trouble() {
        bail!("{trouble}");
    }
    drawn.map(|_| Status::Ended)
}
