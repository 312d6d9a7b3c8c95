//! Draws a picture of the panel as an SVG document, from the same buffer that a terminal shows.

use super::lamps::SIGNS;
use super::pen::{self, places};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::fmt::Write;

/// The width of a character in SVG units.
const WIDTH: f32 = 8.4;
/// The height of a character in SVG units.
const HEIGHT: u32 = 17;
/// The margin around the screen in SVG units.
const MARGIN: u16 = 12;

/// The default colours of a picture: the background and the text.
#[derive(Clone, Copy, Debug)]
struct Ground {
    back: &'static str,
    front: &'static str,
}

const DARK: Ground = Ground { back: "#14161a", front: "#d6d3cb" };
const LIGHT: Ground = Ground { back: "#fbfaf6", front: "#24221f" };

/// Draws the picture as an SVG document. `is_light` selects a light background.
pub fn draw(buffer: &Buffer, title: &str, is_light: bool) -> String {
    let ground = if is_light { LIGHT } else { DARK };
    let width = f32::from(buffer.area.width) * WIDTH + 2.0 * f32::from(MARGIN);
    let height = u32::from(buffer.area.height) * HEIGHT + 2 * u32::from(MARGIN);
    let mut svg = String::new();
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height}\" width=\"{width:.0}\" \
         height=\"{height}\" xml:space=\"preserve\">\n<title>{}</title>\n<style>text {{ font: 14px 'DejaVu Sans Mono', 'Liberation Mono', \
         Menlo, Consolas, monospace; white-space: pre }}</style>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" \
         fill=\"{}\"/>\n",
        escaped(title),
        ground.back
    );
    for (row, cells) in (0..).zip(buffer.content.chunks(buffer.area.width.max(1).into())) {
        draw_row(&mut svg, row, cells, ground);
    }
    svg.push_str("</svg>\n");
    svg
}

/// The picture as lines of text, without colours.
pub fn text(buffer: &Buffer) -> String {
    let rows = buffer.content.chunks(buffer.area.width.max(1).into());
    rows.map(|row| symbols(row).collect::<String>().trim_end().to_string() + "\n").collect()
}

/// The style of one piece of a row.
#[derive(Clone, PartialEq)]
struct Style {
    front: String,
    back: Option<String>,
    is_bold: bool,
    is_underlined: bool,
}

impl Style {
    fn of(cell: &Cell, ground: Ground) -> Style {
        let front = colour(cell.fg).unwrap_or_else(|| ground.front.to_string());
        let back = colour(cell.bg);
        let (front, back) = if cell.modifier.contains(Modifier::REVERSED) {
            (back.unwrap_or_else(|| ground.back.to_string()), Some(front))
        } else {
            (front, back)
        };
        Style {
            front,
            back,
            is_bold: cell.modifier.contains(Modifier::BOLD),
            is_underlined: cell.modifier.contains(Modifier::UNDERLINED),
        }
    }
}

/// The text of each cell of a row. It is empty for a cell that the wide character before it covers.
fn symbols(cells: &[Cell]) -> impl Iterator<Item = &str> {
    let mut covered = 0;
    cells.iter().map(move |cell| {
        if covered > 0 {
            covered -= 1;
            return "";
        }
        covered = pen::columns(cell.symbol()).saturating_sub(1);
        cell.symbol()
    })
}

/// Divides a row into pieces in which all characters have the same style. Returns the first column, the
/// number of columns, the text and the style of each piece.
fn pieces(cells: &[Cell], ground: Ground) -> Vec<(u16, u16, String, Style)> {
    let mut pieces: Vec<(u16, u16, String, Style)> = Vec::new();
    for ((column, cell), symbol) in (0..).zip(cells).zip(symbols(cells)) {
        let look = Style::of(cell, ground);
        match pieces.last_mut() {
            Some((_, columns, text, last)) if *last == look => {
                *columns += 1;
                text.push_str(symbol);
            }
            _ => pieces.push((column, 1, symbol.to_string(), look)),
        }
    }
    pieces
}

fn draw_row(svg: &mut String, row: u16, cells: &[Cell], ground: Ground) {
    for (column, columns, text, look) in pieces(cells, ground) {
        draw_piece(svg, column, row, columns, &text, &look);
    }
}

/// A piece of a row on a web page. All characters of the piece have the same style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text of the piece.
    pub text: String,
    /// The CSS properties in which the piece differs from the page. Empty if there are none.
    pub style: String,
}

