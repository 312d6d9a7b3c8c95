//! How a run can end, and what each end means: the exit status, one sentence, and what the user can do next. The
//! commands, the survey of the archive and the page tell the end of a run from this one table.
//!
//! The systems that run on GIER say on the paper that they refuse a tape: HELP 3 prints a word in red, GIER ALGOL
//! a red line with a number, and SLIP, which is the better part of HJÆLP, a red number and a cell. [`refused`] reads
//! them.

use crate::attended::{Ending, ProgramEnd};
use crate::lacking::missing_track;
use crate::monitor::Monitor;
use crate::session::{Session, State};
use crate::tapes::look_and_read;
use crate::typewriter::paper::{Position, Ribbon, Sheet, text_of};
use gier_machine::StopCause;

/// The ways in which a run can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The program came to its end. Under a monitor program, the monitor waits for a command again.
    Over,
    /// The machine stopped at `zq`, as music tapes and tests do.
    Stopped,
    /// The program waits for the button start before its work.
    Begins,
    /// The program waits for a key, but there are no more.
    Asks,
    /// The program waits for tape.
    Tape,
    /// The run reached its limit.
    Working,
    /// A system refused the tape or a command.
    Refused,
    /// The program stopped with an alarm.
    Alarm,
    /// The machine stopped at something that it does not know, or selected a track that it lacks.
    Fault,
    /// The user stopped the program.
    Left,
    /// gier could not run it.
    Failed,
}

impl Ended {
    /// The ends that a survey of the archive counts, in the order of its columns.
    pub const SURVEYED: [Ended; 9] = [
        Ended::Over,
        Ended::Stopped,
        Ended::Asks,
        Ended::Tape,
        Ended::Working,
        Ended::Refused,
        Ended::Alarm,
        Ended::Fault,
        Ended::Failed,
    ];

    /// The word, the meaning and the exit status of this end.
    const fn row(self) -> (&'static str, &'static str, u8) {
        match self {
            Ended::Over => ("over", "the program ended, and the monitor waits for a command", 0),
            Ended::Stopped => ("stopped", "the machine stopped at a zq, as music tapes and tests do", 0),
            Ended::Begins => ("begins", "the program waits for the button start before its work", 3),
            Ended::Asks => ("asks", "the program waits for a key", 3),
            Ended::Tape => ("tape", "the program waits for tape", 1),
            Ended::Working => ("working", "still at work at the limit", 1),
            Ended::Refused => ("refused", "the translator or the monitor refuses the tape", 1),
            Ended::Alarm => ("alarm", "the program stopped with an alarm", 1),
            Ended::Fault => ("fault", "the machine stopped at something that it does not know", 1),
            Ended::Left => ("left", "the user stopped the program", 130),
            Ended::Failed => ("failed", "gier could not run it", 2),
        }
    }

    /// The word for this end, in the survey and in JSON.
    pub const fn word(self) -> &'static str {
        self.row().0
    }

    /// What this end means, in a few words.
    pub const fn meaning(self) -> &'static str {
        self.row().1
    }

    /// The exit status of a command whose run ended so.
    pub const fn status(self) -> u8 {
        self.row().2
    }
}

/// How a run ended, and what gier tells the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How the run ended.
    pub ended: Ended,
    /// What happened, in one sentence. `None` if the paper tells enough.
    pub message: Option<String>,
    /// What the user can do next.
    pub next: Option<String>,
    /// The line that GIER ALGOL complains of. It counts the line of the first begin as 0.
    pub line: Option<u16>,
    /// What to say instead of `next` if no other base system takes the tape. `None` if none would help.
    pub without: Option<&'static str>,
}

impl Outcome {
    /// An end with a sentence, or with none.
    pub fn new(ended: Ended, message: impl Into<Option<String>>) -> Outcome {
        Outcome { ended, message: message.into(), next: None, line: None, without: None }
    }

