//! An open text and what is known about it.

use crate::algol::Algol;
use crate::slip::Slip;
use std::collections::BTreeMap;

/// An open text.
pub struct Document {
    /// Its address.
    pub uri: String,
    /// Its contents.
    pub text: String,
    /// Its number of changes, as the editor counts them.
    pub version: i32,
    /// The facts known about the text.
    pub known: Known,
    /// The other texts in which its faults were reported.
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
