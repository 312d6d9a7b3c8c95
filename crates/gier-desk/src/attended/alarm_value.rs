//! Finds the values that caused an alarm: a subscript and the bounds, or the argument of a function.

use crate::arrays::array;
use crate::notation::forms::floating;
use crate::whereabouts::{Frame, Whereabouts};
use gier_machine::Machine;
use gier_word::{Address, Cell, Marks, number};

/// Describes the values that caused an alarm, for example `A[11], bounds 1:10` or `sqrt(-4)`. `word` is the
/// name of the alarm. Returns `None` if the alarm has no such values, or if the values are unknown.
pub fn value(word: &str, machine: &Machine, at: &Whereabouts<'_>) -> Option<String> {
    match word {
        "index" => element(machine, at),
        "sqrt" | "ln" | "exp" => {
            let argument = number::float(machine.ferrite().read(at.map().cell_of("uv")?));
            Some(format!("{word}({})", floating(argument)))
        }
        _ => None,
    }
}

/// Describes the array element that caused an index alarm. At the alarm, M points to the array's bounds in
/// the store. If the index is too low, R is the index minus the lower bound. If it is too high, R is the
/// index minus the upper bound minus 1. See `{index}` in `roms/runtime.slip`.
fn element(machine: &Machine, at: &Whereabouts<'_>) -> Option<String> {
    let (registers, cells) = (machine.cpu().registers(), machine.ferrite().cells());
    let vector = Cell::new(registers.m, Marks::NONE).address();
    let frames = at.frames();
    let has_vector = |cell: Address| cells[cell.index()].address() == vector;
    let in_frame = |frame: &Frame| {
        at.variables(frame).into_iter().find(|(known, cell)| known.kind.is_array() && has_vector(*cell))
    };
    let (variable, cell) = frames.iter().find_map(in_frame)?;
    let array = array(at, &frames, variable, cell, cells).filter(|array| array.is_exact)?;
    let bounds = array.written_bounds();
    let bounds = bounds.trim_matches(['[', ']']);
    // The program checks only the index into the flattened array, so the subscripts of a matrix are unknown.
    let subscript = match array.bounds[..] {
        [(low, _)] if registers.r < 0 => format!("[{}]", low + registers.r),
        [(_, high)] => format!("[{}]", high + 1 + registers.r),
        _ => String::new(),
    };
    Some(format!("{}{subscript}, bounds {bounds}", variable.name))
}
