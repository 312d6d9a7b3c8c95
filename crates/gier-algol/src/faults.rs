//! The list of faults, which has an end: a text may be nothing but faults.

use gier_word::Diagnostic;
use std::cmp::Ordering;

/// So many faults are told of a program.
const FAULTS_MAX: usize = 100_000;

/// Adds a fault, unless there are too many; of the first that is left out it is said that it is.
pub(crate) fn tell(diagnostics: &mut Vec<Diagnostic>, fault: Diagnostic) {
    match diagnostics.len().cmp(&FAULTS_MAX) {
        Ordering::Less => diagnostics.push(fault),
        Ordering::Equal => {
            let message = format!("there are more than {FAULTS_MAX} faults");
            diagnostics
                .push(Diagnostic::new(fault.span, "stack", message).with_help("the others are not told"));
        }
        Ordering::Greater => {}
    }
}
