//! The sound of the guest's page: on when it is asked for, in step with the lamps, and then the
//! clock of the pace.

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

/// After the machine's last work its sound rings out for so long.
const RINGING: Duration = Duration::from_millis(400);
/// The volumes of the page: what machine, typewriter and reader give.
pub(super) const VOLUMES: [&str; 3] = ["volume-loudspeaker", "volume-typewriter", "volume-reader"];

/// The way of the sound, while it is on.
pub(super) struct Heard {
    pub(super) speaker: Speaker,
    pub(super) voice: Voice,
    /// What the lamps are to show when the listener's clock has come there.
    lamps: VecDeque<(Duration, DeskGlow)>,
    /// Until when there may be something to hear.
    until: Duration,
}

/// The mix that the person has set.
pub(super) fn mix() -> Mix {
    let [loudspeaker, typewriter, reader] =
        VOLUMES.map(|volume| dom::element::<HtmlInputElement>(volume).value_as_number() / 100.0);
    Mix { loudspeaker, typewriter, reader }
}

/// Switches the sound on, which takes a while, or off.
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
    /// The clock of the pace: the listener's while there is sound, or the two would part.
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

    /// The machine is listened to if there is sound, unless it goes flat out.
    pub(super) fn listen(&mut self) {
        if let Some(sound) = &mut self.sound {
            sound.voice.set_speed(self.guest.speed());
        }
        self.guest.listen(self.sound.is_some() && self.guest.speed() != Speed::Max);
    }

    /// The sound is on, or off again.
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

    /// The lamps go with the sound: what it is late they are late.
    pub(super) fn show_lamps(&mut self, glow: DeskGlow) {
        let Some(sound) = &mut self.sound else { return self.lamps.draw(&glow) };
        let clock = sound.speaker.clock();
        sound.lamps.push_back((clock + LEAD, glow));
        while let Some((_, glow)) = sound.lamps.pop_front_if(|(due, _)| *due <= clock) {
            self.lamps.draw(&glow);
        }
    }

    /// Plays what was heard.
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
