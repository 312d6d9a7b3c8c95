//! The running system, which is the run-time library. Its SLIP texts are divided into parts, and a
//! program gets only the parts that it uses.

use super::code::RuntimeName;
use gier_roms::{LIBRARY, RESIDENT};
use gier_slip::{AddressPart, Destination, Expr, Item, Name, Statement, Symbol, Word};
use gier_word::Diagnostic;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A line that begins like this starts a new [`RuntimePart`] in the text of the resident cells. These cells
/// are always in the store.
const MARK: &str = "; ---";
/// A line that begins like this starts a section. In it, each line that begins with a name in braces starts a
/// new [`RuntimePart`].
const EACH: &str = "; --- each";
/// This line precedes the resident cells that the boot sets to zero. The boot loads the others from the drum.
const CLEARED: &str = "; --- each, cleared";
/// The maximum number of track places. A track place is a part of the store that holds one drum track. The
/// running system's table of places has 14 entries.
pub(crate) const PLACES_MAX: usize = 14;
/// In the text of the library, a line that begins like this starts a track.
const TRACK: &str = "    {track}";

/// The first track of the program. The running system uses the tracks before it.
pub(crate) const FIRST_TRACK: usize = 48;

/// The properties of a program that decide which lines of the running system it gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wants {
    /// Whether the display must be rebuilt at run time. Thunks, procedures as parameters, and jumps between
    /// bodies require this.
    pub(crate) walks: bool,
    /// Whether a procedure is nested in a procedure, or the display must be rebuilt at run time.
    pub(crate) nests: bool,
    /// Whether the program uses the punch.
    pub(crate) punches: bool,
    /// The number of track places, at most [`PLACES_MAX`]. A track place is a part of the store that holds
    /// one drum track.
    pub(crate) places: usize,
}

/// The condition under which a program gets a line of the running system. The condition is written at the end
/// of the line, such as `[walks]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineCondition {
    Always,
    Walks(bool),
    Nests(bool),
    Punches(bool),
    /// The program has at least this many track places.
    Place(usize),
}

impl LineCondition {
    /// Reads the condition at the end of a line, such as `; [walks]`.
    fn of(line: &str) -> LineCondition {
        let Some((_, said)) = line.rsplit_once("; [") else { return LineCondition::Always };
        match said.trim_end() {
            "walks]" => LineCondition::Walks(true),
            "no walks]" => LineCondition::Walks(false),
            "nests]" => LineCondition::Nests(true),
            "flat]" => LineCondition::Nests(false),
            "punches]" => LineCondition::Punches(true),
            "no punches]" => LineCondition::Punches(false),
            _ => {
                let place = said.trim_end().strip_prefix("place ").and_then(|said| said.strip_suffix(']'));
                LineCondition::Place(place.and_then(|place| place.parse().ok()).expect("a condition"))
            }
        }
    }

    fn holds(self, wants: Wants) -> bool {
        match self {
            LineCondition::Always => true,
            LineCondition::Walks(walks) => walks == wants.walks,
            LineCondition::Nests(nests) => nests == wants.nests,
            LineCondition::Punches(punches) => punches == wants.punches,
            LineCondition::Place(place) => place <= wants.places,
        }
    }
}

/// A part of the running system. If a program uses a part, it gets those lines of the part whose conditions
/// are true.
#[derive(Clone, Debug)]
struct RuntimePart {
    text: String,
    items: Vec<(LineCondition, Item)>,
    /// The number of the track, if the part is on a track of the library.
    track: Option<i64>,
    /// Whether the boot clears the cells of this part.
    cleared: bool,
}

impl RuntimePart {
    fn items(&self, wants: Wants) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |(condition, _)| condition.holds(wants)).map(|(_, item)| item)
    }

    /// The names that this part uses if the program has the properties `wants`.
    fn uses(&self, wants: Wants) -> Vec<Name> {
        used(self.items(wants))
    }

    /// The lines of this part whose conditions are true if the program has the properties `wants`.
    fn text(&self, wants: Wants) -> impl Iterator<Item = &str> {
        self.text.split_inclusive('\n').filter(move |line| LineCondition::of(line).holds(wants))
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct RunningSystem {
    /// The parts. The parts that are always in the store come first, then the tracks of the library.
    parts: Vec<RuntimePart>,
    /// For each name, the index of the part that defines it.
    homes: BTreeMap<Name, usize>,
}

/// The parts of the running system that a program gets, as indices in `RunningSystem::parts`. The indices are
/// in ascending order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Linked {
    parts: Vec<usize>,
    wants: Wants,
}

