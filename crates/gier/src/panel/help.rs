//! Draws the help page: all keys from the one table, and what the signs mean.

use super::keys::{BINDINGS, Group};
use super::pen::{Pen, columns, rule};
use super::scene::Scene;
use crate::typewriter::keyboard::KEYS_HELP;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// What the signs on the screen mean.
const SIGNS: &str = "\
Lamps: · never one, ∘ ○ ◉ more and more of the time, ● always. A * stands at what changed since \
the last stop. A click on a lamp at a stop turns its bit, as the desk's black and white buttons did.
Ferrite: ● breakpoint (left, right half), ▶ the next order (▷ its right half), e executed and w \
written by one of the last 65 536 orders, * changed since the last stop.";

/// A line of the page: a heading, a key with its meaning, or text.
enum Line {
    Heading(String),
    Key(String, String),
    Text(String),
}

/// Draws the page over the whole picture, from line `scroll` on; returns how many lines the
/// page has and how many were shown.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> (usize, usize) {
    let theme = scene.theme;
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            buffer[(x, y)].reset();
        }
    }
    rule(buffer, area, "keys", true, theme.quiet(), theme.focus());
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let lines = lines(area.width as usize);
    let mut pen = Pen::new(buffer, body);
    let shown = body.height as usize;
    let scroll = scene.help.unwrap_or(0).min(lines.len().saturating_sub(shown));
    for (row, line) in lines.iter().skip(scroll).take(shown).enumerate() {
        pen.go(1, row as u16);
        match line {
            Line::Heading(text) => pen.text(text, theme.name()),
            Line::Key(keys, meaning) => {
                pen.text("  ", Style::new()).text(keys, theme.changed());
                pen.go(19, row as u16).text(meaning, Style::new())
            }
            Line::Text(text) => pen.text(text, theme.quiet()),
        };
    }
    (lines.len(), shown)
}

/// The whole page at this width; where there is room two groups stand side by side.
fn lines(width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for group in Group::ALL {
        lines.push(Line::Heading(group.heading().to_string()));
        for binding in BINDINGS.iter().filter(|binding| binding.group == group) {
            let keys: Vec<String> = binding.chords.iter().map(|chord| chord.name()).collect();
            lines.push(Line::Key(keys.join(" "), binding.help.to_string()));
        }
    }
    lines.push(Line::Heading("Typing".to_string()));
    for paragraph in KEYS_HELP.lines().chain(SIGNS.lines()) {
        lines.extend(wrapped(paragraph, width.saturating_sub(4)).into_iter().map(Line::Text));
    }
    lines
}

/// A paragraph in lines of at most this width.
fn wrapped(paragraph: &str, width: usize) -> Vec<String> {
    let indent = if paragraph.starts_with("  ") { "    " } else { "  " };
    let mut lines = Vec::new();
    let mut line = indent.to_string();
    for word in paragraph.split_whitespace() {
        if columns(&line) + columns(word) + 1 > width && line.trim() != "" {
            lines.push(std::mem::replace(&mut line, indent.to_string()));
        }
        if line.trim() != "" {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}
