//! Samples on their way to a sound card, whose clock is not the machine's: they wait in a queue,
//! a little slower or faster when it runs low or full, and are faded, never cut, when it is dry.

use std::collections::VecDeque;

/// What waits before the first sample is played, in seconds.
const LEAD_SECONDS: f64 = 0.08;
/// What waits at most before it is played faster.
const MOST_SECONDS: f64 = 0.2;
/// One sample in so many is played twice or left out to keep the queue's length: 17 cents.
const STRETCH: u64 = 100;
/// How long a fade takes.
const FADE_SECONDS: f64 = 0.005;

/// The queue.
#[derive(Clone, Debug)]
pub struct Playback {
    queue: VecDeque<f32>,
    lead: usize,
    most: usize,
    fade: f32,
    gain: f32,
    last: f32,
    /// What is left of a fade out.
    residue: f32,
    played: u64,
    running: bool,
    ending: bool,
}

impl Playback {
    /// An empty queue for so many samples a second.
    pub fn new(rate: u32) -> Playback {
        let samples = |seconds: f64| (seconds * f64::from(rate)) as usize;
        Playback {
            queue: VecDeque::new(),
            lead: samples(LEAD_SECONDS),
            most: samples(MOST_SECONDS),
            fade: 1.0 / samples(FADE_SECONDS) as f32,
            gain: 0.0,
            last: 0.0,
            residue: 0.0,
            played: 0,
            running: false,
            ending: false,
        }
    }

    /// Puts samples behind those that wait.
    pub fn push(&mut self, samples: &[f32]) {
        self.queue.extend(samples);
    }

    /// No more will come: what waits is played though it be little.
    pub fn end(&mut self) {
        self.ending = true;
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// The next sample for the card.
    pub fn next_sample(&mut self) -> f32 {
        self.played += 1;
        let length = self.queue.len();
        if !self.running && (length >= self.lead || self.ending && length > 0) {
            self.running = true;
            self.gain = 0.0;
        }
        if self.running && self.played.is_multiple_of(STRETCH) {
            if length > self.most {
                self.queue.pop_front();
            } else if length < self.lead / 2 && !self.ending {
                return self.last;
            }
        }
        self.residue *= 1.0 - self.fade;
        let next = if self.running { self.queue.pop_front() } else { None };
        self.last = match next {
            Some(sample) => {
                self.gain = (self.gain + self.fade).min(1.0);
                sample * self.gain + self.residue
            }
            None => {
                if std::mem::take(&mut self.running) {
                    self.residue = self.last;
                }
                self.residue
            }
        };
        self.last
    }
}
