//! The analysis of an ALGOL text, and the search for library texts that it includes.

use crate::position::{Encoding, Lines};
use crate::{Files, uri};
use gier_algol::source::SourceText;
use gier_algol::{Analysis, TokenKind};
use gier_word::{Diagnostic, Span};
use lsp_types::{Location, Uri};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The analysis of an ALGOL text.
pub struct Algol {
    /// The result of the compiler's front end, for this text and its library texts.
    pub analysis: Analysis,
    /// The index of this text in `analysis.texts`.
    pub file: usize,
    /// The addresses (URIs) of the texts in `analysis.texts`. An unknown address is an empty string.
    pub uris: Vec<String>,
    /// Whether this text is a library text, which other programs include.
    pub is_library: bool,
}

/// The places in which the server looks for library texts.
pub struct LibrarySources<'a> {
    /// Files on the disk.
    pub files: &'a dyn Files,
    /// The open texts. The keys are the addresses (URIs) of the texts. An open text replaces its file on the
    /// disk.
    pub open: &'a BTreeMap<String, String>,
    /// More folders in which to look for library texts. The folder `library` next to the program is searched
    /// before them.
    pub folders: &'a [PathBuf],
}

impl LibrarySources<'_> {
    /// Finds a library text by its name, and returns its address (URI) and its contents. `program` is the
    /// path of the program that includes the library text.
    fn find(&self, program: Option<&Path>, name: &str) -> Option<(String, SourceText)> {
        // These characters could lead to a path outside the folders.
        if name.contains(['/', '\\', '.']) {
            return None;
        }
        let beside = program.map(|path| match crate::is_library(path) {
            true => path.with_file_name(""),
            false => path.with_file_name("library"),
        });
        for folder in beside.iter().chain(self.folders) {
            for ending in ["alg", "asc", "flx"] {
                let path = folder.join(format!("{name}.{ending}"));
                let address = uri::of_path(&path);
                if let Some(text) = self.open.get(&address) {
                    return Some((address, SourceText::from_bytes(&name_of(&path), text.as_bytes())));
                }
                if let Some(bytes) = self.files.read(&path) {
                    return Some((address, SourceText::from_bytes(&name_of(&path), &bytes)));
                }
            }
        }
        None
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Analyses an ALGOL text, together with the library texts that it includes.
pub fn algol(address: &str, text: &str, sources: &LibrarySources<'_>) -> Algol {
    let path = uri::path_of(address);
    let is_library = path.as_deref().is_some_and(crate::is_library);
    let name = path.as_deref().map_or_else(|| address.to_string(), name_of);
    let source = SourceText::from_bytes(&name, text.as_bytes());
    let mut found = BTreeMap::new();
    let mut library = |name: &str| {
        let (address, text) = sources.find(path.as_deref(), name)?;
        found.insert(text.name.clone(), address);
        Some(text)
    };
    let (analysis, file) = match is_library {
        true => (gier_algol::analyse_library(&source, &mut library), 1),
        false => (gier_algol::analyse(&[source], &mut library), 0),
    };
    let texts = analysis.texts.iter().enumerate();
    let uris = texts.map(|(number, text)| match number == file {
        true => address.to_string(),
        false => found.get(&text.name).cloned().unwrap_or_default(),
    });
    let uris = uris.collect();
    Algol { analysis, file, uris, is_library }
}

impl Algol {
    /// The contents of one of the analysed texts. `file` is its index in `analysis.texts`.
    pub fn text(&self, file: usize) -> &str {
        self.analysis.texts.get(file).map_or("", |text| &text.text)
    }

    /// The open text, divided into lines.
    pub fn lines(&self, encoding: Encoding) -> Lines<'_> {
        Lines::new(self.text(self.file), encoding)
    }

    /// Converts a span to a location for the editor: the address of its text, and a range of lines and
    /// columns. Returns `None` if the address of the text is unknown.
    pub fn location(&self, span: &Span, encoding: Encoding) -> Option<Location> {
        let address = self.uris.get(span.file()).filter(|address| !address.is_empty())?;
        let lines = Lines::new(self.text(span.file()), encoding);
        Some(Location::new(Uri::from_str(address).ok()?, lines.span(span)))
    }

    /// All errors and warnings of the open text and of its library texts.
    pub fn faults(&self) -> impl Iterator<Item = &Diagnostic> {
        self.analysis.diagnostics.iter().chain(&self.analysis.warnings)
    }

    /// Returns the token with this index if it is a delimiter: a word such as `_begin`, an operator or a
    /// bracket. Returns `None` for any other token, such as a name.
    pub fn basic(&self, token: usize) -> Option<gier_algol::Basic> {
        match self.analysis.tokens.get(token)?.kind {
            TokenKind::Basic(basic) => Some(basic),
            _ => None,
        }
    }

    /// The indices of the open text's tokens.
    pub fn own_tokens(&self) -> impl Iterator<Item = usize> {
        (0..self.analysis.tokens.len()).filter(|&at| self.is_own(at))
    }

    /// Whether a token belongs to the open text.
    pub fn is_own(&self, token: usize) -> bool {
        let span = self.analysis.tokens[token].span;
        span.file() == self.file && !span.bytes().is_empty()
    }
}
