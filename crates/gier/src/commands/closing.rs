//! What is said at the end of a session: how it ended, and what the user can do next. [`super::session`] runs it.

use super::outputs::{REEL, written_reels};
use super::session::{Opening, Wishes};
use crate::archive::more_tracks;
use crate::host::files::Job;
use crate::host::language;
use crate::host::report::{self, say};
use crate::host::status::Status;
use gier_archive::plan::HJAELP;
use gier_archive::rules::{Asks, Entry, Stops};
use gier_desk::Ending;
use gier_desk::circle::{self, looks_at};
use gier_desk::lacking::{lack, too_few_tracks};
use gier_desk::monitor::Monitor;
use gier_desk::notation::forms::floating;
use gier_desk::notation::slip;
use gier_desk::outcome::{ALARM, Ended, Outcome, is_call, larger};
use gier_desk::session::Session;
use gier_desk::tapes::{command, look_and_read};
use gier_machine::{Machine, StopCause, Tape};
use gier_messages::ALARMS;
use gier_word::arith::fixed::signed40;
use gier_word::{Address, Cell, number};
use serde_json::{Map, Value, json};
use std::path::Path;

/// The message after a tape that has printed nothing.
const READ: &str = "the tape is read, and the monitor waits for a command: --save-drum FILE keeps the drum, and gier boot --drum FILE goes on with it";

/// The same if the drum is saved.
const READ_KEPT: &str =
    "the tape is read, and the monitor waits for a command: gier boot --drum FILE goes on with the drum";
/// The same before the end of the tape.
const READY: &str = "the monitor waits for a command";
/// The same after a tape that has loaded a system on another store as well.
const READ_PART: &str = "the tape is read, and the monitor waits for a command: --typed FILE gives it some";
/// The advice after it, which names the store and what keeps it.
const ON_BLOCK_DISC: &str = "a part of its system is on the block disc, which --save-drum does not keep: --panel opens the panel, where Ctrl-S keeps the whole machine";
const ON_CARROUSEL: &str = "a part of its system is on the carrousel, which --save-drum does not keep: --panel opens the panel, where Ctrl-S keeps the whole machine";
/// The same after a tape that has left track 0 empty, from which the HELP button starts.
const READ_BARE: &str = "the tape is read, and the monitor waits for a command; track 0 is empty, so a saved drum cannot be started";
/// The advice after it.
const TRACK_0: &str = "gier boot --tape TRACK0 --tape TAPE reads a tape for track 0 before it";

/// The message after a tape that has put a program into the store.
const HELD: &str = "the tape is read: its program is in the store, and has not started";

/// The message after a program that has printed nothing.
const SILENT: &str = "the program has ended; it printed nothing on the typewriter";

/// The advice after a stop that may be a pause.
const GO_ON: &str = "gier archive run NAME --start presses the button start, each further --start at one more stop; --panel lets you set registers first";
/// The advice after a stop before commands on the tape.
const COMMANDS: &str = "commands to HELP 3 follow on the tape: gier archive run NAME --hp presses the HELP button and hands over the typewriter, and r< reads them";
/// The same if the program has only begun.
const START_OR_COMMANDS: &str = "gier archive run NAME --start presses the button start; commands to HELP 3 follow on the tape, which r< reads after --hp";
/// The advice after a program that has copied its data tape to the drum, and after a tape that has written track 0.
const WRITTEN: &str =
    "the data tape is read to its end, and the drum is written: --save-drum FILE keeps the drum";
const WRITTEN_KEPT: &str =
    "the data tape is read to its end, and the drum is written: gier boot --drum FILE goes on with it";
const SYSTEM: &str = "track 0 of the drum is written, from which the HELP button starts: --hp presses it, and --save-drum FILE keeps the drum";
/// The advice after a program that went wrong behind a stop.
const WAS_END: &str = "the stop at which --start pressed the button may have been the program's end";

/// The advice after a tape in SLIP whose end `_s` lets SLIP read the typewriter.
const AT_SLIP: &str =
    "SLIP reads the typewriter: _e, the address where the program begins, such as _e10, and Enter start it";
/// The same if the tape goes on.
const SLIP_READS: &str = "SLIP reads the typewriter, and the tape goes on: _l and Enter read it";

