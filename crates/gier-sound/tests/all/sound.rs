//! Tests that samples are never too loud, and that they do not depend on how a run is divided into slices.
//! Also tests that the length of a program's loop gives the pitch of its sound.

use crate::spectrum::{RATE, pitch, spectrum, worst_foreign};
use gier_machine::{Input, Machine, Pause, Tape};
use gier_slip::disassemble;
use gier_sound::{Change, Ear, Heard, Mix, Sound, Tone, to_i16, tones};
use gier_word::{Address, Cell, Half, Symbol, Uops};
use proptest::prelude::*;

const ALL: Mix = Mix { loudspeaker: 1.0, typewriter: 1.0, reader: 1.0 };

/// The sounds of a run, and the time of its end.
#[derive(Clone, Debug, Default)]
struct Run {
    heard: Heard,
    end: Uops,
}

/// Renders a run in slices of these lengths. After the last length, continues with the first.
fn render(run: &Run, mix: Mix, slices: &[u64]) -> Vec<f32> {
    let mut sound = Sound::new(RATE, mix, Uops::ZERO);
    let mut samples = Vec::new();
    let (mut from, mut lengths) = (Uops::ZERO, slices.iter().cycle());
    while from < run.end {
        let to = (from + Uops(*lengths.next().unwrap())).min(run.end);
        // A sound at the end of a slice belongs to that slice.
        sound.hear(&run.heard.within(from + Uops(1)..to + Uops(1)));
        sound.render(to, &mut samples);
        from = to;
    }
    sound.finish(run.end, &mut samples);
    samples
}

/// Runs a program that changes the sign of R in a loop. Also returns the length of the loop in
/// micro-operations: 19 for srn, 17 for gr, 12 for each qq, 13 for hv (docs/timing.md).
fn tone(qqs: u64, seconds: f64) -> (Run, u64) {
    let mut program = vec!["srn 1000", "gr 1000"];
    program.extend(std::iter::repeat_n("qq", qqs as usize));
    program.push("hv 40");
    let mut machine = Machine::new();
    machine.set_cell(1000, Cell::from_integer(1));
    for (cell, line) in (40..).zip(program) {
        machine.set_cell(cell, disassemble::parse_cell(line).unwrap());
    }
    machine.feed(Input::SetNext(Address::new(40), Half::Left));
    machine.feed(Input::Start);
    let mut ear = Ear::at(&machine);
    assert_eq!(machine.run_probed(Uops::from_seconds(seconds), &mut ear), Pause::Done);
    (Run { heard: ear.take(), end: machine.now() }, 19 + 17 + 12 * qqs + 13)
}

/// The ear records the exact pitch of the loop. In the samples, the pitch is right within 0.01 %, and the
/// third harmonic has a third of the amplitude, as in a square wave.
#[test]
fn a_program_gives_the_tone_of_its_loop() {
    for qqs in [3, 30, 90] {
        let (run, half) = tone(qqs, 3.0);
        let found = tones::find(&run.heard.changes);
        let [Tone { halves, .. }] = found[..] else { panic!("one tone: {found:?}") };
        assert!(halves > 1000);
        assert_eq!(found[0].half_period, Uops(half));
        let samples = render(&run, Mix::default(), &[20_000]);
        let hertz = 460_850.0 / (2.0 * half as f64);
        assert!((found[0].hertz() - hertz).abs() < 1e-9);
        let seconds = halves as f64 * half as f64 / 460_850.0;
        assert!((found[0].seconds() - seconds).abs() < 1e-9, "{} for {seconds}", found[0].seconds());
        let heard = pitch(&samples[RATE as usize / 2..]);
        assert!((heard / hertz - 1.0).abs() < 1e-4, "{heard} for {hertz}");
        let (lines, width) = spectrum(&samples[RATE as usize / 2..], 4);
        let at = |hertz: f64| {
            lines[(hertz / width) as usize - 3..].iter().take(7).fold(0.0, |a: f64, &b| a.max(b))
        };
        if hertz < 4000.0 {
            let third = at(3.0 * hertz) / at(hertz);
            assert!((third * 3.0 - 1.0).abs() < 0.02, "{third}");
        }
    }
}

