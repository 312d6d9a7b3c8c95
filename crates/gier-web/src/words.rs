//! The texts of the page in Danish and English. Names on the machine itself, such as HELP, are not
//! translated.

use crate::dom;
use crate::visit::State;
use gier_desk::ProgramEnd;
pub use gier_messages::Language;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The key under which the browser stores the visitor's language.
const KEPT: &str = "gier-language";

/// What the page says in a language.
pub trait Words: Sized {
    /// The language in which the page should greet the visitor. The address of the page can contain it
    /// (`?lang=da`). Otherwise, it is the visitor's last choice, or else the language of the browser.
    fn of_visitor() -> Self;

    /// Stores this language as the visitor's choice.
    fn keep(self);

    /// The text with this name in this language. Panics if `text/words.txt` has no such name, which
    /// is a bug in gier.
    fn word(self, name: &str) -> &'static str;

    /// Describes the state of the machine in a few words. If an alarm ended the program, `alarm` is the alarm
    /// with its place in the source text.
    fn state(self, state: &State, alarm: Option<&str>, is_typing: bool) -> String;
}

impl Words for Language {
    fn of_visitor() -> Language {
        let code = dom::asked("lang").or_else(|| dom::kept(KEPT));
        Language::of_code(&code.or_else(|| dom::window().navigator().language()).unwrap_or_default())
    }

    fn keep(self) {
        dom::keep(KEPT, self.code());
    }

    fn word(self, name: &str) -> &'static str {
        let words = WORDS.get(name).unwrap_or_else(|| panic!("the page has a place {name} without words"));
        self.of(*words)
    }

    fn state(self, state: &State, alarm: Option<&str>, is_typing: bool) -> String {
        match (state, alarm) {
            (State::Works, _) if is_typing => self.word("typing").to_string(),
            (State::Works, _) => self.word("calculating").to_string(),
            (State::AwaitsKey, _) => self.word("your-move").to_string(),
            (State::AwaitsTape, _) => self.word("wants-tape").to_string(),
            (State::Stands(_), _) => self.word("standing").to_string(),
            (State::Stopped(_), Some(alarm)) => {
                let (word, place) = alarm.split_once(" alarm").unwrap_or((alarm, ""));
                let english = format!("The program stopped: alarm “{word}”{place}.");
                gier_messages::alarm(self, &english).into_owned()
            }
            (State::Stopped(cause), None) => match ProgramEnd::from(*cause) {
                ProgramEnd::Finished => self.word("ended").to_string(),
                ProgramEnd::Alarm => self.word("alarm").to_string(),
                ProgramEnd::Stopped(cause) => format!("{} {cause}.", self.word("stopped")),
            },
        }
    }
}

/// The lines of `text/words.txt`, of which three are a text: its name, and the English and the Danish text.
fn lines() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("../text/words.txt").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// All texts of the page: the English and the Danish text of each name.
static WORDS: LazyLock<BTreeMap<&str, [&str; 2]>> = LazyLock::new(|| {
    let mut lines = lines();
    let mut words = BTreeMap::new();
    while let (Some(name), Some(english), Some(danish)) = (lines.next(), lines.next(), lines.next()) {
        words.insert(name, [english.trim_start(), danish.trim_start()]);
    }
    words
});

#[cfg(test)]
mod tests {
    use super::*;
    use gier_machine::StopCause;
    use gier_word::Address;

    const PAGES: [(&str, &str); 3] = [
        ("index.html", include_str!("../page/index.html")),
        ("machine.html", include_str!("../page/machine.html")),
        ("panel.html", include_str!("../page/panel.html")),
    ];

    #[test]
    fn the_page_says_what_gier_does() {
        let said = |state: State, alarm| {
            [Language::English, Language::Danish].map(|language| language.state(&state, alarm, false))
        };
        let stopped = |cell| State::Stopped(StopCause::Zq { cell });
        assert_eq!(said(State::AwaitsKey, None), ["Your move", "Din tur"]);
        assert_eq!(said(stopped(Address::new(2)), None), ["The program has ended.", "Programmet er slut."]);
        assert_eq!(
            said(
                stopped(Address::new(4)),
                Some("index alarm at program:3:3, in procedure SORT called at :5 (A[5], bounds 1:4)")
            ),
            [
                "The program stopped: alarm “index” at program:3:3, in procedure SORT called at :5 (A[5], bounds 1:4).",
                "Programmet standsede: alarmen »index« ved program:3:3, i proceduren SORT, kaldt ved :5 (A[5], grænser 1:4).",
            ]
        );
    }

    #[test]
    fn every_text_has_both_languages_and_a_name_of_its_own() {
        let lines: Vec<&str> = lines().collect();
        for text in lines.chunks(3) {
            let [name, english, danish] = text else { panic!("{text:?} lacks a language") };
            let is_text = |line: &str| line.starts_with("    ") && !line.trim().is_empty();
            assert!(!name.starts_with(' ') && is_text(english) && is_text(danish), "{name}");
        }
        assert_eq!(WORDS.len() * 3, lines.len(), "a name is there twice");
    }

    #[test]
    fn every_place_of_the_page_has_its_words() {
        for (file, page) in PAGES {
            for mark in ["data-word=\"", "data-label=\""] {
                for place in page.split(mark).skip(1) {
                    let name = place.split('"').next().unwrap();
                    assert!(WORDS.contains_key(name), "{file}: {name}");
                }
            }
        }
    }

    /// Tests that the page shows only texts that are in [`WORDS`]. Elements with the attribute
    /// `translate="no"` are exempt.
    #[test]
    fn no_text_of_the_page_is_in_one_language_only() {
        for (file, page) in PAGES {
            let body = page.split_once("<body").map_or(page, |(_, body)| body);
            for piece in body.split('<').skip(1) {
                let Some((tag, text)) = piece.split_once('>') else { continue };
                let text = text.trim();
                let is_known =
                    tag.contains("data-word=") || tag.contains("translate=\"no\"") || tag.starts_with("!--");
                assert!(
                    text.is_empty() || is_known || !text.chars().any(char::is_alphabetic),
                    "{file}: <{tag}>{text}"
                );
                assert!(!tag.contains("aria-label=") || tag.contains("data-label="), "{file}: <{tag}>");
            }
        }
    }
}
