//! Finds a cell in the store or on the drum. You search for the bits of the cell, or for a part of the text
//! of its order, such as `ar 5`.

use super::slip;
use gier_machine::Machine;
use gier_word::{Address, Cell, Home, TrackNo};

/// What a search looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A cell with these forty bits. The search ignores the two mark bits of the cell.
    Value(Cell),
    /// A cell whose orders contain this text in the notation of SLIP. The search ignores blanks, and does not
    /// distinguish capitals from small letters.
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

/// Finds the first matching cell after the cell `after`. Searches the store and then the drum. At the end of
/// the drum, the search continues at cell 0 of the store. Returns `None` if no cell matches.
pub fn find(machine: &Machine, wanted: &Wanted, after: Option<Home>) -> Option<Home> {
    let ferrite = Address::all().map(Home::Core);
    let tracks = machine.drum().tracks().listed().map(TrackNo::from);
    let drum = tracks.flat_map(|track| (0..40).map(move |cell| Home::Drum(track, cell)));
    let places: Vec<Home> = ferrite.chain(drum).collect();
    let start = after.map_or(0, |after| places.partition_point(|&place| place <= after));
    let (before, behind) = places.split_at(start);
    behind.iter().chain(before).copied().find(|&place| wanted.is(contents(machine, place)))
}

/// The contents of a cell of the store or of the drum.
pub fn contents(machine: &Machine, place: Home) -> Cell {
    match place {
        Home::Core(cell) => machine.ferrite().read(cell),
        Home::Drum(track, cell) => {
            machine.drum().track(track).map_or(Cell::ZERO, |cells| cells[usize::from(cell)])
        }
    }
}