/// The advice to a user at HELP 3 whose tape goes on.
const R_READS: &str = "the tape goes on: r<, typed at a terminal or by --typed FILE, reads it";
/// The advice after a program that left a part of its data tape.
const REST_OF_DATA: &str = "the data tape goes on with a command: --panel opens the panel, where r< reads it";
/// The message if a note tells what the tape is that the program waits for.
const AWAITS_TAPE: &str = "the program waits for tape";

/// The advice at a question of which nothing is known.
const ANY_KEYS: &str = "--typed FILE gives it keys";

/// The advice at a question before the data tape is read.
const UNREAD: &str = "the data tape is in the reader already; --typed FILE gives the answer";

/// A program that goes round through so many cells waits for nothing.
const WILD: u16 = 900;

/// Whether a line is a command to HELP 3 that reads or does something. `t<` only gives the typewriter back.
fn is_command(line: &str) -> bool {
    command(line).is_some_and(|word| word != "t")
}

/// The text on the rows of the tape that the reader has not read.
fn rest(machine: &Machine) -> String {
    let reader = &machine.devices().reader;
    let rows = reader.tape().map_or(&[][..], |tape| tape.rows().get(reader.row()..).unwrap_or_default());
    look_and_read(rows).1.as_str().trim().to_string()
}

/// What is said after a tape that the monitor of a system has read, and what the user can do next.
fn read(machine: &Machine, is_saved: bool) -> (&'static str, Option<String>) {
    if has_no_system(machine) {
        return (READ_BARE, Some(TRACK_0.to_string()));
    }
    match elsewhere(machine) {
        Some(part) => (READ_PART, Some(part)),
        None if is_saved => (READ_KEPT, None),
        None => (READ, None),
    }
}

/// Whether track 0 of the drum is empty, from which the HELP button starts a system.
fn has_no_system(machine: &Machine) -> bool {
    let track = machine.drum().track(0u16);
    track.is_none_or(|track| track.iter().all(|&cell| cell == Cell::default()))
}

/// Says on which store besides the drum a system has put a part of itself, and what keeps this part.
pub fn elsewhere(machine: &Machine) -> Option<String> {
    let has = machine.installation();
    if has.block_disc || has.carrousel {
        let part = if has.block_disc { ON_BLOCK_DISC } else { ON_CARROUSEL };
        return Some(part.to_string());
    }
    let station = written_reels(machine).next()?;
    Some(format!(
        "a part of its system is on the tape of station {station}: --save-drum DRUM --save-tape-station {station}=FILE keeps both, and gier boot --drum DRUM --tape-station {station}=FILE goes on"
    ))
}

/// What the SLIP of HELP 3 leaves in R when it starts a program.
const SLIP_LEAVES: i64 = 24_696_062_592;

/// Explains an alarm of GIER ALGOL by the first or last word of its line on the paper.
fn alarm(line: &str) -> Option<String> {
    // A short word may be the end of another one.
    let is_last =
        |word: &str| line.ends_with(word) && (word.len() > 2 || line.split_whitespace().last() == Some(word));
    let is_word = |word: &str| line.split_whitespace().next() == Some(word) || is_last(word);
    let known = ALARMS.iter().flat_map(|alarm| alarm.words.iter().map(move |word| (word, alarm.meaning)));
    // `tromle ak` is another alarm than `ak`.
    let (word, meaning) = known.filter(|(word, _)| is_word(word)).max_by_key(|(word, _)| word.len())?;
    Some(format!("the program stopped with the alarm {word}: {meaning}"))
}

/// Says what a program that has printed nothing has left in the registers R and M, as integers and as the floating number
/// of both.
fn left_in_registers(session: &Session) -> Option<String> {
    let registers = session.machine().desk_registers();
    let [r, m] = [registers.r40(), registers.m].map(signed40);
    let [r_cell, m_cell] = [r, m].map(Cell::from_integer);
    let rf = floating(number::float(r_cell.with_address(m_cell.address())));
    (is_silent(session) && (r != 0 || m != 0) && r != SLIP_LEAVES).then(|| {
        format!("it has printed nothing, and left R = {r_cell} = {r} and M = {m_cell} = {m}, as a floating number {rf}")
    })
}

/// Whether only commands are on the paper.
fn is_silent(session: &Session) -> bool {
    let paper = session.papers().sheet().to_text();
    paper.lines().map(str::trim_end).all(|line| line.is_empty() || line.ends_with('<'))
}

