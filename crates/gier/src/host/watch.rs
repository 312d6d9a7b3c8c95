//! Watches a long replay of a session log. Shows the progress, and asks the user before a replay that takes
//! minutes. Ends the replay after Ctrl-C or at a limit.

use super::clock::HostClock;
use super::report::{Answer, ask, say};
use super::signals::is_interrupted;
use super::status::Status;
use gier_desk::host::Clock;
use gier_desk::replay_end;
use gier_machine::Log;
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A replay that takes longer than this shows its progress.
const SHORT: Duration = Duration::from_secs(1);
/// Before a replay that takes longer than this, gier asks the user.
const LONG: Duration = Duration::from_secs(60);
/// The machine time between two checks of a replay. The replay of this much takes some milliseconds.
const PIECE: Uops = Uops(4 * UOPS_PER_SECOND);
/// The progress bar of a replay, as a template of the library indicatif.
const BAR: &str = "{wide_bar} {percent} % replayed, {msg} left; Ctrl-C gives up";

/// Why a replay ended before the end of its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// Ctrl-C or another signal ended the replay early.
    Interrupted,
    /// The user was asked and did not want to wait.
    TooLong,
    /// The replay reached the limit that the command line sets.
    Limit,
}

impl GivenUp {
    /// The exit status of a command whose replay ended early for this reason.
    pub const fn status(self) -> Status {
        match self {
            GivenUp::Interrupted | GivenUp::TooLong => Status::Interrupted,
            GivenUp::Limit => Status::Fault,
        }
    }
}

/// Watches the progress of one replay.
pub struct ReplayProgress {
    clock: HostClock,
    bar: ProgressBar,
    begin: Uops,
    end: Uops,
    limit: Option<Uops>,
    may_be_long: bool,
    /// Why the replay was ended early, or `None` if it was not.
    pub given_up: Option<GivenUp>,
}

impl ReplayProgress {
    /// Creates a watch for the replay of a session. `limit` is the maximum length of the replay in seconds of
    /// machine time. It is counted from the beginning of the session.
    pub fn new(session: &Log, limit: Option<f64>) -> ReplayProgress {
        let begin = session.start.now();
        let limit = limit.map(|seconds| begin + Uops::from_seconds(seconds));
        let end = replay_end(session);
        ReplayProgress {
            clock: HostClock::start(),
            bar: ProgressBar::hidden(),
            begin,
            end: limit.map_or(end, |limit| limit.min(end)),
            limit,
            may_be_long: false,
            given_up: None,
        }
    }

    /// Checks the replay at the machine time `now`. Returns the machine time of the next check, or
    /// `None` to end the replay.
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

    /// Estimates how much longer this computer needs for the replay. `passed` is the time that it has needed
    /// so far. `now` is the machine time.
    fn left(&self, passed: Duration, now: Uops) -> Duration {
        let share = (self.end - now).seconds() / (now - self.begin).seconds();
        Duration::try_from_secs_f64(passed.as_secs_f64() * share).unwrap_or(Duration::MAX)
    }

    /// Asks the user whether to continue a long replay. Without a terminal, returns `true`.
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

    /// Removes the progress bar. If the replay was ended early, prints the reason and returns it.
    pub fn finish(self) -> Option<GivenUp> {
        self.bar.finish_and_clear();
        match self.given_up? {
            GivenUp::Interrupted => say("the replay was given up before the end of the log"),
            GivenUp::TooLong => {
                say("the log was not replayed; gier replay --limit SECONDS LOG replays its beginning")
            }
            GivenUp::Limit => say("the replay ended at its limit, before the end of the log"),
        }
        self.given_up
    }
}

/// Writes a duration in words, such as `3 hours`.
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
