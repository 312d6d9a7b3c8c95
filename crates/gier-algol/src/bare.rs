//! Finds bare words, which are keywords written without their underscore, such as `for` instead of `_for`.
//! The compiler reads `for i` as one identifier, and so reports many faults. This module replaces these
//! faults by one message with the corrected line.

use crate::ast::{Program, Span, SymbolKind};
use crate::lex::{Basic, TokenKind, Tokens, WORDS};
use crate::source::Form;
use gier_word::Diagnostic;
use std::collections::BTreeSet;
use std::ops::Range;

/// Words that are keywords only at the beginning of a declaration or a specification. Elsewhere they can be
/// part of an identifier, such as `first value`.
const FIRST_ONLY: [&str; 12] = [
    "array",
    "boolean",
    "Boolean",
    "comment",
    "integer",
    "label",
    "own",
    "procedure",
    "real",
    "string",
    "switch",
    "value",
];

/// The maximum length of the corrected line in a message, in characters.
const LINE_MAX: usize = 120;

/// Simplifies the faults of a program. If a statement contains bare words (keywords without their
/// underscore), one message replaces all faults of the statement. All other faults stay as they are.
pub(crate) fn explained(tokens: &Tokens, program: &Program, mut faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let declared: BTreeSet<&str> = program
        .symbols
        .iter()
        .filter(|symbol| !matches!(symbol.kind, SymbolKind::Standard(_)))
        .map(|symbol| &*symbol.name)
        .collect();
    let mut statements = Vec::new();
    let mut start = 0;
    for at in 0..tokens.len() {
        let ends = matches!(
            tokens.kind(at),
            TokenKind::Basic(Basic::Semicolon | Basic::Begin | Basic::End) | TokenKind::EndOfText
        );
        if ends {
            let statement = Stretch::new(tokens, start..at, &declared);
            if !statement.words.is_empty() {
                statements.push(statement);
            }
            start = at + 1;
        }
    }
    let all: Vec<Span> = statements.iter().flat_map(|statement| statement.words.clone()).collect();
    for statement in statements {
        faults = statement.explain(faults, &all);
    }
    faults
}

/// A statement or declaration: the symbols from one semicolon, `begin` or `end` to the next.
struct Stretch<'t> {
    tokens: &'t Tokens,
    symbols: Range<usize>,
    /// The spans of the bare words, which are keywords without their underscore.
    words: Vec<Span>,
    /// The identifiers that the statement was meant to declare: `i` if it contains `integer i` without an
    /// underscore.
    declares: Vec<String>,
}

impl<'t> Stretch<'t> {
    fn new(tokens: &'t Tokens, symbols: Range<usize>, declared: &BTreeSet<&str>) -> Stretch<'t> {
        let mut statement =
            Stretch { tokens, symbols: symbols.clone(), words: Vec::new(), declares: Vec::new() };
        for at in symbols.clone() {
            let span = tokens.span(at);
            let name = match tokens.kind(at) {
                TokenKind::Identifier(name) if !declared.contains(&**name) => &**name,
                TokenKind::Trouble => "",
                _ => continue,
            };
            if tokens.texts[span.file()].form == Form::Clean {
                statement.identifier(&span, name, at == symbols.start);
            }
        }
        statement
    }

    fn text(&self, span: &Span) -> &'t str {
        &self.tokens.texts[span.file()].text[span.bytes()]
    }

    /// Finds the bare words (keywords without their underscore) in an identifier such as `for i`, and adds
    /// their places to `words`.
    fn identifier(&mut self, span: &Span, name: &str, is_first: bool) {
        let text = self.text(span);
        let mut plain = String::new();
        let mut declares = false;
        for (position, word) in text.split_whitespace().enumerate() {
            let begin = word.as_ptr() as usize - text.as_ptr() as usize;
            let is_word = WORDS.iter().any(|(known, _)| *known == word);
            let fits = !FIRST_ONLY.contains(&word) || is_first && (position == 0 || declares);
            if is_word && fits {
                let start = span.bytes().start + begin;
                self.words.push(Span::new(span.file(), start..start + word.len()));
                declares |= FIRST_ONLY.contains(&word);
            } else {
                plain.push_str(word);
            }
        }
        let in_list = !is_first && !self.declares.is_empty();
        if declares || in_list {
            self.declares.push(if declares { plain } else { name.to_string() });
        }
    }

    /// Whether a fault is in this statement.
    fn contains(&self, fault: &Diagnostic) -> bool {
        let is_within = |at: usize| {
            let span = self.tokens.span(at);
            span.file() == fault.span.file()
                && (span.bytes().start..=span.bytes().end).contains(&fault.span.bytes().start)
        };
        // A fault can be at the symbol that ends the statement.
        (self.symbols.start..=self.symbols.end).any(is_within)
    }

    /// Returns `faults`, which are the faults of the whole program. If this statement contains bare words
    /// (keywords without their underscore), one message replaces the faults of the statement. `all` has the
    /// places of all bare words in the program.
    fn explain(self, faults: Vec<Diagnostic>, all: &[Span]) -> Vec<Diagnostic> {
        let Some(first) = self.words.first() else { return faults };
        let (inside, mut others): (Vec<_>, Vec<_>) =
            faults.into_iter().partition(|fault| self.contains(fault) && fault.word != "termination");
        let Some(fault) = inside.first() else { return others };
        others.retain(|fault| {
            fault.word != "-declar." || !self.declares.contains(&without_blanks(self.text(&fault.span)))
        });
        let mut names: Vec<&str> = Vec::new();
        for word in &self.words {
            let word = self.text(word);
            if !names.contains(&word) {
                names.push(word);
            }
        }
        let verb = if names.len() == 1 { "needs an underscore" } else { "need an underscore each" };
        let message = format!("{} {verb}", listed(&names));
        let edits = self.words.iter().map(|word| (gier_word::diagnostic::start_of(word), "_".to_string()));
        let edits: Vec<(Span, String)> = edits.collect();
        others.push(
            Diagnostic::new(*first, fault.word, message)
                .with_help(format!("write {}", self.corrected(first, all)))
                .with_fix(format!("underline {}", listed(&names)), edits),
        );
        others
    }

    /// The line that contains `place`, with an underscore added before each bare word. `all` has the places
    /// of all bare words.
    fn corrected(&self, place: &Span, all: &[Span]) -> String {
        let text = &self.tokens.texts[place.file()].text;
        let begin = text[..place.bytes().start].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[place.bytes().end..].find('\n').map_or(text.len(), |at| place.bytes().end + at);
        let mut line = String::new();
        let mut from = begin;
        for word in all.iter().filter(|word| word.file() == place.file()) {
            let start = word.bytes().start;
            if (from..end).contains(&start) {
                line.push_str(&text[from..start]);
                line.push('_');
                from = start;
            }
        }
        line.push_str(&text[from..end]);
        let line = line.trim();
        match line.char_indices().nth(LINE_MAX) {
            Some((cut, _)) => format!("{}…", &line[..cut]),
            None => line.to_string(),
        }
    }
}

fn without_blanks(name: &str) -> String {
    name.split_whitespace().collect()
}

/// The words as a list in a sentence: `for, step and do`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_string(),
        [words @ .., last] => format!("{} and {last}", words.join(", ")),
    }
}
