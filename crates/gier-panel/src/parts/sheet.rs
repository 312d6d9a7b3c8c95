//! Draws the typewriter's paper with black and red text, underlines and overstrikes. Also draws the carriage,
//! the perforation after each page, and the lamp that is lit when GIER waits for a key.

use crate::ink::lamps::Glow;
use crate::ink::pen::{Pen, places, rule};
use crate::scene::{Focus, Hits, Scene, Target};
use gier_desk::typewriter::paper::{PAGE_LINES, Position, Ribbon, Sheet, TOP_LINES, composed};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// The number of empty columns to the left of a line.
const MARGIN: u16 = 1;

/// What one row of the typewriter's view shows.
enum SheetRow {
    /// The line of the sheet with this number, counted from 0.
    Line(usize),
    /// The perforation above the page with this number.
    Fold(usize),
}

/// Draws the typewriter. Returns the position of the carriage if the carriage is visible and the typewriter
/// receives your keys.
pub(super) fn draw(
    scene: &Scene<'_>,
    area: Rect,
    buffer: &mut Buffer,
    hits: &mut Hits,
) -> Option<(u16, u16)> {
    let paper = scene.paper;
    let has_keys = scene.focus == Focus::Typewriter;
    hits.add(area, Target::Paper);
    rule(buffer, area, &scene.say(&title(scene)), has_keys, scene.theme);
    if paper.lamp {
        let text = format!(" {} ", scene.say("GIER waits for a key ●"));
        let width = places(text.chars().count());
        let mut pen = Pen::new(buffer, Rect { height: 1, ..area });
        pen.go(area.width.saturating_sub(width + 1), 0).text(&text, scene.theme.lamp(Glow::ON));
    }
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let rows = rows(paper.sheet, body.height.into(), paper.scroll);
    let shift = shift(paper.sheet, body.width);
    buffer.set_style(body, scene.theme.paper());
    let mut pen = Pen::new(buffer, body);
    let mut carriage = None;
    // The newest line is at the bottom, as behind the roll of a typewriter.
    let first = body.height - places(rows.len());
    for (row, content) in (first..).zip(&rows) {
        pen.go(0, row);
        match content {
            SheetRow::Fold(page) => fold(&mut pen, *page, scene.theme.paper()),
            SheetRow::Line(line) => {
                let positions = &paper.sheet.lines()[*line];
                let number = paper.sheet.dropped() + line + 1;
                self::line(&mut pen, number, positions, shift, scene, hits);
                if line + 1 == paper.sheet.lines().len() {
                    let column = MARGIN + places(paper.sheet.column().saturating_sub(shift));
                    carriage = self::carriage(&mut pen, column, row, has_keys, scene);
                }
            }
        }
    }
    carriage
}

fn title(scene: &Scene<'_>) -> String {
    let scrolled = match scene.paper.scroll {
        0 => String::new(),
        1 => ", 1 line back".to_string(),
        lines => format!(", {lines} lines back"),
    };
    let lines = scene.paper.sheet.lines().len();
    format!("typewriter, line {lines}{scrolled}")
}

/// The rows to draw, at most `height`. The paper is scrolled up by `scroll` lines from its end.
fn rows(sheet: &Sheet, height: usize, scroll: usize) -> Vec<SheetRow> {
    let last = sheet.lines().len().saturating_sub(scroll).max(1).min(sheet.lines().len());
    let mut rows = Vec::new();
    for line in (0..last).rev() {
        if rows.len() >= height {
            break;
        }
        rows.push(SheetRow::Line(line));
        let on_page = line + TOP_LINES;
        if on_page.is_multiple_of(PAGE_LINES) && rows.len() < height {
            rows.push(SheetRow::Fold(on_page / PAGE_LINES + 1));
        }
    }
    rows.reverse();
    rows
}

/// How many columns the paper is shifted to the left, so that the carriage stays visible.
fn shift(sheet: &Sheet, width: u16) -> usize {
    let room = usize::from(width.saturating_sub(MARGIN + 1));
    (sheet.column() + 1).saturating_sub(room.max(1))
}

fn fold(pen: &mut Pen<'_>, page: usize, style: Style) {
    pen.text(&format!("╌╌ page {page} "), style);
    while pen.room() > 0 {
        pen.sign("╌", style);
    }
}

fn line(
    pen: &mut Pen<'_>,
    number: usize,
    positions: &[Position],
    shift: usize,
    scene: &Scene<'_>,
    hits: &mut Hits,
) {
    pen.text(" ", Style::new());
    for (column, position) in (1..).zip(positions).skip(shift) {
        if position.body().is_some() {
            hits.add(pen.here(1), Target::Character(number, column));
        }
        let mut style = Style::new();
        if position.body().into_iter().chain(position.overlays()).any(|strike| strike.ribbon == Ribbon::Red) {
            style = scene.theme.red_ribbon();
        }
        let (sign, underlined) = picture(position);
        if underlined {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        pen.sign(&sign, style);
    }
}

/// Returns the text to draw at a position of the paper. The second result is true if the terminal must
/// underline the text.
fn picture(position: &Position) -> (String, bool) {
    let overlays: Vec<char> = position.overlays().map(|strike| strike.glyph).collect();
    let body = position.body().map_or(' ', |strike| strike.glyph);
    let mut text = String::new();
    composed(&overlays, body, &mut text);
    let combined = text.chars().count() > 1;
    if !combined {
        return (text, false);
    }
    let underlined = overlays.contains(&'_');
    let bars: Vec<char> = overlays.into_iter().filter(|&overlay| overlay != '_').collect();
    let mut text = String::new();
    composed(&bars, body, &mut text);
    (text, underlined)
}

/// Draws the carriage as `▁` at the position of the next character. Returns this position if the typewriter
/// receives your keys.
fn carriage(
    pen: &mut Pen<'_>,
    column: u16,
    row: u16,
    has_keys: bool,
    scene: &Scene<'_>,
) -> Option<(u16, u16)> {
    let here = pen.go(column, row).here(1);
    if here.is_empty() {
        return None;
    }
    let style = scene.theme.paper();
    pen.sign("▁", if has_keys { style.add_modifier(Modifier::BOLD) } else { style });
    has_keys.then_some((here.x, here.y))
}
