//! Draws the history: the orders done last and what each of them changed.

use crate::ink::figures::{clock, grouped};
use crate::ink::pen::{Pen, rule};
use crate::scene::{Focus, Scene, View};
use gier_desk::debug::{changes, place};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Draws the history, the latest order last.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let has_keys = scene.focus == Focus::Desk && scene.view == View::History;
    let title = match scene.history.last() {
        Some(last) => format!("history to order {}, {}", grouped(last.number), clock(last.at)),
        None => "history".to_string(),
    };
    rule(buffer, area, &title, has_keys, theme.quiet(), if has_keys { theme.focus() } else { theme.name() });
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let mut pen = Pen::new(buffer, body);
    let start = scene.history.len().saturating_sub(usize::from(body.height));
    for (row, past) in (0..).zip(&scene.history[start..]) {
        pen.go(0, row);
        let style = if past.done { Style::new() } else { theme.quiet() };
        // The last one is where b sets a breakpoint.
        let is_last = usize::from(row) + 1 == scene.history.len() - start && has_keys;
        let number = if is_last { theme.cursor() } else { theme.quiet() };
        pen.text(&format!("{:>6}", place::write(past.place)), number).text(" ", Style::new());
        let order = changes::order(past);
        let width = if pen.room() > 56 { 24 } else { 17 };
        let column = pen.column();
        pen.fitted(&order, width, style).go(column + width + 1, row);
        let room = pen.room();
        pen.fitted(&changes::write(past), room, style);
    }
}