/// Tests the spectrum below 18 kHz. Each line is a harmonic of the tone, or at least 80 dB weaker than the
/// strongest line.
#[test]
fn a_tone_has_no_audible_aliases() {
    for qqs in [3, 30, 90] {
        let (run, half) = tone(qqs, 3.0);
        let samples = render(&run, Mix::default(), &[20_000]);
        let decibels = worst_foreign(&samples[RATE as usize / 2..], 460_850.0 / (2.0 * half as f64));
        println!("half period {half}: {decibels:.1} dB");
        assert!(decibels < -80.0, "half period {half}: {decibels:.1} dB");
    }
}

/// After a rest, the first step gives the highest sample, which must not be clipped. Also, a rest becomes
/// silent, and a sound is as long as its run.
#[test]
fn a_rest_is_silent_and_the_step_after_it_is_not_clipped() {
    let second = |seconds: f64| Uops::from_seconds(seconds);
    let mut run = Run { end: second(8.0), ..Run::default() };
    for (number, seconds) in [0.00001, 1.0, 4.0, 4.0001, 4.01].into_iter().enumerate() {
        run.heard.changes.push(Change { at: second(seconds), negative: number % 2 == 0 });
    }
    let samples = render(&run, Mix::default(), &[1000]);
    assert_eq!(samples.len(), 8 * RATE as usize);
    let peak = |samples: &[f32]| samples.iter().fold(0.0, |peak: f32, sample| peak.max(sample.abs()));
    assert!(peak(&samples[4 * RATE as usize - 100..][..400]) > 0.5);
    assert!(peak(&samples) < 0.75);
    assert!(peak(&samples[7 * RATE as usize..]) < 1e-6);
    assert_eq!((to_i16(1.0), to_i16(-1.0), to_i16(0.0)), (32767, -32767, 0));
}

/// The ear records the reader and the typewriter, but no other unit. It records what the program types, and
/// also what the user types.
#[test]
fn the_ear_hears_typewriter_and_reader_only() {
    let mut machine = Machine::new();
    for (cell, line) in (40..).zip(["vy 56", "sy 49", "vy 0", "ly 60", "ly 60", "vy 17", "ly 60", "hv 40"]) {
        machine.set_cell(cell, disassemble::parse_cell(line).unwrap());
    }
    machine.feed(Input::MountTape(Tape::from_bytes("two rows", &[1, 2])));
    machine.feed(Input::SetNext(Address::new(40), Half::Left));
    machine.feed(Input::Start);
    let mut ear = Ear::at(&machine);
    assert_eq!(machine.run_probed(Uops::from_seconds(5.0), &mut ear), Pause::AwaitingKey);
    machine.feed(Input::Key(Symbol::new(18)));
    machine.run_probed(machine.now() + Uops::from_seconds(5.0), &mut ear);
    ear.notice(&machine.take_output());
    let heard = ear.take();
    let symbols: Vec<u8> = heard.strokes.iter().map(|(_, symbol)| symbol.code()).collect();
    assert_eq!((symbols, heard.rows.len()), (vec![49, 18, 49], 2));
    assert_eq!(ear.take(), Heard::default());
}

