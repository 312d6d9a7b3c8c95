//! Tests with the music tapes of the museum's archive, in the folder that `GIER_ARCHIVE` names. The length of
//! a program's loop determines the pitch of its note. Each note must have this pitch, be in tune with the
//! other notes, and be free of aliases.

use crate::spectrum::{RATE, pitch, worst_foreign};
use gier_machine::{Input, Machine, Pause, StopCause, Tape};
use gier_sound::{Change, Ear, Mix, Sound, Tone, tones};
use gier_word::{Address, Case, Uops, symbol};
use std::path::{Path, PathBuf};

fn archive() -> Option<PathBuf> {
    crate::skip::archive().map(|folder| folder.join("tapes"))
}

/// A machine and an ear that listens to it.
struct Listener {
    machine: Machine,
    ear: Ear,
}

impl Listener {
    fn new() -> Listener {
        let machine = Machine::new();
        Listener { ear: Ear::at(&machine), machine }
    }

    fn mount(&mut self, tapes: &Path, name: &str) {
        let bytes = std::fs::read(tapes.join(name)).unwrap();
        self.machine.feed(Input::MountTape(Tape::from_bytes(name, &bytes)));
    }

    fn run(&mut self, seconds: f64) -> Pause {
        let until = self.machine.now() + Uops::from_seconds(seconds);
        self.machine.run_probed(until, &mut self.ear)
    }

    /// Strikes the keys of `text`. Before each key, runs until the machine waits for one.
    fn strike(&mut self, text: &str) {
        for key in symbol::encode(text, &mut Case::Lower).unwrap() {
            assert_eq!(self.run(100.0), Pause::AwaitingKey, "{text}");
            self.machine.feed(Input::Key(key));
        }
    }

    /// The movements of the loudspeaker, and all samples.
    fn sound(mut self) -> (Vec<Change>, Vec<f32>) {
        let heard = self.ear.take();
        let mut sound = Sound::new(RATE, Mix::default(), Uops::ZERO);
        let mut samples = Vec::new();
        sound.hear(&heard);
        sound.finish(self.machine.now(), &mut samples);
        (heard.changes, samples)
    }
}

/// Plays the first minute of the tape demo/bach. The bootstrap, a small program in the store, reads and
/// starts the tape.
fn bach(tapes: &Path) -> Listener {
    let mut listener = Listener::new();
    listener.machine.key_bootstrap();
    listener.mount(tapes, "demo/bach.flx");
    listener.machine.feed(Input::Start);
    assert_eq!(listener.run(60.0), Pause::Done);
    listener
}

/// Plays the tape tapet1/yesterday up to the stop order `zq` at its end. The command `r<` makes the program
/// HELP 3 read the tape.
fn yesterday(tapes: &Path) -> Listener {
    let mut listener = Listener::new();
    listener.mount(tapes, "tapet3/1track0.flx");
    listener.mount(tapes, "tapet3/2mainhelp.flx");
    listener.machine.key_bootstrap();
    listener.machine.feed(Input::Start);
    listener.strike("\n");
    assert_eq!(listener.run(100.0), Pause::AwaitingKey);
    listener.mount(tapes, "tapet1/yesterday.flx");
    listener.strike("r<");
    assert_eq!(listener.run(100.0), Pause::Stopped(StopCause::Zq { cell: Address::new(13) }));
    listener
}

/// A note of a piece: all tones that have the same half period.
struct Note {
    tone: Tone,
    count: usize,
    /// The distance in cents from the nearest note of equal temperament (A = 440 Hz).
    cents: f64,
    name: String,
}

/// The notes of a piece, the lowest first.
fn notes(found: &[Tone]) -> Vec<Note> {
    const NAMES: [&str; 12] =
        ["A", "B flat", "B", "C", "C sharp", "D", "E flat", "E", "F", "F sharp", "G", "A flat"];
    let mut notes: Vec<Note> = Vec::new();
    for tone in found {
        match notes.iter_mut().find(|note| note.tone.half_period == tone.half_period) {
            Some(note) => {
                note.count += 1;
                if tone.halves > note.tone.halves {
                    note.tone = *tone;
                }
            }
            None => {
                let steps = 12.0 * (tone.hertz() / 440.0).log2();
                let name = NAMES[(steps.round() as i32).rem_euclid(12) as usize];
                let octave = 4 + (steps.round() as i32 + 9).div_euclid(12);
                notes.push(Note {
                    tone: *tone,
                    count: 1,
                    cents: 100.0 * (steps - steps.round()),
                    name: format!("{name}{octave}"),
                });
            }
        }
    }
    notes.sort_by_key(|note| std::cmp::Reverse(note.tone.half_period));
    notes
}

