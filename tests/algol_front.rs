//! Tests the front end of the ALGOL compiler with faulty programs, and with the museum's programs, which have
//! no faults.

#[path = "algol_front/tree.rs"]
mod tree;

use crate::cases::kept;
use crate::tidy::root;
use gier_algol::source::SourceText;
use gier_word::Diagnostic;
use std::fs;
use std::path::Path;

/// Returns all diagnostics of a compilation, one on each line.
fn faults(sources: &[SourceText], library: &mut dyn FnMut(&str) -> Option<SourceText>) -> String {
    let parsed = gier_algol::parse(sources, library);
    let mut report = String::new();
    for fault in &parsed.diagnostics {
        let text = &parsed.texts[fault.span.file()];
        let (line, column) = fault.span.line_and_column(&text.text);
        report.push_str(&format!("{}:{line}:{column} {}: {}", text.name, fault.word, fault.message));
        report.extend(fault.help.iter().map(|help| format!(" ({help})")));
        report.push('\n');
    }
    assert_eq!(parsed.program.is_some(), parsed.diagnostics.is_empty());
    report
}

fn file(path: &Path) -> SourceText {
    SourceText::from_bytes(&path.display().to_string(), &fs::read(path).unwrap())
}

/// The programs of the museum archive that are valid GIER ALGOL III without changes.
const ARCHIVE: [&str; 28] = [
    "demo/demon3_ga3",
    "mk/input1",
    "mk/manboy",
    "mk/00ga3test1",
    "mk/00ga3test3",
    "mk/00ga3test5",
    "mk/00ga3test7",
    "mk/00ga3test10",
    "mk/00ga3test2",
    "mk/00ga3test12",
    "mk/00ga3test6",
    "mk/pc11",
    "mk/proc1",
    "mk/sw1",
    "mk/array4",
    "mk/maxarrayga3",
    "mk/array1",
    "mk/formal2",
    "mk/nr20",
    "mk/travel",
    "mk/xor3",
    "mk/inv1ga3",
    "mk/inv2ga3",
    "mk/leq2ga3",
    "mk/segment1ga3",
    "tapet3/demon1e_ga3",
    "demo/demon1ega3",
    "demo/20spmåga3",
];

/// Programs that are almost valid GIER ALGOL III. For each fault, the list has the line and GIER's word for
/// the fault. The comments give the reasons.
const NEARLY: [(&str, &str); 7] = [
    ("mk/fact", "11:termination"),                // no semicolon after the last end
    ("mk/lt1", "31:comment"),                     // a comment after a statement without its semicolon
    ("mk/big2ga3", "1203:stack"),                 // 49 000 terms: line 1203 ends at symbol 60 006
    ("mk/assign1", "5:type"),                     // integer and real in one multiple assignment: GIER ALGOL 4
    ("mk/thunk1", "16:-declar."),                 // select: GIER ALGOL 4
    ("mk/error1", "4:-declar."),                  // select
    ("mk/mccarthy91", "11:-declar. 17:-declar."), // select, writeinteger
];

/// Returns a file of the museum archive, or `None` without the archive.
fn archive(name: &str) -> Option<SourceText> {
    Some(file(&crate::ga3::archive()?.join("tapes").join(format!("{name}.asc"))))
}

