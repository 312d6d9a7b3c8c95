//! `gier run`: runs a program from a drum image. This file also has what it shares with
//! `gier play`, which runs the images that come with gier.

use super::outputs::Outputs;
use super::tally::Tally;
use super::{algol, asm};
use crate::cli::{DeskArgs, RunArgs, SoundArgs, TypewriterArgs};
use crate::host::files;
use crate::host::guest::{Guest, Source};
use crate::host::language::{self, tell};
use crate::host::live::Live;
use crate::host::report::{self, say};
use crate::host::signals;
use crate::host::sound::{Listener, SoundFile};
use crate::host::status::Status;
use crate::host::stdin::Stdin;
use crate::host::terminal::{self, Terminal};
use crate::host::uses::Uses;
use anyhow::{Result, anyhow, bail};
use gier_desk::pace::Speed;
use gier_desk::tapes::{TapeKind, look};
use gier_desk::typewriter::keyboard::Typist;
use gier_desk::typewriter::text::{RibbonStyle, SheetText};
use gier_desk::whereabouts::{Guide, Whereabouts};
use gier_desk::{Ears, Ending, ProgramEnd, Room, Until, attend};
use gier_machine::{Input, Machine, NoProbe, Tape};
use gier_programs::Program;
use gier_programs::lessons::Language;
use gier_word::tape::Row;
use gier_word::{Image, Uops};
use serde_json::{Map, Value, json};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::slice;

/// Runs the command.
///
/// # Errors
/// Files that cannot be read or written.
pub fn run(args: &RunArgs) -> Result<Status> {
    let mut uses = uses(&args.typewriter, &args.desk)?;
    uses.read(&args.image)?;
    args.outputs.tell(&mut uses, if is_text(&args.image) { &[] } else { slice::from_ref(&args.image) })?;
    let Some(image) = program(&args.image, &mut uses)? else { return Ok(Status::Fault) };
    let mut machine = Machine::with_image(&image);
    prepare_desk(&mut machine, &args.desk)?;
    let outputs = Outputs::open(&args.outputs, args.typewriter.paper.as_deref())?;
    play(
        machine,
        &image,
        &args.typewriter,
        outputs,
        Wishes { limit: args.limit, stats: args.stats, json: args.json },
    )
}

/// Registers the files that every session at the typewriter reads and writes.
///
/// # Errors
/// A file that is both read and written.
pub fn uses(typewriter: &TypewriterArgs, desk: &DeskArgs) -> Result<Uses> {
    let mut uses = Uses::new();
    uses.read(typewriter.typed.as_deref().unwrap_or(Path::new("-")))?;
    uses.read_all(&desk.reader)?;
    let (paper, sound) = (typewriter.paper.as_deref(), typewriter.sound.sound.as_deref());
    uses.write_all([("--paper", paper), ("--sound", sound)])?;
    Ok(uses)
}

/// Whether a program is a text, which must be translated first.
fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "alg" || ending == "slip")
}

/// Sets the keys and mounts the tapes of the command line.
///
/// # Errors
/// A tape that cannot be read.
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
    Ok(())
}

/// The program that comes with gier and has this name, unless there is a file with the name.
pub fn named(path: &Path) -> Option<&'static Program> {
    let name = path.to_str().filter(|name| !name.contains(['/', '\\']))?;
    gier_programs::find(name).filter(|_| !path.exists())
}

/// Checks that a bare name without a file is not a misspelt name of a program.
///
/// # Errors
/// There is neither a file nor a program with this name.
pub fn check_name(path: &Path) -> Result<()> {
    let is_bare = path.extension().is_none() && path.components().count() == 1;
    if is_bare && !files::is_dash(path) && !path.exists() {
        let name = files::name(path);
        bail!("there is no file {name}, and no program is called {name}; `gier play` lists the programs");
    }
    Ok(())
}

