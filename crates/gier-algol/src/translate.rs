//! The whole compiler: from source texts to a drum image.

use crate::back::{self, Compilation};
use crate::front;
use crate::source::SourceText;
use gier_word::Diagnostic;

/// The result of a compilation.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The compiled program with its drum image, or `None` if there are errors.
    pub compilation: Option<Compilation>,
    /// The errors in the program.
    pub diagnostics: Vec<Diagnostic>,
    /// The warnings about correct but doubtful parts of the program.
    pub warnings: Vec<Diagnostic>,
    /// The texts that spans and diagnostics refer to: first the program's texts, then the library texts.
    pub texts: Vec<SourceText>,
}

/// Compiles a program. [`front::parse`] describes the parameters `sources` and `library`.
pub fn translate(sources: &[SourceText], library: &mut dyn FnMut(&str) -> Option<SourceText>) -> Translated {
    let parsed = front::parse(sources, library);
    let (mut compilation, mut diagnostics) = (None, parsed.diagnostics);
    if let Some(program) = &parsed.program {
        match back::generate(program, &parsed.texts) {
            Ok(made) => compilation = Some(made),
            Err(faults) => diagnostics.extend(faults),
        }
    }
    Translated { compilation, diagnostics, warnings: parsed.warnings, texts: parsed.texts }
}

/// Compiles a program like [`translate`], but returns only the compiled program and the errors.
pub fn compile(
    sources: &[SourceText],
    library: &mut dyn FnMut(&str) -> Option<SourceText>,
) -> (Option<Compilation>, Vec<Diagnostic>) {
    let Translated { compilation, diagnostics, .. } = translate(sources, library);
    (compilation, diagnostics)
}
