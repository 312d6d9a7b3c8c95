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

/// A replay in progress, and what follows: `then` when the whole session has been replayed, or `or_else` if the
/// visitor cancels the replay.
pub(super) struct Job {
    rerun: Rerun,
    then: Box<dyn FnOnce(&mut Page, &mut MachineElement, Rerun)>,
    or_else: Box<dyn FnOnce(&mut Page, &mut MachineElement)>,
}

impl Page {
    /// Replays a session, and then calls `then`. If the visitor cancels the replay, calls `or_else`
    /// instead.
    pub(super) fn rerun(
        &mut self,
        desk: &mut MachineElement,
        mut rerun: Rerun,
        then: impl FnOnce(&mut Page, &mut MachineElement, Rerun) + 'static,
        or_else: impl FnOnce(&mut Page, &mut MachineElement) + 'static,
    ) {
        if rerun.work(dom::clock, AT_ONCE) {
            then(self, desk, rerun);
            return;
        }
        self.job = Some(Job { rerun, then: Box::new(then), or_else: Box::new(or_else) });
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

    pub(super) fn cancel(&mut self, desk: &mut MachineElement) {
        if let Some(job) = self.job.take() {
            self.show_job();
            (job.or_else)(self, desk);
        }
    }

    pub(super) fn show_job(&self) {
        dom::element::<HtmlElement>("job").set_hidden(self.job.is_none());
        if let Some(job) = &self.job {
            dom::set(&dom::element::<HtmlElement>("progress"), "value", &job.rerun.share().to_string());
        }
    }
}
