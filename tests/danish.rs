//! Tests the Danish messages. All come from one table, `crates/gier-messages/text/danish.txt`, whose own tests
//! compare the holes of its lines. These tests compare the table with what gier says.

use crate::cli::Desk;
use crate::tidy::root;
use gier_algol::source::SourceText;
use gier_desk::notation::{explain, slip};
use gier_handbook::entry::Entry;
use gier_handbook::order;
use gier_handbook::register::REGISTERS;
use gier_handbook::term::{TERMS, Term};
use gier_machine::{Machine, Place};
use gier_messages::{ALARMS, Alarm, Language, Speaker, say};
use gier_word::Half;
use gier_word::order::ORDERS;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// The pairs of words in a text. A text without one, such as `_pimage<`, is the same in both languages.
fn pairs(text: &str) -> Vec<String> {
    let is_word = |word: &&str| word.chars().all(char::is_alphabetic) && word.chars().count() > 1;
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(2).filter(|pair| pair.iter().all(is_word)).map(|pair| pair.join(" ")).collect()
}

/// The Danish of a message, as each speaker has it.
fn danish(message: &str) -> impl Iterator<Item = String> {
    [Speaker::Message, Speaker::Panel, Speaker::Help].into_iter().filter_map(move |speaker| {
        match say(Language::Danish, speaker, message) {
            Cow::Borrowed(_) => None,
            Cow::Owned(danish) => Some(danish),
        }
    })
}

/// Whether the message has no Danish, although it needs it.
fn is_missing(message: &str) -> bool {
    !pairs(message).is_empty() && danish(message).next().is_none()
}

/// Whether the message has no Danish, or keeps most of its words: a line with holes can match a message that it is not
/// for, such as `write {text}`.
fn is_english(message: &str) -> bool {
    let pairs = pairs(message);
    let kept = |danish: &str| pairs.iter().filter(|pair| danish.contains(*pair)).count();
    !pairs.is_empty() && danish(message).all(|danish| 2 * kept(&danish) > pairs.len())
}

/// Tests that the words of `gier help term` are those of the glossary: in English, in Danish, and what they mean.
#[test]
fn the_terms_of_the_help_are_those_of_the_glossary() {
    let glossary = fs::read_to_string(root().join("docs/glossary.md")).unwrap();
    let rows: Vec<Vec<&str>> = glossary
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|line| line.split(" | ").collect())
        .collect();
    for Term { words: [english, danish], meanings: [meaning, _] } in TERMS {
        let is_it = |row: &&Vec<&str>| row[row.len() - 2].split(", ").any(|word| word == english);
        let row = rows.iter().find(is_it).unwrap_or_else(|| panic!("{english} is not in docs/glossary.md"));
        let [danish_words @ .., _, means] = &row[..] else { panic!("{row:?}") };
        let means = means.split(" (").next().unwrap();
        assert!(meaning.to_lowercase().starts_with(&means.to_lowercase()), "{english}: {meaning}, {means}");
        assert!(danish_words.iter().all(|words| words.split(", ").any(|word| word == danish)), "{danish}");
    }
}

/// Returns the messages and help texts about the faulty programs in the test cases.
fn of_the_compiler() -> Vec<String> {
    let mut told = Vec::new();
    for name in ["class", "declarations", "newcomers", "respelt", "symbols", "syntax", "types"] {
        let text = fs::read_to_string(root().join(format!("tests/algol_front/{name}.txt"))).unwrap();
        for case in text.split("\n== ") {
            let (program, _) = case.split_once('\n').unwrap().1.split_once("\n--").unwrap();
            let source = SourceText::from_bytes("a.alg", format!("{program}\n").as_bytes());
            let translated = gier_algol::translate(&[source], &mut |_| None);
            for fault in translated.diagnostics.into_iter().chain(translated.warnings) {
                told.extend([fault.message].into_iter().chain(fault.help));
            }
        }
    }
    told
}

/// Returns what gier has told the user of the debugger, as the test cases record it.
fn of_the_debugger() -> Vec<String> {
    let files = fs::read_dir(root().join("tests/debug")).unwrap().map(|entry| entry.unwrap().path());
    let texts = files.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    let texts: Vec<String> = texts.map(|path| fs::read_to_string(path).unwrap()).collect();
    texts
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| line.strip_prefix("gier: "))
        .map(String::from)
        .collect()
}

#[test]
fn every_message_of_the_cases_has_danish() {
    let told = [of_the_compiler(), of_the_debugger()].concat().into_iter();
    // Values have no words of gier's, and the handbook's sentence about an order is English.
    let told: Vec<_> = told.filter(|line| !line.contains(" = ") && !line.starts_with("order ")).collect();
    assert!(told.len() > 600, "{}", told.len());
    let notes = gier_archive::known::notes().map(str::to_string);
    let missing: Vec<_> = told.into_iter().chain(notes).filter(|message| is_missing(message)).collect();
    assert!(missing.is_empty(), "no line in crates/gier-messages/text/danish.txt:\n{}", missing.join("\n"));
}

