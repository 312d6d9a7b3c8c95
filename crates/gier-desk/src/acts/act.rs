//! Parses acts. One function reads the line of a script, of the prompt, of the panel and of an editor's
//! console, so that an act means the same everywhere.

use super::table::verb;
use crate::debug::expression::{Expression, Names};
use crate::debug::language::{BackTarget, Item, Spot, Subject, Which};
use crate::debug::stops::{LineParser, Stop, fault};
use crate::notation::place;
use crate::typewriter::keyboard;
use gier_machine::bootstrap::{bootstrap, old_bootstrap};
use gier_machine::{Input, Register};
use gier_word::installation::STATIONS;
use gier_word::number::parse_unsigned;
use gier_word::{Address, Diagnostic, Half, Installation, Span};
use std::ops::Range;

/// A message about an unknown act quotes at most this many characters of its first word.
const LONGEST_NAME: usize = 40;
/// The maximum number of acts in a script.
const ACTS_MAX: usize = 100_000;
/// The maximum length of a script, in megabytes (2²⁰ bytes). Ten thousand breakpoints of such a script take
/// less than 64 MB.
const MEGABYTES_MAX: usize = 2;
/// The maximum number of reported faults. After the last of them, the rest of the script is not read.
const FAULTS_MAX: usize = 1000;

/// A line of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The line number in the script, counted from 1.
    pub line: usize,
    /// The act on the line.
    pub act: Act,
}

/// What an operator does at the machine, or the debugger with it.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Changes the drum tracks and the devices that the machine has.
    Installation(Installation),
    /// Gives these inputs to the machine: presses a button, sets a switch or a register, keys in the cells that read
    /// a first tape.
    Feed(Vec<Input>),
    /// Puts a tape into the reader, behind the tapes that are already in it.
    Reader {
        /// The name of the file with the tape.
        file: String,
        /// Whether the file is a text, which is first converted to a tape.
        text: bool,
        /// The number of rows to leave out at the beginning of the tape.
        from: usize,
    },
    /// Puts a reel on the magnetic tape station with this number (1-6). The second field is the name of the
    /// file with the reel.
    Station(u16, String),
    /// Strikes the keys of this text, each when the machine waits for a key.
    Type(String),
    /// Runs the machine until it has printed this text. The text must come after the text of the previous
    /// `Expect`.
    Expect(String),
    /// Runs the machine until this event occurs.
    Await(Wait),
    /// Runs the machine for this many seconds of machine time, or until it waits or stops.
    Run(f64),
    /// Sets the maximum machine time, in seconds, for each later act. The act `run` has no such limit.
    Limit(f64),
    /// `None` starts the stopwatch. `Some((low, high))` checks that the stopwatch shows at least `low` and at
    /// most `high` seconds of machine time.
    Stopwatch(Option<(f64, f64)>),
    /// Loads the image in this file onto the drum.
    Drum(String),
    /// Prints a time, an order count, or a line of the paper.
    Report(Report),
    /// Saves in a file what the first field names. The second field is the file's name.
    Save(Saved, String),
    /// Adds a breakpoint or watchpoint.
    Set(Box<Stop>),
    /// Removes the breakpoint or watchpoint with this number. `None` removes all.
    Forget(Option<u32>),
    /// Runs until a breakpoint or watchpoint is hit, or until the machine waits or stops.
    Continue,
    /// Executes this many orders.
    Step(u64),
    /// Executes one order. If it calls a subroutine, also executes the subroutine.
    Over,
    /// Runs until the procedure or subroutine in progress returns.
    Out,
    /// Runs forward to another statement, or goes back to the previous one.
    Statement(Which),
    /// Goes back to an earlier point of the session.
    Back(BackTarget),
    /// Goes forward to the end of the session.
    End,
    /// Prints the last write of a cell, a variable or a cell of a track. `None` means `who wrote again`:
    /// prints the write of the same cell before the write that was printed last.
    Who(Option<Subject>),
    /// Prints where a value or a printed character came from.
    Origin(Spot),
    /// Goes on with what [`Act::Origin`] has printed: with all of it, or only with what the line of this number,
    /// counted from 1, has read.
    More(Option<usize>),
    /// Prints the answers of this act in the machine's words, too.
    InDetail(Box<Act>),
    /// Prints the values of these items, for example registers, variables or lists.
    Tell(Vec<Item>),
    /// Sets a register or a cell. The fields are the name of the register or cell, and the value as text.
    Poke(String, String),
    /// Sets a variable of the program, or an element of an array. The second field is the value.
    Assign(Expression, Expression),
    /// A line of a script that can name something of the program. It was checked, and is parsed again when
    /// its turn comes, because the program and its names may be known only then.
    Later(String),
}

