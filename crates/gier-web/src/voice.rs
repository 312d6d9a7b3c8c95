//! The machine's sound on the page: turns the sounds into blocks of samples, each with a place on the
//! listener's clock. While the sound is on, that clock sets the machine's pace. This module needs no
//! browser.

use core::time::Duration;
use gier_desk::pace::Speed;
use gier_sound::{Heard, Mix, RATE, Sound};
use gier_word::Uops;

/// The number of samples of silence after which the sound starts afresh. Every stroke of the
/// typewriter has rung out by then.
const SILENCE: u64 = RATE as u64 / 2;

/// A block of samples for the listener.
#[derive(Debug, PartialEq)]
pub struct Block {
    /// The number of the block's first sample, counted from the beginning of the voice.
    pub first: u64,
    /// The samples, in the range from -1 to 1.
    pub samples: Vec<f32>,
}

/// The voice of a machine that the visitor listens to.
#[derive(Debug)]
pub struct Voice {
    sound: Sound,
    /// The time on the listener's clock when the voice began.
    began: Duration,
    /// The number of the first sample since the sound last started afresh.
    origin: u64,
    /// The machine time up to which the voice has taken the machine's sounds.
    now: Uops,
    /// Whether the machine runs flat out, too fast to be heard.
    is_fast: bool,
}

impl Voice {
    /// A voice that begins now, given the listener's clock and the machine's.
    pub fn new(mix: Mix, clock: Duration, now: Uops) -> Voice {
        Voice { sound: Sound::new(RATE, mix, now), began: clock, origin: 0, now, is_fast: false }
    }

    /// Sets the volume of each source.
    pub const fn set_mix(&mut self, mix: Mix) {
        self.sound.set_mix(mix);
    }

    /// Sets the speed of the machine. Up to four times GIER's speed, the sound is higher and quicker, as
    /// with a tape. Flat out there is nothing to hear, and the sound fades.
    pub fn set_speed(&mut self, speed: Speed) {
        match speed {
            Speed::Times(times) => self.sound.set_speed(self.now, times),
            Speed::Max => {}
        }
        self.is_fast = speed == Speed::Max;
        self.sound.mute(self.is_fast);
    }

    /// Continues at machine time `now` after a jump, when the machine was replaced or has run without
    /// being heard.
    pub fn jump(&mut self, now: Uops) {
        self.sound.jump(self.now, now);
        self.now = now;
    }

    /// Takes the machine's sounds up to machine time `now`. Returns the block of samples that the
    /// listener hears next.
    pub fn block(&mut self, heard: &Heard, now: Uops, clock: Duration) -> Block {
        let wanted = (clock.saturating_sub(self.began).as_secs_f64() * f64::from(RATE)) as u64;
        if wanted > self.origin + self.sound.given() + SILENCE {
            self.sound.begin_again(self.now);
            self.origin = wanted;
        }
        self.sound.keep_up(self.now, wanted - self.origin.min(wanted));
        if self.is_fast {
            self.jump(now);
        } else {
            self.sound.hear(heard);
            self.now = now;
        }
        let first = self.origin + self.sound.given();
        let mut samples = Vec::new();
        self.sound.render(now, &mut samples);
        Block { first, samples }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_sound::Change;

    /// A 440 Hz tone as the machine would make it between two times.
    fn tone(from: Uops, to: Uops) -> Heard {
        let changes = (from.0.div_ceil(523)..to.0.div_ceil(523))
            .map(|half| Change { at: Uops(half * 523), negative: half % 2 == 0 });
        Heard { changes: changes.collect(), ..Heard::default() }
    }

    /// At any frame rate the blocks follow each other without a gap, and together they are the
    /// sound.
    #[test]
    fn blocks_at_real_pace_are_the_sound() {
        let mut voice = Voice::new(Mix::default(), Duration::from_secs(9), Uops::ZERO);
        let (mut now, mut heard) = (Uops::ZERO, Vec::new());
        for (number, millis) in [33u64, 31, 47, 33, 90, 12, 33, 33, 120, 33].into_iter().enumerate() {
            let to = now + Uops::from_micros(millis * 1000);
            // The machine is a little ahead of the listener's clock because it runs in slices.
            let clock = Duration::from_secs(9) + Duration::from_secs_f64(now.seconds());
            let block = voice.block(&tone(now, to), to, clock);
            assert_eq!(block.first, heard.len() as u64, "block {number}");
            heard.extend(block.samples);
            now = to;
        }
        let (mut sound, mut whole) = (Sound::new(RATE, Mix::default(), Uops::ZERO), Vec::new());
        sound.hear(&tone(Uops::ZERO, now));
        sound.render(now, &mut whole);
        assert_eq!(heard, whole);
    }

    /// A machine that waits is silent. Its next sound has the right place on the listener's clock.
    #[test]
    fn a_wait_is_silence_and_moves_what_follows() {
        let mut voice = Voice::new(Mix::default(), Duration::ZERO, Uops::ZERO);
        let end = Uops::from_seconds(0.1);
        voice.block(&tone(Uops::ZERO, end), end, Duration::ZERO);
        let tail = voice.block(&Heard::default(), end, Duration::from_millis(400));
        let last = tail.samples.last().copied().unwrap_or(1.0);
        assert!(tail.samples.len() > 12_000 && last.abs() < 1e-6, "{} {last}", tail.samples.len());
        let later = voice.block(&tone(end, end + end), end + end, Duration::from_secs(60));
        assert!(later.first >= 60 * u64::from(RATE) && later.samples.len() < 5000, "{}", later.first);
        assert!(later.samples.iter().any(|sample| sample.abs() > 0.1));
    }

    #[test]
    fn flat_out_is_faded_and_its_time_passes_unheard() {
        let mut voice = Voice::new(Mix::default(), Duration::ZERO, Uops::ZERO);
        let end = Uops::from_seconds(0.1);
        voice.block(&tone(Uops::ZERO, end), end, Duration::ZERO);
        voice.set_speed(Speed::Max);
        let fast = voice.block(&Heard::default(), Uops::from_seconds(5000.0), Duration::from_millis(200));
        let quiet = fast.samples.iter().skip(300).all(|sample| *sample == 0.0);
        assert!(fast.samples.len() > 4000 && fast.samples.len() < 9000 && quiet);
    }
}
