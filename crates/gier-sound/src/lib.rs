//! GIER's voice: the loudspeaker that follows the sign of R, the typewriter and the tape reader,
//! as samples.
//!
//! | part | module |
//! |---|---|
//! | a probe that notes each change of the sign, each row of tape, each stroke | [`ear`] |
//! | a step of the loudspeaker without what no sample rate can hold | `step` |
//! | from machine time to samples: the mixer | [`sound`] |
//! | the strokes of the typewriter and the reader's tick, by synthesis | `strokes` |
//! | the way to a sound card, whose clock is another one | [`playback`] |
//! | the steady tones in what the ear heard | [`tones`] |
//!
//! Nothing here knows a file, a sound card or the host's clock. A [`Sound`] gives the same
//! samples on every host and however the run was cut into slices, so that a browser's blocks and
//! a file are one sound. How it is made, and what was measured, stands in `docs/sound.md`.
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
//!     if pause != Pause::Deadline {
//!         break;
//!     }
//! }
//! sound.finish(machine.now(), &mut samples);
//! assert_eq!(samples.len() as f64, (machine.now().as_seconds() * 44_100.0).round());
//! ```

pub mod ear;
pub mod playback;
pub mod sound;
mod step;
mod strokes;
pub mod tones;

pub use ear::{Change, Ear, Heard};
pub use playback::Playback;
pub use sound::{Mix, RATE, Sound, to_i16, whole};
pub use tones::Tone;
