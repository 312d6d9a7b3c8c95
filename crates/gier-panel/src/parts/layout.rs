//! Computes the areas of the panel's parts from the size of the terminal.
//!
//! | columns of the terminal | views below the desk |
//! |---|---|
//! | at most 117 | the chosen view |
//! | 118 or more | the paper, and next to it the chosen view |
//! | 140 or more | for ALGOL, the source text is next to the paper until you choose another view |
//! | 166 or more | the paper, the ferrite store, and a column with the history above the drum |
//! | 166 or more, and enough rows | in addition, below the ferrite store: the values and the drum as a ring |
//! | 198 or more, and enough rows | in addition, next to the drum: the map of the ferrite store |
//!
//! For an ALGOL program and 166 columns or more, the source text replaces the ferrite store, the values and
//! the ring. The ferrite store replaces the drum, and the map needs 218 columns. If you choose a view that is
//! not visible, it replaces the view at the bottom right.

use super::{map, ring};
use crate::scene::View;
use ratatui::layout::Rect;

/// In a terminal with at least this many columns, a view is next to the paper. The desk then has two columns.
pub(super) const WIDE: u16 = 118;
/// In a terminal with at least this many columns, the source text of an ALGOL program is next to the paper.
/// If you choose another view, it replaces the text.
const WITH_TEXT: u16 = 140;
/// In a terminal with at least this many columns, three columns of views are below the desk.
pub(super) const VERY_WIDE: u16 = 166;
/// The width of the paper in columns, if a view is next to the paper. It is enough for the longest line of
/// the program NIM.
const PAPER_WIDTH: u16 = 78;
/// The width of the ferrite listing in columns, if there are three columns of views.
const LISTING_WIDTH: u16 = 44;
/// The maximum width of the program's source text in columns, if there are three columns of views.
const TEXT_WIDTH: u16 = 64;
/// If the source text is in the middle, the view to its right is at least this many columns wide.
const LAST_LEAST: u16 = 42;
/// How many rows the view of values has below the ferrite listing.
const VALUES_HEIGHT: u16 = 9;
/// If the middle column has at least this many rows, two more parts are below the ferrite listing: the view
/// of values, and the drum as a ring.
const HIGH_COLUMN: u16 = 38;
/// A column with at least this many rows shows two views, one above the other.
const TALL: u16 = 20;
/// The minimum height in rows of the history, if the map is below it.
const HISTORY_LEAST: u16 = 8;
/// The minimum width of the drum view in columns, if the map is next to the drum.
const DRUM_WIDTH: u16 = 36;
/// The size of the smallest usable terminal, in columns and rows. In a smaller terminal, the panel only asks
/// for more room.
pub(super) const LEAST: (u16, u16) = (60, 16);
/// In a terminal with at least this many rows, the keys take two lines. The explanation of the order under
/// the cursor then has a line of its own.
const HIGH: u16 = 34;

/// The areas of the panel's parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Areas {
    pub desk: Rect,
    /// The visible views and their areas, from left to right.
    pub views: Vec<(View, Rect)>,
    /// The area for the drum as a ring, if the screen is large enough.
    pub ring: Option<Rect>,
    /// The line that explains the order under the cursor. If `None`, the message line contains the
    /// explanation.
    pub explanation: Option<Rect>,
    /// The line for messages and questions.
    pub message: Rect,
    /// The bottom lines, which show the keys.
    pub foot: Rect,
}

/// Computes the areas for the chosen view in a terminal of this size. `has_text` says whether the program has
/// a source text in ALGOL. Returns `None` if the terminal is too small.
pub(super) fn areas(area: Rect, view: View, has_text: bool) -> Option<Areas> {
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return None;
    }
    let desk_height = if area.width >= WIDE { 6 } else { 8 };
    let (foot_height, explained) = if area.height >= HIGH { (2, 1) } else { (1, 0) };
    let middle_height = area.height - desk_height - foot_height - explained - 1;
    let row = |y, height| Rect { x: area.x, y: area.y + y, width: area.width, height };
    let below = desk_height + middle_height;
    let (views, ring) = views(row(desk_height, middle_height), view, has_text);
    Some(Areas {
        desk: row(0, desk_height),
        views,
        ring,
        explanation: (explained > 0).then(|| row(below, 1)),
        message: row(below + explained, 1),
        foot: row(below + explained + 1, foot_height),
    })
}