    /// The end of a run that a system refused with this sentence, and what the user can do next.
    fn refused((sentence, next): (String, Advice)) -> Outcome {
        let Advice { text, without } = next;
        Outcome { next: Some(text.to_string()), without, ..Outcome::new(Ended::Refused, sentence) }
    }

    /// What the user can do next, after another base system was looked for if one could help. `find` says which one
    /// takes the tape.
    pub fn next_after(&self, find: impl FnOnce() -> Option<String>) -> Option<String> {
        match self.without {
            Some(without) => find().or_else(|| Some(without.to_string())),
            None => self.next.clone(),
        }
    }

    /// Tells how a session ended. `has_monitor` says whether a monitor program runs the program: a stop `zq` is
    /// then a proper end, and so is a monitor that waits for a command.
    pub fn of(session: &mut Session, ending: Ending, has_monitor: bool) -> Outcome {
        let sheet = session.papers().sheet();
        match ending {
            Ending::Enough if has_monitor => match missing_track(session.machine()) {
                Some(track) if !session.machine().devices().typewriter.lamp() => of_missing(session, track),
                _ => of_monitor(session),
            },
            Ending::AwaitingKey | Ending::AwaitingTape | Ending::Stopped(StopCause::Zq { .. })
                if has_monitor && refused(sheet).is_some() =>
            {
                of_monitor(session)
            }
            Ending::AwaitingTape if has_monitor && Monitor::is_help(session.machine()) => of_monitor(session),
            Ending::AwaitingTape if Monitor::is_slip(session.machine()) => {
                let message = "the tape ends in the middle of the text: SLIP waits for more".to_string();
                Outcome { next: Some(NO_END.to_string()), ..Outcome::new(Ended::Tape, message) }
            }
            Ending::Stopped(StopCause::Zq { .. }) if has_monitor => Outcome::new(Ended::Stopped, None),
            Ending::Stopped(cause) => of_stop(session, cause),
            Ending::AwaitingKey => {
                let (lines, text) = (sheet.lines().len(), sheet.line_text());
                let message = format!(
                    "the typed input ended while the program waited for a key, on line {lines} of the paper: \"{text}\""
                );
                Outcome::new(Ended::Asks, message)
            }
            Ending::AwaitingTape => {
                let message = "the program waits for a tape: give another one with --reader".to_string();
                Outcome::new(Ended::Tape, message)
            }
            Ending::Left => {
                let engine = session.engine();
                let place = engine.program().line(&engine.program_state());
                let place = place.map(|place| match engine.program().label_before(engine.next().cell) {
                    Some(label) => format!("{place}, after the label {label}"),
                    None => place,
                });
                Outcome::new(Ended::Left, place.map(|place| format!("you stopped the program at {place}")))
            }
            Ending::TimeIsUp | Ending::Enough | Ending::Reached => Outcome::new(Ended::Working, None),
        }
    }

    /// Tells why a tape could not be loaded: an act of the operator failed with the message `fault`. `translator`
    /// is the translator that was to read the text.
    pub fn of_loading(session: &Session, fault: &str, translator: Option<&str>) -> Outcome {
        let sheet = session.papers().sheet();
        if let Some(refused) = refused(sheet) {
            return Outcome::refused(refused);
        }
        match (session.state(), translator) {
            (State::Works, _) => Outcome::new(Ended::Working, fault.to_string()),
            (State::Stopped(_), _) => Outcome::new(Ended::Fault, fault.to_string()),
            (State::AwaitsTape, Some(translator)) => {
                let message = format!("the tape ends in the middle of the text: {translator} waits for more");
                Outcome { next: Some(CUT.to_string()), ..Outcome::new(Ended::Tape, message) }
            }
            (State::AwaitsTape, None) => Outcome::new(Ended::Tape, fault.to_string()),
            (_, translator) => match translator.zip(complaint(sheet)) {
                Some((translator, (number, line))) => {
                    let next = if line.ends_with("undeclared") { BASE } else { LINES };
                    let sentence = format!("{translator} refuses the text: \"{line}\"");
                    Outcome { line: Some(number), ..Outcome::refused((sentence, next)) }
                }
                None => Outcome::new(Ended::Refused, fault.to_string()),
            },
        }
    }
}