/// The texts in quotation marks of the program, each with the name of the call that gets it, such as `bail`.
/// The texts of `format!` belong to the call around it. Tests and documentation are left out.
struct Quoted(Vec<(String, String)>);

impl Quoted {
    /// Reads all crates but those.
    fn of_all_but(crates: &[&str]) -> Quoted {
        Quoted::of(&["crates", "programs/src"].map(String::from), crates)
    }

    /// Reads these folders, without those below them that have one of these names.
    fn of(folders: &[String], but: &[&str]) -> Quoted {
        let mut quoted = Quoted(Vec::new());
        let mut folders: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                let name = path.file_name().unwrap().to_str().unwrap();
                if path.is_dir() && name != "tests" && !but.contains(&name) {
                    folders.push(path);
                } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                    quoted.read(fs::read_to_string(path).unwrap().parse().unwrap(), "");
                }
            }
        }
        quoted
    }

    fn read(&mut self, tokens: TokenStream, call: &str) {
        let mut last = [String::new(), String::new()];
        let (around, mut call) = (call, call);
        for token in tokens {
            match token {
                TokenTree::Ident(name) => last = [std::mem::take(&mut last[1]), name.to_string()],
                TokenTree::Punct(mark) if mark.as_char() == '!' => last[1].push('!'),
                TokenTree::Punct(mark) => {
                    // A long message or help text gets a name before the call.
                    match (mark.as_char(), last[1].as_str()) {
                        ('=', "message" | "help") => call = "fault",
                        (';', _) => call = around,
                        _ => {}
                    }
                    last = [String::new(), mark.to_string()];
                }
                TokenTree::Group(group) => {
                    let [before, name] = std::mem::take(&mut last);
                    // An attribute, or a module of tests.
                    if name.starts_with('#') || before == "mod" && name == "tests" {
                        continue;
                    }
                    let is_call = group.delimiter() == Delimiter::Parenthesis
                        && name.chars().all(|letter| letter.is_alphanumeric() || "_!".contains(letter));
                    let is_inner = !is_call || ["", "!", "format!", "Some"].contains(&name.as_str());
                    self.read(group.stream(), if is_inner { call } else { &name });
                }
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                        self.0.push((call.to_string(), text.value()));
                    }
                    last = Default::default();
                }
            }
        }
    }
}

/// The calls whose texts become messages.
const CALLS: [&str; 22] = [
    "anyhow!",
    "ask",
    "bad",
    "bail!",
    "complain",
    "context",
    "ensure!",
    "Err",
    "fail",
    "fault",
    "Machine",
    "map_err",
    "NotACell",
    "ok_or",
    "ok_or_else",
    "report",
    "say",
    "trouble",
    "with_context",
    "with_help",
    "write!",
    "wrong_type",
];

/// Texts that need no Danish: words that GIER's own compiler printed, an act as an example, and the mistakes
/// in a row of the museum's tests, which are a part of gier. Those about cells and tracks are never shown: a
/// snapshot with such a mistake "holds a machine that cannot be". Then follow an answer to an editor, a message
/// that has a line for one parameter and a line for several, what a programmer sees of an image, a part of an answer in
/// the machine's words, and texts that consist of acts and examples.
const WITHOUT: [&str; 27] = [
    "a case begins with its order",
    "'{other}' is no word of a case",
    "program big",
    "proc. call or ident.",
    "watch cells 500-510",
    "{value} is not a number",
    "ends must follow open",
    "{word:?} is not a word for a row",
    "it has no name",
    "{value} is no sum",
    "the store has 1024 cells",
    "no machine has so many tracks",
    "there is no such track",
    "a track has 40 cells",
    "the buffer store has 4096 cells",
    "{} is not a program file",
    "{name} has {}, but is called with {found}",
    "Image({:?}, {} tracks in use)",
    "{} tracks, {} in use",
    "the order in {}",
    "break cell {}",
    "watch cell {first}",
    "watch cells {first}-{last}",
    "watch track {track}",
    "ask first: who wrote 500",
    "give a name: start of the game",
    "--panel belongs to a command: gier nim --panel, or gier panel IMAGE",
];

/// Puts a number into each hole of a text of `format!`.
fn filled(text: &str) -> String {
    let text = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let mut pieces = text.split('{');
    let mut filled = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        filled += "7";
        filled += piece.split_once('}').map_or(piece, |(_, rest)| rest);
    }
    filled.replace('\u{1}', "{").replace('\u{2}', "}")
}

