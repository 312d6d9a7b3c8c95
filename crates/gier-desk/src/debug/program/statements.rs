//! An index of the places where the statements of a program begin.

use gier_word::{Half, Home, SourceMap};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Places on the drum or in the store, sorted. A list can be long, so the breakpoints share it.
pub type Places = Arc<[(Home, Half)]>;

/// The places where the statements of a program begin.
#[derive(Debug, Default)]
pub(super) struct Statements {
    /// The places of all statements.
    pub(super) all: Places,
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
            lines: lines.into_iter().map(|(line, places)| (line, places.into())).collect(),
            bodies: bodies.into_iter().map(Places::from).collect(),
        }
    }
}
