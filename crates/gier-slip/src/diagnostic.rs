//! What is wrong with a text, and where: one form for SLIP and ALGOL. The binary prints it
//! with the source line and a caret.

use std::ops::Range;

/// A mistake in a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which of the texts of the translation, by its place in the list given to the translator.
    pub file: usize,
    /// The bytes at fault.
    pub span: Range<usize>,
    /// GIER's own word for the fault, such as `-declar.` or `undef`.
    pub word: &'static str,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What to do about it, or where the other place is.
    pub help: Option<String>,
}
