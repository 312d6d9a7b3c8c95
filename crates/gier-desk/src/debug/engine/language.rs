//! The acts of the debugger, one a line. They belong to the operator's acts, and users type them at a
//! prompt. [`DEBUG_HELP`](super::help::DEBUG_HELP) has the list.

use crate::debug::expression::{Expression, Names};
use crate::debug::stops::{At, Line, Stop};
use crate::notation::place;
use gier_machine::Place;
use gier_word::{Diagnostic, TrackNo};

/// An act of the debugger.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// Adds a breakpoint or watchpoint to the table.
    Set(Box<Stop>),
    /// Removes the breakpoint with this number, or all breakpoints if it is `None`.
    Forget(Option<u32>),
    /// Runs to a breakpoint of the table, or until the machine waits or stops.
    Continue,
    /// Executes this many orders.
    Step(u64),
    /// Executes one order, or a call with its subroutine.
    Over,
    /// Runs until the subroutine returns.
    Out,
    /// Runs to a statement, or back to one.
    Line(Which),
    /// Goes back in time.
    Back(Aim),
    /// Goes forward again to the latest moment of the session.
    End,
    /// Prints who wrote a cell, a variable or a cell of a track. `None` means the write before the write that
    /// was printed last.
    Who(Option<Subject>),
    /// Prints these items.
    Tell(Vec<Item>),
    /// Sets a register or a cell. The fields are the name, and the value as a text.
    Poke(String, String),
    /// Sets a variable of the program, or an element of an array.
    Assign(Expression, Expression),
}

/// The cell that `who wrote` asks about.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A cell of the store, a variable, or another expression with an address.
    Expression(Expression),
    /// A cell of a track.
    Drum(TrackNo, u8),
}

/// The statement that a step goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The next statement of the procedure body in progress, or of one of its callers.
    Over,
    /// The next statement of any body.
    Into,
    /// The next statement of a caller of the procedure body in progress.
    Outside,
    /// The statement before, in the procedure body in progress or in one of its callers.
    Back,
}

/// The moment to go back to.
#[derive(Clone, Debug, PartialEq)]
pub enum Aim {
    /// Back by this many orders.
    Orders(u64),
    /// The moment after this many orders of the session.
    Moment(u64),
    /// The moment at which a breakpoint of the table was hit last.
    Break,
    /// The last moment at which the order at this place was next.
    Place(Place),
    /// The last moment at which an order with this name was next: `line 37`.
    Named(At),
    /// The moment before the order that wrote the cell last.
    Write(Subject),
    /// The moment before the order that last changed the value of the expression.
    Change(Expression),
    /// The last moment at which the condition was true.
    Condition(Expression),
}

/// An item that `tell` prints.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// The value of an expression.
    Value(Expression),
    /// The next order.
    Order,
    /// This many of the last orders.
    History(u64),
    /// A cell of the drum.
    Drum(TrackNo, u8),
    /// The place in the program's text.
    Line,
    /// The variables that are visible at the program's present place.
    Variables,
    /// The calls that have not returned.
    Calls,
    /// The table of breakpoints.
    Breaks,
    /// Where a character of the paper came from.
    Origin(Spot),
}

/// A character of the paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The character in this line and column, both counted from 1.
    At(usize, usize),
    /// The first character of this text, where it was printed last.
    Text(String),
}

/// The words with which an act of the debugger begins.
pub const VERBS: [&str; 10] =
    ["break", "watch", "forget", "continue", "step", "back", "forward", "who", "tell", "set"];

/// Reads an act of the debugger. `names` are the names of the program, or `None` if the program is not known
/// yet. An act that can be read without names can mean something else with them.
///
/// # Errors
/// The error says what is wrong, and where in the line.
pub fn deed(line: &str, names: Option<&dyn Names>) -> Result<Deed, Diagnostic> {
    let mut line = Line { text: line, at: 0, names };
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
        "set" => line.setting()?,
        _ => return Err(line.wrong("gier debug --help lists the acts")),
    };
    line.ends()?;
    Ok(deed)
}

/// The message that lists the forms of `tell origin`.
const ORIGIN: &str = "tell origin of line 12 column 7, or of \"7.85\"";

impl Line<'_> {
    /// Reads a cell of the store or of a track.
    fn subject(&mut self) -> Result<Subject, Diagnostic> {
        let begin = self.at;
        if self.accept("track") {
            let (track, word) = self.drum_word()?;
            return Ok(Subject::Drum(track, word));
        }
        self.at = begin;
        Ok(Subject::Expression(self.written()?))
    }

    /// Reads the words after `back`.
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
        let is_place = ["line", "procedure", "name"].iter().any(|word| self.gier(word));
        self.at = begin;
        if is_place {
            return Ok(Aim::Named(self.place()?));
        }
        let place = place::read(self.word());
        if let Ok(place) = place
            && self.rest().trim().is_empty()
        {
            return Ok(Aim::Place(place));
        }
        self.at = begin;
        Ok(Aim::Condition(self.expression()?))
    }

    /// Reads the words after `tell`, with or without commas between them.
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
        if self.gier("origin") {
            return self.origin();
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
        if self.gier("track") {
            let (track, word) = self.drum_word()?;
            return Ok(Item::Drum(track, word));
        }
        Ok(Item::Value(self.expression()?))
    }

    /// Reads the words after `tell origin`.
    fn origin(&mut self) -> Result<Item, Diagnostic> {
        if !self.accept("of") {
            return Err(self.wrong(ORIGIN));
        }
        if let Some(text) = self.rest().trim_start().strip_prefix('"') {
            let (text, rest) = text.split_once('"').ok_or_else(|| self.wrong("the closing \" is missing"))?;
            self.at = self.text.len() - rest.len();
            return Ok(Item::Origin(Spot::Text(text.to_string())));
        }
        let mut number = |before: &str| {
            let is_there = before.split(' ').all(|word| self.accept(word));
            if is_there { self.word().parse().ok().filter(|&number: &usize| number > 0) } else { None }
        };
        match (number("line"), number("column")) {
            (Some(line), Some(column)) => Ok(Item::Origin(Spot::At(line, column))),
            _ => Err(self.wrong(ORIGIN)),
        }
    }

    /// Reads the words after `set`: a variable of the program, or a register or a cell.
    fn setting(&mut self) -> Result<Deed, Diagnostic> {
        let here = self.next().start..self.text.len();
        if let Some(names) = self.names
            && let Some((variable, end)) = Expression::parse_variable(self.text, here, names)?
        {
            self.at = end;
            return Ok(Deed::Assign(variable, self.expression()?));
        }
        let name = self.word().trim_start_matches('$').to_string();
        let value = self.rest().trim().to_string();
        self.at = self.text.len();
        if name.is_empty() || value.is_empty() {
            return Err(self.wrong("set R 17, or set c41 hv 5"));
        }
        Ok(Deed::Poke(name, value))
    }
}
