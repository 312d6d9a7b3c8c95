//! Where the parts of the panel stand, from the size of the terminal.
//!
//! | terminal | below the desk |
//! |---|---|
//! | narrower than 118 | the view chosen |
//! | from 118 on | the paper, and beside it the view chosen |
//! | from 166 on | the paper, the ferrite, and the drum or the history |

use crate::scene::View;
use ratatui::layout::Rect;

/// From this width on the desk has two columns and a view stands beside the paper.
pub const WIDE: u16 = 118;
/// From this width on there are three columns.
pub const VERY_WIDE: u16 = 166;
/// The paper's column beside others: the longest line of NIM's paper and a margin on both sides.
const PAPER_WIDTH: u16 = 78;
/// The listing's column between two others.
const LISTING_WIDTH: u16 = 44;
/// Less than this shows nothing but a request for room.
pub const LEAST: (u16, u16) = (60, 16);

/// The areas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Areas {
    /// Heading and desk.
    pub desk: Rect,
    /// The views, from the left.
    pub views: Vec<(View, Rect)>,
    /// One line for messages and questions.
    pub message: Rect,
    /// The keys.
    pub foot: Rect,
}

/// The areas of a terminal of this size; none if it is too small.
pub fn areas(area: Rect, view: View) -> Option<Areas> {
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return None;
    }
    let desk_height = if area.width >= WIDE { 6 } else { 8 };
    let foot_height = if area.height >= 34 { 2 } else { 1 };
    let middle_height = area.height - desk_height - foot_height - 1;
    let row = |y, height| Rect { x: area.x, y: area.y + y, width: area.width, height };
    let middle = row(desk_height, middle_height);
    Some(Areas {
        desk: row(0, desk_height),
        views: views(middle, view),
        message: row(desk_height + middle_height, 1),
        foot: row(desk_height + middle_height + 1, foot_height),
    })
}

fn views(middle: Rect, view: View) -> Vec<(View, Rect)> {
    let column = |x, width| Rect { x: middle.x + x, width, ..middle };
    if middle.width < WIDE {
        return vec![(view, middle)];
    }
    let rest = PAPER_WIDTH + 1;
    if middle.width < VERY_WIDE {
        let beside = if view == View::Paper { View::Ferrite } else { view };
        return vec![(View::Paper, column(0, PAPER_WIDTH)), (beside, column(rest, middle.width - rest))];
    }
    let third = if view == View::History { View::History } else { View::Drum };
    let last = rest + LISTING_WIDTH + 1;
    vec![
        (View::Paper, column(0, PAPER_WIDTH)),
        (View::Ferrite, column(rest, LISTING_WIDTH)),
        (third, column(last, middle.width - last)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cell of the terminal belongs to one part at most, and all parts lie inside.
    #[test]
    fn parts_do_not_overlap_at_any_size() {
        for (width, height) in
            (60..220).flat_map(|width| [16, 24, 33, 34, 40, 60].map(|height| (width, height)))
        {
            let area = Rect::new(0, 0, width, height);
            for view in [View::Paper, View::Ferrite, View::Drum, View::History] {
                let areas = areas(area, view).unwrap();
                let mut parts: Vec<Rect> = areas.views.iter().map(|&(_, part)| part).collect();
                parts.extend([areas.desk, areas.message, areas.foot]);
                for (place, part) in parts.iter().enumerate() {
                    assert_eq!(part.intersection(area), *part, "{width}×{height}");
                    assert!(parts[..place].iter().all(|other| !other.intersects(*part)), "{width}×{height}");
                }
                assert!(areas.views.iter().all(|(_, part)| part.height >= 6));
            }
        }
        assert_eq!(areas(Rect::new(0, 0, 59, 40), View::Paper), None);
    }
}
