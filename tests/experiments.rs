//! Tests `gier experiments`: its commands, and experiments that are typed key by key into the museum's
//! monitor program HELP 3.

use crate::cli::Desk;
use crate::skip::archive;
use crate::tidy::root;
use gier_experiments::{EXPERIMENTS, Found, Verdict, answers, read, text};
use gier_word::assumption;
use serde_json::Value;
use snapbox::str;
use std::fs;

/// The text of an experiment is typed at 25 keys a second. Fewer keys than this may have to wait until the
/// typewriter's lamp is lit.
const WAITED_MAX: usize = 100;

fn paper(desk: &Desk, words: &str) -> String {
    String::from_utf8(desk.gier(words).code(0).get_output().stdout.clone()).unwrap()
}

#[test]
fn a_log_is_read_as_the_machine_that_printed_it() {
    let desk = Desk::new();
    let log = paper(&desk, "experiments run divide --assume Q4=floor,Q5=spill");
    fs::write(desk.path("log.asc"), format!("e0\nsomebody typed this\n{log}\np1 0.0.0 e163\n")).unwrap();
    let run = desk.gier("experiments read log.asc --json").code(0);
    let found: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!(found[0]["experiment"], "divide");
    assert_eq!(found[0]["whole"], true);
    for (at, candidate) in [(0, "floor"), (1, "spill")] {
        assert_eq!(found[0]["questions"][at]["candidates"], serde_json::json!([candidate]));
        assert_eq!(found[0]["questions"][at]["verdict"], "answer");
    }
}

