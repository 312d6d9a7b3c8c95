//! What you look at: the view and its cursor, marked moments, searches, program texts and values.

pub mod look;
pub mod places;
pub mod search;
pub mod source;
pub mod values;
