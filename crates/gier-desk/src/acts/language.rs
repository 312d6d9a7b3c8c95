//! The language of scripts. Each line of a script has one act, which is a command for the operator or for the
//! debugger. [`ACTS_HELP`] lists the operator's acts.

use crate::debug::language as debugger;
use crate::typewriter::keyboard;
use gier_word::installation::STATIONS;
use gier_word::number::parse_unsigned;
use gier_word::{Address, Diagnostic, Installation, Span};
use std::ops::Range;

/// The help text that lists the acts (commands) of the operator.
pub const ACTS_HELP: &str = "\
A script has one act on each line. # begins a comment:
  installation six-discs       change the installation of the machine: one-drum, one-drum-buffer,
                               three-drums, disc, six-discs, also with parts such as +plotter
  bootstrap                    key in the three cells that read a first tape
  bootstrap old                the same, for a tape of the monitor program before HELP 3
  reader \"1track0.flx\"         put a tape into the reader, behind the tapes already there
  reader text \"demo.asc\"       punch a text on a tape, and put it into the reader
  reader \"x.flx\" from 1        without the first row of the tape
  unload                       remove all tapes from the reader
  tape-station 6 \"x.tap\"       put a reel of magnetic tape on station 6, and add it if missing
  type \"r<\\n\"                  strike these keys, each when the machine waits for a key
  expect \"e0\"                  run until the machine has printed this text, after the last
                               text expected; it must end in what the machine printed
  await key | tape | stop      run until the machine waits for a key or tape, or stops
  await any                    run until one of these three happens, and print which one
  run 2.5                      run for 2.5 seconds of machine time
  limit 600                    let an act run for at most 600 seconds of machine time
  stopwatch                    start a stopwatch, which measures machine time
  stopwatch 389 391            fail if it does not show 389 to 391 seconds
  tell seconds                 print what the stopwatch shows
  tell orders                  print the number of orders executed since it was started
  tell paper \"e0\"              print the last line of the paper that contains this text
  start, stop, reset, help     press the button
  ka on, kb off, protect 0 on, protect 1-31 on, parity-stop on
                               set the switch
  go 417                       set r1
  by 17                        set by, which selects the units; 17 is the typewriter
  drum \"help3.drum\"            load this image into the drum
  paper \"first.txt\"            save the paper, and put in a new sheet; .svg saves a picture
  save \"help3.drum\"            save the drum
  save machine \"it.snap\"       save the state of the whole machine, for gier panel
  save tape-station 6 \"x.tap\"  save the reel of station 6
  plot \"x.svg\"                 save the plotter's drawing as a picture
gier reads the files that a script names from the script's folder. If you give --folder, it
reads them from that folder. It writes files to the script's folder. It writes only new files
below the working folder: with --force it also replaces files, and with --allow-outside it also
writes elsewhere. It never replaces a file that it reads. If a file may not be written, a
message names it before the work begins.";

/// A message about an unknown command quotes at most this many characters of the command's name.
const LONGEST_NAME: usize = 40;

/// The maximum number of acts (commands) in a script.
const ACTS_MAX: usize = 100_000;
/// The maximum length of a script, in megabytes (2²⁰ bytes). Ten thousand breakpoints of such a script take less
/// than 64 MB.
const MEGABYTES_MAX: usize = 2;
/// The maximum number of reported faults. After the last of them, the rest of the script is not read.
const FAULTS_MAX: usize = 1000;

/// An act: one command of a script, for the operator or for the debugger.
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    /// The line number of the act in the script, counted from 1.
    pub line: usize,
    /// The kind of act, with its operands.
    pub kind: Kind,
}

/// The kinds of act.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Changes the drum tracks and the devices that the machine has.
    Installation(Installation),
    /// Sets three cells of an empty machine, so that the machine can read a first tape.
    Bootstrap(Cells),
    /// Puts a tape into the reader, behind the tapes that are already in it.
    Reader {
        /// The name of the file with the tape.
        file: String,
        /// Whether the file is a text, which is first converted to a tape.
        text: bool,
        /// The number of rows to leave out at the beginning of the tape.
        from: usize,
    },
    /// Takes all tapes out of the reader.
    Unload,
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
    /// Sets the maximum machine time, in seconds, for each later act (command). The act `run` has no such
    /// limit.
    Limit(f64),
    /// `None` starts the stopwatch. `Some((low, high))` checks that the stopwatch shows at least `low` and at
    /// most `high` seconds of machine time.
    Stopwatch(Option<(f64, f64)>),
    /// Presses a button of the desk.
    Button(Button),
    /// Sets a lock key or a switch on or off.
    Switch(Switch, bool),
    /// Sets the register `r1`, the address of the next order.
    Go(Address),
    /// Sets the register `by`. This register selects the units for input and output.
    By(u16),
    /// Loads the image in this file onto the drum.
    Drum(String),
    /// Prints a time, an order count, or a line of the paper.
    Tell(Tell),
    /// Saves in a file what the first field names. The second field is the file's name.
    Save(Saved, String),
    /// A command of the debugger: the whole line of the script. It is parsed only when it is performed,
    /// because the names of the program's variables are not known earlier.
    Debug(String),
}