/// Returns the line and the word of each fault in a text, such as `11:termination`.
fn lines_and_words(text: &SourceText) -> String {
    let parsed = gier_algol::parse(std::slice::from_ref(text), &mut |_| None);
    let faults = parsed.diagnostics.iter();
    let short = faults.map(|fault| format!("{}:{}", fault.span.line_and_column(&text.text).0, fault.word));
    short.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_museums_programs_have_no_faults() {
    for name in ARCHIVE {
        let Some(text) = archive(name) else { return };
        assert_eq!(faults(&[text], &mut |_| None), "");
    }
    for (name, expected) in NEARLY {
        let Some(text) = archive(name) else { return };
        assert_eq!(lines_and_words(&text), expected, "{name}");
    }
}

/// Checks the museum's list of wrong statements. The compiler must report each of these lines once.
#[test]
fn the_museums_wrong_statements_are_found() {
    let Some(text) = archive("mk/00ga3test11") else { return };
    let marked = text.text.lines().enumerate().filter(|(_, line)| line.contains("_c_o_m_m_e_n_t"));
    let expected: Vec<usize> = marked.map(|(number, _)| number + 1).collect();
    let parsed = gier_algol::parse(std::slice::from_ref(&text), &mut |_| None);
    let found = parsed.diagnostics.iter().map(|fault| fault.span.line_and_column(&text.text).0);
    // The fault reported on line 30 belongs to the comment on line 31.
    let found: Vec<usize> = found.map(|line| if line == 30 { 31 } else { line }).collect();
    assert_eq!(found, expected);
}

/// Returns the checked tree of a program as text, without the positions in the source.
fn without_spans(text: &SourceText) -> String {
    let parsed = gier_algol::parse(std::slice::from_ref(text), &mut |_| None);
    let written = format!("{:?}", parsed.program);
    let mut parts = written.split("Span { file: 0, bytes: ");
    let first = parts.next().unwrap_or("").to_string();
    parts.fold(first, |kept, part| kept + part.split_once('}').map_or(part, |(_, rest)| rest))
}

/// Checks that converting the archive's programs to the clean form (UTF-8 with GIER's characters) does not
/// change them.
#[test]
fn the_museums_programs_in_the_clean_form_are_the_same() {
    for name in ARCHIVE {
        let Some(text) = archive(name) else { return };
        let clean = SourceText::clean(name, &gier_algol::source::to_clean(&text));
        assert!(without_spans(&clean) == without_spans(&text), "{name}");
        assert_eq!(gier_algol::source::to_clean(&clean), clean.text, "{name}: printed twice");
    }
}

/// Returns a function that finds a library text in a folder, as the compiler does for its users.
fn library(folder: &Path) -> impl FnMut(&str) -> Option<SourceText> {
    let folder = folder.to_path_buf();
    move |name| {
        let path = folder.join(format!("{name}.alg"));
        path.exists().then(|| file(&path))
    }
}

#[test]
fn nim_has_no_faults() {
    let folder = root().join("programs/nim");
    assert_eq!(faults(&[file(&folder.join("nim.alg"))], &mut library(&folder.join("library"))), "");
}

/// Programs with the deepest nesting that is allowed.
fn at_the_limits() -> Vec<SourceText> {
    let programs = [
        format!("_begin _integer x; x := 1{} _end;", " + x".repeat(1000)),
        format!("_begin _integer x; x := {}1{} _end;", "(".repeat(190), ")".repeat(190)),
        format!("_begin _integer x; x := {}1{} _end;", "x + x × (".repeat(190), ")".repeat(190)),
        format!("_begin {}{};", "_begin _integer i; ".repeat(190), "_end ".repeat(191)),
        format!("_begin _integer x; {} x := 1 _end;", "_if x = 1 _then x := 2 _else ".repeat(190)),
        format!("_begin _integer x; x := {} 1 _end;", "_if x = 1 _then 2 _else ".repeat(190)),
    ];
    programs.iter().map(|program| SourceText::clean("limits", program)).collect()
}

#[test]
fn deep_nesting_is_refused_before_the_stack_ends() {
    let parts = [
        "(",
        "-(",
        "¬(",
        "a[",
        "f(",
        "a:=",
        "_begin ",
        "_if a _then ",
        "_if a _then _else ",
        "_for i:=1 _do ",
        "_for ",
        "_goto ",
        "_if ",
        "a+",
        "a↑",
        "x:=_if a _then b _else ",
        "_procedure p; ",
        "_else ",
        "L:",
        "_begin _integer i; ",
        "a≡b⊃c∨d∧¬e=f+g×h↑(",
        "_goto _if (",
        "_switch s:=(",
        "_array a[",
        ")words:(",
        "x:=a≡b⊃c∨d∧¬e=f+g×h↑",
        "_begin _real _procedure p(a); _value a; _real a; ",
        "«",
        "‹",
        "x:=¬",
        "_begin _if ",
    ];
    let mut texts = Vec::new();
    for part in parts {
        for start in ["", "x:=", "x:=1; "] {
            texts.push(SourceText::clean(part, &format!("_begin {start}{}", part.repeat(5_000))));
        }
    }
    // This stack is half as large as the stack of a test thread, and an eighth of the main thread's.
    let run = move || {
        for text in texts {
            assert!(gier_algol::parse(&[text], &mut |_| None).program.is_none());
        }
        for text in at_the_limits() {
            assert_eq!(faults(&[text], &mut |_| None), "");
        }
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
}

/// Checks that the compiler refuses overlong texts, and gives a clear message. The time must not grow with
/// the square of the length.
#[test]
fn long_texts_are_refused_in_a_line() {
    let program = |inside: String| SourceText::clean("", &format!("_begin _integer x; {inside} _end;"));
    let too_long = "stack: the text is longer than 16 million bytes\n";
    let too_many = "stack: the program has more than 60000 symbols here (the drum has room for some 50000)\n";
    for (text, expected) in [
        (program("x := x + 1; ".repeat(2_000_000)), too_long),
        (program("x := x + 1; ".repeat(1_000_000)), too_many),
        (program("(".repeat(10_000_000)), too_many),
        (program("_begin ".repeat(1_000_000)), too_many),
        (program("_begin".repeat(1_000_000)), too_many),
        (program(list("_for x:=1", 200_000, "_do x:=2")), too_many),
        (program(numbered(50_000, "L", ": x:=1;")), too_many),
        (
            program("x:=1".to_string() + &"+1".repeat(29_000)),
            "stack: the expression has more than 1000 operators in a row (divide it into several statements)\n",
        ),
        (
            program("x:=1".to_string() + &"+1".repeat(1001)),
            "stack: the expression has more than 1000 operators in a row (divide it into several statements)\n",
        ),
        (program("%".repeat(50_000)), "there are more than 20000 faulty characters and words\n"),
    ] {
        let found = all_faults(text);
        let one = expected.starts_with("stack");
        assert!(found.ends_with(expected) && (found.lines().count() == 1 || !one), "{found:.500}");
    }
    let names: String = (0..14_000).map(|number| format!("x{number} := 1;\n")).collect();
    let parsed = gier_algol::parse(&[program(names)], &mut |_| None);
    assert_eq!(parsed.diagnostics.len(), 14_000);
    let long = SourceText::clean("LONG", &format!("_comment {};", "x".repeat(9_000_000)));
    let twice = program("_begin _comment library LONG; _comment library LONG; x := 1 _end".to_string());
    let told = "1:50 stack: with LONG the library texts are longer than 16 million bytes\n";
    assert_eq!(faults(&[twice], &mut |_| Some(long.clone())), format!(":{told}"));
    let name = "ab".repeat(5_000_000);
    assert!(all_faults(program(format!("{name} := 1"))).len() < 300);
    let comment = format!("_comment {};", "abc def ".repeat(1_500_000));
    assert_eq!(all_faults(program(comment)), "");
}

/// After an unknown word, the compiler skips symbols. It reports only the word.
#[test]
fn only_the_first_fault_of_skipped_text_is_reported() {
    let statement = format!("_if x=1 _then x:=1 _foo{}; x:=2", " x:=1".repeat(30));
    let text = SourceText::clean("", &format!("_begin _integer x; {statement} _end;"));
    assert_eq!(
        all_faults(text),
        ":1:39 compound: the underlined word foo is not a word of the language (did you mean _for?)\n"
    );
}

/// Returns `start`, then `,1` as often as `elements` says, and then `end`.
pub fn list(start: &str, elements: usize, end: &str) -> String {
    format!("{start}{}{end}", ",1".repeat(elements))
}

/// Returns the numbers from 0 to `count` - 1, each between `start` and `end`.
pub fn numbered(count: usize, start: &str, end: &str) -> String {
    (0..count).map(|number| format!("{start}{number}{end}")).collect()
}

fn all_faults(source: SourceText) -> String {
    faults(&[source], &mut |_| None)
}

/// Checks the cases of a file. A case is a title after `==`, a program, and the expected result after `--`.
fn check_cases(name: &str, answer_to: impl Fn(SourceText) -> String) {
    let path = format!("tests/algol_front/{name}.txt");
    let text = fs::read_to_string(root().join(&path)).unwrap();
    let mut answer = String::new();
    for case in text.split("\n== ").map(|case| case.trim_start_matches("== ")) {
        let (title, rest) = case.split_once('\n').unwrap();
        let (program, _) = rest.split_once("\n--").unwrap();
        let source = SourceText::clean("", &format!("{program}\n"));
        let found = answer_to(source).replace("\n:", "\n");
        answer.push_str(&format!("== {title}\n{program}\n--\n{}\n", found.trim_start_matches(':')));
    }
    kept(&path, &format!("{}\n", answer.trim_end()));
}

#[test]
fn faults_of_symbols_syntax_declarations_and_types() {
    for name in ["symbols", "syntax", "declarations", "types"] {
        check_cases(name, all_faults);
    }
}

/// Returns all faults and warnings of a program, one on each line.
fn told(source: &SourceText) -> String {
    let parsed = gier_algol::parse(std::slice::from_ref(source), &mut |_| None);
    let told = parsed.diagnostics.iter().chain(&parsed.warnings);
    let lines = told.map(|fault| {
        let (line, column) = fault.span.line_and_column(&source.text);
        let kind = if fault.warning { "warning " } else { "" };
        let help = fault.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
        format!(":{line}:{column} {kind}{}: {}{help}\n", fault.word, fault.message)
    });
    lines.collect()
}

/// Checks the messages for programs with mistakes that pupils make, and for texts of people who know other
/// languages, or who have just begun.
#[test]
fn messages_for_a_class_and_for_newcomers() {
    for name in ["class", "newcomers"] {
        check_cases(name, |source| told(&source));
    }
}

/// Checks what becomes of a text if its words and symbols are written as GIER ALGOL has them, and the messages
/// that are left.
#[test]
fn words_and_symbols_are_written_as_gier_has_them() {
    check_cases("respelt", |source| {
        let new = gier_algol::typing::respelt_text(&source.text, |text| {
            (gier_algol::analyse(&[SourceText::clean("", text)], &mut |_| None), 0)
        });
        let new = SourceText::clean("", &new.unwrap_or_default());
        format!(":{}{}", new.text, told(&new))
    });
}

/// Warnings about the museum's programs. All are right: test1 times relations and needs no statements, array4
/// is a test of the alarm `index`, and a procedure of DEMON-1 is called only for its effect.
const WARNED: [(&str, &str); 3] = [
    ("mk/test1", "nothing happens here if the condition is true"),
    ("mk/array4", "the subscript 1 is outside the bounds of A"),
    ("demon1e", "skrvml never gets a value"),
];

/// Checks that the museum's programs get no other warnings.
#[test]
fn the_museums_programs_are_not_warned_of() {
    let Some(folder) = crate::ga3::archive() else { return };
    let mut folders = vec![folder.join("tapes")];
    let (mut count, mut wrong) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.is_file() && path.extension().is_some_and(|ending| ending == "asc") {
                let text = file(&path);
                if !text.text.contains("_b_e_g_i_n") {
                    continue;
                }
                count += 1;
                let name = path.display().to_string().to_lowercase().replace(' ', "");
                let parsed = gier_algol::parse(&[text], &mut |_| None);
                let known = |told: &&Diagnostic| {
                    let is_known = |(program, message): &(&str, &str)| {
                        name.contains(program) && told.message == *message
                    };
                    WARNED.iter().any(is_known) || told.message.ends_with("before it is set")
                };
                let others = parsed.warnings.iter().filter(|told| !known(told));
                wrong.extend(others.map(|told| format!("{name}: {}", told.message)));
            }
        }
    }
    assert!(count > 600 && wrong.is_empty(), "{count}: {wrong:#?}");
}

/// Checks the trees of expressions: priorities of operators, types, and names that are procedure calls.
#[test]
fn trees() {
    check_cases("trees", |source| {
        let parsed = gier_algol::parse(std::slice::from_ref(&source), &mut |_| None);
        parsed.program.as_ref().map_or_else(|| all_faults(source), tree::written)
    });
}
