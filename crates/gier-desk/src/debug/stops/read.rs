//! Parses the debugger commands that set breakpoints and watchpoints: `break …` and `watch …`.

use super::stop::{Access, At, Device, HitRule, Stop};
use crate::debug::expression::{Expression, Names, declared};
use crate::notation::place;
use gier_word::{Address, Diagnostic, TrackNo};
use std::ops::Range;

/// A parser for a line with one debugger command.
pub(crate) struct LineParser<'a> {
    /// The line without its comment.
    pub text: &'a str,
    /// The index in `text` of the first byte that is not parsed yet.
    pub at: usize,
    /// The names that the program declares. `None` means that it is not known which program runs.
    pub names: Option<&'a dyn Names>,
}

/// The maximum number of expressions that one breakpoint can print (after the word `tell`).
pub const ITEMS_MAX: usize = 64;

/// A word before one of these operators is a name of the program, and not a keyword of the debugger commands.
const OPERATORS: [char; 17] =
    ['=', '<', '>', '≠', '≤', '≥', '+', '-', '−', '*', '×', '/', '÷', ':', '[', '∧', '∨'];

pub(crate) fn fault(span: Range<usize>, message: impl Into<String>, help: &str) -> Diagnostic {
    Diagnostic::new(span, "acts", message).with_help(help)
}

/// Parses a command that sets a breakpoint or watchpoint. `names` are the names that the program declares, or
/// `None` if it is not known which program runs.
///
/// # Errors
/// The error says what is wrong, and where in the line.
pub fn stop(line: &str, names: Option<&dyn Names>) -> Result<Stop, Diagnostic> {
    let mut line = LineParser { text: line, at: 0, names };
    let verb = line.word();
    if verb != "break" && verb != "watch" {
        return Err(line.wrong("break 417, or watch cell 500"));
    }
    let stop = line.stop(verb)?;
    line.ends()?;
    Ok(stop)
}

impl<'a> LineParser<'a> {
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The range in bytes of the next word in the line. A word ends at white space or a comma.
    pub fn next(&self) -> Range<usize> {
        let rest = self.rest();
        let begin = self.at + (rest.len() - rest.trim_start().len());
        let length = self.text[begin..].find(|c: char| c.is_whitespace() || c == ',');
        begin..length.map_or(self.text.len(), |length| begin + length)
    }

