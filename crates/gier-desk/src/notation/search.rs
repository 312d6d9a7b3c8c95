//! Finds a cell in the ferrite store or on the drum. The search is for the bits of the cell, or for a part of
//! the text of its order.

use super::slip;
use gier_machine::Machine;
use gier_word::{Address, Cell, Home, TrackNo};

/// What a search looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A cell with these forty bits. Its marks do not matter.
    Value(Cell),
    /// A cell whose orders contain this text. Capitals and small letters count as equal, and blanks do not
    /// count.
    Order(String),
}

impl Wanted {
    fn is(&self, cell: Cell) -> bool {
        match self {
            Wanted::Value(value) => cell.bits() == value.bits(),
            Wanted::Order(text) => bare(&slip::write(cell)).contains(&bare(text)),
        }
    }
}

/// The text in lower case and without blanks.
fn bare(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_whitespace())
        .map(|character| character.to_ascii_lowercase())
        .collect()
}

/// Finds the first matching cell after the place `after`. Searches the ferrite store and then the drum, and
/// begins again at the first cell when it reaches the end. Returns `None` if no cell matches.
pub fn find(machine: &Machine, wanted: &Wanted, after: Option<Home>) -> Option<Home> {
    let ferrite = Address::all().map(Home::Core);
    let tracks = machine.drum().tracks().listed().map(TrackNo::from);
    let drum = tracks.flat_map(|track| (0..40).map(move |cell| Home::Drum(track, cell)));
    let places: Vec<Home> = ferrite.chain(drum).collect();
    let start = after.map_or(0, |after| places.partition_point(|&place| place <= after));
    let (before, behind) = places.split_at(start);
    behind.iter().chain(before).copied().find(|&place| wanted.is(contents(machine, place)))
}

/// The contents of a cell of the ferrite store or of the drum.
pub fn contents(machine: &Machine, place: Home) -> Cell {
    match place {
        Home::Core(cell) => machine.ferrite().read(cell),
        Home::Drum(track, cell) => {
            machine.drum().track(track).map_or(Cell::ZERO, |cells| cells[usize::from(cell)])
        }
    }
}
