//! What you look at: the views with their cursors, marked moments, searches, source texts and values.

pub(super) mod look;
pub(super) mod places;
pub(super) mod search;
pub(super) mod source;
pub(super) mod values;
