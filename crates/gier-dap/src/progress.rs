//! Reports the progress of long work to the editor, and lets the editor interrupt the work.

use crate::launcher::Launcher;
use core::time::Duration;
use serde_json::{Value, json};

/// The editor gets progress reports only about work that takes longer than this.
const PATIENCE: Duration = Duration::from_millis(500);
/// The minimum time between two reports.
const PAUSE: Duration = Duration::from_millis(250);

/// The progress of one task that takes long.
pub(crate) struct Progress<'a, L> {
    launcher: &'a mut L,
    sequence: &'a mut u64,
    was_interrupted: &'a mut bool,
    is_shown: bool,
    title: &'static str,
    id: String,
    begun: Duration,
    /// The time of the last report, or `None` if no report was sent.
    reported: Option<Duration>,
}

impl<'a, L: Launcher> Progress<'a, L> {
    /// Measures the progress of work that begins now. `sequence` is the sequence number of the last message
    /// to the editor. Each report of the progress increases it. `was_interrupted` becomes true if the editor
    /// interrupts the work.
    pub fn new(
        launcher: &'a mut L,
        sequence: &'a mut u64,
        was_interrupted: &'a mut bool,
        is_shown: bool,
        title: &'static str,
    ) -> Self {
        let begun = launcher.now();
        let id = format!("work-{sequence}");
        Progress { launcher, sequence, was_interrupted, is_shown, title, id, begun, reported: None }
    }

    /// Reports that `done` of `all` parts of the work are done. Returns `false` if the editor interrupts
    /// the work.
    pub fn goes_on(&mut self, done: u64, all: u64) -> bool {
        if self.is_shown {
            let now = self.launcher.now();
            let percentage = (done as f64 / all.max(1) as f64 * 100.0).min(100.0).round();
            match self.reported {
                None if now.saturating_sub(self.begun) >= PATIENCE => {
                    self.send(
                        "progressStart",
                        json!({"progressId": self.id, "title": self.title, "cancellable": true,
                            "percentage": percentage}),
                    );
                    self.reported = Some(now);
                }
                Some(last) if now.saturating_sub(last) >= PAUSE => {
                    self.send("progressUpdate", json!({"progressId": self.id, "percentage": percentage}));
                    self.reported = Some(now);
                }
                None | Some(_) => {}
            }
        }
        let is_interrupted = self.launcher.wants_pause();
        *self.was_interrupted |= is_interrupted;
        !is_interrupted
    }

    /// Tells the editor that the work has ended, if the progress of the work was reported.
    pub fn end(mut self) {
        if self.reported.is_some() {
            self.send("progressEnd", json!({"progressId": self.id}));
        }
    }

    fn send(&mut self, event: &str, body: Value) {
        *self.sequence += 1;
        let message = json!({"seq": *self.sequence, "type": "event", "event": event, "body": body});
        self.launcher.send(&message);
    }
}
