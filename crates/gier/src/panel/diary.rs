//! When the panel writes the session log.

use super::app::App;
use std::path::PathBuf;

impl App {
    /// Begins the log of a session.
    pub(super) fn log_beginning(&mut self) {
        let result = self.store.begin_log(self.engine.machine());
        self.complain(result);
    }

    /// Writes what has entered the machine since the last call.
    pub(super) fn log(&mut self) {
        let result = self.store.log_inputs(self.engine.timeline());
        self.complain(result);
    }

    /// Ends the log: the session has come to its end, or another machine takes its place.
    pub(super) fn finish_log(&mut self) {
        if self.engine.future().is_some() {
            self.engine.last();
        }
        self.engine.settle();
        let result = self.store.end_log(self.engine.timeline());
        self.complain(result);
    }

    /// Where the log is.
    pub fn log_path(&self) -> Option<PathBuf> {
        self.store.log_path().map(Into::into)
    }

    /// Ends the session; where its log is.
    pub fn finish(&mut self) -> Option<PathBuf> {
        let path = self.log_path();
        self.finish_log();
        path
    }
}
