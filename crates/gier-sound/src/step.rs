//! A band-limited step: a jump of the loudspeaker, smoothed so that it has no frequencies above half the
//! sample rate. Such frequencies would be heard as false tones (aliases).
//!
//! The step is the integral of a windowed sinc. A table holds the difference between neighbouring samples
//! of the step, for [`PHASES`] positions of the jump within a sample. Positions between them are
//! interpolated linearly.

use std::f64::consts::PI;

/// The length of a step in samples. The jump is in the middle.
pub(crate) const TAPS: usize = 32;
/// The number of samples that a step changes before its jump.
pub(crate) const AHEAD: u64 = TAPS as u64 / 2;
/// The time between two samples is divided into this many equal parts. The table has a step for each border
/// of these parts, with the jump at this border.
const PHASES: usize = 256;
/// The highest frequency of a step, as a fraction of the sample rate.
const CUT: f64 = 0.45;

/// The rise of a step begins this many samples before the jump, and ends this many samples after it.
const REACH: f64 = (AHEAD - 1) as f64;

/// A table of steps. It stores the differences between neighbouring samples of each step.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    /// The phase of a step is the position of its jump between two samples, from 0 to 1. Row n has the
    /// differences of the step with phase n / [`PHASES`].
    rows: Vec<[f64; TAPS]>,
}

impl Steps {
    pub(crate) fn new() -> Steps {
        let risen = risen();
        let last = risen.len() - 1;
        let row = |phase: usize| {
            // The value of the step at a sample. With phase 0, the rise begins at sample 0.
            let at = |sample: usize| risen[(sample * PHASES).saturating_sub(phase).min(last)];
            std::array::from_fn(|tap| at(tap) - at(tap.saturating_sub(1)))
        };
        Steps { rows: (0..=PHASES).map(row).collect() }
    }

    /// The differences between neighbouring samples of a step from 0 to 1. The jump is between two samples.
    /// `phase` says where: 0 is at the earlier sample, and 1 is at the later. The first difference belongs
    /// to a sample before the jump: it is [`AHEAD`] - 1 samples before the earlier one.
    pub(crate) fn differences(&self, phase: f64) -> [f64; TAPS] {
        let place = phase * PHASES as f64;
        let row = (place as usize).min(PHASES - 1);
        let share = place - row as f64;
        let (low, high) = (&self.rows[row], &self.rows[row + 1]);
        std::array::from_fn(|tap| low[tap] + (high[tap] - low[tap]) * share)
    }
}

/// The rise of a step from 0 to 1, with [`PHASES`] values for each sample. The rise is the integral of a
/// windowed sinc, computed by the trapezoidal rule.
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

/// Blackman's window. It is 1 at 0, and 0 at -1 and 1.
fn blackman(x: f64) -> f64 {
    0.42 + 0.5 * libm::cos(PI * x) + 0.08 * libm::cos(2.0 * PI * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each step ends at 1, and its jump is where `phase` says. The test finds the jump as the mean position
    /// of the differences, weighted by their sizes.
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
