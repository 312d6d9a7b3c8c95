//! Parses a text that sets a register or a cell, for example `R 17`, `s 3` or `c41 hv 5`. `c41` is cell 41 of
//! the store. In `t5.12 0/256/0/0`, `t5.12` is cell 12 of drum track 5. `r1 41r` sets the address of the next
//! order, and `marks a` sets the mark bits of R.

use super::forms::read_cell;
use super::place;
use gier_machine::input::REGISTERS;
use gier_machine::{Input, Register};
use gier_word::{FERRITE_CELLS, Marks, TRACK_CELLS};

const HELP: &str = "type a register (R M s p in by tk r1 marks) or a cell (c41, t5.12) and its value";

/// Reads a text such as `R 17`, and returns the inputs that set the register or cell. `tracks` is the number
/// of tracks of the machine's drum.
///
/// # Errors
/// Returns a message that explains what is wrong with the text and what you can type instead.
pub fn read(text: &str, tracks: u16) -> Result<Vec<Input>, String> {
    let (name, value) = text.trim().split_once(' ').ok_or_else(|| HELP.to_string())?;
    let value = value.trim();
    match name {
        "R" => {
            let cell = read_cell(value)?;
            let marks = Input::SetRegister(Register::RMarks, cell.marks().bits().into());
            let r = Input::SetRegister(Register::R, cell.signed());
            Ok(if cell.marks() == Marks::NONE { vec![r] } else { vec![r, marks] })
        }
        "M" => Ok(vec![Input::SetRegister(Register::M, read_cell(value)?.bits().cast_signed())]),
        "marks" => match value {
            "0" | "none" => Ok(0),
            "a" => Ok(2),
            "b" => Ok(1),
            "c" => Ok(3),
            _ => Err(format!("'{value}' is no mark; type a, b, c for both, or 0")),
        }
        .map(|bits| vec![Input::SetRegister(Register::RMarks, bits)]),
        "r1" => place::read(value).map(|place| vec![Input::SetNext(place.cell, place.half)]),
        _ => match REGISTERS.iter().find(|(_, known)| *known == name) {
            Some((register, _)) => ten(*register, value),
            None => cell(name, value, tracks),
        },
    }
}

fn ten(register: Register, value: &str) -> Result<Vec<Input>, String> {
    match value.parse::<i64>() {
        Ok(value) if (-512..1024).contains(&value) => Ok(vec![Input::SetRegister(register, value)]),
        _ => Err(format!("'{value}' is not a number of ten bits (-512 to 1023)")),
    }
}

fn cell(name: &str, value: &str, tracks: u16) -> Result<Vec<Input>, String> {
    if let Some(address) = name.strip_prefix('c').and_then(|digits| digits.parse::<usize>().ok()) {
        if address >= FERRITE_CELLS {
            return Err(format!("the ferrite store has the cells 0-1023, not {address}"));
        }
        return Ok(vec![Input::SetCell(address.into(), read_cell(value)?)]);
    }
    let numbers = name.strip_prefix('t').and_then(|numbers| numbers.split_once('.'));
    let (Some(track), Some(place)) = (
        numbers.and_then(|(track, _)| track.parse::<usize>().ok()),
        numbers.and_then(|(_, place)| place.parse::<u8>().ok()),
    ) else {
        return Err(format!("'{name}' is nothing that can be set; {HELP}"));
    };
    if track >= usize::from(tracks) || usize::from(place) >= TRACK_CELLS {
        return Err(format!("this machine has the tracks 0-{}, each with the cells 0-39", tracks - 1));
    }
    Ok(vec![Input::SetDrumCell(track.into(), place, read_cell(value)?)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::{Address, TrackNo};
    use gier_word::{Cell, Half};
    use proptest::prelude::*;

    #[test]
    fn registers_and_cells_are_set() {
        assert_eq!(read("R -1", 320), Ok(vec![Input::SetRegister(Register::R, -1)]));
        assert_eq!(read("s 1023", 320), Ok(vec![Input::SetRegister(Register::S, 1023)]));
        assert_eq!(read("r1 41r", 320), Ok(vec![Input::SetNext(Address::new(41), Half::Right)]));
        assert_eq!(read("c7 5", 320), Ok(vec![Input::SetCell(Address::new(7), Cell::from_integer(5))]));
        assert_eq!(
            read("t5.39 5", 320),
            Ok(vec![Input::SetDrumCell(TrackNo::new(5), 39, Cell::from_integer(5))])
        );
        for wrong in ["", "R", "s 2000", "c1024 0", "t320.0 0", "t5.40 0", "x 1", "marks d"] {
            assert!(read(wrong, 320).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn typed_text_never_panics(text in "[RMspctr1 ./0-9a-z-]{0,20}") {
            let _ = read(&text, 320);
        }
    }
}
