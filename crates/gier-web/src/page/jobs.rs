//! Work that takes longer than a moment: replays of the session, with a progress bar, which the
//! visitor can cancel.

use super::{Page, with};
use crate::dom;
use crate::guest::Rerun;
use core::time::Duration;
use gier_desk::RecordedRoom;
use web_sys::HtmlElement;

/// A replay that is done by then shows no progress bar.
const AT_ONCE: Duration = Duration::from_millis(250);
/// The longest time of a piece of work: the page answers in between.
const PIECE: Duration = Duration::from_millis(50);

/// What is done with a finished replay.
type Then = Box<dyn FnOnce(&mut Page, Rerun)>;

/// A replay that is going on.
pub(super) struct Job {
    rerun: Rerun,
    then: Then,
    or_else: Box<dyn FnOnce(&mut Page)>,
}

impl Page {
    /// Replays a session, then calls `then`, or `or_else` if the visitor cancels it.
    pub(super) fn rerun(
        &mut self,
        mut rerun: Rerun,
        then: impl FnOnce(&mut Page, Rerun) + 'static,
        or_else: impl FnOnce(&mut Page) + 'static,
    ) {
        if rerun.work(dom::clock, AT_ONCE) {
            then(self, rerun);
            return;
        }
        self.job = Some(Job { rerun, then: Box::new(then), or_else: Box::new(or_else) });
        self.show_job();
        dom::later(0, || with(Page::work));
    }

    /// Calls `act` with everything that came out of the session, after a replay if it was resumed
    /// from a snapshot.
    pub(super) fn with_whole(&mut self, act: fn(&mut Page, &RecordedRoom<crate::ear::GuestEar>)) {
        let whole = self.guest.whole().cloned();
        if let Some(room) = whole {
            act(self, &room);
        } else if let Ok(rerun) = Rerun::of(&self.guest.log(), false) {
            self.rerun(rerun, move |page, rerun| act(page, &rerun.into_room()), |_| {});
        }
    }

    /// Does a piece of the replay.
    fn work(&mut self) {
        let Some(job) = &mut self.job else { return };
        let is_done = job.rerun.work(dom::clock, PIECE);
        if !is_done {
            self.show_job();
            dom::later(0, || with(Page::work));
            return;
        }
        if let Some(job) = self.job.take() {
            self.show_job();
            (job.then)(self, job.rerun);
        }
    }

    /// Cancels the replay.
    pub(super) fn cancel(&mut self) {
        if let Some(job) = self.job.take() {
            self.show_job();
            (job.or_else)(self);
        }
    }

    fn show_job(&self) {
        dom::element::<HtmlElement>("job").set_hidden(self.job.is_none());
        if let Some(job) = &self.job {
            dom::set(&dom::element::<HtmlElement>("progress"), "value", &job.rerun.share().to_string());
        }
    }
}
