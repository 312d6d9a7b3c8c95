//! Tests that maps are read as they were written, and that reading a damaged map never panics.

use super::*;
use proptest::prelude::*;

/// The expected sum f817a89f is the CRC-32 of "one\n", computed with zlib.
#[test]
fn a_text_is_known_by_its_sum() {
    let text = MapText::new("a.alg", "one\n");
    assert_eq!(text.sum, Some(0xf817_a89f));
    assert!(text.is("one\n") && text.is("one\r\n") && !text.is("one") && !text.is("two\n"));
}

/// Generates sorted rows with various values in every field.
fn rows() -> impl Strategy<Value = Vec<CodeRow>> {
    let place = (0usize..2, 1u32..100_000, 1u32..300);
    let place = prop::option::of(place.prop_map(|(text, line, column)| SourcePlace { text, line, column }));
    let at = (prop::option::of(0u16..320), 0u8..40, any::<bool>());
    let more = (any::<bool>(), prop::option::of(Just(0usize)), prop::option::of(0usize..2));
    let row = (at, place, more).prop_map(|((track, cell, right), place, (begins, body, block))| CodeRow {
        home: match track {
            Some(track) => Home::Drum(TrackNo::new(track), cell),
            None => Home::Core(Address::new(cell.into())),
        },
        half: if right { Half::Right } else { Half::Left },
        place,
        begins,
        body,
        block,
    });
    prop::collection::vec(row, 0..60).prop_map(|mut rows| {
        rows.sort_by_key(|row| (row.home, row.half));
        rows
    })
}

fn map(code: Vec<CodeRow>) -> SourceMap {
    let place = SourcePlace { text: 1, line: 70_000, column: 3 };
    let kinds = (0..=10u8).flat_map(|kind| (0..=12u8).filter_map(move |more| kind_of(kind, more)));
    let lows = |kind| (0..lows(kind).unwrap_or(0)).map(|low| (low != 1).then_some(low as i64 - 1)).collect();
    let variables = kinds.map(|kind| CodeVariable {
        name: "xæ".to_string(),
        written: "x æ".to_string(),
        kind,
        level: 3,
        offset: -40,
        lows: lows(kind),
    });
    SourceMap {
        texts: vec![MapText::new("a.alg", "one"), MapText::new("library/NEW PAGE.alg", "two")],
        bodies: vec![CodeBody {
            kind: BodyKind::Switch,
            name: "sw".to_string(),
            written: "s w".to_string(),
            place,
            level: 2,
            entry: Home::Drum(TrackNo::new(319), 39),
        }],
        blocks: vec![CodeBlock::default(), CodeBlock { outer: Some(0), variables: variables.collect() }],
        code,
        names: vec![("index".to_string(), Home::Core(Address::new(1023)))],
        alarms: vec![("spill".to_string(), Address::new(196))],
    }
}

/// A wrong level must be refused. To find a variable, the debugger goes from frame to frame, one step for
/// each level. With the level `u32::MAX`, it would make four billion steps.
#[test]
fn a_level_that_no_program_has_is_refused() {
    for (level, is_read) in [(LEVELS - 1, true), (LEVELS, false), (u32::MAX as usize, false)] {
        let mut map = map(Vec::new());
        map.bodies[0].level = level;
        assert_eq!(SourceMap::from_bytes(&map.to_bytes()).is_ok(), is_read, "{level}");
        map.bodies[0].level = 0;
        map.blocks[1].variables[0].level = level;
        assert_eq!(SourceMap::from_bytes(&map.to_bytes()).is_ok(), is_read, "{level}");
    }
}

proptest! {
    #[test]
    fn a_map_is_read_as_it_was_written(code in rows()) {
        let map = map(code);
        prop_assert_eq!(SourceMap::from_bytes(&map.to_bytes()), Ok(map));
    }

    /// The reader accepts version 1, in which texts have no checksums and arrays have no lower bounds. Such a
    /// map is written as version 1 again.
    #[test]
    fn a_map_without_sums_is_read(code in rows()) {
        let mut map = map(code);
        map.texts.iter_mut().for_each(|text| text.sum = None);
        map.blocks.iter_mut().flat_map(|block| &mut block.variables).for_each(|known| known.lows.clear());
        let bytes = map.to_bytes();
        prop_assert_eq!(bytes[0], 1);
        prop_assert!(!map.texts[0].is("one"));
        prop_assert_eq!(SourceMap::from_bytes(&bytes), Ok(map));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>, version in WITHOUT_SUMS..=VERSION) {
        let _ = SourceMap::from_bytes(&[&[version], &bytes[..]].concat());
    }

    #[test]
    fn a_changed_map_is_read_or_refused(code in rows(), place: prop::sample::Index, byte: u8) {
        let mut bytes = map(code).to_bytes();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if let Ok(map) = SourceMap::from_bytes(&bytes) {
            map.visible(map.blocks.len().wrapping_sub(1)).for_each(drop);
        }
    }
}
