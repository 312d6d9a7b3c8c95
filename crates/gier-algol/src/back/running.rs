//! The running system: its SLIP texts in parts, of which a program gets those that it uses.

use super::code::Known;
use gier_slip::{Expr, Item, Name, Part as AddressPart, Place, Statement, Symbol, Word};
use gier_word::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The resident part.
const RESIDENT: (&str, &str) = ("runtime", include_str!("../../roms/runtime.slip"));

/// The library.
const LIBRARY: &[(&str, &str)] = &[
    ("alarm", include_str!("../../roms/library/alarm.slip")),
    ("number", include_str!("../../roms/library/number.slip")),
    ("input", include_str!("../../roms/library/input.slip")),
    ("bits", include_str!("../../roms/library/bits.slip")),
    ("power", include_str!("../../roms/library/power.slip")),
    ("functions", include_str!("../../roms/library/functions.slip")),
    ("output", include_str!("../../roms/library/output.slip")),
    ("drum", include_str!("../../roms/library/drum.slip")),
];

/// Begins a part of the resident text.
const MARK: &str = "; ---";
/// After such a mark every line that begins with a name begins a part.
const EACH: &str = "; --- each";
/// Begins a track of the library.
const TRACK: &str = "    {track}";

/// The first track that a program may have: the running system's tracks lie below.
pub const FIRST_TRACK: usize = 48;

/// A part: it is used as a whole or not at all.
#[derive(Clone, Debug)]
struct Part {
    text: String,
    items: Vec<Item>,
    /// The track of the library that it is.
    track: Option<i64>,
    /// The names that it uses.
    uses: BTreeSet<Name>,
}

/// The running system.
#[derive(Clone, Debug, Default)]
pub struct RunningSystem {
    /// The resident parts, then the tracks of the library.
    parts: Vec<Part>,
    /// The part in which a name gets its value.
    homes: BTreeMap<Name, usize>,
}

/// The parts that a program gets.
#[derive(Clone, Debug, Default)]
pub struct Linked(BTreeSet<usize>);

impl RunningSystem {
    /// Reads the running system; once, for it is the same for every program.
    ///
    /// # Errors
    /// What is wrong with its texts; a mistake of ours.
    pub fn read() -> Result<&'static RunningSystem, Vec<Diagnostic>> {
        static READ: OnceLock<Result<RunningSystem, Vec<Diagnostic>>> = OnceLock::new();
        READ.get_or_init(RunningSystem::parse).as_ref().map_err(Clone::clone)
    }

    fn parse() -> Result<RunningSystem, Vec<Diagnostic>> {
        let mut running = RunningSystem::default();
        for text in resident_parts(RESIDENT.1) {
            running.add(RESIDENT.0, text)?;
        }
        for (name, text) in LIBRARY {
            for text in parts(text, |line| line.starts_with(TRACK)) {
                running.add(name, text)?;
            }
        }
        Ok(running)
    }

    fn add(&mut self, name: &str, text: String) -> Result<(), Vec<Diagnostic>> {
        let (items, faults) = gier_slip::parse(&[gier_slip::Source::new(name, &text)]);
        if !faults.is_empty() {
            return Err(faults);
        }
        let track = items.iter().find_map(|item| match &item.statement {
            Statement::Place(Place::Track { track, .. }) => track.as_number().filter(|&track| track > 0),
            _ => None,
        });
        for item in &items {
            if let Statement::Label(name) | Statement::Define(name, _) = &item.statement {
                let other = self.homes.insert(name.clone(), self.parts.len());
                assert!(other.is_none(), "{name} has two homes in the running system");
            }
        }
        let uses = used(&items);
        self.parts.push(Part { text, items, track, uses });
        Ok(())
    }

    /// The track of a library routine.
    ///
    /// # Panics
    /// If the library has no such routine: a mistake of ours. A resident name that is not there is
    /// found by the assembler.
    pub fn track_of(&self, name: Known) -> i64 {
        let home = self.homes.get(&Name::long(name));
        let track = home.and_then(|&home| self.parts[home].track);
        track.unwrap_or_else(|| panic!("the library has no {{{name}}}"))
    }

    /// The parts that these items use, and those that they use in turn; the first one always.
    pub fn linked(&self, items: &[Item]) -> Linked {
        let mut parts = BTreeSet::from([0]);
        let mut names = used(items);
        names.extend(self.parts[0].uses.iter().cloned());
        while !names.is_empty() {
            let homes = names.iter().filter_map(|name| self.homes.get(name));
            let new: Vec<usize> = homes.copied().filter(|home| !parts.contains(home)).collect();
            names = new.iter().flat_map(|&part| self.parts[part].uses.iter().cloned()).collect();
            parts.extend(new);
        }
        Linked(parts)
    }

    /// Whether a name stands in these parts.
    pub fn has(&self, linked: &Linked, name: Known) -> bool {
        self.homes.get(&Name::long(name)).is_some_and(|home| linked.0.contains(home))
    }

    fn parts(&self, linked: &Linked, library: bool) -> impl Iterator<Item = &Part> {
        let parts = linked.0.iter().map(|&part| &self.parts[part]);
        parts.filter(move |part| part.track.is_some() == library)
    }

    /// The items of the resident parts.
    pub fn resident(&self, linked: &Linked) -> impl Iterator<Item = &Item> {
        self.parts(linked, false).flat_map(|part| &part.items)
    }

    /// The number of their cells.
    pub fn resident_cells(&self, linked: &Linked) -> usize {
        self.resident(linked).filter(|item| matches!(item.statement, Statement::Cell(_))).count()
    }

    /// The items of the library's tracks.
    pub fn library(&self, linked: &Linked) -> impl Iterator<Item = &Item> {
        self.parts(linked, true).flat_map(|part| &part.items)
    }

    /// The resident parts as SLIP, with remarks.
    pub fn resident_text(&self, linked: &Linked) -> String {
        self.parts(linked, false).map(|part| part.text.as_str()).collect()
    }

    /// The library's tracks as SLIP, with remarks.
    pub fn library_text(&self, linked: &Linked) -> String {
        self.parts(linked, true).map(|part| part.text.as_str()).collect()
    }
}

