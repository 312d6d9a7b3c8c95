//! Draws the page that lists all breakpoints.

use crate::ink::figures::grouped;
use crate::ink::pen::{Pen, rule};
use crate::scene::Scene;
use gier_desk::notation::slip;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The explanation of the keys on the page of breakpoints.
const KEYS: &str = "↑ ↓ choose, space on/off, a all, Del remove, c clear, Enter show, Esc close";

/// Draws the page of breakpoints over the whole picture. `chosen` is the row with the cursor.
pub(super) fn draw(scene: &Scene<'_>, chosen: usize, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let list = &scene.breaks;
    let on = list.iter().filter(|row| row.on).count();
    let title = format!("breakpoints: {} set, {on} on", list.len());
    let body = rule(buffer, area, &scene.say(&title), true, theme);
    let mut pen = Pen::new(buffer, body);
    let width = area.width.saturating_sub(2);
    pen.go(1, 0).fitted(&scene.say(KEYS), width, theme.quiet());
    if list.is_empty() {
        pen.go(1, 2).text(
            &scene.say("None. b sets one at the cursor of a view; on the paper, b asks where."),
            Style::new(),
        );
    }
    let height = usize::from(body.height.saturating_sub(2));
    let first = (chosen + 1).saturating_sub(height);
    for (line, (place, row)) in (2..).zip(list.iter().enumerate().skip(first).take(height)) {
        let sign = if row.on { "●" } else { "·" };
        let style = if place == chosen { theme.cursor() } else { Style::new() };
        pen.go(1, line).text(sign, if row.on { theme.alert() } else { theme.quiet() });
        pen.text(&format!(" {:<4}", scene.say(if row.on { "on" } else { "off" })), Style::new());
        pen.fitted(&format!("{:<24}", row.text), area.width / 2, style).text("  ", Style::new());
        if row.hits > 0 {
            pen.text(&scene.say(&format!("reached {}", grouped(row.hits))), theme.quiet())
                .text("  ", theme.quiet());
        }
        let room = pen.room();
        pen.fitted(&row.contents.map_or_else(String::new, slip::write), room, theme.quiet());
    }
}
