//! The whole way: from source texts to a drum image.

use crate::back::{self, Compilation};
use crate::front;
use crate::source::SourceText;
use gier_word::Diagnostic;

/// What the compiler answers.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The program on its drum; none if anything is wrong with it.
    pub compilation: Option<Compilation>,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that spans and diagnostics refer to: those given, then the library texts.
    pub texts: Vec<SourceText>,
}

/// Translates a program. See [`front::parse`] for sources and library.
pub fn translate(sources: &[SourceText], library: &mut dyn FnMut(&str) -> Option<SourceText>) -> Translated {
    let parsed = front::parse(sources, library);
    let (mut compilation, mut diagnostics) = (None, parsed.diagnostics);
    if let Some(program) = &parsed.program {
        match back::generate(program, &parsed.texts) {
            Ok(made) => compilation = Some(made),
            Err(faults) => diagnostics.extend(faults),
        }
    }
    Translated { compilation, diagnostics, texts: parsed.texts }
}

/// Translates a program: [`translate`] without its texts.
pub fn compile(
    sources: &[SourceText],
    library: &mut dyn FnMut(&str) -> Option<SourceText>,
) -> (Option<Compilation>, Vec<Diagnostic>) {
    let Translated { compilation, diagnostics, .. } = translate(sources, library);
    (compilation, diagnostics)
}
