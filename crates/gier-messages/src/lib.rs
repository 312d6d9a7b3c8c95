//! Translates messages from English to Danish. A message is compared with the English patterns in
//! `text/en.ftl`. The variable words of the message are then put into the Danish pattern with the same name,
//! in `text/da.ftl`.
//!
//! ```
//! let messages = gier_messages::Messages::read();
//! assert_eq!(messages.danish("x is not declared").as_deref(), Some("x er ikke erklæret"));
//! ```

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use gier_word::Diagnostic;
use std::cmp::Reverse;

/// The patterns of messages in English and in Danish, in the format of Fluent.
pub const TEXTS: [&str; 2] = [include_str!("../text/en.ftl"), include_str!("../text/da.ftl")];

/// The kinds of phrases that a message can contain. For example, `{$thing-found}` in a pattern stands for a
/// phrase of the kind `thing`. The patterns whose names begin with `thing-` translate this phrase.
pub const PHRASES: [&str; 6] = ["instead", "place", "reason", "thing", "wanted", "words"];

/// Reads patterns in the format of Fluent. Leaves out patterns with errors.
pub fn bundle(text: &str) -> FluentBundle<FluentResource> {
    let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(text.to_string());
    let mut bundle = FluentBundle::default();
    bundle.set_use_isolating(false);
    let _ = bundle.add_resource(resource);
    bundle
}

/// Replaces the placeables of the pattern `name`, such as `{$thing}`, by the values in `arguments`. A
/// placeable without a value stays as it is.
pub fn filled(bundle: &FluentBundle<FluentResource>, name: &str, arguments: &FluentArgs<'_>) -> String {
    let pattern = bundle.get_message(name).and_then(|message| message.value());
    pattern.map_or_else(String::new, |pattern| {
        bundle.format_pattern(pattern, Some(arguments), &mut Vec::new()).into_owned()
    })
}

/// The names of the patterns in a file, in the order of the file.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| Some(line.split_once(" = ")?.0))
}

/// The first word of a pattern's name, which is the kind of its phrase: `thing` in `thing-found`.
fn kind(name: &str) -> &str {
    name.split_once('-').map_or(name, |(kind, _)| kind)
}

/// An English pattern, split into its fixed texts and its variable parts, called placeables.
struct Pattern {
    name: &'static str,
    texts: Vec<String>,
    placeables: Vec<String>,
}

impl Pattern {
    /// Splits a pattern such as `{$name} is not declared` into fixed texts (` is not declared`) and
    /// placeables (`name`).
    fn new(name: &'static str, pattern: &str) -> Pattern {
        let mut pieces = pattern.split("{$");
        let mut texts: Vec<String> = pieces.next().into_iter().map(String::from).collect();
        let mut placeables = Vec::new();
        for (placeable, text) in pieces.filter_map(|piece| piece.split_once('}')) {
            placeables.push(placeable.to_string());
            texts.push(text.to_string());
        }
        Pattern { name, texts, placeables }
    }

    /// Returns the words of the message that stand where this pattern has a placeable, in order. Returns
    /// `None` if the message does not match the pattern.
    fn words<'m>(&self, message: &'m str) -> Option<Vec<&'m str>> {
        let (first, texts) = self.texts.split_first()?;
        let mut rest = message.strip_prefix(first.as_str())?;
        let Some((last, texts)) = texts.split_last() else { return rest.is_empty().then(Vec::new) };
        let mut words = Vec::new();
        for text in texts {
            let (word, after) = rest.split_once(text.as_str())?;
            words.push(word);
            rest = after;
        }
        words.push(rest.strip_suffix(last.as_str())?);
        words.iter().all(|word| !word.is_empty()).then_some(words)
    }
}

/// The table for translating messages to Danish.
pub struct Messages {
    /// The English patterns. The patterns with the longest fixed texts come first.
    patterns: Vec<Pattern>,
    danish: FluentBundle<FluentResource>,
}

/// The maximum length of a message that is translated, in bytes. A message can contain other messages many
/// levels deep, if its text comes from a hostile file.
pub const LONGEST: usize = 4000;

impl Messages {
    /// Reads the patterns that are built into the program.
    pub fn read() -> Messages {
        let [english, danish] = TEXTS;
        let bundle_of_patterns = bundle(english);
        let pattern = |name| Pattern::new(name, &filled(&bundle_of_patterns, name, &FluentArgs::new()));
        let mut patterns: Vec<Pattern> = names(english).map(pattern).collect();
        patterns.sort_by_key(|pattern| Reverse(pattern.texts.iter().map(String::len).sum::<usize>()));
        Messages { patterns, danish: bundle(danish) }
    }

    /// Translates a message to Danish. Returns `None` if no pattern matches, or if the message is longer than
    /// [`LONGEST`].
    pub fn danish(&self, message: &str) -> Option<String> {
        if message.len() > LONGEST {
            return None;
        }
        self.find(message, |pattern| !PHRASES.contains(&kind(pattern)))
    }

    /// Translates a phrase to Danish. Only patterns of the kind `wanted` are used, for example those whose
    /// identifiers begin with `thing`. Returns `None` if no such pattern matches.
    pub fn phrase(&self, wanted: &str, phrase: &str) -> Option<String> {
        self.find(phrase, |pattern| kind(pattern) == wanted)
    }

    /// Translates the message and the help text of a diagnostic. A text that no pattern matches stays in
    /// English.
    pub fn translate(&self, fault: &Diagnostic) -> Diagnostic {
        let danish = |text: &str| self.danish(text).unwrap_or_else(|| text.to_string());
        Diagnostic {
            message: danish(&fault.message),
            help: fault.help.as_deref().map(danish),
            ..fault.clone()
        }
    }

    fn find(&self, message: &str, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
        let mut patterns = self.patterns.iter().filter(|pattern| is_wanted(pattern.name));
        let (pattern, words) = patterns.find_map(|pattern| Some((pattern, pattern.words(message)?)))?;
        let mut arguments = FluentArgs::new();
        for (placeable, word) in pattern.placeables.iter().zip(words) {
            let danish = match kind(placeable) {
                "message" => self.danish(word),
                kind if PHRASES.contains(&kind) => self.phrase(kind, word),
                _ => None,
            };
            arguments.set(placeable.as_str(), danish.unwrap_or_else(|| word.to_string()));
        }
        Some(filled(&self.danish, pattern.name, &arguments))
    }
}
