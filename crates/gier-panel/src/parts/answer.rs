//! Draws an answer as a page of lines, and the suggestions for the command line.

use crate::ink::pen::{Pen, columns, places, rule};
use crate::scene::{Page, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The maximum number of columns for the name of a command or an act.
const NAME: usize = 27;
/// The number of columns for the keys of a command.
const KEYS: u16 = 11;

/// Draws an answer over the whole picture.
pub(super) fn draw(scene: &Scene<'_>, page: Page<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let shown = usize::from(area.height.saturating_sub(1));
    let first = page.top.min(page.lines.len().saturating_sub(shown));
    let last = (first + shown).min(page.lines.len());
    let title = match page.lines.len() > shown {
        true => format!(
            "{}, lines {}-{last} of {}: ↓ ↑ PgDn PgUp scroll, any other key closes",
            page.title,
            first + 1,
            page.lines.len()
        ),
        false => format!("{}: any key closes this page", page.title),
    };
    rule(buffer, area, &title, true, theme.quiet(), theme.focus());
    let mut pen = Pen::new(buffer, area);
    for (row, line) in (1..).zip(&page.lines[first..last]) {
        pen.go(1, row).fitted(line, area.width.saturating_sub(2), Style::new());
    }
}

/// Draws the suggestions for the command line, above that line.
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
        pen.go(0, row).fitted(&name, places(names) + 2, theme.changed());
        let column = pen.column();
        pen.fitted(&offer.keys, keys, theme.name()).go(column + keys + 1, row);
        let room = pen.room();
        pen.fitted(&offer.help, room, Style::new());
    }
}

/// Clears a row, so that nothing shows from below.
pub(super) fn clear(pen: &mut Pen<'_>, row: u16, width: u16) {
    pen.go(0, row).text(&" ".repeat(width.into()), Style::reset());
}
