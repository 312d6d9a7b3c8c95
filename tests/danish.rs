//! Tests the Danish messages. All come from one table, `crates/gier-messages/text/danish.txt`, whose own tests
//! compare the holes of its lines. These tests compare the table with what gier says.

use crate::cli::Desk;
use gier_algol::source::SourceText;
use gier_desk::notation::{explain, slip};
use gier_handbook::entry::Entry;
use gier_handbook::order;
use gier_handbook::register::REGISTERS;
use gier_machine::{Machine, Place};
use gier_messages::{Language, MEANINGS, Speaker, say};
use gier_word::Half;
use gier_word::order::ORDERS;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether a text has at least two words. Shorter texts, such as `_pimage<`, are the same in both languages.
fn has_words(text: &str) -> bool {
    let is_word = |word: &str| word.chars().all(char::is_alphabetic) && word.chars().count() > 1;
    text.split(' ').collect::<Vec<_>>().windows(2).any(|pair| pair.iter().all(|word| is_word(word)))
}

/// Whether the message has no Danish, although it needs it.
fn is_missing(message: &str) -> bool {
    let is_english = |speaker| matches!(say(Language::Danish, speaker, message), Cow::Borrowed(_));
    has_words(message) && [Speaker::Message, Speaker::Panel, Speaker::Help].into_iter().all(is_english)
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
    let missing: Vec<_> = told.into_iter().filter(|message| is_missing(message)).collect();
    assert!(missing.is_empty(), "no line in crates/gier-messages/text/danish.txt:\n{}", missing.join("\n"));
}

/// The texts in quotation marks of the program, each with the name of the call that gets it, such as `bail`.
/// The texts of `format!` belong to the call around it. Tests and documentation are left out.
struct Quoted(Vec<(String, String)>);

impl Quoted {
    /// Reads all crates but those.
    fn of_all_but(crates: &[&str]) -> Quoted {
        let mut quoted = Quoted(Vec::new());
        let mut folders = vec![root().join("crates"), root().join("programs/src")];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                let name = path.file_name().unwrap().to_str().unwrap();
                if path.is_dir() && name != "tests" && !crates.contains(&name) {
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
                TokenTree::Punct(mark) if mark.as_char() == '!' => {}
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
                    if name == "#" || before == "mod" && name == "tests" {
                        continue;
                    }
                    let is_call = group.delimiter() == Delimiter::Parenthesis
                        && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
                    let is_inner = !is_call || ["", "format", "Some"].contains(&name.as_str());
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
const CALLS: [&str; 20] = [
    "anyhow",
    "ask",
    "bad",
    "bail",
    "complain",
    "context",
    "ensure",
    "Err",
    "fail",
    "fault",
    "Machine",
    "map_err",
    "ok_or",
    "ok_or_else",
    "report",
    "say",
    "trouble",
    "with_context",
    "with_help",
    "wrong_type",
];

/// Texts that need no Danish: words that GIER's own compiler printed, an act as an example, and the mistakes
/// in a row of the museum's tests, which are a part of gier. Those about cells and tracks are never shown: a
/// snapshot with such a mistake "holds a machine that cannot be". The last two are an answer to an editor, and a
/// message that has a line for one parameter and a line for several.
const WITHOUT: [&str; 17] = [
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
        |text: &str| [text, &filled(text), &filled(&format!("{text}: 7"))].into_iter().all(is_missing);
    let missing: Vec<&str> = told.into_iter().filter(|text| missing(text)).collect();
    assert!(missing.is_empty(), "no line in crates/gier-messages/text/danish.txt:\n{}", missing.join("\n"));
}

/// Tests that gier still says each English line of the table: two words of it that follow each other must be in
/// the source. More would be too strict, because a message can be made of parts.
#[test]
fn the_table_has_no_line_that_gier_does_not_say() {
    let source: Vec<String> =
        Quoted::of_all_but(&["gier-messages"]).0.into_iter().map(|(_, text)| text).collect();
    // What an order does is said with the sentence of its row.
    let sentences = ORDERS.iter().map(|row| row.sentence.to_string());
    let source = source.into_iter().chain(sentences).collect::<Vec<_>>().join("\n");
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
    desk.put("mean.alg", fs::read_to_string(root().join("tests/debug/faults/mean.alg")).unwrap());
    desk.put("a.acts", "watch unset\nawait break\ntell line, sum, n\ntell calls\nawait tape");
    for command in ["debug mean.alg --acts a.acts --lang da", "--lang=da debug mean.alg --acts a.acts"] {
        let run = desk.gier(command);
        let told = String::from_utf8(run.get_output().stderr.clone()).unwrap();
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
    for (_, meaning) in MEANINGS {
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
