//! The three cells that an operator keyed into an empty machine to read his first tape.

use crate::input::{Input, Register};
use gier_word::{Base, Cell, Content, Half, Marks, Opcode, Order, Tail};

/// Where the cells are keyed: anywhere below the program that the tape brings.  [F-BOOT-1]
const PLACE: u16 = 0;

/// What the operator does: keys the cells, clears R, M and by, and sets r1 to the first.
/// The tape is mounted and start is pressed by whoever calls.  [F-BOOT-1]
pub fn bootstrap() -> Vec<Input> {
    let mut inputs: Vec<Input> =
        (PLACE..).zip(cells()).map(|(address, cell)| Input::SetCell(address, cell)).collect();
    inputs.extend(
        [Register::R, Register::RMarks, Register::M, Register::By]
            .map(|register| Input::SetRegister(register, 0)),
    );
    inputs.push(Input::SetNext(PLACE, Half::Left));
    inputs
}

/// `tl -6 , ca 0`, `ly r4 , hs r-1`, `gm s3 t-1 M`.
fn cells() -> [Cell; 3] {
    let order = |opcode, address: i16, base| Order {
        opcode,
        address: address as u16 & 1023,
        base,
        indirect: false,
        clear: false,
        floating: false,
        tail: None,
    };
    let store = Tail {
        increment: -1i16 as u16 & 1023,
        indicator: gier_word::IndicatorOp::M,
        marks: Marks::NONE,
        ..Tail::default()
    };
    [
        Content::Pair(order(Opcode::Tl, -6, Base::None), order(Opcode::Ca, 0, Base::None)).encode(),
        Content::Pair(order(Opcode::Ly, 4, Base::R), order(Opcode::Hs, -1, Base::R)).encode(),
        Content::Full(Order { tail: Some(store), ..order(Opcode::Gm, 3, Base::S) }).encode(),
    ]
}
