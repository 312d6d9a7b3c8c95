//! The running system: its SLIP texts, read to items, and where the routines of its library lie.

use super::code::Known;
use gier_slip::{Item, Name, Place, Statement, Symbol, Word};
use gier_word::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The resident part and the library, one text each. The first two are always needed.
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

/// The texts that every program needs.
const ALWAYS: [usize; 2] = [0, 1];

/// The tracks of the resident part: the boot reads so many.
pub const RESIDENT_TRACKS: usize = 12;

/// The first track that a program may have: the running system's tracks lie below.
pub const FIRST_TRACK: usize = 48;

/// Where a routine of the library begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its track.
    pub track: i64,
    /// The number of its text.
    pub text: usize,
}

/// The running system.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// The items of each text.
    texts: Vec<Vec<Item>>,
    /// The labels of the library.
    entries: BTreeMap<Name, Entry>,
    /// The texts that each text refers to.
    needs: Vec<BTreeSet<usize>>,
}

impl Running {
    /// Reads the running system; once, for it is the same for every program.
    ///
    /// # Errors
    /// What is wrong with its texts; a mistake of ours.
    pub fn read() -> Result<&'static Running, Vec<Diagnostic>> {
        static READ: OnceLock<Result<Running, Vec<Diagnostic>>> = OnceLock::new();
        READ.get_or_init(Running::parse).as_ref().map_err(Clone::clone)
    }

    fn parse() -> Result<Running, Vec<Diagnostic>> {
        let mut running = Running::default();
        for (name, text) in TEXTS {
            let (items, faults) = gier_slip::parse(&[gier_slip::Source::new(name, text)]);
            if !faults.is_empty() {
                return Err(faults);
            }
            running.texts.push(items);
        }
        running.find_entries();
        running.needs = running.texts.iter().map(|items| running.referred(items)).collect();
        Ok(running)
    }

    /// Finds the labels of the library: those that stand after a `{track}` behind track 0, on
    /// which the resident part begins.
    fn find_entries(&mut self) {
        for (text, items) in self.texts.iter().enumerate() {
            let mut track = 0;
            for item in items {
                match &item.statement {
                    Statement::Place(Place::Track { track: number, .. }) => {
                        track = number.as_number().expect("the track of a library routine is a number");
                    }
                    Statement::Label(name) if track > 0 => {
                        self.entries.insert(name.clone(), Entry { track, text });
                    }
                    _ => {}
                }
            }
        }
    }

    /// The texts of the library that items refer to.
    fn referred(&self, items: &[Item]) -> BTreeSet<usize> {
        let words = items.iter().filter_map(|item| match &item.statement {
            Statement::Cell(Word::Full(order)) => Some(vec![order]),
            Statement::Cell(Word::Pair(left, right)) => Some(vec![left, right]),
            _ => None,
        });
        let parts = words.flatten().flat_map(|order| order.address.iter().chain(&order.tail.increment));
        let names = parts.flat_map(|part| &part.value.terms).filter_map(|(_, symbol)| match symbol {
            Symbol::Name(name) => self.entries.get(name),
            _ => None,
        });
        names.map(|entry| entry.text).collect()
    }

    /// The program point of a library routine and the number of its text.
    ///
    /// # Panics
    /// If the library has no such routine: a mistake of ours. A resident name that is not there is
    /// found by the assembler.
    pub fn entry(&self, name: Known) -> Entry {
        let entry = self.entries.get(&Name::long(name));
        *entry.unwrap_or_else(|| panic!("the library has no {{{name}}}"))
    }

    /// The texts that a program needs which uses these.
    fn needed(&self, used: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut needed: BTreeSet<usize> = ALWAYS.into_iter().chain(used.iter().copied()).collect();
        loop {
            let more: BTreeSet<usize> = needed.iter().flat_map(|&text| &self.needs[text]).copied().collect();
            if more.is_subset(&needed) {
                return needed;
            }
            needed.extend(more);
        }
    }

    /// The items of a running system with these texts of the library.
    pub fn items(&self, used: &BTreeSet<usize>) -> impl Iterator<Item = &Item> {
        self.needed(used).into_iter().flat_map(|text| &self.texts[text])
    }

    /// The same as SLIP, with remarks.
    pub fn text(&self, used: &BTreeSet<usize>) -> String {
        self.needed(used).into_iter().map(|text| TEXTS[text].1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::substitutes;
    use super::*;

    /// The resident part fits on the tracks that the boot reads, no track of the library runs
    /// over, and nothing lies where programs begin.
    #[test]
    fn the_running_system_fits() {
        let running = Running::read().unwrap();
        let all: BTreeSet<usize> = (0..TEXTS.len()).collect();
        let items: Vec<Item> = running.items(&all).cloned().collect();
        let assembly = gier_slip::assemble(&items).unwrap();
        assert!(assembly.core().is_empty());
        assert!(assembly.drum().keys().all(|(track, _)| track.index() < FIRST_TRACK));
        for name in running.entries.keys() {
            let cell = assembly.value(name).unwrap();
            assert!(cell < 40, "{name} lies at cell {cell}");
        }
        let places = assembly.value(&Name::long("places")).unwrap();
        assert!(places <= (RESIDENT_TRACKS * 40) as i64, "the boot does not read it all");
    }

    /// No substitution is used up by the filler beside it.
    #[test]
    fn no_substitution_serves_a_filler() {
        for item in Running::read().unwrap().texts.iter().flatten() {
            if let Statement::Cell(Word::Pair(left, right)) = &item.statement {
                assert!(!substitutes(left.opcode) || *right != gier_slip::OrderLine::default(), "{item:?}");
            }
        }
    }
}
