//! Finds the answers to Q30 and Q31 in a recording of the experiment `sound`. The pitch of the first tone
//! shows which bit of R moves the loudspeaker (Q30). The sound after the second tone shows whether the
//! loudspeaker moves during a shift (Q31).

use crate::read::{Reading, Verdict};

/// The pitch of the first tone, in hertz, if bit 00 of R moves the loudspeaker. If bit 0 moves it instead,
/// the pitch is twice as high.
pub const BIT_00: f64 = 351.0;
/// The pitch of the second tone, in hertz. The sound after this tone gives the answer to Q31.
pub const REFERENCE: f64 = 970.0;
/// The pitch of the third tone, in hertz. It sounds only if the loudspeaker moves during a shift.
pub const SHIFT: f64 = 3629.0;

/// The length, in seconds, of the pieces into which a recording is cut.
const PIECE: f64 = 0.1;
/// A tone may be at most this many steps above or below its pitch. A step is 0.2 %.
const STEPS: i32 = 5;
const STEP: f64 = 0.002;
/// A piece contains a tone if the tone has more than this share of the piece's energy. The share is 0.81 if
/// the piece is a pure square wave.
const CLEAR: f64 = 0.3;
/// A tone counts as heard only if at least this many pieces contain it.
const LEAST: usize = 3;
/// The third tone is searched for in this many pieces after the second tone.
const AFTER: usize = 8;

/// The share of a piece's energy that is near a pitch, from 0 to 1. `rate` is in samples a second.
fn share(piece: &[f32], rate: f64, pitch: f64) -> f64 {
    let energy: f64 = piece.iter().map(|&sample| f64::from(sample).powi(2)).sum();
    if energy <= f64::EPSILON {
        return 0.0;
    }
    let near = (-STEPS..=STEPS).map(|step| {
        let turn = std::f64::consts::TAU * pitch * (1.0 + f64::from(step) * STEP) / rate;
        // Goertzel's recurrence.
        let twice = 2.0 * turn.cos();
        let (before, last) = piece
            .iter()
            .fold((0.0, 0.0), |(before, last), &sample| (last, f64::from(sample) + twice * last - before));
        let power = last * last + before * before - twice * last * before;
        2.0 * power / (piece.len() as f64 * energy)
    });
    near.fold(0.0, f64::max)
}

/// Finds the answers to Q30 and Q31 in a recording. It has one channel, with `rate` samples a second.
pub fn hear(samples: &[f32], rate: u32) -> Vec<Reading> {
    let rate = f64::from(rate.max(1));
    let length = ((rate * PIECE) as usize).max(1);
    let shares: Vec<[f64; 4]> = samples
        .chunks_exact(length)
        .map(|piece| {
            let mean = piece.iter().sum::<f32>() / piece.len() as f32;
            let piece: Vec<f32> = piece.iter().map(|sample| sample - mean).collect();
            [BIT_00, 2.0 * BIT_00, REFERENCE, SHIFT].map(|pitch| share(&piece, rate, pitch))
        })
        .collect();
    vec![pitch(&shares), within(&shares)]
}

fn count(shares: &[[f64; 4]], tone: usize) -> usize {
    shares.iter().filter(|shares| shares[tone] > CLEAR).count()
}

/// Answers Q30 from the pitch of the first tone. `shares` has the four results of [`share`] for each piece of
/// the recording.
fn pitch(shares: &[[f64; 4]]) -> Reading {
    let (low, high) = (count(shares, 0), count(shares, 1));
    let verdict = match (low, high) {
        _ if low < LEAST && high < LEAST => Verdict::NotSeen,
        _ if low > 4 * high => Verdict::Answer("00"),
        _ if high > 4 * low => Verdict::Answer("0"),
        _ => Verdict::None,
    };
    let lines = vec![
        format!("{:.1} s: {BIT_00} Hz", low as f64 * PIECE),
        format!("{:.1} s: {} Hz", high as f64 * PIECE, 2.0 * BIT_00),
    ];
    Reading { key: "Q30", verdict, lines }
}

/// Answers Q31: whether the third tone follows the second one. `shares` is as in [`pitch`].
fn within(shares: &[[f64; 4]]) -> Reading {
    let (mut heard, mut silent, mut run) = (0, 0, 0);
    for (at, piece) in shares.iter().enumerate() {
        if piece[2] > CLEAR {
            run += 1;
            continue;
        }
        if run >= LEAST {
            let after = &shares[at..shares.len().min(at + AFTER)];
            if count(after, 3) >= LEAST {
                heard += 1;
            } else if after.len() == AFTER {
                silent += 1;
            }
        }
        run = 0;
    }
    let verdict = match (heard, silent) {
        (0, 0) => Verdict::NotSeen,
        (0, _) => Verdict::Answer("end"),
        (_, 0) => Verdict::Answer("places"),
        _ => Verdict::None,
    };
    let lines =
        vec![format!("{heard}: {REFERENCE} Hz, {SHIFT} Hz"), format!("{silent}: {REFERENCE} Hz, 0 Hz")];
    Reading { key: "Q31", verdict, lines }
}
