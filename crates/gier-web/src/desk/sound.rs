//! The state of a machine's sound while the sound is on.

use crate::speaker::Speaker;
use crate::voice::Voice;
use core::time::Duration;
use gier_panel::ink::glow::DeskGlow;
use gier_sound::Mix;
use std::collections::VecDeque;

/// The initial volumes of the loudspeaker, the typewriter and the reader.
pub const MIX: Mix = Mix { loudspeaker: 0.7, typewriter: 0.5, reader: 0.3 };

/// What a machine on the page needs to play its sound. It exists only while the sound is on.
pub(super) struct Heard {
    pub(super) speaker: Speaker,
    pub(super) voice: Voice,
    /// Brightnesses that the lamps will show later. Each has the time on the audio clock at which it is due.
    pub(super) lamps: VecDeque<(Duration, DeskGlow)>,
    /// The time on the audio clock at which the machine's last sounds end.
    pub(super) until: Duration,
}
