//! Draws the tape in the reader with the row to be read next, the punched tape, and the output of the
//! line printer.

use crate::ink::figures::grouped;
use crate::ink::pen::{Pen, rule};
use crate::scene::{Scene, Tapes, View};
use gier_desk::typewriter::sheet_text::printer_text;
use gier_word::Case;
use gier_word::tape::Row;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Draws the reader, the punch and the line printer, one below the other.
pub(super) fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let part = area.height / 3;
    let slice = |number: u16, height| Rect { y: area.y + number * part, height, ..area };
    reader(scene, slice(0, part), buffer);
    punch(scene, slice(1, part), buffer);
    printer(scene, slice(2, area.height - 2 * part), buffer);
}

/// Draws the title of a part. Returns a pen for the area below it.
fn below<'a>(scene: &Scene<'_>, area: Rect, title: &str, buffer: &'a mut Buffer) -> Pen<'a> {
    let theme = scene.theme;
    let has_keys = scene.has_keys(View::Tapes);
    rule(buffer, area, &scene.say(title), has_keys, theme);
    Pen::new(buffer, Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area })
}

fn number(count: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(count), if count == 1 { "" } else { "s" })
}

fn reader(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let Some((tape, next)) = scene.tapes.reader else {
        below(scene, area, "reader: no tape", buffer);
        return;
    };
    let of = grouped(tape.rows().len());
    let title = format!("reader: {}, {} of {of} rows read", tape.name(), grouped(next));
    let mut pen = below(scene, area, &title, buffer);
    let height = usize::from(area.height.saturating_sub(1));
    let first = next.saturating_sub(height / 3).min(tape.rows().len().saturating_sub(height));
    for (line, (place, &row)) in (0..).zip(tape.rows().iter().enumerate().skip(first).take(height)) {
        let pointer = if place == next { "▶" } else { " " };
        pen.go(0, line).text(pointer, scene.theme.current());
        holes(&mut pen, place, row, scene);
    }
}

fn punch(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let Tapes { punched, scroll, .. } = scene.tapes;
    let mut pen = below(scene, area, &format!("punch: {}", number(punched.len(), "row")), buffer);
    let height = usize::from(area.height.saturating_sub(1));
    let end = punched.len().saturating_sub(scroll).max(height.min(punched.len()));
    for (line, place) in (0..).zip(end.saturating_sub(height)..end) {
        pen.go(1, line);
        holes(&mut pen, place, punched[place], scene);
    }
}

/// Draws a row of a tape: its number, its eight holes with the small feed hole, and its character.
fn holes(pen: &mut Pen<'_>, place: usize, row: Row, scene: &Scene<'_>) {
    let theme = scene.theme;
    pen.text(&format!("{:>7} ", grouped(place + 1)), theme.quiet());
    for track in (0..8).rev() {
        let hole = row.0 >> track & 1 != 0;
        pen.text(if hole { "●" } else { " " }, theme.name());
        if track == 3 {
            pen.text("·", theme.quiet());
        }
    }
    let symbol = row.symbol();
    let glyph = symbol.glyph(Case::Lower).map_or(String::new(), String::from);
    pen.text(&format!(" {:>3} {glyph}", symbol.code()), Style::new());
    if !row.parity_is_right() && !row.is_blank() {
        pen.text(" ", theme.alert()).text(&scene.say("wrong parity"), theme.alert());
    }
}

fn printer(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let text = printer_text(scene.tapes.printed);
    let lines: Vec<&str> = text.lines().collect();
    let mut pen = below(scene, area, &format!("printer: {}", number(lines.len(), "line")), buffer);
    let height = usize::from(area.height.saturating_sub(1));
    let end = lines.len().saturating_sub(scene.tapes.scroll).max(height.min(lines.len()));
    for (row, line) in (0..).zip(&lines[end.saturating_sub(height)..end]) {
        let room = pen.go(1, row).room();
        pen.fitted(&line.replace('\u{C}', "╌"), room, Style::new());
    }
}
