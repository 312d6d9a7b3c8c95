//! The sound of a machine on the page. Sound takes some time to reach the loudspeaker. While the sound is on,
//! the page delays the lamps by the same time, and the audio clock controls the speed of the machine.

use super::{MachineElement, Me};
use crate::dom;
use crate::speaker::{self, LEAD, Speaker};
use crate::voice::Voice;
use core::time::Duration;
use gier_desk::pace::Speed;
use gier_panel::ink::glow::DeskGlow;
use gier_sound::Mix;
use std::collections::VecDeque;

/// The longest time for which sounds of the machine can be heard after the machine has stopped.
const RINGING: Duration = Duration::from_millis(400);
/// The initial volumes of the loudspeaker, the typewriter and the reader.
pub const MIX: Mix = Mix { loudspeaker: 0.7, typewriter: 0.5, reader: 0.3 };

/// What a machine on the page needs to play its sound. It exists only while the sound is on.
pub(super) struct Heard {
    pub(super) speaker: Speaker,
    voice: Voice,
    /// Brightnesses that the lamps will show later. Each has the time on the audio clock at which it is due.
    lamps: VecDeque<(Duration, DeskGlow)>,
    /// The time on the audio clock at which the machine's last sounds end.
    until: Duration,
}

/// Switches the sound of a machine on or off. The sound begins shortly after the call. Call this in the
/// handler of a click, because browsers block sound that the visitor did not start.
pub fn switch(me: Me) {
    let (mut is_on, context) = (false, speaker::context());
    me.with(|desk| {
        is_on = desk.sound.is_some();
        if is_on {
            desk.set_sound(None);
        }
    });
    if is_on {
        return;
    }
    wasm_bindgen_futures::spawn_local(async move {
        let opened = match context {
            Ok(context) => Speaker::open(context).await,
            Err(none) => Err(none),
        };
        me.with(|desk| match opened {
            Ok(speaker) => desk.set_sound(Some(speaker)),
            Err(_) => desk.note("no-sound"),
        });
    });
}

impl MachineElement {
    /// The time on the clock that controls the speed of the machine. While the sound is on, this is the audio
    /// clock, so that the machine and its sound stay together. Otherwise, it is the browser's clock.
    pub fn clock(&self) -> Duration {
        match &self.sound {
            Some(sound) => sound.speaker.clock(),
            None => dom::clock(),
        }
    }

    /// Sets the speed at which the machine runs from now on.
    pub fn set_speed(&mut self, speed: Speed) {
        self.guest.set_speed(speed);
        self.listen();
    }

    /// Records the machine's sound if the sound is on and the speed is limited. At [`Speed::Max`], nothing is
    /// recorded.
    pub(super) fn listen(&mut self) {
        if let Some(sound) = &mut self.sound {
            sound.voice.set_speed(self.guest.speed());
        }
        self.guest.listen(self.sound.is_some() && self.guest.speed() != Speed::Max);
    }

    /// Switches the sound on with this loudspeaker. `None` switches it off.
    pub(super) fn set_sound(&mut self, speaker: Option<Speaker>) {
        if let Some(old) = self.sound.take() {
            old.speaker.close();
        }
        self.sound = speaker.map(|speaker| Heard {
            voice: Voice::new(self.mix, speaker.clock(), self.guest.machine().now()),
            until: speaker.clock() + RINGING,
            lamps: VecDeque::new(),
            speaker,
        });
        self.set_speed(self.guest.speed());
        self.show();
    }

    /// Whether the sound is on.
    pub const fn is_heard(&self) -> bool {
        self.sound.is_some()
    }

    /// The volume of each source of sound: loudspeaker, typewriter and reader.
    pub const fn mix(&self) -> Mix {
        self.mix
    }

    /// Sets the volume of each source of sound: loudspeaker, typewriter and reader.
    pub fn set_mix(&mut self, mix: Mix) {
        self.mix = mix;
        if let Some(sound) = &mut self.sound {
            sound.voice.set_mix(mix);
        }
    }

    /// Prepares the sound for a new session. Skips the sounds that its machine made before now. Call this
    /// after the session on the page was replaced.
    pub(super) fn jump(&mut self) {
        if let Some(sound) = &mut self.sound {
            sound.voice.jump(self.guest.machine().now());
        }
        self.listen();
    }

    /// Starts the audio clock again if the browser has stopped it. A browser may do this while the page is
    /// hidden.
    pub(super) fn resume_sound(&self) {
        if let Some(sound) = self.sound.as_ref().filter(|sound| !sound.speaker.is_running()) {
            sound.speaker.resume();
        }
    }

    /// Shows the lamps with the brightness `glow`. While the sound is on, the lamps and the sound are delayed
    /// by the same time.
    pub(super) fn show_lamps(&mut self, glow: DeskGlow) {
        let Some(sound) = &mut self.sound else { return self.draw_lamps(&glow) };
        let clock = sound.speaker.clock();
        sound.lamps.push_back((clock + LEAD, glow));
        let mut due = None;
        while let Some((_, glow)) = sound.lamps.pop_front_if(|(due, _)| *due <= clock) {
            due = Some(glow);
        }
        if let Some(glow) = due {
            self.draw_lamps(&glow);
        }
    }

    /// Plays the sounds that the machine has made since the last call.
    pub(super) fn sound_on(&mut self) {
        let (works, heard, now) = (self.guest.works(), self.guest.take_heard(), self.guest.machine().now());
        let Some(sound) = &mut self.sound else { return };
        let clock = sound.speaker.clock();
        if works {
            sound.until = clock + RINGING;
        }
        let block = sound.voice.block(&heard, now, clock);
        if !block.samples.is_empty() {
            sound.speaker.play(&block);
        }
    }

    /// Whether sounds of the machine may still be heard.
    pub(super) fn rings(&self) -> bool {
        self.sound.as_ref().is_some_and(|sound| sound.speaker.clock() < sound.until)
    }
}
