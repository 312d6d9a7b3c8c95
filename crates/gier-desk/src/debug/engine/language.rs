//! What the acts of the debugger ask the engine for.

use crate::debug::expression::{Expression, Names};
use crate::debug::stops::At;
use gier_machine::Place;
use gier_word::TrackNo;

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
    /// The lines of the source text around this place.
    Text,
    /// The variables that are visible at the program's present place in the source text.
    Variables,
    /// The calls that have not returned yet.
    Calls,
    /// The table of breakpoints.
    Breaks,
}

/// What the debugger's command `origin` is about: a character of the paper, or a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Spot {
    /// The value of a variable, an array element or a cell.
    Value(Expression),
    /// The character in this line and column, both counted from 1.
    At(usize, usize),
    /// The first character of this text that is not a blank. If the paper has the text several times, the
    /// last one counts.
    Text(String),
}
