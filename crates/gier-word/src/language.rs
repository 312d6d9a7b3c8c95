//! The languages in which gier writes its messages.

/// A language in which gier can write its messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Danish.
    Danish,
}

impl Language {
    /// Selects the text in this language. `texts` contains the English text and then the Danish text.
    pub const fn of(self, texts: [&str; 2]) -> &str {
        texts[self as usize]
    }
}
