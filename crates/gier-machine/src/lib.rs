//! Placeholder head: filled by the first commit of this crate.
