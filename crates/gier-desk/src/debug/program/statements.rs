//! An index of the places where the statements of a program begin.

use gier_word::source_map::SourcePlace;
use gier_word::{Half, Home, SourceMap};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Places on the drum or in the store, sorted. A list can be long, so the breakpoints share it.
pub type Places = Arc<[(Home, Half)]>;

/// The places where the statements of a program begin.
#[derive(Debug, Default)]
pub(super) struct Statements {
    /// The places of all statements.
    pub(super) all: Places,
    /// The places in the source texts at which statements begin, sorted.
    pub(super) begins: Vec<SourcePlace>,
    /// The places of each source line on which a statement begins. The key is the index of the source text in
    /// the map, and the number of the line.
    pub(super) lines: BTreeMap<(usize, u32), Places>,
    /// The places of each code body (a procedure, or the program itself).
    pub(super) bodies: Vec<Places>,
}

impl Statements {
    /// Finds the statements of a program in its source map.
    pub(super) fn of(map: &SourceMap) -> Statements {
        let (mut all, mut lines, mut bodies) =
            (Vec::new(), BTreeMap::new(), vec![Vec::new(); map.bodies.len()]);
        // The rows are sorted by their places.
        for row in map.code.iter().filter(|row| row.begins) {
            let place = (row.home, row.half);
            all.push(place);
            if let Some(at) = row.place {
                lines.entry((at.text, at.line)).or_insert_with(Vec::new).push(place);
            }
            if let Some(body) = row.body {
                bodies[body].push(place);
            }
        }
        Statements {
            all: all.into(),
            begins: begins(map),
            lines: lines.into_iter().map(|(line, places)| (line, places.into())).collect(),
            bodies: bodies.into_iter().map(Places::from).collect(),
        }
    }
}

/// The places in the source texts at which statements begin, sorted. The first order of a statement can belong
/// to a part of it, such as the call in `x := f(y)`, which stands behind the beginning. Then the beginning is
/// the first place between the statement before and this part to which a later order of the statement belongs.
fn begins(map: &SourceMap) -> Vec<SourcePlace> {
    let firsts = map.code.iter().filter(|row| row.begins).filter_map(|row| row.place);
    let firsts: BTreeSet<SourcePlace> = firsts.collect();
    let (mut begins, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for rows in map.code.chunk_by(|_, next| !next.begins) {
        if let Some(first) = rows[0].place.filter(|first| rows[0].begins && !seen.contains(first)) {
            let before = firsts.range(..first).next_back().copied();
            let is_own = |place: &SourcePlace| {
                *place <= first && before.is_none_or(|before| *place > before) && !seen.contains(place)
            };
            let of_body = rows.iter().filter(|row| row.body == rows[0].body);
            begins.extend(of_body.filter_map(|row| row.place).filter(is_own).min());
        }
        seen.extend(rows.iter().filter_map(|row| row.place));
    }
    begins.into_iter().collect()
}