impl Piece {
    fn new(text: &str, look: &Style, ground: Ground) -> Piece {
        let mut style = String::new();
        if look.front != ground.front {
            let _ = write!(style, "color:{};", look.front);
        }
        if let Some(back) = &look.back {
            let _ = write!(style, "background:{back};");
        }
        if look.is_bold {
            style.push_str("font-weight:bold;");
        }
        if look.is_underlined {
            style.push_str("text-decoration:underline;");
        }
        Piece { text: text.to_string(), style }
    }
}

/// Divides a row into pieces for a web page. All characters of a piece have the same style, and each lamp is
/// a separate piece. `is_light` selects the colours for a light background.
pub fn page_row(cells: &[Cell], is_light: bool) -> Vec<Piece> {
    let ground = if is_light { LIGHT } else { DARK };
    let mut row_pieces = Vec::new();
    for (_, _, text, look) in pieces(cells, ground) {
        if text.chars().all(|sign| SIGNS.contains(&sign)) {
            let mut sign_text = [0; 4];
            row_pieces
                .extend(text.chars().map(|sign| Piece::new(sign.encode_utf8(&mut sign_text), &look, ground)));
        } else {
            row_pieces.push(Piece::new(&text, &look, ground));
        }
    }
    row_pieces
}

fn draw_piece(svg: &mut String, column: u16, row: u16, columns: u16, text: &str, look: &Style) {
    let x = f32::from(MARGIN) + f32::from(column) * WIDTH;
    let top = u32::from(MARGIN) + u32::from(row) * HEIGHT;
    let width = f32::from(columns) * WIDTH;
    if let Some(back) = &look.back {
        // It reaches into the next character, which is drawn after it. Otherwise, a line is seen between them.
        let width = width + 0.5;
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{HEIGHT}\" fill=\"{back}\"/>"
        );
    }
    if text.trim().is_empty() && !look.is_underlined {
        return;
    }
    let before = text.chars().take_while(|&character| character == ' ').count();
    let inside = text.trim();
    let (x, width) = if look.is_underlined {
        (x, width)
    } else {
        (x + f32::from(places(before)) * WIDTH, f32::from(places(pen::columns(inside))) * WIDTH)
    };
    let inside = if look.is_underlined { text } else { inside };
    let weight = if look.is_bold { " font-weight=\"bold\"" } else { "" };
    let line = if look.is_underlined { " text-decoration=\"underline\"" } else { "" };
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{}\" textLength=\"{width:.1}\" fill=\"{}\"{weight}{line}>{}</text>",
        top + HEIGHT - 4,
        look.front,
        escaped(inside)
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Converts a terminal's colour to CSS. A console's own colours are those of xterm. Returns `None` for colours that
/// the panel does not use.
fn colour(colour: Color) -> Option<String> {
    match colour {
        Color::Indexed(number @ 16..=231) => {
            let level = |step: u8| if step == 0 { 0 } else { 55 + u32::from(step) * 40 };
            let number = number - 16;
            let [r, g, b] = [number / 36, number / 6 % 6, number % 6].map(level);
            Some(format!("#{r:02x}{g:02x}{b:02x}"))
        }
        Color::Indexed(number @ 232..=255) => {
            let grey = 8 + (u32::from(number) - 232) * 10;
            Some(format!("#{grey:02x}{grey:02x}{grey:02x}"))
        }
        Color::Black => Some("#000000".to_string()),
        Color::Red => Some("#cd0000".to_string()),
        Color::Green => Some("#00cd00".to_string()),
        Color::Yellow => Some("#cdcd00".to_string()),
        Color::Gray => Some("#e5e5e5".to_string()),
        Color::LightYellow => Some("#ffff00".to_string()),
        Color::LightBlue => Some("#5c5cff".to_string()),
        Color::LightMagenta => Some("#ff00ff".to_string()),
        Color::LightCyan => Some("#00ffff".to_string()),
        Color::White => Some("#ffffff".to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    #[test]
    fn a_row_becomes_pieces_of_one_look() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 8, 1));
        buffer.set_string(0, 0, "a<b", Style::new());
        buffer.set_string(4, 0, "R", Style::new().fg(Color::Indexed(196)).add_modifier(Modifier::BOLD));
        let svg = draw(&buffer, "x", false);
        assert!(svg.contains(">a&lt;b</text>"), "{svg}");
        assert!(svg.contains("fill=\"#ff0000\" font-weight=\"bold\">R</text>"), "{svg}");
        assert_eq!(svg.matches("<text").count(), 2);
    }
}
