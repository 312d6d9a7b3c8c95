//! Computes the areas of the panel's parts from the size of the terminal.
//!
//! | columns of the terminal | views below the desk |
//! |---|---|
//! | at most 99, or at most 117 and few rows | the chosen view |
//! | 118 or more, and few rows | the paper, and next to it the chosen view or, from 140 on, the text in ALGOL |
//! | 100 or more | the paper above the last orders; next to them the store's orders and the values |
//! | 100 or more | for ALGOL, the source text with variables and calls is above the store's orders |
//! | 166 or more | the paper, the ferrite store, and a column with the history above the drum |
//! | 166 or more, and enough rows | in addition, below the ferrite store: the values and the drum as a ring |
//! | 198 or more, and enough rows | in addition, next to the drum: the map of the ferrite store |
//!
//! For an ALGOL program and 166 columns or more, the source text replaces the ferrite store, the values and
//! the ring. The ferrite store replaces the drum, and the map needs 218 columns. If you choose a view that is
//! not visible, it replaces the view at the bottom right.

use super::{ring, store_map};
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
/// A terminal with at least this many columns, and at least this many rows between the desk and the keys,
/// shows the paper, the last orders, the orders of the store, and the text or the values together.
pub const TOGETHER: (u16, u16) = (100, 16);
/// The minimum width of the views beside the paper, in columns.
const BESIDE: u16 = 38;
/// The minimum height of a view, in rows.
const PANE_LEAST: u16 = 6;
/// The size of the smallest usable terminal, in columns and rows. In a smaller terminal, the panel only asks
/// for more room.
pub(super) const LEAST: (u16, u16) = (60, 16);
/// In a terminal with at least this many rows, the keys take two lines.
const HIGH: u16 = 30;
/// In a terminal with at least this many rows, two lines tell what the last order did and what the next one
/// will do.
const EXPLAINED: u16 = 24;

/// The areas of the panel's parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Areas {
    pub desk: Rect,
    /// The visible views and their areas, from left to right.
    pub views: Vec<(View, Rect)>,
    /// The area for the drum as a ring, if the screen is large enough.
    pub ring: Option<Rect>,
    /// Two lines that tell what the last order did and what the next one will do. If `None`, the message line
    /// explains the next order.
    pub explanation: Option<Rect>,
    /// The line for messages and questions.
    pub message: Rect,
    /// The bottom lines, which show the keys.
    pub foot: Rect,
}

/// Computes the areas for the chosen view in a terminal of this size. `has_text` says whether the program has
/// a source text in ALGOL. If `zooms` is true, only the chosen view is shown. Returns `None` if the terminal is
/// too small.
pub(super) fn areas(area: Rect, view: View, has_text: bool, zooms: bool) -> Option<Areas> {
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return None;
    }
    let desk_height = if area.width >= WIDE { 6 } else { 8 };
    let foot_height = if area.height >= HIGH { 2 } else { 1 };
    let explained = if area.height >= EXPLAINED { 2 } else { 0 };
    let middle_height = area.height - desk_height - foot_height - explained - 1;
    let row = |y, height| Rect { x: area.x, y: area.y + y, width: area.width, height };
    let below = desk_height + middle_height;
    let (views, ring) = views(row(desk_height, middle_height), view, has_text, zooms);
    Some(Areas {
        desk: row(0, desk_height),
        views,
        ring,
        explanation: (explained > 0).then(|| row(below, explained)),
        message: row(below + explained, 1),
        foot: row(below + explained + 1, foot_height),
    })
}

