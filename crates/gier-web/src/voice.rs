//! Converts the machine's sounds to blocks of samples. Each sample has a time on the audio clock. While the
//! sound is on, the audio clock controls the speed of the machine. This module needs no browser.

use core::time::Duration;
use gier_desk::pace::Speed;
use gier_sound::{Heard, Mix, RATE, Sound};
use gier_word::Uops;

/// A pause, as a count of samples. If [`Voice::block`] is not called for longer, it begins the conversion
/// again. By then, the noise of the last key has ended.
const SILENCE: u64 = RATE as u64 / 2;

/// A block of samples to play.
#[derive(Debug, PartialEq)]
pub struct Block {
    /// The index of the first sample in the block. The sample with the index 0 is heard at the time when the
    /// sound was switched on.
    pub first: u64,
    /// The values of the samples, from -1 to 1.
    pub samples: Vec<f32>,
}

/// Converts the sounds of one machine to blocks of samples, while the visitor listens.
#[derive(Debug)]
pub struct Voice {
    sound: Sound,
    /// The time on the audio clock at which the sound was switched on.
    began: Duration,
    /// The index of the sample with which the conversion last began. It is counted as in [`Block::first`].
    origin: u64,
    /// The machine time up to which sounds have been converted.
    now: Uops,
    /// Whether the speed of the machine is unlimited. Then there is no sound.
    is_fast: bool,
}

impl Voice {
    /// Begins the conversion at the present time: `clock` on the audio clock, and `now` in machine time.
    pub fn new(mix: Mix, clock: Duration, now: Uops) -> Voice {
        Voice { sound: Sound::new(RATE, mix, now), began: clock, origin: 0, now, is_fast: false }
    }

    /// Sets the volume of each source of sound: loudspeaker, typewriter and reader.
    pub const fn set_mix(&mut self, mix: Mix) {
        self.sound.set_mix(mix);
    }

    /// Sets the speed of the machine. If the machine is faster than the real GIER, its sound is faster and
    /// higher, like a tape that is played too fast. At unlimited speed, the sound fades out.
    pub fn set_speed(&mut self, speed: Speed) {
        match speed {
            Speed::Times(times) => self.sound.set_speed(self.now, times),
            Speed::Max => {}
        }
        self.is_fast = speed == Speed::Max;
        self.sound.mute(self.is_fast);
    }

    /// Skips all sounds before the machine time `now`. Call this if another machine replaces the machine, or
    /// if the machine has run without sound.
    pub fn jump(&mut self, now: Uops) {
        self.sound.jump(self.now, now);
        self.now = now;
    }

    /// Converts the sounds `heard` up to the machine time `now`. Returns the next block of samples to play.
    /// `clock` is the time on the audio clock.
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

    /// The sound of a machine that makes a tone of 440 Hz from the time `from` to the time `to`.
    fn tone(from: Uops, to: Uops) -> Heard {
        let changes = (from.0.div_ceil(523)..to.0.div_ceil(523))
            .map(|half| Change { at: Uops(half * 523), negative: half % 2 == 0 });
        Heard { changes: changes.collect(), ..Heard::default() }
    }

    /// Tests that blocks of different lengths follow each other without a gap. Together, they must be equal
    /// to the whole sound.
    #[test]
    fn blocks_at_real_pace_are_the_sound() {
        let mut voice = Voice::new(Mix::default(), Duration::from_secs(9), Uops::ZERO);
        let (mut now, mut heard) = (Uops::ZERO, Vec::new());
        for (number, millis) in [33u64, 31, 47, 33, 90, 12, 33, 33, 120, 33].into_iter().enumerate() {
            let to = now + Uops::from_micros(millis * 1000);
            // The machine runs in slices, so it is a little ahead of the audio clock.
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

    /// Tests that there is silence while the machine waits. The next sound must then have the right time on
    /// the audio clock.
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
