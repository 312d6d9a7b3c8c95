//! A band-limited step: what a jump of the loudspeaker is when everything above the sample rate's
//! reach is taken out of it before it is sampled, so that nothing is mirrored into what is heard.
//!
//! The step is a windowed sinc, summed up. The table holds its differences from sample to sample
//! for each of [`PHASES`] places of the jump between two samples; in between it is interpolated.

use std::f64::consts::PI;

/// Samples that a step reaches: half before, half after.
pub const TAPS: usize = 32;
/// Samples that a step reaches ahead.
pub const AHEAD: u64 = TAPS as u64 / 2;
/// Places of a step between two samples.
const PHASES: usize = 256;
/// Where the band ends, as a share of the sample rate.
const CUT: f64 = 0.45;

/// Where the step has ended, in samples after its middle.
const REACH: f64 = (AHEAD - 1) as f64;

/// The table, made once.
#[derive(Clone, Debug)]
pub struct Steps {
    /// A row for each phase from 0 to 1, both included.
    rows: Vec<[f64; TAPS]>,
}

impl Steps {
    /// Makes the table.
    pub fn new() -> Steps {
        let risen = risen();
        let last = risen.len() - 1;
        let row = |phase: usize| {
            // The step at a sample; the rise begins at the sample 0 if the phase is 0.
            let at = |sample: usize| risen[(sample * PHASES).saturating_sub(phase).min(last)];
            std::array::from_fn(|tap| at(tap) - at(tap.saturating_sub(1)))
        };
        Steps { rows: (0..=PHASES).map(row).collect() }
    }

    /// The differences of a step of height 1 that comes `phase` (0 to 1) after a sample. The
    /// first belongs to the sample that is [`AHEAD`] - 1 before that one.
    pub fn differences(&self, phase: f64) -> [f64; TAPS] {
        let place = phase * PHASES as f64;
        let row = (place as usize).min(PHASES - 1);
        let share = place - row as f64;
        let (low, high) = (&self.rows[row], &self.rows[row + 1]);
        std::array::from_fn(|tap| low[tap] + (high[tap] - low[tap]) * share)
    }
}

/// The step from 0 to 1 at each phase of each sample: a windowed sinc, summed up by trapezia.
fn risen() -> Vec<f64> {
    let places = 2 * REACH as usize * PHASES;
    let slope = |place: usize| {
        let x = place as f64 / PHASES as f64 - REACH;
        sinc(2.0 * CUT * x) * blackman(x / REACH)
    };
    let mut step = vec![0.0; places + 1];
    for place in 1..=places {
        step[place] = step[place - 1] + (slope(place - 1) + slope(place)) / 2.0;
    }
    let height = step[places];
    step.iter().map(|value| value / height).collect()
}

fn sinc(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { libm::sin(PI * x) / (PI * x) }
}

/// Blackman's window: 1 at 0, 0 at -1 and 1.
fn blackman(x: f64) -> f64 {
    0.42 + 0.5 * libm::cos(PI * x) + 0.08 * libm::cos(2.0 * PI * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Between the phases of the table too a step ends at 1, and lies where it was put: the mean
    /// place of its differences, each of which lies half a sample back, is the phase.
    #[test]
    fn a_step_ends_at_one_and_lies_where_it_is_put() {
        let steps = Steps::new();
        for phase in [0.0, 0.001, 0.25, 0.5, 0.77777, 0.99999] {
            let taps = steps.differences(phase);
            let sum: f64 = taps.iter().sum();
            let mean: f64 = taps.iter().enumerate().map(|(tap, d)| (tap as f64 - 0.5 - REACH) * d).sum();
            assert!((sum - 1.0).abs() < 1e-15, "{phase}: {sum}");
            assert!((mean - phase).abs() < 1e-3, "{phase}: {mean}");
        }
    }
}
