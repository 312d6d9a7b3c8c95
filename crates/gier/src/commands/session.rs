//! A session at the typewriter: a machine, its user, and what is saved and printed at the end. `gier run`,
//! `gier play` and `gier archive run` use it.

use super::closing::{Closing, Told};
use super::outputs::{Outputs, written_reels};
use crate::cli::{SoundArgs, TypewriterArgs};
use crate::host::files::{self, Job};
use crate::host::guest::{Guest, Source};
use crate::host::live::Live;
use crate::host::report::say;
use crate::host::sound::{Listener, SoundFile};
use crate::host::status::Status;
use crate::host::tally::Tally;
use crate::host::typist::Terminal;
use crate::host::{signals, terminal};
use anyhow::{Result, anyhow, bail};
use gier_archive::rules::Entry;
use gier_desk::Until;
use gier_desk::acts::asc;
use gier_desk::attended::Print;
use gier_desk::circle::jumps_to_itself;
use gier_desk::lacking::missing_track;
use gier_desk::monitor::Monitor;
use gier_desk::pace::Speed;
use gier_desk::session::{Host, Session};
use gier_desk::tapes::look_and_read;
use gier_desk::typewriter::sheet_text::{RibbonStyle, SheetText};
use gier_machine::Machine;
use gier_word::{Address, Image, Uops};
use std::cell;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// The settings of a session, from the command line and its defaults.
struct Setup {
    /// Whether a person types at a terminal.
    person: bool,
    /// Whether standard output is a terminal.
    terminal_out: bool,
    ribbon: RibbonStyle,
    speed: Speed,
    /// Whether gier prints the result as JSON, and does not print the paper.
    silent: bool,
}

/// The time limit of a run, and what gier reports about the run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// The machine time after which the run ends, in seconds.
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
        let colours = terminal_out && !args.plain && !no_color && !terminal::is_dumb();
        let ribbon = if colours { RibbonStyle::Ansi } else { RibbonStyle::None };
        let speed = if person || args.sound.listen { Speed::Times(1.0) } else { Speed::Max };
        Setup {
            person,
            terminal_out,
            ribbon: args.ribbon.unwrap_or(ribbon),
            speed: args.pace.speed.unwrap_or(speed),
            silent,
        }
    }

    /// The user of the typewriter in this session. A text that is typed is given to the session.
    fn guest(
        &self,
        job: &Job,
        args: &TypewriterArgs,
        (session, hint): (&mut Session, &str),
    ) -> Result<Guest<Box<dyn Write>>> {
        let source = match args.typed.as_deref() {
            Some(path) if !files::is_dash(path) => {
                let text = typed_text(job, path)?;
                let typed = session.type_text(&text);
                typed.map_err(|fault| anyhow!("{}, {fault}", files::name(path)))?;
                Source::Text
            }
            None if self.person => {
                say(hint);
                Source::Terminal(Terminal::open(self.terminal_out && !args.plain && !terminal::is_dumb())?)
            }
            _ => Source::Stdin(job.keyboard()?),
        };
        let text = SheetText::new(self.ribbon).marking_keys(args.mark_keys);
        let text = if self.person && self.terminal_out { text.raw_terminal() } else { text };
        let out: Box<dyn Write> = match self.silent {
            true => Box::new(io::sink()),
            false => Box::new(job.paper()?),
        };
        Ok(Guest::new(source, text, out, (self.speed, session.machine().now())))
    }
}

/// The characters that the user types: those of a text, or those that are on a tape or in a text in the museum's
/// notation.
fn typed_text(job: &Job, path: &Path) -> Result<String> {
    let is_asc = files::is_asc(path);
    if !is_asc && !files::is_flx(path) {
        return job.read_text(path);
    }
    let rows = asc::rows(&files::name(path), &job.read(path)?, is_asc, say).map_err(anyhow::Error::msg)?;
    Ok(look_and_read(&rows).1.as_str().to_string())
}

/// After so many looks in a row at a program that has selected a track that the machine lacks, or stays in a cell whose
/// order jumps to itself, gier ends the run.
const LOOKS: u32 = 100;