/// The drum of a program: from an image, from a text whose name ends in `.alg` or `.slip`, or by a
/// name that `gier play` lists. Returns `None` if the text has faults, which are reported.
///
/// # Errors
/// Files that cannot be read, or have the wrong kind.
pub fn program(path: &Path, uses: &mut Uses) -> Result<Option<Image>> {
    if let Some(program) = named(path) {
        return Ok(Some(program.image()));
    }
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("alg") => {
            Ok(algol::compile(&[path.to_owned()], &[], uses, false)?
                .map(|compiled| compiled.compilation.image))
        }
        Some("slip") => asm::image(path),
        _ => {
            check_name(path)?;
            read_image(path).map(Some)
        }
    }
}

/// The drum image in a file.
///
/// # Errors
/// A file that cannot be read or is no drum image.
pub fn read_image(path: &Path) -> Result<Image> {
    image_of(path, &files::read(path)?)
}

/// The drum image in the bytes of a file with this name.
///
/// # Errors
/// It is not a drum image; the message says what it is and what to do with it.
pub fn image_of(path: &Path, bytes: &[u8]) -> Result<Image> {
    Image::from_bytes(bytes).map_err(|fault| {
        let name = files::name(path);
        let advice = advice(&name, bytes).map_or(String::new(), |advice| format!("; {advice}"));
        anyhow!("cannot use {name}: {fault}{advice}")
    })
}

/// What to do with a file that is not a drum image.
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

/// The settings of the typewriter for one run: the options of the command line, and the defaults for
/// options that were not given.
struct Setup {
    /// Whether a person types at a terminal.
    person: bool,
    /// Whether standard output is a terminal.
    terminal_out: bool,
    ribbon: RibbonStyle,
    speed: Speed,
    /// Whether standard output stays free of the paper, because the result is written as JSON.
    silent: bool,
    /// The language of messages; JSON is always in English.
    language: Language,
}

/// The options of a run that do not concern its papers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// The run ends after this many seconds of machine time.
    pub limit: Option<f64>,
    /// Whether to print statistics.
    pub stats: bool,
    /// Whether to print the paper and the result as JSON.
    pub json: bool,
}

impl Setup {
    fn new(args: &TypewriterArgs, silent: bool) -> Setup {
        let terminal_out = io::stdout().is_terminal();
        let person = args.typed.is_none() && io::stdin().is_terminal();
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let colours = terminal_out && !args.plain && !no_color && !dumb;
        let ribbon = if colours { RibbonStyle::Ansi } else { RibbonStyle::None };
        let speed = if person || args.sound.listen { Speed::Times(1.0) } else { Speed::Max };
        Setup {
            person,
            terminal_out,
            ribbon: args.ribbon.map_or(ribbon, Into::into),
            speed: args.pace.speed.unwrap_or(speed),
            silent,
            language: if silent { Language::English } else { language::chosen(args.lang) },
        }
    }

    fn guest(&self, args: &TypewriterArgs, now: Uops) -> Result<Guest<impl Write>> {
        let (typist, source) = match args.typed.as_deref() {
            Some(path) if !files::is_dash(path) => {
                let text = files::read_text(path)?;
                let typist = Typist::new(&text).map_err(|fault| anyhow!("{}, {fault}", files::name(path)))?;
                (typist, Source::Text)
            }
            None if self.person => {
                say(&tell(self.language, "end-numbers", &[]));
                let terminal = Terminal::open(self.terminal_out && !args.plain)?;
                (Typist::default(), Source::Terminal(terminal))
            }
            _ => (Typist::default(), Source::Stdin(Stdin::open())),
        };
        let text = SheetText::new(self.ribbon).marking_keys(args.mark_keys);
        let text = if self.person && self.terminal_out { text.raw_terminal() } else { text };
        let out: Box<dyn Write> = match self.silent {
            true => Box::new(io::sink()),
            false => Box::new(BufWriter::new(io::stdout().lock())),
        };
        Ok(Guest::new(typist, source, text, out, (self.speed, now)))
    }
}