/// Says that a program goes round in a circle, and which of the keys KA and KB it looks at there.
fn going_round((low, high): (Address, Address), looks_at: [bool; 2]) -> String {
    if high.number() - low.number() > WILD {
        return format!(
            "the program goes round through the whole store, cells {low} to {high}: it has lost its way"
        );
    }
    match looks_at {
        [false, false] if low == high => format!(
            "the program goes round in cell {low}, and looks at no key: only a change of registers or cells at the panel (--panel) would end it"
        ),
        [false, false] => format!(
            "the program goes round through cells {low} to {high}, and looks at no key: only a change of registers or cells at the panel (--panel) would end it"
        ),
        [true, true] => format!(
            "the program goes round through cells {low} to {high}, until somebody works the desk: --ka and --kb set the keys KA and KB, and --panel has all"
        ),
        [ka, _] => {
            let (key, option) = if ka { ("KA", "--ka") } else { ("KB", "--kb") };
            format!(
                "the program goes round through cells {low} to {high}, until somebody works the desk: {option} sets the key {key}, and --panel has all"
            )
        }
    }
}

/// Puts the names of a tape, its path in quotes and its base system into a text that has words for them.
pub fn named(text: &str, entry: &Entry, (base, path): (Option<&str>, Option<&str>)) -> String {
    let name = format!("{:?}", entry.name);
    let is_of_archive = !Path::new(&entry.name).is_absolute();
    let mut text = text.replace("archive run NAME", &format!("archive run {name}"));
    if is_of_archive {
        text = text.replace("archive show NAME", &format!("archive show {name}"));
    }
    if let Some(path) = path {
        let track_0 = match is_of_archive {
            true => path.replace(&entry.name, "tapet3/1track0.flx"),
            false => "ARCHIVE/tapes/tapet3/1track0.flx".to_string(),
        };
        text = text.replace("--tape TRACK0 --tape TAPE", &format!("--tape {track_0} --tape {path}"));
        if let Some(base) = base {
            text = text.replace("start BASE --reader TAPE", &format!("start {base} --reader {path}"));
        }
    }
    text
}

/// What is printed at the end of a session, and the exit status.
pub struct Closing {
    pub status: Status,
    outcome: Outcome,
    /// What a program that has printed nothing has left in the registers.
    left: Option<String>,
    pair: Option<String>,
    /// A warning for each lost output, from [`super::outputs::Outputs::unkept`].
    unkept: Vec<&'static str>,
    /// The typed text that the program did not read before its end. It is blank if there is none.
    untyped: String,
}

/// From what the end of a session is told, besides the machine.
pub struct Told<'a> {
    pub opening: &'a Opening<'a>,
    /// Whether the user sits at a monitor that waits for a command.
    pub is_at_desk: bool,
    /// The time of the session, in seconds of GIER's time.
    pub seconds: f64,
    /// Whether the drum is saved.
    pub is_saved: bool,
    /// Whether the program has written many tracks of the drum.
    pub has_written: bool,
    /// A track on which the program has worked, although the machine lacks it.
    pub missing: Option<usize>,
    /// Whether the program left any output that is not saved.
    pub has_unkept: bool,
}

