//! The WebAssembly module with the compilers, the source texts of the programs, and what recognises the
//! museum's tapes. The page loads this module only when a visitor needs it. The module returns a drum image as
//! bytes, and a session as a log.

use crate::archive::ArchiveFiles;
use crate::coloured::{FaultPlace, words_html};
use crate::compile;
use crate::paper::escaped;
use crate::words::{Language, Words};
use core::cell::RefCell;
use core::fmt::Write;
use gier_desk::tapes::{self, TapeKind, Unknown};
use gier_programs::lessons::{Check, lessons};
use gier_word::tape::Row;
use js_sys::{Array, Uint8Array};
use qrcodegen::{QrCode, QrCodeEcc};
use wasm_bindgen::prelude::*;

/// Compiles a source text and returns the bytes of its drum image. `tongue` is the language of the text,
/// `slip` or `algol`. `language` is the language of the messages, `en` or `da`.
///
/// # Errors
/// Returns the faults as text. If the first fault has a place, the numbers of [`FaultPlace`] follow.
#[wasm_bindgen]
pub fn compile(text: &str, tongue: &str, language: &str) -> Result<Vec<u8>, JsValue> {
    let compiled = if tongue == "slip" { compile::own_slip(text) } else { compile::own(text) };
    compiled.map(|image| image.to_bytes()).map_err(|faults| told(&faults, Language::of_code(language)))
}

fn told(faults: &compile::Faults, language: Language) -> JsValue {
    let told = Array::of1(&faults.text(language).into());
    if let Some(FaultPlace { line, begin, end }) = faults.place {
        for number in [line, begin, end] {
            told.push(&(number as f64).into());
        }
    }
    told.into()
}

/// The lesson that is nearest to `number`, as a list of texts: its number, the task and the checks as HTML, the
/// language of the program, the program to complete, the hint and the solution. Then the titles of all lessons.
/// `language` is the learner's language, `en` or `da`.
#[wasm_bindgen]
pub fn lesson(number: usize, language: &str) -> Vec<String> {
    let (all, language) = (lessons(), Language::of_code(language));
    let number = number.clamp(1, all.len());
    let lesson = &all[number - 1];
    let tongue = if lesson.is_slip { "slip" } else { "algol" };
    let hint = lesson.hint.within(language);
    let task = task_html(lesson.task.within(language), !lesson.is_slip);
    let runs = runs_html(&lesson.checks, &[], language);
    let texts = [&number.to_string(), &task, &runs, tongue, &lesson.start, hint, &lesson.solution];
    let titles = all.iter().map(|lesson| lesson.title.within(language));
    texts.into_iter().chain(titles).map(str::to_string).collect()
}

/// Checks what a learner has written in a lesson. Returns the bytes of its drum image, the keys of the first run
/// that was wrong (or of the first run if all are right), the checks as HTML, and a text for everything that is
/// wrong.
///
/// # Errors
/// Returns the faults of the text, as [`compile`] does.
///
/// # Panics
/// Panics if there is no such lesson.
#[wasm_bindgen(js_name = checkLesson)]
pub fn check_lesson(number: usize, text: &str, language: &str) -> Result<Array, JsValue> {
    let (lesson, language) = (&lessons()[number - 1], Language::of_code(language));
    let (image, report) =
        compile::lesson(lesson, text, language).map_err(|faults| told(&faults, language))?;
    let wrong = report.runs.iter().position(|(_, is_right)| !is_right).unwrap_or(0);
    let typed = lesson.checks.get(wrong).map_or("", |check| &check.typed);
    let checked = Array::of3(
        &Uint8Array::from(&*image.to_bytes()).into(),
        &typed.into(),
        &runs_html(&lesson.checks, &report.runs, language).into(),
    );
    for wrong in &report.wrong {
        checked.push(&wrong.into());
    }
    Ok(checked)
}