/// What a script saves in a file, with the commands `save`, `paper` and `plot`.
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

/// What the operator's command `tell` prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tell {
    /// The time on the stopwatch, in seconds of machine time.
    Seconds,
    /// The number of orders executed since the stopwatch was started, or since the operator's work began.
    Orders,
    /// The last line of the sheet that contains this text.
    Paper(String),
}

/// The three cells that are set by hand in an empty machine before its first tape is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cells {
    /// The cells for tapes that were made for HELP 3 (the monitor program), and for the test programs.
    #[default]
    Help3,
    /// The cells for tapes that are older than HELP 3 (the monitor program).
    Old,
}

/// The event that the command `await` of a script waits for.
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

/// The buttons of the desk that a script can press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The button NORMAL START.
    Start,
    /// The button NORMAL STOP.
    Stop,
    /// The button RESET.
    Reset,
    /// The button HELP.
    Help,
}

/// The lock keys and switches that a script can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// The lock key KA.
    Ka,
    /// The lock key KB.
    Kb,
    /// The switch that protects track 0 against writing.
    Protect0,
    /// The switch that protects the tracks 1-31 against writing.
    Protect1To31,
    /// The switch that stops the machine after a row of tape with wrong parity.
    ParityStop,
}

/// A word of a script line, without its quotes. `span` holds the bytes of the script that the word occupies.
#[derive(Clone, Debug, PartialEq)]
struct Word {
    text: String,
    quoted: bool,
    span: Range<usize>,
    /// If the word was in quotes: for each of its characters, the bytes of the script that the character
    /// occupies.
    places: Vec<Range<usize>>,
}

impl Word {
    /// Returns the word as a text to type. Returns a fault if no key of the typewriter prints one of its
    /// characters.
    fn keys(&self) -> Result<String, Diagnostic> {
        for (character, place) in self.text.chars().zip(&self.places) {
            if !keyboard::has_key(character) {
                let message = format!("no key of GIER's typewriter prints {character:?}");
                return Err(fault(place.clone(), message, ""));
            }
        }
        Ok(self.text.clone())
    }
}

/// Parses a script, which has one act (command) on each line.
///
/// # Errors
/// Returns a fault for each line that is not a valid act, with its place in the script. Parsing stops after
/// 1000 faults. A script with more than 100 000 acts, or with more than 2 MB of text, is also a fault.
pub fn parse(script: &str) -> Result<Vec<Act>, Vec<Diagnostic>> {
    let mut acts = Vec::new();
    let mut faults = Vec::new();
    let mut start = 0;
    for (number, line) in script.split_inclusive('\n').enumerate() {
        let is_too_long = start + line.len() > MEGABYTES_MAX << 20;
        if acts.len() == ACTS_MAX || is_too_long {
            let message = format!("a file has at most {ACTS_MAX} acts, and {MEGABYTES_MAX} MB of text");
            faults.push(Diagnostic::new(start..start + line.trim_end().len(), "act", message));
            break;
        }
        if faults.len() == FAULTS_MAX {
            break;
        }
        let kind = match debug_act(line, start) {
            Some(act) => act.map(Some),
            None => words(line, start).and_then(|words| act(&words, start..start + line.trim_end().len())),
        };
        match kind {
            Ok(Some(kind)) => acts.push(Act { line: number + 1, kind }),
            Ok(None) => {}
            Err(fault) => faults.push(fault),
        }
        start += line.len();
    }
    if faults.is_empty() { Ok(acts) } else { Err(faults) }
}

/// Parses a debugger command on a line of a script. Returns `None` if the line has no command, or a command
/// for the operator, such as `tell seconds`. `start` is the byte of the script at which the line begins.
fn debug_act(line: &str, start: usize) -> Option<Result<Kind, Diagnostic>> {
    let first = line.split_whitespace().next()?;
    let line = without_comment(line).trim_end();
    let told = line.trim_start().strip_prefix("tell").map(str::trim_start);
    let is_of_work =
        told.is_some_and(|told| matches!(told, "seconds" | "orders") || told.starts_with("paper "));
    if !debugger::VERBS.contains(&first) || is_of_work {
        return None;
    }
    let moved = |mut fault: Diagnostic| {
        let Range { start: first, end } = fault.span.bytes();
        fault.span = Span::from(first + start..end + start);
        fault
    };
    Some(debugger::debug_act(line, None).map(|_| Kind::Debug(line.to_string())).map_err(moved))
}

