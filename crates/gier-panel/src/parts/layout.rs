//! Where the parts of the panel stand, from the size of the terminal.
//!
//! | terminal | below the desk |
//! |---|---|
//! | narrower than 118 | the view chosen |
//! | from 118 on | the paper, and beside it the view chosen |
//! | from 140 on | the same; of a program with a text this is beside the paper at first |
//! | from 166 on | the paper, the ferrite, and above each other the history and the drum |
//! | and high enough | below the ferrite also the values kept in view and the drum as a ring |
//! | from 200 on and high enough | the same, and the map of the ferrite store beside the drum |
//!
//! From 166 on a program's text, where there is one, stands in place of the ferrite, and this in place
//! of the drum. Where all views but one are seen that one takes the place of the drum when it is chosen.

use super::{map, ring};
use crate::scene::View;
use ratatui::layout::Rect;

/// From this width on the desk has two columns and a view stands beside the paper.
pub const WIDE: u16 = 118;
/// From this width on the text of a program stands beside the paper, if nothing else is chosen.
const WITH_TEXT: u16 = 140;
/// From this width on there are three columns.
pub const VERY_WIDE: u16 = 166;
/// The paper's column beside others: the longest line of NIM's paper and a margin on both sides.
const PAPER_WIDTH: u16 = 78;
/// The listing's column between two others.
const LISTING_WIDTH: u16 = 44;
/// The text's column between two others, at most, and what the last one keeps.
const TEXT_WIDTH: u16 = 64;
const LAST_LEAST: u16 = 42;
/// Rows for the values below the listing.
const VALUES_HEIGHT: u16 = 9;
/// From this height on values and ring stand below the listing.
const HIGH_COLUMN: u16 = 38;
/// From this height on two views stand above each other.
const TALL: u16 = 20;
/// Rows that the history has above others, at least.
const HISTORY_LEAST: u16 = 8;
/// Columns that the drum has beside the map.
const DRUM_WIDTH: u16 = 36;
/// Less than this shows nothing but a request for room.
pub const LEAST: (u16, u16) = (60, 16);
/// From this height on the keys have two lines, and the order under the cursor one of its own.
const HIGH: u16 = 34;

/// The areas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Areas {
    /// Heading and desk.
    pub desk: Rect,
    /// The views, from the left.
    pub views: Vec<(View, Rect)>,
    /// The drum as a ring, on a large screen.
    pub ring: Option<Rect>,
    /// One line for what the order under the cursor does; where there is none, the line of
    /// messages is for that too.
    pub explanation: Option<Rect>,
    /// One line for messages and questions.
    pub message: Rect,
    /// The keys.
    pub foot: Rect,
}

/// The areas of a terminal of this size, of a program that has a text or not; none if it is too small.
pub fn areas(area: Rect, view: View, has_text: bool) -> Option<Areas> {
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

/// The views, and the ring.
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
            other => other,
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
            View::Map | View::Tapes | View::Values => view,
            View::Paper | View::Source | View::Ferrite | View::Drum | View::History => View::Drum,
        };
        views.extend(beside(last, view, lower));
    }
    (views, ring)
}

/// The views in what is left beside the paper and another: the history, and below it `lower`.
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

    /// Every cell of the terminal belongs to one part at most, all parts lie inside, and the view
    /// chosen is seen.
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