/// The crates whose messages are not looked up in the table: the protocols of editors are English, the page
/// has its own two columns, and the rest are tools of the source tree.
const OWN: [&str; 8] = [
    "gier-dap",
    "gier-lsp",
    "gier-messages",
    "gier-web",
    "gier-web-tests",
    "xtask",
    "xtask-site",
    "xtask-web",
];

#[test]
fn every_message_of_the_program_has_danish() {
    let quoted = Quoted::of_all_but(&OWN).0;
    let told = quoted
        .iter()
        .filter(|(call, text)| CALLS.contains(&call.as_str()) && !WITHOUT.contains(&text.as_str()));
    let told: Vec<&str> = told.map(|(_, text)| text.trim()).collect();
    assert!(told.len() > 500, "{}", told.len());
    // The braces of a text without `format!` are not holes. The reason for an error of this computer comes behind
    // the message.
    let missing =
        |text: &str| [text, &filled(text), &filled(&format!("{text}: 7"))].into_iter().all(is_english);
    let missing: Vec<&str> = told.into_iter().filter(|text| missing(text)).collect();
    assert!(missing.is_empty(), "no line in crates/gier-messages/text/danish.txt:\n{}", missing.join("\n"));
}

/// Messages about libraries and limits, whose cases `tests/algol_front.rs` makes, and about a control symbol.
const WITHOUT_CASE: [&str; 12] = [
    "a control symbol is not allowed here",
    "it is only allowed in strings",
    "take the line out of the library text",
    "begin and end do not match in the library text {name}",
    "there is no library text {name}",
    "the text belongs in the library folder as NAME.alg",
    "with {name} the library texts are longer than {} million bytes",
    "the program has more than {SYMBOLS_MAX} symbols here",
    "the expression has more than {DEPTH_MAX} operators in a row",
    "divide it into several statements",
    "more than {NESTING_MAX} levels are nested here",
    "divide the program into procedures",
];

#[test]
fn every_message_of_the_front_end_has_a_case() {
    let told = of_the_compiler();
    let has_case = |text: &str| {
        let pieces = text.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, rest)| rest));
        let pieces: Vec<&str> = pieces.collect();
        told.iter().any(|line| {
            let mut rest = Some(line.as_str());
            pieces.iter().for_each(|piece| rest = rest.and_then(|rest| Some(rest.split_once(piece)?.1)));
            rest.is_some()
        })
    };
    let source = "crates/gier-algol/src";
    let quoted = Quoted::of(&["lex", "parse", "check"].map(|part| format!("{source}/{part}")), &[]).0;
    let texts =
        quoted.iter().filter(|(call, _)| CALLS.contains(&call.as_str())).map(|(_, text)| text.as_str());
    let texts = texts
        .filter(|text| !pairs(text).is_empty() && ![&WITHOUT[..], &WITHOUT_CASE].concat().contains(text));
    let missing: Vec<&str> = texts.filter(|text| !has_case(text)).collect();
    assert!(missing.is_empty(), "no case in tests/algol_front has:\n{}", missing.join("\n"));
}

/// Tests that gier still says each English line of the table: two words of it that follow each other must be in
/// the source. More would be too strict, because a message can be made of parts.
#[test]
fn the_table_has_no_line_that_gier_does_not_say() {
    let source: Vec<String> =
        Quoted::of_all_but(&["gier-messages"]).0.into_iter().map(|(_, text)| text).collect();
    // What an order does is said with the sentence of its row.
    let sentences = ORDERS.iter().map(|row| row.sentence.to_string());
    let notes = gier_archive::known::notes().map(str::to_string);
    let source = source.into_iter().chain(sentences).chain(notes).collect::<Vec<_>>().join("\n");
    let text = |name| fs::read_to_string(root().join("crates/gier-messages/text").join(name)).unwrap();
    let table = text("danish.txt");
    let (table, _) =
        table.split_once("\n== help\n").expect("the texts of the command line have their own test");
    let table = text("alarm.txt") + table;
    let english = table.lines().filter(|line| !line.starts_with([' ', '#', '=']) || line.starts_with("= "));
    let unsaid: Vec<&str> = english
        .filter(|line| {
            let texts = line.split('{').map(|piece| piece.rsplit('}').next().unwrap_or_default());
            let words: Vec<Vec<&str>> = texts.map(|text| text.split_whitespace().collect()).collect();
            let pairs = words.iter().flat_map(|words| words.windows(2)).map(|words| words.join(" "));
            let pairs: Vec<String> = pairs.collect();
            // The system has the words of its own errors.
            pairs.len() > 1 && !line.contains("(os error") && !pairs.iter().any(|pair| source.contains(pair))
        })
        .collect();
    assert!(unsaid.is_empty(), "nobody says:\n{}", unsaid.join("\n"));
}

