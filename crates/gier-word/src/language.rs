//! The languages of messages for the people who use gier.

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
    /// Selects from an English and a Danish text the one in this language.
    pub const fn of(self, texts: [&str; 2]) -> &str {
        texts[self as usize]
    }
}
