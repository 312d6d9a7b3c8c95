//! The running system: its SLIP texts, assembled, with the addresses of its routines.

use gier_slip::{Item, Name, Place, Statement};
use gier_word::Diagnostic;
use gier_word::{Address, Cell, TRACK_CELLS, TrackNo};
use std::collections::BTreeMap;

/// The resident part and the library, one text each. The first is always needed.
const TEXTS: &[(&str, &str)] = &[
    ("runtime", include_str!("../../../../roms/runtime.slip")),
    ("alarm", include_str!("../../../../roms/library/alarm.slip")),
    ("number", include_str!("../../../../roms/library/number.slip")),
    ("input", include_str!("../../../../roms/library/input.slip")),
    ("bits", include_str!("../../../../roms/library/bits.slip")),
    ("power", include_str!("../../../../roms/library/power.slip")),
    ("functions", include_str!("../../../../roms/library/functions.slip")),
    ("output", include_str!("../../../../roms/library/output.slip")),
    ("drum", include_str!("../../../../roms/library/drum.slip")),
];

/// The first track that a program may have: the running system's tracks lie below.
pub const FIRST_TRACK: usize = 48;

/// A program point of a library routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its track.
    pub track: i64,
    /// Its cell.
    pub cell: i64,
}

/// The running system, assembled.
#[derive(Clone, Debug)]
pub struct Running {
    symbols: BTreeMap<Name, i64>,
    entries: BTreeMap<Name, (Entry, usize)>,
    core: BTreeMap<Address, Cell>,
    drum: BTreeMap<(TrackNo, u8), Cell>,
    owners: BTreeMap<TrackNo, usize>,
}

impl Running {
    /// Assembles the running system.
    ///
    /// # Errors
    /// What is wrong with its texts; a mistake of ours.
    pub fn assemble() -> Result<Running, Vec<Diagnostic>> {
        let texts: Vec<gier_slip::Source> =
            TEXTS.iter().map(|(name, text)| gier_slip::Source::new(name, text)).collect();
        let (items, faults) = gier_slip::parse(&texts);
        if !faults.is_empty() {
            return Err(faults);
        }
        let assembly = gier_slip::assemble(&items)?;
        let mut running = Running {
            symbols: assembly.symbols.clone(),
            entries: BTreeMap::new(),
            core: assembly.core(),
            drum: assembly.drum(),
            owners: BTreeMap::new(),
        };
        running.find_entries(&items);
        Ok(running)
    }

    /// Finds the labels of the library: those that stand after a `{track}`.
    fn find_entries(&mut self, items: &[Item]) {
        let mut track = None;
        for item in items {
            let owner = item.span.as_ref().map_or(0, |span| span.file);
            match &item.statement {
                Statement::Place(Place::Track { track: number, .. }) => {
                    track = number.as_number();
                    if let Some(number) = track {
                        self.owners.insert(number.into(), owner);
                    }
                }
                Statement::Place(Place::Core(_)) => track = None,
                Statement::Label(name) => {
                    if let (Some(track), Some(cell)) = (track, self.symbols.get(name)) {
                        let entry = Entry { track, cell: *cell };
                        self.entries.insert(name.clone(), (entry, owner));
                    }
                }
                _ => {}
            }
        }
    }

    /// The address of a resident routine or cell.
    ///
    /// # Panics
    /// If the texts have no such name: a mistake of ours, and no program is to be made with it.
    pub fn address(&self, name: &str) -> i64 {
        let value = self.symbols.get(&Name::long(name));
        *value.unwrap_or_else(|| panic!("the running system has no {{{name}}}"))
    }

    /// The program point of a library routine and the number of its text.
    ///
    /// # Panics
    /// As [`Running::address`].
    pub fn entry(&self, name: &str) -> (Entry, usize) {
        let entry = self.entries.get(&Name::long(name));
        *entry.unwrap_or_else(|| panic!("the library has no {{{name}}}"))
    }

    /// The cells of the resident part.
    pub fn core(&self) -> &BTreeMap<Address, Cell> {
        &self.core
    }

    /// The tracks of the library texts in use, by track number.
    pub fn tracks(&self, used: &[usize]) -> BTreeMap<TrackNo, [Cell; TRACK_CELLS]> {
        let mut tracks = BTreeMap::new();
        for (&(track, cell), &word) in &self.drum {
            if self.owners.get(&track).is_some_and(|owner| used.contains(owner)) {
                tracks.entry(track).or_insert([Cell::ZERO; TRACK_CELLS])[usize::from(cell) % TRACK_CELLS] =
                    word;
            }
        }
        tracks
    }
}

impl Running {
    /// The number of the text with the alarms.
    pub fn alarms(&self) -> usize {
        self.entry("alarm spill").1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The resident part fits on the tracks that the boot reads, no track of the library runs
    /// over, and nothing lies where programs begin.
    #[test]
    fn the_running_system_fits() {
        let running = Running::assemble().unwrap();
        assert!(running.core().keys().all(|address| address.number() < 480));
        assert!(running.drum.keys().all(|&(track, _)| (12..FIRST_TRACK).contains(&track.index())));
        for (name, (entry, _)) in &running.entries {
            assert!(entry.cell < 40, "{name} lies at cell {}", entry.cell);
        }
    }
}
