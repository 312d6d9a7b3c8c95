//! Tests the Danish messages of the compilers. Every message in the cases and in the source of the
//! compilers must have a pattern in both languages.

use crate::cli::Desk;
use fluent_bundle::{FluentArgs, FluentResource};
use gier_messages::{Messages, PHRASES, TEXTS, bundle, filled, names};
use gier_word::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns all patterns, each with the names of its placeables (inserted values).
fn placeables(text: &str) -> BTreeMap<&str, BTreeSet<String>> {
    assert!(FluentResource::try_new(text.to_string()).is_ok());
    let bundle = bundle(text);
    let of = |name: &str| -> BTreeSet<String> {
        let pattern = filled(&bundle, name, &FluentArgs::new());
        assert!(!pattern.is_empty(), "{name}");
        pattern.split("{$").skip(1).filter_map(|part| Some(part.split_once('}')?.0.to_string())).collect()
    };
    let all: Vec<&str> = names(text).collect();
    let table: BTreeMap<_, _> = all.iter().map(|name| (*name, of(name))).collect();
    assert_eq!(table.len(), all.len(), "a name is used twice");
    table
}

#[test]
fn both_languages_have_the_same_messages_and_placeables() {
    let [english, danish] = TEXTS;
    assert_eq!(placeables(english), placeables(danish));
    assert!(names(english).eq(names(danish)), "in the same order");
}

/// Tests that every pattern matches its own text, so that no other pattern hides it.
#[test]
fn no_pattern_hides_another() {
    let [english, danish] = TEXTS;
    let (messages, english_bundle, danish_bundle) = (Messages::read(), bundle(english), bundle(danish));
    for name in names(english) {
        let kind = name.split('-').next().unwrap();
        let text = filled(&english_bundle, name, &FluentArgs::new());
        let found = match PHRASES.contains(&kind) {
            true => messages.phrase(kind, &text),
            false => messages.danish(&text),
        };
        assert_eq!(found, Some(filled(&danish_bundle, name, &FluentArgs::new())), "{name}");
    }
}

#[test]
fn a_message_keeps_its_names_and_numbers() {
    let messages = Messages::read();
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
    ] {
        assert_eq!(messages.danish(english).as_deref(), Some(danish));
    }
    let fault = Diagnostic::new(0..1, "name", "a sentence of nobody").with_help("name one");
    let told = messages.translate(&fault);
    assert_eq!((&*told.message, told.help.as_deref()), ("a sentence of nobody", Some("nævn en")));
}

/// Returns the messages and help texts in the output of a compiler.
fn told(stderr: &str) -> Vec<&str> {
    let lines = stderr.lines().map(str::trim);
    let starts = ["error[", "warning[", "fejl[", "advarsel["];
    lines
        .filter_map(|line| match line.strip_prefix("= help: ").or_else(|| line.strip_prefix("= hjælp: ")) {
            Some(help) => Some(help),
            None if starts.iter().any(|start| line.starts_with(start)) => Some(line.split_once("]: ")?.1),
            None => None,
        })
        .collect()
}

/// Whether a text has at least two words. Shorter texts, such as `_pimage<`, are the same in both languages.
fn has_words(text: &str) -> bool {
    let mut words =
        text.split(' ').map(|word| word.chars().all(|char| char.is_alphabetic()) && word.len() > 1);
    let mut before = false;
    words.any(|word| std::mem::replace(&mut before, word) && word)
}

/// Returns the programs in the test cases for faults, each with its name.
fn programs() -> Vec<(String, String)> {
    let mut programs = Vec::new();
    for name in ["class", "declarations", "symbols", "syntax", "types"] {
        let text = fs::read_to_string(root().join(format!("tests/algol_front/{name}.txt"))).unwrap();
        for case in text.split("\n== ") {
            let (title, rest) = case.split_once('\n').unwrap();
            let (program, _) = rest.split_once("\n--").unwrap();
            programs.push((format!("{name}: {title}"), format!("{program}\n")));
        }
    }
    programs
}

