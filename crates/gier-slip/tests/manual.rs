//! Checks the examples of `docs/slip.md`. A line that ends in `= 41/0/40/0` must make a cell with this
//! content.

use gier_slip::{Source, assemble, parse};

const MANUAL: &str = include_str!("../../../docs/slip.md");

#[test]
fn the_manuals_examples_are_right() {
    let blocks = MANUAL.split("```slip\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut checked = 0;
    for block in blocks {
        let (items, faults) = parse(&[Source::new("docs/slip.md", block)]);
        assert!(faults.is_empty(), "{faults:?}\n{block}");
        let assembly = assemble(&items).unwrap_or_else(|faults| panic!("{faults:?}\n{block}"));
        let made: Vec<String> = assembly.made.iter().map(|made| made.cell.to_string()).collect();
        let expected: Vec<&str> = block
            .lines()
            .filter_map(|line| Some(line.split_once(';')?.1.rsplit_once("= ")?.1.trim()))
            .collect();
        assert_eq!(made, expected, "{block}");
        checked += made.len();
    }
    assert!(checked > 15);
}
