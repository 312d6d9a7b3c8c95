//! gier in Danish. A text that gier shows is written in English where it is shown, so that a reader of the code
//! sees what a user sees. [`say`] looks it up in one table, `text/danish.txt`, and puts the names and numbers of
//! the English text into the Danish line. A text that is missing there stays English.
//!
//! ```
//! use gier_messages::{Language, Speaker, say};
//! let danish = say(Language::Danish, Speaker::Message, "x is not declared");
//! assert_eq!(danish, "x er ikke erklæret");
//! ```
//!
//! The table begins with a description of its form.

pub use gier_word::Language;

use gier_word::Diagnostic;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Longer texts, in bytes, stay English, because a text from a hostile file must not take long.
const LONGEST: usize = 4000;

/// A message can contain a message, which can contain another. The messages below this depth stay English,
/// because a text from a hostile file can contain thousands.
const DEEPEST: u8 = 8;

/// The part of gier that shows a text. The same English word can need another Danish word elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The messages of compilers, debugger, archive and commands.
    Message,
    /// The labels, titles and help of the panel. What it tells is a message.
    Panel,
    /// The help texts and the errors of the command line.
    Help,
    /// The entries of the handbook. The meanings of the alarms and the formulas of the orders are said elsewhere too.
    Handbook,
}

/// Translates a text to this language. A text that the table does not have stays English.
pub fn say(language: Language, speaker: Speaker, english: &str) -> Cow<'_, str> {
    if language == Language::English || english.len() > LONGEST {
        return Cow::Borrowed(english);
    }
    let found = match speaker {
        Speaker::Message => TABLE.message(english, DEEPEST),
        Speaker::Panel => TABLE.find("panel", english, DEEPEST),
        Speaker::Help => TABLE.find("help", english, DEEPEST),
        Speaker::Handbook => {
            let whole = ["handbook", "meaning"].iter().find_map(|name| TABLE.find(name, english, DEEPEST));
            let listed = || ["handbook", "item"].iter().find_map(|name| TABLE.list(name, english, DEEPEST));
            whole.or_else(listed)
        }
    };
    found.map_or(Cow::Borrowed(english), Cow::Owned)
}

/// Translates the message and the help text of a diagnostic to this language.
pub fn diagnostic(language: Language, fault: &Diagnostic) -> Diagnostic {
    let said = |text: &str| say(language, Speaker::Message, text).into_owned();
    Diagnostic { message: said(&fault.message), help: fault.help.as_deref().map(said), ..fault.clone() }
}

/// Translates the report about an alarm or a refusal that the page of the guests shows, as [`say`] does. It needs only
/// a small part of the table.
pub fn alarm(language: Language, english: &str) -> Cow<'_, str> {
    match language {
        Language::English => Cow::Borrowed(english),
        Language::Danish => OF_ALARMS.message(english, DEEPEST).map_or(Cow::Borrowed(english), Cow::Owned),
    }
}

/// Explains an alarm behind the message about it. For example, `line` is `index alarm at a.alg:7:2, in
/// procedure P called at :9 (A[11], bounds 1:10)`. Other messages stay as they are.
pub fn explained(line: &str) -> String {
    let Some((head, place)) = line.split_once(" alarm at ") else { return line.to_string() };
    let word = head.rsplit_once(' ').map_or(head, |(_, word)| word);
    let Some(Alarm { meaning, .. }) = Alarm::named(word) else { return line.to_string() };
    match place.strip_suffix(')').and_then(|place| place.rsplit_once(" (")) {
        Some((place, value)) => format!("{head} alarm at {place} ({meaning}: {value})"),
        None => format!("{head} alarm at {place} ({meaning})"),
    }
}

/// An alarm of a running program.
#[derive(Debug)]
pub struct Alarm {
    /// The word that GIER ALGOL III and gier print, and then the words of the other translators.
    pub words: &'static [&'static str],
    /// What it means, in English.
    pub meaning: &'static str,
}

impl Alarm {
    /// The alarm that a translator reports with this word.
    pub fn named(word: &str) -> Option<&'static Alarm> {
        ALARMS.iter().find(|alarm| alarm.words.contains(&word))
    }
}

