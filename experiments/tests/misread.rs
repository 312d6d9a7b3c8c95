//! Tests that a log with wrong characters is refused or partly used, but never gives a wrong answer.

use gier_experiments::{EXPERIMENTS, Verdict, answers, read, run};
use gier_word::assumption;
use proptest::prelude::*;
use std::cell::Cell;

/// The characters that an experiment prints, and others that a bad connection can put in their place.
const OTHERS: &[u8] = b"0123456789abcdef .,xyzqu\n";

/// The logs of all experiments under all candidates: experiment, question, candidate, printed text.
fn logs() -> Vec<(usize, &'static str, &'static str, String)> {
    let mut logs = Vec::new();
    for (at, experiment) in EXPERIMENTS.iter().enumerate() {
        if !experiment.is_slip() {
            let usual = assumption::question(experiment.questions[0]).unwrap().candidates[0].0;
            logs.push((at, experiment.questions[0], usual, answers::paper(experiment).to_string()));
            continue;
        }
        for key in experiment.questions {
            for (name, _) in assumption::question(key).unwrap().candidates {
                let paper = run(experiment, format!("{key}={name}").parse().unwrap()).unwrap().paper;
                logs.push((at, *key, *name, paper));
            }
        }
    }
    logs
}

/// Returns the log with about one character in `of` changed, lost or doubled.
fn spoil(log: &str, of: u32, mut random: impl FnMut(u32) -> u32) -> String {
    let mut spoilt = Vec::new();
    for byte in log.bytes() {
        if random(of) > 0 {
            spoilt.push(byte);
            continue;
        }
        let other = OTHERS[random(OTHERS.len() as u32) as usize];
        match random(4) {
            0 => {}
            1 => spoilt.extend([byte, other]),
            _ => spoilt.push(other),
        }
    }
    String::from_utf8_lossy(&spoilt).into_owned()
}

fn seeds() -> u32 {
    std::env::var("GIER_LOGS").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

#[test]
fn a_spoilt_log_is_never_misread() {
    let logs = logs();
    let used = Cell::new(0);
    proptest!(ProptestConfig::with_cases(seeds()), |(seed in any::<u64>(), of in 20u32..200)| {
        let mut state = seed | 1;
        // A random generator (Marsaglia's xorshift), so that a single number determines a test case.
        let mut random = |below: u32| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) as u32 % below
        };
        for (at, key, name, log) in &logs {
            for found in read(&spoil(log, of, &mut random)) {
                prop_assert_eq!(found.experiment.name, EXPERIMENTS[*at].name);
                prop_assert!(found.strange.is_empty());
                for reading in &found.questions {
                    let usual = assumption::question(reading.key).unwrap().candidates[0].0;
                    let right = if reading.key == *key { *name } else { usual };
                    match &reading.verdict {
                        Verdict::Answer(answer) => {
                            prop_assert_eq!(*answer, right);
                            used.set(used.get() + 1);
                        }
                        Verdict::Several(names) => prop_assert!(names.contains(&right)),
                        Verdict::None => prop_assert!(false, "{} {}", key, name),
                        Verdict::NotSeen => {}
                    }
                }
            }
        }
    });
    assert!(used.get() > 0);
}

/// Tests logs with one wrong character in a hundred, as a volunteer's log may have.
#[test]
fn one_in_a_hundred_still_answers_most_questions() {
    let (mut answered, mut asked) = (0, 0);
    let mut state = 1u64;
    let mut random = |below: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as u32 % below
    };
    for (_, key, name, log) in &logs() {
        for found in read(&spoil(log, 100, &mut random)) {
            for reading in found.questions.iter().filter(|reading| reading.key == *key) {
                asked += 1;
                answered += usize::from(reading.verdict == Verdict::Answer(name));
            }
        }
    }
    assert!(answered * 4 > asked * 3, "{answered} of {asked}");
}
