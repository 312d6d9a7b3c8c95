//! Draws the drum as a ring: the forty words of a track's turn, and which of them lies under the
//! heads now.

use crate::ink::pen::{Pen, rule};
use crate::scene::Scene;
use core::f64::consts::TAU;
use gier_desk::debug::place;
use gier_word::TRACK_CELLS;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Columns and rows from the middle to the edge: two words never share a place.
const RADII: (f64, f64) = (12.0, 6.0);
/// The rows that the ring takes, with its title.
pub const HEIGHT: u16 = 14;
/// Columns of the ring itself.
const WIDTH: u16 = 25;

/// Where a word of the turn stands, from the upper left corner; word 0 is at the top. By the library
/// that makes the sound: the host's own would come twice to the web page.
fn place_of(word: usize) -> (u16, u16) {
    let angle = TAU * word as f64 / TRACK_CELLS as f64;
    let place = |middle: f64, offset: f64| (middle + offset).round() as u16;
    (place(RADII.0, RADII.0 * libm::sin(angle)), place(RADII.1, -RADII.1 * libm::cos(angle)))
}

/// Draws the drum.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    rule(buffer, area, "drum", false, theme.quiet(), theme.name());
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let mut pen = Pen::new(buffer, body);
    let view = &scene.desk.view;
    let head = usize::from(view.drum_position);
    for word in 0..TRACK_CELLS {
        let (column, row) = place_of(word);
        let (sign, style) = match word == head {
            true => ("●", theme.current()),
            false => ("·", theme.quiet()),
        };
        pen.go(column + 1, row).text(sign, style);
    }
    let lines = [
        format!("track {}", view.drum_track),
        format!("word {head}"),
        if view.drum_busy { "in transfer".to_string() } else { "at rest".to_string() },
    ];
    for (row, line) in (5..).zip(lines) {
        pen.go(8, row).text(&line, Style::new());
    }
    // Where the next order came from, and what is selected for the next transfer.
    let next = scene.listing.next;
    let brought = scene.track.drum.brought(next.cell);
    let right = [
        format!("tk {}", view.tk),
        String::new(),
        format!("{} came from", place::write(next)),
        brought.map_or("no track".to_string(), |(track, word)| format!("{word} of track {track}")),
    ];
    for (row, line) in (0..).zip(right) {
        let column = WIDTH + 2;
        let width = area.width.saturating_sub(column);
        pen.go(column, row).fitted(&line, width, theme.quiet());
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
