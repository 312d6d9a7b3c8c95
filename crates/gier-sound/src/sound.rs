//! The mixer. It converts the sounds that an [`Ear`](crate::Ear) has recorded, with their times, to samples.
//!
//! The sources are the loudspeaker, the typewriter and the tape reader. Each source has a queue, its lane. A
//! lane has one number for each sample that is not rendered yet: what the source adds to this sample. A lane
//! adds sounds in the order of time, because the order affects the rounding. The samples therefore do not
//! depend on how long the machine runs at a time.

use crate::ear::Heard;
use crate::step::{AHEAD, Steps};
use crate::strokes::Strokes;
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;
use std::collections::VecDeque;
use std::f64::consts::PI;
use std::ops::Range;

/// The sample rate of sound files, in samples per second.
pub const RATE: u32 = 44_100;
/// [`whole`] renders this much machine time at once: one second.
const PIECE: Uops = Uops(UOPS_PER_SECOND);
/// The DC blocker attenuates frequencies below this one, in hertz.
const LOWEST_HERTZ: f64 = 10.0;
/// Half the height of a loudspeaker step, if [`Mix::loudspeaker`] is 1. A step overshoots its height. This
/// number is so small that the overshoot stays below 1.
const LOUDSPEAKER: f64 = 0.3;
/// The largest absolute sample of a typewriter stroke, if the level of the stroke and [`Mix::typewriter`] are
/// both 1.
const TYPEWRITER: f64 = 0.5;
/// The largest absolute sample of a tick (the sound of a row in the tape reader), if [`Mix::reader`] is 1.
const READER: f64 = 0.2;
/// The length of a fade, in seconds.
const FADE_SECONDS: f64 = 0.005;
/// A signal below this level is silent.
const SILENCE: f64 = 1e-12;

/// The level of each source, from 0 to 1. By default, only the loudspeaker is heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mix {
    /// The level of the loudspeaker.
    pub loudspeaker: f64,
    /// The level of the typewriter, including its carriage.
    pub typewriter: f64,
    /// The level of the tape reader.
    pub reader: f64,
}

impl Default for Mix {
    fn default() -> Mix {
        Mix { loudspeaker: 1.0, typewriter: 0.0, reader: 0.0 }
    }
}

/// What one source adds to each of the samples that are not rendered yet.
#[derive(Clone, Debug, Default)]
struct Lane(VecDeque<f64>);

impl Lane {
    fn add(&mut self, from: u64, samples: &[f64], level: f64) {
        let from = from as usize;
        if self.0.len() < from + samples.len() {
            self.0.resize(from + samples.len(), 0.0);
        }
        self.0.range_mut(from..).zip(samples).for_each(|(sum, sample)| *sum += level * sample);
    }

    fn next(&mut self) -> f64 {
        self.0.pop_front().unwrap_or(0.0)
    }
}

/// The sound of a machine. [`Sound::hear`] adds sounds, and [`Sound::render`] returns samples from -1 to 1.
///
/// Sample n is heard n / rate seconds after the beginning. A step of the loudspeaker also changes the 16
/// samples before the step. [`Sound::render`] therefore holds back the last 16 samples, until
/// [`Sound::finish`].
#[derive(Clone, Debug)]
pub struct Sound {
    rate: f64,
    mix: Mix,
    steps: Steps,
    strokes: Strokes,
    loudspeaker: Lane,
    typewriter: Lane,
    reader: Lane,
    /// The loudspeaker's signal. For each sample, it is first multiplied by `keep`, which removes direct
    /// current. Then the next number from the queue `loudspeaker` is added.
    level: f64,
    keep: f64,
    /// Whether R was negative after the last movement of the loudspeaker, or `None` before its first
    /// movement.
    negative: Option<bool>,
    /// The position in the sound, in samples, at the machine time `since`. After that time, each
    /// micro-operation takes `scale` samples.
    base: f64,
    since: Uops,
    scale: f64,
    given: u64,
    fade: f64,
    muted: bool,
}

impl Sound {
    /// Creates a sound with `rate` samples per second. It begins at the machine time `now`.
    pub fn new(rate: u32, mix: Mix, now: Uops) -> Sound {
        let rate = f64::from(rate);
        Sound {
            rate,
            mix,
            steps: Steps::new(),
            strokes: Strokes::new(rate),
            loudspeaker: Lane::default(),
            typewriter: Lane::default(),
            reader: Lane::default(),
            level: 0.0,
            negative: None,
            keep: libm::exp(-2.0 * PI * LOWEST_HERTZ / rate),
            base: 0.0,
            since: now,
            scale: rate / UOPS_PER_SECOND as f64,
            given: 0,
            fade: 1.0,
            muted: false,
        }
    }

    /// Adds the sounds that an ear heard since the last call.
    ///
    /// # Panics
    /// Panics if a sound comes before the last rendered sample.
    pub fn hear(&mut self, heard: &Heard) {
        for change in &heard.changes {
            self.step(change.at, change.negative);
        }
        if self.mix.reader > 0.0 {
            for &at in &heard.rows {
                let from = self.ahead(at);
                self.reader.add(from, self.strokes.tick(), READER * self.mix.reader);
            }
        }
        if self.mix.typewriter > 0.0 {
            for &(at, symbol) in &heard.strokes {
                let from = self.ahead(at);
                if let Some((shape, level)) = self.strokes.of(symbol) {
                    self.typewriter.add(from, shape, level * TYPEWRITER * self.mix.typewriter);
                }
            }
        }
    }

