//! The commands of the debugger, one on each line. A script can contain them, and users type them at a
//! prompt. [`DEBUG_HELP`](super::help::DEBUG_HELP) lists them.

use crate::debug::expression::{Expression, Names};
use crate::debug::stops::{At, Line, Stop};
use crate::notation::place;
use gier_machine::Place;
use gier_word::{Diagnostic, TrackNo};

/// A command of the debugger.
#[derive(Clone, Debug, PartialEq)]
pub enum DebugAct {
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
    Line(Which),
    /// Goes back to an earlier point of the session.
    Back(BackTarget),
    /// Goes forward to the end of the session.
    End,
    /// Prints the last write of a cell, a variable or a cell of a track. `None` means `who wrote again`:
    /// prints the write of the same cell before the write that was printed last.
    Who(Option<Subject>),
    /// Prints the values of these items, for example registers, variables or lists.
    Tell(Vec<Item>),
    /// Sets a register or a cell. The fields are the name of the register or cell, and the value as text.
    Poke(String, String),
    /// Sets a variable of the program, or an element of an array. The second field is the value.
    Assign(Expression, Expression),
}

/// The cell that a debugger command such as `who wrote` is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A variable, or another expression that names a cell of the store.
    Expression(Expression),
    /// A cell of a drum track. The fields are the track, and the cell's number on it (0-39).
    Drum(TrackNo, u8),
}

/// Selects the statement at which a step of the debugger ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The next statement of the present procedure body, or of one of its callers.
    Over,
    /// The next statement in any procedure body.
    Into,
    /// The next statement of a caller of the present procedure body.
    Outside,
    /// The previous statement of the present procedure body, or of one of its callers.
    Back,
}

/// The earlier point of the session to which the debugger's command `back` goes.
#[derive(Clone, Debug, PartialEq)]
pub enum BackTarget {
    /// Goes back by this many orders.
    Orders(u64),
    /// Goes back to the point after this many orders, counted since the machine was created.
    Moment(u64),
    /// Goes back to the last hit of any breakpoint or watchpoint. Ignores watchpoints for reads, for unset
    /// variables and for waits for a key.
    Break,
    /// Goes back to the last time that the order at this place was about to be executed.
    Place(Place),
    /// Goes back to the last time that one of several orders was about to be executed. The field names these
    /// orders, for example `line 37`.
    Named(At),
    /// Goes back to the point before the last write of this cell.
    Write(Subject),
    /// Goes back to the point before the last change of the expression's value.
    Change(Expression),
    /// Goes back to the last time that the condition was true.
    Condition(Expression),
}

impl BackTarget {
    /// Returns a copy in which the names in the condition or in the watched expression are resolved with
    /// `names`.
    pub(super) fn resolved(&self, names: &dyn Names) -> BackTarget {
        let mut target = self.clone();
        if let BackTarget::Condition(asked) | BackTarget::Change(asked) = &mut target {
            *asked = asked.resolved(names);
        }
        target
    }

    /// The condition or the watched expression, if this variant has one.
    pub(super) fn expression(&self) -> Option<&Expression> {
        if let BackTarget::Condition(asked) | BackTarget::Change(asked) = self { Some(asked) } else { None }
    }
}

/// An item that the debugger's command `tell` prints.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// The value of an expression.
    Value(Expression),
    /// The next order to be executed.
    Order,
    /// This many of the last orders that were executed.
    History(u64),
    /// A cell of the drum. The fields are the track, and the cell's number on it (0-39).
    Drum(TrackNo, u8),
    /// The place in the program's source text.
    Line,
    /// The variables that are visible at the program's present place in the source text.
    Variables,
    /// The calls that have not returned yet.
    Calls,
    /// The table of breakpoints.
    Breaks,
    /// Where a character of the paper came from, such as a variable or a key.
    Origin(Spot),
}

/// A character of the paper, selected by line and column or by a printed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The character in this line and column, both counted from 1.
    At(usize, usize),
    /// The first character of this text that is not a blank. If the paper has the text several times, the
    /// last one counts.
    Text(String),
}

/// The first words of the debugger's commands.
pub const VERBS: [&str; 10] =
    ["break", "watch", "forget", "continue", "step", "back", "forward", "who", "tell", "set"];

/// Parses a command of the debugger. `names` are the names that the program declares, or `None` if no program
/// is known. They are needed because a word such as `line` can also be a variable of the program.
///
/// # Errors
/// The error says what is wrong, and where in the line.
pub fn debug_act(line: &str, names: Option<&dyn Names>) -> Result<DebugAct, Diagnostic> {
    let mut line = Line { text: line, at: 0, names };
    let verb = line.word();
    let act = match verb {
        "break" | "watch" => DebugAct::Set(Box::new(line.stop(verb)?)),
        "forget" => match line.word() {
            "all" => DebugAct::Forget(None),
            number => match number.parse() {
                Ok(number) => DebugAct::Forget(Some(number)),
                Err(_) => return Err(line.wrong("give the number of a stop (tell breaks), or all")),
            },
        },
        "continue" => DebugAct::Continue,
        "step" => match line.word() {
            "" => DebugAct::Step(1),
            "over" => DebugAct::Over,
            "out" => DebugAct::Out,
            "line" => DebugAct::Line(Which::Over),
            "into" => DebugAct::Line(Which::Into),
            number => match number.parse() {
                Ok(orders) if orders > 0 => DebugAct::Step(orders),
                _ => return Err(line.wrong("step, step 5, step over or step out")),
            },
        },
        "back" if line.accept("line") => DebugAct::Line(Which::Back),
        "back" => DebugAct::Back(line.target()?),
        "forward" => {
            if !(line.accept("to") && line.accept("end")) {
                return Err(line.wrong("forward to end"));
            }
            DebugAct::End
        }
        "who" => {
            if !line.accept("wrote") {
                return Err(line.wrong("who wrote 500, or who wrote again"));
            }
            if line.accept("again") { DebugAct::Who(None) } else { DebugAct::Who(Some(line.subject()?)) }
        }
        "tell" => DebugAct::Tell(line.items()?),
        "set" => line.setting()?,
        _ => return Err(line.wrong("gier debug --help lists the acts")),
    };
    line.ends()?;
    Ok(act)
}

/// The help that an error message about `tell origin` gives.
const ORIGIN: &str = "tell origin of line 12 column 7, or of \"7.85\"";

impl Line<'_> {
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
        if self.gier_before("origin", |behind| behind.starts_with("of ")) {
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
        if self.gier_track() {
            let (track, word) = self.drum_word()?;
            return Ok(Item::Drum(track, word));
        }
        Ok(Item::Value(self.expression()?))
    }

    /// Parses the words after `tell origin`.
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

    /// Parses the words after `set`: a variable, register or cell, and its new value.
    fn setting(&mut self) -> Result<DebugAct, Diagnostic> {
        let here = self.next().start..self.text.len();
        if let Some(names) = self.names
            && let Some((variable, end)) = Expression::parse_variable(self.text, here, names)?
        {
            self.at = end;
            return Ok(DebugAct::Assign(variable, self.expression()?));
        }
        let name = self.word().trim_start_matches('$').to_string();
        let value = self.rest().trim().to_string();
        self.at = self.text.len();
        if name.is_empty() || value.is_empty() {
            return Err(self.wrong("set R 17, or set c41 hv 5"));
        }
        Ok(DebugAct::Poke(name, value))
    }
}
