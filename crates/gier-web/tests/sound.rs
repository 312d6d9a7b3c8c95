//! Tests that the page writes a correct sound file.

use core::time::Duration;
use gier_desk::attended::Papers;
use gier_desk::pace::Speed;
use gier_desk::typewriter::keyboard::Typist;
use gier_machine::{Input, Machine, Pause};
use gier_sound::{Ear, Mix, RATE, to_i16, whole};
use gier_web::guest::{Guest, Rerun, Struck};
use gier_word::Uops;

/// Plays five games twice, and compares the two sound files. The page's code writes the first file. The crate
/// `hound` writes the second, from the sound of a machine without the page's code.
#[test]
fn the_sound_of_the_session_is_that_of_the_machine() {
    let nim = Machine::with_image(&gier_programs::nim_image());
    let typed = gier_programs::book::TYPED.trim_end_matches('\n');
    let mix = Mix { loudspeaker: 0.7, typewriter: 0.5, reader: 0.3 };
    let mut guest = Guest::switched_on("NIM", nim.clone());
    guest.set_speed(Speed::Max);
    for character in typed.chars() {
        assert_eq!(guest.session.strike(character, Duration::ZERO), Struck::Awaited);
        while guest.works() {
            guest.picture(|| Duration::ZERO, |_, _| {});
        }
    }

    let (mut machine, began) = (nim.clone(), nim.now());
    let (mut ear, mut typist, mut papers) = (Ear::at(&machine), Typist::default(), Papers::new());
    let mut left = typed.chars();
    loop {
        let pause = machine.run_probed(Uops::NEVER, &mut ear);
        let outputs = machine.take_output();
        ear.notice(&outputs);
        outputs.into_iter().for_each(|(_, output)| papers.take(output, &mut |_| {}));
        let case = papers.sheet().case();
        let symbol = typist.next_symbol(case).or_else(|| {
            typist.strike(left.next()?, case);
            typist.next_symbol(case)
        });
        match symbol.filter(|_| pause == Pause::AwaitingKey) {
            Some(symbol) => machine.feed(Input::Key(symbol)),
            None => break,
        };
    }
    let mut native = std::io::Cursor::new(Vec::new());
    let format = hound::WavSpec {
        channels: 1,
        sample_rate: RATE,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut wav = hound::WavWriter::new(&mut native, format).unwrap();
    whole(&ear.take(), mix, began..machine.now(), |samples| {
        samples.iter().try_for_each(|&sample| wav.write_sample(to_i16(sample)))
    })
    .unwrap();
    wav.finalize().unwrap();
    let mut rerun = Rerun::of(&guest.log(), true).unwrap();
    assert!(rerun.work(|| Duration::ZERO, Duration::MAX));
    assert!(rerun.into_sound(mix).unwrap() == native.into_inner());
}
