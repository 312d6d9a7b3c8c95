//! Draws the drum as a ring of forty words, and marks the word under the heads.

use crate::ink::pen::{Pen, rule};
use crate::scene::Scene;
use core::f64::consts::TAU;
use gier_desk::notation::place;
use gier_word::TRACK_CELLS;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The radius of the ring, in columns and in rows.
const RADII: (f64, f64) = (12.0, 6.0);
/// How many rows the ring takes, with its title.
pub(super) const HEIGHT: u16 = 14;
/// How many columns the ring takes.
const WIDTH: u16 = 25;

/// The column and row at which a word of the ring is drawn, counted from the upper left corner. Word 0 is at
/// the top.
fn place_of(word: usize) -> (u16, u16) {
    let angle = TAU * word as f64 / TRACK_CELLS as f64;
    let place = |middle: f64, offset: f64| (middle + offset).round() as u16;
    (place(RADII.0, RADII.0 * libm::sin(angle)), place(RADII.1, -RADII.1 * libm::cos(angle)))
}

/// Draws the drum as a ring.
pub(super) fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let body = rule(buffer, area, &scene.say("drum"), false, theme);
    let mut pen = Pen::new(buffer, body);
    let (machine, drum) = (scene.desk.machine, &scene.desk.machine.devices().drum);
    let head = usize::from(drum.position(machine.now()));
    for word in 0..TRACK_CELLS {
        let (column, row) = place_of(word);
        let (sign, style) = match word == head {
            true => ("●", theme.current()),
            false => ("·", theme.quiet()),
        };
        pen.go(column + 1, row).text(sign, style);
    }
    let lines = [
        format!("track {}", drum.last_track()),
        format!("word {head}"),
        if drum.busy() { "in transfer".to_string() } else { "idle".to_string() },
    ];
    for (row, line) in (5..).zip(lines) {
        pen.go(8, row).text(&scene.say(&line), Style::new());
    }
    // The right column shows the selected track, and the track from which the next order was loaded.
    let next = scene.listing.next;
    let brought = scene.track.drum.origin_of(next.cell);
    let right = [
        format!("tk {}", machine.cpu().registers().tk),
        String::new(),
        format!("{} came from", place::write(next)),
        brought.map_or("no track".to_string(), |(track, word)| format!("{word} of track {track}")),
    ];
    for (row, line) in (0..).zip(right) {
        let column = WIDTH + 2;
        let width = area.width.saturating_sub(column);
        pen.go(column, row).fitted(&scene.say(&line), width, theme.quiet());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_word_has_a_place_of_its_own() {
        let places: BTreeSet<_> = (0..TRACK_CELLS).map(place_of).collect();
        assert_eq!(places.len(), TRACK_CELLS);
        assert!(places.iter().all(|&(column, row)| column < WIDTH && row + 1 < HEIGHT));
    }
}
