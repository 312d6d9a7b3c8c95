//! What the debugger answers about a value, in the words of the program: which variable, what it was before
//! and after, the statement that did it, and the procedure with its arguments. `who wrote`, `origin`, `watch`,
//! `history` and `gier compare` make the same [`Answer`], and its [`Display`](fmt::Display) is the only place
//! that puts it into words. The machine's own words are in [`Answer::detail`].

use super::expression::Value;
use crate::notation::forms::Form;
use gier_word::source_map::{SourcePlace, Type};
use gier_word::{Address, Cell, Uops};
use std::fmt;

/// The text that is shown as the value of a variable that was never set.
pub const NOT_SET: &str = "not set";

/// How the contents of a cell are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// As a value of this type of ALGOL.
    Typed(Type),
    /// As the text of a SLIP program writes the cell.
    Form(Form),
    /// As four groups of bits and a whole number, if nothing is known about the cell.
    #[default]
    Bits,
}

impl Notation {
    /// Writes the contents of a cell.
    pub fn write(self, cell: Cell) -> String {
        match self {
            Notation::Typed(ty) => Value::typed(ty, cell).to_string(),
            // A text writes 0 for a cell, and the program can count in it with the unit in bit 9 or in bit 39.
            Notation::Form(Form::Integer) if cell.signed() != 0 && cell.groups()[1..] == [0; 3] => {
                Address::from(cell.address()).signed().to_string()
            }
            Notation::Form(form) => form.write(cell),
            Notation::Bits => Value::Cell(cell).to_string(),
        }
    }

    /// Whether both contents are the same value. Of a truth value, only bit 0 counts.
    pub fn is_same(self, one: Cell, other: Cell) -> bool {
        match self {
            Notation::Typed(ty) => Value::typed(ty, one) == Value::typed(ty, other),
            Notation::Form(_) | Notation::Bits => one == other,
        }
    }
}

/// A cell as the program names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The variable, the array element or the label. `cell 500` if the program has no name for the cell.
    pub name: String,
    /// How its contents are written.
    pub notation: Notation,
    /// The frame that has the cell. `None` for a cell that no call creates anew.
    pub frame: Option<Address>,
    /// What sets it.
    pub set_by: SetBy,
}

/// What sets a variable or cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetBy {
    /// A statement sets a simple variable. What the drum wrote to its cell before has no meaning.
    Statements,
    /// A statement or the drum sets an element of an array, after its declaration has written this cell.
    AfterDeclaration(Address),
    /// It always has a value, or nothing is known about it.
    Nothing,
}

/// Where in the program something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The place at which the statement begins, or the order of a SLIP program.
    pub place: SourcePlace,
    /// The place in words, such as `hanoi.alg:7`.
    pub line: String,
    /// The text of the statement. `None` if the source text is not at hand.
    pub statement: Option<String>,
    /// The procedure with its arguments, such as `HANOI(n = 2)`. `None` outside all procedures.
    pub body: Option<String>,
}

/// Writes the place, the statement and the procedure: ``hanoi.alg:7, `k := k - 1`, in HANOI(n = 2)``.
impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)?;
        if let Some(statement) = &self.statement {
            write!(f, ", `{statement}`")?;
        }
        self.body.iter().try_for_each(|body| write!(f, ", in {body}"))
    }
}

/// What happened to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A statement or an order set a variable or cell. The fields are its name, its value before (`None` if it
    /// was not set), and its value after.
    Changed(String, Option<String>, String),
    /// A person set it at the desk to this value.
    ByHand(String, String),
    /// The drum delivered this value.
    FromDrum(String, String),
    /// It has its value since before the session began.
    Begun(String),
    /// It has not been set. The second field is the procedure whose call did not set it.
    NotSet(String, Option<String>),
    /// Something else, in words: a character was typed, a breakpoint was reached.
    Words(String),
    /// The statement was executed, and gave these variables, cells or registers these values.
    Did(Vec<(String, String)>),
    /// Nothing but the place is known, or wanted.
    Here,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Changed(name, None, after) => write!(f, "{name} was set to {after}"),
            What::Changed(name, Some(before), after) if before == after => {
                write!(f, "{name} was set to {after} again")
            }
            What::Changed(name, Some(before), after) => write!(f, "{name} went from {before} to {after}"),
            What::ByHand(name, after) => write!(f, "{name} was set to {after} by hand"),
            What::FromDrum(name, after) => write!(f, "{name} was loaded from the drum as {after}"),
            What::Begun(name) => write!(f, "{name} was not written before in this session"),
            What::NotSet(name, None) => write!(f, "{name} is not set"),
            What::NotSet(name, Some(body)) => write!(f, "{name} is not set in this call: {body}"),
            What::Words(words) => f.write_str(words),
            What::Did(_) | What::Here => Ok(()),
        }
    }
}

/// A variable, an array element or a cell that a statement has read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Its name.
    pub named: Named,
    /// Its value when it was read, or [`NOT_SET`].
    pub value: String,
    /// Its cell.
    pub cell: Address,
    /// The number of the order that read it.
    pub read_by: u64,
}

/// What a statement made its value from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// What the statement has read, in the order of reading.
    pub operands: Vec<Operand>,
    /// The symbols that it has read from the keys or from tape.
    pub input: String,
}

impl fmt::Display for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operands =
            self.operands.iter().map(|operand| format!("{} = {}", operand.named.name, operand.value));
        let input = Some(format!("the input {:?}", self.input)).filter(|_| !self.input.is_empty());
        let all: Vec<String> = operands.chain(input).collect();
        if all.is_empty() { f.write_str("no cell") } else { f.write_str(&all.join(", ")) }
    }
}

/// An answer of the debugger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What happened.
    pub what: What,
    /// Where it happened. `None` if the place in the source text is not known.
    pub scene: Option<Scene>,
    /// The time at which it happened, if it is wanted.
    pub at: Option<Uops>,
    /// What the statement made the value from, if that was asked.
    pub sources: Option<Sources>,
    /// The same in the machine's words: cell, contents, order, half and time.
    pub detail: Option<String>,
}

impl Answer {
    /// An answer of which only this is known.
    pub const fn new(what: What, scene: Option<Scene>) -> Answer {
        Answer { what, scene, at: None, sources: None, detail: None }
    }

    /// The lines of the answer. With `in_detail`, the machine's own words follow.
    pub fn lines(&self, in_detail: bool) -> impl Iterator<Item = String> + use<> {
        [self.to_string()].into_iter().chain(self.detail.clone().filter(|_| in_detail))
    }
}

/// Writes the answer in one line: ``k went from 3 to 2 at hanoi.alg:7, `k := k - 1`, in HANOI(n = 2), 0.96 s``.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.fmt(f)?;
        match &self.scene {
            Some(scene) if matches!(self.what, What::Did(_) | What::Here) => scene.fmt(f)?,
            Some(scene) => write!(f, " at {scene}")?,
            None => {}
        }
        if let What::Did(changes) = &self.what {
            for (number, (name, value)) in changes.iter().enumerate() {
                write!(f, "{} {name} := {value}", if number == 0 { ":" } else { "," })?;
            }
        }
        // The text of a statement shows that it has only constants.
        let is_shown = |sources: &&Sources| {
            **sources != Sources::default()
                || self.scene.as_ref().is_none_or(|scene| scene.statement.is_none())
        };
        if let Some(sources) = self.sources.as_ref().filter(is_shown) {
            write!(f, ", from {sources}")?;
        }
        self.at.iter().try_for_each(|at| write!(f, ", {:.2} s", at.seconds()))
    }
}