/// In each half period, a program executes an order that shifts by N places, only to pass time. Returns N: a
/// half period takes 2 N + 123 micro-operations.
fn shift_count(tone: &Tone) -> u64 {
    assert_eq!(tone.half_period.0 % 2, 1, "{tone:?}");
    (tone.half_period.0 - 123) / 2
}

/// The largest signed number in ten bits.
const MOST: u64 = 511;

/// The part of the samples that contains a tone.
fn cut<'a>(samples: &'a [f32], tone: &Tone) -> &'a [f32] {
    let [from, to] = [tone.from, tone.to].map(|at| (at.seconds() * f64::from(RATE)) as usize);
    &samples[from..to]
}

/// Checks the tones of a piece. Returns the piece's rows for the table in docs/log/sound.md.
fn check(piece: &str, listener: Listener) -> String {
    let (changes, samples) = listener.sound();
    let found = tones::find(&changes);
    assert!(found.len() > 100, "{piece}: {} tones", found.len());
    // The samples of every tone have the pitch of its half period.
    for tone in &found {
        let off = pitch(cut(&samples, tone)) / tone.hertz() - 1.0;
        assert!(off.abs() < 1e-4, "{piece}: {tone:?} is heard {:.4} % off", 100.0 * off);
    }
    // The notes are in tune with each other. A note with the largest shift count, 511, is an exception.
    let notes = notes(&found);
    let in_tune: Vec<&Note> = notes.iter().filter(|note| shift_count(&note.tone) < MOST).collect();
    let offset = in_tune.iter().map(|note| note.cents).sum::<f64>() / in_tune.len() as f64;
    assert!((3.0..=7.0).contains(&offset), "{piece}: {offset:.1} cents above A = 440 Hz");
    for note in &in_tune {
        let percent = 100.0 * (2.0_f64.powf((note.cents - offset) / 1200.0) - 1.0);
        assert!(percent.abs() < 0.25, "{piece}: {} is {percent:.3} % off", note.name);
    }
    // Tones that are long enough for a measurement are free of aliases.
    for tone in found.iter().filter(|tone| tone.seconds() > 0.8) {
        let decibels = worst_foreign(cut(&samples, tone), tone.hertz());
        assert!(decibels < -80.0, "{piece}: {tone:?}: {decibels:.1} dB");
    }
    let mut table = String::new();
    for note in &notes {
        let count = shift_count(&note.tone);
        let heard = pitch(cut(&samples, &note.tone));
        let cents = if count < MOST { format!("{:+.1}", note.cents) } else { "none: see below".to_string() };
        table += &format!(
            "| {piece} | {} | {} | {} | {} | {:.2} | {heard:.2} | {cents} |\n",
            note.name,
            note.count,
            count,
            note.tone.half_period.0,
            note.tone.hertz(),
        );
    }
    table + &format!("| {piece} | mean | | | | | | {offset:+.1} |\n")
}

/// Compares the tones of both pieces with the table in docs/log/sound.md. With `UPDATE=1`, rewrites the
/// table.
#[test]
fn the_notes_of_the_music_tapes() {
    let Some(tapes) = archive() else { return };
    let table = check("bach", bach(&tapes)) + &check("yesterday", yesterday(&tapes));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/log/sound.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let is_row = |line: &&str| line.starts_with("| bach |") || line.starts_with("| yesterday |");
    let written: String = text.lines().filter(is_row).map(|line| format!("{line}\n")).collect();
    if written != table && std::env::var_os("UPDATE").is_some() {
        let start = text.find("| bach |").unwrap();
        std::fs::write(&path, text[..start].to_string() + &table + &text[start + written.len()..]).unwrap();
        return;
    }
    assert_eq!(written, table);
}