#[test]
fn acts_are_answered_in_danish() {
    let desk = Desk::new();
    desk.copy("tests/debug/faults/mean.alg");
    desk.put("a.acts", "watch unset\nawait break\ntell line, sum, n\ntell calls\nawait tape");
    for command in ["debug mean.alg --acts a.acts --lang da", "--lang=da debug mean.alg --acts a.acts"] {
        let told = desk.said(command, 1);
        let told: Vec<&str> = told.lines().filter(|line| line.starts_with("gier: ")).collect();
        let wanted = [
            "gier: stoppunkt 1: sum bruges, før den har fået en værdi, ved mean.alg:10, `sum := sum + i`, i mean(n = 3)",
            "gier: mean.alg:10, `sum := sum + i`, i mean(n = 3), sum = har ingen værdi, n = 3",
            "gier: mean(n = 3) ved mean.alg:10, `sum := sum + i`",
            "gier: programmet ved mean.alg:14, `write(‹dddd.dd›, mean(3))`",
            "gier: a.acts: linje 5: stoppunkt 1: sum bruges, før den har fået en værdi, ved mean.alg:10, `sum := sum + i`, i mean(n = 5)",
        ];
        assert_eq!(told, wanted);
    }
}

/// The words of an English text that its Danish still has, without those that are the same in both languages.
fn kept(english: &str, danish: &str) -> Vec<String> {
    let same = [
        "abs", "bit", "by", "data", "flag", "for", "form", "hs", "minus", "modulo", "ms", "operand", "pen",
        "plotter", "plus", "program", "register", "ring", "side", "tk", "turbo", "xor", "µs",
    ];
    let words = |text: &str| -> Vec<String> {
        let (text, _facts) = text.split_once(" [F-").unwrap_or((text, ""));
        let plain = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        let words = plain.split(|sign: char| !sign.is_alphabetic()).filter(|word| word.chars().count() > 1);
        let words = words.filter(|word| word.contains(char::is_lowercase)).map(str::to_lowercase);
        words.filter(|word| !same.contains(&word.as_str())).collect()
    };
    let danish = words(danish);
    words(english).into_iter().filter(|word| danish.contains(word)).collect()
}

/// Tests the entries of the 64 orders and of the registers, and the list of the orders: no English word is left. The
/// alarms keep names such as `sqrt`.
#[test]
fn every_entry_of_the_handbook_is_danish() {
    let orders = ORDERS.iter().map(|row| order::entry(row.opcode));
    let registers = REGISTERS.iter().map(|register| register.entry());
    let list = order::table(|row| format!("`{}`", row.mnemonic));
    let list = Entry { title: String::new(), blocks: vec![list] };
    let mut left = BTreeSet::new();
    for entry in orders.chain(registers).chain([list]) {
        let name = entry.title.split(": ").next().unwrap_or_default();
        entry.said(|text| {
            let danish = say(Language::Danish, Speaker::Handbook, text).into_owned();
            let english = text.strip_prefix(name).unwrap_or(text);
            left.extend(kept(english, &danish).into_iter().map(|word| format!("{name}: {word}: {text}")));
            danish
        });
    }
    assert!(left.is_empty(), "{left:#?}");
    for &Alarm { meaning, .. } in &ALARMS {
        assert_ne!(say(Language::Danish, Speaker::Handbook, meaning), meaning);
    }
}

/// Tests what the panel says of each of the 64 orders: with and without n, F, X, D, a condition and a right half. No
/// English word is left.
#[test]
fn every_order_is_explained_in_danish() {
    let mut left = BTreeSet::new();
    for (row, floats) in ORDERS.iter().flat_map(|row| [(row, false), (row, true)]) {
        for (n, tail) in ["", " X", " D", " LZ", " NZ"].into_iter().flat_map(|tail| [("", tail), ("n", tail)])
        {
            let f = if floats { "f" } else { "" };
            let text = format!("{}{n}{f} 50{tail}", row.mnemonic);
            let Ok(cell) = slip::read(&text) else { continue };
            let mut machine = Machine::new();
            machine.set_cell(40, cell);
            let told = explain(&machine, Place { cell: 40u16.into(), half: Half::Left }).to_string();
            for part in told.split("; ").flat_map(|part| part.split(", ")) {
                let danish = say(Language::Danish, Speaker::Message, part);
                left.extend(kept(part, &danish).into_iter().map(|word| format!("{text}: {word}: {part}")));
            }
        }
    }
    assert!(left.is_empty(), "{left:#?}");
}
