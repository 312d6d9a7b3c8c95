//! The running system: its SLIP texts in parts, of which a program gets those that it uses.

use super::code::Known;
use gier_slip::{Expr, Item, Name, Part as AddressPart, Place, Statement, Symbol, Word};
use gier_word::Diagnostic;
use litemap::LiteMap;
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
/// What follows such a mark stands behind the rest and is cleared by the boot.
const CLEARED: &str = "; --- each, cleared";
/// The most places for tracks that the table has room for.
pub const PLACES_MAX: usize = 14;
/// Begins a track of the library.
const TRACK: &str = "    {track}";

/// The first track that a program may have: the running system's tracks lie below.
pub const FIRST_TRACK: usize = 48;

/// What a program wants of the running system, beyond the names that it uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// Displays that are made anew: for bodies as actuals, procedures that are parameters, and
    /// jumps into a body from elsewhere.
    pub walks: bool,
    /// Bodies that have an environment other than the program itself: always if displays are made
    /// anew, and if there are procedures in procedures.
    pub nests: bool,
    /// The punch.
    pub punches: bool,
    /// Places for so many tracks; more than [`PLACES_MAX`] are not given.
    pub places: usize,
}

/// Which programs get a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    Always,
    Walks(bool),
    Nests(bool),
    Punches(bool),
    /// Those with at least so many places.
    Place(usize),
}

impl Condition {
    /// What the remark at the end of a line says.
    fn of(line: &str) -> Condition {
        let Some((_, said)) = line.rsplit_once("; [") else { return Condition::Always };
        match said.trim_end() {
            "walks]" => Condition::Walks(true),
            "no walks]" => Condition::Walks(false),
            "nests]" => Condition::Nests(true),
            "flat]" => Condition::Nests(false),
            "punches]" => Condition::Punches(true),
            "no punches]" => Condition::Punches(false),
            _ => {
                let place = said.trim_end().strip_prefix("place ").and_then(|said| said.strip_suffix(']'));
                Condition::Place(place.and_then(|place| place.parse().ok()).expect("a condition"))
            }
        }
    }

    fn holds(self, wants: Wants) -> bool {
        match self {
            Condition::Always => true,
            Condition::Walks(walks) => walks == wants.walks,
            Condition::Nests(nests) => nests == wants.nests,
            Condition::Punches(punches) => punches == wants.punches,
            Condition::Place(place) => place <= wants.places,
        }
    }
}

/// A part: it is used as a whole, but for lines with a condition that does not hold.
#[derive(Clone, Debug)]
struct Part {
    text: String,
    items: Vec<(Condition, Item)>,
    /// The track of the library that it is.
    track: Option<i64>,
    /// Whether its cells are cleared by the boot.
    cleared: bool,
}

impl Part {
    fn items(&self, wants: Wants) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |(condition, _)| condition.holds(wants)).map(|(_, item)| item)
    }

    /// The names that it uses.
    fn uses(&self, wants: Wants) -> Vec<Name> {
        used(self.items(wants))
    }

    /// Its text.
    fn text(&self, wants: Wants) -> impl Iterator<Item = &str> {
        self.text.split_inclusive('\n').filter(move |line| Condition::of(line).holds(wants))
    }
}

/// The running system.
#[derive(Clone, Debug, Default)]
pub struct RunningSystem {
    /// The resident parts, then the tracks of the library.
    parts: Vec<Part>,
    /// The part in which a name gets its value.
    homes: LiteMap<Name, usize>,
}

