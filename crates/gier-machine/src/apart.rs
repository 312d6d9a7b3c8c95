//! Values that belong to a machine, but do not count when machines are compared.

use std::fmt;
use std::hash::{Hash, Hasher};

/// A value that is left out when machines are compared or hashed, because nothing that the machine will do
/// depends on it. Machines that differ only in such values are equal.
#[derive(Clone, Copy, Default)]
pub(crate) struct Apart<T>(pub T);

impl<T> fmt::Debug for Apart<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl<T> PartialEq for Apart<T> {
    fn eq(&self, _: &Apart<T>) -> bool {
        true
    }
}

impl<T> Eq for Apart<T> {}

impl<T> Hash for Apart<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