/// The task of a lesson as paragraphs. The last paragraph says what to do.
fn task_html(task: &str, is_algol: bool) -> String {
    let paragraph = |text| format!("<p>{}</p>", words_html(text, is_algol));
    task.split("\n\n").map(paragraph).collect()
}

/// A table of the runs of a lesson that the learner may see, with what the program has printed in each of `runs`.
fn runs_html(checks: &[Check], runs: &[(String, bool)], language: Language) -> String {
    let heads = ["typed-in", "should-type", "gier-typed"];
    let heads = heads.map(|word| format!("<th scope=\"col\">{}</th>", language.word(word)));
    let mut html = format!("<table><tr><td></td>{}</tr>", heads.concat());
    let numbers = |cells: &[(String, i64)]| {
        cells.iter().map(|(label, number)| format!("{label} = {number}")).collect::<Vec<_>>().join(" ")
    };
    for (number, check) in checks.iter().enumerate().filter(|(_, check)| !check.is_hidden) {
        let (found, mark) = match runs.get(number) {
            None => ("", ""),
            Some((found, true)) => (&**found, "right"),
            Some((found, false)) => (&**found, "wrong"),
        };
        let said = if mark.is_empty() { "" } else { language.word(mark) };
        let typed = [check.typed.trim(), &numbers(&check.set)].concat();
        let wanted = [gier_lessons::wanted(check), numbers(&check.cells)].concat();
        let cells = [&typed, &wanted, found].map(|text| format!("<td>{}</td>", escaped(text)));
        let _ = write!(
            html,
            "<tr class=\"{mark}\"><td><i></i><span class=\"unseen\">{said}</span></td>{}</tr>",
            cells.concat()
        );
    }
    html + "</table>"
}

/// Assembles a program in SLIP. Returns a list of its cells, one in each line. If the program has faults,
/// returns a list of the faults.
#[wasm_bindgen(js_name = slipCells)]
pub fn slip_cells(text: &str) -> String {
    compile::slip_cells(text)
}

/// Draws a QR code of a text as an SVG picture.
///
/// # Errors
/// Returns the reason if the text is too long.
#[wasm_bindgen]
pub fn code(text: &str) -> Result<String, String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).map_err(|fault| fault.to_string())?;
    // The quiet margin around a code is four squares wide.
    let size = code.size() + 8;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + 4, y + 4);
        }
    }
    Ok(format!("<svg viewBox=\"0 0 {size} {size}\" aria-hidden=\"true\"><path d=\"{path}\"/></svg>"))
}

/// Finds a program that comes with gier. Returns a list of two texts: the source text with its library
/// declarations, and its language, `algol` or `slip`. The list is empty if there is no such program.
#[wasm_bindgen(js_name = programText)]
pub fn program_text(name: &str) -> Vec<String> {
    let tongue = |is_slip| if is_slip { "slip" } else { "algol" };
    let found = gier_programs::find(name);
    found.map_or_else(Vec::new, |program| vec![program.source(), tongue(program.is_slip()).to_string()])
}

/// Whether the bytes of a file are the rows of a paper tape.
#[wasm_bindgen(js_name = isTape)]
pub fn is_tape(bytes: &[u8]) -> bool {
    let rows: Vec<Row> = bytes.iter().map(|&byte| Row(byte)).collect();
    !matches!(tapes::look(&rows).kind, TapeKind::Unknown(Unknown::Empty | Unknown::NoTape))
}

thread_local! {
    static ARCHIVE: RefCell<ArchiveFiles> = RefCell::default();
}

/// Adds new tapes to the tapes that the visitor has already given to the page. Returns what was recognised,
/// as [`ArchiveFiles::take`] describes it.
#[wasm_bindgen(js_name = takeTapes)]
pub fn take_tapes(names: Vec<String>, tapes: Vec<Uint8Array>) -> Vec<String> {
    let files: Vec<(String, Vec<u8>)> = names.into_iter().zip(tapes.iter().map(Uint8Array::to_vec)).collect();
    ARCHIVE.with_borrow_mut(|archive| archive.take(&files))
}
