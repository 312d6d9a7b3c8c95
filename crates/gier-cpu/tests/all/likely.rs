//! Random stores in which programs execute their own data, overwrite themselves and loop.

use gier_cpu::Ferrite;
use gier_word::{Cell, Marks, Opcode};
use proptest::prelude::*;

/// Operations that programs use most, so that the cells contain many orders of the fast path's own kinds.
const OFTEN: [u8; 6] = [
    Opcode::Ar.code(),
    Opcode::Gr.code(),
    Opcode::Hv.code(),
    Opcode::Hs.code(),
    Opcode::Ga.code(),
    Opcode::Pp.code(),
];

/// A cell that holds an order or a pair of orders. Most addresses are between -9 and 30. Most fields are
/// drawn from few values, so that programs execute their own data, overwrite themselves and loop.
pub fn likely_cell() -> impl Strategy<Value = Cell> {
    let operation = prop_oneof![2 => 0..64u16, 1 => prop::sample::select(&OFTEN).prop_map(u16::from)];
    let order = (operation, prop::bool::weighted(0.2), prop::bool::weighted(0.15), 0..4u16);
    let near = (0..40u16).prop_map(|x| if x > 30 { x + 984 } else { x });
    let tail = prop_oneof![
        4 => Just(0u16),
        1 => 0..1024u16,
        1 => (0..8u16).prop_map(|xvd| xvd << 7),
        2 => (0..4u16, 0..8u16, 0..4u16).prop_map(|(op, letter, marks)| op << 5 | letter << 2 | marks),
    ];
    let increments = prop_oneof![3 => Just(0u16), 1 => Just(1), 1 => Just(1023), 1 => 0..1024u16];
    (
        near.clone(),
        near,
        increments,
        order.clone(),
        order,
        tail,
        prop::bool::weighted(0.3),
        prop::bool::weighted(0.2),
    )
        .prop_map(|(left, right, t, first, second, tail, pair, floating)| {
            let code = |(op, clear, indirect, base): (u16, bool, bool, u16)| {
                op << 4 | u16::from(clear) << 3 | u16::from(indirect) << 2 | base
            };
            let groups =
                if pair { [left, right, code(first), code(second)] } else { [left, t, code(first), tail] };
            Cell::from_groups(groups.map(|group| group as i16), Marks::new(pair, floating))
        })
}

/// The cells of a search loop. Each cell holds two orders: `ca` and a jump. The order `ca` compares its own
/// address with bits 0-9 of R. The jump is executed only if this address and these bits are equal.
fn row() -> impl Strategy<Value = Vec<Cell>> {
    let jump = prop_oneof![Just(Opcode::Hh), Just(Opcode::Hv)];
    let cells = prop::collection::vec((prop_oneof![Just(0i16), -2..3i16], 0..40i16), 2..8);
    (jump, cells).prop_map(|(jump, cells)| {
        let operations = [Opcode::Ca, jump].map(|operation| i16::from(operation.code()) << 4);
        let cell = |(sought, to)| Cell::from_groups([sought, to, operations[0], operations[1]], Marks::A);
        cells.into_iter().map(cell).collect()
    })
}

/// A store that repeats the same 40 cells of [`likely_cell`]. A few of the cells hold their own address in
/// the address part. Some stores also contain one search loop of [`row`].
pub fn likely_store() -> impl Strategy<Value = Ferrite> {
    let cells = prop::collection::vec(likely_cell(), 40);
    let with_own_address = prop::collection::vec(0..40usize, 0..6);
    (cells, with_own_address, 0..40usize, prop::option::of(row())).prop_map(|(mut cells, own, start, row)| {
        for place in own {
            cells[place] = cells[place].with_address(place as u16);
        }
        for (place, cell) in row.into_iter().flatten().enumerate() {
            cells[(start + place) % 40] = cell;
        }
        let mut ferrite = Ferrite::new();
        for address in 0..1024 {
            ferrite.write(address, cells[address as usize % cells.len()]);
        }
        ferrite
    })
}
