//! The sentences for users and pupils, in English and Danish. They are in `text/en.ftl` and `text/da.ftl`, in
//! the format of the library Fluent.

use fluent_bundle::FluentArgs;
use gier_desk::lacking::{Device, Lack};
use gier_messages::{bundle, filled};
use gier_word::Language;

/// A text with all sentences in this language. It is in the format of the library Fluent.
const fn sentences(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../text/en.ftl"),
        Language::Danish => include_str!("../../text/da.ftl"),
    }
}

/// The language `asked` that the user chose. If it is `None`, the language of this computer.
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

/// The sentence with this name. `parts` has the names and values of the sentence's variable parts.
pub fn sentence(language: Language, name: &str, parts: &[(&str, &str)]) -> String {
    let mut arguments = FluentArgs::new();
    for (name, part) in parts {
        arguments.set(*name, *part);
    }
    filled(&bundle(sentences(language)), name, &arguments)
}

/// Translates a message about an alarm (a run-time error of ALGOL), and adds an explanation. For example,
/// `line` is `index alarm at a.alg:7:2, in procedure P called at :9 (A[11], bounds 1:10)`.
pub fn alarm(language: Language, line: &str) -> String {
    let Some((word, place)) = line.split_once(" alarm at ") else { return line.to_string() };
    let (place, value) =
        place.strip_suffix(')').and_then(|line| line.rsplit_once(" (")).unwrap_or((place, ""));
    let mut meaning = sentence(language, &format!("means-{word}"), &[]);
    if let Some((element, bounds)) = value.split_once(", bounds ") {
        meaning +=
            &format!(": {}", sentence(language, "bounds", &[("element", element), ("bounds", bounds)]));
    } else if !value.is_empty() {
        meaning += &format!(": {value}");
    }
    let place = places(language, place);
    sentence(language, "alarm", &[("word", word), ("place", &place), ("meaning", &meaning)])
}

/// Translates the description of a place in a program, and of the calls that led there. For example, `place`
/// is `a.alg:7:2, in procedure P called at :9, and more calls`.
pub fn places(language: Language, place: &str) -> String {
    let parts: Vec<String> = place.split(", ").map(|part| called(language, part)).collect();
    parts.join(", ")
}

/// The message that names a device that the machine lacks, and the command-line option that adds this device.
pub fn lack(language: Language, lack: Lack) -> String {
    let (name, number) = match lack.device {
        Device::Buffer => ("device-buffer", 0),
        Device::Station(number) => ("device-station", number),
        Device::Carrousel => ("device-carrousel", 0),
        Device::BlockDisc => ("device-disc", 0),
        Device::Plotter => ("device-plotter", 0),
        Device::Turbo => ("device-turbo", 0),
    };
    let device = sentence(language, name, &[("number", &number.to_string())]);
    let installation = lack.installation.to_string();
    sentence(language, "needs-device", &[("device", &device), ("installation", &installation)])
}

/// Translates the description of one call, such as `in procedure P called at :9`. Other text stays the same.
fn called(language: Language, call: &str) -> String {
    let words: Vec<&str> = call.split(' ').collect();
    match words[..] {
        ["in", "procedure", name, "called", "at", place] => {
            sentence(language, "call-of-procedure", &[("name", name), ("place", place)])
        }
        ["in", "switch", name, "used", "at", place] => {
            sentence(language, "call-of-switch", &[("name", name), ("place", place)])
        }
        ["an", "actual", "parameter", "wanted", "at", place] => {
            sentence(language, "call-of-actual", &[("place", place)])
        }
        ["and", "more", "calls"] => sentence(language, "more-calls", &[]),
        _ => call.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fluent_bundle::FluentResource;
    use std::collections::{BTreeMap, BTreeSet};

    /// The names of all sentences, each with the names of its variable parts.
    fn names(language: Language) -> BTreeMap<String, BTreeSet<String>> {
        assert!(FluentResource::try_new(sentences(language).to_string()).is_ok());
        let lines = sentences(language).lines().filter(|line| !line.starts_with('#'));
        let sentences = lines.filter_map(|line| line.split_once(" = "));
        let parts = |text: &str| {
            text.split("{ $").skip(1).filter_map(|part| part.split(' ').next()).map(String::from).collect()
        };
        sentences.map(|(name, text)| (name.to_string(), parts(text))).collect()
    }

    #[test]
    fn both_languages_have_the_same_sentences_and_parts() {
        assert_eq!(names(Language::English), names(Language::Danish));
        assert!(names(Language::English).len() > 30);
    }

    #[test]
    fn an_alarm_says_which_values_led_to_it() {
        assert_eq!(
            alarm(Language::Danish, "index alarm at a.alg:7:2, and more calls (A[11], bounds 1:10)"),
            "alarmen index ved a.alg:7:2, og flere kald (et element ligger uden for sit array: A[11], grænser 1:10)"
        );
        assert_eq!(
            alarm(Language::English, "sqrt alarm at a.alg:7:2 (sqrt(-4))"),
            "sqrt alarm at a.alg:7:2 (the argument of sqrt is negative: sqrt(-4))"
        );
    }

    #[test]
    fn an_alarm_says_what_its_word_means() {
        let line = "index alarm at a.alg:7:2, in procedure P called at :9, and more calls";
        assert_eq!(
            alarm(Language::English, line),
            "index alarm at a.alg:7:2, in procedure P called at :9, and more calls (an element is outside its array)"
        );
        assert_eq!(
            alarm(Language::Danish, line),
            "alarmen index ved a.alg:7:2, i proceduren P, kaldt ved :9, og flere kald (et element ligger uden for sit array)"
        );
    }
}