/// All alarms.
pub static ALARMS: [Alarm; 9] = [
    Alarm { words: &["spill", "spild"], meaning: "a number is too large, or something is divided by zero" },
    Alarm { words: &["index"], meaning: "an element is outside its array" },
    Alarm {
        words: &["array"],
        meaning: "an array has a negative number of elements, or more than the stack could hold",
    },
    Alarm {
        words: &["alas", "stack", "ak"],
        meaning: "the store is full: the arrays are too large, or the calls too deep",
    },
    Alarm { words: &["ln"], meaning: "the argument of ln is negative" },
    Alarm { words: &["sqrt"], meaning: "the argument of sqrt is negative" },
    Alarm { words: &["exp"], meaning: "the argument of exp is too large" },
    Alarm {
        words: &["drum", "drumalas", "tromle ak"],
        meaning: "drumplace is outside the free part of the drum",
    },
    Alarm {
        words: &["param", "formal"],
        meaning: "a parameter has the wrong kind, or their number is wrong",
    },
];

const ALARM: &str = include_str!("../text/alarm.txt");
static OF_ALARMS: LazyLock<Table> = LazyLock::new(|| Table::read(&[ALARM]));
static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(&[ALARM, include_str!("../text/danish.txt")]));

/// A line of the table, such as `{name} is not declared`: the texts around the holes, and the holes' names.
struct Template {
    texts: Vec<String>,
    holes: Vec<String>,
}

impl Template {
    fn new(line: &str) -> Template {
        let marked = line.replace("{{", "\u{1}").replace("}}", "\u{2}");
        let plain = |piece: &str| piece.replace('\u{1}', "{").replace('\u{2}', "}");
        let pieces: Vec<String> = marked.split(['{', '}']).map(plain).collect();
        let every_second = |from| pieces.iter().skip(from).step_by(2).cloned().collect();
        Template { texts: every_second(0), holes: every_second(1) }
    }

    /// The number of bytes outside the holes.
    fn length(&self) -> usize {
        self.texts.iter().map(String::len).sum()
    }

    /// The parts of a message that fill the holes of this line, in order. Returns `None` if the message does
    /// not match this line. `{digits}` takes only digits, `{mnemonic}` two bytes, and any other hole at least one.
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
        let fits = |(hole, word): (&String, &&str)| match hole.as_str() {
            "digits" => !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()),
            "mnemonic" => word.len() == 2,
            _ => !word.is_empty(),
        };
        self.holes.iter().zip(&words).all(fits).then_some(words)
    }
}

