//! The state of the page, apart from the machine.

use super::Page;
use crate::desk::Desk;
use crate::guest::{Guest, Rerun};

/// The session or text that Undo brings back.
pub(super) enum Before {
    /// The session that was there before another one began or before HELP was pressed.
    Session(Box<Guest>),
    /// The editor's text and language that were there before another text came.
    Text(String, String),
}

/// Whether the session is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// The session is stored by this tab.
    Yes,
    /// The browser does not store the session, because its storage is full or denied.
    No,
    /// Another tab owns the stored session.
    Elsewhere,
}

/// The function to call when a replay has finished.
pub(super) type Then = Box<dyn FnOnce(&mut Page, &mut Desk, Rerun)>;

/// The function to call if the visitor cancels a replay.
pub(super) type OrElse = Box<dyn FnOnce(&mut Page, &mut Desk)>;

/// A replay that is going on.
pub(super) struct Job {
    pub(super) rerun: Rerun,
    pub(super) then: Then,
    pub(super) or_else: OrElse,
}