#[test]
fn every_message_of_the_cases_has_danish() {
    let desk = Desk::new();
    let mut seen = 0;
    for (title, program) in programs() {
        desk.put("a.alg", program);
        let run = |language: &str| {
            let run = desk.gier(&format!("algol a.alg --check --lang {language}"));
            String::from_utf8(run.get_output().stderr.clone()).unwrap()
        };
        let (english, danish) = (run("en"), run("da"));
        let (english, danish) = (told(&english), told(&danish));
        assert_eq!(english.len(), danish.len(), "{title}");
        for (english, danish) in english.iter().zip(danish) {
            assert!(*english != danish || !has_words(english), "{title}: {english}");
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen}");
}

#[test]
fn acts_are_answered_in_danish() {
    let desk = Desk::new();
    desk.put("mean.alg", fs::read_to_string(root().join("tests/debug/faults/mean.alg")).unwrap());
    desk.put("a.acts", "watch unset\nawait break\ntell line, sum, n\ntell calls\nawait tape");
    let run = desk.gier("debug mean.alg --acts a.acts --lang da");
    let told = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    let told: Vec<&str> = told.lines().filter(|line| line.starts_with("gier: ")).collect();
    let wanted = [
        "gier: stoppunkt 1: sum bruges, før den har fået en værdi, af ordren i 229",
        "gier: mean.alg:10:38, i proceduren mean, kaldt ved :14, sum = har ingen værdi, n = 3",
        "gier: mean ved mean.alg:10:38, p = 1017",
        "gier: programmet ved mean.alg:14:20, p = 1020",
        "gier: a.acts: linje 5: stoppunkt 1: sum bruges, før den har fået en værdi, af ordren i 229",
    ];
    assert_eq!(told, wanted);
}

/// Returns the string literals of a Rust file, except those in its tests and in panics.
fn literals(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]").next().unwrap();
    let mut literals = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let before = &text[..at];
        if char == '/' && before.ends_with('/') {
            while chars.next_if(|&(_, char)| char != '\n').is_some() {}
        }
        // The quotation mark may be the character literal '"'.
        if char != '"' || before.ends_with('\'') {
            continue;
        }
        let mut literal = String::new();
        while let Some((_, char)) = chars.next_if(|&(_, char)| char != '"') {
            match (char, chars.peek()) {
                ('\\', Some((_, '\n'))) => while chars.next_if(|(_, char)| char.is_whitespace()).is_some() {},
                ('\\', _) => literal.extend(chars.next().map(|(_, char)| char)),
                _ => literal.push(char),
            }
        }
        chars.next();
        if !["expect(", "panic!("].iter().any(|call| before.ends_with(call)) {
            literals.push(literal);
        }
    }
    literals
}

/// Returns the literal, with `§` in place of each inserted value.
fn with_blanks(literal: &str) -> String {
    let mut text = String::new();
    let mut rest = literal;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((_, after)) = after.split_once('}') else { break };
        text += before;
        text.push('§');
        rest = after;
    }
    text + rest
}

/// Strings in the source that are not messages, or are only parts of messages. They need no pattern of their
/// own. The first lines are texts for editors.
const OTHERS: &str = "\
the first declaration
this begin is still open
declared here
add the semicolon
add the semicolon after _end
add the semicolon after the line
add the parentheses
the text ends
the parameter
 has no value
underline the words of the whole text
change it to {meant}
insert the layout {layout}
needs an underscore
need an underscore each
{name} has {}, but is called with {found}
this cell is outside the {place}
ferrite store
proc. call or ident.
program big
the names are those of the language
{half:?} would modify the filler beside it
{name} has two homes in the running system
call formal
leave real
leave Boolean
leave address
light real
light Boolean
light address
index alarm
ln alarm
sqrt alarm
exp alarm
drum alarm
param alarm
tell seconds
tell orders
the program
an actual parameter
an array
the end
behind what is in brackets
behind marks
between the first and the last bit
between the bits and what has them
the number of a bit
behind the subscripts
break 417, or watch cell 500
break line 37, or break procedure SORT
break 3 of track 48
watch symbol typed, or watch symbol read
watch cells 500-510
watch cell {first}
watch cells {first}-{last}
watch track {track}
watch symbol typed
watch symbol read
watch key
watch transfer
watch unset
{} of track {track}
# breakpoints of gier: a cell a line, with r for its right half; or an act of the debugger
is read to
is written from
track {} {way} the cells from {cell}
no variable {name} is visible here{hint}
last track
cleared but one
free from
whole number
";

/// Files with answers of acts (script lines) and of the debugger. These answers must have patterns, too.
const DEBUGGER: [&str; 14] = [
    "session/inquiry.rs",
    "session/obey.rs",
    "debug/engine/names.rs",
    "debug/engine/origin.rs",
    "debug/engine/past.rs",
    "debug/engine/tell.rs",
    "debug/expression/evaluate.rs",
    "debug/expression/operators.rs",
    "debug/expression/parse.rs",
    "debug/expression/parsed.rs",
    "debug/expression/state.rs",
    "debug/expression/value.rs",
    "debug/program",
    "debug/stops",
];

#[test]
fn every_message_in_the_source_has_a_pattern() {
    let messages = Messages::read();
    let mut missing = Vec::new();
    for (folder, parts) in [
        (
            "gier-algol",
            &["lex", "parse", "check", "bare.rs", "plain.rs", "front.rs", "losses.rs", "unset.rs", "back"][..],
        ),
        ("gier-slip", &[""]),
        ("gier-desk", &DEBUGGER),
    ] {
        for part in parts {
            let path = root().join(format!("crates/{folder}/src")).join(part);
            let mut files: Vec<PathBuf> = match path.is_dir() {
                true => fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()).collect(),
                false => vec![path],
            };
            files.sort();
            for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs")) {
                for literal in literals(&fs::read_to_string(file).unwrap()) {
                    let known = |text: &str| {
                        messages.danish(text).is_some()
                            || PHRASES
                                .iter()
                                .any(|kind| *kind != "words" && messages.phrase(kind, text).is_some())
                    };
                    let is_known = known(&literal) || known(&with_blanks(&literal));
                    let is_other = OTHERS.lines().any(|other| other == literal);
                    if has_words(&literal) && !is_known && !is_other {
                        missing.push(format!("{}: {literal}", file.display()));
                    }
                }
            }
        }
    }
    assert!(missing.is_empty(), "no pattern in crates/gier-messages/text/en.ftl:\n{}", missing.join("\n"));
}
