//! The state of a machine's sound while the sound is on.

use crate::speaker::Speaker;
use crate::voice::Voice;
use core::time::Duration;
use gier_panel::ink::glow::DeskGlow;
use gier_sound::Mix;
use std::collections::VecDeque;

/// The initial volumes of the loudspeaker, the typewriter and the reader.
pub const MIX: Mix = Mix { loudspeaker: 0.7, typewriter: 0.5, reader: 0.3 };

/// The state of a machine's sound while the sound is on.
pub(super) struct Heard {
    pub(super) speaker: Speaker,
    pub(super) voice: Voice,
    /// The brightnesses of the lamps that are still to be shown, each with its time on the audio clock.
    pub(super) lamps: VecDeque<(Duration, DeskGlow)>,
    /// The time on the audio clock at which the last sounds of the machine have ended.
    pub(super) until: Duration,
}
