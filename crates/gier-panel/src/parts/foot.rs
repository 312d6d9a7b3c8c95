//! Draws the last lines: a message or a question, and the keys, made from the table.

use crate::ink::pen::{Pen, columns};
use crate::keys::table::{BINDINGS, Binding, shown_key};
use crate::scene::{Focus, Hits, Scene, Target};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Draws the line of messages; the place for the terminal's cursor if a question waits.
pub fn message(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<(u16, u16)> {
    let mut pen = Pen::new(buffer, area);
    match scene.prompt {
        Some((question, typed)) => {
            let typed_width = columns(typed) as u16 + 3;
            let width = area.width.saturating_sub(typed_width).max(area.width / 2);
            pen.fitted(question, width, scene.theme.alert()).text(" ", Style::new());
            let room = pen.room().saturating_sub(1) as usize;
            let hidden = typed.chars().count().saturating_sub(room);
            let shown: String = typed.chars().skip(hidden).collect();
            pen.text(&shown, Style::new());
            let here = pen.here(1);
            pen.text("▁", scene.theme.focus());
            (!here.is_empty()).then_some((here.x, here.y))
        }
        None => {
            pen.fitted(scene.message, area.width, scene.theme.name());
            None
        }
    }
}

/// Draws the keys, each a place for the mouse.
pub fn keys(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut Hits) {
    let typing = scene.focus == Focus::Typewriter;
    let mut pen = Pen::new(buffer, area);
    let mut row = 0;
    for binding in wanted() {
        let Some(key) = shown_key(binding, typing) else { continue };
        let width = columns(&key.name()) as u16 + columns(binding.label) as u16 + 2;
        if pen.room() < width {
            row += 1;
            pen.go(0, row);
        }
        if row >= area.height {
            break;
        }
        hits.add(pen.here(width - 1), Target::Command(binding.command));
        pen.text(&key.name(), scene.theme.key()).text(" ", Style::new());
        pen.text(binding.label, scene.theme.quiet()).text(" ", Style::new());
    }
}

/// The rows of the table that want a place at the foot, the most important first.
fn wanted() -> impl Iterator<Item = &'static Binding> {
    let with = |rank| BINDINGS.iter().filter(move |binding| binding.foot == rank);
    with(1).chain(with(2))
}