/// Computes the areas of the views, and the area for the drum as a ring if there is room for it.
fn views(middle: Rect, view: View, has_text: bool, zooms: bool) -> (Vec<(View, Rect)>, Option<Rect>) {
    let column = |x, width| Rect { x: middle.x + x, width, ..middle };
    if zooms || middle.width < WIDE && (middle.width < TOGETHER.0 || middle.height < TOGETHER.1) {
        return (vec![(view, middle)], None);
    }
    let paper_width = PAPER_WIDTH.min(middle.width - BESIDE - 1);
    let rest = paper_width + 1;
    let paper = column(0, paper_width);
    if middle.width < VERY_WIDE {
        return (together(paper, column(rest, middle.width - rest), view, has_text), None);
    }
    let paper = (View::Paper, paper);
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

/// Returns the views of two columns. On the left, the last orders are below the paper. On the right, the orders
/// of the store and the kept values are below each other, or the text of an ALGOL program with its variables
/// and calls above the orders. Another chosen view takes the place of the values, or of the orders below a
/// text. In low columns, there is only one view in each.
fn together(left: Rect, right: Rect, view: View, has_text: bool) -> Vec<(View, Rect)> {
    use View::{Drum, Ferrite, History, Map, Paper, Plotter, Source, Tapes, Values};
    if left.height < TOGETHER.1 {
        let beside = match view {
            Paper if has_text && left.width + right.width + 1 >= WITH_TEXT => Source,
            Paper => Ferrite,
            _ => view,
        };
        return vec![(Paper, left), (beside, right)];
    }
    let (upper, lower) = match view {
        Paper | History | Source if has_text => (Source, Ferrite),
        Ferrite | Values | Drum | Map | Tapes | Plotter if has_text => (Source, view),
        Paper | History | Ferrite | Values => (Ferrite, Values),
        Source | Drum | Map | Tapes | Plotter => (view, Ferrite),
    };
    let split = |part: Rect, high: u16| {
        (Rect { height: high, ..part }, Rect { y: part.y + high, height: part.height - high, ..part })
    };
    let (paper, orders) = split(left, left.height - (left.height / 4).max(PANE_LEAST));
    let (above, below) = split(right, right.height - (right.height / 3).max(PANE_LEAST));
    vec![(Paper, paper), (History, orders), (upper, above), (lower, below)]
}

/// Returns the views of the right column: the history above `lower`. In a column with fewer than [`TALL`]
/// rows, returns only one of the two. In a column that is wide and tall enough, the map is next to `lower`.
fn beside(part: Rect, view: View, lower: View) -> Vec<(View, Rect)> {
    let lower = if lower == View::History { View::Drum } else { lower };
    if part.height < TALL {
        return vec![(if view == View::History { view } else { lower }, part)];
    }
    let has_map =
        part.width > DRUM_WIDTH + store_map::NARROW && part.height >= store_map::HEIGHT + HISTORY_LEAST;
    let below = if has_map { store_map::HEIGHT } else { part.height / 2 };
    let above = part.height - below;
    let row = |x, width| Rect { x: part.x + x, y: part.y + above, width, height: below };
    let mut views = vec![(View::History, Rect { height: above, ..part })];
    if has_map {
        let first = if lower == View::Map { View::Drum } else { lower };
        let width = part.width - store_map::NARROW - 1;
        views.extend([(first, row(0, width)), (View::Map, row(width + 1, store_map::NARROW))]);
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
            for (view, has_text) in View::ALL.into_iter().flat_map(|(view, _)| [(view, false), (view, true)])
            {
                let areas = areas(area, view, has_text, false).unwrap();
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
        assert_eq!(areas(Rect::new(0, 0, 59, 40), View::Paper, true, false), None);
    }

    #[test]
    fn a_wide_screen_is_filled() {
        let seen = |width, height, has_text| {
            let areas = areas(Rect::new(0, 0, width, height), View::Paper, has_text, false).unwrap();
            areas.views.into_iter().map(|(view, _)| view).collect::<Vec<_>>()
        };
        use View::{Drum, Ferrite, History, Map, Paper, Source, Values};
        assert_eq!(seen(80, 24, false), [Paper]);
        assert_eq!(seen(118, 24, false), [Paper, Ferrite]);
        assert_eq!(seen(100, 30, false), [Paper, History, Ferrite, Values]);
        assert_eq!(seen(120, 40, false), [Paper, History, Ferrite, Values]);
        assert_eq!(seen(180, 45, false), [Paper, Ferrite, History, Drum]);
        assert_eq!(seen(180, 50, false), [Paper, Ferrite, Values, History, Drum]);
        assert_eq!(seen(200, 60, false), [Paper, Ferrite, Values, History, Drum, Map]);
        assert_eq!(seen(100, 30, true), [Paper, History, Source, Ferrite]);
        assert_eq!(seen(140, 24, true), [Paper, Source]);
        assert_eq!(seen(200, 60, true), [Paper, Source, History, Ferrite]);
    }
}
