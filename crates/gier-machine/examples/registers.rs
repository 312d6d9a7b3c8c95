//! Runs a short program order by order and draws the registers: `cargo run --example registers`.

use gier_machine::{Input, Machine, Pause};
use gier_word::{Address, Half, codec::Content};

/// The cells of the program: address and contents. The comments at the right give each order in assembly
/// language.
const PROGRAM: [(u16, &str); 6] = [
    (10, "20/0/40/0"),  // arn 20: R := cell 20
    (11, "21/0/32/0"),  // ar 21:  R := R + cell 21
    (12, "22/0/336/0"), // gr 22:  cell 22 := R
    (13, "0/0/16/0"),   // zq:     stop
    (20, "0/0/0/25"),
    (21, "0/0/0/36"),
];

/// Draws a lamp for each of the 40 bits of a register, in groups of ten.
fn lamps(bits: u64) -> String {
    let lamp = |bit: u32| if bits >> (39 - bit) & 1 == 1 { '●' } else { '·' };
    (0..40).map(|bit| format!("{}{}", if bit % 10 == 0 { " " } else { "" }, lamp(bit))).collect()
}

fn drawing(machine: &Machine) -> String {
    let registers = machine.desk_registers();
    let Content::Full(next) = Content::decode(registers.order) else { return "a pair\n".to_string() };
    format!(
        "r1 {}  {} {}  {} orders, {:.6} s\n R{}\n M{}\n",
        registers.r1,
        next.opcode.mnemonic(),
        next.address,
        machine.orders(),
        machine.now().seconds(),
        lamps(registers.r40()),
        lamps(registers.m)
    )
}

/// Runs the program, and draws the registers before each order and after the last one.
pub fn drawings() -> String {
    let mut machine = Machine::new();
    for (cell, contents) in PROGRAM {
        machine.feed(Input::SetCell(Address::new(cell), contents.parse().expect("a cell")));
    }
    machine.feed(Input::SetNext(Address::new(10), Half::Left));
    machine.feed(Input::Start);
    let mut text = drawing(&machine);
    while machine.step() == Pause::Done {
        text += &drawing(&machine);
    }
    text + &format!("cell 22: {}\n", machine.ferrite().read(22))
}

fn main() {
    print!("{}", drawings());
}
