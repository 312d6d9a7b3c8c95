//! The spectrum of a sound, by a Fourier transform.

use rustfft::FftPlanner;
use rustfft::num_complex::Complex;
use std::f64::consts::PI;

/// The sample rate of these tests, in samples per second.
pub const RATE: u32 = 44_100;

/// The amplitudes of the spectrum from 0 to half the sample rate, and the distance in hertz between
/// neighbouring lines. The input is padded with zeros to `padding` times its length, which gives more lines.
/// The window is Blackman-Harris.
pub fn spectrum(samples: &[f32], padding: usize) -> (Vec<f64>, f64) {
    let length = samples.len();
    let size = (length * padding).next_power_of_two();
    let mut line: Vec<Complex<f64>> = samples
        .iter()
        .enumerate()
        .map(|(n, &sample)| {
            let x = 2.0 * PI * n as f64 / length as f64;
            let window = 0.35875 - 0.48829 * x.cos() + 0.14128 * (2.0 * x).cos() - 0.01168 * (3.0 * x).cos();
            Complex::new(f64::from(sample) * window, 0.0)
        })
        .collect();
    line.resize(size, Complex::default());
    FftPlanner::new().plan_fft_forward(size).process(&mut line);
    let lines = line[..size / 2].iter().map(|value| value.norm()).collect();
    (lines, f64::from(RATE) / size as f64)
}

/// The frequency of the strongest line, in hertz. A parabola through the logarithms of three lines gives the
/// position of the peak between the lines.
pub fn pitch(samples: &[f32]) -> f64 {
    let (lines, width) = spectrum(samples, 8);
    let peak = (1..lines.len() - 1).max_by(|&a, &b| lines[a].total_cmp(&lines[b])).unwrap();
    let [a, b, c] = [-1, 0, 1].map(|step| lines[(peak as isize + step) as usize].ln());
    (peak as f64 + 0.5 * (a - c) / (a - 2.0 * b + c)) * width
}

/// The strongest line below 18 kHz that is not a harmonic of the tone with the frequency `hertz`. The
/// result is in decibels, relative to the strongest line of all.
pub fn worst_foreign(samples: &[f32], hertz: f64) -> f64 {
    let (lines, width) = spectrum(samples, 1);
    let peak = lines.iter().copied().fold(0.0, f64::max);
    // Half the main lobe of the window is four lines wide. Padding can double that.
    let lobe = 10.0 * width;
    let foreign = lines.iter().enumerate().filter(|&(line, _)| {
        let place = line as f64 * width;
        let nearest = (place / hertz).round().max(0.0) * hertz;
        place < 18_000.0 && (place - nearest).abs() > lobe
    });
    20.0 * (foreign.map(|(_, &value)| value).fold(0.0, f64::max) / peak).log10()
}