/// The fastest pace for live sound.
const AUDIBLE: f64 = 4.0;

/// The listener to the machine, if any.
///
/// # Errors
/// A file that cannot be written; a computer without sound, or a pace that is too fast.
pub fn listener(args: &SoundArgs, machine: &Machine, speed: Speed) -> Result<Option<Listener>> {
    let mix = args.mix.unwrap_or_default();
    let file = args.sound.as_deref().map(|path| SoundFile::new(path, mix, machine.now())).transpose()?;
    let live = match (args.listen, speed) {
        (false, _) => None,
        (true, Speed::Times(times)) if times <= AUDIBLE => Some(Live::open(mix, machine.now(), times)?),
        (true, _) => bail!("sound needs --speed {AUDIBLE} or less"),
    };
    let somebody = file.is_some() || live.is_some();
    Ok(somebody.then(|| Listener::at(machine, file, live)))
}

/// Runs a machine with this program on its drum and with its typewriter, and saves its outputs.
///
/// # Errors
/// Files that cannot be read or written; errors of the terminal.
pub fn play(
    machine: Machine,
    program: &Image,
    args: &TypewriterArgs,
    outputs: Outputs,
    wishes: Wishes,
) -> Result<Status> {
    let setup = Setup::new(args, wishes.json);
    let session = Session { setup, program, args, outputs, wishes, began: (machine.orders(), machine.now()) };
    let ears = listener(&args.sound, &machine, session.setup.speed)?;
    match (ears, wishes.stats || wishes.json) {
        (None, false) => session.play(Room::new(machine), |_, _| Ok(()), |_, _| Vec::new()),
        (Some(ears), false) => {
            session.play(Room::heard_by(machine, ears), Listener::finish, |_, _| Vec::new())
        }
        (None, true) => {
            let room = Room::heard_by(machine, Tally::beside(NoProbe));
            session.play(room, |_, _| Ok(()), |ears, (machine, began)| ears.told(machine, began))
        }
        (Some(ears), true) => {
            let room = Room::heard_by(machine, Tally::beside(ears));
            let keep = |ears: &mut Tally<Listener>, end| ears.other.finish(end);
            session.play(room, keep, |ears, (machine, began)| ears.told(machine, began))
        }
    }
}

/// A machine, and its order count and time at the beginning of the session.
type Since<'a> = (&'a Machine, (u64, Uops));

/// A session at the typewriter.
struct Session<'a> {
    setup: Setup,
    program: &'a Image,
    args: &'a TypewriterArgs,
    outputs: Outputs,
    wishes: Wishes,
    began: (u64, Uops),
}

impl Session<'_> {
    /// Plays the session in a room. At the end it saves the sound and prints the statistics.
    fn play<E: Ears>(
        self,
        mut room: Room<E>,
        keep_sound: impl FnOnce(&mut E, Uops) -> Result<()>,
        counted: impl FnOnce(&mut E, Since<'_>) -> Vec<(&'static str, Value)>,
    ) -> Result<Status> {
        signals::catch(terminal::restore)?;
        room.know(self.program);
        let now = room.machine().now();
        let mut guest = self.setup.guest(self.args, now)?;
        let limit = self.wishes.limit.map_or(Uops::NEVER, |seconds| now + Uops::from_seconds(seconds));
        let ending = attend(&mut room, &mut guest, Until::at(limit));
        let finished = guest.finish(room.papers().sheet());
        let has_dropped_time = guest.has_dropped_time();
        // Restore the terminal before printing any message.
        drop(guest);
        self.outputs.write(room.papers(), room.machine(), Some(self.program))?;
        let machine = room.machine().clone();
        keep_sound(room.ears(), machine.now())?;
        let counted = counted(room.ears(), (&machine, self.began));
        match finished.and(ending) {
            Err(error) if is_closed_pipe(&error) => Ok(Status::Ended),
            Err(error) => Err(error),
            Ok(ending) => {
                let end =
                    Closing::of(&mut room, ending, has_dropped_time, (self.program, self.setup.language));
                if self.wishes.json {
                    files::print_json(&end.as_json(&room, counted))?;
                } else {
                    let alarms = self.wishes.stats.then(|| ("alarms", json!(u8::from(end.is_alarm))));
                    for (name, value) in counted.into_iter().chain(alarms) {
                        let name = name.replace('_', " ");
                        report::line(&format!("{name:16} {value}"));
                    }
                }
                Ok(end.say())
            }
        }
    }
}

