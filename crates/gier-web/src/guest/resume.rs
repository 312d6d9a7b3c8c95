//! Resumes a session: replays its log, because nothing but an input can influence a run.

use super::Guest;
use crate::ear::GuestEar;
use crate::wav;
use core::time::Duration;
use gier_desk::RecordedRoom;
use gier_desk::attended::{Papers, Replaying};
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
    replaying: Replaying<GuestEar>,
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
        let replaying = Replaying::new(&session, Papers::new(), ear);
        let last_input = session.inputs.last().map(|input| input.position.at);
        let end = session.end.map(|end| end.position.at).or(last_input).unwrap_or(Uops::ZERO);
        Ok(Rerun { session, replaying, end })
    }

    /// Replaces the optional devices of the machine. `reel` has the number of a tape station, and the reel to
    /// mount on this station. Call this before [`Rerun::work`].
    pub fn equip(&mut self, installation: Installation, reel: Option<(u16, Reel)>) {
        let start = &mut self.session.start;
        start.set_installation(installation);
        if let Some((station, reel)) = reel {
            start.feed(Input::MountReel(station, reel));
        }
        self.replaying = Replaying::new(&self.session, Papers::new(), GuestEar::default());
    }

    /// Continues the replay for about the time `most`, as measured with `clock`. Returns `true` if the whole
    /// session has been replayed.
    pub fn work(&mut self, clock: impl Fn() -> Duration, most: Duration) -> bool {
        let begin = clock();
        loop {
            let until = self.replaying.now() + STRIDE;
            if self.replaying.play(&self.session, until, &mut |_| {}) {
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

    /// Ends the replay. Returns the part of the session that has been replayed, with all output of the
    /// machine.
    pub fn into_room(self) -> RecordedRoom<GuestEar> {
        self.replaying.into_replay().room
    }

    /// Ends the replay. Returns the part of the session that has been replayed, as a session that the visitor
    /// can continue.
    pub fn into_guest(self, host: Duration) -> Guest {
        let (start, options) = (self.session.start.clone(), self.session.options.clone());
        Guest::of(&options, start, self.into_room(), host)
    }

    /// Ends the replay. Returns the machine at the beginning of the session, the past, and the title.
    pub fn into_past(self) -> (Machine, Timeline, String) {
        let title = self.session.options.iter().find(|(name, _)| name == super::TITLE);
        let title = title.map_or_else(String::new, |(_, title)| title.clone());
        (self.session.start.clone(), self.into_room().timeline().clone(), title)
    }

    /// The sound of the replayed session as a WAV file. The sound lasts as long as the session took on GIER.
    /// Returns `None` if the sound is too long for a WAV file. Call this only if [`Rerun::of`] was called
    /// with `is_heard`.
    pub fn into_sound(self, mix: Mix) -> Option<Vec<u8>> {
        let began = self.session.start.now();
        let mut room = self.into_room();
        let end = room.timeline().machine().now();
        wav::bytes(&room.ears().take(), mix, began..end)
    }
}

impl Guest {
    /// Replays a whole log. Returns the session, which the visitor can continue.
    ///
    /// # Errors
    /// Returns the fault if the log is not valid.
    pub fn resumed(log: &str, host: Duration) -> Result<Guest, BadFile> {
        let mut rerun = Rerun::of(log, false)?;
        rerun.work(|| Duration::ZERO, Duration::MAX);
        Ok(rerun.into_guest(host))
    }

    /// Copies the source map and the source text from another session of the same program.
    #[must_use]
    pub fn knowing_as(mut self, other: &Guest) -> Guest {
        (self.alarms, self.program) = (other.alarms.clone(), other.program.clone());
        self.text.clone_from(&other.text);
        self
    }
}
