//! A queue of samples for a sound card, whose clock differs from the machine's. The queue plays a little
//! slower when it has few samples and a little faster when it has too many. When no samples are left, the
//! queue fades out, so that no click is heard.

use std::collections::VecDeque;

/// Playing begins when the queue is this long, in seconds.
const LEAD_SECONDS: f64 = 0.08;
/// If the queue is longer than this, in seconds, it plays faster.
const MOST_SECONDS: f64 = 0.2;
/// To play slower, the queue repeats every 100th sample. To play faster, it leaves out every 100th sample.
/// This changes the pitch by 17 cents.
const STRETCH: u64 = 100;
/// The length of a fade, in seconds.
const FADE_SECONDS: f64 = 0.005;

/// A queue of samples between the mixer and a sound card.
#[derive(Clone, Debug)]
pub struct Playback {
    queue: VecDeque<f32>,
    lead: usize,
    most: usize,
    fade: f32,
    gain: f32,
    last: f32,
    /// The present value of the fade-out. A fade-out begins at the last sample played and decays to zero.
    residue: f32,
    played: u64,
    running: bool,
    ending: bool,
}

impl Playback {
    /// An empty queue for `rate` samples a second.
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

    /// Appends samples to the queue.
    pub fn push(&mut self, samples: &[f32]) {
        self.queue.extend(samples);
    }

    /// Marks the end of the samples, so that the rest of the queue is played even if it is short.
    pub fn end(&mut self) {
        self.ending = true;
    }

    /// Whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Whether the end has been marked and the queue has been played.
    pub fn is_over(&self) -> bool {
        self.ending && self.queue.is_empty()
    }

    /// The next sample for the sound card. If the queue is empty, the samples fade to zero.
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
