//! Finds what an editor needs to know about a text: the faults and warnings, the basic symbols with their
//! places, and what each name refers to. A faulty text is analysed too.

use crate::ast::{Program, Span, SymbolId};
use crate::check::{Meaning, Scope};
use crate::front;
use crate::lex::TokenKind;
use crate::source::SourceText;
use gier_word::Diagnostic;

/// A basic symbol of ALGOL, such as `:=`, an identifier or a number, and its place in the texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// The symbol.
    pub kind: TokenKind,
    /// The place of the symbol.
    pub span: Span,
}

/// The facts known about a text and its library texts.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The texts: first the program's texts, then the library texts. A [`Span`] contains the index of a text
    /// in this list.
    pub texts: Vec<SourceText>,
    /// The errors, in the order of the texts.
    pub diagnostics: Vec<Diagnostic>,
    /// The warnings, in the order of the texts.
    pub warnings: Vec<Diagnostic>,
    /// The places that include library texts, each with the index of its text in `texts`.
    pub libraries: Vec<(Span, usize)>,
    /// The basic symbols of all texts, in the order in which the compiler reads them. The symbols of a
    /// library text come where the program includes the text.
    pub tokens: Vec<Token>,
    /// The scopes. A scope comes before the scope that encloses it.
    pub scopes: Vec<Scope>,
    /// The result of the checker. It has all symbols and procedures. If the program has no errors, the result
    /// also has its whole tree.
    pub program: Program,
}

impl Analysis {
    /// Returns the index of the token that contains or touches byte `byte` of text `file`. If the byte
    /// touches two tokens and one is an identifier, returns the index of the identifier.
    pub fn token_at(&self, file: usize, byte: usize) -> Option<usize> {
        let here = |token: &Token| {
            let bytes = token.span.bytes();
            token.span.file() == file && bytes.start <= byte && byte <= bytes.end && !bytes.is_empty()
        };
        let found: Vec<usize> = (0..self.tokens.len()).filter(|&at| here(&self.tokens[at])).collect();
        let is_name = |at: &&usize| matches!(self.tokens[**at].kind, TokenKind::Identifier(_));
        found.iter().find(is_name).or(found.last()).copied()
    }

    /// The scopes that contain a token, with the innermost first.
    pub fn scopes_at(&self, token: usize) -> impl Iterator<Item = &Scope> {
        // An inner scope is closed before its outer one.
        self.scopes.iter().filter(move |scope| scope.symbols.contains(&token))
    }

    /// What a name refers to at a token, or `None` if the name is not declared there.
    pub fn meaning(&self, name: &str, token: usize) -> Option<Meaning> {
        self.scopes_at(token).find_map(|scope| scope.names.get(name).copied())
    }

    /// The identifier at a token, and what the identifier refers to there. The meaning is `None` if the
    /// identifier is not declared. Returns `None` if the token is not an identifier.
    pub fn name_at(&self, token: usize) -> Option<(&str, Option<Meaning>)> {
        let TokenKind::Identifier(name) = &self.tokens.get(token)?.kind else { return None };
        Some((name, self.meaning(name, token)))
    }

    /// The indices of all tokens that are the identifier `name` and refer to `meaning`, for example to a variable.
    pub fn uses<'a>(&'a self, name: &'a str, meaning: Meaning) -> impl Iterator<Item = usize> + 'a {
        let same = move |&at: &usize| {
            matches!(&self.tokens[at].kind, TokenKind::Identifier(text) if **text == *name)
                && self.meaning(name, at) == Some(meaning)
        };
        (0..self.tokens.len()).filter(same)
    }

    /// The place of the declaration of `meaning`, or `None` for a standard identifier.
    pub fn declaration(&self, meaning: Meaning) -> Option<Span> {
        match meaning {
            Meaning::Unknown(span) => Some(span),
            Meaning::Symbol(SymbolId(id)) => {
                let symbol = &self.program.symbols[id];
                let standard = matches!(symbol.kind, crate::ast::SymbolKind::Standard(_));
                (!standard).then_some(symbol.span)
            }
        }
    }
}

/// Parses and checks a program, and returns all facts about it. [`front::parse`] describes the parameters
/// `sources` and `library`.
pub fn analyse(sources: &[SourceText], library: &mut dyn FnMut(&str) -> Option<SourceText>) -> Analysis {
    front::read(sources, library, true)
}

/// Analyses a library text by itself. The text can use names that only the including program declares, so
/// undeclared names are not reported. In the result, `texts[1]` is the library text.
pub fn analyse_library(text: &SourceText, library: &mut dyn FnMut(&str) -> Option<SourceText>) -> Analysis {
    let around = |text| SourceText { form: crate::source::Form::Clean, ..SourceText::clean("", text) };
    let mut analysis = analyse(&[around("_begin "), text.clone(), around("; _end;")], library);
    analysis.diagnostics.retain(|fault| fault.word != "-declar.");
    analysis
}
