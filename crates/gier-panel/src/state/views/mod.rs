//! What you look at: the view and its cursor, marked moments, searches, program texts and values.

pub(super) mod look;
pub(super) mod places;
pub(super) mod search;
pub(super) mod source;
pub(super) mod values;