/// What an act saves in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The paper in the typewriter, as text or as an SVG picture. After that, the operator puts in a new
    /// sheet.
    Paper,
    /// The plotter's drawing, as an SVG picture.
    Drawing,
    /// The contents of the drum, as an image.
    Drum,
    /// The whole machine, as a snapshot.
    Machine,
    /// The reel of the magnetic tape station with this number (1-6).
    Reel(u16),
}

/// What the operator reports with `tell`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// The time on the stopwatch, in seconds of machine time.
    Seconds,
    /// The number of orders executed since the stopwatch was started, or since the operator's work began.
    Orders,
    /// The last line of the sheet that contains this text.
    Paper(String),
}

/// The event that the act `await` waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The machine waits for a key, so the lamp of the typewriter is on.
    Key,
    /// The machine waits for tape in the reader.
    Tape,
    /// The machine stops.
    Stop,
    /// The machine waits for a key or for tape, or stops. The operator reports which of these happened.
    Any,
    /// The machine reaches a breakpoint of the debugger.
    Break,
}

impl Act {
    /// Whether the act can name something of the program. All acts are here, so that rustc asks for a new one.
    fn can_name(&self) -> bool {
        use Act::{
            Assign, Await, Back, Continue, Drum, End, Expect, Feed, Forget, InDetail, Installation, Later,
            Limit, More, Origin, Out, Over, Poke, Reader, Run, Save, Set, Statement, Station, Step,
            Stopwatch, Tell, Type, Who,
        };
        match self {
            InDetail(act) => act.can_name(),
            Set(_) | Origin(_) | Back(_) | Who(Some(_)) | Tell(_) | Poke(..) | Assign(..) => true,
            Act::Report(report) => matches!(report, Report::Seconds | Report::Orders),
            Installation(_) | Feed(_) | Reader { .. } | Station(..) | Type(_) | Expect(_) | Await(_) => false,
            Run(_) | Limit(_) | Stopwatch(_) | Drum(_) | Save(..) | Forget(_) | Continue | Step(_) => false,
            Over | Out | Statement(_) => false,
            End | Who(None) | More(_) | Later(_) => false,
        }
    }
}

/// Parses a line. `names` are the names that the program declares, or `None` if it is not known which program
/// runs: a word such as `line` can also be a variable of the program. Returns `None` for a line without an
/// act.
///
/// # Errors
/// The error says what is wrong, and where in the line.
pub fn act(line: &str, names: Option<&dyn Names>) -> Result<Option<Act>, Diagnostic> {
    let text = without_comment(line).trim_end();
    if text.trim().is_empty() {
        return Ok(None);
    }
    let (text, in_detail) = match text.strip_suffix(" in detail") {
        Some(text) => (text.trim_end(), true),
        None => (text, false),
    };
    let mut words = LineParser { text, at: 0, names };
    let verb = words.word();
    let act = match words.of_debugger(verb)? {
        Some(act) => act,
        None => words.of_operator(verb)?,
    };
    words.ends()?;
    Ok(Some(if in_detail { Act::InDetail(Box::new(act)) } else { act }))
}

