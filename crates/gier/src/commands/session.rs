//! A session at the typewriter: a machine, its user, and what is saved and printed at the end. `gier run`,
//! `gier play` and `gier archive run` use it.

use super::outputs::Outputs;
use crate::archive::more_tracks;
use crate::cli::{SoundArgs, TypewriterArgs};
use crate::host::files::{self, Job};
use crate::host::guest::{Guest, Source};
use crate::host::language;
use crate::host::live::Live;
use crate::host::report::{self, say};
use crate::host::signals;
use crate::host::sound::{Listener, SoundFile};
use crate::host::status::Status;
use crate::host::tally::Tally;
use crate::host::terminal;
use crate::host::typist::Terminal;
use anyhow::{Result, anyhow, bail};
use gier_desk::acts::asc;
use gier_desk::attended::Print;
use gier_desk::circle::{Circle, circle};
use gier_desk::lacking::{lack, missing_track, too_few_tracks};
use gier_desk::monitor::Monitor;
use gier_desk::outcome::{Ended, Outcome, is_call};
use gier_desk::pace::Speed;
use gier_desk::session::{Host, Session};
use gier_desk::tapes::look_and_read;
use gier_desk::typewriter::sheet_text::{RibbonStyle, SheetText};
use gier_desk::{Ending, Until};
use gier_machine::{Machine, StopCause};
use gier_word::{Address, Image, Uops};
use serde_json::{Map, Value, json};
use std::cell::Cell;
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

/// After so many looks in a row at a program that has selected a track that the machine lacks, gier ends the run.
const LOOKS: u32 = 100;

/// The advice at a terminal for programs in GIER ALGOL III, whose procedures for input take a space as the end of
/// a number.
pub const HINT: &str = "end a number with a space; Ctrl-C leaves";
/// The advice to a user who sits at the monitor program HELP 3, and at HJÆLP.
const AT_MONITOR: &str = "end a command with <; Ctrl-C leaves";
const AT_HJAELP: &str = "HJÆLP reads lines of SLIP, and _l reads the tape; Ctrl-C leaves";

/// The message after a tape that has printed nothing.
const READ: &str = "the tape is read, and the monitor waits for a command: --save-drum FILE keeps the drum, and gier boot --drum FILE goes on with it";

/// The same after a tape that has loaded a system on a block disc, a carrousel or magnetic tape as well.
const READ_PART: &str = "the tape is read, and the monitor waits for a command; a part of its system is not on the drum, so --save-drum does not keep all of it";
/// The same after a tape that has left track 0 empty, from which the HELP button starts.
const READ_BARE: &str = "the tape is read, and the monitor waits for a command; track 0 is empty, so a saved drum cannot be started";
/// The same if the drum is saved.
const READ_KEPT: &str =
    "the tape is read, and the monitor waits for a command: gier boot --drum FILE goes on with the drum";

/// The message after a program that has printed nothing.
const SILENT: &str = "the program has ended; it printed nothing on the typewriter";

/// The advice after such a program if its tape goes on.
const REST: &str =
    "the tape goes on behind it: under gier archive start BASE --reader FILE, each r< reads on";

/// The advice after a stop that may be a pause.
const GO_ON: &str = "gier archive run NAME --start presses the button start, each further --start at one more stop; --panel lets you set registers first";
/// The advice after a program that went wrong behind a stop.
const WAS_END: &str = "the stop at which --start pressed the button may have been the program's end";

/// The advice after a tape in SLIP whose end `_s` lets SLIP read the typewriter.
const AT_SLIP: &str =
    "SLIP reads the typewriter: _e, the address where the program begins, such as _e10, and Enter start it";
