//! Fades out the end of a sound. Without this, the sound would end with a click.

/// The length of the fade, in seconds.
const SECONDS: f64 = 0.005;

/// Keeps back the latest samples of a sound, so that they can be faded out if the sound ends.
#[derive(Clone, Debug)]
pub struct FadeOut {
    held: Vec<f32>,
    length: usize,
}

impl FadeOut {
    /// The fade for a sound of `rate` samples a second.
    pub fn new(rate: u32) -> FadeOut {
        FadeOut { held: Vec::new(), length: (f64::from(rate) * SECONDS) as usize }
    }

    /// Takes the new samples from `samples`, and puts the samples there that can be played now. The latest
    /// 5 ms are kept back, because they must be faded out if the sound ends.
    pub fn hold(&mut self, samples: &mut Vec<f32>) {
        self.held.append(samples);
        let passed = self.held.len().saturating_sub(self.length);
        samples.extend(self.held.drain(..passed));
    }

    /// Ends the sound. Returns the last samples, faded out.
    pub fn end(&mut self) -> Vec<f32> {
        let mut last = std::mem::take(&mut self.held);
        let length = last.len() as f32;
        for (left, sample) in last.iter_mut().rev().enumerate() {
            *sample *= left as f32 / length;
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sound has 1000 samples, and its last 220 samples fall to zero. The result does not depend on the
    /// number of samples in each call of `hold`.
    #[test]
    fn a_sound_ends_at_zero_without_a_jump() {
        for piece in [1, 7, 220, 221, 1000] {
            let mut fade = FadeOut::new(44_100);
            let mut out = Vec::new();
            for samples in [1.0; 1000].chunks(piece) {
                let mut samples = samples.to_vec();
                fade.hold(&mut samples);
                out.append(&mut samples);
            }
            out.append(&mut fade.end());
            assert_eq!(out.len(), 1000);
            assert!(out[..780].iter().all(|&sample| sample == 1.0) && out[999] == 0.0);
            assert!(out.windows(2).all(|pair| pair[0] - pair[1] < 0.006), "{piece}");
        }
    }
}
