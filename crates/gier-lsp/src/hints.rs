//! Inlay hints: the machine time of each line, and the size of each procedure. The text is compiled when
//! an editor first asks for hints. A text with errors has no hints.

use crate::algol::Algol;
use crate::position::Encoding;
use gier_algol::Compilation;
use gier_word::source_map::BodyKind;
use gier_word::timing;
use gier_word::{Cell, Half, Home, Image, Opcode, SourceMap, Uops};
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip, Position, Range};
use std::collections::{BTreeMap, BTreeSet};

/// The machine times and sizes of the compiled text.
#[derive(Debug, Default)]
pub struct Sizes {
    /// The cost of each line for which the compiler generates orders. The keys are line numbers, counted from
    /// 0.
    lines: BTreeMap<u32, Cost>,
    /// The size of each procedure, in cells and in tracks. The key is the line number of the procedure's
    /// heading, counted from 0.
    procedures: BTreeMap<u32, (usize, usize)>,
}

/// The machine time of a line, provided that each of its orders is executed once.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    uops: u32,
    /// Whether the line can take longer than `uops`. It can if it calls a routine, addresses a cell
    /// indirectly, or has an order whose time depends on operands.
    more: bool,
}

impl Algol {
    /// The hints for a range of lines.
    pub fn hints(&self, range: Range, encoding: Encoding) -> Vec<InlayHint> {
        let sizes = self.sizes.get_or_init(|| self.measure());
        let lines = self.lines(encoding);
        let end_of = |line: u32| lines.position(lines.line(line as usize).end);
        let wanted = |line: &u32| (range.start.line..=range.end.line).contains(line);
        let mut hints = Vec::new();
        for (&line, cost) in sizes.lines.iter().filter(|(line, _)| wanted(line)) {
            let sign = if cost.more { "≥ " } else { "" };
            let label = format!("{sign}{:.2} ms", Uops(cost.uops.into()).seconds() * 1000.0);
            let tooltip = "The orders of this line, each executed once, without the routines that they call";
            hints.push(hint(end_of(line), label, tooltip));
        }
        for (&line, &(cells, tracks)) in sizes.procedures.iter().filter(|(line, _)| wanted(line)) {
            let counted = |count: usize, thing: &str| match count {
                1 => format!("1 {thing}"),
                _ => format!("{count} {thing}s"),
            };
            let label = format!("{}, {}", counted(cells, "cell"), counted(tracks, "track"));
            hints.push(hint(end_of(line), label, "The code of this procedure on the drum"));
        }
        hints
    }

    /// Compiles the text, and computes the times of its lines and the sizes of its procedures.
    fn measure(&self) -> Sizes {
        if self.is_library || !self.analysis.diagnostics.is_empty() {
            return Sizes::default();
        }
        let texts = &self.analysis.texts;
        let mut library = |name: &str| {
            let is_it = |text: &&gier_algol::source::SourceText| {
                text.name.rsplit_once('.').map_or(&*text.name, |(stem, _)| stem) == name
            };
            texts.iter().skip(1).find(is_it).cloned()
        };
        match gier_algol::compile(&texts[..1], &mut library) {
            (Some(Compilation { image, .. }), _) => {
                image.map().map_or_else(Sizes::default, |map| counted(&image, map))
            }
            _ => Sizes::default(),
        }
    }
}

fn hint(position: Position, label: String, tooltip: &str) -> InlayHint {
    InlayHint {
        position,
        label: InlayHintLabel::String(label),
        kind: Some(InlayHintKind::TYPE),
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(tooltip.to_string())),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}

/// Computes the times of the program's lines and the sizes of its procedures. Library texts are left out.
fn counted(image: &Image, map: &SourceMap) -> Sizes {
    let mut sizes = Sizes::default();
    let mut bodies: BTreeMap<usize, BTreeSet<Home>> = BTreeMap::new();
    for (number, row) in map.code.iter().enumerate() {
        let Home::Drum(track, first) = row.home else { continue };
        let end = match map.code.get(number + 1).map(|next| (next.home, next.half)) {
            Some((Home::Drum(next, cell), half)) if next == track => (cell, half),
            _ => (40, Half::Left),
        };
        for cell in first..40 {
            let word = image.track(track.index())[usize::from(cell)];
            let halves: &[Half] = if word.marks().a() { &[Half::Left, Half::Right] } else { &[Half::Left] };
            for &half in halves {
                let here = (cell, half);
                if here < (first, row.half) || here >= end {
                    continue;
                }
                if let Some(body) = row.body {
                    bodies.entry(body).or_default().extend(Home::on_track(track, usize::from(cell)));
                }
                if let Some(place) = row.place.filter(|place| place.text == 0) {
                    let cost = sizes.lines.entry(place.line - 1).or_default();
                    let (uops, more) = cost_of(word, half);
                    cost.uops += uops;
                    cost.more |= more;
                }
            }
        }
    }
    for (body, cells) in bodies {
        let body = &map.bodies[body];
        if body.kind == BodyKind::Procedure && body.place.text == 0 {
            let tracks: BTreeSet<_> = cells
                .iter()
                .filter_map(|home| match home {
                    Home::Drum(track, _) => Some(*track),
                    Home::Core(_) => None,
                })
                .collect();
            sizes.procedures.insert(body.place.line - 1, (cells.len(), tracks.len()));
        }
    }
    sizes
}

/// The shortest time of an order, in micro-operations, and whether the order can take longer.
pub fn cost_of(word: Cell, half: Half) -> (u32, bool) {
    let is_pair = word.marks().a();
    let order =
        if is_pair { gier_word::codec::decode_half(word, half) } else { gier_word::codec::decode_full(word) };
    let base = match (is_pair, half) {
        (false, _) => timing::BASE_FULL,
        (true, Half::Left) => timing::BASE_LEFT,
        (true, Half::Right) => timing::BASE_RIGHT,
    };
    let own = timing::own(order.opcode, order.floating);
    let modified = order.base != gier_word::Base::None;
    let counts = order.tail.is_some_and(|tail| tail.increment != 0)
        && order.opcode.row().increment == gier_word::order::IncrementRole::Counted;
    let cost = base
        + own
        + timing::END
        + if modified { timing::MODIFICATION } else { 0 }
        + if order.indirect { timing::INDIRECT } else { 0 }
        + if counts { timing::COUNT } else { 0 };
    let calls = matches!(order.opcode, Opcode::Hs);
    (cost, calls || order.indirect || order.opcode.row().cost_varies(order.floating))
}