/// The same if the tape goes on.
const SLIP_READS: &str = "SLIP reads the typewriter, and the tape goes on: _l and Enter read it";

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
    /// The cell in which the program begins, if it is known.
    pub begins: Option<Address>,
    /// The time of the run that the author noted, in seconds.
    pub time: Option<&'a str>,
    /// Finds another form of the tape after a failure, and says so.
    pub pair: Option<&'a dyn Fn() -> Option<String>>,
    /// Whether the user pressed the button start at a stop of the program, which may have been its end.
    pub is_started: bool,
    /// Whether to say where the program stopped the machine.
    pub says_stop: bool,
    /// The key of the base system, if there is one.
    pub base: Option<&'a str>,
    /// Finds another base system after a refusal, and says so.
    pub other_base: Option<&'a dyn Fn() -> Option<String>>,
    /// The message to print after a failure if the tape is damaged.
    pub damage: Option<String>,
    /// The monitor at which the user sits. When it waits for a command, the session goes on.
    pub desk: Option<Monitor>,
    /// The keys that a check of the program strikes, to be named if the program waits for a key.
    pub keys: Option<String>,
    /// A key of the desk at which the program looks and that is not set, and its option.
    pub looks_at: Option<(&'static str, &'static str)>,
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
    let began = (session.machine().orders(), session.machine().now());
    let listener = listener(job, &args.sound, session.machine(), setup.speed)?;
    signals::catch()?;
    let mut guest = setup.guest(job, args, (&mut session, opening.hint.unwrap_or(HINT)))?;
    guest.ears = Tally::beside(listener);
    guest.presses_help = opening.desk.is_some() && setup.person;
    if let Some(monitor) = opening.monitor {
        // A program may select such a track for a moment. One that works on it for long will never end.
        let looks = Cell::new(0);
        guest = guest.until(move |machine| {
            looks.set(if missing_track(machine).is_some() { looks.get() + 1 } else { 0 });
            monitor.waits(machine) || looks.get() > LOOKS
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
    let unkept = outputs.unkept(session.papers());
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

/// Whether a text stands on the rows of the tape that the reader has not read.
fn has_rest(machine: &Machine) -> bool {
    let reader = &machine.devices().reader;
    let rows = reader.tape().map_or(&[][..], |tape| tape.rows().get(reader.row()..).unwrap_or_default());
    !look_and_read(rows).1.as_str().trim().is_empty()
}

/// The message after a tape that has been read by the monitor of a system.
fn read(machine: &Machine, is_saved: bool) -> &'static str {
    let installation = machine.installation();
    if machine
        .drum()
        .track(0u16)
        .is_none_or(|track| track.iter().all(|&cell| cell == gier_word::Cell::default()))
    {
        return READ_BARE;
    }
    if installation.block_disc || installation.carrousel || installation.stations != 0 {
        return READ_PART;
    }
    if is_saved { READ_KEPT } else { READ }
}

/// Whether writing failed because the program that reads the paper has closed the pipe.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// What is printed at the end of a session, and the exit status.
struct Closing {
    status: Status,
    outcome: Outcome,
    pair: Option<String>,
    /// A warning for each lost output, from [`Outputs::unkept`].
    unkept: Vec<&'static str>,
    /// The typed text that the program did not read before its end. It is blank if there is none.
    untyped: String,
}

/// From what the end of a session is told, besides the machine.
struct Told<'a> {
    opening: &'a Opening<'a>,
    /// Whether the user sits at a monitor that waits for a command.
    is_at_desk: bool,
    /// The time of the session, in seconds of GIER's time.
    seconds: f64,
    /// Whether the drum is saved.
    is_saved: bool,
    /// Whether the program left any output that is not saved.
    has_unkept: bool,
}

impl Told<'_> {
    /// Says what happened, where the session knows more than [`Outcome::of`], and what the user can do next.
    fn say(&self, outcome: &mut Outcome, session: &Session) {
        let machine = session.machine();
        let seconds = match self.seconds {
            short if short < 0.1 => format!("{short:.6}"),
            long => format!("{long:.1}"),
        };
        match outcome.ended {
            Ended::Stopped if self.opening.says_stop => {
                if let Some(StopCause::Zq { cell }) = machine.stopped() {
                    outcome.message = Some(match self.opening.begins == Some(cell) {
                        true => format!("the program stopped at zq in cell {cell}, where it begins"),
                        false => format!("the program stopped at zq in cell {cell}: its end, or a pause"),
                    });
                }
                outcome.next = Some(GO_ON.to_string());
            }
            Ended::Over if self.opening.monitor.is_some() => self.say_over(outcome, session),
            Ended::Asks => {
                let at_slip = if has_rest(machine) { SLIP_READS } else { AT_SLIP };
                let slip = Monitor::is_slip(machine).then(|| at_slip.to_string());
                outcome.next = self.opening.keys.clone().or(slip);
            }
            Ended::Left if outcome.message.is_none() && !self.is_at_desk => {
                outcome.message =
                    Some(format!("you stopped the program after {seconds} seconds of GIER's time"));
            }
            // SLIP says what it waits for, and the tapes that a program may want come from the catalogue.
            Ended::Tape if outcome.next.is_none() => {
                outcome.message = self.opening.tapes.clone().or(outcome.message.take());
            }
            Ended::Working => {
                outcome.message = Some(match self.opening.time {
                    Some(time) => format!(
                        "the program has not ended in {seconds} seconds of GIER's time; its text notes {time} s, and --limit N allows N"
                    ),
                    None => format!(
                        "the program has not ended in {seconds} seconds of GIER's time; --limit N allows N seconds"
                    ),
                });
            }
            _ => outcome.message = outcome.message.take().map(|line| gier_messages::explained(&line)),
        }
        if matches!(outcome.ended, Ended::Left | Ended::Working) && self.opening.monitor.is_some() {
            let key = self.opening.looks_at;
            outcome.next = match circle(machine) {
                Some(Circle { cells: (low, high), looks_at: [false, false] }) => Some(format!(
                    "the program goes round through cells {low} to {high}, until somebody works the desk: --panel has it"
                )),
                Some(Circle { cells: (low, high), looks_at: [is_ka, _] }) => {
                    let (key, option) = if is_ka { ("KA", "--ka") } else { ("KB", "--kb") };
                    Some(format!(
                        "the program goes round through cells {low} to {high}, until somebody works the desk: {option} sets the key {key}, and --panel has all"
                    ))
                }
                None => {
                    key.map(|(key, option)| format!("the program looks at the key {key}: {option} sets it"))
                }
            };
        }
    }

    /// Says that a program which printed nothing has ended, or that a tape is read.
    fn say_over(&self, outcome: &mut Outcome, session: &Session) {
        // A command to HELP 3 ends with `<`. If it is the last line, nothing was printed after it, except that a
        // program which has ended may have called HELP 3.
        let paper = session.papers().sheet().to_text();
        let mut lines = paper.lines().rev().map(str::trim_end).filter(|line| !line.is_empty()).peekable();
        let is_called = lines.next_if(|line| is_call(line)).is_some();
        let last = lines.next();
        let has_base = self.opening.base.is_some();
        if has_base && !last.is_none_or(|last| last.ends_with('<') || is_called && last == "ok") {
            return;
        }
        if is_called && last.is_some() && has_base {
            outcome.message = (!self.has_unkept).then(|| SILENT.to_string());
            outcome.next = has_rest(session.machine()).then(|| REST.to_string());
        } else {
            outcome.message = Some(read(session.machine(), self.is_saved).to_string());
        }
    }

    /// What the user can do next after a failure, which may be another thing than the outcome says.
    fn next(&self, outcome: &Outcome, session: &Session) -> Option<String> {
        let opening = self.opening;
        let lack = lack(session.machine()).map(language::lack);
        let tracks = || {
            let word = too_few_tracks(&session.papers().sheet().to_text())
                .filter(|_| opening.other_base.is_some())?;
            Some(more_tracks(opening.base, word).to_string())
        };
        let is_failure = outcome.ended.status() == 1;
        let damage = || opening.damage.clone().filter(|_| is_failure);
        let is_known =
            outcome.ended == Ended::Tape || outcome.ended == Ended::Working && outcome.next.is_some();
        let started = || (is_failure && opening.is_started && !is_known).then(|| WAS_END.to_string());
        let base = || match opening.other_base {
            Some(find) => outcome.next_after(find),
            // A user at the monitor has chosen the base, and cannot choose another one now.
            None => outcome.next.clone().filter(|_| opening.desk.is_none() || outcome.without.is_none()),
        };
        lack.or_else(tracks).or_else(damage).or_else(started).or_else(base)
    }
}

