//! Writes the state of a machine as text, for pages that explain the machine. The text shows registers,
//! cells, or the stack frames of an ALGOL program.

use core::fmt::Write;
use gier_desk::debug::expression::EvalState;
use gier_desk::debug::program::Program;
use gier_desk::notation::changes::short_registers;
use gier_desk::notation::place;
use gier_machine::Machine;
use gier_slip::disassemble;
use gier_word::{Address, Cell, Home, Marks};

/// Lists all registers, one in each line, such as `R = 0/256/0/0 a`. R and M are written as four groups of
/// ten bits. In this example, the letter shows that mark a of R is set.
pub fn registers(machine: &Machine) -> String {
    let registers = machine.cpu().registers();
    let r = Cell::from_integer(registers.r).with_marks(registers.r_marks);
    let mut text = format!("R = {r}\nM = {}\n", Cell::new(registers.m, Marks::NONE));
    for (name, value) in short_registers(registers) {
        let _ = writeln!(text, "{name} = {value}");
    }
    text + &format!("r1 = {}\n", place::write(place::next(machine)))
}

/// Lists `count` cells of the store, beginning with cell `first`. Each line shows the address, the contents
/// as four numbers, and the contents as an order in SLIP.
pub fn cells(machine: &Machine, first: u16, count: u16) -> String {
    let all = (first..first.saturating_add(count)).map(|address| {
        let address = Address::new(address);
        let cell = machine.ferrite().read(address);
        format!("{address:>4}  {:<20}  {}\n", cell.to_string(), disassemble(cell))
    });
    all.collect()
}

/// Lists the stack frames of an ALGOL program. The innermost frame comes first. Each frame has its variables
/// and their cells. Then lists the drum tracks whose code is in the store now. If the program is not running,
/// the text is empty.
pub fn frames(machine: &Machine, program: &Program) -> String {
    let state = EvalState::of(machine);
    let frames = program.frames(&state);
    let mut text = String::new();
    for frame in &frames {
        let line = frame.row.place.map_or_else(String::new, |place| format!("line {}", place.line));
        let _ = writeln!(text, "{:<20} p = {:<6} {line}", program.body_name(frame, &state), frame.p);
        let body = program.map().zip(frame.row.body).map(|(map, body)| &map.bodies[body]);
        for variable in program.visible(frame, &state) {
            // A variable of an outer body is listed with the frame of that body.
            if body.is_some_and(|body| body.level == variable.declared.level) {
                let _ = writeln!(
                    text,
                    "  {:<6} {} = {}",
                    variable.cell, variable.declared.written, variable.value
                );
            }
        }
    }
    let tracks = Address::all().filter_map(|address| match program.home_of(address, &state)? {
        Home::Drum(track, 0) => Some(format!("{address}: track {track}")),
        Home::Drum(..) | Home::Core(_) => None,
    });
    let tracks: Vec<String> = tracks.collect();
    if !text.is_empty() {
        let _ = writeln!(text, "\nin the store    {}", tracks.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visit::Visit;

    #[test]
    fn a_machine_is_written_as_text() {
        let mut machine = Machine::new();
        machine.set_cell(5, Cell::from_integer(7).with_marks(Marks::A));
        assert_eq!(
            registers(&machine),
            "R = 0/0/0/0\nM = 0/0/0/0\ns = 0\np = 0\nin = 0\nby = 0\ntk = 0\nr1 = 0\n"
        );
        assert!(cells(&machine, 5, 1).starts_with("   5  0/0/0/7 a  "), "{}", cells(&machine, 5, 1));
        assert_eq!(frames(&machine, &Program::default()), "");
    }

    /// Executes a recursive procedure line by line until its innermost call, and tests the listed frames.
    #[test]
    fn the_frames_of_a_recursion() {
        let text = "_begin\n_integer _procedure f(n); _value n; _integer n;\n\
                    f := _if n = 0 _then 1 _else n × f(n-1);\nwrite(‹d›, f(2))\n_end;";
        let image = crate::compile::own(text).unwrap();
        let machine = Machine::with_image(&image);
        let mut guest = Visit::from_the_beginning("own", machine).knowing(&image);
        guest.stop();
        let mut seen = String::new();
        for _ in 0..40 {
            guest.line();
            seen = frames(guest.machine(), guest.program());
            if seen.contains("n = 0") {
                break;
            }
        }
        let lines: Vec<Vec<&str>> = seen.lines().map(|line| line.split_whitespace().collect()).collect();
        let heads: Vec<&str> =
            lines.iter().filter(|words| words.contains(&"p")).map(|words| words[0]).collect();
        assert_eq!(heads, ["f(n", "f(n", "f(n", "the"], "{seen}");
        for n in ["n = 0", "n = 1", "n = 2"] {
            assert!(seen.contains(n), "{seen}");
        }
        assert!(seen.contains("in the store"), "{seen}");
    }
}