/// The parts that a program gets, in their order.
#[derive(Clone, Debug, Default)]
pub struct Linked {
    parts: Vec<usize>,
    wants: Wants,
}

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
        let (brought, cleared) = RESIDENT.1.split_once(CLEARED).expect("there are cells of nought");
        for text in resident_parts(brought) {
            running.add(RESIDENT.0, text, false)?;
        }
        for text in resident_parts(&format!("{EACH}{cleared}")) {
            running.add(RESIDENT.0, text, true)?;
        }
        for (name, text) in LIBRARY {
            for text in parts(text, |line| line.starts_with(TRACK)) {
                running.add(name, text, false)?;
            }
        }
        Ok(running)
    }

    fn add(&mut self, name: &str, text: String, cleared: bool) -> Result<(), Vec<Diagnostic>> {
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
                let one = other.is_none_or(|other| other == self.parts.len());
                assert!(one, "{name} has two homes in the running system");
            }
        }
        let with_condition = |item: Item| {
            let start = item.span.as_ref().map_or(0, |span| span.bytes().start);
            let line = text[start..].lines().next().unwrap_or_default();
            (Condition::of(line), item)
        };
        let items = items.into_iter().map(with_condition).collect();
        self.parts.push(Part { text, items, track, cleared });
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
    pub fn linked(&self, items: &[Item], wants: Wants) -> Linked {
        let mut parts = vec![0];
        let mut names = used(items);
        names.extend(self.parts[0].uses(wants));
        while let Some(name) = names.pop() {
            let Some(&home) = self.homes.get(&name) else { continue };
            if let Err(place) = parts.binary_search(&home) {
                parts.insert(place, home);
                names.extend(self.parts[home].uses(wants));
            }
        }
        Linked { parts, wants }
    }

    /// Whether a name stands in these parts.
    pub fn has(&self, linked: &Linked, name: Known) -> bool {
        self.homes.get(&Name::long(name)).is_some_and(|home| linked.parts.contains(home))
    }

    fn parts(&self, linked: &Linked, library: bool) -> impl Iterator<Item = &Part> {
        let parts = linked.parts.iter().map(|&part| &self.parts[part]);
        parts.filter(move |part| part.track.is_some() == library)
    }

    /// The items of the resident parts.
    pub fn resident(&self, linked: &Linked) -> impl Iterator<Item = &Item> {
        let wants = linked.wants;
        self.parts(linked, false).flat_map(move |part| part.items(wants))
    }

    /// The numbers of their cells: of those brought in from the drum, and of those cleared.
    pub fn resident_cells(&self, linked: &Linked) -> (usize, usize) {
        let cells = |cleared| {
            let parts = self.parts(linked, false).filter(|part| part.cleared == cleared);
            let items = parts.flat_map(|part| part.items(linked.wants));
            items.filter(|item| matches!(item.statement, Statement::Cell(_))).count()
        };
        (cells(false), cells(true))
    }

    /// The tracks of the library.
    pub fn library_tracks(&self, linked: &Linked) -> usize {
        self.parts(linked, true).count()
    }

    /// The items of the library's tracks.
    pub fn library(&self, linked: &Linked) -> impl Iterator<Item = &Item> {
        let wants = linked.wants;
        self.parts(linked, true).flat_map(move |part| part.items(wants))
    }

    /// The resident parts as SLIP, with remarks.
    pub fn resident_text(&self, linked: &Linked) -> String {
        self.parts(linked, false).flat_map(|part| part.text(linked.wants)).collect()
    }

    /// The library's tracks as SLIP, with remarks.
    pub fn library_text(&self, linked: &Linked) -> String {
        self.parts(linked, true).flat_map(|part| part.text(linked.wants)).collect()
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

/// The names that the cells of items and the places of more use, each time that they do.
fn used<'a>(items: impl IntoIterator<Item = &'a Item>) -> Vec<Name> {
    let mut names = Vec::new();
    let mut expression = |expression: &Expr| {
        for (_, symbol) in &expression.terms {
            if let Symbol::Name(name) = symbol {
                names.push(name.clone());
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
    use super::*;

    /// What the compiler says of each program.
    const SETTINGS: [&str; 6] = ["stack", "last track", "cleared", "cleared but one", "display", "places"];

    /// All that a program may want.
    const ALL: Wants = Wants { walks: true, nests: true, punches: true, places: PLACES_MAX };

    /// No track of the library runs over, and nothing lies where programs begin.
    #[test]
    fn the_running_system_fits() {
        let running = RunningSystem::read().unwrap();
        for wants in [ALL, Wants::default()] {
            let all = Linked { parts: (0..running.parts.len()).collect(), wants };
            let items = running.resident(&all).chain(running.library(&all));
            let mut items: Vec<Item> = items.cloned().collect();
            for name in SETTINGS {
                items.push(Item::define(Name::long(name), 0));
            }
            let assembly = gier_slip::assemble(&items).unwrap();
            assert!(assembly.drum().keys().all(|(track, _)| track.index() < FIRST_TRACK));
        }
        for part in running.parts.iter().filter(|part| part.track.is_some()) {
            let is_cell = |item: &&Item| matches!(item.statement, Statement::Cell(_));
            let cells = part.items(ALL).filter(is_cell).count();
            assert!(cells <= 40, "{cells} cells on track {:?}", part.track);
        }
    }

    /// The cells that the boot clears are of nought.
    #[test]
    fn what_is_cleared_is_nought() {
        let running = RunningSystem::read().unwrap();
        for item in running.parts.iter().filter(|part| part.cleared).flat_map(|part| part.items(ALL)) {
            if let Statement::Cell(_) = &item.statement {
                assert_eq!(*item, Item::integer(0));
            }
        }
    }

    /// No substitution is used up by the filler beside it.
    #[test]
    fn no_substitution_serves_a_filler() {
        for (_, item) in RunningSystem::read().unwrap().parts.iter().flat_map(|part| &part.items) {
            if let Statement::Cell(Word::Pair(left, right)) = &item.statement {
                assert!(!left.opcode.substitutes() || *right != gier_slip::OrderLine::default(), "{item:?}");
            }
        }
    }
}
