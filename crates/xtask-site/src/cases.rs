//! Writes the test cases of the orders as HTML. A case shows the state of the machine before and after an
//! order. Each case contains a session log, so that the machine in the browser can execute the order.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::{Result, ensure};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use gier_desk::notation::place;
use gier_handbook::case::{Case, Field};
use gier_machine::log;
use gier_machine::{Input, Machine, Tape};
use gier_word::order::Needs;
use gier_word::tape::Row;
use gier_word::{Address, Cell, Content, Installation, Marks};

use crate::markdown::{escape, link_to_itself};

/// The names and lengths of two rows of dark lamps: one as long as a cell, and one as long as a register of
/// ten bits. A page defines each row once, and refers to it by its name.
const DARK: [(&str, usize); 2] = [("dark-cell", CELL_LAMPS), ("dark-ten", 10)];
/// The number of lamps that show a cell: its bits and its two marks.
const CELL_LAMPS: usize = 42;
/// The distance between the centres of two lamps in a group, in SVG units.
const PITCH: usize = 7;
/// The additional distance between two groups of ten lamps, in SVG units.
const GAP: usize = 4;

/// Returns cases as HTML, with a section for each case. `number` is the number of the first one. The page must also
/// contain [`dark_lamps`].
pub fn html(cases: &[Case], number: usize, shows_typewriter: bool) -> Result<String> {
    let html = |(case, number): (&Case, usize)| one(case, number, shows_typewriter);
    cases.iter().zip(number..).map(html).collect()
}

/// Returns the two rows of dark lamps, which all pictures of lamps on a page use.
pub fn dark_lamps() -> String {
    let row = |(id, lamps): (&str, usize)| {
        let dots: String = (0..lamps).map(dot).collect();
        format!("<symbol id=\"{id}\"><path d=\"{dots}\"/></symbol>")
    };
    format!("<svg class=\"unseen\" aria-hidden=\"true\">{}</svg>\n", DARK.map(row).concat())
}

/// Draws the lamps of one cell, with the dark lamps.
pub fn of_one(cell: Cell) -> String {
    dark_lamps() + &lamps(&of_cell(cell).0)
}

fn one(case: &Case, number: usize, shows_typewriter: bool) -> Result<String> {
    let before = machine(case);
    let mut after = before.clone();
    if !is_busy(case) {
        after.step();
        check(case, &after)?;
    }
    let rows = rows(case, &before, &after);
    let mut html = "<section class=\"case\"".to_string();
    if !is_busy(case) {
        let register = rows.iter().find(|row| row.is_changed && row.register).or(rows.first());
        let register = register.filter(|row| row.register).map_or("R", |row| row.name.as_str());
        let _ = write!(html, " data-session=\"{}\" data-register=\"{register}\"", packed(case, &before)?);
        if shows_typewriter {
            html += " data-typewriter";
        }
    }
    let _ = writeln!(
        html,
        ">\n<h3 id=\"example-{number}\"><code>{}</code>{}</h3>\n<p class=\"from\">{}{}</p>\n<table>",
        escape(case.title),
        link_to_itself(case.title, &format!("example-{number}")),
        case.takes.map_or_else(String::new, |takes| format!("{takes} micro-operations. ")),
        format_args!("Source: {}", crate::markdown::cited_html(case.from, "../")),
    );
    if rows.is_empty() {
        html += "<tr><td>Only r1 changes: it goes on to the next order.</td></tr>\n";
    }
    for row in &rows {
        html += &row.html();
    }
    html += "</table>\n</section>\n";
    Ok(html)
}

/// Whether the case begins with a device that is busy. A session log cannot describe such a state, so the
/// page has no button that executes the case.
fn is_busy(case: &Case) -> bool {
    case.before().any(|field| field == Field::Busy(true))
}

