//! Types for the state of the page: Undo, storage, and a replay in progress.

use super::Page;
use crate::desk::Desk;
use crate::guest::{Guest, Rerun};

/// The session or text that Undo restores.
pub(super) enum Before {
    /// A session that was replaced, or the session as it was before the button HELP was pressed.
    Session(Box<Guest>),
    /// A text of the editor that was replaced, and its language.
    Text(String, String),
}

/// Whether the session is stored in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// This tab stores the session.
    Yes,
    /// The session is not stored, because the storage is full or not allowed.
    No,
    /// Another tab owns the stored session, so this tab stores nothing.
    Elsewhere,
}

/// A function that is called with the replay when it has reached the end of the session.
pub(super) type Then = Box<dyn FnOnce(&mut Page, &mut Desk, Rerun)>;

/// A function that is called if the visitor cancels a replay.
pub(super) type OrElse = Box<dyn FnOnce(&mut Page, &mut Desk)>;

/// A replay in progress, and what to do afterwards.
pub(super) struct Job {
    pub(super) rerun: Rerun,
    pub(super) then: Then,
    pub(super) or_else: OrElse,
}
