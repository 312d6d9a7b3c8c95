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
    /// The language with this code, such as `da-DK`. A code that does not begin with `da` gives English.
    pub fn of_code(code: &str) -> Language {
        if code.starts_with("da") { Language::Danish } else { Language::English }
    }

    /// The code of this language: `en` or `da`.
    pub const fn code(self) -> &'static str {
        self.of(["en", "da"])
    }

    /// Selects the text in this language. `texts` contains the English text and then the Danish text.
    pub const fn of(self, texts: [&str; 2]) -> &str {
        texts[self as usize]
    }
}
