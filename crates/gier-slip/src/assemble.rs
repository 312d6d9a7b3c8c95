//! Assembles items to cells in one pass, like GIER's own assembler SLIP. A name can be used before it is
//! defined. The first later definition then gives the value.  [F-SLIP-4]

use crate::area::Reading;
use crate::assembly::{Assembly, CORE_IMAGE_TRACK};
use crate::item::{Destination, Expr, Head, Item, Name, Statement, Symbol};
use crate::packed_text;
use crate::parse::parse;
use crate::scope::{Field, Scope, Use, amount};
use crate::slot::{Slot, placed};
use crate::source::Source;
use gier_word::Home;
use gier_word::similar::similar;
use gier_word::{Address, Cell, DRUM_TRACKS, Diagnostic, FERRITE_CELLS, Half, Span, TRACK_CELLS};
use std::collections::BTreeMap;

/// The number of cells of a track, as `i64`.
const TRACK: i64 = TRACK_CELLS as i64;
/// The number of cells on the drum, as `i64`.
const DRUM: i64 = DRUM_TRACKS as i64 * TRACK;
/// The number of cells of the ferrite store, as `i64`.
const FERRITE: i64 = FERRITE_CELLS as i64;
/// The first track of the core image, as `i64`.
const CORE_TRACK: i64 = CORE_IMAGE_TRACK as i64;

/// The largest number of faults that are reported.
const FAULTS_MAX: usize = 10_000;

/// Assembles items to cells.
///
/// # Errors
/// Returns all faults, in the order in which they are found. There are four kinds:
/// - `undef`: a name without a value,
/// - `label`: a label that already has another value,
/// - `full`: a cell outside the ferrite store and the drum,
/// - `syntax`: for example a condition that does not close, or a number that does not fit into a cell.
pub fn assemble(items: &[Item]) -> Result<Assembly, Vec<Diagnostic>> {
    let mut assembler = Assembler::new();
    for (number, item) in items.iter().enumerate() {
        assembler.item(number, item);
        if assembler.ended {
            break;
        }
    }
    assembler.finish()
}

/// If more lines than this have syntax errors, names without a value are not reported.
const LINES: usize = 100;

/// Parses and assembles a text. If the text has syntax errors, the faults also name the names that have no
/// value.
pub fn translate(source: &Source) -> (Vec<Item>, Result<Assembly, Vec<Diagnostic>>) {
    let (items, mut faults) = parse(std::slice::from_ref(source));
    let assembly = assemble(&items);
    if faults.is_empty() {
        return (items, assembly);
    }
    // Among many faulty lines, one is likely to define the name.
    if faults.len() > LINES {
        return (items, Err(faults));
    }
    // A line with a syntax error may define the name. Spaces mean nothing. An order that reaches into the
    // error may not use the name: `arn 1 ar 2` begins like `arn 1a`.
    let line = |fault: &Diagnostic| {
        let start = source.text[..fault.span.bytes().start].rfind('\n').map_or(0, |end| end + 1);
        source.text[start..].lines().next().unwrap_or_default().replace(' ', "")
    };
    let wrong: Vec<(usize, String)> = faults.iter().map(|it| (it.span.bytes().start, line(it))).collect();
    let undefined = assembly.err().unwrap_or_default().into_iter().filter(|fault| {
        let Some(name) = fault.message.strip_suffix(" has no value") else { return false };
        let name = name.replace(' ', "");
        let definitions = [":", "h:", "="].map(|sign| name.clone() + sign);
        !wrong.iter().any(|(place, line)| {
            let defines = definitions.iter().any(|defined| line.contains(defined));
            // A label may lack its colon.
            fault.span.bytes().contains(place) || defines || name.starts_with('{') && line.starts_with(&name)
        })
    });
    faults.extend(undefined);
    faults.sort_by_key(|fault| fault.span.bytes().start);
    (items, Err(faults))
}

/// Where the next cell is stored (`kept`), and the address that the cell has when the program runs (`here`).
/// In the ferrite store, `kept` is an address. On the drum, `kept` is 40 × track + index of the cell on the
/// track.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    drum: bool,
    kept: i64,
    pub(crate) here: i64,
}

impl Point {
    /// Sets `here`, the address that the next cell has when the program runs. Changes `kept`, the place where
    /// the cell is stored, by the same number of cells.
    pub(crate) fn move_to(&mut self, here: i64) {
        self.kept = self.kept.saturating_add(here.saturating_sub(self.here));
        self.here = here;
    }
}

