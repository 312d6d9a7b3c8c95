//! Draws pages of text that answer a question, and the suggestions above the command line.

use crate::ink::pen::{Pen, columns, places, rule, wrapped};
use crate::scene::{AnswerPage, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::ops::Range;

/// The maximum width of a name in the suggestions, in columns.
const NAME: usize = 27;
/// The width of a command's keys in the suggestions, in columns.
const KEYS: u16 = 11;
/// The indentation of the continuation rows of a wrapped line.
const INDENT: &str = "  ";

/// Draws a page of text over the whole picture. Returns how many rows the wrapped text has.
pub(super) fn draw(scene: &Scene<'_>, page: AnswerPage<'_>, area: Rect, buffer: &mut Buffer) -> usize {
    let shown = usize::from(area.height.saturating_sub(1));
    let lines = rows(page.lines, area.width.saturating_sub(2));
    let first = page.top.min(lines.len().saturating_sub(shown));
    let last = (first + shown).min(lines.len());
    page_rule(scene, page.title, first..last, lines.len(), area, buffer);
    let mut pen = Pen::new(buffer, area);
    for (row, line) in (1..).zip(&lines[first..last]) {
        pen.go(1, row).fitted(line, area.width.saturating_sub(2), Style::new());
    }
    lines.len()
}

/// Draws the title line of a page, with the page's name and the range of visible lines. `all` is the total
/// number of lines. Returns the area below the title line.
pub(super) fn page_rule(
    scene: &Scene<'_>,
    name: &str,
    shown: Range<usize>,
    all: usize,
    area: Rect,
    buffer: &mut Buffer,
) -> Rect {
    let title = if shown.len() < all {
        let (from, to) = (shown.start + 1, shown.end);
        format!("{name}, lines {from}-{to} of {all}: ↓ ↑ PgDn PgUp scroll, any other key closes")
    } else {
        format!("{name}: any key closes this page")
    };
    rule(buffer, area, &scene.say(&title), true, scene.theme)
}

/// Wraps the lines of a page at this width, and indents the continuation rows.
fn rows(lines: &[String], width: u16) -> Vec<String> {
    let width = usize::from(width);
    let mut rows = Vec::new();
    for line in lines {
        if columns(line) <= width {
            rows.push(line.clone());
            continue;
        }
        let mut parts = wrapped(line, width.saturating_sub(INDENT.len())).into_iter();
        rows.extend(parts.next());
        rows.extend(parts.map(|part| format!("{INDENT}{part}")));
    }
    rows
}

/// Draws the suggestions for the command line in the rows above it. The parameter `above` is the area of the
/// command line itself.
pub(super) fn offers(scene: &Scene<'_>, above: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let count = places(scene.offers.len()).min(above.y);
    let area = Rect { y: above.y - count, height: count, ..above };
    let names = scene.offers.iter().map(|offer| columns(&offer.name)).max().unwrap_or(0).min(NAME);
    let keys = if scene.offers.iter().all(|offer| offer.keys.is_empty()) { 0 } else { KEYS };
    let mut pen = Pen::new(buffer, area);
    for (row, offer) in (0..count).zip(&scene.offers) {
        clear(&mut pen, row, area.width);
        let name = format!(" {:<names$} ", offer.name);
        let is_chosen = scene.prompt.and_then(|prompt| prompt.chosen) == Some(row.into());
        let style = if is_chosen { theme.cursor() } else { theme.changed() };
        pen.go(0, row).fitted(&name, places(names) + 2, style);
        let column = pen.column();
        pen.fitted(&offer.keys, keys, theme.name()).go(column + keys + 1, row);
        let room = pen.room();
        pen.fitted(&offer.help, room, Style::new());
    }
}

pub(super) fn clear(pen: &mut Pen<'_>, row: u16, width: u16) {
    pen.go(0, row).text(&" ".repeat(width.into()), Style::reset());
}
