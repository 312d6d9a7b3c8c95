//! Types for parts of the page's state: what Undo restores, whether the session is stored, and a replay in
//! progress.

use super::Page;
use crate::desk::MachineElement;
use crate::visit::{Rerun, Visit};

/// The session or text that the button Undo restores.
pub(super) enum Before {
    /// A session that was replaced by another one, or a copy of the session. The copy was made just before
    /// the button HELP was pressed.
    Session(Box<Visit>),
    /// The editor's old text, and the language of this text: `algol` or `slip`.
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

/// A function that is called when a replay has reached the end of its session. The function receives the
/// replay.
pub(super) type Then = Box<dyn FnOnce(&mut Page, &mut MachineElement, Rerun)>;

/// A function that is called if the visitor cancels a replay.
pub(super) type OrElse = Box<dyn FnOnce(&mut Page, &mut MachineElement)>;

/// A replay in progress. It contains the functions that are called after the replay.
pub(super) struct Job {
    pub(super) rerun: Rerun,
    pub(super) then: Then,
    pub(super) or_else: OrElse,
}