/// Parses a script, which has one act on each line. A line that can name something of the program becomes an
/// [`Act::Later`].
///
/// # Errors
/// Returns a fault for each line that is not a valid act, with its place in the script. Parsing stops after
/// 1000 faults. A script with more than 100 000 acts, or with more than 2 MB of text, is also a fault.
pub fn parse(script: &str) -> Result<Vec<Line>, Vec<Diagnostic>> {
    let (mut lines, mut faults) = (Vec::new(), Vec::new());
    let mut start = 0;
    for (number, line) in script.split_inclusive('\n').enumerate() {
        let is_too_long = start + line.len() > MEGABYTES_MAX << 20;
        if lines.len() == ACTS_MAX || is_too_long {
            let message = format!("a file has at most {ACTS_MAX} acts, and {MEGABYTES_MAX} MB of text");
            faults.push(Diagnostic::new(start..start + line.trim_end().len(), "act", message));
            break;
        }
        if faults.len() == FAULTS_MAX {
            break;
        }
        match act(line, None) {
            Ok(Some(act)) => {
                let text = || without_comment(line).trim_end().to_string();
                let act = if act.can_name() { Act::Later(text()) } else { act };
                lines.push(Line { line: number + 1, act });
            }
            Ok(None) => {}
            Err(mut fault) => {
                let Range { start: first, end } = fault.span.bytes();
                fault.span = Span::from(first + start..end + start);
                faults.push(fault);
            }
        }
        start += line.len();
    }
    if faults.is_empty() { Ok(lines) } else { Err(faults) }
}

/// A line without its comment. A comment cannot begin inside quotes.
fn without_comment(line: &str) -> &str {
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, character) in line.char_indices() {
        match character {
            '"' if !is_escaped => is_quoted = !is_quoted,
            '#' if !is_quoted => return &line[..at],
            _ => {}
        }
        is_escaped = is_quoted && !is_escaped && character == '\\';
    }
    line
}

/// A text in quotes.
struct Quoted {
    /// The text, without the quotes and with its escapes replaced.
    text: String,
    /// For each character of the text, the bytes of the line that it occupies.
    places: Vec<Range<usize>>,
}

/// The help of an act of a magnetic tape station with a wrong number.
const STATION_HELP: &str = "magnetic tape stations have the numbers 1 to 6: tape-station 6 \"x.tap\"";
/// The help of gdb's word for the end. What ends is not the machine.
const QUIT_HELP: &str = "quit ends the prompt of gier debug and the panel; an editor has a button for it, and a file of acts ends with its last line";
/// The help of an unknown act.
const ACTS_HELP: &str = "gier debug --help lists the acts";