impl Told<'_> {
    /// Says what happened, where the session knows more than [`Outcome::of`], and what the user can do next.
    fn say(&self, outcome: &mut Outcome, session: &Session) {
        let machine = session.machine();
        let seconds = match self.seconds {
            short if short < 0.1 => format!("{short:.6}"),
            long => format!("{long:.1}"),
        };
        let is_at_work = matches!(outcome.ended, Ended::Left | Ended::Working)
            && !self.is_at_desk
            && self.opening.monitor.is_some();
        let circle = is_at_work.then(|| circle::circle(machine)).flatten();
        match outcome.ended {
            Ended::Stopped => {
                if let (Some(stops), Some(StopCause::Zq { cell })) = (self.stops(), machine.stopped()) {
                    self.say_stop(outcome, (stops, cell), session);
                }
                if self.has_only_begun(machine) {
                    outcome.ended = Ended::Begins;
                }
            }
            Ended::Over if self.opening.monitor.is_some() => self.say_over(outcome, session),
            Ended::Asks => {
                let at_slip = if rest(machine).is_empty() { AT_SLIP } else { SLIP_READS };
                let slip = Monitor::is_slip(machine).then(|| at_slip.to_string());
                let reader = &machine.devices().reader;
                let unread = self.opening.has_data && reader.tape().is_some() && reader.row() == 0;
                let data = unread.then(|| UNREAD.to_string());
                let line = session.papers().sheet().line_text();
                let is_question = line.trim_end().ends_with([':', '?', '=', '.', ')']);
                let any = self.opening.entry.filter(|_| !self.opening.is_typed).map(|_| ANY_KEYS);
                // A question asks for other keys than any.
                let is_any = self.opening.entry.is_some_and(|entry| entry.asks == Asks::Keys);
                let asks = self.opening.asks.filter(|_| !self.opening.is_typed && (!is_question || !is_any));
                let asks = asks.or(any).map(str::to_string);
                outcome.next = self.opening.keys.clone().or(slip).or(data).or(asks);
            }
            Ended::Left if outcome.message.is_none() && !self.is_at_desk => {
                outcome.message =
                    Some(format!("you stopped the program after {seconds} seconds of GIER's time"));
            }
            // SLIP says what it waits for, and the tapes that a program may want come from the catalogue.
            Ended::Tape if outcome.next.is_none() => {
                let note = self.opening.note.filter(|_| !self.opening.has_data);
                let note = note.map(|_| AWAITS_TAPE.to_string());
                outcome.message = note.or_else(|| self.opening.tapes.clone()).or(outcome.message.take());
            }
            Ended::Working => outcome.message = Some(self.at_limit(&seconds, circle.is_some())),
            Ended::Alarm if outcome.message.as_deref() == Some(ALARM) => {
                let paper = session.papers().sheet().to_text();
                let lines = paper.lines().rev().map(str::trim).filter(|line| !line.is_empty()).take(2);
                let alarm = lines.filter_map(alarm).next();
                outcome.message = alarm.or(outcome.message.take());
            }
            _ => outcome.message = outcome.message.take().map(|line| gier_messages::explained(&line)),
        }
        if self.is_at_desk && self.is_saved {
            outcome.next = outcome.next.take().or_else(|| elsewhere(machine));
        }
        if is_at_work {
            outcome.next = self.next_at_work(machine, circle);
        }
    }

    /// Says that a program has not ended, and how long it may work.
    fn at_limit(&self, seconds: &str, goes_round: bool) -> String {
        let later = |time: Option<&'_ str>| {
            let time = time.and_then(|time| Some((time.to_string(), time.parse::<f64>().ok()?)));
            time.filter(|(_, later)| *later > self.seconds)
        };
        let entry = self.opening.entry;
        let seen = later(self.opening.seen_time);
        let noted = later(entry.and_then(|entry| entry.time.as_deref()));
        let words = ["--limit", "for ever", "never end", "without end", "no end", "endless"];
        let is_told = self.opening.note.is_some_and(|note| words.iter().any(|word| note.contains(word)));
        match (seen, noted) {
            // The note says how long it works, or that it has no end. A circle has none either.
            _ if is_told || goes_round => {
                format!("the program has not ended in {seconds} seconds of GIER's time")
            }
            (Some((time, seen)), _) => format!(
                "the program has not ended in {seconds} seconds of GIER's time; when gier ran it, it worked for {time} s: try --limit {:.0}",
                (1.05 * seen).ceil() + 100.0
            ),
            // The noted time is that of the author's machine, and may lack the translation.
            (None, Some((time, noted))) => format!(
                "the program has not ended in {seconds} seconds of GIER's time; its text notes {time} s: try --limit {:.0}",
                (1.5 * noted).ceil() + 100.0
            ),
            _ if self.is_tune() => format!(
                "the tune has not ended in {seconds} seconds of GIER's time, and may have no end; --limit N allows N"
            ),
            _ => format!(
                "the program has not ended in {seconds} seconds of GIER's time; --limit N allows N seconds"
            ),
        }
    }

    /// Whether the tape plays a tune, whose stops are not told. With a data tape, they are.
    fn is_tune(&self) -> bool {
        let is_music = self.opening.entry.is_some_and(|entry| entry.is_music || entry.wants_start);
        is_music && !self.opening.has_data
    }

    /// The stops in the text of the program, if they are to be told.
    fn stops(&self) -> Option<Stops> {
        self.opening.entry.filter(|_| !self.is_tune()).map(|entry| entry.stops)
    }

    /// Says at which order zq a program has stopped, and what the user can do there.
    fn say_stop(&self, outcome: &mut Outcome, (stops, cell): (Stops, Address), session: &Session) {
        let machine = session.machine();
        let is_begin = self.is_begin(cell, machine);
        let has_only_begun = self.has_only_begun(machine);
        let is_over = !is_begin && !has_only_begun && stops.ends > 0 && stops.pauses == 0;
        let order = slip::write(machine.ferrite().read(cell));
        let key = ["KA", "KB"].into_iter().find(|key| order.contains(key));
        outcome.message = Some(if let Some(key) = key.filter(|key| order.contains(&format!("L{key}"))) {
            format!("the program stopped at zq in cell {cell}, because the key {key} is set")
        } else if let Some(key) = key {
            format!("the program stopped at zq in cell {cell}, because the key {key} is off")
        } else if is_over {
            format!("the program stopped at zq in cell {cell}, and no order is in the next cell")
        } else if has_only_begun && is_begin {
            format!("the program stopped at zq in cell {cell}, where it begins")
        } else if has_only_begun {
            format!("the program stopped at zq in cell {cell}, before its work")
        } else {
            format!("the program stopped at zq in cell {cell}: its end, or a pause")
        });
        let has_commands =
            self.opening.base.is_some() && !self.opening.has_data && rest(machine).lines().any(is_command);
        let is_read = |tape: &Tape| machine.devices().reader.row() >= tape.rows().len();
        let has_read = self.opening.has_data && machine.devices().reader.tape().is_none_or(is_read);
        outcome.next = match &self.opening.lacking {
            _ if has_commands && has_only_begun => Some(START_OR_COMMANDS.to_string()),
            _ if has_commands => Some(COMMANDS.to_string()),
            _ if has_read && self.has_written && self.is_saved => Some(WRITTEN_KEPT.to_string()),
            _ if has_read && self.has_written => Some(WRITTEN.to_string()),
            _ if self.opening.base.is_none() && key.is_none() && !has_no_system(machine) => {
                Some(SYSTEM.to_string())
            }
            Some(lacking) if !is_over => Some(lacking.clone()),
            _ if is_over && key.is_none() => None,
            _ => Some(GO_ON.to_string()),
        };
    }

    /// What a program has left in the registers R and M, if it stopped behind its first order and printed nothing.
    fn left(&self, session: &Session) -> Option<String> {
        let Some(StopCause::Zq { cell }) = session.machine().stopped() else { return None };
        let is_end = self.stops().is_some_and(|stops| stops.ends > 0 && stops.pauses == 0);
        let has_worked =
            (is_end || !self.opening.started.is_empty()) && !self.is_begin(cell, session.machine());
        (has_worked && self.opening.note.is_none()).then(|| left_in_registers(session)).flatten()
    }

    /// Whether the program begins in a cell, at which it has stopped.
    fn is_begin(&self, cell: Address, machine: &Machine) -> bool {
        let is_first = self.opening.started.first().is_none_or(|&first| first == cell);
        let order = || slip::write(machine.ferrite().read(cell));
        let is_it = |on_key: bool| !on_key || ["KA", "KB"].iter().any(|key| order().contains(key));
        is_first && self.stops().and_then(|stops| stops.begins).is_some_and(is_it)
    }

    /// Whether the program has stopped at its beginning, and nobody has pressed the button start.
    fn has_only_begun(&self, machine: &Machine) -> bool {
        let Some(StopCause::Zq { cell }) = machine.stopped() else { return false };
        let is_told = self.opening.is_told_to_start;
        self.opening.started.is_empty() && (is_told || self.is_begin(cell, machine))
    }

    /// Whether the user may have pressed the button start at the end of the program.
    fn is_past_end(&self, machine: &Machine) -> bool {
        let last = self.opening.started.last().filter(|&&last| !self.is_begin(last, machine));
        last.is_some() && self.stops().is_some_and(|stops| stops.ends > 0)
    }

    /// What the user can do for a program that has not ended.
    fn next_at_work(&self, machine: &Machine, circle: Option<(Address, Address)>) -> Option<String> {
        let looked = looks_at(machine);
        let [ka, kb] = [0, 1].map(|key| looked[key] && !self.opening.known_keys[key]);
        if let Some(cells) = circle {
            return Some(going_round(cells, looked));
        }
        if let Some(track) = self.missing.filter(|_| !self.is_tune()) {
            let (tracks, larger) = (machine.installation().tracks, larger(track));
            return Some(format!(
                "the program has worked on track {track}, but this GIER has {tracks} tracks: --installation {larger} has more"
            ));
        }
        let key = match (ka, kb) {
            (true, true) => "the program looks at the keys KA and KB: --ka and --kb set them",
            (true, false) => "the program looks at the key KA: --ka sets it",
            (false, true) => "the program looks at the key KB: --kb sets it",
            (false, false) => return None,
        };
        Some(key.to_string())
    }

    /// Says that a program which printed nothing has ended, or that a tape is read.
    fn say_over(&self, outcome: &mut Outcome, session: &Session) {
        // HJÆLP's SLIP has stopped in the middle of the tape, and waits for what the operator types.
        if self.opening.base == Some(HJAELP) && !rest(session.machine()).is_empty() {
            outcome.ended = Ended::Asks;
        }
        // A command to HELP 3 ends with `<`. If it is the last line, nothing was printed after it, except that a
        // program which has ended may have called HELP 3.
        let paper = session.papers().sheet().to_text();
        let mut lines = paper.lines().rev().map(str::trim_end).filter(|line| !line.is_empty()).peekable();
        let is_called = lines.next_if(|line| is_call(line)).is_some();
        let last = lines.next();
        let has_base = self.opening.base.is_some();
        let is_typed = |last: &str| last.ends_with('<') || last == "l" || is_called && last == "ok";
        if has_base && !last.is_none_or(is_typed) && !self.opening.is_only_read {
            outcome.message = self.broken_promise(&paper);
            outcome.next = self.rest(session.machine());
            return;
        }
        if is_called && last.is_some() && has_base && !self.opening.is_only_read {
            outcome.message = (!self.has_unkept).then(|| SILENT.to_string());
            outcome.next = self.rest(session.machine());
        } else {
            let (message, next) = match self.rest(session.machine()) {
                Some(rest) => (READY, Some(rest)),
                None => read(session.machine(), self.is_saved),
            };
            (outcome.message, outcome.next) = (Some(message.to_string()), next);
            if let Some(start) = self.held() {
                outcome.ended = Ended::Begins;
                (outcome.message, outcome.next) = (Some(HELD.to_string()), Some(start));
            }
        }
    }

    /// Says that a program printed none of the results that its text promises. Only a whole number can be looked for.
    fn broken_promise(&self, paper: &str) -> Option<String> {
        let promised = self.opening.entry?.answer.as_deref()?;
        let paper: String = paper.chars().filter(|c| !c.is_whitespace()).collect();
        let is_broken = |result: &str| {
            let number = result.split_whitespace().next().map(|word| word.trim_end_matches([',', '.']));
            number.is_some_and(|number| {
                number.bytes().all(|digit| digit.is_ascii_digit()) && !paper.contains(number)
            })
        };
        promised
            .split("; ")
            .all(is_broken)
            .then(|| format!("the paper does not show the result that its text promises: {promised}"))
    }

    /// Says how to start a program that the tape has put into the store.
    fn held(&self) -> Option<String> {
        let cell = self.opening.entry?.held.as_deref()?;
        let (base, tape) = (self.opening.base?, self.opening.tape.as_deref()?);
        Some(format!("under gier archive start {base} --reader {tape}, r< and exit,{cell}< start it"))
    }

    /// Says what follows on the tape of a program that has ended.
    fn rest(&self, machine: &Machine) -> Option<String> {
        let rest = rest(machine);
        if self.opening.desk.is_some() && self.opening.base != Some(HJAELP) {
            let first = rest.lines().find(|line| !line.trim().is_empty());
            return first.is_some_and(is_command).then(|| R_READS.to_string());
        }
        let (base, tape) = (self.opening.base?, self.opening.tape.as_deref()?);
        if self.opening.has_data {
            return rest.lines().any(is_command).then(|| REST_OF_DATA.to_string());
        }
        match base {
            HJAELP if !rest.is_empty() => Some(format!(
                "the tape goes on: under gier archive start {base} --reader {tape}, each _l reads on"
            )),
            HJAELP => None,
            _ if !rest.lines().any(is_command) => None,
            _ => Some(format!(
                "the tape goes on behind it: under gier archive start {base} --reader {tape}, each r< reads on"
            )),
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
        // Who has typed what the note says needs it no longer.
        let is_followed =
            |note: &&str| outcome.ended == Ended::Over && opening.is_typed && note.contains("--typed");
        let note = opening.note.filter(|note| !is_followed(note)).map(str::to_string);
        let is_failure = outcome.ended.status() == 1;
        let damage = || opening.damage.clone().filter(|_| is_failure);
        let started = || self.is_past_end(session.machine()).then(|| WAS_END.to_string());
        let base = || match opening.other_base {
            Some(find) => outcome.next_after(|| {
                let paper = session.papers().sheet().to_text();
                let mut lines = paper.lines().rev().filter(|line| !line.trim().is_empty());
                let before = lines.find(|line| line.starts_with("stack ")).and_then(|_| lines.next());
                find(before.map_or("", str::trim))
            }),
            // A user at the monitor has chosen the base, and cannot choose another one now.
            None => outcome.next.clone().filter(|_| opening.desk.is_none() || outcome.without.is_none()),
        };
        note.or_else(started).or(lack).or_else(tracks).or_else(damage).or_else(base)
    }
}