/// Whether the current statement is assembled, or skipped because of a condition. Conditions do not nest. A
/// `>` ends all open conditions, and `<a, <b, …` means "a and b".  [F-SLIP-8]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    /// Statements are assembled.
    Counts,
    /// A condition failed: statements are skipped up to `*` or `>`.
    ToElse,
    /// The first part of a condition was assembled: statements are skipped up to `>`.
    ToEnd,
}

pub(crate) struct Assembler {
    pub(crate) scope: Scope,
    pub(crate) slots: Vec<Slot>,
    pub(crate) point: Point,
    saved: Vec<Option<Point>>,
    case: Case,
    opened: Option<Span>,
    entry: Option<Address>,
    remarks: Vec<String>,
    /// Whether the end of the program was read.
    pub(crate) ended: bool,
    /// Which text SLIP is reading.
    pub(crate) reading: Reading,
    pub(crate) span: Option<Span>,
    pub(crate) faults: Vec<Diagnostic>,
}

/// The address of the first cell of a program that sets no address. The cells 0-9 belong to the monitor
/// program HELP. [F-SLIP-10]
const FIRST_CELL: i64 = 10;

impl Assembler {
    fn new() -> Assembler {
        Assembler {
            scope: Scope::default(),
            slots: Vec::new(),
            point: Point { drum: false, kept: FIRST_CELL, here: FIRST_CELL },
            saved: Vec::new(),
            case: Case::Counts,
            opened: None,
            entry: None,
            remarks: Vec::new(),
            ended: false,
            reading: Reading::Source,
            span: None,
            faults: Vec::new(),
        }
    }

    pub(crate) fn fault(&mut self, word: &'static str, message: String, help: Option<&str>) {
        let span = self.span;
        self.add_fault(diagnostic(span.as_ref(), word, message, help));
    }

    /// Adds a fault, unless there are already [`FAULTS_MAX`] faults.
    fn add_fault(&mut self, fault: Diagnostic) {
        fault.push_to(&mut self.faults, FAULTS_MAX, "full");
    }

    pub(crate) fn item(&mut self, number: usize, item: &Item) {
        self.span.clone_from(&item.span);
        match (&item.statement, self.case) {
            (Statement::If(condition), Case::Counts) => self.condition(condition),
            (Statement::Else, Case::Counts) => {
                self.case = Case::ToEnd;
                self.opened.clone_from(&item.span);
            }
            (Statement::Else | Statement::ElseAside, Case::ToElse) | (Statement::Fi, _) => {
                self.case = Case::Counts;
            }
            (statement, Case::Counts) => self.statement(number, statement),
            _ => {}
        }
    }

    fn condition(&mut self, condition: &Expr) {
        if self.value(condition).is_none_or(|value| value <= 0) {
            self.case = Case::ToElse;
            self.opened.clone_from(&self.span);
        }
    }

    fn statement(&mut self, number: usize, statement: &Statement) {
        match statement {
            Statement::Begin(heads) => self.begin(heads),
            Statement::End(entry) => self.end(entry.as_ref()),
            Statement::Place(place) => self.place(place),
            Statement::Define(name, value) => {
                if let Some(value) = self.value(value) {
                    self.bind(name, value, Half::Left);
                }
            }
            Statement::Here(value) => {
                if let Some(value) = self.value(value) {
                    self.point.move_to(value);
                }
            }
            Statement::Label(name) => self.label(name, Half::Left),
            Statement::RightLabel(name) => self.label(name, Half::Right),
            Statement::Cell(word) => self.word(number, word),
            Statement::Text(parts) => {
                for cell in packed_text::pack(parts) {
                    self.slot(number, cell);
                }
            }
            Statement::Refuse => {
                self.fault("full", "the program reached a ':', which stops the assembly".to_string(), None);
            }
            Statement::Start(entry) => self.start(entry),
            Statement::Inform(remark) => self.remarks.push(remark.clone()),
            Statement::Read { area, floating } => self.read(number, area, *floating),
            Statement::Return => self.reading = Reading::Source,
            Statement::Stop | Statement::If(_) | Statement::Else | Statement::ElseAside | Statement::Fi => {}
        }
    }

