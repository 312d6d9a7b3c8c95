//! Draws the help page. It lists all keys, from the table of keys, and explains the special characters on the
//! screen.

use super::answer::page_rule;
use crate::ink::pen::{Pen, wrapped};
use crate::keys::table::{BINDINGS, Group};
use crate::scene::Scene;
use gier_desk::typewriter::keyboard::KEYS_HELP;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The part of the help page that explains the special characters on the screen.
const SIGNS: &str = "\
Lamps: · off, ∘ ○ ◉ on for more and more of the time, ● on all the time. A * marks what has changed since \
the last stop. At a stop, a click on a lamp inverts its bit, as the desk's black and white buttons did.
Ferrite: ● breakpoint on the left or right half (○ if it is off), ▶ the next order (▷ its right half), e executed and \
w written by one of the last 65 536 orders, * changed since the last stop. The contents follow, on the right in \
another form. Map: the last access to each cell, bold if it was among the last 1000 orders.
History: number, time in seconds, place, order, R and what else the order changed. After lk and sk comes the transfer \
that the order starts (t5 → c40-79), after later orders the words that have arrived from the drum. ▶ marks the next \
order; the rows below it lie ahead. ◆ marks a moment with a name.";

/// A line of the help page: a heading, a key with its meaning, or text.
enum HelpLine {
    Heading(String),
    Key(String, String),
    Text(String),
}

/// In a terminal with at least this many columns, the keys are listed in two columns.
const TWO_COLUMNS: u16 = 118;
/// The width of a key's explanation, in columns.
pub(crate) const MEANING: u16 = 45;

/// Draws the help page over the whole picture. `scene.help` says how many lines it is scrolled down.
pub(crate) fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let lines = lines(scene, area.width);
    let shown = usize::from(area.height.saturating_sub(1));
    let first = scene.help.unwrap_or(0).min(lines.len().saturating_sub(shown));
    let last = (first + shown).min(lines.len());
    let body = page_rule(scene, &scene.say("keys"), first..last, lines.len(), area, buffer);
    let mut pen = Pen::new(buffer, body);
    for (row, (left, right)) in (0..).zip(&lines[first..last]) {
        pen.go(1, row);
        line(&mut pen, left, scene);
        if let Some(right) = right {
            pen.go(area.width / 2, row);
            line(&mut pen, right, scene);
        }
    }
}

/// The lines of the help page as texts, for a search.
pub(crate) fn texts(scene: &Scene<'_>, width: u16) -> Vec<String> {
    let text = |line: &HelpLine| match line {
        HelpLine::Heading(text) | HelpLine::Text(text) => text.clone(),
        HelpLine::Key(keys, meaning) => format!("{keys} {meaning}"),
    };
    let row = |(left, right): &(HelpLine, Option<HelpLine>)| {
        text(left) + " " + &right.as_ref().map_or(String::new(), text)
    };
    lines(scene, width).iter().map(row).collect()
}

fn line(pen: &mut Pen<'_>, line: &HelpLine, scene: &Scene<'_>) {
    let theme = scene.theme;
    match line {
        HelpLine::Heading(text) => pen.text(text, theme.name()),
        HelpLine::Text(text) => pen.text(text, theme.quiet()),
        HelpLine::Key(keys, meaning) => {
            let (column, row) = (pen.column(), pen.row());
            pen.text("  ", Style::new()).text(keys, theme.changed());
            pen.go(column + 13, row).fitted(meaning, MEANING, Style::new())
        }
    };
}

/// The lines of the help page for the keys of these groups.
fn keys(scene: &Scene<'_>, groups: &[Group]) -> Vec<HelpLine> {
    let mut lines = Vec::new();
    for &group in groups {
        lines.push(HelpLine::Heading(scene.say(group.heading()).into_owned()));
        for binding in BINDINGS.iter().filter(|binding| binding.group == group) {
            lines.push(HelpLine::Key(
                scene.keys.written(binding.command),
                scene.say(binding.help).into_owned(),
            ));
        }
    }
    lines
}

/// All lines of the help page at this width. If the width allows two columns, each line has a second part for
/// the right column.
fn lines(scene: &Scene<'_>, width: u16) -> Vec<(HelpLine, Option<HelpLine>)> {
    let mut lines: Vec<(HelpLine, Option<HelpLine>)> = Vec::new();
    if width >= TWO_COLUMNS {
        let (left, right) = Group::ALL.split_at(4);
        let mut right = keys(scene, right).into_iter();
        lines.extend(keys(scene, left).into_iter().map(|line| (line, right.next())));
        lines.extend(right.map(|line| (HelpLine::Text(String::new()), Some(line))));
    } else {
        lines.extend(keys(scene, Group::ALL).into_iter().map(|line| (line, None)));
    }
    lines.push((HelpLine::Heading(scene.say("Typing").into_owned()), None));
    for paragraph in KEYS_HELP.lines().chain(SIGNS.lines()) {
        let indent = if paragraph.starts_with("  ") { "    " } else { "  " };
        let room = usize::from(width).saturating_sub(4 + indent.len());
        let rows = wrapped(scene.say(paragraph).trim_start(), room).into_iter();
        lines.extend(rows.map(|row| (HelpLine::Text(format!("{indent}{row}")), None)));
    }
    lines
}