const LINES: Advice =
    Advice::new("the line of the first begin counts as 0: gier archive show NAME prints the text");
/// The message after an alarm of a museum system, whose word is on the paper.
pub const ALARM: &str = "the program stopped with the alarm at the end of the paper";
const GIVES_UP: &str = "the translator refuses the text, as the paper says";
const QUESTIONS: &str = "docs/open-questions.md has the question, and what gier does until it is answered";
const NO_END: &str =
    "a text in SLIP ends with _e and the address where the program begins, such as _e10, or with _s";
const CUT: &str =
    "the tape may be cut: gier tape info FILE counts its rows; --data TAPE mounts one behind it";

/// The end of a run whose program works on a track that the machine lacks.
fn of_missing(session: &Session, track: u16) -> Outcome {
    let tracks = session.machine().installation().tracks;
    let message = format!("the program works on track {track}, but this GIER has {tracks} tracks");
    let next = format!("--installation {} has more tracks", larger(usize::from(track)));
    Outcome { next: Some(next), ..Outcome::new(Ended::Fault, message) }
}

/// The installation for a program that works on this track, which the machine lacks.
pub const fn larger(track: usize) -> &'static str {
    if track < 960 { "three-drums" } else { "six-discs" }
}

/// The end of a run after which the monitor waits for a command.
fn of_monitor(session: &Session) -> Outcome {
    let sheet = session.papers().sheet();
    // GIER ALGOL III and II wait at the same cell after `end` or `slut` and after an alarm. Only the paper shows which of
    // the two it was. [F-END-1] [F-GA2-1]
    let line = sheet.line_text();
    let has_end = ["end", "slut"].iter().any(|end| line.trim_end().ends_with(end));
    let is_old_alarm = Monitor::is_at_end(session.machine()) && !has_end;
    match refused(sheet) {
        _ if is_old_alarm || ends_with_alarm(sheet) => {
            // Another base may leave the program more cells.
            let is_stack = sheet.lines().iter().rev().take(4).any(|line| text_of(line).starts_with("stack "));
            let without = is_stack.then_some("no other base of gier gives it more room");
            Outcome { without, ..Outcome::new(Ended::Alarm, ALARM.to_string()) }
        }
        Some((sentence, next)) => {
            let place = command_read(session).map(|command| format!(", in the command {command}"));
            Outcome::refused((sentence + &place.unwrap_or_default(), next))
        }
        None if gives_up(sheet) => Outcome::new(Ended::Refused, GIVES_UP.to_string()),
        None => Outcome::new(Ended::Over, None),
    }
}

/// Whether the paper ends with the last word of GIER ALGOL 4 about a text that it refuses, such as `9. line 2 sorry`.
fn gives_up(sheet: &Sheet) -> bool {
    let mut lines = sheet.lines().iter().rev().map(|line| text_of(line));
    let last = lines.find(|line| !line.trim().is_empty() && !is_call(line) && line.trim() != "image");
    last.is_some_and(|line| line.contains(" line ") && line.trim_end().ends_with(" sorry"))
}

/// The maximum length of a command on a tape, in rows.
const COMMAND: usize = 200;

/// The command that HELP 3 has read last from the tape. `None` if commands do not come from the tape, or if a program
/// has read what follows.
fn command_read(session: &Session) -> Option<String> {
    let lines = session.papers().sheet().lines();
    let typed = lines.iter().map(|line| text_of(line)).rfind(|line| line.trim_end().ends_with('<'))?;
    let reader = &session.machine().devices().reader;
    let rows = reader.tape()?.rows().get(..reader.row()).filter(|_| typed.starts_with("r<"))?;
    // The rows before them may be of the tape of the system.
    let (_, text) = look_and_read(rows.rchunks(COMMAND).next()?);
    let last = text.as_str().trim_end().lines().next_back()?;
    last.ends_with('<').then(|| last.to_string())
}

