//! Shows the plotter's whole drawing with the dots of Braille characters.

use crate::ink::figures::grouped;
use crate::ink::pen::{Pen, rule};
use crate::scene::{Scene, View};
use gier_desk::plotter::Drawing;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The bit number of each dot of a Braille character, row by row from the top.
const DOTS: [[u8; 2]; 4] = [[0, 3], [1, 4], [2, 5], [6, 7]];
/// The Braille character without dots.
const BLANK: u32 = 0x2800;

/// Shows the plotter's drawing below a title. The title gives the number of lines, and the number of steps
/// that the pen has moved.
pub(super) fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let drawing = scene.drawing;
    let has_keys = scene.has_keys(View::Plotter);
    let (lines, steps) = (grouped(drawing.lines().len()), grouped(drawing.steps()));
    let title = format!("plotter: {lines} lines, {steps} steps");
    let body = rule(buffer, area, &scene.say(&title), has_keys, theme);
    let dots = dots(drawing, body.width.into(), body.height.into());
    let mut pen = Pen::new(buffer, body);
    for (row, line) in (0..).zip(&dots) {
        pen.go(0, row);
        for &bits in line {
            let sign = char::from_u32(BLANK + u32::from(bits)).filter(|_| bits > 0).unwrap_or(' ');
            pen.sign(sign.encode_utf8(&mut [0; 4]), Style::new());
        }
    }
}

/// Scales the drawing to this many columns and rows of characters. Returns the dots of each character as
/// Braille bits.
fn dots(drawing: &Drawing, columns: usize, rows: usize) -> Vec<Vec<u8>> {
    let mut dots = vec![vec![0; columns]; rows];
    let Some(((left, low), (right, high))) = drawing.bounds() else { return dots };
    if columns == 0 || rows == 0 {
        return dots;
    }
    let (width, height) = (f64::from(right - left).max(1.0), f64::from(high - low).max(1.0));
    let (across, down) = ((columns * 2 - 1) as f64, (rows * 4 - 1) as f64);
    let scale = (across / width).min(down / height);
    let place = |(x, y): (i32, i32)| (f64::from(x - left) * scale, f64::from(high - y) * scale);
    for line in drawing.lines() {
        for ends in line.points.windows(2) {
            let (from, to) = (place(ends[0]), place(ends[1]));
            let count = libm::ceil((to.0 - from.0).abs().max((to.1 - from.1).abs())).max(1.0);
            for at in 0..=(count as usize) {
                let part = at as f64 / count;
                let x = libm::round(from.0 + (to.0 - from.0) * part) as usize;
                let y = libm::round(from.1 + (to.1 - from.1) * part) as usize;
                dots[y / 4][x / 2] |= 1 << DOTS[y % 4][x % 2];
            }
        }
    }
    dots
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::Symbol;

    #[test]
    fn a_square() {
        let mut drawing = Drawing::default();
        for code in [32, 4, 4, 4, 8, 8, 8, 2, 2, 2, 1, 1, 1] {
            drawing.take(Symbol::new(code));
        }
        let signs: String = dots(&drawing, 2, 1)[0]
            .iter()
            .filter_map(|&bits| char::from_u32(BLANK + u32::from(bits)))
            .collect();
        assert_eq!(signs, "⣏⣹");
        assert_eq!(dots(&Drawing::default(), 2, 2), [[0, 0], [0, 0]]);
    }
}
