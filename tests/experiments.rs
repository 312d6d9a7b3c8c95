//! Tests `gier experiments`: its commands, and experiments that are typed key by key into the museum's
//! monitor program HELP 3.

use crate::cli::Desk;
use crate::skip::archive;
use gier_experiments::read::read;
use gier_experiments::{CONTINUE, EXPERIMENTS};
use serde_json::Value;
use snapbox::str;
use std::fs;

#[test]
fn the_paper_of_a_run_is_read() {
    let desk = Desk::new();
    let log = desk.printed("experiments run divide");
    fs::write(desk.path("log.asc"), format!("e0\nsomebody typed this\n{log}\np1 0.0.0 e163\n")).unwrap();
    let found: Value = serde_json::from_str(&desk.printed("experiments read log.asc --json")).unwrap();
    assert_eq!(found[0]["experiment"], "divide");
    assert_eq!(found[0]["whole"], true);
    for (at, candidate) in [(0, "loop"), (1, "sign")] {
        assert_eq!(found[0]["questions"][at]["candidates"], serde_json::json!([candidate]));
        assert_eq!(found[0]["questions"][at]["verdict"], "answer");
    }
}

#[test]
fn the_finding_names_the_candidate_and_its_lines() {
    let desk = Desk::new();
    let drum = gier_experiments::experiment("drum").unwrap();
    let (usual, other) = (drum.answers("assumed"), drum.answers("Q26=as-fetched"));
    let is_usual = |line: &&str| !line.starts_with("003 ") && !line.starts_with("004 ");
    let log: Vec<&str> = usual.lines().filter(is_usual).chain(other.lines()).collect();
    desk.gier_with("experiments read -", &log.join("\n")).code(0).stdout_eq(str![[r#"
drum: 6 of 6 lines, whole
  Q20 Does lk from a track that does not exist change the cells?
    keep, as gier assumes: no
      001 47 ffffffffff ffffffffff ffffffffff
      002 47 ffffffffff ffffffffff ffffffffff
  Q26 Is an order that waited for the drum executed as it was fetched?
    as-fetched, NOT what gier assumes: yes
      003 01 0440100000
      004 01 0440100000
  Q28 With which word does a transfer from the drum begin?
    word-0, as gier assumes: with word 0, wherever the drum is
      005 00
      006 00

"#]]);
}

#[test]
fn wrong_words_are_explained() {
    let desk = Desk::new();
    desk.gier("experiments run mul").code(2).stderr_eq(
        "gier: there is no experiment \"mul\"; the experiments are mk, divide, normalise, orders, float, drum, \
         time, clock, sound, algol, ud-chain, unknown\n",
    );
    desk.gier("experiments run algol")
        .code(2)
        .stderr_eq("gier: algol is an ALGOL text, [..]DIR/algol.acts\n");
    fs::write(desk.path("log.asc"), "001 04 0000000001 a438e\n").unwrap();
    desk.gier("experiments read log.asc")
        .code(1)
        .stdout_eq("")
        .stderr_eq("gier: log.asc has no line of an experiment whose check sum is right\n");
}

#[test]
fn the_stick_has_a_text_a_tape_and_pages_for_each_experiment() {
    let desk = Desk::new();
    desk.gier("experiments write stick").code(0);
    for experiment in EXPERIMENTS.iter() {
        for ending in [".asc", ".flx", ".acts", "-en.txt", "-da.txt"] {
            let path = desk.path("stick").join(format!("{}{ending}", experiment.name));
            assert!(path.metadata().unwrap().len() > 500, "{}", path.display());
        }
        // The tape must contain the same text.
        let back = desk.printed(&format!("tape to-text stick/{}.flx", experiment.name));
        assert_eq!(back.lines().count(), experiment.asc().lines().count(), "{}", experiment.name);
    }
    assert_eq!(fs::read_to_string(desk.path("stick/continue.asc")).unwrap(), CONTINUE);
    desk.gier("experiments write stick").code(2).stderr_eq("gier: stick is not empty; name a new folder\n");
}

#[test]
fn the_pages_are_in_two_languages() {
    let desk = Desk::new();
    for (language, word) in [("en", "Press the HP button"), ("da", "Tryk på GIERs HP-knap")] {
        assert!(desk.printed(&format!("experiments sheet drum --lang {language}")).contains(word));
    }
}

/// Follows the page for the operator with nothing but `gier boot`. Each text is typed into the museum's HELP
/// 3, whose assembler must make the same program as ours, and the program must print the same lines.
#[test]
fn the_pages_are_followed_with_gier_boot() {
    let Some(archive) = archive() else { return };
    let desk = Desk::new();
    desk.gier("experiments write stick").code(0);
    for experiment in EXPERIMENTS.iter() {
        let (name, tapes) = (experiment.name, archive.join("tapes"));
        let booted = desk.gier(&format!("boot --acts stick/{name}.acts --folder {}", tapes.display()));
        let log = String::from_utf8_lossy(&booted.get_output().stdout).into_owned();
        let ours = experiment.answers("assumed");
        assert!(log.contains(ours.lines().next().unwrap()), "{name}: {log}");
        // Measured times depend on the position of the drum, so these lines may differ.
        let (found, expected) = (read(&log), read(ours));
        assert!(found.first().is_some_and(|one| one.whole && one.strange.is_empty()), "{name}: {log}");
        let verdicts = |found: &[gier_experiments::read::Found]| -> Vec<Vec<&str>> {
            found[0].questions.iter().map(|reading| reading.candidates.clone()).collect()
        };
        assert_eq!(verdicts(&found), verdicts(&expected), "{name}");
    }
}