/// The advice at a terminal for programs in GIER ALGOL III, whose procedures for input take a space as the end of
/// a number.
pub const HINT: &str = "end a number with a space; Ctrl-C leaves";
/// The advice to a user who sits at the monitor program HELP 3, and at HJÆLP.
const AT_MONITOR: &str = "end a command with <; Ctrl-C leaves";
const AT_HJAELP: &str = "HJÆLP reads lines of SLIP, and _l reads the tape; Ctrl-C leaves";

/// The highest speed at which sound can be played, as a multiple of the real GIER's speed.
const AUDIBLE: f64 = 4.0;

/// Creates the listener that records or plays the machine's sound. Returns `None` if the user wants no
/// sound.
pub fn listener(job: &Job, args: &SoundArgs, machine: &Machine, speed: Speed) -> Result<Option<Listener>> {
    let mix = args.mix.unwrap_or_default();
    let file = args.sound.as_deref().map(|path| SoundFile::new(job, path, mix, machine.now())).transpose()?;
    let live = match (args.listen, speed) {
        (false, _) => None,
        (true, Speed::Times(times)) if times <= AUDIBLE => Some(Live::open(mix, machine.now(), times)?),
        (true, _) => bail!("sound needs --speed {AUDIBLE} or less"),
    };
    let somebody = file.is_some() || live.is_some();
    Ok(somebody.then(|| Listener::at(machine, file, live)))
}

/// Runs a machine that has this program on its drum. The user types at the machine's typewriter. At the end,
/// saves the machine's output.
pub fn play(
    job: &Job,
    machine: Machine,
    program: &Image,
    args: &TypewriterArgs,
    outputs: Outputs,
    wishes: Wishes,
) -> Result<Status> {
    let session = Session::new(machine).with_program(program);
    play_on(job, session, &Opening { program: Some(program), ..Opening::default() }, args, outputs, wishes)
}

/// Finds something for a program that has printed this line, and says so.
pub type Finder<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// What gier knows about a session at its beginning.
#[derive(Default)]
pub struct Opening<'a> {
    /// The image of the program, with its source map.
    pub program: Option<&'a Image>,
    /// The output that was printed before the session. It is shown to the user first.
    pub seen: Vec<Print>,
    /// The monitor to which the program returns at its end.
    pub monitor: Option<Monitor>,
    /// The message to print if the program waits for a tape. If this is `None`, gier prints its usual advice.
    pub tapes: Option<String>,

    /// Finds another form of the tape after a failure, and says so.
    pub pair: Option<&'a dyn Fn() -> Option<String>>,
    /// The cells at whose stops the user pressed the button start.
    pub started: Vec<Address>,
    /// The count of orders and the time when the program began to work.
    pub begun: Option<(u64, Uops)>,
    /// What people have found out about the tape, unless the user has followed it.
    pub note: Option<&'static str>,
    /// Whether the note says that the program waits for the button start.
    pub is_told_to_start: bool,
    /// What kind of keys the program wants, if the paper does not ask.
    pub asks: Option<&'static str>,
    /// How long the program worked when gier ran it so, in seconds.
    pub seen_time: Option<&'static str>,
    /// What is known of the tape in the museum's archive from which the program comes.
    pub entry: Option<&'a Entry>,
    /// The key of the base system, if there is one.
    pub base: Option<&'a str>,
    /// The path of the tape, for a command that reads it.
    pub tape: Option<String>,
    /// Whether the program has a data tape.
    pub has_data: bool,
    /// Whether the user has given something to type.
    pub is_typed: bool,
    /// Names data tapes for the program, if the user has named none.
    pub lacking: Option<String>,
    /// Whether the tape is only read, and starts no program.
    pub is_only_read: bool,
    /// Finds another base system after a refusal, and says so. The program must print this line there, too.
    pub other_base: Option<&'a Finder<'a>>,
    /// The message to print after a failure if the tape is damaged.
    pub damage: Option<String>,
    /// The monitor at which the user sits. When it waits for a command, the session goes on while there is more to
    /// type.
    pub desk: Option<Monitor>,
    /// The keys that a check of the program strikes, to be named if the program waits for a key.
    pub keys: Option<String>,
    /// Which of the keys KA and KB the user knows already, because the tape's text speaks of them.
    pub known_keys: [bool; 2],
    /// The advice to a user at a terminal. `None` stands for the advice for GIER ALGOL III.
    pub hint: Option<&'static str>,
}