    fn begin(&mut self, heads: &[Head]) {
        let moves = heads.iter().any(|head| matches!(head, Head::Track(_)));
        self.saved.push(moves.then_some(self.point));
        // Expressions in the head use the names of the outer block, so the head's names are declared later.
        let mut moved = false;
        let mut declarations = Vec::new();
        for head in heads {
            match head {
                Head::Declare(letter, highest) => declarations.push((*letter, *highest)),
                Head::Track(track) => {
                    if let Some(track) = self.value(track) {
                        self.point = self.track_point(track, self.point.here);
                        moved = true;
                    }
                }
                Head::Here(value) => {
                    if let Some(value) = self.value(value) {
                        if !moved {
                            self.point.move_to(value);
                        }
                        self.point.here = value;
                    }
                }
            }
        }
        self.scope.open();
        for (letter, highest) in declarations {
            self.scope.declare(letter, highest);
        }
    }

    fn end(&mut self, entry: Option<&Expr>) {
        self.ended = entry.is_some() || self.scope.depth() == 0;
        if let Some(entry) = entry {
            self.start(entry);
        }
        if self.scope.depth() == 0 {
            return;
        }
        let uses = self.scope.close();
        self.undefined(uses, &BTreeMap::new());
        if let Some(Some(point)) = self.saved.pop() {
            self.point = point;
        }
    }

    fn start(&mut self, entry: &Expr) {
        if let Some(entry) = self.value(entry) {
            self.entry = Some(Address::from(entry));
        }
    }

    /// Returns the place of the next cell after the statement `k=`, which selects a track. The core image is
    /// a copy of the ferrite store on the drum. If the track belongs to the core image, the cell is placed in
    /// the ferrite store.
    fn track_point(&self, track: i64, here: i64) -> Point {
        if (CORE_TRACK..CORE_TRACK + 26).contains(&track) {
            Point { drum: false, kept: (track - CORE_TRACK) * TRACK, here }
        } else {
            Point { drum: true, kept: track.saturating_mul(TRACK), here }
        }
    }

    fn place(&mut self, place: &Destination) {
        match place {
            Destination::Core(address) => {
                if let Some(address) = self.value(address) {
                    self.point = Point { drum: false, kept: address, here: address };
                }
            }
            Destination::Track { track, runs_at } => {
                if let (Some(track), Some(here)) = (self.value(track), self.value(runs_at)) {
                    let kept = track.saturating_mul(TRACK);
                    self.point = Point { drum: true, kept, here };
                }
            }
        }
    }

    fn label(&mut self, name: &Name, half: Half) {
        let here = self.point.here;
        match self.scope.value(name) {
            Some(value) if value != here => {
                let message = format!("{name} is already {value} and cannot be a label at {here}");
                self.fault("label", message, Some("give one of the two another name"));
            }
            Some(_) => {}
            None => self.bind(name, here, half),
        }
    }

    /// Gives a name a value, and adds the value wherever the name was used before. If the name labels a right
    /// half, an earlier jump `hv` to the name becomes `hh`, which jumps to the right half. A later `hv` does
    /// not change. [F-SLIP-16]
    fn bind(&mut self, name: &Name, value: i64, half: Half) {
        for waiting in self.scope.define(name, value) {
            self.put_in(&waiting, value);
            if half == Half::Right
                && let Some(slot) = self.slots.get_mut(waiting.cell)
            {
                slot.set(waiting.to_right);
            }
        }
    }

    pub(crate) fn put_in(&mut self, to: &Use, value: i64) {
        let amount = amount(value, to.offset).wrapping_sub(to.origin);
        self.add(to.cell, to.field, placed(to.position, to.factor.wrapping_mul(amount)));
    }

    pub(crate) fn add(&mut self, cell: usize, field: Field, amount: i64) {
        let Some(slot) = self.slots.get_mut(cell) else { return };
        slot.add(field, amount);
    }

    /// Returns the value of an expression. Reports a fault if a name in the expression has no value yet.
    fn value(&mut self, expr: &Expr) -> Option<i64> {
        let mut sum = expr.constant;
        for (factor, symbol) in &expr.terms {
            let Some(value) = self.symbol(symbol) else {
                if let Symbol::Name(name) = symbol {
                    let message = format!("{name} has no value yet, and its value is needed here");
                    let help =
                        meant(name, self.scope.known()).unwrap_or("define it before this line".to_string());
                    self.fault("undef", message, Some(&help));
                }
                return None;
            };
            sum = sum.saturating_add(factor.saturating_mul(value));
        }
        Some(sum)
    }

    pub(crate) fn symbol(&mut self, symbol: &Symbol) -> Option<i64> {
        let kept = self.point.kept;
        match symbol {
            Symbol::Name(name) => self.scope.value(name),
            Symbol::Here => Some(self.point.here),
            Symbol::Track if self.point.drum => Some(kept.div_euclid(TRACK)),
            Symbol::Track => Some(CORE_TRACK + kept.div_euclid(TRACK)),
            Symbol::CellOfTrack => Some(kept.rem_euclid(TRACK)),
        }
    }

