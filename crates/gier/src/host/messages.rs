//! Translates the messages of the ALGOL compiler, the SLIP assembler, the debugger and the archive to Danish.
//! They themselves write English. A message is matched with the patterns of `text/messages.en.ftl`. The words
//! at its placeables are then put into the pattern with the same name in `text/messages.da.ftl`.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use gier_word::Diagnostic;
use std::cmp::Reverse;

/// The messages in English and in Danish, in the format of Fluent.
pub const TEXTS: [&str; 2] =
    [include_str!("../../text/messages.en.ftl"), include_str!("../../text/messages.da.ftl")];

/// The kinds of phrases. If a placeable's name is `$thing-found`, its words are translated by the patterns
/// whose names begin with `thing-`.
pub const PHRASES: [&str; 6] = ["instead", "place", "reason", "thing", "wanted", "words"];

/// The patterns of a text in the format of Fluent.
pub fn bundle(text: &str) -> FluentBundle<FluentResource> {
    let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(text.to_string());
    let mut bundle = FluentBundle::default();
    bundle.set_use_isolating(false);
    let _ = bundle.add_resource(resource);
    bundle
}

/// The pattern with this name, with its placeables filled. A placeable without an argument is written as
/// `{$name}`.
pub fn filled(bundle: &FluentBundle<FluentResource>, name: &str, arguments: &FluentArgs<'_>) -> String {
    let pattern = bundle.get_message(name).and_then(|message| message.value());
    pattern.map_or_else(String::new, |pattern| {
        bundle.format_pattern(pattern, Some(arguments), &mut Vec::new()).into_owned()
    })
}

/// The names of the patterns in a text, in order.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| Some(line.split_once(" = ")?.0))
}

/// The first word of a pattern's name, which says what kind of phrase it is.
fn kind(name: &str) -> &str {
    name.split_once('-').map_or(name, |(kind, _)| kind)
}

/// An English pattern: the texts around its placeables.
struct Pattern {
    name: &'static str,
    texts: Vec<String>,
    placeables: Vec<String>,
}

impl Pattern {
    /// Divides a pattern such as `{$name} is not declared` into its texts and placeables.
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

    /// The words that a message has at the placeables, or `None` if the message does not match this pattern.
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

/// The table of messages.
pub struct Messages {
    /// The English patterns. Patterns with longer texts come first.
    patterns: Vec<Pattern>,
    danish: FluentBundle<FluentResource>,
}

impl Messages {
    /// Reads the table.
    pub fn read() -> Messages {
        let [english, danish] = TEXTS;
        let bundle_of_patterns = bundle(english);
        let pattern = |name| Pattern::new(name, &filled(&bundle_of_patterns, name, &FluentArgs::new()));
        let mut patterns: Vec<Pattern> = names(english).map(pattern).collect();
        patterns.sort_by_key(|pattern| Reverse(pattern.texts.iter().map(String::len).sum::<usize>()));
        Messages { patterns, danish: bundle(danish) }
    }

    /// The Danish form of a message, or `None` if the table does not have the message.
    pub fn danish(&self, message: &str) -> Option<String> {
        self.find(message, |pattern| !PHRASES.contains(&kind(pattern)))
    }

    /// The Danish form of a phrase of the kind `wanted`, or `None` if the table does not have the phrase.
    pub fn phrase(&self, wanted: &str, phrase: &str) -> Option<String> {
        self.find(phrase, |pattern| kind(pattern) == wanted)
    }

    /// Translates the message and the help of a fault, if the table has them.
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