/// The end of a run in which the machine stopped, and no monitor program runs the program.
fn of_stop(session: &mut Session, cause: StopCause) -> Outcome {
    match session.engine().end(cause) {
        ProgramEnd::Finished => Outcome::new(Ended::Over, None),
        ProgramEnd::Alarm => {
            let line = session.take_alarms().pop();
            Outcome::new(Ended::Alarm, line.unwrap_or_else(|| ALARM.to_string()))
        }
        ProgramEnd::Stopped(cause) => {
            let is_unknown = matches!(cause, StopCause::Unknown { .. });
            let message = format!("the program stopped before its end: {cause}");
            let next = is_unknown.then(|| QUESTIONS.to_string());
            Outcome { next, ..Outcome::new(Ended::Fault, message) }
        }
    }
}

/// What the user can do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The advice.
    pub text: &'static str,
    /// What to say instead if another base system could help, but none of gier's takes the tape.
    pub without: Option<&'static str>,
}

impl Advice {
    const fn new(text: &'static str) -> Advice {
        Advice { text, without: None }
    }
}

/// A word with which a monitor or one of its programs refuses a command or a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The monitor: HELP 3 or HJÆLP.
    pub system: &'static str,
    /// The word on the paper.
    pub word: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What the user can do next.
    pub next: Advice,
}

impl Refusal {
    /// Says which word is on the paper, and what it means.
    pub fn sentence(&self) -> String {
        format!("{} says {}: {}", self.system, self.word, self.meaning)
    }
}

/// Makes the rows of the table: after the monitor, a word, its meaning, and the next step.
macro_rules! refusals {
    ($($system:literal { $($word:literal: $meaning:literal, $next:expr;)* })*) => {
        &[$($(Refusal { system: $system, word: $word, meaning: $meaning, next: $next }),*),*]
    };
}

const SHOW: Advice = Advice::new("gier archive show NAME tells what is known of the tape");
const TEXT: Advice =
    Advice::new("gier archive show NAME prints the text, which may be a part of a larger one");
const BASE: Advice = Advice {
    text: "if another base has what it needs, --base BASE chooses it: gier archive bases lists them",
    without: Some(
        "no other base of gier has what it needs; gier archive show NAME tells what is known of it",
    ),
};
/// The advice for a drum with other areas. It helps even if no other base does.
const AREAS: &str = "the drum lacks an area that the tape clears, or has one that it makes; under gier archive start BASE --reader TAPE, each r< reads on";
const FRESH: Advice = Advice { text: AREAS, without: Some(AREAS) };
const BEHIND: Advice = Advice::new(
    "the program is translated, and HELP 3 took the text behind its end for a command: under gier archive start, run< starts it",
);
const LARGER: Advice = Advice {
    text: "a larger base may have room for it: gier archive bases lists them",
    without: Some("no other base of gier has room for it"),
};
const FIRST: Advice = Advice::new(
    "another tape puts the program there: gier archive run PROGRAM --data NAME reads this tape behind it",
);
const DAMAGED: Advice = Advice::new(
    "the tape may be damaged, or was punched so: gier tape info FILE counts its sums and its rows of wrong parity",
);
const NEXT_TAPE: Advice = Advice::new(
    "if the rest of HELP 3 is on another tape, such as tapes/tapet3/2mainhelp.flx in the folder of the archive, gier boot --tape FIRST --tape SECOND reads both; gier archive start help3 loads all",
);

