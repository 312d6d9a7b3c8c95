//! Tests that GIER plays the tune that comes with gier, in tune and as in the manuscript.

use gier_machine::{Input, Machine, Pause, StopCause};
use gier_slip::Source;
use gier_sound::{Ear, tones};
use gier_word::{Address, Symbol};

const DREAM: &str = include_str!("../../../../programs/music/dream.slip");
/// The pitches of the melody in Codex Runicus. The program adds the second A near the end, and then repeats
/// the first half (programs/music/README.md). `c` and `d` are above `B`.
const MANUSCRIPT: &str = "B d c d B A G  B d d d d B G  B d c d d c B d A B A G B d A A  \
                          B d c d B A G  B d d d d B G";

#[test]
fn gier_plays_the_notes_of_the_manuscript() {
    let (items, faults) = gier_slip::parse(&[Source::new("dream.slip", DREAM)]);
    assert!(faults.is_empty(), "{faults:#?}");
    let image = gier_slip::bootable(&gier_slip::assemble(&items).unwrap(), "").unwrap();
    let mut machine = Machine::with_image(&image);
    machine.feed(Input::Start);
    let mut ear = Ear::at(&machine);
    let mut run = |machine: &mut Machine| {
        machine.run_probed(machine.now() + gier_word::Uops::from_seconds(60.0), &mut ear)
    };
    assert_eq!(run(&mut machine), Pause::AwaitingKey);
    machine.feed(Input::Key(Symbol::new(49)));
    assert_eq!(run(&mut machine), Pause::Stopped(StopCause::Zq { cell: Address::new(2) }));
    let mut heard = Vec::new();
    let changes = ear.take().changes;
    // Shorter tones are not notes. A few equal half periods also occur in pauses.
    for tone in tones::find(&changes).into_iter().filter(|tone| tone.seconds() > 0.1) {
        // The two halves of a period differ by four micro-operations.
        let hertz = tone.halves as f64 / (2.0 * tone.seconds());
        // GIER plays a whole tone higher than the manuscript, so the manuscript's A is a B.
        let steps = 12.0 * (hertz / 440.0).log2() - 2.0;
        let name = match steps.round() as i32 {
            -2 => "G",
            0 => "A",
            2 => "B",
            3 => "c",
            5 => "d",
            other => panic!("{other} half tones above A: {tone:?}"),
        };
        assert!(
            (steps - steps.round()).abs() < 0.04,
            "{name} is {:.1} cents off",
            100.0 * (steps - steps.round())
        );
        heard.push(name);
    }
    assert_eq!(heard, MANUSCRIPT.split_whitespace().collect::<Vec<_>>());
}