/// Computes the areas of the views, and the area for the drum as a ring if there is room for it.
fn views(middle: Rect, view: View, has_text: bool) -> (Vec<(View, Rect)>, Option<Rect>) {
    let column = |x, width| Rect { x: middle.x + x, width, ..middle };
    if middle.width < WIDE {
        return (vec![(view, middle)], None);
    }
    let rest = PAPER_WIDTH + 1;
    let paper = (View::Paper, column(0, PAPER_WIDTH));
    if middle.width < VERY_WIDE {
        let beside = match view {
            View::Paper if has_text && middle.width >= WITH_TEXT => View::Source,
            View::Paper => View::Ferrite,
            other @ (View::Source
            | View::Ferrite
            | View::Drum
            | View::History
            | View::Map
            | View::Values
            | View::Tapes
            | View::Plotter) => other,
        };
        return (vec![paper, (beside, column(rest, middle.width - rest))], None);
    }
    let with_text = has_text || view == View::Source;
    let width =
        if with_text { (middle.width - rest - 1 - LAST_LEAST).min(TEXT_WIDTH) } else { LISTING_WIDTH };
    let second = column(rest, width);
    let last = rest + width + 1;
    let last = column(last, middle.width - last);
    let mut views = vec![paper];
    let mut ring = None;
    if with_text {
        views.push((View::Source, second));
        let lower = if matches!(view, View::Paper | View::Source) { View::Ferrite } else { view };
        views.extend(beside(last, view, lower));
    } else {
        let row = |y, height| Rect { y: second.y + y, height, ..second };
        let is_high = second.height >= HIGH_COLUMN;
        let listing = if is_high { second.height - VALUES_HEIGHT - ring::HEIGHT } else { second.height };
        views.push((View::Ferrite, row(0, listing)));
        if is_high {
            views.push((View::Values, row(listing, VALUES_HEIGHT)));
            ring = Some(row(listing + VALUES_HEIGHT, ring::HEIGHT));
        }
        let lower = match view {
            View::Values if is_high => View::Drum,
            View::Map | View::Tapes | View::Plotter | View::Values => view,
            View::Paper | View::Source | View::Ferrite | View::Drum | View::History => View::Drum,
        };
        views.extend(beside(last, view, lower));
    }
    (views, ring)
}

/// Returns the views of the right column: the history above `lower`. In a column with fewer than [`TALL`]
/// rows, returns only one of the two. In a column that is wide and tall enough, the map is next to `lower`.
fn beside(part: Rect, view: View, lower: View) -> Vec<(View, Rect)> {
    let lower = if lower == View::History { View::Drum } else { lower };
    if part.height < TALL {
        return vec![(if view == View::History { view } else { lower }, part)];
    }
    let has_map = part.width > DRUM_WIDTH + map::NARROW && part.height >= map::HEIGHT + HISTORY_LEAST;
    let below = if has_map { map::HEIGHT } else { part.height / 2 };
    let above = part.height - below;
    let row = |x, width| Rect { x: part.x + x, y: part.y + above, width, height: below };
    let mut views = vec![(View::History, Rect { height: above, ..part })];
    if has_map {
        let first = if lower == View::Map { View::Drum } else { lower };
        let width = part.width - map::NARROW - 1;
        views.extend([(first, row(0, width)), (View::Map, row(width + 1, map::NARROW))]);
    } else {
        views.push((lower, row(0, part.width)));
    }
    views
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests that no two parts overlap, that all parts are inside the terminal, and that the chosen
    /// view is visible.
    #[test]
    fn parts_do_not_overlap_at_any_size() {
        for (width, height) in
            (60..240).flat_map(|width| [16, 24, 33, 34, 40, 60].map(|height| (width, height)))
        {
            let area = Rect::new(0, 0, width, height);
            for (view, has_text) in View::ALL.into_iter().flat_map(|view| [(view, false), (view, true)]) {
                let areas = areas(area, view, has_text).unwrap();
                let mut parts: Vec<Rect> = areas.views.iter().map(|&(_, part)| part).collect();
                parts.extend([areas.desk, areas.message, areas.foot]);
                parts.extend(areas.explanation.into_iter().chain(areas.ring));
                for (place, part) in parts.iter().enumerate() {
                    assert_eq!(part.intersection(area), *part, "{width}×{height}");
                    assert!(parts[..place].iter().all(|other| !other.intersects(*part)), "{width}×{height}");
                }
                assert!(areas.views.iter().all(|(_, part)| part.height >= 6 && part.width >= 36));
                assert!(areas.views.iter().any(|&(seen, _)| seen == view), "{width}×{height} {view:?}");
            }
        }
        assert_eq!(areas(Rect::new(0, 0, 59, 40), View::Paper, true), None);
    }

    #[test]
    fn a_wide_screen_is_filled() {
        let seen = |width, height, has_text| {
            let areas = areas(Rect::new(0, 0, width, height), View::Paper, has_text).unwrap();
            areas.views.into_iter().map(|(view, _)| view).collect::<Vec<_>>()
        };
        use View::{Drum, Ferrite, History, Map, Paper, Source, Values};
        assert_eq!(seen(80, 24, false), [Paper]);
        assert_eq!(seen(120, 40, false), [Paper, Ferrite]);
        assert_eq!(seen(180, 45, false), [Paper, Ferrite, History, Drum]);
        assert_eq!(seen(180, 50, false), [Paper, Ferrite, Values, History, Drum]);
        assert_eq!(seen(200, 60, false), [Paper, Ferrite, Values, History, Drum, Map]);
        assert_eq!(seen(120, 40, true), [Paper, Ferrite]);
        assert_eq!(seen(140, 40, true), [Paper, Source]);
        assert_eq!(seen(200, 60, true), [Paper, Source, History, Ferrite]);
    }
}
