//! The list of faults has a maximum length, because a text can consist of nothing but faults.

use gier_word::Diagnostic;

/// At most this many faults of a program are reported.
const FAULTS_MAX: usize = 100_000;

/// Adds a fault, unless the list is full.
pub(crate) fn tell(diagnostics: &mut Vec<Diagnostic>, fault: Diagnostic) {
    fault.tell(diagnostics, FAULTS_MAX, "stack");
}