/// Creates a machine in the initial state of a case, before the order is executed.
fn machine(case: &Case) -> Machine {
    let (order, half) = case.order();
    let mut machine = Machine::of(installation(order));
    machine.set_cell(Case::PLACE, order);
    let mut registers = *machine.cpu().registers();
    (registers.r1, registers.half) = (Case::PLACE.into(), half);
    for field in case.before() {
        match field {
            Field::R(cell) => registers.r = cell.signed(),
            Field::R00(sign) => {
                let low = registers.r & ((1 << 40) - 1);
                registers.r = if sign { low - (1 << 40) } else { low };
            }
            Field::M(cell) => registers.m = cell.bits(),
            Field::Marks(marks) => registers.r_marks = marks,
            Field::S(value) => registers.s = value,
            Field::P(value) => registers.p = value,
            Field::In(value) => registers.indicator = value,
            Field::By(value) => registers.by = value,
            Field::Tk(value) => registers.tk = value.into(),
            Field::R1(address, half) => (registers.r1, registers.half) = (address, half),
            Field::NextS(value) => registers.pending_s = value,
            Field::NextT(value) => registers.pending_t = value,
            Field::Cell(address, cell) => machine.set_cell(address, cell),
            Field::Keys(ka, kb) => {
                machine.feed(Input::Ka(ka));
                machine.feed(Input::Kb(kb));
            }
            Field::Tape(symbol, is_wrong) => {
                let row = Row::new(symbol);
                let row = if is_wrong { row.with_wrong_parity() } else { row };
                machine.feed(Input::MountTape(Tape::new("case", vec![row])));
            }
            Field::Busy(_) | Field::World(_) | Field::Flow(_) => {}
        }
    }
    machine.set_registers(registers);
    machine.feed(Input::Start);
    machine
}

/// Returns the installation (set of devices) that an order needs. It is the usual installation, or the one
/// with a buffer store.
fn installation(order: Cell) -> Installation {
    let needs = match Content::decode(order) {
        Content::Full(order) | Content::Pair(order, _) => order.opcode.row().needs,
    };
    let name = if needs == Needs::Block { "one-drum-buffer" } else { "one-drum" };
    name.parse().expect("there is such an installation")
}

/// Checks that the order has left the machine in the state that the case describes. Compares only registers
/// and cells, not keys, tapes and devices.
fn check(case: &Case, after: &Machine) -> Result<()> {
    let registers = after.cpu().registers();
    for field in case.after() {
        let fits = match field {
            Field::R(cell) => Cell::from_integer(registers.r).bits() == cell.bits(),
            Field::R00(sign) => (registers.r < 0) == sign,
            Field::M(cell) => registers.m == cell.bits(),
            Field::Marks(marks) => registers.r_marks == marks,
            Field::S(value) => registers.s == value,
            Field::P(value) => registers.p == value,
            Field::In(value) => registers.indicator == value,
            Field::By(value) => registers.by == value,
            Field::Tk(value) => registers.tk.number() == value,
            Field::R1(address, half) => (registers.r1, registers.half) == (address, half),
            Field::NextS(value) => registers.pending_s == value,
            Field::NextT(value) => registers.pending_t == value,
            Field::Cell(address, cell) => after.ferrite().read(address) == cell,
            Field::Keys(..) | Field::Tape(..) | Field::Busy(_) | Field::World(_) | Field::Flow(_) => true,
        };
        ensure!(fits, "{} in line {}: the machine does not reach {field:?}", case.title, case.line);
    }
    Ok(())
}

/// Returns a session log that begins in the state before the order. The log is compressed for an HTML
/// attribute.
fn packed(case: &Case, before: &Machine) -> Result<String> {
    let log = log::head(before, &[("title".to_string(), case.title.to_string())]);
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(log.as_bytes())?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(encoder.finish()?))
}

/// A part of the machine, such as a register, before and after the order. It becomes one or two rows of the
/// case's HTML table.
struct Change {
    name: String,
    /// Whether the part is a register, whose lamps are on the machine's operator panel.
    register: bool,
    is_changed: bool,
    before: Shown,
    after: Shown,
}

/// The contents of a part of the machine: the state of its lamps, if it has any, and a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Shown {
    lamps: Vec<bool>,
    /// The contents, as the machine in the browser would write them.
    text: String,
    /// The contents as the case writes them. The text is empty if it would be the same as `text`.
    written: String,
}

