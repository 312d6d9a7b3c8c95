//! The sound of GIER as samples. It mixes the loudspeaker, which follows the sign of R, with the
//! typewriter and the tape reader.
//!
//! | part | module |
//! |---|---|
//! | a probe that records each change of the sign, each row of tape, each stroke | [`ear`] |
//! | a band-limited step of the loudspeaker | `step` |
//! | the mixer: from machine time to samples | [`sound`] |
//! | fades out the end of a sound | `fade` |
//! | synthesised strokes of the typewriter and ticks of the reader | `strokes` |
//! | a queue for a sound card, which has its own clock | [`playback`] |
//! | finds the steady tones in what the ear heard | [`tones`] |
//!
//! This crate uses no files, no sound card and no clock of the host. A [`Sound`] gives the same samples on every
//! host, and however long the machine runs at a time, so a browser plays the samples of a sound file.
//! `docs/sound.md` describes the synthesis and the measurements.
//!
//! ```
//! use gier_machine::{Machine, Pause};
//! use gier_sound::{Ear, Mix, Sound};
//! use gier_word::{Image, Uops};
//!
//! let mut machine = Machine::with_image(&Image::new("empty"));
//! let mut ear = Ear::at(&machine);
//! let mut sound = Sound::new(44_100, Mix::default(), machine.now());
//! let mut samples = Vec::new();
//! while machine.now() < Uops::from_seconds(0.5) {
//!     let pause = machine.run_probed(machine.now() + Uops::from_micros(8_000), &mut ear);
//!     ear.notice(&machine.take_output());
//!     sound.hear(&ear.take());
//!     sound.render(machine.now(), &mut samples);
//!     if pause != Pause::Done {
//!         break;
//!     }
//! }
//! sound.finish(machine.now(), &mut samples);
//! assert_eq!(samples.len() as f64, (machine.now().seconds() * 44_100.0).round());
//! ```

pub mod ear;
mod fade;
pub mod playback;
pub mod sound;
mod step;
mod strokes;
pub mod tones;

pub use ear::{Change, Ear, Heard};
pub use fade::FadeOut;
pub use playback::Playback;
pub use sound::{Mix, RATE, Sound, to_i16, whole};
pub use tones::Tone;
