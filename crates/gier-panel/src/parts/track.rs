//! Draws a track of the drum, cell by cell, and compares it with ferrite if asked.

use crate::ink::pen::{Pen, rule};
use crate::scene::{Focus, Hits, Scene, Target, Track, View};
use gier_word::{Cell, TRACK_CELLS};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Draws the track.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut Hits) {
    let theme = scene.theme;
    let track = scene.track;
    let has_keys = scene.focus == Focus::Desk && scene.view == View::Drum;
    let name = if has_keys { theme.focus() } else { theme.name() };
    rule(buffer, area, &title(&track), has_keys, theme.quiet(), name);
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let mut pen = Pen::new(buffer, body);
    let Some(cells) = cells(&track) else {
        pen.text(" the drum has the tracks 0-319", theme.quiet());
        return;
    };
    let first = first_row(track.cursor, body.height);
    for (row, place) in (first..TRACK_CELLS as u16).take(body.height as usize).enumerate() {
        pen.go(0, row as u16);
        hits.add(pen.here(body.width), Target::Row(View::Drum, place));
        line(&mut pen, &track, place, cells[place as usize], scene);
    }
}

/// The cells of the track shown, if there is such a track.
pub fn cells<'a>(track: &Track<'a>) -> Option<&'a gier_word::Track> {
    track.drum.track(track.track)
}

/// The first row to show so that the cursor can be seen.
fn first_row(cursor: u16, height: u16) -> u16 {
    (cursor as i32 - height as i32 / 2).clamp(0, (TRACK_CELLS as i32 - height as i32).max(0)) as u16
}

fn title(track: &Track<'_>) -> String {
    let text = format!("drum, track {}, {}", track.track, track.form.name());
    let (Some(from), Some(cells)) = (track.compare, cells(track)) else { return text };
    let differ =
        (0..TRACK_CELLS as u16).filter(|&place| in_ferrite(track, from, place) != cells[place as usize]);
    format!("{text}, ferrite from {from}: {} differ", differ.count())
}

fn in_ferrite(track: &Track<'_>, from: u16, place: u16) -> Cell {
    track.ferrite.read((from + place) % gier_word::FERRITE_CELLS as u16)
}

fn line(pen: &mut Pen<'_>, track: &Track<'_>, place: u16, cell: Cell, scene: &Scene<'_>) {
    let theme = scene.theme;
    let style = if place == track.cursor { theme.cursor() } else { theme.quiet() };
    pen.text(&format!("{place:>3}"), style).text(" ", Style::new());
    let Some(from) = track.compare else {
        let room = pen.room();
        pen.fitted(&track.form.write(cell), room, Style::new());
        return;
    };
    let other = in_ferrite(track, from, place);
    let (sign, style) = if other == cell { ("=", theme.quiet()) } else { ("≠", theme.changed()) };
    let half = (pen.room().saturating_sub(3)) / 2;
    let column = pen.column();
    pen.fitted(&track.form.write(cell), half, Style::new());
    let row = pen.row();
    pen.go(column + half, row).text(&format!(" {sign} "), style);
    pen.fitted(&track.form.write(other), half, style);
}
