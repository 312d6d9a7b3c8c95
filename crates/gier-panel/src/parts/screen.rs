//! The whole picture from a scene: pure, so that it can be tested and turned into a file.

use super::layout::{self, LEAST};
use super::{desk, foot, help, history, listing, sheet, track};
use crate::ink::pen::Pen;
use crate::scene::{Drawn, Scene, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Draws everything.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Drawn {
    let mut drawn = Drawn::default();
    let Some(areas) = layout::areas(area, scene.view) else {
        let (width, height) = LEAST;
        let text = format!("make me larger: {width} columns, {height} rows");
        Pen::new(buffer, area).text(&text, scene.theme.alert());
        return drawn;
    };
    if scene.help.is_some() {
        let page = Rect { height: area.height - areas.foot.height, ..area };
        help::draw(scene, page, buffer);
        foot::keys(scene, areas.foot, buffer, &mut drawn.hits);
        drawn.page = page.height;
        return drawn;
    }
    desk::draw(scene, areas.desk, buffer, &mut drawn.hits);
    for (place, &(view, part)) in areas.views.iter().enumerate() {
        if place > 0 {
            divide(scene, part, buffer);
        }
        match view {
            View::Paper => drawn.cursor = sheet::draw(scene, part, buffer, &mut drawn.hits),
            View::Ferrite => listing::draw(scene, part, buffer, &mut drawn.hits),
            View::Drum => track::draw(scene, part, buffer, &mut drawn.hits),
            View::History => history::draw(scene, part, buffer),
        }
        drawn.page = part.height.saturating_sub(1);
    }
    if let Some(cursor) = foot::message(scene, areas.message, buffer) {
        drawn.cursor = Some(cursor);
    }
    foot::keys(scene, areas.foot, buffer, &mut drawn.hits);
    drawn
}

/// The line on the left of a part that stands beside another.
fn divide(scene: &Scene<'_>, part: Rect, buffer: &mut Buffer) {
    let Some(x) = part.x.checked_sub(1) else { return };
    for y in part.top()..part.bottom() {
        let sign = if y == part.top() { "┬" } else { "│" };
        buffer[(x, y)].set_symbol(sign).set_style(scene.theme.quiet());
    }
}
