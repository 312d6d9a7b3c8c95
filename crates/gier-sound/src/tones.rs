//! Steady tones in what the loudspeaker did: runs of half periods of one length.

use crate::ear::Change;
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;

/// Half periods that make a tone.
pub const FEWEST: usize = 12;
/// By which share the half periods of one tone may differ: a program may count a row of tape in
/// between.
const SPREAD: f64 = 0.01;

/// A steady tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tone {
    /// Its first change.
    pub from: Uops,
    /// Its last change.
    pub to: Uops,
    /// The number of half periods.
    pub halves: usize,
    /// The half period that is most common in it.
    pub half_period: Uops,
}

impl Tone {
    /// Its pitch.
    pub fn hertz(&self) -> f64 {
        UOPS_PER_SECOND as f64 / (2.0 * self.half_period.0 as f64)
    }

    /// How long it sounds.
    pub fn seconds(&self) -> f64 {
        (self.to - self.from).as_seconds()
    }
}

/// The tones among changes of the loudspeaker: at least [`FEWEST`] half periods, each within a
/// hundredth of the first.
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

/// The most common of some times; the shortest of several.
fn most_common(mut times: Vec<Uops>) -> Uops {
    times.sort_unstable();
    let groups = times.chunk_by(|a, b| a == b).rev();
    groups.max_by_key(|group| group.len()).map_or(Uops::ZERO, |group| group[0])
}