/// A text cut before the lines that begin a part; what stands before the first belongs to it.
fn parts(text: &str, begins: impl Fn(&str) -> bool) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut begun = false;
    for line in text.split_inclusive('\n') {
        if begins(line) && std::mem::replace(&mut begun, true) {
            parts.push(String::new());
        }
        let last = parts.last_mut().expect("there is a first part");
        last.push_str(line);
    }
    parts
}

fn resident_parts(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in parts(&format!("{MARK}\n{text}"), |line| line.starts_with(MARK)) {
        if part.starts_with(EACH) {
            found.extend(parts(&part, |line| line.starts_with('{')));
        } else {
            found.push(part);
        }
    }
    found
}

/// The names that the cells of items and the places of more use.
fn used(items: &[Item]) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    let mut expression = |expression: &Expr| {
        for (_, symbol) in &expression.terms {
            if let Symbol::Name(name) = symbol {
                names.insert(name.clone());
            }
        }
    };
    for item in items {
        let orders = match &item.statement {
            Statement::Cell(Word::Full(order)) => vec![order],
            Statement::Cell(Word::Pair(left, right)) => vec![left, right],
            Statement::Here(value) | Statement::Define(_, value) => {
                expression(value);
                continue;
            }
            _ => continue,
        };
        for order in orders {
            let parts = order.address.iter().chain(&order.tail.increment);
            parts.for_each(|AddressPart { value, .. }| expression(value));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::layout::substitutes;
    use super::*;

    /// No track of the library runs over, and nothing lies where programs begin.
    #[test]
    fn the_running_system_fits() {
        let running = RunningSystem::read().unwrap();
        let all = Linked((0..running.parts.len()).collect());
        let items = running.resident(&all).chain(running.library(&all));
        let mut items: Vec<Item> = items.cloned().collect();
        for name in ["stack", "last track", "display", "places"] {
            items.push(Item::define(Name::long(name), 0));
        }
        let assembly = gier_slip::assemble(&items).unwrap();
        assert!(assembly.drum().keys().all(|(track, _)| track.index() < FIRST_TRACK));
        for part in running.parts.iter().filter(|part| part.track.is_some()) {
            let cells = part.items.iter().filter(|item| matches!(item.statement, Statement::Cell(_))).count();
            assert!(cells <= 40, "{cells} cells on track {:?}", part.track);
        }
    }

    /// No substitution is used up by the filler beside it.
    #[test]
    fn no_substitution_serves_a_filler() {
        for item in RunningSystem::read().unwrap().parts.iter().flat_map(|part| &part.items) {
            if let Statement::Cell(Word::Pair(left, right)) = &item.statement {
                assert!(!substitutes(left.opcode) || *right != gier_slip::OrderLine::default(), "{item:?}");
            }
        }
    }
}
