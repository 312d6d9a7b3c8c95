//! Draws the program's source text and marks the next statement. Below the text, draws the visible variables
//! and the calls that led to the statement.
//!
//! ```text
//! ●▶ 12  removed := GROUP[actual group];
//! ││  └─ line
//! │└──── the next statement
//! └───── a breakpoint (○: off)
//! ```

use super::listing::breakpoint;
use crate::ink::pen::{Pen, places, rule};
use crate::scene::{Hits, Named, Scene, Source, Target, View};
use gier_word::Half;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::borrow::Cow;

/// The minimum number of rows for the variables, including the title.
const VARIABLES_LEAST: u16 = 4;

/// Draws the text and the variables. Returns the index of the first line shown, counted from 0.
pub(super) fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut Hits) -> u16 {
    let theme = scene.theme;
    let has_keys = scene.has_keys(View::Source);
    let Some(source) = &scene.source else {
        rule(buffer, area, &scene.say("text"), has_keys, theme);
        Pen::new(buffer, area)
            .go(1, 1)
            .text(&scene.say("The program has no map: its text is not known."), theme.quiet());
        return 0;
    };
    let wanted = places(source.variables.len() + source.calls.len()).saturating_add(1);
    // A short text leaves its rows to the variables and calls.
    let unused = area.height.saturating_sub(places(source.lines.len().max(2)) + 1);
    let below = wanted.clamp(VARIABLES_LEAST, unused.max(area.height / 2).max(VARIABLES_LEAST));
    let text = Rect { height: area.height.saturating_sub(below), ..area };
    let first = lines(scene, source, text, buffer, hits);
    variables(scene, source, Rect { y: text.bottom(), height: area.height - text.height, ..area }, buffer);
    first
}

fn title<'a>(scene: &Scene<'_>, source: &'a Source<'_>) -> Cow<'a, str> {
    let name = &source.name;
    let follows = if source.follow { ", follows" } else { "" };
    match &source.elsewhere {
        Some(place) => scene.say(&format!("{name}{follows}; the program is at {place}")).into_owned().into(),
        None if source.follow => scene.say(&format!("{name}, follows")).into_owned().into(),
        // The name is the user's.
        None => Cow::Borrowed(name),
    }
}

fn lines(scene: &Scene<'_>, source: &Source<'_>, area: Rect, buffer: &mut Buffer, hits: &mut Hits) -> u16 {
    let theme = scene.theme;
    let has_keys = scene.has_keys(View::Source);
    let body = rule(buffer, area, &title(scene, source), has_keys, theme);
    let mut pen = Pen::new(buffer, body);
    if source.lines.is_empty() {
        pen.go(1, 0).text(&scene.say("The text was not found, or has changed."), Style::new());
        if let Some((line, column)) = source.place {
            pen.go(1, 1).text(&scene.say(&format!("The program is at {line}:{column}.")), theme.current());
        }
        return 0;
    }
    let rows = places(source.lines.len());
    let cursor = u16::try_from(source.cursor).unwrap_or(u16::MAX).max(1);
    let first = super::listing::first_row(cursor - 1, body.height, rows);
    for (row, at) in (0..body.height).zip(first..rows) {
        let number = at + 1;
        pen.go(0, row);
        hits.add(pen.here(body.width), Target::Row(View::Source, number));
        hits.add(pen.here(1), Target::Gutter(View::Source, number, Half::Left));
        line(&mut pen, source, number, scene, has_keys);
    }
    first
}

fn line(pen: &mut Pen<'_>, source: &Source<'_>, number: u16, scene: &Scene<'_>, has_keys: bool) {
    let theme = scene.theme;
    let here = |line: u32| line == u32::from(number);
    let state = source.breaks.iter().filter(|(line, _)| here(*line)).map(|(_, on)| *on).max();
    breakpoint(pen, state, scene);
    let place = source.place.filter(|(line, _)| here(*line));
    pen.text(if place.is_some() { "▶" } else { " " }, theme.current());
    let is_chosen = here(source.cursor) && (!source.follow || has_keys);
    pen.text(&format!("{number:>3}"), if is_chosen { theme.cursor() } else { theme.quiet() })
        .text(" ", Style::new());
    let text = source.lines.get(usize::from(number) - 1).map_or("", String::as_str);
    let room = pen.room();
    match place {
        None => pen.fitted(text, room, Style::new()),
        Some((_, column)) => {
            let before = usize::try_from(column).expect("a column of a line").saturating_sub(1);
            let at = text.char_indices().nth(before).map_or(text.len(), |(at, _)| at);
            pen.text(&text[..at], Style::new());
            let room = pen.room();
            pen.fitted(&text[at..], room, theme.current())
        }
    };
}

/// Returns how many of `count` rows to show in a space of `room` rows. If not all fit, leaves one row free
/// for a note that says how many are missing.
const fn fitting(count: usize, room: usize) -> usize {
    if count > room { room.saturating_sub(1) } else { count }
}

fn variables(scene: &Scene<'_>, source: &Source<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    rule(buffer, area, &scene.say("variables, calls"), false, theme);
    let mut pen = Pen::new(buffer, Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area });
    let width = area.width.saturating_sub(1);
    let mut row = 0;
    // Calls are shown even if there are many variables, in at most half of the rows.
    let rows = usize::from(area.height.saturating_sub(1));
    let room = rows - source.calls.len().min(rows / 2);
    let shown = fitting(source.variables.len(), room);
    // What has changed comes first, so that it is seen.
    let (changed, same): (Vec<_>, Vec<_>) = source.variables.iter().partition(|row| row.was.is_some());
    for Named { name, value, was } in changed.into_iter().chain(same).take(shown) {
        pen.go(1, row).fitted(name, width, theme.name()).text(" = ", theme.quiet());
        super::values::value(&mut pen, value, was.as_deref(), scene);
        row += 1;
    }
    let hidden = source.variables.len() - shown;
    if hidden > 0 {
        let text = format!("{hidden} more: V shows one, :tell variables shows all");
        pen.go(1, row).fitted(&scene.say(&text), width, theme.quiet());
        row += 1;
    }
    let shown = fitting(source.calls.len(), rows.saturating_sub(row.into()));
    for call in source.calls.iter().take(shown) {
        pen.go(1, row).fitted(call, width, theme.quiet());
        row += 1;
    }
    let hidden = source.calls.len() - shown;
    if hidden > 0 {
        let text = format!("{hidden} more calls: :tell calls shows all");
        pen.go(1, row).fitted(&scene.say(&text), width, theme.quiet());
    }
}