/// The pairs of an English and a Danish line, by section. Those with the longest texts come first, so that
/// they are not hidden by a line with holes for everything.
struct Table(BTreeMap<&'static str, Vec<(Template, Template)>>);

impl Table {
    fn read(texts: &[&'static str]) -> Table {
        let mut sections: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let mut section = "";
        let mut lines = texts
            .iter()
            .flat_map(|text| text.lines())
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        while let Some(line) = lines.next() {
            if let Some(name) = line.strip_prefix("== ") {
                section = name;
            } else if let Some(danish) = lines.next() {
                sections
                    .entry(section)
                    .or_default()
                    .push((Template::new(line), Template::new(danish.trim_start())));
            }
        }
        for pairs in sections.values_mut() {
            pairs.sort_by_key(|(english, _)| Reverse(english.length()));
        }
        Table(sections)
    }

    /// Translates a message, or a list of items such as `i = 3, in procedure P called at :9`. What stands
    /// before a message, such as `stop 3: `, is looked for first, because it could be taken for a name in it.
    fn message(&self, text: &str, depth: u8) -> Option<String> {
        let found = self.find("before", text, depth).or_else(|| self.find("message", text, depth));
        found.or_else(|| self.list("item", text, depth))
    }

    /// Translates the text by the lines of one section.
    fn find(&self, section: &str, text: &str, depth: u8) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        let mut pairs = self.0.get(section)?.iter();
        let (english, danish, words) = pairs.find_map(|(english, danish)| {
            let words = english.words(text)?;
            Some((english, danish, words))
        })?;
        let mut said = danish.texts[0].clone();
        for (hole, text) in danish.holes.iter().zip(&danish.texts[1..]) {
            let place = english.holes.iter().position(|name| name == hole);
            let word = place.map_or("", |place| words[place]);
            let section = hole.split_once('-').map_or(hole.as_str(), |(section, _)| section);
            said += &match section {
                "message" => self.message(word, depth),
                "help" => self.list(section, word, depth).or_else(|| self.message(word, depth)),
                section => self.list(section, word, depth),
            }
            .map_or(Cow::Borrowed(word), Cow::Owned);
            said += text;
        }
        Some(said)
    }

    /// Translates a phrase. If the section has it only with a capital, the Danish phrase gets a small letter, too.
    fn phrase(&self, section: &str, text: &str, depth: u8) -> Option<String> {
        self.find(section, text, depth).or_else(|| {
            let (first, rest) = text.split_at_checked(1).filter(|(first, _)| *first >= "a")?;
            let found = self.find(section, &(first.to_ascii_uppercase() + rest), depth)?;
            let (first, rest) = found.split_at_checked(1)?;
            Some(first.to_ascii_lowercase() + rest)
        })
    }

    /// Translates a list of phrases with commas between them. If the section lacks one of the phrases, tries the
    /// whole text as one phrase that contains commas. If the section lacks that, too, translates the phrases that it
    /// has, and leaves the others. Returns `None` if it has none.
    fn list(&self, section: &str, text: &str, depth: u8) -> Option<String> {
        let parts: Vec<_> = text.split(", ").map(|part| (part, self.phrase(section, part, depth))).collect();
        let known = parts.iter().filter(|(_, danish)| danish.is_some()).count();
        let whole = (known < parts.len()).then(|| self.phrase(section, text, depth)).flatten();
        let said = parts.iter().map(|(part, danish)| danish.as_deref().unwrap_or(part));
        whole.or_else(|| (known > 0).then(|| said.collect::<Vec<_>>().join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

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

    /// The line with its holes, as a text without escapes.
    fn written(line: &Template) -> String {
        let holes = line.holes.iter().map(|hole| format!("{{{hole}}}")).chain([String::new()]);
        line.texts.iter().cloned().zip(holes).map(|(text, hole)| text + &hole).collect()
    }

    #[test]
    fn both_lines_have_the_same_holes_and_each_is_found() {
        for (section, pairs) in &TABLE.0 {
            for (english, danish) in pairs {
                let holes = |line: &Template| line.holes.iter().cloned().collect::<BTreeSet<_>>();
                assert_eq!(holes(english), holes(danish), "{}", written(english));
                let text = written(english).replace("{digits}", "1").replace("{mnemonic}", "ar");
                let found = TABLE.find(section, &text, 1);
                let wanted = written(danish).replace("{digits}", "1").replace("{mnemonic}", "ar");
                assert_eq!(found, Some(wanted), "hidden or there twice: {}", written(english));
            }
        }
    }

    #[test]
    fn a_message_keeps_its_names_and_numbers() {
        for (english, danish) in [
            ("for, step and do need an underscore each", "for, step og do mangler hver en understregning"),
            (
                "a number is needed for the parameter x, not a string",
                "parameteren x skal være et tal, ikke en tekst",
            ),
            (
                "_do is expected after the for list, not the identifier i",
                "der skal stå _do efter for-listen, ikke navnet i",
            ),
            ("write if a and b then", "skriv if a and b then"),
            (
                "in the text in cell 0, before 'hv{x': '{' does not fit here",
                "i teksten i celle 0, foran 'hv{x': '{' passer ikke her",
            ),
            ("write {loop}, everywhere in the text", "skriv {loop} overalt i teksten"),
            (
                "a.acts: line 5: stop 1: sum is used before it is set at a.alg:10, `s := sum`, in mean(n = 3)",
                "a.acts: linje 5: stoppunkt 1: sum bruges, før den har fået en værdi, ved a.alg:10, `s := sum`, i mean(n = 3)",
            ),
            ("a sentence of nobody", "a sentence of nobody"),
        ] {
            assert_eq!(say(Language::Danish, Speaker::Message, english), danish);
            assert_eq!(say(Language::English, Speaker::Message, english), english);
        }
    }

    #[test]
    fn many_messages_in_one_take_no_time() {
        for foreign in ["x: the machine does not ", "line 1: ", "stop 1: ", "x = not set, "] {
            for times in [100, 100_000] {
                say(Language::Danish, Speaker::Message, &foreign.repeat(times));
            }
        }
    }
}
