//! The state of the page around the machine.

use super::Page;
use crate::desk::Desk;
use crate::guest::{Guest, Rerun};

/// The session or text to which Undo returns.
pub(super) enum Before {
    /// A session that was replaced, or the session before the button HELP was pressed.
    Session(Box<Guest>),
    /// A text of the editor that was replaced, and its language.
    Text(String, String),
}

/// Whether the session is stored in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// The session is stored by this tab.
    Yes,
    /// The session is not stored, because the storage is full or not allowed.
    No,
    /// Another tab owns the stored session, so this tab stores nothing.
    Elsewhere,
}

/// A function that is called when a replay has ended.
pub(super) type Then = Box<dyn FnOnce(&mut Page, &mut Desk, Rerun)>;

/// A function that is called if the visitor cancels a replay.
pub(super) type OrElse = Box<dyn FnOnce(&mut Page, &mut Desk)>;

/// A replay in progress, and what to do afterwards.
pub(super) struct Job {
    pub(super) rerun: Rerun,
    pub(super) then: Then,
    pub(super) or_else: OrElse,
}
