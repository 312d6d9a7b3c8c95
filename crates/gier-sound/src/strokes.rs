//! Synthesised sounds of the typewriter and the tape reader. They are damped tones and noise, chosen by
//! ear and not after a recording of GIER.

use gier_word::Symbol;
use std::f64::consts::PI;

/// The waveforms for one sample rate. Each has a peak of 1.
#[derive(Clone, Debug)]
pub(crate) struct Strokes {
    letter: Vec<f64>,
    blank: Vec<f64>,
    shift: Vec<f64>,
    ribbon: Vec<f64>,
    carriage: Vec<f64>,
    tick: Vec<f64>,
}

/// A damped tone: its frequency in hertz, its decay time to 1/e in milliseconds, and its level.
type DampedTone = (f64, f64, f64);

impl Strokes {
    pub(crate) fn new(rate: f64) -> Strokes {
        Strokes {
            // The type hits the platen, and the frame rings.
            letter: blow(
                rate,
                60.0,
                &[(2300.0, 3.0, 0.7), (910.0, 7.0, 0.6), (185.0, 16.0, 0.8)],
                (2.0, 1.0),
            ),
            // Only the escapement moves.
            blank: blow(rate, 40.0, &[(1450.0, 2.5, 0.4), (240.0, 9.0, 0.4)], (1.5, 0.3)),
            // The type basket falls.
            shift: blow(rate, 80.0, &[(120.0, 22.0, 1.0), (430.0, 8.0, 0.4)], (3.0, 0.3)),
            ribbon: blow(rate, 20.0, &[(1900.0, 2.0, 0.5)], (1.0, 0.2)),
            carriage: carriage(rate),
            tick: blow(rate, 0.45, &[(3100.0, 0.15, 1.0)], (0.1, 0.5)),
        }
    }

    /// The waveform and the level of a symbol's stroke, or `None` if the typewriter does nothing for the
    /// symbol.
    pub(crate) fn of(&self, symbol: Symbol) -> Option<(&[f64], f64)> {
        match symbol {
            Symbol::SPACE => Some((&self.blank, 0.5)),
            Symbol::LOWER | Symbol::UPPER => Some((&self.shift, 0.7)),
            Symbol::RED | Symbol::BLACK => Some((&self.ribbon, 0.3)),
            Symbol::CARRIAGE_RETURN | Symbol::TAB => Some((&self.carriage, 0.8)),
            _ if symbol.glyph(gier_word::Case::Lower).is_none() => None,
            // The level depends on the type bar.
            _ => Some((&self.letter, 0.8 + 0.2 * f64::from(u16::from(symbol.code()) * 37 % 64) / 63.0)),
        }
    }

    /// The sound of a row of tape in the reader.
    pub(crate) fn tick(&self) -> &[f64] {
        &self.tick
    }
}

/// The sound of a blow: damped tones and noise, which end in silence after `millis`. `noise` has the decay
/// time of the noise to 1/e, in milliseconds, and the level of the noise.
fn blow(rate: f64, millis: f64, tones: &[DampedTone], noise: (f64, f64)) -> Vec<f64> {
    let length = (rate * millis / 1000.0) as usize;
    let mut random = Noise::default();
    let shape = (0..length).map(|n| {
        let time = n as f64 / rate;
        let sum: f64 = tones
            .iter()
            .map(|&(hertz, fall, level)| level * damped(time, fall) * libm::sin(2.0 * PI * hertz * time))
            .sum();
        let rest = 1.0 - n as f64 / length as f64;
        (sum + noise.1 * damped(time, noise.0) * random.next()) * rest
    });
    full(shape.collect())
}

/// The sound of the carriage, which runs back over a ratchet and hits its stop.
fn carriage(rate: f64) -> Vec<f64> {
    const TEETH: usize = 24;
    const RUN_SECONDS: f64 = 0.11;
    let tooth = blow(rate, 8.0, &[(2600.0, 1.0, 1.0), (700.0, 2.0, 0.5)], (1.0, 0.6));
    let stop = blow(rate, 80.0, &[(95.0, 25.0, 1.0), (310.0, 12.0, 0.7)], (4.0, 0.6));
    let mut shape = vec![0.0; (rate * RUN_SECONDS) as usize + stop.len()];
    let last = (rate * RUN_SECONDS) as usize;
    for number in 0..TEETH {
        add(&mut shape, last * number / TEETH, &tooth, 0.35);
    }
    add(&mut shape, last, &stop, 1.0);
    full(shape)
}

fn add(shape: &mut [f64], at: usize, shorter: &[f64], level: f64) {
    shape[at..].iter_mut().zip(shorter).for_each(|(sum, sample)| *sum += level * sample);
}

fn damped(time: f64, fall_millis: f64) -> f64 {
    libm::exp(-time * 1000.0 / fall_millis)
}

/// Scales a waveform to a peak of 1.
fn full(mut shape: Vec<f64>) -> Vec<f64> {
    let peak = shape.iter().fold(0.0, |peak: f64, sample| peak.max(sample.abs()));
    if peak > 0.0 {
        shape.iter_mut().for_each(|sample| *sample /= peak);
    }
    shape
}

/// White noise by Marsaglia's 32-bit xorshift. It is the same in every run.
struct Noise(u32);

impl Default for Noise {
    fn default() -> Noise {
        Noise(0x9E37_79B9)
    }
}

impl Noise {
    /// The next sample, from -1 to 1.
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        f64::from(self.0) / f64::from(u32::MAX / 2) - 1.0
    }
}
