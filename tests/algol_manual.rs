//! The examples of `docs/algol.md`: each program prints the text that follows it.

use crate::guest::root;
use crate::paper;
use gier_algol::source::SourceText;
use gier_machine::Machine;
use gier_word::Uops;
use std::fs;

#[test]
fn each_example_of_the_manual_prints_the_text_after_it() {
    let manual = fs::read_to_string(root().join("docs/algol.md")).unwrap();
    let examples: Vec<(&str, &str)> = manual
        .split("```algol\n")
        .skip(1)
        .map(|rest| {
            let (program, rest) = rest.split_once("```\n").expect("the example ends");
            let expected = rest.trim_start().strip_prefix("```text\n").expect("the paper follows");
            (program, expected.split_once("```").expect("the paper ends").0)
        })
        .collect();
    assert!(examples.len() >= 6, "{}", examples.len());
    for (program, expected) in examples {
        let (compilation, faults) =
            gier_algol::compile(&[SourceText::clean("manual", program)], &mut |_| None);
        assert!(faults.is_empty(), "{program}{faults:?}");
        let mut machine = Machine::with_image(&compilation.unwrap().image);
        let run = paper::run(&mut machine, &[], Uops::from_seconds(60.0));
        assert_eq!(run.paper.trim_matches('\n'), expected.trim_matches('\n'), "{program}");
    }
}
