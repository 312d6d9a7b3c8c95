//! The sound of the guest's page. While it is on, the lamps are in step with it and its clock sets
//! the machine's pace.

use super::{Page, with};
use crate::dom;
use crate::guest::State;
use crate::speaker::{self, LEAD, Speaker};
use crate::voice::Voice;
use core::time::Duration;
use gier_desk::pace::Speed;
use gier_panel::ink::glow::DeskGlow;
use gier_sound::Mix;
use std::collections::VecDeque;
use web_sys::{HtmlElement, HtmlInputElement};

/// How long the sound rings out after the machine has stopped working.
const RINGING: Duration = Duration::from_millis(400);
/// The sliders of the page, by element id: the volumes of the loudspeaker, the typewriter and the
/// reader.
pub(super) const VOLUMES: [&str; 3] = ["volume-loudspeaker", "volume-typewriter", "volume-reader"];

/// The sound of the page while it is on.
pub(super) struct Heard {
    pub(super) speaker: Speaker,
    pub(super) voice: Voice,
    /// The lamps still to be shown, each with its time on the listener's clock.
    lamps: VecDeque<(Duration, DeskGlow)>,
    /// The time on the listener's clock until which there may be something to hear.
    until: Duration,
}

/// The mix that the sliders are set to.
pub(super) fn mix() -> Mix {
    let [loudspeaker, typewriter, reader] =
        VOLUMES.map(|volume| dom::element::<HtmlInputElement>(volume).value_as_number() / 100.0);
    Mix { loudspeaker, typewriter, reader }
}

/// Switches the sound off, or starts to switch it on, which takes a while.
pub(super) fn switch_sound() {
    let (mut is_on, context) = (false, speaker::context());
    with(|page| {
        is_on = page.sound.is_some();
        if is_on {
            page.set_sound(None);
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
        with(|page| match opened {
            Ok(speaker) => page.set_sound(Some(speaker)),
            Err(_) => {
                page.notice = Some("no-sound");
                page.show();
            }
        });
    });
}

impl Page {
    /// The clock that sets the machine's pace. While the sound is on it is the listener's
    /// clock, so that machine and sound stay together.
    pub(super) fn clock(&self) -> Duration {
        match &self.sound {
            Some(sound) => sound.speaker.clock(),
            None => dom::clock(),
        }
    }

    pub(super) fn set_speed(&mut self, speed: Speed) {
        self.guest.set_speed(speed, self.clock());
        self.listen();
    }

    /// Lets the guest listen to the machine if the sound is on, unless the machine runs flat
    /// out.
    pub(super) fn listen(&mut self) {
        if let Some(sound) = &mut self.sound {
            sound.voice.set_speed(self.guest.speed());
        }
        self.guest.listen(self.sound.is_some() && self.guest.speed() != Speed::Max);
    }

    /// Switches the sound to this loudspeaker, or off if it is `None`.
    pub(super) fn set_sound(&mut self, speaker: Option<Speaker>) {
        if let Some(old) = self.sound.take() {
            old.speaker.close();
        }
        self.sound = speaker.map(|speaker| Heard {
            voice: Voice::new(mix(), speaker.clock(), self.guest.view().now),
            until: speaker.clock() + RINGING,
            lamps: VecDeque::new(),
            speaker,
        });
        self.set_speed(self.guest.speed());
        let pressed = if self.sound.is_some() { "true" } else { "false" };
        dom::set(&dom::element::<HtmlElement>("sound"), "aria-pressed", pressed);
        self.show();
    }

    /// Shows the lamps in step with the sound: they are delayed as much as it is.
    pub(super) fn show_lamps(&mut self, glow: DeskGlow) {
        let Some(sound) = &mut self.sound else { return self.lamps.draw(&glow) };
        let clock = sound.speaker.clock();
        sound.lamps.push_back((clock + LEAD, glow));
        while let Some((_, glow)) = sound.lamps.pop_front_if(|(due, _)| *due <= clock) {
            self.lamps.draw(&glow);
        }
    }

    /// Plays the sound that the machine has made since the last call.
    pub(super) fn sound_on(&mut self) {
        let (works, heard, now) =
            (self.guest.state() == State::Working, self.guest.take_heard(), self.guest.view().now);
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

    /// Whether there may still be something to hear.
    pub(super) fn rings(&self) -> bool {
        self.sound.as_ref().is_some_and(|sound| sound.speaker.clock() < sound.until)
    }
}
