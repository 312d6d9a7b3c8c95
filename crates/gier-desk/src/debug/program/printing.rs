//! Recognises calls of the standard procedures that print a number or a string.

use super::Program;
use super::variables::text_of;
use crate::debug::expression::Value;
use crate::notation::{layout, place};
use gier_machine::Machine;
use gier_word::codec;
use gier_word::source_map::{Home, Type};
use gier_word::{Address, TrackNo};

impl Program {
    /// If the next order calls a standard procedure that prints, describes the call with its parameters, such
    /// as `write(‹ddd›, 42)`. Also returns the cell of the printed number, or `None` if a string is printed.
    pub fn printing(&self, machine: &Machine) -> Option<(String, Option<Address>)> {
        let map = self.map()?;
        let read = |cell: Address| machine.ferrite().read(cell);
        let (uv, next) = (map.cell_of("uv")?, place::next(machine));
        let call = read(next.cell);
        let called = codec::address(call, next.half);
        if map.cell_of("text").is_some_and(|text| text.number() == called) {
            return Some((format!("writetext({})", text_of(machine, read(uv))?), None));
        }
        // A library call names its routine in two of its ten-bit groups. The fourth group is the track. The
        // second group is the number of the cell on this track, counted from 1.
        let [_, cell, _, track] = call.groups();
        let routine = Home::on_track(TrackNo::new(track), usize::from(cell.checked_sub(1)?))?;
        let is_printer = |name: &str| name == "number" || name == "whole number";
        let calls_printer = map.names.iter().any(|(name, home)| *home == routine && is_printer(name));
        if map.cell_of("lib")?.number() != called || !calls_printer {
            return None;
        }
        let (layout, number) =
            (layout::write(read(map.cell_of("lay")?)), Value::typed(Type::Integer, read(uv)));
        Some((format!("write(‹{layout}›, {number})"), Some(uv)))
    }
}
