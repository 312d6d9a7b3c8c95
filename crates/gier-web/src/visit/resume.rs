//! Resumes a session: replays its log, because nothing but an input can influence a run.

use super::Visit;
use crate::ear::GuestEar;
use crate::wav;
use core::cell::OnceCell;
use core::time::Duration;
use gier_desk::{Replaying, replay_end};
use gier_machine::{BadFile, Input, Log, Machine, Timeline};
use gier_sound::Mix;
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Installation, Reel, Uops};

/// The machine time that [`Rerun::work`] replays before it reads the host's clock again.
const STRIDE: Uops = Uops(20 * UOPS_PER_SECOND);

/// A replay of a session from its beginning. Each call of [`Rerun::work`] continues the replay.
#[derive(Debug)]
pub struct Rerun {
    session: Log,
    replaying: Replaying,
    ear: GuestEar,
    end: Uops,
}

impl Rerun {
    /// Starts to replay a log. If `is_heard` is true, the replay also records the machine's sound.
    ///
    /// # Errors
    /// Returns an error that says what is wrong, if the log is not valid.
    pub fn of(log: &str, is_heard: bool) -> Result<Rerun, BadFile> {
        let session = Log::parse(log)?;
        let ear = if is_heard { GuestEar::at(&session.start) } else { GuestEar::default() };
        let (replaying, end) = (Replaying::new(&session), replay_end(&session));
        Ok(Rerun { session, replaying, ear, end })
    }

    /// Replaces the optional devices of the machine. `reel` has the number of a tape station, and the reel to
    /// mount on this station. Call this before [`Rerun::work`].
    pub fn equip(&mut self, installation: Installation, reel: Option<(u16, Reel)>) {
        let start = &mut self.session.start;
        start.set_installation(installation);
        if let Some((station, reel)) = reel {
            start.feed(Input::MountReel(station, reel));
        }
        self.replaying = Replaying::new(&self.session);
    }

    /// Continues the replay for about the time `most`, as measured with `clock`. Returns `true` if the whole
    /// session has been replayed.
    pub fn work(&mut self, clock: impl Fn() -> Duration, most: Duration) -> bool {
        let begin = clock();
        loop {
            let until = self.replaying.now() + STRIDE;
            if self.replaying.play(&self.session, until, Some(&mut self.ear), &mut |_| {}) {
                return true;
            }
            if clock().saturating_sub(begin) >= most {
                return false;
            }
        }
    }

    /// The share of the session that has been replayed, from 0 to 1.
    pub fn share(&self) -> f64 {
        let (begin, now) = (self.session.start.now().0, self.replaying.now().0);
        (now - begin) as f64 / (self.end.0.max(now) - begin).max(1) as f64
    }

    /// Ends the replay. Returns the part of the session that has been replayed, as a session that the visitor
    /// can continue.
    pub fn into_guest(self) -> Visit {
        let timeline = self.replaying.into_replay().room.into_timeline();
        Visit::of(&self.session.options, self.session.start, timeline)
    }

    /// Ends the replay. Returns the machine at the beginning of the session, the past, and the title.
    pub fn into_past(self) -> (Machine, Timeline, String) {
        let title = self.session.options.into_iter().find(|(name, _)| name == super::TITLE);
        let timeline = self.replaying.into_replay().room.into_timeline();
        (self.session.start, timeline, title.map_or_else(String::new, |(_, title)| title))
    }

    /// The sound of the replayed session as a WAV file. The sound lasts as long as the session took on GIER.
    /// Returns `None` if the sound is too long for a WAV file. Call this only if [`Rerun::of`] was called
    /// with `is_heard`.
    pub fn into_sound(mut self, mix: Mix) -> Option<Vec<u8>> {
        wav::bytes(&self.ear.take(), mix, self.session.start.now()..self.replaying.now())
    }
}

impl Visit {
    /// Replays a whole log. Returns the session, which the visitor can continue.
    ///
    /// # Errors
    /// Returns the fault if the log is not valid.
    pub fn resumed(log: &str) -> Result<Visit, BadFile> {
        let mut rerun = Rerun::of(log, false)?;
        rerun.work(|| Duration::ZERO, Duration::MAX);
        Ok(rerun.into_guest())
    }

    /// Copies the source map and the source text from another session of the same program.
    #[must_use]
    pub fn knowing_as(mut self, other: &Visit) -> Visit {
        (self.text, self.head) = (other.text.clone(), OnceCell::new());
        match other.session.program() {
            Some(image) => self.knowing(image),
            None => self,
        }
    }
}