/// The acts of an operator.
impl LineParser<'_> {
    fn of_operator(&mut self, verb: &str) -> Result<Act, Diagnostic> {
        Ok(match verb {
            "installation" => {
                let span = self.next();
                let named = self.word().parse::<Installation>();
                Act::Installation(named.map_err(|error| fault(span, error.to_string(), ""))?)
            }
            "bootstrap" if self.accept("old") => Act::Feed(old_bootstrap()),
            "bootstrap" => Act::Feed(bootstrap()),
            "reader" => self.reader()?,
            "unload" => Act::Feed(vec![Input::UnmountTape]),
            "tape-station" => Act::Station(self.station()?, self.quoted()?.text),
            "type" => Act::Type(self.keys()?),
            "expect" => match self.quoted()?.text {
                text if text.is_empty() => return Err(self.unknown(ACTS_HELP)),
                text => Act::Expect(text),
            },
            "await" => Act::Await(self.wait()?),
            "run" => Act::Run(self.seconds()?),
            "limit" => Act::Limit(self.seconds()?),
            "stopwatch" => Act::Stopwatch(self.bounds()?),
            "go" => Act::Feed(vec![Input::SetNext(self.number()?, Half::Left)]),
            "by" => Act::Feed(vec![Input::SetRegister(Register::By, self.number()?.into())]),
            "drum" => Act::Drum(self.quoted()?.text),
            "paper" => Act::Save(Saved::Paper, self.quoted()?.text),
            "plot" => Act::Save(Saved::Drawing, self.quoted()?.text),
            "save" => {
                let what = match () {
                    () if self.accept("machine") => Saved::Machine,
                    () if self.accept("tape-station") => Saved::Reel(self.station()?),
                    () => Saved::Drum,
                };
                Act::Save(what, self.quoted()?.text)
            }
            "press" => return self.button(),
            "start" => Act::Feed(vec![Input::Start]),
            "stop" => Act::Feed(vec![Input::Stop]),
            "reset" => Act::Feed(vec![Input::Reset]),
            "help" => Act::Feed(vec![Input::Help]),
            "ka" => self.switch(Input::Ka)?,
            "kb" => self.switch(Input::Kb)?,
            "protect" if self.accept("0") => self.switch(Input::ProtectTrack0)?,
            "protect" if self.accept("1-31") => self.switch(Input::ProtectTracks1To31)?,
            "parity-stop" => self.switch(Input::ParityStop)?,
            "quit" | "exit" => return Err(self.unknown(QUIT_HELP)),
            _ => return Err(self.unknown(ACTS_HELP)),
        })
    }

    /// Parses the name of a button after `press`. At a prompt, `help` alone asks for help.
    fn button(&mut self) -> Result<Act, Diagnostic> {
        match self.word() {
            verb @ ("start" | "stop" | "reset" | "help") => self.of_operator(verb),
            _ => Err(self.wrong("press start, press stop, press reset or press help")),
        }
    }

    /// The diagnostic for a line whose verb is not known, or not used like this.
    fn unknown(&self, help: &str) -> Diagnostic {
        let name: String = verb(self.text).chars().take(LONGEST_NAME).collect();
        fault(0..self.text.len(), format!("'{name}' is not used like this"), help)
    }

    /// Parses what stands after `reader`.
    fn reader(&mut self) -> Result<Act, Diagnostic> {
        let text = self.accept("text");
        let file = self.quoted()?.text;
        let mut from = 0;
        if !text && self.accept("from") {
            let rows = self.word().parse();
            let help = "give the number of rows to leave out: reader \"x.flx\" from 1";
            from = rows.map_err(|_| self.unknown(help))?;
        }
        Ok(Act::Reader { file, text, from })
    }

    /// Parses the number of a magnetic tape station.
    fn station(&mut self) -> Result<u16, Diagnostic> {
        let number = self.word().parse().ok().filter(|number| (1..=STATIONS).contains(number));
        number.ok_or_else(|| self.unknown(STATION_HELP))
    }

    /// Parses a text to type. Returns a fault if no key of the typewriter prints one of its characters.
    fn keys(&mut self) -> Result<String, Diagnostic> {
        let quoted = self.quoted()?;
        for (character, place) in quoted.text.chars().zip(quoted.places) {
            if !keyboard::has_key(character) {
                let message = format!("no key of GIER's typewriter prints {character:?}");
                return Err(fault(place, message, ""));
            }
        }
        Ok(quoted.text)
    }

    /// Parses what stands after `await`.
    fn wait(&mut self) -> Result<Wait, Diagnostic> {
        Ok(match self.word() {
            "key" => Wait::Key,
            "tape" => Wait::Tape,
            "stop" => Wait::Stop,
            "any" => Wait::Any,
            "break" => Wait::Break,
            _ => return Err(self.unknown(ACTS_HELP)),
        })
    }

    /// Parses a number of seconds.
    fn seconds(&mut self) -> Result<f64, Diagnostic> {
        let seconds = parse_unsigned(self.word()).filter(|seconds| (0.0..=1e9).contains(seconds));
        seconds.ok_or_else(|| self.unknown("give a number of seconds"))
    }

    /// Parses what stands after `stopwatch`: nothing, or two times.
    fn bounds(&mut self) -> Result<Option<(f64, f64)>, Diagnostic> {
        if self.rest().trim().is_empty() {
            return Ok(None);
        }
        match (parse_unsigned(self.word()), parse_unsigned(self.word())) {
            (Some(low), Some(high)) if low <= high => Ok(Some((low, high))),
            _ => Err(self.unknown("give the fewest and the most seconds: stopwatch 389 391")),
        }
    }

    /// Parses a number that an address can hold.
    fn number(&mut self) -> Result<Address, Diagnostic> {
        self.word().parse().map_err(|_| self.unknown("give a number 0-1023"))
    }

    /// Parses the position of a lock key or a switch.
    fn switch(&mut self, input: fn(bool) -> Input) -> Result<Act, Diagnostic> {
        match self.word() {
            "on" => Ok(Act::Feed(vec![input(true)])),
            "off" => Ok(Act::Feed(vec![input(false)])),
            _ => Err(self.unknown(ACTS_HELP)),
        }
    }

    /// Parses a text in quotes.
    fn quoted(&mut self) -> Result<Quoted, Diagnostic> {
        let begin = self.next().start;
        if !self.text[begin..].starts_with('"') {
            return Err(self.unknown(ACTS_HELP));
        }
        let mut rest = self.text[begin + 1..].char_indices().map(|(at, it)| (begin + 1 + at, it));
        let (mut text, mut places) = (String::new(), Vec::new());
        while let Some((at, character)) = rest.next() {
            let (meant, last) = match character {
                '"' => {
                    self.at = at + 1;
                    return Ok(Quoted { text, places });
                }
                '\\' => match rest.next() {
                    Some((last, 'n')) => ('\n', (last, 'n')),
                    Some((last, escaped @ ('"' | '\\'))) => (escaped, (last, escaped)),
                    other => {
                        let end = other.map_or(self.text.len(), |(at, it)| at + it.len_utf8());
                        let help = "\\n is the carriage return, \\\" a quote, \\\\ a backslash";
                        return Err(fault(at..end, "this escape is not known", help));
                    }
                },
                _ => (character, (at, character)),
            };
            text.push(meant);
            places.push(at..last.0 + last.1.len_utf8());
        }
        Err(fault(begin..self.text.len(), "the text has no closing quote", ""))
    }
}

