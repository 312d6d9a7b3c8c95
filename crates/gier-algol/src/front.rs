//! The front end: from source texts to a checked program.

use crate::ast::Program;
use crate::source::SourceText;
use crate::{check, lex};
use gier_word::Diagnostic;

/// What the front end answers.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The checked program; none if anything is wrong with it.
    pub program: Option<Program>,
    /// What is wrong, in the order of the texts.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that spans and diagnostics refer to: those given, then the library texts.
    pub texts: Vec<SourceText>,
}

/// Parses and checks a program: `sources` are read one after the other, as tapes are.
///
/// Each `comment library NAME;` asks `library` for the text NAME: the words of the name with one
/// blank between two of them, as in `NEW PAGE`; a library folder holds it as `NEW PAGE.alg` (or
/// `.asc`). The text holds declarations and may lack its last semicolon.
///
/// Never panics, whatever the texts are.
pub fn parse(sources: &[SourceText], library: &mut dyn FnMut(&str) -> Option<SourceText>) -> Parsed {
    let lexed = lex::lex(sources, library);
    let mut diagnostics = lexed.diagnostics;
    let (block, faults) = crate::parse::parse(lexed.tokens);
    diagnostics.extend(faults);
    let (program, faults) = check::check(&block);
    diagnostics.extend(faults);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.file, diagnostic.span.bytes.start));
    let program = diagnostics.is_empty().then_some(program);
    Parsed { program, diagnostics, texts: lexed.texts }
}