/// The number of samples follows the listener's time while the machine waits, runs faster, goes back or
/// is muted.
#[test]
fn sample_counts_follow_the_listeners_time() {
    let (run, _) = tone(30, 0.2);
    let mut sound = Sound::new(RATE, Mix::default(), Uops::ZERO);
    let mut samples = Vec::new();
    sound.hear(&run.heard);
    sound.rest(run.end, 4410);
    sound.finish(run.end, &mut samples);
    assert_eq!(samples.len(), (run.end.seconds() * 44_100.0).round() as usize + 4410);

    // At twice the speed, the sound is half as long and an octave higher.
    let mut fast = Sound::new(RATE, Mix::default(), Uops::ZERO);
    fast.set_speed(Uops::ZERO, 2.0);
    fast.hear(&run.heard);
    samples.clear();
    fast.finish(run.end, &mut samples);
    assert_eq!(samples.len(), (run.end.seconds() * 22_050.0).round() as usize);

    // The listener's clock goes on to one second while the machine is stopped. An earlier time changes
    // nothing.
    let mut stood = Sound::new(RATE, Mix::default(), Uops::ZERO);
    stood.hear(&run.heard);
    samples.clear();
    stood.keep_up(run.end, 44_100);
    stood.keep_up(run.end, 100);
    stood.finish(run.end, &mut samples);
    assert_eq!(samples.len(), 44_100);

    // Plays the run, goes back to its beginning, and plays it again.
    let mut twice = Sound::new(RATE, Mix::default(), Uops::ZERO);
    samples.clear();
    for _ in 0..2 {
        twice.hear(&run.heard);
        twice.render(run.end, &mut samples);
        twice.jump(run.end, Uops::ZERO);
    }
    twice.finish(Uops::ZERO, &mut samples);
    assert_eq!(samples.len(), (run.end.seconds() * 88_200.0).round() as usize);

    // A muted sound is silent after a smooth fade.
    let mut muted = Sound::new(RATE, Mix::default(), Uops::ZERO);
    samples.clear();
    muted.mute(true);
    muted.hear(&run.heard);
    muted.finish(run.end, &mut samples);
    assert!(samples[230..].iter().all(|&sample| sample == 0.0));
    assert!(samples[..200].iter().any(|&sample| sample != 0.0));
}

/// Each source is heard only at the times of its own sounds, and not at all if its level is 0.
#[test]
fn each_source_has_its_level() {
    let mut run = Run { end: Uops::from_seconds(2.0), ..Run::default() };
    run.heard.rows = vec![Uops::from_seconds(0.1)];
    for (seconds, symbol) in [(0.5, Symbol::new(49)), (1.0, Symbol::CARRIAGE_RETURN), (1.5, Symbol::STOP)] {
        run.heard.strokes.push((Uops::from_seconds(seconds), symbol));
    }
    let sounds = |mix: Mix| -> Vec<usize> {
        let samples = render(&run, mix, &[1000]);
        (0..20).filter(|tenth| samples[tenth * 4410..][..4410].iter().any(|&sample| sample != 0.0)).collect()
    };
    assert_eq!(sounds(Mix::default()), []);
    assert_eq!(sounds(Mix { typewriter: 1.0, ..Mix::default() }), [5, 10, 11]);
    assert_eq!(sounds(Mix { reader: 1.0, ..Mix::default() }), [1]);
    assert_eq!(sounds(ALL), [1, 5, 10, 11]);
}

fn any_run() -> impl Strategy<Value = Run> {
    let gaps = prop::collection::vec(prop_oneof![1u64..40, 40u64..2000, 2000u64..100_000], 0..120);
    (gaps, 0u64..50_000).prop_map(|(gaps, rest)| {
        let mut run = Run::default();
        let mut now = 0;
        for (number, gap) in gaps.into_iter().enumerate() {
            now += gap;
            run.heard.changes.push(Change { at: Uops(now), negative: number % 2 == 0 });
            if number % 3 == 0 {
                run.heard.rows.push(Uops(now + gap / 2));
            }
            if gap > 2000 {
                run.heard.strokes.push((Uops(now), Symbol::new((gap % 128) as u8)));
            }
        }
        run.end = Uops(now + rest + 1000);
        run.heard.rows.sort_unstable();
        run
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    /// Rendering in slices gives exactly the same samples as rendering at once.
    #[test]
    fn streaming_gives_the_samples_of_the_whole(
        run in any_run(),
        slices in prop::collection::vec(prop_oneof![1u64..300, 300u64..60_000], 1..6),
    ) {
        let mean: u64 = slices.iter().sum::<u64>() / slices.len() as u64;
        prop_assume!(mean > 100);
        let whole = render(&run, ALL, &[u64::MAX / 2]);
        prop_assert_eq!(whole.len() as f64, (run.end.seconds() * f64::from(RATE)).round());
        let bits = |samples: &[f32]| samples.iter().map(|sample| sample.to_bits()).collect::<Vec<_>>();
        prop_assert!(bits(&whole) == bits(&render(&run, ALL, &slices)));
        // The loudspeaker alone is never clipped.
        let alone = render(&run, Mix::default(), &[u64::MAX / 2]);
        prop_assert!(alone.iter().all(|sample| sample.abs() < 0.95));
    }
}