/// The words with which the monitors and their programs refuse. The words are those of the source in `help3`, and of
/// the source of HJÆLP in `mk`. [F-HELP-9]
pub const REFUSALS: &[Refusal] = refusals! {
    "HELP 3" {
        "SUM": "the drum does not hold HELP 3, or a program has written over it", NEXT_TAPE;
        "annul": "the letter å cancelled the command", SHOW;
        "buffer": "there is no buffer store", BASE;
        "cat length": "the catalogue has no room", LARGER;
        "catalog": "the catalogue does not agree with the command", BASE;
        "char": "a symbol on the tape does not belong there", DAMAGED;
        "fault": "the program cannot do what the command asks", SHOW;
        "format": "an area does not have the form that the program needs", BASE;
        "full": "the area or the catalogue has no room", LARGER;
        "kind": "an area or unit has a kind that the program does not take", BASE;
        "label": "a label is missing or wrong", SHOW;
        "length": "a length in the command is out of range", SHOW;
        "move trouble": "the programs could not be moved", BASE;
        "name": "a name in the command is taken or missing", FRESH;
        "no clear": "the area cannot be cleared", BASE;
        "not present": "the area holds no program", FIRST;
        "overflow": "the program does not fit into the area or the store", LARGER;
        "overlap": "two parts take the same place, or do not fit into the area", SHOW;
        "param": "a parameter of the command is wrong", BASE;
        "parity": "a row of the tape has wrong parity", DAMAGED;
        "program call": "a program was called in a wrong way", SHOW;
        "sum": "a sum does not agree", DAMAGED;
        "syntax": "this is not a command or a line that it knows", SHOW;
        "tapesum": "the sum of the tape does not agree", DAMAGED;
        "termination": "a text does not end as it must", DAMAGED;
        "undef": "there is no program, area or name like this", BASE;
        "value": "a number in the command is out of range", SHOW;
    }
    "the merger of GIER ALGOL 4" {
        "system match": "the translator on the tape does not fit this HELP 3", SHOW;
    }
    "HJÆLP" {
        "fl.overløb": "a floating number is too large", SHOW;
        "gal hsf 1": "a program called HJÆLP in a wrong way", SHOW;
        "sumfejl": "a sum does not agree", DAMAGED;
        "tomt hp": "there is no help program with this number", SHOW;
    }
};

/// Finds the word with which a monitor refused the last command: a red line that begins with the word, as the last
/// line of the paper that is not blank. Before HELP 3 is loaded, the program that reads its tape has no red ribbon:
/// its `sum` is black. Returns `None` if they refused nothing.
fn refusal(sheet: &Sheet) -> Option<&'static Refusal> {
    // The merger of GIER ALGOL 4 calls HELP 3 after its refusal, and HELP 3 prints its own line.
    let is_merger = |line: &&Vec<Position>| text_of(line).trim() == "system match";
    let mut printed = sheet.lines().iter().rev().filter(|line| line.iter().any(Position::is_printed));
    let last = printed.next()?;
    let last = printed.next().filter(|_| is_call(&text_of(last))).filter(is_merger).unwrap_or(last);
    let text = text_of(last);
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    if !is_red(last) && line != "sum" {
        return None;
    }
    // Of `cat length` and `catalog`, or `param` and `parity`, only one can begin the line as a whole word.
    REFUSALS.iter().find(|refusal| {
        line.strip_prefix(refusal.word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    })
}

/// What the numbers mean with which SLIP reports a fault of a text, in HJÆLP and in HELP 3. [F-SLIP-22]
const FAULTS: [&str; 10] = [
    "this is no order, definition or number",
    "a name that is not defined yet cannot stand here",
    "a name is not declared in a block, or not defined at its end",
    "a declaration is wrong",
    "a symbol has no meaning here",
    "two definitions of a name do not agree",
    "a number is written wrongly",
    "a number is too large",
    "the text has too many names or blocks",
    "the catalogue has no area of this name",
];

/// The sentence for the word of the program that reads the tape of a system into an empty machine.
const BLACK_SUM: &str = "the tape's own reading program says sum: a sum does not agree";

