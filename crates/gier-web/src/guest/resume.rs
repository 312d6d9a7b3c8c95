//! Resumes a session after a reload. It either starts from a snapshot of the machine and replays only the
//! later inputs, or replays the whole log.

use super::Guest;
use crate::ear::GuestEar;
use crate::tail::Tail;
use crate::wav;
use core::time::Duration;
use gier_desk::RecordedRoom;
use gier_desk::attended::{Papers, Replaying};
use gier_machine::{BadFile, Input, Log, Machine};
use gier_sound::Mix;
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Installation, Reel, Uops};

/// The machine time that [`Rerun::work`] replays before it reads the host's clock again.
const STRIDE: Uops = Uops(20 * UOPS_PER_SECOND);

/// A machine in the middle of a session, and the last lines of its sheet.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// How many inputs the session had before the snapshot.
    pub inputs: usize,
    /// The machine at the time of the snapshot.
    pub machine: Machine,
    /// The last lines of the sheet at the time of the snapshot.
    pub tail: Tail,
}

impl Snapshot {
    /// Converts the snapshot to text for the browser's storage. The first line says how many inputs the
    /// session had, and how many bytes `tail` takes. After this line, each character stands for one byte. The
    /// bytes of `tail` come first, then those of the machine.
    pub fn to_text(&self) -> String {
        let tail = self.tail.to_bytes();
        let mut text = format!("{} {}\n", self.inputs, tail.len());
        text.extend(tail.iter().chain(&self.machine.to_bytes()).map(|&byte| char::from(byte)));
        text
    }

    /// Reads a snapshot from text. Returns `None` if the text is damaged.
    pub fn parse(text: &str) -> Option<Snapshot> {
        let (head, body) = text.split_once('\n')?;
        let (inputs, tail) = head.split_once(' ')?;
        let bytes: Vec<u8> = body.chars().map(u8::try_from).collect::<Result<_, _>>().ok()?;
        let (tail, machine) = bytes.split_at_checked(tail.parse().ok()?)?;
        Some(Snapshot {
            inputs: inputs.parse().ok()?,
            machine: Machine::from_bytes(machine).ok()?,
            tail: Tail::from_bytes(tail)?,
        })
    }
}

/// The part of a resumed session that comes before its snapshot.
#[derive(Clone, Debug, Default)]
pub(super) struct Earlier {
    /// The lines of the log with all inputs before the snapshot.
    pub(super) lines: String,
    /// How many inputs the session had before the snapshot.
    pub(super) inputs: usize,
}

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

    /// Restores a session from a snapshot and a log. Replays only the inputs of the log that came after the
    /// snapshot. Returns `None` if the snapshot does not fit the log.
    pub fn resumed_from(log: &str, snapshot: Snapshot, host: Duration) -> Option<Guest> {
        let mut session = Log::parse(log).ok()?;
        let (now, end) = (snapshot.machine.now(), session.end?.position.at);
        if snapshot.inputs > session.inputs.len() || now > end {
            return None;
        }
        let start = std::mem::replace(&mut session.start, snapshot.machine);
        let earlier: Vec<_> = session.inputs.drain(..snapshot.inputs).collect();
        if earlier.last().is_some_and(|input| input.position.at > now) {
            return None;
        }
        let mut replaying = Replaying::new(&session, snapshot.tail.papers(), GuestEar::default());
        replaying.play(&session, Uops::NEVER, &mut |_| {});
        let replay = replaying.into_replay();
        if !replay.true_to_log {
            return None;
        }
        let mut guest = Guest::of(&session.options, start, replay.room, host);
        guest.tail = snapshot.tail;
        guest.earlier = Some(Earlier {
            lines: earlier.iter().map(gier_machine::log::input_line).collect(),
            inputs: earlier.len(),
        });
        Some(guest)
    }

    /// Copies the source map and the source text from another session of the same program.
    #[must_use]
    pub fn knowing_as(mut self, other: &Guest) -> Guest {
        (self.alarms, self.program) = (other.alarms.clone(), other.program.clone());
        self.text.clone_from(&other.text);
        self
    }

    /// Makes a snapshot of the machine as it is now, for [`Guest::resumed_from`].
    pub fn snapshot(&mut self) -> Snapshot {
        self.room.settle();
        let outputs = self.room.timeline().outputs();
        self.tail.take(&outputs[self.in_tail..]);
        self.in_tail = outputs.len();
        Snapshot {
            inputs: self.log_since(usize::MAX).0,
            machine: self.room.timeline().machine().clone(),
            tail: self.tail.clone(),
        }
    }

    /// The session with all output of the machine. Returns `None` if the session was resumed from a snapshot,
    /// because the output before the snapshot is missing. Then replay the log with a [`Rerun`] to get all
    /// output.
    pub fn whole(&self) -> Option<&RecordedRoom<GuestEar>> {
        self.earlier.is_none().then_some(&self.room)
    }
}