impl Closing {
    pub fn of(session: &mut Session, ending: Ending, told: &Told<'_>, unkept: Vec<&'static str>) -> Closing {
        let ending = if told.is_at_desk && ending == Ending::AwaitingKey { Ending::Enough } else { ending };
        let machine = session.machine();
        let is_under_monitor = told.opening.monitor.is_some() && !told.is_at_desk;
        let mut outcome = match ending {
            Ending::Enough | Ending::TimeIsUp if is_under_monitor && circle::jumps_to_itself(machine) => {
                let cell = machine.cpu().registers().r1;
                let message = format!("the program ends in cell {cell}, whose order jumps to itself");
                Outcome::new(Ended::Stopped, message)
            }
            // A fault that SLIP has reported no longer counts if the program was started all the same.
            Ending::Stopped(StopCause::Zq { .. }) if !told.opening.started.is_empty() => {
                Outcome::new(Ended::Stopped, None)
            }
            // The user sits at the monitor, which reads a tape that has no end for it.
            Ending::AwaitingTape if told.opening.desk.is_some() => Outcome::of(session, ending, false),
            ending => Outcome::of(session, ending, told.opening.monitor.is_some() || told.is_at_desk),
        };
        told.say(&mut outcome, session);
        outcome.next = told.next(&outcome, session);
        let left = told.left(session);
        let is_at_work = outcome.ended == Ended::Working && outcome.next.is_none();
        let is_told = outcome.next.is_some() && outcome.next == elsewhere(session.machine());
        let unkept = unkept.into_iter().filter(|lost| !is_told || *lost != REEL).collect();
        let pair = told.opening.pair.filter(|_| outcome.ended.status() == 1 && !is_at_work);
        let pair = pair.and_then(|find| find());
        if let Some(entry) = told.opening.entry {
            let with_names =
                |text: String| named(&text, entry, (told.opening.base, told.opening.tape.as_deref()));
            outcome.message = outcome.message.map(with_names);
            outcome.next = outcome.next.map(with_names);
        }
        let is_at_limit = matches!(outcome.ended, Ended::Left | Ended::Working);
        let untyped = if is_at_limit { String::new() } else { session.untyped() };
        Closing { status: outcome.ended.into(), outcome, left, pair, unkept, untyped }
    }

    /// Whether an alarm stopped the program.
    fn is_alarm(&self) -> bool {
        self.outcome.ended == Ended::Alarm
    }

    /// Prints the paper and the result as JSON, or the statistics line by line.
    pub fn print(&self, job: &Job, session: &Session, counted: Vec<(&'static str, Value)>, wishes: Wishes) {
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

    /// Says all, and returns the exit status.
    pub fn say(self) -> Status {
        for message in
            self.outcome.message.iter().chain(&self.left).chain(&self.outcome.next).chain(&self.pair)
        {
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