impl RunningSystem {
    /// Returns the running system. The first call parses its texts.
    ///
    /// Returns the errors in these texts, if any. An error would be a mistake in gier.
    pub(crate) fn read() -> Result<&'static RunningSystem, Vec<Diagnostic>> {
        static READ: OnceLock<Result<RunningSystem, Vec<Diagnostic>>> = OnceLock::new();
        READ.get_or_init(RunningSystem::parse).as_ref().map_err(Clone::clone)
    }

    fn parse() -> Result<RunningSystem, Vec<Diagnostic>> {
        let mut running = RunningSystem::default();
        let (brought, cleared) = RESIDENT.1.split_once(CLEARED).expect("the mark is there");
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
            Statement::Place(Destination::Track { track, .. }) => {
                track.as_number().filter(|&track| track > 0)
            }
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
            (LineCondition::of(line), item)
        };
        let items = items.into_iter().map(with_condition).collect();
        self.parts.push(RuntimePart { text, items, track, cleared });
        Ok(())
    }

    /// The number of the track that contains a library routine.
    ///
    /// Panics if the library does not contain the routine, which would be a mistake in gier.
    pub(crate) fn track_of(&self, name: RuntimeName) -> i64 {
        let home = self.homes.get(&Name::long(name));
        let track = home.and_then(|&home| self.parts[home].track);
        track.unwrap_or_else(|| panic!("the library has no {{{name}}}"))
    }

    /// Collects the parts that a program needs: the first part, and all parts that `items` use, directly or
    /// indirectly.
    pub(crate) fn linked(&self, items: &[Item], wants: Wants) -> Linked {
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

    /// Whether one of the parts in `linked` defines a name.
    pub(crate) fn has(&self, linked: &Linked, name: RuntimeName) -> bool {
        self.homes.get(&Name::long(name)).is_some_and(|home| linked.parts.contains(home))
    }

    fn parts(&self, linked: &Linked, library: bool) -> impl Iterator<Item = &RuntimePart> {
        let parts = linked.parts.iter().map(|&part| &self.parts[part]);
        parts.filter(move |part| part.track.is_some() == library)
    }

    /// The items of the parts in `linked` that are always in the store.
    pub(crate) fn resident(&self, linked: &Linked) -> impl Iterator<Item = &Item> {
        let wants = linked.wants;
        self.parts(linked, false).flat_map(move |part| part.items(wants))
    }

    /// Counts the cells that are always in the store: those that the boot loads from the drum, and those that
    /// it clears.
    pub(crate) fn resident_cells(&self, linked: &Linked) -> (usize, usize) {
        let cells = |cleared| {
            let parts = self.parts(linked, false).filter(|part| part.cleared == cleared);
            let items = parts.flat_map(|part| part.items(linked.wants));
            items.filter(|item| matches!(item.statement, Statement::Cell(_))).count()
        };
        (cells(false), cells(true))
    }

    /// The number of library tracks in `linked`.
    pub(crate) fn library_tracks(&self, linked: &Linked) -> usize {
        self.parts(linked, true).count()
    }

    /// The items of the library tracks in `linked`.
    pub(crate) fn library(&self, linked: &Linked) -> impl Iterator<Item = &Item> {
        let wants = linked.wants;
        self.parts(linked, true).flat_map(move |part| part.items(wants))
    }

    /// The resident parts in `linked` as SLIP text, with comments.
    pub(crate) fn resident_text(&self, linked: &Linked) -> String {
        self.parts(linked, false).flat_map(|part| part.text(linked.wants)).collect()
    }

    /// The library tracks in `linked` as SLIP text, with comments.
    pub(crate) fn library_text(&self, linked: &Linked) -> String {
        self.parts(linked, true).flat_map(|part| part.text(linked.wants)).collect()
    }
}

/// Divides a text into parts. Each line for which `begins` is true starts a new part. Lines before the first
/// such line belong to the first part.
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

/// The names that appear in the operands of `items`. A name can occur several times.
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

    /// The names that the running system uses but does not define. The compiler defines them for each
    /// program.
    const SETTINGS: [&str; 6] = ["stack", "last track", "cleared", "cleared but one", "display", "places"];

    const ALL: Wants = Wants { walks: true, nests: true, punches: true, places: PLACES_MAX };

    /// Tests that each library track has at most 40 cells, and that all library tracks are below the
    /// program's tracks.
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

    #[test]
    fn cleared_cells_contain_zero() {
        let running = RunningSystem::read().unwrap();
        for item in running.parts.iter().filter(|part| part.cleared).flat_map(|part| part.items(ALL)) {
            if let Statement::Cell(_) = &item.statement {
                assert_eq!(*item, Item::integer(0));
            }
        }
    }

    /// Tests that the running system never has a substitution (`is`, `it`, `ns`, `nt`) before a filler. A
    /// filler is an empty order in an unused right half of a cell.
    #[test]
    fn no_substitution_serves_a_filler() {
        for (_, item) in RunningSystem::read().unwrap().parts.iter().flat_map(|part| &part.items) {
            if let Statement::Cell(Word::Pair(left, right)) = &item.statement {
                assert!(!left.opcode.substitutes() || *right != gier_slip::OrderLine::default(), "{item:?}");
            }
        }
    }
}
