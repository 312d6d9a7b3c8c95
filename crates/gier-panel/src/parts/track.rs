//! Draws a drum track cell by cell. Can also compare each cell of the track with a cell of the ferrite store.

use super::listing::breakpoint;
use crate::ink::pen::{Pen, rule};
use crate::scene::{Hits, Scene, Target, Track, View};
use gier_desk::debug::stops::At;
use gier_word::tracks::GROUP_TRACKS;
use gier_word::{Address, Cell, Half, TRACK_CELLS};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Draws the track. Returns the position in the track (0-39) of the first cell shown.
pub(super) fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut Hits) -> u16 {
    let theme = scene.theme;
    let track = scene.track;
    let has_keys = scene.has_keys(View::Drum);
    let body = rule(buffer, area, &scene.say(&title(&track)), has_keys, theme);
    let mut pen = Pen::new(buffer, body);
    let Some(cells) = cells(&track) else {
        let last = track.drum.tracks().count() - 1;
        pen.text(" ", theme.quiet());
        pen.text(&scene.say(&format!("the drum has the tracks 0-{last}")), theme.quiet());
        return 0;
    };
    let rows = u16::try_from(TRACK_CELLS).expect("forty cells");
    let last = rows.saturating_sub(body.height);
    let first = track.top.unwrap_or_else(|| track.cursor.saturating_sub(body.height / 2)).min(last);
    for (row, place) in (0..body.height).zip(first..rows) {
        pen.go(0, row);
        hits.add(pen.here(body.width), Target::Row(View::Drum, place));
        for (column, half) in [(0, Half::Left), (1, Half::Right)] {
            hits.add(pen.go(column, row).here(1), Target::Gutter(View::Drum, place, half));
        }
        line(pen.go(0, row), &track, place, cells[usize::from(place)], scene);
    }
    first
}

/// The contents of the track that is shown, or `None` if the drum has no such track.
pub(super) fn cells<'a>(track: &Track<'a>) -> Option<&'a gier_word::Track> {
    track.drum.track(track.track)
}

fn title(track: &Track<'_>) -> String {
    let mut text = format!("drum, track {}, {}", track.track, track.form.name());
    if track.drum.tracks().count() > GROUP_TRACKS {
        let (group, place) = (track.track / GROUP_TRACKS as u16, track.track % GROUP_TRACKS as u16);
        text = format!("drum, track {}: group {group}, {place}; {}", track.track, track.form.name());
    }
    let (Some(from), Some(cells)) = (track.compare, cells(track)) else { return text };
    let differ = (0..).zip(cells).filter(|&(place, cell)| in_ferrite(track, from, place) != *cell);
    format!("{text}, ferrite from {from}: {} differ", differ.count())
}

fn in_ferrite(track: &Track<'_>, from: u16, place: u16) -> Cell {
    track.ferrite.read(Address::new(from) + place)
}

fn line(pen: &mut Pen<'_>, track: &Track<'_>, place: u16, cell: Cell, scene: &Scene<'_>) {
    let theme = scene.theme;
    let cell_of_track = u8::try_from(place).expect("forty cells");
    for half in [Half::Left, Half::Right] {
        let at = At::on_track(track.track.into(), cell_of_track, half);
        breakpoint(pen, track.breaks.state(&at), scene);
    }
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
