//! Tests that maps are read as they were written, and that reading a damaged map never panics.

use super::super::{BodyKind, CodeBody, CodeRow, MapText, Type};
use super::*;
use crate::{Address, Half, TrackNo};
use proptest::prelude::*;

/// The expected sum f817a89f is the CRC-32 of "one\n", computed with zlib.
#[test]
fn a_text_is_known_by_its_sum() {
    let text = MapText::new("a.alg", "one\n");
    assert_eq!(text.sum, 0xf817_a89f);
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
    let kinds = [
        VariableKind::Simple(Type::Integer),
        VariableKind::Own(Type::Real),
        VariableKind::Array { ty: Type::Boolean, dimensions: 1 },
        VariableKind::Array { ty: Type::Real, dimensions: 3 },
        VariableKind::ProcedureName(None),
        VariableKind::ProcedureName(Some(Type::Real)),
        VariableKind::StringName,
    ];
    let variables = kinds.map(|kind| CodeVariable {
        name: "xæ".to_string(),
        written: "x æ".to_string(),
        kind,
        level: 3,
        offset: -40,
        lows: if let VariableKind::Array { dimensions: 3, .. } = kind {
            vec![Some(-1), None, Some(7)]
        } else {
            vec![]
        },
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
        blocks: vec![CodeBlock::default(), CodeBlock { outer: Some(0), variables: variables.to_vec() }],
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

    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
        let _ = SourceMap::from_bytes(&[&[VERSION], &bytes[..]].concat());
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

/// The bytes of a small map, as this version writes it. If they change, raise [`VERSION`], and write the new
/// bytes here: an old map would be read as another one.
#[test]
fn the_bytes_change_only_with_the_version() {
    let row = CodeRow {
        home: Home::Drum(TrackNo::new(40), 7),
        half: Half::Right,
        place: Some(SourcePlace { text: 1, line: 300, column: 2 }),
        begins: true,
        body: Some(0),
        block: None,
    };
    let bytes = map(vec![row]).to_bytes();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let kept = "\
        030205612e616c67f18db2d307146c6962726172792f4e455720504147452e616c67e694aa8e0101 \
        030373207701f0a204030201bf0227020000010007047820c3a60000034f00047820c3a60101034f \
        00047820c3a6050201034f00047820c3a6050103034f03010100010e047820c3a60700034f000478 \
        20c3a6070101034f00047820c3a60a034f0001012807010101ac0202010100000105696e64657800 \
        ff0701057370696c6cc401";
    assert_eq!(hex, kept.replace(' ', ""));
}
