//! The user's language. It is chosen once, when gier starts, because every message is for the same user.

use gier_desk::lacking::{Device, Lack};
use gier_messages::{Language, Speaker, say};
use std::borrow::Cow;
use std::sync::OnceLock;

static CHOSEN: OnceLock<Language> = OnceLock::new();

/// Chooses the language of this user: the one that is `asked` for, or else that of this computer. Only the
/// first call has an effect.
pub fn choose(asked: Option<Language>) {
    CHOSEN.get_or_init(|| asked.unwrap_or_else(of_computer));
}

/// The language of this user.
pub fn language() -> Language {
    *CHOSEN.get_or_init(of_computer)
}

fn of_computer() -> Language {
    let mut variables =
        ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    Language::of_code(&variables.find(|value| !value.is_empty()).unwrap_or_default())
}

/// A message of gier in the user's language.
pub fn said(english: &str) -> Cow<'_, str> {
    say(language(), Speaker::Message, english)
}

/// Explains an alarm behind the message about it. For example, `line` is `index alarm at a.alg:7:2, in
/// procedure P called at :9 (A[11], bounds 1:10)`. Other messages stay as they are.
pub fn explained(line: &str) -> String {
    let Some((head, place)) = line.split_once(" alarm at ") else { return line.to_string() };
    let word = head.rsplit_once(' ').map_or(head, |(_, word)| word);
    let Some((_, meaning)) = ALARMS.iter().find(|(name, _)| *name == word) else { return line.to_string() };
    match place.strip_suffix(')').and_then(|place| place.rsplit_once(" (")) {
        Some((place, value)) => format!("{head} alarm at {place} ({meaning}: {value})"),
        None => format!("{head} alarm at {place} ({meaning})"),
    }
}

/// What the words of the alarms mean.
pub const ALARMS: [(&str, &str); 9] = [
    ("spill", "a number is too large, or something is divided by zero"),
    ("index", "an element is outside its array"),
    ("array", "an array has a negative number of elements, or more than the store has cells"),
    ("alas", "the store is full: the arrays are too large, or the calls too deep"),
    ("ln", "the argument of ln is not positive"),
    ("sqrt", "the argument of sqrt is negative"),
    ("exp", "the argument of exp is too large"),
    ("drum", "drumplace is outside the free part of the drum"),
    ("param", "a parameter has the wrong kind, or their number is wrong"),
];

/// The message that names a device that the machine lacks, and the command-line option that adds this device.
pub fn lack(lack: Lack) -> String {
    let device = match lack.device {
        Device::Buffer => "a buffer store",
        Device::Station(number) => &format!("magnetic tape station {number}"),
        Device::Carrousel => "a carrousel",
        Device::BlockDisc => "a block disc",
        Device::Plotter => "a plotter",
        Device::Turbo => "the faster GIER on which pc works as hv",
    };
    format!("the program needs {device}: --installation {} gives GIER one", lack.installation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_says_what_its_word_means_and_which_values_led_to_it() {
        for (line, english, danish) in [
            (
                "index alarm at a.alg:7:2, and more calls (A[11], bounds 1:10)",
                "index alarm at a.alg:7:2, and more calls (an element is outside its array: A[11], bounds 1:10)",
                "alarmen index ved a.alg:7:2, og flere kald (et element ligger uden for sit array: A[11], grænser 1:10)",
            ),
            (
                "sqrt alarm at a.alg:7:2 (sqrt(-4))",
                "sqrt alarm at a.alg:7:2 (the argument of sqrt is negative: sqrt(-4))",
                "alarmen sqrt ved a.alg:7:2 (argumentet til sqrt er negativt: sqrt(-4))",
            ),
            (
                "stop 2: index alarm at a.alg:7:2, in procedure P called at :9",
                "stop 2: index alarm at a.alg:7:2, in procedure P called at :9 (an element is outside its array)",
                "stoppunkt 2: alarmen index ved a.alg:7:2, i proceduren P, kaldt ved :9 (et element ligger uden for sit array)",
            ),
        ] {
            assert_eq!(explained(line), english);
            assert_eq!(say(Language::Danish, Speaker::Message, english), danish);
        }
    }
}
