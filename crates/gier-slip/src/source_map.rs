//! The source map of an assembled program: the source line of each cell, and the places of the labels.

use crate::assembly::Assembly;
use crate::item::{Item, Name, Statement, Word};
use crate::source::Source;
use gier_word::source_map::{CodeRow, MapText, SourcePlace};
use gier_word::{Half, Home, PlacesInOrder, SourceMap};
use std::collections::BTreeMap;

/// Returns the source map of a program that was assembled from the items of these texts. In this map, every
/// order begins a statement. The map lists no procedures, blocks or variables.
pub fn map(items: &[Item], assembly: &Assembly, sources: &[Source]) -> SourceMap {
    let mut places = PlacesInOrder::default();
    let mut place = |item: &Item| {
        let span = item.span?;
        let (line, column) = places.line_and_column(&span, &sources.get(span.file())?.text);
        let number = |number: usize| u32::try_from(number).ok();
        Some(SourcePlace { text: span.file(), line: number(line)?, column: number(column)? })
    };
    // If a place was filled twice, the later cell is valid.
    let mut rows: BTreeMap<(Home, Half), CodeRow> = BTreeMap::new();
    for made in &assembly.made {
        let item = &items[made.item];
        let (is_order, is_pair) = match &item.statement {
            Statement::Cell(Word::Full(_)) => (true, false),
            Statement::Cell(Word::Pair(..)) => (true, true),
            _ => (false, false),
        };
        rows.remove(&(made.store, Half::Right));
        let place = place(item);
        for half in [Half::Left, Half::Right].into_iter().take(if is_pair { 2 } else { 1 }) {
            let begins = is_order && place.is_some();
            let row = CodeRow { home: made.store, half, place, begins, body: None, block: None };
            rows.insert((made.store, half), row);
        }
    }
    SourceMap {
        texts: sources.iter().map(|source| MapText::new(&source.name, &source.text)).collect(),
        names: labels(items, assembly),
        code: rows.into_values().collect(),
        ..SourceMap::default()
    }
}

/// Lists the labels: the name of each, and where the cell after it is stored. Leaves out labels of right
/// halves.
fn labels(items: &[Item], assembly: &Assembly) -> Vec<(String, Home)> {
    let mut labels = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let Statement::Label(name) = &item.statement else { continue };
        let next = assembly.made.partition_point(|made| made.item <= number);
        if let Some(next) = assembly.made.get(next) {
            labels.push((written(name), next.store));
        }
    }
    labels
}

fn written(name: &Name) -> String {
    match name {
        Name::Short(letter, number) => format!("{letter}{number}"),
        Name::Long(words) => words.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::Address;

    #[test]
    fn lines_and_labels_belong_to_cells() {
        let text = "       _d i=40\n{on}:  arn {sum}\n       sy 1, hv {on}\n{sum}: 7\n";
        let source = Source::new("a.slip", text);
        let (items, faults) = crate::parse(std::slice::from_ref(&source));
        assert!(faults.is_empty(), "{faults:?}");
        let assembly = crate::assemble(&items).unwrap();
        let map = map(&items, &assembly, &[source]);
        let core = |cell| Home::Core(Address::new(cell));
        assert_eq!(map.names, [("on".to_string(), core(40)), ("sum".to_string(), core(42))]);
        let lines = map.code.iter().map(|row| (row.home, row.half, row.place.unwrap().line, row.begins));
        let lines: Vec<_> = lines.collect();
        let wanted = [
            (core(40), Half::Left, 2, true),
            (core(41), Half::Left, 3, true),
            (core(41), Half::Right, 3, true),
            (core(42), Half::Left, 4, false),
        ];
        assert_eq!(lines, wanted);
        assert_eq!(SourceMap::from_bytes(&map.to_bytes()), Ok(map));
    }
}
