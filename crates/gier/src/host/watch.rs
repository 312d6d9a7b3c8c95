//! Watches a long replay. Shows its progress, asks the user before it takes minutes, and ends it after Ctrl-C
//! or at a limit.

use super::clock::HostClock;
use super::report::{Answer, ask, say};
use super::signals::is_interrupted;
use super::status::Status;
use gier_desk::host::Clock;
use gier_desk::replay_end;
use gier_machine::Session;
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// The time after which a replay shows its progress.
const SHORT: Duration = Duration::from_secs(1);
/// The longest time that a replay may take without asking the user.
const LONG: Duration = Duration::from_secs(60);
/// The machine time that is replayed at once, which takes some milliseconds.
const PIECE: Uops = Uops(4 * UOPS_PER_SECOND);
/// The progress of a replay, as a template of the bar.
const BAR: &str = "{wide_bar} {percent} % replayed, {msg} left; Ctrl-C gives up";

/// The reason why a replay ended before the end of its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// Ctrl-C or another signal ended the replay.
    Interrupted,
    /// The user did not want to wait for the end of the replay.
    TooLong,
    /// The replay reached the limit that the command line gives.
    Limit,
}

impl GivenUp {
    /// The command's exit status after a replay that ended for this reason.
    pub const fn status(self) -> Status {
        match self {
            GivenUp::Interrupted | GivenUp::TooLong => Status::Interrupted,
            GivenUp::Limit => Status::Fault,
        }
    }
}

/// The watcher of one replay.
pub struct Watch {
    clock: HostClock,
    bar: ProgressBar,
    begin: Uops,
    end: Uops,
    limit: Option<Uops>,
    may_be_long: bool,
    /// The reason why the replay was cancelled, if it was.
    pub given_up: Option<GivenUp>,
}

impl Watch {
    /// Watches the replay of this session, for at most `limit` seconds of machine time.
    pub fn new(session: &Session, limit: Option<f64>) -> Watch {
        let begin = session.start.now();
        let limit = limit.map(|seconds| begin + Uops::from_seconds(seconds));
        let end = replay_end(session);
        Watch {
            clock: HostClock::start(),
            bar: ProgressBar::hidden(),
            begin,
            end: limit.map_or(end, |limit| limit.min(end)),
            limit,
            may_be_long: false,
            given_up: None,
        }
    }

    /// The machine time until which to replay next, from `now` on. Returns `None` if the replay ends at
    /// `now`.
    pub fn next(&mut self, now: Uops) -> Option<Uops> {
        let passed = self.clock.now();
        if is_interrupted() {
            self.given_up = Some(GivenUp::Interrupted);
        } else if self.limit.is_some_and(|limit| now >= limit) {
            self.given_up = Some(GivenUp::Limit);
        } else if passed > SHORT && now > self.begin && now < self.end {
            let left = self.left(passed, now);
            if left > LONG && !self.may_be_long && !self.wants_long(left) {
                self.given_up = Some(GivenUp::TooLong);
            }
            self.show(left, now);
        }
        if self.given_up.is_some() {
            self.bar.finish_and_clear();
        }
        let next = (now + PIECE).min(self.limit.unwrap_or(Uops::NEVER));
        self.given_up.is_none().then_some(next)
    }

    /// The host's time that the rest of the replay will take, if it goes on as fast as until `now`.
    fn left(&self, passed: Duration, now: Uops) -> Duration {
        let share = (self.end - now).seconds() / (now - self.begin).seconds();
        Duration::try_from_secs_f64(passed.as_secs_f64() * share).unwrap_or(Duration::MAX)
    }

    /// Asks the user at the terminal whether to continue a long replay. Returns `true` if there is no
    /// terminal, because nobody can be asked.
    fn wants_long(&mut self, left: Duration) -> bool {
        self.may_be_long = true;
        let days = (self.end - self.begin).seconds() / 86_400.0;
        let question = format!(
            "this log is {days:.1} days of GIER's time long, and its replay takes about {}. Go on",
            words(left)
        );
        self.bar.finish_and_clear();
        self.bar = ProgressBar::hidden();
        matches!(ask(&question), Ok(Answer::Yes | Answer::Nobody))
    }

    fn show(&mut self, left: Duration, now: Uops) {
        if self.bar.is_hidden() {
            let style = ProgressStyle::with_template(BAR).expect("a form of the bar");
            self.bar = ProgressBar::new((self.end - self.begin).0).with_style(style);
        }
        self.bar.set_message(words(left));
        self.bar.set_position((now - self.begin).0);
    }

    /// Clears the progress bar, and prints why the replay was cancelled, if it was.
    pub fn finish(self) -> Option<GivenUp> {
        self.bar.finish_and_clear();
        match self.given_up? {
            GivenUp::Interrupted => say("the replay was given up before the end of the log"),
            GivenUp::TooLong => say("the log was not replayed; --limit SECONDS replays its beginning"),
            GivenUp::Limit => say("the replay ended at its limit, before the end of the log"),
        }
        self.given_up
    }
}

/// A length of time in words, such as `3 hours`.
fn words(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let units = [(31_557_600.0, "years"), (86_400.0, "days"), (3600.0, "hours"), (60.0, "minutes")];
    match units.into_iter().find(|(unit, _)| seconds >= 2.0 * unit) {
        Some((unit, name)) => format!("{:.0} {name}", seconds / unit),
        None => format!("{seconds:.0} seconds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_the_unit_that_people_use() {
        for (seconds, written) in
            [(7, "7 seconds"), (119, "119 seconds"), (300, "5 minutes"), (7200, "2 hours")]
        {
            assert_eq!(words(Duration::from_secs(seconds)), written);
        }
        assert!(words(Duration::MAX).ends_with(" years"));
    }
}
