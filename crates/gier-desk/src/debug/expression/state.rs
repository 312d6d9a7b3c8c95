//! The state in which expressions are evaluated: the state of the machine between two orders, and the names
//! of its program.

use super::value::Value;
use crate::whereabouts::Scope;
use gier_machine::{Machine, Registers, StateView};
use gier_word::source_map::VariableKind;
use gier_word::{Address, Cell, FERRITE_CELLS, Uops};

/// A set of cells: those that an evaluation has read. Each cell has one bit.
#[derive(Clone, Debug, Default)]
pub struct Reads([std::cell::Cell<u64>; FERRITE_CELLS / 64]);

impl Reads {
    /// Whether this cell was read.
    pub fn contain(&self, address: Address) -> bool {
        let bit = 1 << (address.index() % 64);
        self.0[address.index() / 64].get() & bit != 0
    }

    fn add(&self, address: Address) {
        let bits = &self.0[address.index() / 64];
        bits.set(bits.get() | 1 << (address.index() % 64));
    }

    /// Marks every cell as read. Called if the cells that an evaluation read are not known.
    fn add_all(&self) {
        self.0.iter().for_each(|bits| bits.set(u64::MAX));
    }
}

/// The state in which an expression is evaluated: the state of the machine between two orders, and the names
/// of its program.
#[derive(Clone, Copy)]
pub struct EvalState<'a> {
    /// The registers.
    pub registers: &'a Registers,
    /// The ferrite store.
    pub cells: &'a [Cell; FERRITE_CELLS],
    /// The machine time.
    pub now: Uops,
    /// The number of orders executed since the machine was created.
    pub orders: u64,
    /// The variables and labels of the program.
    pub names: &'a dyn Names,
    /// The whole machine. `None` during a run, because a probe has access only to the registers and the
    /// store.
    pub machine: Option<&'a Machine>,
    /// Records the cells that the evaluation reads. `None` if this record is not needed.
    pub reads: Option<&'a Reads>,
}

impl<'a> EvalState<'a> {
    /// The present state of the machine, without the names of its program.
    pub fn of(machine: &'a Machine) -> EvalState<'a> {
        EvalState {
            registers: machine.cpu().registers(),
            cells: machine.ferrite().cells(),
            now: machine.now(),
            orders: machine.orders(),
            names: &NoNames,
            machine: Some(machine),
            reads: None,
        }
    }

    /// The state that a probe sees during a run. `before` is the number of orders executed before the run.
    pub fn of_view(moment: &StateView<'a>, before: u64, names: &'a dyn Names) -> EvalState<'a> {
        let StateView { orders, now, registers, cells } = *moment;
        EvalState { registers, cells, now, orders: before + orders, names, machine: None, reads: None }
    }

    /// A copy of this state with the names of a program.
    pub fn with_names(self, names: &'a dyn Names) -> EvalState<'a> {
        EvalState { names, ..self }
    }

    /// Returns the contents of a cell, and records that the cell was read.
    pub(super) fn read(&self, address: Address) -> Cell {
        self.note(address);
        self.cells[address.index()]
    }

    pub(super) fn note(&self, address: Address) {
        if let Some(reads) = self.reads {
            reads.add(address);
        }
    }

    pub(super) fn note_all(&self) {
        if let Some(reads) = self.reads {
            reads.add_all();
        }
    }
}

/// How to find the cell of a variable at run time. The search begins at the present stack frame, to which
/// register p points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariableLocation {
    /// The number of steps outwards from the present stack frame to the variable's frame. Each step leads to
    /// the frame of the enclosing procedure. `None` means the outermost frame, which belongs to the program
    /// itself.
    pub out: Option<usize>,
    /// The address of the variable's cell minus the address of the variable's frame.
    pub offset: i16,
    /// The kind of variable.
    pub kind: VariableKind,
}

/// Looks up the variables and labels of a program by their names.
pub trait Names: Sync {
    /// The value of the variable or array element that is visible at the program's present place.
    ///
    /// # Errors
    /// Returns an error if no variable with this name is visible, or if the variable has no value.
    fn variable(&self, name: &str, subscripts: &[i64], state: &EvalState<'_>) -> Result<Value, String>;

    /// Checks that the program declares this name, as a variable in any scope or as a label.
    ///
    /// # Errors
    /// Returns an error if the program does not declare the name.
    fn known(&self, name: &str) -> Result<(), String>;

    /// Whether the program has a source text with lines, so that a bare number means a line.
    fn has_lines(&self) -> bool {
        false
    }

    /// The cell of the store that has this label in a SLIP program. `None` if there is no such label.
    fn label(&self, _name: &str) -> Option<Address> {
        None
    }

    /// The different variables that this name denotes in the scopes of the program. `None` if they are not
    /// known.
    fn locations(&self, _name: &str) -> Option<Vec<VariableLocation>> {
        None
    }

    /// Whether the program has only one declaration with this name. `true` if its declarations are not known.
    fn is_declared_once(&self, _name: &str) -> bool {
        true
    }

    /// The scope at the program's present place. The scope determines which variables are visible. `None` if
    /// the scope is not known.
    fn scope(&self, _state: &EvalState<'_>) -> Option<Scope> {
        None
    }

    /// Whether the next order was compiled from the program's source text, and so is not in the run-time
    /// library. While the library enters or leaves a procedure, the present place and the present frame can
    /// belong to different procedures. A search for a change therefore ignores such states.
    fn is_in_own_code(&self, _state: &EvalState<'_>) -> bool {
        true
    }

    /// The first cell of the store that can hold the program's own code. The cells before it belong to
    /// ALGOL's run-time library. `None` if the program has no run-time library.
    fn first_own_cell(&self) -> Option<Address> {
        None
    }

    /// Returns the index of the declaration that this name means in a scope. Different declarations have
    /// different indices. `None` if the name is not visible there.
    fn declaration(&self, _name: &str, _scope: Scope) -> Option<usize> {
        None
    }

    /// The variable that this name denotes in a scope. `None` if the name is not visible there.
    fn location(&self, _name: &str, _scope: Scope) -> Option<VariableLocation> {
        None
    }
}

/// No names, because no program is known. Expressions can then contain only cells, registers and constants.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoNames;

impl Names for NoNames {
    fn variable(&self, name: &str, _: &[i64], _: &EvalState<'_>) -> Result<Value, String> {
        Err(format!("'{name}' is no register, and no variable of this program is known by name"))
    }

    fn known(&self, name: &str) -> Result<(), String> {
        Err(format!("'{name}' is no register, and no variable of this program is known by name"))
    }
}
