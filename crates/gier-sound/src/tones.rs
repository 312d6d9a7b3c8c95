//! Finds the steady tones of the loudspeaker: sequences of half periods of equal length.

use crate::ear::Change;
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;

/// The smallest number of half periods in a tone. Shorter sequences are ignored.
const FEWEST: usize = 12;
/// The half periods of one tone may differ from the first by this fraction. They differ, for example, if the
/// program reads a row of tape during the tone.
const SPREAD: f64 = 0.01;

/// A steady tone of the loudspeaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tone {
    /// The time at which the tone begins: the time of its first change.
    pub from: Uops,
    /// The time at which the tone ends: the time of its last change.
    pub to: Uops,
    /// The number of half periods in the tone.
    pub halves: usize,
    /// The most common half period of the tone.
    pub half_period: Uops,
}

impl Tone {
    /// The pitch of the tone, in hertz.
    pub fn hertz(&self) -> f64 {
        UOPS_PER_SECOND as f64 / (2.0 * self.half_period.0 as f64)
    }

    /// The length of the tone, in seconds.
    pub fn seconds(&self) -> f64 {
        (self.to - self.from).seconds()
    }
}

/// Finds the tones among the changes of the loudspeaker. A tone has at least 12 half periods, each
/// within 1 % of the first.
pub fn find(changes: &[Change]) -> Vec<Tone> {
    let mut tones = Vec::new();
    let mut start = 0;
    while start + FEWEST < changes.len() {
        let half = |index: usize| changes[index + 1].at - changes[index].at;
        let first = half(start).0 as f64;
        let same = |index: &usize| (half(*index).0 as f64 - first).abs() <= SPREAD * first;
        let end = (start..changes.len() - 1).find(|index| !same(index)).unwrap_or(changes.len() - 1);
        if end - start >= FEWEST {
            tones.push(Tone {
                from: changes[start].at,
                to: changes[end].at,
                halves: end - start,
                half_period: most_common((start..end).map(half).collect()),
            });
        }
        start = end.max(start + 1);
    }
    tones
}

/// Returns the most common of the times. If several are equally common, returns the shortest of them.
fn most_common(mut times: Vec<Uops>) -> Uops {
    times.sort_unstable();
    let groups = times.chunk_by(|a, b| a == b).rev();
    groups.max_by_key(|group| group.len()).map_or(Uops::ZERO, |group| group[0])
}