/// A line without its comment. A comment cannot begin inside quotes.
fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    for (at, character) in line.char_indices() {
        match character {
            '"' => is_quoted = !is_quoted,
            '#' if !is_quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

fn fault(span: Range<usize>, message: String, help: &str) -> Diagnostic {
    Diagnostic::new(span, "acts", message).with_help(help)
}

/// Splits a line of a script into words. `start` is the byte of the script at which the line begins.
fn words(line: &str, start: usize) -> Result<Vec<Word>, Diagnostic> {
    let mut words = Vec::new();
    let mut rest = line.char_indices().peekable();
    while let Some(&(at, character)) = rest.peek() {
        match character {
            '#' => break,
            '"' => {
                rest.next();
                words.push(quoted(&mut rest, start + at, start + line.trim_end().len())?);
            }
            _ if character.is_whitespace() => {
                rest.next();
            }
            _ => {
                let mut text = String::new();
                while let Some((_, character)) = rest.next_if(|(_, c)| !c.is_whitespace() && *c != '"') {
                    text.push(character);
                }
                let span = start + at..start + at + text.len();
                words.push(Word { text, quoted: false, span, places: Vec::new() });
            }
        }
    }
    Ok(words)
}

/// Reads a text in quotes up to its closing quote. `start` is the byte of the script at which the opening
/// quote stands. `end` is the byte at which the line ends.
fn quoted(
    rest: &mut std::iter::Peekable<std::str::CharIndices<'_>>,
    start: usize,
    end: usize,
) -> Result<Word, Diagnostic> {
    let (mut text, mut places) = (String::new(), Vec::new());
    let mut end_of_it = start + 1;
    while let Some((_, character)) = rest.next() {
        let begin = end_of_it;
        end_of_it += character.len_utf8();
        let meant = match character {
            '"' => return Ok(Word { text, quoted: true, span: start..end_of_it, places }),
            '\\' => {
                let escaped = rest.next().map(|(_, character)| character);
                end_of_it += escaped.map_or(0, char::len_utf8);
                match escaped {
                    Some('n') => '\n',
                    Some(character @ ('"' | '\\')) => character,
                    _ => {
                        let help = "\\n is the carriage return, \\\" a quote, \\\\ a backslash";
                        return Err(fault(begin..end_of_it, "this escape is not known".to_string(), help));
                    }
                }
            }
            _ => character,
        };
        text.push(meant);
        places.push(begin..end_of_it);
    }
    Err(fault(start..end, "the text has no closing quote".to_string(), ""))
}

/// Parses an act (command) from the words of a script line. Returns `None` if there are no words. `line` is
/// the range of bytes that the line occupies in the script.
fn act(words: &[Word], line: Range<usize>) -> Result<Option<Kind>, Diagnostic> {
    let Some((verb, arguments)) = words.split_first() else { return Ok(None) };
    let name: String = verb.text.chars().take(LONGEST_NAME).collect();
    let unknown = |help: &str| Err(fault(line.clone(), format!("'{name}' is not used like this"), help));
    let texts: Vec<(&str, bool)> = arguments.iter().map(|word| (word.text.as_str(), word.quoted)).collect();
    let kind = match (verb.text.as_str(), texts.as_slice()) {
        ("installation", [(name, false)]) => match name.parse() {
            Ok(installation) => Kind::Installation(installation),
            Err(error) => return Err(fault(line, format!("{error}"), "")),
        },
        ("bootstrap", []) => Kind::Bootstrap(Cells::Help3),
        ("bootstrap", [("old", false)]) => Kind::Bootstrap(Cells::Old),
        ("unload", []) => Kind::Unload,
        ("tape-station", [(number, false), (file, true)]) => match station(number) {
            Some(number) => Kind::Station(number, file.to_string()),
            None => return unknown(STATION_HELP),
        },
        ("save", [("tape-station", false), (number, false), (file, true)]) => match station(number) {
            Some(number) => Kind::Save(Saved::Reel(number), file.to_string()),
            None => return unknown(STATION_HELP),
        },
        ("plot", [(file, true)]) => Kind::Save(Saved::Drawing, file.to_string()),
        ("reader", [(file, true)]) => Kind::Reader { file: file.to_string(), text: false, from: 0 },
        ("reader", [("text", false), (file, true)]) => {
            Kind::Reader { file: file.to_string(), text: true, from: 0 }
        }
        ("reader", [(file, true), ("from", false), (from, false)]) => match from.parse() {
            Ok(from) => Kind::Reader { file: file.to_string(), text: false, from },
            Err(_) => return unknown("give the number of rows to leave out: reader \"x.flx\" from 1"),
        },
        ("type", [(_, true)]) => Kind::Type(arguments[0].keys()?),
        ("expect", [(text, true)]) if !text.is_empty() => Kind::Expect(text.to_string()),
        ("await", [("key", _)]) => Kind::Await(Wait::Key),
        ("await", [("tape", _)]) => Kind::Await(Wait::Tape),
        ("await", [("stop", _)]) => Kind::Await(Wait::Stop),
        ("await", [("any", _)]) => Kind::Await(Wait::Any),
        ("await", [("break", _)]) => Kind::Await(Wait::Break),
        ("tell", [("seconds", _)]) => Kind::Tell(Tell::Seconds),
        ("tell", [("orders", _)]) => Kind::Tell(Tell::Orders),
        ("tell", [("paper", false), (text, true)]) => Kind::Tell(Tell::Paper(text.to_string())),
        ("run" | "limit", [(seconds, false)]) => match (verb.text.as_str(), parse_unsigned(seconds)) {
            ("run", Some(seconds)) if (0.0..=1e9).contains(&seconds) => Kind::Run(seconds),
            ("limit", Some(seconds)) if (0.0..=1e9).contains(&seconds) => Kind::Limit(seconds),
            _ => return unknown("give a number of seconds"),
        },
        ("stopwatch", []) => Kind::Stopwatch(None),
        ("stopwatch", [(low, false), (high, false)]) => match (parse_unsigned(low), parse_unsigned(high)) {
            (Some(low), Some(high)) if low <= high => Kind::Stopwatch(Some((low, high))),
            _ => return unknown("give the fewest and the most seconds: stopwatch 389 391"),
        },
        ("go" | "by", [(number, false)]) => match (verb.text.as_str(), number.parse::<Address>()) {
            ("go", Ok(cell)) => Kind::Go(cell),
            (_, Ok(units)) => Kind::By(units.number()),
            _ => return unknown("give a number 0-1023"),
        },
        ("drum", [(file, true)]) => Kind::Drum(file.to_string()),
        ("paper", [(file, true)]) => Kind::Save(Saved::Paper, file.to_string()),
        ("save", [(file, true)]) => Kind::Save(Saved::Drum, file.to_string()),
        ("save", [("machine", false), (file, true)]) => Kind::Save(Saved::Machine, file.to_string()),
        ("start", []) => Kind::Button(Button::Start),
        ("stop", []) => Kind::Button(Button::Stop),
        ("reset", []) => Kind::Button(Button::Reset),
        ("help", []) => Kind::Button(Button::Help),
        (_, arguments) => match switch(&verb.text, arguments) {
            Some(kind) => kind,
            None => return unknown("gier debug --help lists the acts"),
        },
    };
    Ok(Some(kind))
}

/// The help for the command `tape-station` with a wrong station number.
const STATION_HELP: &str = "magnetic tape stations have the numbers 1 to 6: tape-station 6 \"x.tap\"";

/// Reads the number of a magnetic tape station. Returns `None` if there is no such station.
fn station(text: &str) -> Option<u16> {
    text.parse().ok().filter(|number| (1..=STATIONS).contains(number))
}

/// Parses a command that sets a lock key or a switch. Returns `None` for any other command.
fn switch(name: &str, arguments: &[(&str, bool)]) -> Option<Kind> {
    let (switch, position) = match (name, arguments) {
        ("ka", [position]) => (Switch::Ka, position),
        ("kb", [position]) => (Switch::Kb, position),
        ("protect", [("0", _), position]) => (Switch::Protect0, position),
        ("protect", [("1-31", _), position]) => (Switch::Protect1To31, position),
        ("parity-stop", [position]) => (Switch::ParityStop, position),
        _ => return None,
    };
    match position.0 {
        "on" => Some(Kind::Switch(switch, true)),
        "off" => Some(Kind::Switch(switch, false)),
        _ => None,
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
        let kinds: Vec<Kind> = acts.iter().map(|act| act.kind.clone()).collect();
        assert_eq!(
            kinds,
            [
                Kind::Bootstrap(Cells::Help3),
                Kind::Bootstrap(Cells::Old),
                Kind::Reader { file: "a b.flx".to_string(), text: false, from: 1 },
                Kind::Type("r<\n".to_string()),
                Kind::Switch(Switch::Protect1To31, true),
                Kind::Tell(Tell::Paper("x".to_string())),
                Kind::Await(Wait::Any),
                Kind::Save(Saved::Machine, "m".to_string()),
                Kind::Station(6, "t".to_string()),
                Kind::Save(Saved::Reel(1), "t".to_string()),
                Kind::Save(Saved::Drawing, "p".to_string()),
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
}
