//! A text that is open in the editor, and the analysis of the text.

use crate::algol::Algol;
use crate::slip::Slip;
use std::collections::BTreeMap;

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
    /// The addresses of the faulty library texts that the server reported when it last analysed this text.
    pub reported: Vec<String>,
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
