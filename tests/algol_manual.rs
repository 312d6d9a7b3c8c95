//! Tests the programs in the manuals. After each program, the manual states the text that the program prints,
//! or the contents of a cell.

use crate::algol_map::compiled;
use crate::paper;
use crate::slip_archive::ours;
use crate::tidy::root;
use gier_machine::Machine;
use gier_word::Uops;
use std::fs;

#[test]
fn each_example_of_the_manual_prints_the_text_after_it() {
    let manual =
        ["docs/algol.md", "docs/algol-runtime.md"].map(|name| fs::read_to_string(root().join(name)).unwrap());
    let manual = manual.concat().replace("```algol frames\n", "```algol\n");
    let examples: Vec<(&str, &str)> = manual
        .split("```algol\n")
        .skip(1)
        .map(|rest| {
            let (program, rest) = rest.split_once("```\n").expect("the example ends");
            let expected = rest.trim_start().strip_prefix("```text\n").expect("the paper follows");
            (program, expected.split_once("```").expect("the paper ends").0)
        })
        .collect();
    assert!(examples.len() >= 7, "{}", examples.len());
    for (program, expected) in examples {
        let mut machine = Machine::with_image(&compiled("manual", program));
        let run = paper::run(&mut machine, &[], Uops::from_seconds(60.0));
        assert_eq!(run.paper.trim_matches('\n'), expected.trim_matches('\n'), "{program}");
    }
}

/// Tests each SLIP program of the manuals: the text that it prints, or the contents of a cell after the run.
#[test]
fn each_slip_program_of_the_manuals_prints_its_text() {
    let mut count = 0;
    for name in ["docs/slip.md", "docs/machine.md"] {
        let manual = fs::read_to_string(root().join(name)).unwrap();
        for rest in manual.split("```slip run\n").skip(1) {
            let (program, mut rest) = rest.split_once("```\n").expect("the example ends");
            let assembly = ours(program).unwrap();
            let mut machine = Machine::with_image(&gier_slip::bootable(&assembly, "").unwrap());
            let run = paper::run(&mut machine, &[], Uops::from_seconds(60.0));
            // These blocks are labels such as "In cell 45:" or "Paper:", each with its text.
            while let Some((label, text)) = rest.trim_start().split_once(":\n\n```text\n") {
                let (expected, after) = text.split_once("```\n").expect("the text ends");
                let found = match label.strip_prefix("In cell ") {
                    Some(cell) => machine.ferrite().read(cell.parse::<u16>().unwrap()).to_string(),
                    None if label == "Paper" => run.paper.clone(),
                    None => break,
                };
                assert_eq!(found.trim_matches('\n'), expected.trim_matches('\n'), "{name}: {program}");
                (rest, count) = (after, count + 1);
            }
        }
    }
    assert_eq!(count, 5);
}
