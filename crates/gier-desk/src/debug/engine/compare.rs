//! Finds the first differences between two sessions: the first different input and the first different
//! character on the paper. Also finds the first order after which the registers or the store differ.

use super::Engine;
use super::language::Spot;
use super::tell::past_line;
use crate::debug::expression::{EvalState, Expression, Value};
use crate::typewriter::paper::{Position, text_of};
use gier_machine::timeline::{Cancelled, Logged, Timeline};
use gier_machine::{Input, Machine};
use gier_word::{Address, Case, FERRITE_CELLS};

/// For this many orders after the first different input, the states are compared after every order. Later,
/// they are compared only once in this many orders. A later difference that soon disappears is not found.
const STRIDE: u64 = 65_536;
/// The report lists at most this many of the registers and cells that differ.
const LISTED: usize = 6;
/// The registers that are compared, as expressions of the debugger.
const REGISTERS: [&str; 9] = ["$r1", "$R", "marks of $R", "$M", "$s", "$p", "$in", "$by", "$tk"];

/// One of the two sessions to compare. The session must be at its end.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The file name of the log or program, for the report.
    pub name: &'a str,
    /// The debugger that holds the session.
    pub engine: &'a Engine,
    /// The contents of the program's source texts, in the order of its source map. `None` for a text that
    /// could not be read.
    pub texts: &'a [Option<String>],
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The report of the comparison, line by line.
    pub lines: Vec<String>,
    /// Whether anything differs.
    pub differs: bool,
}

/// A value for each of the two sessions.
type Both<T> = [T; 2];

/// Compares two whole sessions. Calls `report(done, last)` from time to time. The first `done` orders have
/// been compared, and the shorter session has `last` orders. If `report` returns `false`, cancels the
/// comparison.
///
/// # Errors
/// Returns [`Cancelled`] if `report` returned `false`.
pub fn compare(sides: Both<Side<'_>>, report: impl FnMut(u64, u64) -> bool) -> Result<Comparison, Cancelled> {
    let drums = sides.map(|side| {
        let mut begin = side.engine.timeline().clone();
        begin.seek(0);
        begin.machine().drum_image()
    });
    let is_one_program = drums[0].tracks() == drums[1].tracks();
    let other = first_other(sides.map(|side| side.engine.timeline().inputs()), is_one_program);
    let states = match is_one_program {
        true => compare_states(sides, other, report)?,
        false => {
            Comparison::same("registers and store: not compared, because the programs differ".to_string())
        }
    };
    let parts = [compare_inputs(sides, other), compare_papers(sides), states];
    let differs = parts.iter().any(|part| part.differs);
    Ok(Comparison { lines: parts.into_iter().flat_map(|part| part.lines).collect(), differs })
}

/// The width of a column for the names of both sessions, in characters.
fn name_width(sides: Both<Side<'_>>) -> usize {
    sides.iter().map(|side| side.name.chars().count()).max().unwrap_or(0)
}

impl Comparison {
    fn same(line: String) -> Comparison {
        Comparison { lines: vec![line], differs: false }
    }

    fn differing(line: String) -> Comparison {
        Comparison { lines: vec![line], differs: true }
    }

    /// Adds a line for each session to the report: the name of the session, and its text in `told`.
    fn add(&mut self, sides: Both<Side<'_>>, told: Both<String>) {
        let width = name_width(sides);
        for (side, told) in sides.iter().zip(told) {
            self.lines.push(format!("  {:width$}  {told}", side.name));
        }
    }
}

/// The index of the first input that differs between the sessions, or `None` if no input differs. If both
/// sessions have the same program, equal inputs at different order counts also differ.
fn first_other(inputs: Both<&[Logged]>, is_one_program: bool) -> Option<usize> {
    let differs = |number: &usize| {
        let essence = |inputs: &[Logged]| {
            let logged = inputs.get(*number)?;
            Some((logged.input.clone(), is_one_program.then_some(logged.position.orders)))
        };
        essence(inputs[0]) != essence(inputs[1])
    };
    (0..inputs[0].len().max(inputs[1].len())).find(differs)
}

fn compare_inputs(sides: Both<Side<'_>>, other: Option<usize>) -> Comparison {
    let inputs = sides.map(|side| side.engine.timeline().inputs());
    let Some(first) = other else {
        return Comparison::same(format!("inputs: all the same ({})", inputs[0].len()));
    };
    let mut part = Comparison::differing(match first {
        0 => "inputs: the first is another one".to_string(),
        _ => format!("inputs: the first {first} are the same, then"),
    });
    part.add(
        sides,
        inputs.map(|inputs| match inputs.get(first) {
            Some(logged) => {
                let (what, at) = (input_words(logged), logged.position);
                format!("{what}, after order {}, {:.6} s", at.orders, at.at.seconds())
            }
            None => "no more inputs".to_string(),
        }),
    );
    part
}

/// Describes an input in words, for the report.
fn input_words(logged: &Logged) -> String {
    if let Input::Key(symbol) = logged.input
        && let Some(glyph) = symbol.glyph(Case::Lower)
    {
        return format!("the key {glyph}");
    }
    let line = gier_machine::log::input_line(logged);
    line.trim_end().splitn(4, ' ').nth(3).unwrap_or_default().to_string()
}