/// Whether the reader of the paper has closed the pipe.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// The message at the end, and the status.
struct Closing {
    status: Status,
    message: Option<String>,
    /// Whether the running system of ALGOL stopped with an alarm.
    is_alarm: bool,
    dropped_time: bool,
    language: Language,
}

impl Closing {
    fn of<E: Ears>(
        room: &mut Room<E>,
        ending: Ending,
        dropped_time: bool,
        (program, language): (&Image, Language),
    ) -> Closing {
        let told = |name, parts: &[(&str, &str)]| Some(tell(language, name, parts));
        let end = if let Ending::Stopped(cause) = ending { Some(ProgramEnd::from(cause)) } else { None };
        let (status, message) = match ending {
            Ending::Stopped(cause) => match ProgramEnd::from(cause) {
                ProgramEnd::Finished => (Status::Ended, None),
                ProgramEnd::Alarm => {
                    let line = room.take_alarms().pop();
                    let message = line.map(|line| language::alarm(language, &line));
                    (Status::Fault, message.or_else(|| told("alarm-on-paper", &[])))
                }
                ProgramEnd::Stopped(cause) => {
                    (Status::Fault, told("stopped-early", &[("cause", &cause.to_string())]))
                }
            },
            Ending::AwaitingKey => {
                let sheet = room.papers().sheet();
                let (line, text) = (sheet.lines().len().to_string(), format!("{:?}", sheet.line_text()));
                (Status::InputRanOut, told("typed-ended", &[("line", &line), ("text", &text)]))
            }
            Ending::AwaitingTape => (Status::Fault, told("waits-for-tape", &[])),
            Ending::TimeIsUp | Ending::Enough | Ending::Reached => {
                let seconds = room.machine().now().seconds();
                let seconds = if seconds < 0.1 { format!("{seconds:.6}") } else { format!("{seconds:.1}") };
                (Status::Fault, told("not-ended", &[("seconds", &seconds)]))
            }
            Ending::Left => {
                let guide = program.map().map(|map| Guide::new(map.clone()));
                let place = guide.and_then(|guide| Whereabouts::of(room.machine(), &guide).line());
                (Status::Interrupted, place.and_then(|place| told("left-at", &[("place", &place)])))
            }
        };
        let is_alarm = end == Some(ProgramEnd::Alarm);
        Closing { status, message, is_alarm, dropped_time, language }
    }

    /// The run as JSON, with the statistics.
    fn as_json<E: Ears>(&self, room: &Room<E>, counted: Vec<(&'static str, Value)>) -> Value {
        let mut object = Map::new();
        object.insert("status".to_string(), json!(self.status as u8));
        object.insert("message".to_string(), json!(self.message));
        object.insert("alarm".to_string(), json!(self.is_alarm));
        object.extend(counted.into_iter().map(|(name, value)| (name.to_string(), value)));
        object.insert("paper".to_string(), json!(room.papers().sheet().to_text()));
        Value::Object(object)
    }

    fn say(self) -> Status {
        if let Some(message) = self.message {
            say(&message);
        }
        if self.dropped_time {
            say(&tell(self.language, "busy", &[]));
        }
        self.status
    }
}
