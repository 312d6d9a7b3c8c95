//! The acts of the debugger, a line each; they are among the operator's acts, and a person types
//! them at a prompt. [`DEBUG_HELP`](super::DEBUG_HELP) has the list.

use super::breaks::{Access, At, Device, Stop};
use super::expression::Expression;
use super::place;
use gier_machine::Place;
use gier_word::{Address, Diagnostic, Home, TrackNo};
use std::ops::Range;

/// Something to be done by the debugger.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// A new stop of the table.
    Set(Box<Stop>),
    /// Takes one out, or all.
    Forget(Option<u32>),
    /// Goes on to a stop of the table, or until the machine waits or stops.
    Continue,
    /// Some orders on.
    Step(u64),
    /// One order, or a call as a whole.
    Over,
    /// Until the subroutine returns.
    Out,
    /// On to a statement, or back to one.
    Line(Which),
    /// Back in time.
    Back(Aim),
    /// Forward again to where the session had come.
    End,
    /// Who wrote a cell, a variable, a cell of a track; none: the one before the last told.
    Who(Option<Subject>),
    /// Tells things.
    Tell(Vec<Item>),
    /// Sets a register or a cell: its name, and the text for it.
    Poke(String, String),
}

/// A cell that is asked about.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A cell of the store, a variable, or what else has an address.
    Expression(Expression),
    /// A cell of a track.
    Drum(TrackNo, u8),
}

/// Which statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The next of the body in progress, or of one that waits for it.
    Over,
    /// The next whatsoever.
    Into,
    /// The next of a body that waits for the one in progress.
    Outside,
    /// The one before, as `Over`.
    Back,
}

/// How far back.
#[derive(Clone, Debug, PartialEq)]
pub enum Aim {
    /// So many orders.
    Orders(u64),
    /// To after this many orders of the session.
    Moment(u64),
    /// To where a stop of the table was met last.
    Break,
    /// To when the order at this place was next.
    Place(Place),
    /// To when an order that has this name was next: `line 37`.
    Named(At),
    /// Before the order that wrote it last.
    Write(Subject),
    /// Before the order that changed what this comes to.
    Change(Expression),
    /// To when this held.
    Condition(Expression),
}

/// Something that is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// What it comes to.
    Value(Expression),
    /// The next order.
    Order,
    /// The last orders.
    History(u64),
    /// A cell of the drum.
    Drum(TrackNo, u8),
    /// The place in the program's text.
    Line,
    /// The variables that are seen there.
    Variables,
    /// The calls that have not returned.
    Calls,
    /// The table of stops.
    Breaks,
}

/// The words with which an act of the debugger begins.
pub const VERBS: [&str; 10] =
    ["break", "watch", "forget", "continue", "step", "back", "forward", "who", "tell", "set"];

/// A line without its comment, being read.
struct Line<'a> {
    text: &'a str,
    at: usize,
}

fn fault(span: Range<usize>, message: impl Into<String>, help: &str) -> Diagnostic {
    Diagnostic::new(span, "acts", message).with_help(help)
}

/// Reads an act of the debugger.
///
/// # Errors
/// What is wrong, and where in the line.
pub fn deed(line: &str) -> Result<Deed, Diagnostic> {
    let mut line = Line { text: line, at: 0 };
    let verb = line.word();
    let deed = match verb {
        "break" | "watch" => Deed::Set(Box::new(line.stop(verb)?)),
        "forget" => match line.word() {
            "all" => Deed::Forget(None),
            number => match number.parse() {
                Ok(number) => Deed::Forget(Some(number)),
                Err(_) => return Err(line.wrong("give the number of a stop (tell breaks), or all")),
            },
        },
        "continue" => Deed::Continue,
        "step" => match line.word() {
            "" => Deed::Step(1),
            "over" => Deed::Over,
            "out" => Deed::Out,
            "line" => Deed::Line(Which::Over),
            "into" => Deed::Line(Which::Into),
            number => match number.parse() {
                Ok(orders) if orders > 0 => Deed::Step(orders),
                _ => return Err(line.wrong("step, step 5, step over or step out")),
            },
        },
        "back" if line.accept("line") => Deed::Line(Which::Back),
        "back" => Deed::Back(line.aim()?),
        "forward" => {
            if !(line.accept("to") && line.accept("end")) {
                return Err(line.wrong("forward to end"));
            }
            Deed::End
        }
        "who" => {
            if !line.accept("wrote") {
                return Err(line.wrong("who wrote 500, or who wrote again"));
            }
            if line.accept("again") { Deed::Who(None) } else { Deed::Who(Some(line.subject()?)) }
        }
        "tell" => Deed::Tell(line.items()?),
        "set" => {
            let name = line.word().to_string();
            let value = line.rest().trim().to_string();
            line.at = line.text.len();
            if name.is_empty() || value.is_empty() {
                return Err(line.wrong("set R 17, or set c41 hv 5"));
            }
            Deed::Poke(name, value)
        }
        _ => return Err(line.wrong("see the list of acts")),
    };
    line.ends()?;
    Ok(deed)
}

