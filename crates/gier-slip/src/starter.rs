//! Makes a drum image that starts a program. The HELP button reads track 0 into the cells 0-39 and jumps to
//! cell 1. Track 0 therefore contains a starter, which loads the program from the drum.

use crate::assembly::{Assembly, CORE_IMAGE_TRACK};
use gier_word::Home;
use gier_word::{
    Address, Base, Cell, Content, FERRITE_CELLS, Image, Marks, Opcode, Order, TRACK_CELLS, Tail, TrackNo,
};
use std::collections::BTreeMap;

/// The cell with the stop order `zq`. A program ends when it jumps there.  [F-RUN-1]
pub const END_CELL: Address = Address::new(2);
/// The starter's orders begin in this cell. The cells before it hold the jump to the starter, and the stop
/// order at which a program ends.
const STARTER: usize = 3;

/// Returns the drum image of an assembled program. The HELP button starts the program.
///
/// If the program has its own track 0, nothing is added. Otherwise a starter is put into the cells from 1 to
/// at most 28. The starter reads the cells 40-1023 from the tracks 295-319. Then it jumps to the program's
/// start address or, if the program gives none, to its first cell. A program ends at the stop order `zq` in
/// cell 2. The program can use the cells 0-39 that are not the starter's. The HELP button changes the address
/// part of cell 0. If the program uses that cell, the starter restores it.  [F-HELP-1]
///
/// # Errors
/// Returns a message that explains why the program cannot be started.
pub fn bootable(assembly: &Assembly, title: &str) -> Result<Image, String> {
    let mut image = Image::new(title);
    let drum = assembly.drum();
    if drum.keys().any(|&(track, _)| track == TrackNo::new(0)) {
        assembly.write_to(&mut image);
        return Ok(image);
    }
    for ((track, place), cell) in drum {
        image.track_mut(track.index())[usize::from(place)] = cell;
    }
    let core = assembly.core();
    let entry = assembly.entry.or_else(|| first_made(assembly)).ok_or(
        "the program has neither a cell in the store nor a track 0, so nothing can be started".to_string(),
    )?;
    let loads = lay_out(&core, &mut image);
    let starter = starter(&loads, core.get(&Address::new(0)), entry);
    image.track_mut(0)[..starter.len()].copy_from_slice(&starter);
    for (&address, &cell) in core.iter().filter(|(address, _)| address.index() < TRACK_CELLS) {
        let place = address.index();
        if (1..starter.len()).contains(&place) {
            return Err(format!(
                "cell {place} is the starter's, which takes the cells 1 to {}: place the program from {} on, \
                 or give it a track 0 of its own",
                starter.len() - 1,
                starter.len()
            ));
        }
        image.track_mut(0)[place] = cell;
    }
    Ok(image)
}

fn first_made(assembly: &Assembly) -> Option<Address> {
    assembly.made.iter().find_map(|made| match made.store {
        Home::Core(address) => Some(address),
        Home::Drum(..) => None,
    })
}

/// Puts the cells 40-1023 on their tracks. Returns each track with the address to which the starter reads it.
/// The last track is read to address 984, so that its 40 cells end at cell 1023. From address 1000 on, they
/// would also overwrite the cells 0-15.
fn lay_out(core: &BTreeMap<Address, Cell>, image: &mut Image) -> Vec<(usize, usize)> {
    let last = FERRITE_CELLS - TRACK_CELLS;
    let mut loads = Vec::new();
    for (&address, &cell) in core.iter().filter(|(address, _)| address.index() >= TRACK_CELLS) {
        let address = address.index();
        let start = address - address % TRACK_CELLS;
        let in_last = address >= last;
        if start <= last {
            image.track_mut(CORE_IMAGE_TRACK + start / TRACK_CELLS)[address - start] = cell;
            loads.push((CORE_IMAGE_TRACK + start / TRACK_CELLS, start));
        }
        if in_last {
            let track = CORE_IMAGE_TRACK + FERRITE_CELLS / TRACK_CELLS;
            image.track_mut(track)[address - last] = cell;
            loads.push((track, last));
        }
    }
    loads.sort();
    loads.dedup();
    loads
}

fn starter(loads: &[(usize, usize)], cell_0: Option<&Cell>, entry: Address) -> Vec<Cell> {
    let pair = |left, right| Content::Pair(left, right).encode();
    let mut cells = vec![
        Cell::new(0, Marks::NONE),
        Content::Full(full(Opcode::Hv, STARTER)).encode(),
        pair(half(Opcode::Zq, 0), half(Opcode::Hv, END_CELL)),
    ];
    cells.extend(
        loads.iter().map(|&(track, address)| pair(half(Opcode::Vk, track), half(Opcode::Lk, address))),
    );
    if let Some(cell) = cell_0.filter(|cell| cell.address() != 0) {
        let put = Order {
            tail: Some(Tail { increment: cell.address(), ..Tail::default() }),
            ..full(Opcode::Pa, 0)
        };
        cells.push(Content::Full(put).encode());
    }
    cells.push(pair(half(Opcode::Vk, 0), half(Opcode::Hv, entry)));
    cells
}

fn half(opcode: Opcode, address: impl Into<Address>) -> Order {
    Order { tail: None, ..full(opcode, address) }
}

fn full(opcode: Opcode, address: impl Into<Address>) -> Order {
    Order {
        opcode,
        address: address.into().number(),
        base: Base::from_bits(0),
        indirect: false,
        clear: false,
        floating: false,
        tail: Some(Tail::default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::Item;

    fn made(items: &[Item]) -> Result<Image, String> {
        bootable(&crate::assemble(items).unwrap(), "test")
    }

    #[test]
    fn a_program_in_the_store_gets_a_starter() {
        let image = made(&[Item::core(100), Item::integer(7), Item::core(1010), Item::integer(8)]).unwrap();
        assert_eq!(image.used_tracks().collect::<Vec<_>>(), [0, 296, 319]);
        assert_eq!(image.track(296)[20], Cell::from_integer(7));
        assert_eq!(image.track(319)[26], Cell::from_integer(8));
        // The cells 1-5 hold hv 3, zq, two tracks to read, and the jump.
        assert_eq!(image.track(0).iter().filter(|&&cell| cell != Cell::ZERO).count(), 5);
    }

    #[test]
    fn cells_that_both_tracks_at_the_end_hold_are_on_both() {
        let image = made(&[Item::core(990), Item::integer(7)]).unwrap();
        assert_eq!(image.track(318)[30], Cell::from_integer(7));
        assert_eq!(image.track(319)[6], Cell::from_integer(7));
    }

    #[test]
    fn programs_that_cannot_be_started_are_reported() {
        assert!(
            made(&[Item::track(5, 40), Item::integer(1)]).unwrap_err().contains("nothing can be started")
        );
        assert!(made(&[Item::core(2), Item::integer(1)]).unwrap_err().contains("cell 2 is the starter's"));
        assert!(made(&[Item::track(0, 0), Item::integer(1)]).is_ok());
    }
}
