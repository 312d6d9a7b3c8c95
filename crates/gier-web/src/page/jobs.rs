//! Replays a session, which may take long. Meanwhile, the page shows a progress bar, and the visitor can
//! cancel the replay.

use super::{Page, with};
use crate::desk::MachineElement;
use crate::dom;
use crate::visit::Rerun;
use core::time::Duration;
use web_sys::HtmlElement;

/// If a replay takes longer than this, the page shows a progress bar.
const AT_ONCE: Duration = Duration::from_millis(250);
/// The duration of one piece of a replay with a progress bar. Between two pieces, the page can react to the
/// visitor.
const PIECE: Duration = Duration::from_millis(50);

/// What follows when the whole session has been replayed.
type Then = Box<dyn FnOnce(&mut Page, &mut MachineElement, Rerun)>;

/// A replay in progress.
pub(super) struct Job {
    rerun: Rerun,
    then: Then,
}

impl Page {
    /// Replays a session, and then calls `then`, unless the visitor cancels the replay.
    pub(super) fn rerun(
        &mut self,
        desk: &mut MachineElement,
        mut rerun: Rerun,
        then: impl FnOnce(&mut Page, &mut MachineElement, Rerun) + 'static,
    ) {
        if rerun.work(dom::clock, AT_ONCE) {
            then(self, desk, rerun);
            return;
        }
        self.job = Some(Job { rerun, then: Box::new(then) });
        self.show_job();
        dom::later(0, || with(Page::work));
    }

    /// Replays one piece of the replay in progress.
    fn work(&mut self, desk: &mut MachineElement) {
        let Some(job) = &mut self.job else { return };
        let is_done = job.rerun.work(dom::clock, PIECE);
        if !is_done {
            self.show_job();
            dom::later(0, || with(Page::work));
            return;
        }
        if let Some(job) = self.job.take() {
            self.show_job();
            (job.then)(self, desk, job.rerun);
        }
    }

    /// Gives up the replay in progress, and goes on with the session that is on the page.
    pub(super) fn cancel(&mut self, desk: &mut MachineElement) {
        if self.job.take().is_some() {
            self.show_job();
            self.enter(desk, None);
        }
    }

    pub(super) fn show_job(&self) {
        dom::element::<HtmlElement>("job").set_hidden(self.job.is_none());
        if let Some(job) = &self.job {
            dom::set(&dom::element::<HtmlElement>("progress"), "value", &job.rerun.share().to_string());
        }
    }
}