impl Opening<'_> {
    /// The user sits at the monitor of this machine, which waits for a command.
    pub fn at_monitor(machine: &Machine) -> Self {
        let hint = if Monitor::default().waits(machine) { AT_MONITOR } else { AT_HJAELP };
        Opening { desk: Some(Monitor::of(machine)), hint: Some(hint), ..Opening::default() }
    }
}

/// Like [`play`], but goes on with a session. At the end, saves the machine's output and the sound, and prints
/// the result.
pub fn play_on(
    job: &Job,
    mut session: Session,
    opening: &Opening<'_>,
    args: &TypewriterArgs,
    outputs: Outputs,
    wishes: Wishes,
) -> Result<Status> {
    let setup = Setup::new(args, wishes.json);
    let written: Vec<u16> = written_reels(session.machine()).collect();
    let began = opening.begun.unwrap_or((session.machine().orders(), session.machine().now()));
    let listener = listener(job, &args.sound, session.machine(), setup.speed)?;
    signals::catch()?;
    let mut guest = setup.guest(job, args, (&mut session, opening.hint.unwrap_or(HINT)))?;
    guest.ears = Tally::beside(listener);
    guest.presses_help = opening.desk.is_some() && opening.monitor.is_none() && setup.person;
    if let Some(monitor) = opening.monitor {
        let is_end = opening.desk.is_none();
        // A program may select such a track for a moment. One that works on it for long will never end.
        let looks = cell::Cell::new(0);
        let stays = cell::Cell::new((Address::default(), 0));
        guest = guest.until(move |machine| {
            looks.set(if missing_track(machine).is_some() { looks.get() + 1 } else { 0 });
            let place = machine.cpu().registers().r1;
            let (before, count) = stays.get();
            stays.set((place, if before == place { count + 1 } else { 0 }));
            let has_ended = count > 0 && count % LOOKS == 0 && jumps_to_itself(machine);
            is_end && monitor.waits(machine) || looks.get() > LOOKS || has_ended
        });
    }
    guest.see(&opening.seen).map_err(anyhow::Error::from_boxed)?;
    let limit = wishes.limit.map_or(Uops::NEVER, |seconds| began.1 + Uops::from_seconds(seconds));
    let ending = guest.play(&mut session, Until::at(limit));
    let finished = guest.finish(session.papers().sheet());
    let has_dropped_time = guest.has_dropped_time();
    let mut ears = std::mem::replace(&mut guest.ears, Tally::beside(None));
    // The terminal is restored before any message is printed.
    drop(guest);
    let unkept = outputs.unkept(session.papers(), session.machine(), &written);
    let drum = outputs.drum_name();
    outputs.write(session.papers(), session.machine(), opening.program);
    job.add(ears.finish(session.machine().now()));
    match finished.and(ending) {
        Err(error) if is_closed_pipe(&error) => Ok(Status::Ended),
        Err(error) => Err(error),
        Ok(ending) => {
            let machine = session.machine();
            let told = Told {
                opening,
                is_at_desk: opening.desk.is_some_and(|monitor| monitor.waits(machine)),
                seconds: (machine.now() - began.1).seconds(),
                is_saved: drum.is_some(),
                has_written: ears.has_written(),
                missing: ears.missing_track(machine),
                has_unkept: !unkept.is_empty(),
            };
            let mut end = Closing::of(&mut session, ending, &told, unkept);
            if job.has_failed() {
                end.status = Status::WrongUse;
            }
            let counted =
                if wishes.stats || wishes.json { ears.told(session.machine(), began) } else { Vec::new() };
            end.print(job, &session, counted, wishes);
            let status = end.say();
            if has_dropped_time {
                say("this computer was busy for a while, so GIER was slower than asked");
            }
            if let Some(drum) = drum.filter(|_| setup.person && !job.has_failed()) {
                say(&format!("the drum is in {drum}"));
            }
            Ok(status)
        }
    }
}

/// Whether writing failed because the program that reads the paper has closed the pipe.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