fn compare_papers(sides: Both<Side<'_>>) -> Comparison {
    let papers = sides.map(|side| side.engine.sheet().lines());
    let lines = papers.map(<[_]>::len);
    let glyphs = |position: Option<&Position>| {
        position
            .map_or_else(String::new, |position| text_of(std::slice::from_ref(position)).trim().to_string())
    };
    let at = |paper: &[Vec<Position>], line: usize, column: usize| {
        glyphs(paper.get(line).and_then(|line| line.get(column)))
    };
    let differs = |line: usize| {
        let length = papers.map(|paper| paper.get(line).map_or(0, Vec::len));
        let is_other = |column: &usize| at(papers[0], line, *column) != at(papers[1], line, *column);
        Some((line, (0..length[0].max(length[1])).find(is_other)?))
    };
    let Some((line, column)) = (0..lines[0].max(lines[1])).find_map(differs) else {
        return Comparison::same(format!("paper: all lines the same ({})", lines[0].max(lines[1])));
    };
    let (above, before) = (line + 1, column + 1);
    let mut part = Comparison::differing(format!("paper: the same up to line {above} column {before}"));
    part.add(sides, papers.map(|paper| paper.get(line).map_or_else(String::new, |line| text_of(line))));
    part.lines.push(format!("  {:width$}  ^", "", width = name_width(sides) + column));
    for side in sides {
        part.lines.push(format!("  {}", side.name));
        match side.engine.origin_of(&Spot::At(above, before), &mut |_| true) {
            Ok(links) => part.lines.extend(links.iter().map(|link| format!("    {}", link.text))),
            Err(error) => part.lines.push(format!("    {error}")),
        }
    }
    part
}

fn compare_states(
    sides: Both<Side<'_>>,
    other: Option<usize>,
    mut report: impl FnMut(u64, u64) -> bool,
) -> Result<Comparison, Cancelled> {
    let ends = sides.map(|side| side.engine.timeline().end().orders);
    let last = ends[0].min(ends[1]);
    // Before the first input that differs, both machines are in the same state. They have the same drum,
    // and received the same inputs at the same order counts.
    let positions = sides.map(|side| Some(side.engine.timeline().inputs().get(other?)?.position.orders));
    let Some(begin) = positions.into_iter().flatten().min() else {
        return Ok(Comparison::same(format!("registers and store: the same up to the end, order {last}")));
    };
    let mut done = begin.min(last);
    let mut runs = sides.map(|side| side.engine.timeline().clone());
    seek(&mut runs, done);
    while is_same(&runs) && done < last {
        if !report(done, last) {
            return Err(Cancelled);
        }
        let next = (done + STRIDE).min(last);
        if done > begin {
            seek(&mut runs, next);
            if is_same(&runs) {
                done = next;
                continue;
            }
            // The states differ at the end of this stride. The loop below finds the first difference.
            seek(&mut runs, done);
        }
        while done < next && is_same(&runs) {
            done += 1;
            seek(&mut runs, done);
        }
    }
    match is_same(&runs) {
        true => Ok(Comparison::same(format!("registers and store: the same up to order {last}"))),
        false => Ok(first_difference(sides, &runs, done)),
    }
}

fn seek(runs: &mut Both<Timeline>, orders: u64) {
    runs.iter_mut().for_each(|run| run.seek(orders));
}

fn is_same(runs: &Both<Timeline>) -> bool {
    let [one, other] = [0, 1].map(|run| runs[run].machine());
    one.cpu().registers() == other.cpu().registers() && one.ferrite().cells() == other.ferrite().cells()
}

/// Describes the first order after which the states differ. The report gives the order's place, effect and
/// statement in each session, and the registers and cells that differ.
fn first_difference(sides: Both<Side<'_>>, runs: &Both<Timeline>, order: u64) -> Comparison {
    let before = order.saturating_sub(1);
    let mut part = Comparison::differing(format!("registers and store: the same up to order {before}, then"));
    part.add(
        sides,
        sides.map(|side| {
            let record = side.engine.timeline().history_of(order);
            let told = record.map_or("the state at the beginning".to_string(), |record| past_line(&record));
            let line = side.engine.line_before(order);
            line.map_or(told.clone(), |line| format!("{told}, at {line}"))
        }),
    );
    if let Some(statement) = sides.iter().find_map(|side| statement(side, order)) {
        part.lines.push(format!("  {statement}"));
    }
    part.lines.push(format!("  different: {}", differences(runs).join("; ")));
    part
}

/// The source line of the order with this number, for example `10 | write(‹ddd›, count[i]);`.
fn statement(side: &Side<'_>, order: u64) -> Option<String> {
    let place = side.engine.place_before(order)?;
    let text = side.texts.get(place.text)?.as_deref()?;
    let line = text.lines().nth(usize::try_from(place.line).ok()?.checked_sub(1)?)?;
    Some(format!("{} | {}", place.line, line.trim()))
}

/// Lists the registers and cells that differ, with their contents in both sessions. Lists the first
/// [`LISTED`] of them, and says how many more there are.
fn differences(runs: &Both<Timeline>) -> Vec<String> {
    let [one, other] = [0, 1].map(|run| runs[run].machine());
    let register = |name: &&str| {
        let expression = Expression::parse(name).expect("it is an expression");
        let value = |machine: &Machine| expression.text(&EvalState::of(machine)).unwrap_or_default();
        let (one, other) = (value(one), value(other));
        (one != other).then(|| format!("{} {one} and {other}", name.replace('$', "")))
    };
    let cell = |number: usize| {
        let [one, other] = [one, other].map(|machine| machine.ferrite().read(number));
        let (one, other) = (Value::Cell(one), Value::Cell(other));
        (one != other).then(|| format!("cell {} {one} and {other}", Address::from(number)))
    };
    let all = REGISTERS.iter().filter_map(register).chain((0..FERRITE_CELLS).filter_map(cell));
    let mut listed: Vec<String> = all.collect();
    let more = listed.len().saturating_sub(LISTED);
    listed.truncate(LISTED);
    if more > 0 {
        listed.push(format!("{more} more"));
    }
    listed
}
