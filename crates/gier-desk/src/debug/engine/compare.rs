//! Finds the first differences between two sessions: the first different input and the first different
//! character on the paper, with its origin.

use super::Engine;
use super::language::Spot;
use crate::typewriter::paper::{Position, text_of};
use gier_machine::Input;
use gier_machine::timeline::Logged;
use gier_word::Case;

/// One of the two sessions to compare. The session must be at its end.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The file name of the log or program, for the report.
    pub name: &'a str,
    /// The debugger that holds the session.
    pub engine: &'a Engine,
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

/// Compares what two whole sessions were given, and what they printed. The times of the inputs do not count,
/// because nobody strikes a key twice at the same moment.
pub fn compare(sides: Both<Side<'_>>) -> Comparison {
    let parts = [compare_inputs(sides), compare_papers(sides)];
    let differs = parts.iter().any(|part| part.differs);
    Comparison { lines: parts.into_iter().flat_map(|part| part.lines).collect(), differs }
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

fn compare_inputs(sides: Both<Side<'_>>) -> Comparison {
    let inputs = sides.map(|side| side.engine.timeline().inputs());
    let input = |side: usize, number: usize| inputs[side].get(number).map(|logged| &logged.input);
    let count = inputs[0].len().max(inputs[1].len());
    let Some(first) = (0..count).find(|&number| input(0, number) != input(1, number)) else {
        return Comparison::same(format!("inputs: all the same ({count})"));
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
            Ok((answers, _)) => part.lines.extend(answers.iter().map(|answer| format!("    {answer}"))),
            Err(error) => part.lines.push(format!("    {error}")),
        }
    }
    part
}