/// Reads an act that sets a stop.
///
/// # Errors
/// What is wrong, and where in the line.
pub fn stop(line: &str) -> Result<Stop, Diagnostic> {
    let mut line = Line { text: line, at: 0 };
    let verb = line.word();
    if verb != "break" && verb != "watch" {
        return Err(line.wrong("break 417, or watch cell 500"));
    }
    let stop = line.stop(verb)?;
    line.ends()?;
    Ok(stop)
}

impl<'a> Line<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Where the next word stands; it ends at white space or a comma.
    fn next(&self) -> Range<usize> {
        let rest = self.rest();
        let begin = self.at + (rest.len() - rest.trim_start().len());
        let length = self.text[begin..].find(|c: char| c.is_whitespace() || c == ',');
        begin..length.map_or(self.text.len(), |length| begin + length)
    }

    /// Takes the next word; an empty one at the end.
    fn word(&mut self) -> &'a str {
        let span = self.next();
        self.at = span.end;
        &self.text[span]
    }

    fn accept(&mut self, wanted: &str) -> bool {
        let span = self.next();
        let is_it = &self.text[span.clone()] == wanted;
        if is_it {
            self.at = span.end;
        }
        is_it
    }

    /// What stands here is not used like this.
    fn wrong(&self, help: &str) -> Diagnostic {
        let line = self.text.trim_end();
        fault(0..line.len(), format!("'{line}' is not used like this"), help)
    }

    fn ends(&self) -> Result<(), Diagnostic> {
        let span = self.next();
        if span.is_empty() && self.rest().trim().is_empty() {
            return Ok(());
        }
        let begin = self.at + (self.rest().len() - self.rest().trim_start().len());
        let rest = self.text[begin..].trim_end();
        Err(fault(begin..begin + rest.len(), format!("'{rest}' does not belong here"), ""))
    }

    /// What was written: `500`, `cell 500`, a variable.
    fn written(&mut self) -> Result<Expression, Diagnostic> {
        let span = self.next();
        if let Ok(cell) = self.text[span.clone()].parse::<Address>() {
            self.at = span.end;
            return Expression::parse(&format!("cell {cell}"));
        }
        self.expression()
    }

    /// A cell of the store or of a track.
    fn subject(&mut self) -> Result<Subject, Diagnostic> {
        let begin = self.at;
        if self.accept("track") {
            let (track, word) = self.drum_word()?;
            return Ok(Subject::Drum(track, word));
        }
        self.at = begin;
        Ok(Subject::Expression(self.written()?))
    }

    /// What stands behind `track`.
    fn drum_word(&mut self) -> Result<(TrackNo, u8), Diagnostic> {
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

    fn track(&mut self) -> Result<TrackNo, Diagnostic> {
        let span = self.next();
        let word = self.word();
        match word.parse::<TrackNo>() {
            Ok(track) if track.exists() => Ok(track),
            _ => Err(fault(span, format!("'{word}' is no track of the drum"), "give a track 0-319")),
        }
    }

    fn expression(&mut self) -> Result<Expression, Diagnostic> {
        let (expression, end) = Expression::parse_part(self.text, self.at..self.text.len())?;
        self.at = end;
        Ok(expression)
    }

    /// What stands behind `break` or `watch`.
    fn stop(&mut self, verb: &str) -> Result<Stop, Diagnostic> {
        let mut stop = Stop::at(if verb == "break" { self.place()? } else { self.watched()? });
        if self.accept("when") {
            stop.when = Some(self.expression()?);
        }
        if self.accept("from") {
            let span = self.next();
            match self.word().parse() {
                Ok(from) if from > 0 => stop.from = from,
                _ => return Err(fault(span, "this is no number of times", "from 3: from the third time on")),
            }
        }
        if self.accept("tell") {
            loop {
                stop.tell.push(self.expression()?);
                if !self.comma() {
                    break;
                }
            }
        }
        Ok(stop)
    }

    fn comma(&mut self) -> bool {
        let is_comma = self.rest().trim_start().starts_with(',');
        if is_comma {
            self.at += self.rest().find(',').expect("it was just seen") + 1;
        }
        is_comma
    }

    /// `417`, `41r`, `3 of track 48`, `line 37`, `procedure SORT`, `name loop`.
    fn place(&mut self) -> Result<At, Diagnostic> {
        let span = self.next();
        let kind = &self.text[span.clone()];
        if matches!(kind, "line" | "procedure" | "name") {
            self.at = span.end;
            let rest = self.rest();
            let behind =
                ["when ", "from ", "tell "].iter().filter_map(|word| rest.find(&format!(" {word}"))).min();
            let name = rest[..behind.unwrap_or(rest.len())].trim();
            self.at += behind.unwrap_or(rest.len());
            if name.is_empty() {
                return Err(self.wrong("break line 37, or break procedure SORT"));
            }
            return Ok(At::Named { written: format!("{kind} {name}"), places: Vec::new() });
        }
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
        let written = format!("{} of track {track}", place::write(at));
        Ok(At::Named { written, places: vec![(Home::Drum(track, word), at.half)] })
    }

    /// What stands behind `watch`.
    fn watched(&mut self) -> Result<At, Diagnostic> {
        let begin = self.at;
        let at = match self.word() {
            "track" => At::Track(self.track()?),
            "symbol" => match self.word() {
                "typed" => At::Device(Device::Typed),
                "read" => At::Device(Device::Read),
                _ => return Err(self.wrong("watch symbol typed, or watch symbol read")),
            },
            "key" => At::Device(Device::Key),
            "transfer" => At::Device(Device::Transfer),
            "cells" => {
                let span = self.next();
                let ends = self.word().split_once('-').map(|(first, last)| (first.parse(), last.parse()));
                let Some((Ok(first), Ok(last))) = ends else {
                    return Err(fault(span, "these are no cells", "watch cells 500-510"));
                };
                At::Cells { first, last, access: self.access(), called: None }
            }
            _ => {
                self.at = begin;
                let expression = self.expression()?;
                match expression.as_cell() {
                    Some(cell) => {
                        let cell = Address::from(cell);
                        At::Cells { first: cell, last: cell, access: self.access(), called: None }
                    }
                    None => At::Change(expression),
                }
            }
        };
        Ok(at)
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

    /// What stands behind `back`.
    fn aim(&mut self) -> Result<Aim, Diagnostic> {
        if !self.accept("to") {
            return match self.word() {
                "" => Ok(Aim::Orders(1)),
                number => match number.parse() {
                    Ok(orders) => Ok(Aim::Orders(orders)),
                    Err(_) => Err(self.wrong("back, back 5, or back to …")),
                },
            };
        }
        if self.accept("break") {
            return Ok(Aim::Break);
        }
        if self.accept("start") {
            return Ok(Aim::Moment(0));
        }
        let begin = self.at;
        if self.accept("order")
            && let Ok(orders) = self.word().parse()
        {
            return Ok(Aim::Moment(orders));
        }
        self.at = begin;
        if self.accept("write") && self.accept("of") {
            return Ok(Aim::Write(self.subject()?));
        }
        self.at = begin;
        if self.accept("change") && self.accept("of") {
            return Ok(Aim::Change(self.expression()?));
        }
        self.at = begin;
        if matches!(self.word(), "line" | "procedure" | "name") {
            self.at = begin;
            return Ok(Aim::Named(self.place()?));
        }
        self.at = begin;
        let place = place::read(self.word());
        if let Ok(place) = place
            && self.rest().trim().is_empty()
        {
            return Ok(Aim::Place(place));
        }
        self.at = begin;
        Ok(Aim::Condition(self.expression()?))
    }

    /// What stands behind `tell`, with or without commas between.
    fn items(&mut self) -> Result<Vec<Item>, Diagnostic> {
        let mut items = Vec::new();
        loop {
            items.push(self.item()?);
            self.comma();
            if self.rest().trim().is_empty() {
                return Ok(items);
            }
        }
    }

    fn item(&mut self) -> Result<Item, Diagnostic> {
        let begin = self.at;
        match self.word() {
            "calls" => return Ok(Item::Calls),
            "line" => return Ok(Item::Line),
            "variables" => return Ok(Item::Variables),
            "breaks" => return Ok(Item::Breaks),
            "history" => {
                let after = self.at;
                if let Ok(orders) = self.word().parse() {
                    return Ok(Item::History(orders));
                }
                self.at = after;
                return Ok(Item::History(10));
            }
            "order" if self.rest().trim().is_empty() || self.rest().trim_start().starts_with(',') => {
                return Ok(Item::Order);
            }
            "track" => {
                let (track, word) = self.drum_word()?;
                return Ok(Item::Drum(track, word));
            }
            _ => {}
        }
        self.at = begin;
        Ok(Item::Value(self.expression()?))
    }
}
