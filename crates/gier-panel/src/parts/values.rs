//! Draws the expressions that you keep in view, and below them the debugger's messages.

use crate::ink::pen::{Pen, columns, places, rule};
use crate::scene::{Hits, Named, Scene, Target, View};
use gier_desk::debug::answer::NOT_SET;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::borrow::Cow;

/// The maximum width of an expression in columns.
const NAME: usize = 24;

/// Draws a value, and what it was at the previous stop.
pub(super) fn value(pen: &mut Pen<'_>, value: &str, was: Option<&str>, scene: &Scene<'_>) {
    // Other values are the user's, or the same in all languages.
    let say = |value| if value == NOT_SET { scene.say(value) } else { Cow::Borrowed(value) };
    let room = pen.room();
    pen.fitted(&say(value), room, if was.is_some() { scene.theme.changed() } else { Style::new() });
    if let Some(was) = was {
        let room = pen.room();
        pen.fitted(&format!(" {}", scene.say(&format!("was {}", say(was)))), room, scene.theme.quiet());
    }
}

/// Draws the view of expressions and messages.
pub(super) fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut Hits) {
    let theme = scene.theme;
    let has_keys = scene.has_keys(View::Values);
    let values = &scene.values;
    let body = rule(buffer, area, &scene.say("values and messages"), has_keys, theme);
    let mut pen = Pen::new(buffer, body);
    if values.list.is_empty() && values.messages.is_empty() {
        pen.go(1, 0).fitted(&scene.say("V shows a cell, variable or value"), body.width, theme.quiet());
        return;
    }
    // If there are many messages, they take at least a third of the height.
    let messages = places(values.messages.len()).min(body.height);
    let shown = body.height.saturating_sub(messages.min(body.height / 3));
    let names = values.list.iter().map(|row| columns(&row.name)).max().unwrap_or(0).min(NAME);
    let first = (values.cursor + 1).saturating_sub(shown.into());
    let mut row = 0;
    for (place, Named { name, value, was }) in values.list.iter().enumerate().skip(first).take(shown.into()) {
        pen.go(0, row);
        hits.add(pen.here(body.width), Target::Row(View::Values, places(place)));
        let style = if place == values.cursor && has_keys { theme.cursor() } else { theme.name() };
        pen.go(1, row).fitted(&format!("{name:<names$}"), places(names), style).text(" ", Style::new());
        self::value(&mut pen, value, was.as_deref(), scene);
        row += 1;
    }
    let room = usize::from(body.height - row);
    for line in &values.messages[values.messages.len().saturating_sub(room)..] {
        pen.go(1, row).fitted(line, body.width.saturating_sub(1), theme.quiet());
        row += 1;
    }
}
