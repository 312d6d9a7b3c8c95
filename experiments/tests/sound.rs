//! Tests the answers found in recordings of the experiment `sound`.

use gier_desk::Ears;
use gier_experiments::hear::{self, hear};
use gier_experiments::run::run_heard;
use gier_experiments::{Verdict, experiment};
use gier_machine::{Finished, Output, Probe};
use gier_sound::{Ear, Heard, Mix, RATE, Sound};
use gier_word::Uops;

/// A probe that keeps all sounds that an ear hears.
struct Keeper {
    ear: Ear,
    heard: Heard,
    now: Uops,
}

impl Probe for Keeper {
    fn finished(&mut self, order: &Finished<'_>) {
        self.ear.finished(order);
    }
}

impl Ears for Keeper {
    fn hear(&mut self, now: Uops, outputs: &[(Uops, Output)]) {
        self.ear.notice(outputs);
        self.heard.append(self.ear.take());
        self.now = now;
    }
}

fn keep(assumption: &str) -> Keeper {
    let experiment = experiment("sound").unwrap();
    let keeper = |machine: &gier_machine::Machine| Keeper {
        ear: Ear::at(machine),
        heard: Heard::default(),
        now: machine.now(),
    };
    run_heard(experiment, assumption.parse().unwrap(), keeper).unwrap().1
}

/// The samples of a recording of the experiment with this assumption. The typewriter is quiet.
fn samples(assumption: &str) -> Vec<f32> {
    let keeper = keep(assumption);
    let mut sound = Sound::new(RATE, Mix { typewriter: 0.2, ..Mix::default() }, Uops::ZERO);
    sound.hear(&keeper.heard);
    let mut samples = Vec::new();
    sound.finish(keeper.now, &mut samples);
    samples
}

/// The sound as a phone may record it: quiet, with hiss and a hum, and starting at any sample.
fn recorded(samples: &[f32], start: usize) -> Vec<f32> {
    let mut state = 1u32;
    let hiss = std::iter::from_fn(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some(state as f32 / u32::MAX as f32 - 0.5)
    });
    let hum = (0..).map(|at| (at as f32 * std::f32::consts::TAU * 50.0 / RATE as f32).sin());
    samples
        .iter()
        .skip(start)
        .zip(hiss)
        .zip(hum)
        .map(|((sample, hiss), hum)| 0.3 * sample + 0.1 * hiss + 0.05 * hum)
        .collect()
}

/// Counts how many periods of the loudspeaker have this pitch, to check the pitches in `hear`.
fn changes_at(assumption: &str, pitch: f64) -> usize {
    let changes = keep(assumption).heard.changes;
    // A period consists of two changes.
    let turns = changes.windows(3).map(|three| (three[2].at - three[0].at).seconds());
    turns.filter(|turn| (turn * pitch - 1.0).abs() < 0.01).count()
}

#[test]
fn the_pitches_are_those_of_the_program() {
    for (assumption, pitch, least) in [
        ("", hear::BIT_00, 1500),
        ("Q30=0", 2.0 * hear::BIT_00, 3000),
        ("", hear::REFERENCE, 4000),
        ("Q31=places", hear::SHIFT, 8000),
    ] {
        let turns = changes_at(assumption, pitch);
        assert!(turns > least, "{assumption:?} {pitch}: {turns}");
    }
}

#[test]
fn a_recording_says_which_candidate_sounded() {
    for (assumption, bit, within) in [
        ("", "00", "end"),
        ("Q30=0", "0", "end"),
        ("Q31=places", "00", "places"),
        ("Q30=0 Q31=places", "0", "places"),
    ] {
        let samples = samples(assumption);
        for start in [0, 12_345, 100_000] {
            for heard in [samples[start..].to_vec(), recorded(&samples, start)] {
                let verdicts: Vec<Verdict> =
                    hear(&heard, RATE).into_iter().map(|reading| reading.verdict).collect();
                assert_eq!(verdicts, [Verdict::Answer(bit), Verdict::Answer(within)], "{assumption:?}");
            }
        }
    }
}

#[test]
fn a_recording_of_something_else_says_nothing() {
    let noise = recorded(&vec![0.0; RATE as usize * 5], 0);
    for samples in [Vec::new(), vec![0.0; 200_000], noise] {
        for reading in hear(&samples, RATE) {
            assert_eq!(reading.verdict, Verdict::NotSeen);
        }
    }
}