    fn step(&mut self, at: Uops, negative: bool) {
        if self.negative.replace(negative) == Some(negative) {
            return; // A jump to another time can repeat a sign.
        }
        let height = if negative { 2.0 } else { -2.0 } * LOUDSPEAKER * self.mix.loudspeaker;
        let place = self.place(at);
        let sample = place.floor();
        let differences = self.steps.differences(place - sample);
        // The first step can begin before the first sample.
        let first = sample as i64 - (AHEAD as i64 - 1) - self.given as i64;
        let cut = (-first).max(0) as usize;
        assert!(self.given == 0 || cut == 0, "a step comes before what was rendered");
        self.loudspeaker.add(first.max(0) as u64, &differences[cut..], height);
        if cut > 0 {
            // The first sample gets the sum of the differences before it.
            self.loudspeaker.add(0, &[differences[..cut].iter().sum()], height);
        }
    }

    /// Converts a machine time to a position in the sound, in samples.
    fn place(&self, at: Uops) -> f64 {
        self.base + (at - self.since).0 as f64 * self.scale
    }

    /// The number of samples between the last rendered sample and the machine time `at`.
    fn ahead(&self, at: Uops) -> u64 {
        let sample = self.place(at).round() as u64;
        sample.checked_sub(self.given).expect("a sound comes before what was rendered")
    }

    /// Appends all finished samples to `into`. A sample is finished if sounds after `now` can no longer
    /// change it.
    pub fn render(&mut self, now: Uops, into: &mut Vec<f32>) {
        let end = (self.place(now) as u64).saturating_sub(AHEAD);
        self.render_to(end, into);
    }

    /// Appends all samples up to `now` to `into`. The sound is then as long as the run.
    pub fn finish(&mut self, now: Uops, into: &mut Vec<f32>) {
        let end = self.place(now).round() as u64;
        self.render_to(end, into);
    }

    fn render_to(&mut self, end: u64, into: &mut Vec<f32>) {
        let fade = 1.0 / (FADE_SECONDS * self.rate);
        while self.given < end {
            self.given += 1;
            self.level = self.level * self.keep + self.loudspeaker.next();
            if self.level.abs() < SILENCE {
                self.level = 0.0;
            }
            self.fade = (self.fade + if self.muted { -fade } else { fade }).clamp(0.0, 1.0);
            let sum = self.level + self.typewriter.next() + self.reader.next();
            into.push((sum * self.fade).clamp(-1.0, 1.0) as f32);
        }
    }

    /// Inserts a pause of `samples` samples at the machine time `now`, while the machine is stopped or waits.
    /// Sounds of the typewriter die away during the pause.
    pub fn rest(&mut self, now: Uops, samples: u64) {
        self.base = self.place(now) + samples as f64;
        self.since = now;
    }

    /// Inserts a pause if the listener is ahead of the machine, whose time is `now`. `samples` says how many
    /// samples the listener has heard.
    pub fn keep_up(&mut self, now: Uops, samples: u64) {
        if self.place(now) < samples as f64 {
            self.base = samples as f64;
            self.since = now;
        }
    }

    /// Starts a new sound with the same settings at the machine time `now`.
    pub fn begin_again(&mut self, now: Uops) {
        for lane in [&mut self.loudspeaker, &mut self.typewriter, &mut self.reader] {
            lane.0.clear();
        }
        (self.level, self.negative) = (0.0, None);
        (self.base, self.since, self.given) = (0.0, now, 0);
    }

    /// The number of samples that were rendered.
    pub const fn given(&self) -> u64 {
        self.given
    }

    /// Sets the levels of the sources for later sounds.
    pub const fn set_mix(&mut self, mix: Mix) {
        self.mix = mix;
    }

    /// Sets the speed of the machine from `now` on, as a multiple of GIER's speed. On a faster machine,
    /// sounds are higher and shorter, like those of a tape that is played faster.
    pub fn set_speed(&mut self, now: Uops, times: f64) {
        self.rest(now, 0);
        self.scale = self.rate / (UOPS_PER_SECOND as f64 * times);
    }

    /// Must be called when the user goes to another time of the session. The machine's clock jumps from
    /// `from` to `to`.
    pub fn jump(&mut self, from: Uops, to: Uops) {
        self.rest(from, 0);
        self.since = to;
    }

    /// Fades the sound out if `muted` is true, otherwise fades it in.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
    }
}

/// Renders the sounds in the time range `time`, at the sample rate [`RATE`]. Calls `take` with about one
/// second of samples at a time. All samples together last as long as `time`.
///
/// If `take` returns an error, stops and returns that error.
pub fn whole<E>(
    heard: &Heard,
    mix: Mix,
    time: Range<Uops>,
    mut take: impl FnMut(&[f32]) -> Result<(), E>,
) -> Result<(), E> {
    let mut sound = Sound::new(RATE, mix, time.start);
    let (mut from, mut samples) = (time.start, Vec::new());
    while from < time.end {
        let to = (from + PIECE).min(time.end);
        sound.hear(&heard.within(from..to));
        sound.render(to, &mut samples);
        take(&samples)?;
        samples.clear();
        from = to;
    }
    sound.hear(&heard.within(time.end..time.end + Uops(1)));
    sound.finish(time.end, &mut samples);
    take(&samples)
}

/// Converts a sample (-1 to 1) to a signed 16-bit number.
pub fn to_i16(sample: f32) -> i16 {
    (sample * f32::from(i16::MAX)).round() as i16
}