    /// Takes the next word of the line. At the end of the line, the word is empty.
    pub fn word(&mut self) -> &'a str {
        let span = self.next();
        self.at = span.end;
        &self.text[span]
    }

    pub fn accept(&mut self, wanted: &str) -> bool {
        let span = self.next();
        let is_it = &self.text[span.clone()] == wanted;
        if is_it {
            self.at = span.end;
        }
        is_it
    }

    /// Takes the next word if it is the keyword `word` of a debugger command, for example `key`. `$key`
    /// always means the keyword. Without `$`, a word before an operator is a name of the program. A word
    /// before a digit, as in `track 48`, is a keyword. Any other word is a keyword unless the program
    /// declares it as a name.
    pub fn gier(&mut self, word: &str) -> bool {
        let span = self.next();
        let written = &self.text[span.clone()];
        let behind = self.text[span.end..].trim_start();
        let here = span.start..self.text.len();
        let is_free = || self.names.is_none_or(|names| declared(self.text, here, names).is_none());
        let is_gier = match written.strip_prefix('$') {
            Some(name) => name == word,
            None if written != word || behind.starts_with(OPERATORS) => false,
            None => behind.starts_with(|c: char| c.is_ascii_digit()) || is_free(),
        };
        if is_gier {
            self.at = span.end;
        }
        is_gier
    }

    /// Takes the next word if it is the keyword `word`, and `follows` is true for the text after it. For
    /// example, a number must follow `track`. If `follows` is false, still takes the keyword if a program is
    /// known and has no such name. An error can then say what is missing.
    pub fn gier_before(&mut self, word: &str, follows: impl Fn(&str) -> bool) -> bool {
        let begin = self.at;
        if (self.accept(word) || self.accept(&format!("${word}"))) && follows(self.rest().trim_start()) {
            return true;
        }
        self.at = begin;
        self.names.is_some() && self.gier(word)
    }

    /// Takes the keyword `track` before the number of a track.
    pub fn gier_track(&mut self) -> bool {
        self.gier_before("track", |behind| behind.starts_with(|c: char| c.is_ascii_digit()))
    }

    /// The diagnostic for a line that is not a valid command. `help` is an example of a valid command.
    pub fn wrong(&self, help: &str) -> Diagnostic {
        let line = self.text.trim_end();
        fault(0..line.len(), format!("'{line}' is not used like this"), help)
    }

    pub fn ends(&self) -> Result<(), Diagnostic> {
        let span = self.next();
        if span.is_empty() && self.rest().trim().is_empty() {
            return Ok(());
        }
        let begin = self.at + (self.rest().len() - self.rest().trim_start().len());
        let rest = self.text[begin..].trim_end();
        Err(fault(begin..begin + rest.len(), format!("'{rest}' does not belong here"), ""))
    }

    /// Parses the cell in a command: `500`, `cell 500`, or an expression such as a variable.
    pub fn written(&mut self) -> Result<Expression, Diagnostic> {
        let span = self.next();
        if let Ok(cell) = self.text[span.clone()].parse::<Address>() {
            self.at = span.end;
            return Expression::parse(&format!("cell {cell}"));
        }
        self.expression()
    }

    /// Parses the words after `track`, such as `48 cell 3`. Returns the track, and the number of the cell on
    /// the track (0-39).
    pub fn drum_word(&mut self) -> Result<(TrackNo, u8), Diagnostic> {
        let track = self.track()?;
        if !self.accept("cell") {
            return Err(self.wrong("track 48 cell 3"));
        }
        let span = self.next();
        match self.word().parse() {
            Ok(word @ 0..40) => Ok((track, word)),
            _ => Err(fault(span, "a track has the cells 0-39", "")),
        }
    }

    pub fn track(&mut self) -> Result<TrackNo, Diagnostic> {
        let span = self.next();
        let word = self.word();
        match word.parse::<TrackNo>() {
            Ok(track) => Ok(track),
            Err(_) => {
                let help = "give a track: 0-319 with one drum, at most 57599";
                Err(fault(span, format!("'{word}' is no track of the drum"), help))
            }
        }
    }

    pub fn expression(&mut self) -> Result<Expression, Diagnostic> {
        let (expression, end) = Expression::parse_part(self.text, self.at..self.text.len(), self.names)?;
        self.at = end;
        Ok(expression)
    }

    /// Parses the words after `break` or `watch`.
    pub fn stop(&mut self, verb: &str) -> Result<Stop, Diagnostic> {
        let mut stop = Stop::at(if verb == "break" { self.place()? } else { self.watched()? });
        // gdb says `if`.
        if self.accept("when") || self.accept("if") {
            stop.when = Some(self.expression()?);
        }
        if self.accept("from") {
            let span = self.next();
            match self.word().parse() {
                Ok(from) if from > 0 => stop.rule = HitRule::From(from),
                _ => {
                    return Err(fault(
                        span,
                        "the number of hits must be 1 or more",
                        "from 3: from the third time on",
                    ));
                }
            }
        }
        if self.accept("tell") {
            loop {
                self.check_items(stop.tell.len())?;
                stop.tell.push(self.expression()?);
                if !self.comma() {
                    break;
                }
            }
        }
        Ok(stop)
    }

    /// Checks that a command can have one more expression to print. `items` is the number of expressions that
    /// it has already.
    pub fn check_items(&self, items: usize) -> Result<(), Diagnostic> {
        if items < ITEMS_MAX {
            return Ok(());
        }
        Err(fault(self.next(), format!("tell prints at most {ITEMS_MAX} items"), ""))
    }

    pub fn comma(&mut self) -> bool {
        let is_comma = self.rest().trim_start().starts_with(',');
        if is_comma {
            self.at += self.rest().find(',').expect("it was just seen") + 1;
        }
        is_comma
    }

    /// Parses a place: `417`, `41r`, `3 of track 48`, `line 37`, `procedure SORT`, `name loop`.
    pub fn place(&mut self) -> Result<At, Diagnostic> {
        let span = self.next();
        let kind = &self.text[span.clone()];
        if matches!(kind, "line" | "procedure" | "name") {
            self.at = span.end;
            let name = self.name();
            if name.is_empty() {
                return Err(self.wrong("break line 37, or break procedure SORT"));
            }
            return Ok(At::Named { written: format!("{kind} {name}"), places: [].into() });
        }
        if let Some(at) = self.place_in_text() {
            return Ok(at);
        }
        self.accept("cell");
        let span = self.next();
        let at = place::read(self.word()).map_err(|message| fault(span.clone(), message, ""))?;
        if !self.accept("of") {
            return Ok(At::Place(at));
        }
        if !self.accept("track") {
            return Err(self.wrong("break 3 of track 48"));
        }
        let track = self.track()?;
        let Ok(word @ 0..40) = u8::try_from(at.cell.number()) else {
            return Err(fault(span, "a track has the cells 0-39", ""));
        };
        Ok(At::on_track(track, word, at.half))
    }

    /// Parses a place as gdb writes it: `12`, `hanoi.alg:12`, or the name of a procedure or label. A bare number
    /// is a line only if the program has lines.
    pub fn place_in_text(&mut self) -> Option<At> {
        let span = self.next();
        let word = &self.text[span.clone()];
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let behind = self.text[span.end..].trim_start();
        let has_lines = self.names.is_some_and(Names::has_lines) && !behind.starts_with("of ");
        let line = word.rsplit_once(':').map_or(has_lines && is_number(word), |(_, line)| is_number(line));
        let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '{') && word != "cell";
        let kind = if line { "line" } else { "procedure" };
        if !line && !is_name {
            return None;
        }
        let name = self.name();
        Some(At::Named { written: format!("{kind} {name}"), places: [].into() })
    }

    /// Takes the words before `when`, `if`, `from` or `tell`.
    fn name(&mut self) -> &'a str {
        let rest = self.rest();
        let behind =
            ["when ", "if ", "from ", "tell "].iter().filter_map(|word| rest.find(&format!(" {word}"))).min();
        self.at += behind.unwrap_or(rest.len());
        rest[..behind.unwrap_or(rest.len())].trim()
    }

    /// Parses the words after `watch`.
    fn watched(&mut self) -> Result<At, Diagnostic> {
        if self.gier_track() {
            return self.track().map(At::Track);
        }
        if self.gier_before("symbol", |behind| behind.starts_with("typed") || behind.starts_with("read")) {
            return match self.word() {
                "typed" => Ok(At::Device(Device::Typed)),
                "read" => Ok(At::Device(Device::Read)),
                _ => Err(self.wrong("watch symbol typed, or watch symbol read")),
            };
        }
        if self.gier("key") {
            return Ok(At::Device(Device::Key));
        }
        if self.gier("transfer") {
            return Ok(At::Device(Device::Transfer));
        }
        if self.gier("unset") {
            return Ok(At::Unset);
        }
        if self.gier_before("cells", |rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            let span = self.next();
            let ends = self.word().split_once('-').map(|(first, last)| (first.parse(), last.parse()));
            let Some((Ok(first), Ok(last))) = ends else {
                return Err(fault(span, "these are not the addresses of cells", "watch cells 500-510"));
            };
            return Ok(At::Cells { first, last, access: self.access(), called: None });
        }
        let span = self.next();
        let expression = self.expression()?;
        match expression.as_cell() {
            Some(cell) => {
                let cell = cell.map_err(|message| fault(span.start..self.at, message, ""))?;
                let written = expression.to_string();
                let called = (!written.starts_with("cell ")).then_some(written);
                Ok(At::Cells { first: cell, last: cell, access: self.access(), called })
            }
            None => Ok(At::Change(expression)),
        }
    }

    fn access(&mut self) -> Access {
        if self.accept("written") {
            Access::Written
        } else if self.accept("read") {
            Access::Read
        } else if self.accept("executed") {
            Access::Executed
        } else {
            self.accept("changed");
            Access::Changed
        }
    }
}