/// What a system said when it refused the last command, as one sentence, and what the user can do next: the word of
/// a monitor, or the first fault of SLIP after the command. Returns `None` if they refused nothing.
pub fn refused(sheet: &Sheet) -> Option<(String, Advice)> {
    let lines = sheet.lines();
    if let Some(refusal) = refusal(sheet) {
        let is_translated = || lines.iter().any(|line| text_of(line).trim() == "ok");
        let next = if refusal.word == "undef" && is_translated() { BEHIND } else { refusal.next };
        let is_black = refusal.word == "sum" && last_line(sheet).is_some_and(|line| !is_red(line));
        let sentence = if is_black { BLACK_SUM.to_string() } else { refusal.sentence() };
        return Some((sentence, next));
    }
    let is_command = |line: &Vec<Position>| text_of(line).trim_end().ends_with('<');
    let from = lines.iter().rposition(is_command).unwrap_or(0);
    let (line, (fault, cell)) = lines[from..].iter().find_map(|line| Some((line, slip_fault(line)?)))?;
    let (meaning, line) = (FAULTS[fault - 1], text_of(line));
    Some((format!("SLIP reports fault {fault} at cell {cell}, \"{}\": {meaning}", line.trim()), TEXT))
}

/// The number of the fault and the cell in a line that SLIP has read: the first red glyphs of the line are a number, at
/// least three blanks, and a number.
fn slip_fault(line: &[Position]) -> Option<(usize, u16)> {
    let is_red = |position: &Position| is_red(std::slice::from_ref(position));
    let from = line.iter().position(|position| is_red(position) && position.is_printed())?;
    let red = line[from..].iter().take_while(|position| is_red(position) || !position.is_printed());
    let text = text_of(&line[from..from + red.count()]);
    let (fault, rest) = text.split_once("   ")?;
    let rest = rest.trim_start();
    let cell = rest.split(' ').next()?.parse().ok()?;
    Some((fault.parse().ok().filter(|fault| (1..=FAULTS.len()).contains(fault))?, cell))
}

/// Whether the last line of the paper is red. The systems print their refusals in red, so a run should not count
/// as successful then. A line without letters does not count, because a program can print its result in red, and
/// neither does the line that HELP 3 or HJÆLP prints when it is called, such as `p1    2.6.67  e17` or
/// `hp-knap  16`.
pub fn ends_red(sheet: &Sheet) -> bool {
    let says = |text: &str| text.contains(char::is_alphabetic) && !is_call(text);
    last_line(sheet).is_some_and(|line| is_red(line) && says(&text_of(line)))
}

/// Whether the last line of the paper is the one that HELP 3 or HJÆLP prints when it is called, and then waits for a
/// command.
pub fn ends_with_call(sheet: &Sheet) -> bool {
    last_line(sheet).is_some_and(|line| is_call(&text_of(line)))
}

/// Whether HELP 3 or HJÆLP prints this line when it is called, by its button or by hsf 2. That of HELP 3 has a number, a
/// date, and where the program was.
pub fn is_call(line: &str) -> bool {
    let is_date = |word: &str| {
        word.split('.').count() == 3 && word.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit())
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    matches!(words[..], [_, date, _] if is_date(date))
        || ["hp-knap", "hsf"].map(Some).contains(&words.first().copied())
}

/// The last line of the paper that is not blank.
fn last_line(sheet: &Sheet) -> Option<&Vec<Position>> {
    sheet.lines().iter().rev().find(|line| line.iter().any(Position::is_printed))
}

/// Whether all glyphs of a line are red.
fn is_red(line: &[Position]) -> bool {
    line.iter().filter_map(Position::body).all(|strike| strike.ribbon == Ribbon::Red)
}