#[test]
fn the_finding_names_the_candidate_and_its_lines() {
    let desk = Desk::new();
    let log = paper(&desk, "experiments run drum --assume Q26=as-fetched");
    desk.gier_with("experiments read -", &log).code(0).stdout_eq(str![[r#"
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
fn the_sound_of_a_run_is_heard() {
    let desk = Desk::new();
    paper(&desk, "experiments run sound --assume Q30=0 --sound it.wav");
    desk.gier("experiments hear it.wav").code(0).stdout_eq(str![[r#"
  Q30 Which bit moves the loudspeaker?
    0, NOT what gier assumes: bit 0
      0.0 s: 351 Hz
      [..] s: 702 Hz
  Q31 Does the loudspeaker follow changes within an order?
    end, as gier assumes: no: only what an order leaves
      0: 970 Hz, 3629 Hz
      2: 970 Hz, 0 Hz

"#]]);
    fs::write(desk.path("no.wav"), "RIFF").unwrap();
    desk.gier("experiments hear no.wav").code(2).stderr_eq("gier: no.wav is not a sound file [..]\n");
    // The header of a WAV file has the number of samples a second at byte 24, and of bytes a second at byte 28.
    let mut slow = fs::read(desk.path("it.wav")).unwrap();
    slow[24..32].copy_from_slice(&[1, 0, 0, 0, 2, 0, 0, 0]);
    fs::write(desk.path("slow.wav"), slow).unwrap();
    desk.gier("experiments hear slow.wav").code(2).stderr_eq("gier: slow.wav [..]at least 8000\n");
}

#[test]
fn wrong_words_are_explained() {
    let desk = Desk::new();
    desk.gier("experiments run mul").code(2).stderr_eq(
        "gier: there is no experiment \"mul\"; the experiments are mk, divide, normalise, orders, float, drum, \
         time, clock, sound, algol, ud-chain, unknown\n",
    );
    let told = desk.gier("experiments run mk --assume Q3=up").code(2);
    let told = String::from_utf8_lossy(&told.get_output().stderr).into_owned();
    assert!(told.contains("its candidates are half-up, truncate, half-away, toward-zero"), "{told}");
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
    for experiment in EXPERIMENTS {
        for ending in [".asc", ".flx", ".acts", "-en.txt", "-da.txt", "-en.svg", "-da.svg"] {
            let path = desk.path("stick").join(format!("{}{ending}", experiment.name));
            assert!(path.metadata().unwrap().len() > 500, "{}", path.display());
        }
        // The tape must contain the same text.
        let back = paper(&desk, &format!("tape to-text stick/{}.flx", experiment.name));
        assert_eq!(back.lines().count(), text::asc(experiment).lines().count(), "{}", experiment.name);
    }
    assert_eq!(fs::read_to_string(desk.path("stick/continue.asc")).unwrap(), text::continue_asc());
    desk.gier("experiments write stick").code(2).stderr_eq("gier: stick is not empty; name a new folder\n");
}

#[test]
fn the_pages_are_in_two_languages() {
    let desk = Desk::new();
    let (english, danish) =
        (paper(&desk, "experiments sheet drum --lang en"), paper(&desk, "experiments sheet drum --lang da"));
    let head = answers::paper(gier_experiments::experiment("drum").unwrap()).lines().next().unwrap();
    for (page, word) in [(&english, "Press the HP button"), (&danish, "Tryk på GIERs HP-knap")] {
        assert!(page.contains(word) && page.contains(head), "{page}");
        assert!(page.lines().all(|line| line.chars().count() <= 76), "{page}");
    }
}

/// Tests that you can follow the page for the operator with nothing but `gier boot`.
#[test]
fn the_page_is_followed_with_gier_boot() {
    let Some(archive) = archive() else { return };
    let desk = Desk::new();
    desk.gier("experiments write stick").code(0);
    let tapes = archive.join("tapes");
    for name in ["mk", "drum", "algol", "ud-chain", "unknown"] {
        let acts = format!("boot --acts stick/{name}.acts --folder {}", tapes.display());
        let booted = desk.gier(&acts);
        let log = String::from_utf8_lossy(&booted.get_output().stdout).into_owned();
        let found = read(&log);
        let ours = answers::paper(gier_experiments::experiment(name).unwrap());
        assert!(log.contains(ours.lines().next().unwrap()), "{name}: {log}");
        let is_whole = found.first().is_some_and(|one| one.is_whole && one.strange.is_empty());
        assert!(is_whole, "{name}: {log}");
    }
}

/// Types the text of each experiment into the museum's HELP 3, at 25 keys a second. The assembler of HELP 3
/// must make the same program as ours, and the program must print the same lines.
#[test]
fn typed_into_help_3_every_experiment_prints_the_same() {
    if archive().is_none() {
        return;
    }
    let desk = Desk::new();
    for experiment in EXPERIMENTS {
        let name = experiment.name;
        let ours = answers::paper(experiment);
        let typed = desk.gier(&format!("experiments run {name} --typed"));
        let (paper, told) = (&typed.get_output().stdout, &typed.get_output().stderr);
        let (paper, told) = (String::from_utf8_lossy(paper), String::from_utf8_lossy(told));
        let (head, found) = (ours.lines().next().unwrap(), read(&paper));
        assert!(paper.contains(head), "{name}: {paper}");
        // Measured times depend on the position of the drum, so these lines may differ.
        let is_whole = found.first().is_some_and(|one| one.is_whole && one.strange.is_empty());
        assert!(is_whole, "{name}: {paper}");
        let keys = told.split("; ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        assert!(keys.unwrap_or(0usize) < WAITED_MAX, "{told}");
        let same = |found: Vec<Found>| -> Vec<Verdict> {
            found.into_iter().flat_map(|one| one.questions).map(|reading| reading.verdict).collect()
        };
        assert_eq!(same(read(&paper)), same(read(ours)), "{name}");
    }
}

/// Runs the ALGOL experiment once for each candidate (a possible answer to an open question), and assumes
/// that the candidate is right. `UPDATE=1` rewrites the expected output; read the difference.
#[test]
fn gier_algol_iii_answers_under_every_candidate() {
    if archive().is_none() {
        return;
    }
    let desk = Desk::new();
    for experiment in EXPERIMENTS.iter().filter(|experiment| !experiment.is_slip()) {
        for key in experiment.questions {
            for (at, (candidate, _)) in assumption::question(key).unwrap().candidates.iter().enumerate() {
                let words = format!("experiments run {} --typed --assume {key}={candidate}", experiment.name);
                let paper = paper(&desk, &words);
                let head = paper.find("\ngier ").unwrap() + 1;
                let usual = answers::paper(experiment);
                let is_line = |line: &&str| line.starts_with("gier ") || line.starts_with(['0', 'f', 'w']);
                let is_other = |line: &&str| at == 0 || line.starts_with('0') && !usual.contains(line);
                let lines: Vec<&str> = paper[head..].lines().filter(is_line).filter(is_other).collect();
                let name = if at == 0 { "assumed".to_string() } else { format!("{key}={candidate}") };
                let path = root().join("experiments").join(answers::path(experiment, &name));
                let text = lines.join("\n") + "\n";
                if std::env::var_os("UPDATE").is_some() {
                    fs::write(&path, text).unwrap();
                } else {
                    assert_eq!(fs::read_to_string(&path).unwrap(), text, "{}", path.display());
                    let verdict = &read(&paper)[0].questions[0].verdict;
                    assert_eq!(*verdict, Verdict::Answer(candidate), "{key}={candidate}");
                }
            }
        }
    }
}
