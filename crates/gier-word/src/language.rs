//! The languages of sentences for guests, pupils and operators.

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Danish.
    Danish,
}

impl Language {
    /// The text in this language, of an English and a Danish text.
    pub const fn of(self, texts: [&str; 2]) -> &str {
        texts[self as usize]
    }
}
