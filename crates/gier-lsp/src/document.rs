//! An open text, and the facts known about it.

use crate::algol::Algol;
use crate::slip::Slip;
use std::collections::BTreeMap;

/// An open text.
pub struct Document {
    /// The address (URI) of the text.
    pub uri: String,
    /// The contents of the text.
    pub text: String,
    /// The version of the text, as the editor counts its changes.
    pub version: i32,
    /// The facts known about the text.
    pub known: Known,
    /// The addresses of other texts in which faults of this text were reported.
    pub reported: Vec<String>,
}

/// The facts known about a text, by its language.
pub enum Known {
    /// ALGOL.
    Algol(Box<Algol>),
    /// SLIP.
    Slip(Box<Slip>),
}

/// The texts that are open, by their addresses.
pub type Open = BTreeMap<String, Document>;
