//! The list of faults, which has an end: a text may be nothing but faults.

use gier_word::Diagnostic;

/// So many faults are told of a program.
const FAULTS_MAX: usize = 100_000;

/// Adds a fault, unless there are too many.
pub(crate) fn tell(diagnostics: &mut Vec<Diagnostic>, fault: Diagnostic) {
    fault.tell(diagnostics, FAULTS_MAX, "stack");
}