impl Closing {
    fn of(session: &mut Session, ending: Ending, told: &Told<'_>, unkept: Vec<&'static str>) -> Closing {
        let ending = if told.is_at_desk && ending == Ending::AwaitingKey { Ending::Enough } else { ending };
        let mut outcome = Outcome::of(session, ending, told.opening.monitor.is_some() || told.is_at_desk);
        told.say(&mut outcome, session);
        outcome.next = told.next(&outcome, session);
        let is_at_work = outcome.ended == Ended::Working && outcome.next.is_none();
        let pair = told.opening.pair.filter(|_| outcome.ended.status() == 1 && !is_at_work);
        let pair = pair.and_then(|find| find());
        let is_at_limit = matches!(outcome.ended, Ended::Left | Ended::Working);
        let untyped = if is_at_limit { String::new() } else { session.untyped() };
        Closing { status: outcome.ended.into(), outcome, pair, unkept, untyped }
    }

    /// Whether an alarm stopped the program.
    fn is_alarm(&self) -> bool {
        self.outcome.ended == Ended::Alarm
    }

    /// Prints the paper and the result as JSON, or the statistics line by line.
    fn print(&self, job: &Job, session: &Session, counted: Vec<(&'static str, Value)>, wishes: Wishes) {
        if wishes.json {
            job.print_json(&self.as_json(session, counted));
            return;
        }
        let alarms = wishes.stats.then(|| ("alarms", json!(u8::from(self.is_alarm()))));
        for (name, value) in counted.into_iter().chain(alarms) {
            let name = language::said(&name.replace('_', " ")).into_owned();
            report::line(&format!("{name:16} {value}"));
        }
    }

    /// The result of the run for JSON, including the statistics.
    fn as_json(&self, session: &Session, counted: Vec<(&'static str, Value)>) -> Value {
        let mut object = Map::new();
        object.insert("status".to_string(), json!(self.status as u8));
        object.insert("message".to_string(), json!(self.outcome.message));
        object.insert("advice".to_string(), json!(self.outcome.next));
        object.insert("ended".to_string(), json!(self.outcome.ended.word()));
        object.insert("alarm".to_string(), json!(self.is_alarm()));
        object.extend(counted.into_iter().map(|(name, value)| (name.to_string(), value)));
        object.insert("paper".to_string(), json!(session.papers().sheet().to_text()));
        Value::Object(object)
    }

    fn say(self) -> Status {
        for message in self.outcome.message.iter().chain(&self.outcome.next).chain(&self.pair) {
            say(message);
        }
        for message in &self.unkept {
            say(message);
        }
        if !self.untyped.trim().is_empty() {
            say(&format!("the program did not read all that --typed gives: {:?} is left", self.untyped));
        }
        self.status
    }
}
