//! Draws the whole picture from a scene. The picture depends only on the scene and the area.

pub use super::areas::TOGETHER;
use super::areas::{self, Areas, LEAST};
use super::{
    answer, breaks, desk, foot, help, history, listing, plotter, ring, sheet, source, store_map, tapes,
    track, values,
};
use crate::ink::pen::Pen;
use crate::scene::{Drawn, Focus, Scene, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Draws the whole picture. Returns the positions of the parts, for clicks and scrolling.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Drawn {
    let mut drawn = Drawn { width: area.width, ..Drawn::default() };
    let Some(areas) = areas(scene, area) else {
        let (width, height) = LEAST;
        let lines = [
            format!("too small: needs {width} columns, {height} rows"),
            "^C quits; other keys do nothing".to_string(),
        ];
        let mut pen = Pen::new(buffer, area);
        for (row, line) in (0..).zip(lines) {
            pen.go(0, row).text(&scene.say(&line), scene.theme.alert());
        }
        drawn.too_small = true;
        return drawn;
    };
    let page = Rect { height: area.height - areas.foot.height, ..area };
    if scene.help.is_some() {
        help::draw(scene, page, buffer);
        foot::keys(scene, areas.foot, buffer, &mut drawn.hits);
        drawn.page = page.height;
        if !scene.message.is_empty() || scene.prompt.is_some() {
            drawn.cursor = foot::message(scene, areas.message, false, buffer);
        }
        return drawn;
    }
    if let Some(lines) = scene.answer {
        drawn.rows = answer::draw(scene, lines, page, buffer);
        drawn.page = page.height;
        return drawn;
    }
    if let Some(chosen) = scene.breaks_page {
        breaks::draw(scene, chosen, page, buffer);
        return drawn;
    }
    desk::draw(scene, areas.desk, buffer, &mut drawn.hits);
    for (place, &(view, part)) in areas.views.iter().enumerate() {
        if place > 0 {
            divide(scene, part, areas.desk.bottom(), buffer);
        }
        let mut first = 0;
        match view {
            View::Paper => drawn.cursor = sheet::draw(scene, part, buffer, &mut drawn.hits),
            View::Ferrite => first = listing::draw(scene, part, buffer, &mut drawn.hits),
            View::Drum => first = track::draw(scene, part, buffer, &mut drawn.hits),
            View::Source => first = source::draw(scene, part, buffer, &mut drawn.hits),
            View::History => history::draw(scene, part, buffer),
            View::Values => values::draw(scene, part, buffer, &mut drawn.hits),
            View::Map => store_map::draw(scene, part, buffer, &mut drawn.hits),
            View::Tapes => tapes::draw(scene, part, buffer),
            View::Plotter => plotter::draw(scene, part, buffer),
        }
        drawn.views.push((view, part, first));
        let scrolled = if scene.focus == Focus::Typewriter { View::Paper } else { scene.view };
        if view == scrolled || place == 0 {
            drawn.page = part.height.saturating_sub(1);
        }
    }
    if let Some(part) = areas.ring {
        divide(scene, part, areas.desk.bottom(), buffer);
        ring::draw(scene, part, buffer);
    }
    if let Some(lines) = areas.explanation {
        foot::did_and_next(scene, lines, buffer);
    }
    if let Some(cursor) = foot::message(scene, areas.message, areas.explanation.is_none(), buffer) {
        drawn.cursor = Some(cursor);
    }
    answer::offers(scene, areas.message, buffer);
    foot::keys(scene, areas.foot, buffer, &mut drawn.hits);
    drawn
}

fn areas(scene: &Scene<'_>, area: Rect) -> Option<Areas> {
    let has_text = scene.source.as_ref().is_some_and(|source| source.is_algol);
    areas::areas(area, scene.view, has_text, scene.zooms)
}

/// Draws a vertical line in the column directly to the left of a part. `top` is the first row below the desk.
fn divide(scene: &Scene<'_>, part: Rect, top: u16, buffer: &mut Buffer) {
    let Some(x) = part.x.checked_sub(1) else { return };
    for y in part.top()..part.bottom() {
        let sign = match y {
            _ if y == top => "┬",
            _ if y == part.top() && x > 0 && buffer[(x - 1, y)].symbol() == "─" => "┬",
            _ if y == part.top() => "├",
            _ => "│",
        };
        buffer[(x, y)].set_symbol(sign).set_style(scene.theme.quiet());
    }
}