/// The first complaint of a translator on the paper, such as `line 12 undeclared`, and the number of its line. GIER
/// ALGOL 4 prints the number of the pass before the first line of each pass: `5. line 12 undeclared`. GIER ALGOL II says
/// it in Danish, such as `5. fejl i linie 46 manglende declaration`.
fn complaint(sheet: &Sheet) -> Option<(u16, String)> {
    let of_line = |line: &Vec<Position>| {
        let text = text_of(line);
        let words: Vec<&str> = text.split_whitespace().collect();
        let has_pass = words.first().is_some_and(|word| word.ends_with('.'));
        let words = &words[usize::from(has_pass)..];
        let (["line", number, ..] | ["fejl", "i", "linie", number, ..]) = words else { return None };
        let is_fault = words.last().is_some_and(|last| !["sorry", "in", "pause"].contains(last));
        Some((number.parse().ok().filter(|_| is_fault)?, words.join(" ")))
    };
    sheet.lines().iter().find_map(of_line)
}

/// Whether the paper ends with an alarm of a program of GIER ALGOL 4. Such an alarm is a
/// line with a word, two line numbers of the program and another number, such as `array  1-11, 1021`. The
/// monitor HELP 3 may have printed one more line. [F-END-2]
fn ends_with_alarm(sheet: &Sheet) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_alarm = |line: &str| {
        let place = line.trim().rsplit_once("  ").and_then(|(_, place)| place.trim().split_once(", "));
        let lines =
            place.filter(|(_, number)| is_number(number)).and_then(|(lines, _)| lines.split_once('-'));
        lines.is_some_and(|(first, last)| is_number(first) && is_number(last))
    };
    let lines = sheet.lines().iter().rev().map(|line| text_of(line));
    lines.filter(|line| !line.trim().is_empty()).take(2).any(|line| is_alarm(&line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::Symbol;

    /// A sheet with this text. The text between `‹` and `›` is red.
    fn sheet(text: &str) -> Sheet {
        let mut sheet = Sheet::new();
        for character in text.chars() {
            sheet.take(match character {
                '‹' => Symbol::RED,
                '›' => Symbol::BLACK,
                '\n' => Symbol::CARRIAGE_RETURN,
                _ => Symbol::from_char(character).unwrap().0,
            });
        }
        sheet
    }

    #[test]
    fn the_words_of_help_3_are_read_in_red_only() {
        let word = |text: &str| refusal(&sheet(text)).map(|refusal| refusal.word);
        assert_eq!(word("r<\n‹undef›\n"), Some("undef"));
        assert_eq!(word("r<\n‹move   trouble   ›\n\n"), Some("move trouble"));
        assert_eq!(word("r<\n‹format   work›\n"), Some("format"));
        assert_eq!(word("_e5\n‹fl.overløb  -1›\n"), Some("fl.overløb"));
        assert_eq!(word("r<\nundef\n"), None);
        assert_eq!(word("‹undef›\nthe result\n"), None);
        assert_eq!(word("‹undefined›\n"), None);
        assert!(ends_red(&sheet("‹whatever›\n")));
        assert!(!ends_red(&sheet("‹ 1    0.0.0  e0›\n")) && !ends_red(&sheet("‹p1    2.6.67  e17›\n")));
    }

    #[test]
    fn a_fault_of_slip_is_a_red_number_and_a_cell_in_its_line() {
        let said = |text: &str| refused(&sheet(text)).map(|(sentence, _)| sentence);
        let told = said("r<\nzz‹ 1    10 › 5\n_b a3\n").unwrap();
        assert!(told.starts_with("SLIP reports fault 1 at cell 10") && told.ends_with(FAULTS[0]), "{told}");
        for text in ["r<\nzz‹ 1    10 › 5\nlist<\n", "r<\n‹10›hv a7\n", "r<\n1    10\n", "‹ 0    10 ›\n"]
        {
            assert_eq!(said(text), None, "{text}");
        }
    }

    #[test]
    fn every_end_has_its_own_word() {
        for (number, ended) in Ended::SURVEYED.iter().enumerate() {
            assert!(Ended::SURVEYED[..number].iter().all(|other| other.word() != ended.word()));
        }
        assert!(
            REFUSALS.windows(2).all(|pair| pair[0].system != pair[1].system || pair[0].word < pair[1].word)
        );
    }
}