    pub(crate) fn slot(&mut self, item: usize, fixed: Cell) -> usize {
        let Point { drum, kept, here } = self.point;
        let runs_at = Address::from(here);
        let store = if !drum && (0..FERRITE).contains(&kept) {
            Home::Core(kept.into())
        } else if drum && (0..DRUM).contains(&kept) {
            Home::Drum((kept / TRACK).into(), (kept % TRACK).try_into().expect("a track has 40 cells"))
        } else {
            let place = if drum { "drum" } else { "ferrite store" };
            self.fault("full", format!("this cell is outside the {place}"), Some("put it elsewhere"));
            Home::Core(Address::default())
        };
        self.slots.push(Slot::new(store, runs_at, item, fixed));
        self.point.kept = kept.saturating_add(1);
        self.point.here = here.saturating_add(1);
        self.slots.len() - 1
    }

    /// Reports names without a value. `known` are the names that have one.
    fn undefined(&mut self, uses: Vec<(Name, Use)>, known: &BTreeMap<Name, i64>) {
        for (name, waiting) in uses {
            let message = format!("{name} has no value");
            let help =
                meant(&name, known.keys()).unwrap_or("add a label with this name or define it".to_string());
            self.add_fault(diagnostic(waiting.span.as_ref(), "undef", message, Some(&help)));
        }
    }

    fn finish(mut self) -> Result<Assembly, Vec<Diagnostic>> {
        if self.case != Case::Counts {
            self.span = self.opened.take();
            self.fault("syntax", "the program ends inside a skipped part".to_string(), Some("end it with >"));
        }
        let scope = std::mem::take(&mut self.scope);
        let (symbols, uses) = scope.finish();
        self.undefined(uses, &symbols);
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        let made = self.slots.iter().map(Slot::made);
        Ok(Assembly { made: made.collect(), entry: self.entry, symbols, remarks: self.remarks })
    }
}

/// The advice that names the known name that is probably meant. Only names in braces are words.
fn meant<'a>(name: &Name, known: impl Iterator<Item = &'a Name>) -> Option<String> {
    let words = |name: &'a Name| match name {
        Name::Long(words) => Some(words.as_str()),
        Name::Short(..) => None,
    };
    let Name::Long(written) = name else { return None };
    similar(written, known.filter_map(words)).map(|meant| format!("did you mean {{{meant}}}?"))
}

fn diagnostic(span: Option<&Span>, word: &'static str, message: String, help: Option<&str>) -> Diagnostic {
    Diagnostic::new(span.cloned().unwrap_or_default(), word, message).with_help(help.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order_line::OrderLine;
    use gier_word::{Base, Opcode};

    #[test]
    fn a_track_runs_elsewhere_and_names_are_used_before_they_stand() {
        let (start, end) = (Name::long("start"), Name::long("end"));
        let items = [
            Item::track(100, 6),
            Item::label(start.clone()),
            Item::full(OrderLine::to(Opcode::Hv, &end).clear()),
            Item::pair(OrderLine::new(Opcode::Hv).address(Base::R, &end), OrderLine::to(Opcode::Hh, -1)),
            Item::reserve(37),
            Item::label(end.clone()),
            Item::full(OrderLine::to(Opcode::Vk, Expr::symbol(Symbol::Track)).increment(-2)),
            Item::core(41),
            Item::integer(-1),
        ];
        let assembly = assemble(&items).unwrap();
        assert_eq!(assembly.value(&end), Some(45));
        let drum: Vec<String> =
            assembly.drum().iter().map(|(place, cell)| format!("{place:?} {cell}")).collect();
        assert_eq!(
            drum,
            ["(100, 0) 45/0/904/0", "(100, 1) 38/1023/898/960 a", "(100, 39) 100/1022/880/0"],
            "hvn end; hv r38, hh -1; vk 100 t -2"
        );
        assert_eq!(assembly.core()[&Address::new(41)], Cell::from_integer(-1));
    }

    #[test]
    fn a_name_without_value_is_named() {
        let faults = assemble(&[Item::full(OrderLine::to(Opcode::Hv, Name::Short('a', 3)))]).unwrap_err();
        assert_eq!((faults[0].word, faults[0].message.as_str()), ("undef", "a3 has no value"));
    }
}
