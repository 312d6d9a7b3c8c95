//! The variables that are visible in a stack frame: their types, cells and values, and the elements of
//! arrays.

use super::Program;
use super::reader::Reader;
use crate::arrays::{Array, array};
use crate::debug::expression::EvalState;
use crate::whereabouts::Frame;
use gier_machine::Machine;
use gier_word::source_map::{CodeVariable, Type, VariableKind};
use gier_word::strings::unpack;
use gier_word::{Address, Case, Cell, FERRITE_CELLS, Marks, Symbol, TRACK_CELLS, TrackNo};

/// The maximum number of drum cells to read for one string.
const TEXT_CELLS: usize = 20;

/// A variable that is visible in a stack frame.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The declaration of the variable, from the source map.
    pub declared: CodeVariable,
    /// The cell of the variable. It holds the value of a simple variable. For an array or a parameter called
    /// by name, it holds a descriptor.
    pub cell: Address,
    /// The value as text. If the variable has no value, this text gives the reason.
    pub value: String,
    /// The elements of an array. `None` for other variables.
    pub array: Option<Array>,
}

impl Variable {
    /// The cell that holds the value of a simple variable or parameter. Returns `None` for an array, a
    /// procedure and so on. Also returns `None` for a parameter called by name if the actual parameter is an
    /// expression. `cells` is the ferrite store.
    pub fn simple_cell(&self, cells: &[Cell; FERRITE_CELLS]) -> Option<Address> {
        self.simple_type()?;
        let is_name = self.declared.kind.is_by_name();
        let contents = cells[self.cell.index()];
        match (is_name, contents.marks()) {
            (false, _) => Some(self.cell),
            (true, Marks::NONE) => Some(contents.address().into()),
            (true, _) => None,
        }
    }

    /// The type of a simple variable or parameter. `None` for an array, a procedure and so on.
    pub fn simple_type(&self) -> Option<Type> {
        self.declared.kind.ty().filter(|_| !self.declared.kind.is_array())
    }

    /// The type in the notation of a declaration, such as `integer` or `real array [1:10]`.
    pub fn written_type(&self) -> String {
        match self.declared.kind {
            VariableKind::Simple(ty)
            | VariableKind::Own(ty)
            | VariableKind::Result(ty)
            | VariableKind::Value(ty)
            | VariableKind::Name(ty) => ty.to_string(),
            VariableKind::Array { ty, .. } | VariableKind::ArrayName(ty) => {
                let bounds = self.array.as_ref().map_or_else(String::new, Array::written_bounds);
                format!("{ty} array {bounds}")
            }
            VariableKind::ProcedureName(Some(ty)) => format!("{ty} procedure"),
            VariableKind::ProcedureName(None) => "procedure".to_string(),
            VariableKind::LabelName => "label".to_string(),
            VariableKind::SwitchName => "switch".to_string(),
            VariableKind::StringName => "string".to_string(),
        }
    }
}

impl Program {
    /// Finds the simple variable or function result that has this cell. It must be visible in one of the
    /// active frames. Returns its name and the address of its frame. The address is `None` for a variable of
    /// the program itself.
    pub fn simple_variable_in(
        &self,
        cell: Address,
        state: &EvalState<'_>,
    ) -> Option<(String, Option<Address>)> {
        let at = self.whereabouts(state)?;
        let is_it =
            |&(variable, address): &(&CodeVariable, Address)| address == cell && variable.kind.is_simple();
        at.frames().iter().find_map(|frame| {
            let (variable, _) = at.variables(frame).into_iter().find(is_it)?;
            let p = if variable.level == 0 { None } else { at.frame_of_level(frame, variable.level) };
            Some((variable.written.clone(), p))
        })
    }

    /// The variables that are visible in a frame. The variables of the innermost block come first. If two
    /// blocks declare the same name, only the variable of the inner block is listed.
    pub fn visible(&self, frame: &Frame, state: &EvalState<'_>) -> Vec<Variable> {
        let Some(at) = self.whereabouts(state) else { return Vec::new() };
        let frames = at.frames();
        let is_inner = frames.first().is_some_and(|first| first.p == frame.p);
        let mut variables: Vec<Variable> = Vec::new();
        for (declared, cell) in at.variables(frame) {
            if variables.iter().any(|known| known.declared.name == declared.name) {
                continue;
            }
            let told = Reader { at, state, is_inner }.told(declared, cell);
            let array = array(&at, &frames, declared, cell, state.cells);
            // `told` begins with the number of elements. If all bounds are known, they replace this number.
            let elements = told.split_once(" elements ").map(|(_, elements)| elements);
            let machine = state.machine.filter(|_| declared.kind == VariableKind::StringName);
            let text = machine.and_then(|machine| text_of(machine, state.cells[cell.index()]));
            let value = match array.as_ref().filter(|array| array.is_exact).zip(elements) {
                Some((array, elements)) => format!("{} {elements}", array.written_bounds()),
                None => text.unwrap_or(told),
            };
            variables.push(Variable { declared: declared.clone(), cell, value, array });
        }
        variables
    }
}

/// The text of a string on the drum. `descriptor` gives the place where the text begins: the track, and the
/// cell on the track, counted from 1. Returns `None` if the machine's drum has no such cell.
pub(super) fn text_of(machine: &Machine, descriptor: Cell) -> Option<String> {
    let [track, cell, ..] = descriptor.groups();
    let begin = usize::from(track) * TRACK_CELLS + usize::from(cell.checked_sub(1)?);
    let (mut text, mut case) = (String::new(), Case::Lower);
    for at in begin..begin + TEXT_CELLS {
        let word = machine.drum().track(TrackNo::from(at / TRACK_CELLS))?[at % TRACK_CELLS];
        for symbol in unpack(word) {
            match symbol {
                None => return Some(format!("«{text}»")),
                Some(Symbol::CARRIAGE_RETURN) => text.push('⏎'),
                Some(Symbol::LOWER) => case = Case::Lower,
                Some(Symbol::UPPER) => case = Case::Upper,
                Some(symbol) => text.extend(symbol.glyph(case)),
            }
        }
    }
    Some(format!("«{text}…»"))
}
