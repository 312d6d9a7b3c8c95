//! The three cells that an operator keyed into an empty machine to read the first tape.

use crate::input::{Input, Register};
use gier_word::{Address, Base, Content, Half, Marks, Opcode, Order, Tail};

/// The address of the first of the three cells that the operator keys. Other addresses are possible, if they
/// are lower than those of the program on the tape. [F-BOOT-1]
const PLACE: Address = Address::new(0);

/// Returns the operator's inputs for an empty machine. The inputs set three cells, clear R, M and `by`, and
/// set r1 to the first cell. Afterwards, mount the tape and press start.  [F-BOOT-1]
pub fn bootstrap() -> Vec<Input> {
    let cells = [
        Content::Pair(order(Opcode::Tl, -6, Base::None), order(Opcode::Ca, 0, Base::None)),
        Content::Pair(order(Opcode::Ly, 4, Base::R), order(Opcode::Hs, -1, Base::R)),
        store(3, Base::S),
    ];
    key(PLACE, cells)
}

/// Returns the operator's inputs that load the older version of HJÆLP, the monitor program. The inputs set
/// cells 1-3 to `ly 0 , tl -6`, `ca 0 , hv 1` and `gm 5 t-1 M`. These orders were reconstructed from the
/// tapes. The orders read a first tape, which fills track 0 of the drum and stops the machine. The HELP
/// button then starts the program on track 0, which types FEJL (error). After any key, this program reads the
/// rest of HJÆLP from a second tape. [F-BOOT-2]
pub fn old_bootstrap() -> Vec<Input> {
    let place = Address::new(1);
    let cells = [
        Content::Pair(order(Opcode::Ly, 0, Base::None), order(Opcode::Tl, -6, Base::None)),
        Content::Pair(order(Opcode::Ca, 0, Base::None), order(Opcode::Hv, 1, Base::None)),
        store(5, Base::None),
    ];
    key(place, cells)
}

fn key(place: Address, cells: [Content; 3]) -> Vec<Input> {
    let cells = (0u16..).zip(cells);
    let mut inputs: Vec<Input> =
        cells.map(|(number, content)| Input::SetCell(place + number, content.encode())).collect();
    let registers = [Register::R, Register::RMarks, Register::M, Register::By];
    inputs.extend(registers.map(|register| Input::SetRegister(register, 0)));
    inputs.push(Input::SetNext(place, Half::Left));
    inputs
}

fn order(opcode: Opcode, address: i16, base: Base) -> Order {
    let address = Address::from(address).number();
    Order { opcode, address, base, indirect: false, clear: false, floating: false, tail: None }
}

/// Returns the order `gm`, which stores M in a cell and clears the marks of this cell. Each time the order is
/// executed, it also lowers its own address by 1.
fn store(address: i16, base: Base) -> Content {
    let tail = Tail {
        increment: Address::from(-1).number(),
        indicator: gier_word::IndicatorOp::M,
        marks: Marks::NONE,
        ..Tail::default()
    };
    Content::Full(Order { tail: Some(tail), ..order(Opcode::Gm, address, base) })
}
