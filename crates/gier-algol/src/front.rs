//! The front end: from source texts to a checked program.

use crate::analyse::{Analysis, Token};
use crate::ast::{Block, BlockId, Program, Span};
use crate::lex::Tokens;
use crate::source::{SourceText, TEXT_MAX};
use crate::{bare, check, lex, losses, unset};
use gier_word::Diagnostic;

/// The result of the front end.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The checked program, or `None` if there are errors.
    pub program: Option<Program>,
    /// The errors, in the order of the texts.
    pub diagnostics: Vec<Diagnostic>,
    /// The warnings, in the order of the texts.
    pub warnings: Vec<Diagnostic>,
    /// The texts that spans and diagnostics refer to: first the program's texts, then the library texts.
    pub texts: Vec<SourceText>,
}

/// Parses and checks a program. The `sources` are read one after the other, like tapes.
///
/// For each `comment library NAME;`, calls `library` with NAME, for example `NEW PAGE`. In NAME, single
/// blanks separate the words. The text that `library` returns consists of declarations. Its last semicolon
/// can be omitted.
///
/// Never panics, whatever the texts are.
pub fn parse(sources: &[SourceText], library: &mut dyn FnMut(&str) -> Option<SourceText>) -> Parsed {
    let Analysis { texts, diagnostics, warnings, program, .. } = read(sources, library, false);
    let program = diagnostics.is_empty().then_some(program);
    Parsed { program, diagnostics, warnings, texts }
}

/// Parses and checks a program. The result contains tokens and scopes only if `wants_scopes` is true.
pub(crate) fn read(
    sources: &[SourceText],
    library: &mut dyn FnMut(&str) -> Option<SourceText>,
    wants_scopes: bool,
) -> Analysis {
    if let Some(file) = sources.iter().position(|source| source.text.len() > TEXT_MAX) {
        let message = format!("the text is longer than {} million bytes", TEXT_MAX >> 20);
        let diagnostics = vec![Diagnostic::new(Span::new(file, 0..0), "stack", message)];
        return nothing(Tokens::of(sources.to_vec()), diagnostics);
    }
    let lexed = lex::lex(sources, library);
    let mut diagnostics = lexed.diagnostics;
    if !lexed.complete {
        return nothing(lexed.tokens, diagnostics);
    }
    let block = crate::parse::parse(&lexed.tokens, &mut diagnostics);
    let mut scopes = Vec::new();
    let program = check::check(&block, &mut diagnostics, wants_scopes.then_some(&mut scopes));
    drop(block);
    let mut warnings = lexed.warnings;
    if diagnostics.is_empty() {
        warnings.extend(unset::unset(&program));
        warnings.extend(losses::losses(&program));
    } else {
        diagnostics = bare::explained(&lexed.tokens, &program, diagnostics);
    }
    for list in [&mut diagnostics, &mut warnings] {
        let place = |diagnostic: &Diagnostic| (diagnostic.span.file(), diagnostic.span.bytes().start);
        list.sort_by_key(place);
        list.iter_mut().for_each(clip);
    }
    let (tokens, texts) = lexed.tokens.into_parts();
    if let Some(first) = diagnostics.first_mut()
        && texts.get(first.span.file()).is_some_and(SourceText::is_of_the_museum)
    {
        first.fix = None;
        first.help = Some(
            "this looks like a text of the museum's archive: rename it so that it ends in .asc".to_string(),
        );
    }
    let tokens = match wants_scopes {
        true => tokens.into_iter().map(|(kind, span)| Token { kind, span }).collect(),
        false => Vec::new(),
    };
    Analysis { texts, diagnostics, warnings, libraries: lexed.libraries, tokens, scopes, program }
}

/// The result if the front end gives up before parsing, because the texts are too long or have too many
/// faults.
fn nothing(tokens: Tokens, diagnostics: Vec<Diagnostic>) -> Analysis {
    let body = Block { id: BlockId(0), declarations: Vec::new(), statements: Vec::new() };
    let program =
        Program { symbols: Vec::new(), procedures: Vec::new(), strings: Vec::new(), blocks: 1, body };
    let (_, texts) = tokens.into_parts();
    let (tokens, scopes, warnings, libraries) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    Analysis { texts, diagnostics, warnings, libraries, tokens, scopes, program }
}

/// A message shows at most this many characters of a name.
const NAME_MAX: usize = 60;

/// Cuts names longer than `NAME_MAX` in a message and its advice.
fn clip(diagnostic: &mut Diagnostic) {
    for text in std::iter::once(&mut diagnostic.message).chain(&mut diagnostic.help) {
        if text.len() > NAME_MAX {
            *text = clipped(text);
        }
    }
}

/// Returns the text with each sequence of letters and digits cut to `NAME_MAX` characters.
fn clipped(text: &str) -> String {
    let words = text.split_inclusive(|character: char| !character.is_alphanumeric());
    let cut = words.map(|word| match word.char_indices().nth(NAME_MAX) {
        Some((end, _)) => {
            let after = word.chars().next_back().filter(|last| !last.is_alphanumeric());
            format!("{}…{}", &word[..end], after.map_or(String::new(), String::from))
        }
        None => word.to_string(),
    });
    cut.collect()
}