/// The help of an `origin` that cannot be read.
const ORIGIN: &str = "origin of sum, of line 12 column 7, or of \"7.85\"";

/// Parses an act in the words of gdb, lldb or pdb. Returns `None` if it is not one of them.
pub(super) fn of_other_debuggers(verb: &str, rest: &str) -> Option<Act> {
    Some(match (verb, rest) {
        ("next" | "n", "") => Act::Statement(Which::Over),
        ("reverse-next" | "reverse-step", "") => Act::Statement(Which::Back),
        ("reverse-continue", "") => Act::Back(BackTarget::Break),
        ("c" | "run", "") => Act::Continue,
        ("finish", "") => Act::Out,
        ("bt" | "backtrace" | "where", "") => Act::Tell(vec![Item::Calls]),
        ("info", "locals" | "args") => Act::Tell(vec![Item::Variables]),
        ("info", "breakpoints") => Act::Tell(vec![Item::Breaks]),
        ("list", "") => Act::Tell(vec![Item::Text]),
        ("delete", "") => Act::Forget(None),
        ("delete", number) => Act::Forget(Some(number.parse().ok()?)),
        _ => return None,
    })
}

/// The acts of the debugger.
impl LineParser<'_> {
    /// Parses an act of the debugger. Returns `None` if no act of the debugger begins with this verb.
    fn of_debugger(&mut self, verb: &str) -> Result<Option<Act>, Diagnostic> {
        if let Some(act) = of_other_debuggers(verb, self.rest().trim()) {
            self.at = self.text.len();
            return Ok(Some(act));
        }
        Ok(Some(match verb {
            "break" | "watch" => Act::Set(Box::new(self.stop(verb)?)),
            "forget" => match self.word() {
                "all" => Act::Forget(None),
                number => match number.parse() {
                    Ok(number) => Act::Forget(Some(number)),
                    Err(_) => return Err(self.wrong("give the number of a stop (tell breaks), or all")),
                },
            },
            "continue" => Act::Continue,
            "step" => self.step()?,
            "back" if self.accept("line") => Act::Statement(Which::Back),
            "back" => Act::Back(self.target()?),
            "forward" => match self.accept("to") && self.accept("end") {
                true => Act::End,
                false => return Err(self.wrong("forward to end")),
            },
            "who" => {
                if !self.accept("wrote") {
                    return Err(self.wrong("who wrote 500, or who wrote again"));
                }
                Act::Who(if self.accept("again") { None } else { Some(self.subject()?) })
            }
            "origin" => Act::Origin(self.origin()?),
            "more" => Act::More(self.place_in_list()?),
            "tell" | "print" => match self.report()? {
                Some(report) => Act::Report(report),
                None if self.gier_before("origin", |behind| behind.starts_with("of ")) => {
                    Act::Origin(self.origin()?)
                }
                None => Act::Tell(self.items()?),
            },
            "set" => self.setting()?,
            _ => return Ok(None),
        }))
    }

    /// Parses the number of a line after `more`, if there is one.
    fn place_in_list(&mut self) -> Result<Option<usize>, Diagnostic> {
        match self.word() {
            "" => Ok(None),
            word => match word.parse() {
                Ok(line @ 1..) => Ok(Some(line)),
                _ => Err(self.wrong("more, or more 2 for the second line")),
            },
        }
    }

    /// Parses what stands after `step`.
    fn step(&mut self) -> Result<Act, Diagnostic> {
        Ok(match self.word() {
            "" => Act::Step(1),
            "over" => Act::Over,
            "out" => Act::Out,
            "line" => Act::Statement(Which::Over),
            "into" => Act::Statement(Which::Into),
            "back" => return Err(self.wrong("back goes back an order, back line a statement")),
            number => match number.parse() {
                Ok(orders) if orders > 0 => Act::Step(orders),
                _ => return Err(self.wrong("step, step 5, step over or step out")),
            },
        })
    }

    /// Parses what stands after `tell`, if the operator reports it. The program's own names come first.
    fn report(&mut self) -> Result<Option<Report>, Diagnostic> {
        let is_free = |name: &str| self.names.is_none_or(|names| names.known(name).is_err());
        let report = match self.rest().trim() {
            "seconds" if is_free("seconds") => Report::Seconds,
            "orders" if is_free("orders") => Report::Orders,
            rest => {
                let quoted = rest.strip_prefix("paper").map(str::trim_start);
                if quoted.is_none_or(|quoted| !quoted.starts_with('"')) {
                    return Ok(None);
                }
                self.word();
                return Ok(Some(Report::Paper(self.quoted()?.text)));
            }
        };
        self.word();
        Ok(Some(report))
    }

    /// Parses the words for a cell: `track 48 cell 3`, an address, or an expression.
    fn subject(&mut self) -> Result<Subject, Diagnostic> {
        if self.gier_track() {
            let (track, word) = self.drum_word()?;
            return Ok(Subject::Drum(track, word));
        }
        Ok(Subject::Expression(self.written()?))
    }

    /// Parses the words after `back`.
    fn target(&mut self) -> Result<BackTarget, Diagnostic> {
        if !self.accept("to") {
            return match self.word() {
                "" => Ok(BackTarget::Orders(1)),
                number => match number.parse() {
                    Ok(orders) => Ok(BackTarget::Orders(orders)),
                    Err(_) => Err(self.wrong("back, back 5, or back to …")),
                },
            };
        }
        if self.accept("break") {
            return Ok(BackTarget::Break);
        }
        if self.accept("start") {
            return Ok(BackTarget::Moment(0));
        }
        let begin = self.at;
        if self.accept("order")
            && let Ok(orders) = self.word().parse()
        {
            return Ok(BackTarget::Moment(orders));
        }
        self.at = begin;
        if self.accept("write") && self.accept("of") {
            return Ok(BackTarget::Write(self.subject()?));
        }
        self.at = begin;
        if self.accept("change") && self.accept("of") {
            return Ok(BackTarget::Change(self.expression()?));
        }
        self.at = begin;
        let is_place = ["line", "procedure", "name"].iter().any(|word| self.gier(word));
        self.at = begin;
        if is_place {
            return Ok(BackTarget::Named(self.place()?));
        }
        let is_line = self.rest().trim().bytes().all(|byte| byte.is_ascii_digit());
        if is_line && let Some(at) = self.place_in_text() {
            return Ok(BackTarget::Named(at));
        }
        self.accept("cell");
        let is_cell = self.at > begin && place::read(self.rest()).is_ok();
        if !is_cell {
            self.at = begin;
        }
        let place = place::read(self.word());
        if let Ok(place) = place
            && self.rest().trim().is_empty()
        {
            return Ok(BackTarget::Place(place));
        }
        self.at = begin;
        Ok(BackTarget::Condition(self.expression()?))
    }

    /// Parses the items after `tell`. They can be separated by commas or only by blanks.
    fn items(&mut self) -> Result<Vec<Item>, Diagnostic> {
        let mut items = Vec::new();
        loop {
            self.check_items(items.len())?;
            items.push(self.item()?);
            self.comma();
            if self.rest().trim().is_empty() {
                return Ok(items);
            }
        }
    }

    fn item(&mut self) -> Result<Item, Diagnostic> {
        let begin = self.at;
        for (word, item) in [
            ("calls", Item::Calls),
            ("line", Item::Line),
            ("variables", Item::Variables),
            ("breaks", Item::Breaks),
        ] {
            if self.gier(word) {
                return Ok(item);
            }
        }
        if self.gier("history") {
            let after = self.at;
            if let Ok(orders) = self.word().parse() {
                return Ok(Item::History(orders));
            }
            self.at = after;
            return Ok(Item::History(10));
        }
        if self.gier("order") && (self.rest().trim().is_empty() || self.rest().trim_start().starts_with(','))
        {
            return Ok(Item::Order);
        }
        self.at = begin;
        if self.gier_track() {
            let (track, word) = self.drum_word()?;
            return Ok(Item::Drum(track, word));
        }
        Ok(Item::Value(self.expression()?))
    }

    /// Parses the words after `origin`.
    fn origin(&mut self) -> Result<Spot, Diagnostic> {
        if !self.accept("of") {
            return Err(self.wrong(ORIGIN));
        }
        if self.rest().trim_start().starts_with('"') {
            return Ok(Spot::Text(self.quoted()?.text));
        }
        let begin = self.at;
        let mut number = |before: &str| {
            let is_there = before.split(' ').all(|word| self.accept(word));
            if is_there { self.word().parse().ok().filter(|&number: &usize| number > 0) } else { None }
        };
        match (number("line"), number("column")) {
            (Some(line), Some(column)) => Ok(Spot::At(line, column)),
            _ => {
                self.at = begin;
                Ok(Spot::Value(self.written()?))
            }
        }
    }

    /// Parses the words after `set`: a variable, register or cell, and its new value.
    fn setting(&mut self) -> Result<Act, Diagnostic> {
        let here = self.next().start..self.text.len();
        if let Some(names) = self.names
            && let Some((variable, end)) = Expression::parse_variable(self.text, here, names)?
        {
            // `set sum := 3` is what the program's language suggests.
            let sign = self.text[end..].trim_start().trim_start_matches([':', '=']);
            self.at = self.text.len() - sign.len();
            return Ok(Act::Assign(variable, self.expression()?));
        }
        let name = self.word().trim_start_matches('$').to_string();
        let value = self.rest().trim().trim_start_matches([':', '=']).trim_start().to_string();
        self.at = self.text.len();
        if name.is_empty() || value.is_empty() {
            return Err(self.wrong("set R 17, or set c41 hv 5"));
        }
        Ok(Act::Poke(name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_are_read() {
        let acts =
            parse("# boot\nbootstrap\nbootstrap old\nreader \"a b.flx\" from 1 # skips\ntype \"r<\\n\"\nprotect 1-31 on\ntell paper \"x\"\nawait any\nsave machine \"m\"\ntape-station 6 \"t\"\nsave tape-station 1 \"t\"\nplot \"p\"\n")
                .unwrap();
        let kinds: Vec<Act> = acts.iter().map(|line| line.act.clone()).collect();
        assert_eq!(
            kinds,
            [
                Act::Feed(bootstrap()),
                Act::Feed(old_bootstrap()),
                Act::Reader { file: "a b.flx".to_string(), text: false, from: 1 },
                Act::Type("r<\n".to_string()),
                Act::Feed(vec![Input::ProtectTracks1To31(true)]),
                Act::Report(Report::Paper("x".to_string())),
                Act::Await(Wait::Any),
                Act::Save(Saved::Machine, "m".to_string()),
                Act::Station(6, "t".to_string()),
                Act::Save(Saved::Reel(1), "t".to_string()),
                Act::Save(Saved::Drawing, "p".to_string()),
            ]
        );
        assert_eq!(acts[3].line, 5);
    }

    #[test]
    fn every_wrong_line_is_named_with_its_place() {
        let script =
            "start\nfly\ntype r<\nexpect \"x\ntype \"\\q\"\nrun soon\nstopwatch 3 2\ntype \"a\\n$\"\n";
        let faults = parse(script).unwrap_err();
        let said: Vec<&str> = faults.iter().map(|fault| &script[fault.span.bytes()]).collect();
        assert_eq!(said, ["fly", "type r<", "\"x", "\\q", "run soon", "stopwatch 3 2", "$"]);
    }

    #[test]
    fn a_line_that_can_name_something_waits_for_its_turn() {
        let acts = parse("tell seconds\nbreak 417 # here\nstep\n").unwrap();
        let kinds: Vec<&Act> = acts.iter().map(|line| &line.act).collect();
        let later = |line: &str| Act::Later(line.to_string());
        assert_eq!(kinds, [&later("tell seconds"), &later("break 417"), &Act::Step(1)]);
    }
}
