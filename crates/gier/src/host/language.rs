//! The language of what guests and pupils read.

use gier_programs::lessons::Language;

/// The language that was asked for, or that of this computer.
pub fn chosen(asked: Option<Language>) -> Language {
    asked.unwrap_or_else(|| {
        let variables = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let set =
            variables.iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.is_empty());
        match set {
            Some(value) if value.starts_with("da") => Language::Danish,
            _ => Language::English,
        }
    })
}
