//! Draws the sheet as a picture: endless paper with pages of 70 lines, perforations, both colours of print,
//! and every printed character in its position.  [F-PAPER-1]

use super::paper::{PAGE_LINES, Position, Ribbon, Sheet, TOP_LINES};
use std::fmt::Write;

/// The distance between characters, in units of the picture. One inch (90 units) holds ten characters.
const PITCH: usize = 9;
/// The distance between lines, in units of the picture. One inch (90 units) holds 5.6 lines.
const LEADING: usize = 16;
/// The size of the font, in units of the picture. A Courier character is 0.6 × 15 = 9 units wide, which is
/// `PITCH`.
const FONT_SIZE: usize = 15;
/// The distance from the edge of the paper to the first character, in units of the picture.
const MARGIN: usize = 60;
/// The distance from the edge of the paper to the middle of the transport holes, in units of the picture.
const HOLES: usize = 18;
/// The minimum width of the paper, in characters.
const LEAST_COLUMNS: usize = 80;

/// Draws the sheet as an SVG document.
pub fn draw(sheet: &Sheet) -> String {
    let columns = sheet.lines().iter().map(Vec::len).max().unwrap_or(0).max(LEAST_COLUMNS);
    let pages = (sheet.lines().len() + TOP_LINES).div_ceil(PAGE_LINES);
    let width = 2 * MARGIN + columns * PITCH;
    let height = pages * PAGE_LINES * LEADING;
    let mut svg = String::new();
    open(&mut svg, width, height);
    fold(&mut svg, width, pages);
    for (number, line) in sheet.lines().iter().enumerate() {
        draw_line(&mut svg, (number + TOP_LINES) * LEADING + LEADING - 4, line);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Appends a formatted text to `svg`. Writing to a `String` cannot fail.
fn add(svg: &mut String, piece: std::fmt::Arguments<'_>) {
    let _ = svg.write_fmt(piece);
}

fn open(svg: &mut String, width: usize, height: usize) {
    add(
        svg,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" xml:space=\"preserve\">\n\
             <title>From GIER's typewriter</title>\n<style>\n\
             text {{ font: {FONT_SIZE}px Courier, 'Courier New', monospace; fill: #1c1b1a; white-space: pre }}\n\
             path {{ fill: none; stroke: #1c1b1a }}\n\
             text.r {{ fill: #b3201c }} path.r {{ stroke: #b3201c }}\n\
             .fold {{ stroke: #a89f8c; stroke-dasharray: 4 4 }}\n\
             .holes {{ stroke: #d8d0bd; stroke-width: 9; stroke-linecap: round; stroke-dasharray: 0 32 }}\n\
             </style>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#f7f2e4\"/>\n"
        ),
    );
}

/// Draws the transport holes at both edges, and the perforations before the first page and after every page.
fn fold(svg: &mut String, width: usize, pages: usize) {
    let height = pages * PAGE_LINES * LEADING;
    for x in [HOLES, width - HOLES] {
        add(svg, format_args!("<path class=\"holes\" d=\"M{x} 16V{height}\"/>\n"));
    }
    for page in 0..=pages {
        let y = page * PAGE_LINES * LEADING;
        add(svg, format_args!("<path class=\"fold\" d=\"M0 {y}H{width}\"/>\n"));
    }
}

fn draw_line(svg: &mut String, base: usize, line: &[Position]) {
    for (start, text, ribbon) in runs(line) {
        let x = MARGIN + start * PITCH;
        let length = text.chars().count() * PITCH;
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let class = class(ribbon);
        add(svg, format_args!("<text{class} x=\"{x}\" y=\"{base}\" textLength=\"{length}\">{text}</text>\n"));
    }
    for (column, position) in line.iter().enumerate() {
        for strike in position.overlays() {
            let x = MARGIN + column * PITCH;
            let class = class(strike.ribbon);
            let path = if strike.glyph == '_' {
                format!("M{x} {}h{PITCH}", base + 3)
            } else {
                format!("M{}.5 {}v{LEADING}", x + PITCH / 2, base + 3 - LEADING)
            };
            add(svg, format_args!("<path{class} d=\"{path}\"/>\n"));
        }
    }
}

fn class(ribbon: Ribbon) -> &'static str {
    match ribbon {
        Ribbon::Black => "",
        Ribbon::Red => " class=\"r\"",
    }
}

/// Splits a line into pieces, each of one colour. A piece consists of its first column, its text and its
/// colour. The text does not begin or end with a space.
fn runs(line: &[Position]) -> Vec<(usize, String, Ribbon)> {
    let mut runs: Vec<(usize, String, Ribbon)> = Vec::new();
    for (column, position) in line.iter().enumerate() {
        let Some(strike) = position.body() else { continue };
        match runs.last_mut() {
            Some((start, text, ribbon)) if *ribbon == strike.ribbon => {
                let spaces = column - *start - text.chars().count();
                text.extend(std::iter::repeat_n(' ', spaces));
                text.push(strike.glyph);
            }
            _ => runs.push((column, strike.glyph.to_string(), strike.ribbon)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::Symbol;

    fn drawn(codes: &[u8]) -> String {
        let mut sheet = Sheet::new();
        for &code in codes {
            sheet.take(Symbol::new(code));
        }
        draw(&sheet)
    }

    fn marks(svg: &str) -> Vec<&str> {
        svg.lines()
            .filter(|line| {
                line.starts_with("<text")
                    || line.starts_with("<path d")
                    || line.starts_with("<path class=\"r")
            })
            .collect()
    }

    #[test]
    fn every_strike_is_drawn_at_its_place() {
        // The symbols of one line: ` a<`, a red ` b`, a black ` ≤`, and a red `≠`.
        let svg = drawn(&[0, 49, 17, 29, 0, 50, 62, 0, 14, 17, 29, 60, 14, 4]);
        assert_eq!(
            marks(&svg),
            [
                r#"<text x="69" y="60" textLength="18">a&lt;</text>"#,
                r#"<text class="r" x="96" y="60" textLength="9">b</text>"#,
                r#"<text x="114" y="60" textLength="9">&lt;</text>"#,
                r#"<text class="r" x="123" y="60" textLength="9">=</text>"#,
                r#"<path d="M114 63h9"/>"#,
                r#"<path class="r" d="M127.5 47v16"/>"#,
            ]
        );
    }

    #[test]
    fn a_page_has_seventy_lines_and_a_fold_after_it() {
        let folds = |returns: usize| drawn(&vec![64; returns]).matches("class=\"fold\"").count();
        assert_eq!(folds(PAGE_LINES - TOP_LINES - 1), 2);
        assert_eq!(folds(PAGE_LINES - TOP_LINES), 3);
    }
}