impl Change {
    /// Returns the part as rows of the HTML table. There are two rows if the order changes the part,
    /// otherwise one.
    fn html(&self) -> String {
        let span = if self.is_changed { " rowspan=\"2\"" } else { "" };
        let words = if self.is_changed { ("before", "after") } else { ("stays", "") };
        let mut html = format!(
            "<tr><th scope=\"row\"{span}>{}</th>{}</tr>\n",
            self.name,
            self.cell(words.0, &self.before)
        );
        if self.is_changed {
            let _ = writeln!(html, "<tr>{}</tr>", self.cell(words.1, &self.after));
        }
        html
    }

    fn cell(&self, word: &str, shown: &Shown) -> String {
        let (name, lamps) = (&self.name, lamps(&shown.lamps));
        let written =
            if shown.written.is_empty() { String::new() } else { format!(" {}", escape(&shown.written)) };
        let text = if shown.text.is_empty() {
            String::new()
        } else {
            format!("<code data-of=\"{name}\" data-when=\"{word}\">{}</code>", shown.text)
        };
        format!("<td>{word}</td><td><div class=\"shown\">{lamps}<span>{text}{written}</span></div></td>")
    }
}

/// Returns the parts of the machine that a case names. The registers come first, arranged as on the operator
/// panel. Then come the cells, and then the devices.
fn rows(case: &Case, before: &Machine, after: &Machine) -> Vec<Change> {
    let named = |fields: &[(&'static str, &'static str)]| -> BTreeMap<&'static str, &'static str> {
        fields.iter().copied().collect()
    };
    let (given, then) = (named(&case.given), named(&case.then));
    let is_named = |name: &str| given.contains_key(name) || then.contains_key(name);
    let busy = is_busy(case);
    let mut rows = Vec::new();
    let mut push = |name: &str, register, before: Shown, after: Shown| {
        let is_changed = before.text != after.text || name == "R" && then.contains_key("R00");
        rows.push(Change { name: name.to_string(), register, is_changed, before, after });
    };
    let written = |fields: &BTreeMap<&str, &str>, name: &str, text: &str| -> String {
        let value = fields.get(name).copied().unwrap_or_default();
        // `text` already shows the marks a, b and c.
        let value = [" a", " b", " c"].iter().find_map(|mark| value.strip_suffix(mark)).unwrap_or(value);
        let value = if value.contains('/') || value == text { "" } else { value };
        match fields.get("R00").filter(|_| name == "R") {
            Some(sign) => format!("{value} bit 00 = {sign}").trim().to_string(),
            None => value.to_string(),
        }
    };
    let shown = |machine: &Machine, fields: &BTreeMap<&str, &str>, name: &str| {
        let (lamps, text) = contents(machine, name);
        Shown { written: written(fields, name, &text), lamps, text }
    };
    let is_r = |name: &str| name == "R" && (is_named("marks") || is_named("R00"));
    for name in ["R", "M", "s", "p", "in", "by", "tk", "r1"] {
        if (is_named(name) || is_r(name)) && !busy {
            push(name, true, shown(before, &given, name), shown(after, &then, name));
        }
    }
    let mut cells: Vec<&str> =
        given.keys().chain(then.keys()).copied().filter(|name| name.starts_with("c(")).collect();
    cells.sort_unstable_by_key(|name| address(name));
    cells.dedup();
    for name in cells {
        push(name, false, shown(before, &given, name), shown(after, &then, name));
    }
    // These parts have no lamps.
    let words = [
        ("next s", "s of the next order"),
        ("next t", "t of the next order"),
        ("keys", "lock keys"),
        ("drum", "the drum"),
        ("unit", "the device"),
        ("tape", "the tape"),
        ("world", "the device"),
        ("flow", "then"),
    ];
    for (name, label) in words.into_iter().filter(|(name, _)| is_named(name)) {
        let text = |fields: &BTreeMap<&str, &str>| Shown {
            written: fields.get(name).map_or_else(|| "—".to_string(), |value| in_words(name, value)),
            ..Shown::default()
        };
        let (before, after) = (text(&given), text(&then));
        let is_changed = then.contains_key(name);
        rows.push(Change { name: label.to_string(), register: false, is_changed, before, after });
    }
    rows
}

