//! A text that is open in the editor, and the analysis of the text.

use crate::algol::Algol;
use crate::position::Encoding;
use crate::slip::Slip;
use lsp_types::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// A text that is open in the editor.
pub struct Document {
    /// The address (URI) of the text, such as `file:///a/b.alg`.
    pub uri: String,
    /// The contents of the text.
    pub text: String,
    /// The version number that the editor has given to the text.
    pub version: i32,
    /// The analysis of the text.
    pub known: Known,
}

impl Document {
    /// Whether this text includes the library text at `uri`, directly or through another one.
    pub fn includes(&self, uri: &str) -> bool {
        match &self.known {
            Known::Algol(algol) => self.uri != uri && algol.uris.iter().any(|included| included == uri),
            Known::Slip(_) => false,
        }
    }

    /// The addresses of the library texts in which the analysis of this text found faults.
    pub fn faulty(&self) -> BTreeSet<String> {
        let Known::Algol(algol) = &self.known else { return BTreeSet::new() };
        let files = algol.faults().map(|fault| fault.span.file()).filter(|file| *file != algol.file);
        files.filter_map(|file| algol.uris.get(file)).filter(|uri| !uri.is_empty()).cloned().collect()
    }

    /// The faults that the analysis of this text found in the text at `uri`.
    pub fn diagnostics(&self, uri: &str, encoding: Encoding) -> Vec<Diagnostic> {
        match &self.known {
            Known::Slip(slip) if self.uri == uri => slip.diagnostics(encoding),
            Known::Slip(_) => Vec::new(),
            Known::Algol(algol) => {
                let files = (0..algol.uris.len()).filter(|&file| algol.uris[file] == uri);
                files.flat_map(|file| algol.diagnostics(file, encoding)).collect()
            }
        }
    }
}

/// The analysis of a text.
pub enum Known {
    /// The analysis of an ALGOL text.
    Algol(Box<Algol>),
    /// The analysis of a SLIP text.
    Slip(Box<Slip>),
}

/// The open texts. The keys are their addresses (URIs).
pub type Open = BTreeMap<String, Document>;