/// Describes a value in words. `name` is an entry of a case that is not shown with lamps. For example, `flow`
/// with the value `stop` gives `the machine stops`.
fn in_words(name: &str, value: &str) -> String {
    let first = value.split(' ').next().unwrap_or_default();
    match (name, first) {
        ("flow", "stop") => "the machine stops".to_string(),
        ("flow", "wait") => match value.split(' ').nth(2) {
            Some("input") => "the order waits for a symbol".to_string(),
            Some("output") => "the order waits until the unit is free".to_string(),
            Some("block") => "the order waits for the end of the transfer".to_string(),
            _ => "the order waits for the drum".to_string(),
        },
        ("flow", "hangs") => "the machine stops: the chain of addresses has no end".to_string(),
        ("flow", question) if question.starts_with('Q') => {
            format!("the machine stops, because nobody knows what the order does ({question})")
        }
        ("world", symbol) if symbol.parse::<u8>().is_ok() && !value.contains("track") => {
            format!("symbol {}", value.replace(" to ", " to the selected units, by = "))
        }
        ("keys", _) => value.split("").filter(|key| !key.is_empty()).map(|key| format!("K{key} ")).collect(),
        _ => value.to_string(),
    }
}

/// The address in the name of a cell: `c(5)` → 5.
fn address(name: &str) -> u16 {
    name.trim_start_matches("c(").trim_end_matches(')').parse().unwrap_or_default()
}

/// Returns the state of the lamps of a part of the machine, and its contents as text. `name` is the name of
/// the part in the case, such as `M` or `c(5)`.
fn contents(machine: &Machine, name: &str) -> (Vec<bool>, String) {
    let registers = machine.cpu().registers();
    let ten = |value: u16| ((0..10).rev().map(|bit| value >> bit & 1 == 1).collect(), value.to_string());
    match name {
        "R" => of_cell(Cell::from_integer(registers.r).with_marks(registers.r_marks)),
        "M" => of_cell(Cell::new(registers.m, Marks::NONE)),
        "s" => ten(registers.s),
        "p" => ten(registers.p),
        "in" => ten(registers.indicator),
        "by" => ten(registers.by),
        "tk" => ten(registers.tk.number()),
        "r1" => {
            let (lamps, _) = ten(registers.r1.number());
            (lamps, place::write(place::next(machine)))
        }
        cell => of_cell(machine.ferrite().read(Address::new(address(cell)))),
    }
}

fn of_cell(cell: Cell) -> (Vec<bool>, String) {
    let bits = (0..40).rev().map(|bit| cell.bits() >> bit & 1 == 1);
    (bits.chain([cell.marks().a(), cell.marks().b()]).collect(), cell.to_string())
}

/// Draws a row of lamps as SVG.
fn lamps(lit: &[bool]) -> String {
    if lit.is_empty() {
        return String::new();
    }
    let (dark, _) = DARK[usize::from(lit.len() != CELL_LAMPS)];
    let lit_dots: String =
        lit.iter().enumerate().filter(|(_, is_lit)| **is_lit).map(|(lamp, _)| dot(lamp)).collect();
    let width = centre(lit.len() - 1) + PITCH;
    format!(
        "<svg class=\"lamps {}\" viewBox=\"0 0 {width} 8\" aria-hidden=\"true\"><use href=\"#{dark}\"/>\
         <path class=\"lit\" d=\"{lit_dots}\"/></svg>",
        if lit.len() == CELL_LAMPS { "" } else { "ten" }
    )
}

/// Returns the SVG path of one lamp. The path is a line of length 0, which the style sheet shows as a dot.
fn dot(lamp: usize) -> String {
    format!("M{} 4h0", centre(lamp))
}

fn centre(lamp: usize) -> usize {
    PITCH / 2 + 1 + lamp * PITCH + lamp / 10 * GAP
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_handbook::case;

    #[test]
    fn a_case_shows_lamps_before_and_after() {
        let cases = case::named("ar").unwrap();
        let html = html(&cases, 1, false).unwrap();
        assert_eq!(html.matches("<section").count(), cases.len());
        assert!(html.contains("<th scope=\"row\" rowspan=\"2\">R</th>"), "{html}");
        assert!(html.contains("data-session=\""), "{html}");
    }

    #[test]
    fn a_case_that_the_machine_contradicts_is_a_fault() {
        let case = Case { title: "ar 5", then: vec![("R", "1")], ..Case::default() };
        assert!(html(&[case], 1, false).is_err());
    }
}
