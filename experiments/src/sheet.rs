//! The sheet for the operator of an experiment: what to press, what must appear, what to save. It is
//! available in English and Danish, as text and as a picture for a printer.

use crate::answers::{answers, paper};
use crate::table::Experiment;
use crate::text;
use gier_word::Language;
use std::fmt::Write;

/// The file name, without its extension, of the text that continues an experiment after a stop.
pub const CONTINUE: &str = "continue";
/// The number of symbols that the typewriter prints in a second.  [F-TYPE-1]
const PRINTED_A_SECOND: f64 = 10.0;
/// The largest number of characters in a line of a sheet.
const WIDTH: usize = 76;

/// The text of a sheet with its variable parts in braces. A prefix restricts a line to some experiments.
/// `?warning`: experiments with a warning. `?slip` and `?algol`: experiments in this language. `?read`:
/// experiments whose log answers questions. `?heard`: experiments whose sound answers questions.
const fn template(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../sheets/en.txt"),
        Language::Danish => include_str!("../sheets/da.txt"),
    }
}

/// How many trials of an experiment stop a machine with the usual assumptions.
fn stops(experiment: &Experiment) -> usize {
    answers(experiment).map_or(0, |answers| answers.assumed.values().filter(|line| line.stopped()).count())
}

/// The sheet as text.
pub fn sheet(experiment: &Experiment, language: Language) -> String {
    let paper = paper(experiment);
    let parts = [
        ("{name}", experiment.name.to_string()),
        ("{stopping}", stopping(stops(experiment), language)),
        ("{system}", if experiment.is_slip() { "slip" } else { "GIER ALGOL III (algol3)" }.to_string()),
        ("{version}", experiment.version.to_string()),
        ("{title}", language.of(experiment.title).to_string()),
        ("{warning}", language.of(experiment.warning).to_string()),
        ("{typing}", minutes(text::typing_seconds(experiment) as f64, language)),
        ("{printing}", minutes(paper.len() as f64 / PRINTED_A_SECOND, language)),
        ("{lines}", answers(experiment).map_or(0, |answers| answers.of).to_string()),
        ("{head}", paper.lines().next().unwrap_or_default().to_string()),
        ("{end}", paper.lines().last().unwrap_or_default().to_string()),
    ];
    let is_wanted = |condition: &str| match condition {
        "?warning" => !experiment.warning[0].is_empty(),
        "?slip" => experiment.is_slip(),
        "?algol" => !experiment.is_slip(),
        "?read" => !experiment.questions.is_empty(),
        "?heard" => !experiment.heard.is_empty(),
        _ => false,
    };
    let mut text = String::new();
    for line in template(language).lines() {
        let (condition, line) = match line.split_once(' ') {
            Some((condition, line)) if condition.starts_with('?') => (Some(condition), line),
            None if line.starts_with('?') => (Some(line), ""),
            _ => (None, line),
        };
        if condition.is_none_or(is_wanted) {
            let filled = parts.iter().fold(line.to_string(), |line, (name, part)| line.replace(name, part));
            wrap(&mut text, &filled);
        }
    }
    text
}

/// The sheet as acts for `gier boot`, to try the experiment on the emulated machine. HELP 3 is loaded from
/// the archive's tapes.
pub fn acts(experiment: &Experiment) -> String {
    let paper = paper(experiment);
    let head = paper.lines().next().unwrap_or_default();
    let name = experiment.name;
    let mut acts = format!(
        "# gier boot --acts {name}.acts --folder andetGIER/tapes\n\
         # HELP 3 is loaded first. From the act help on, the acts do what the page says.\n\
         bootstrap\nreader \"tapet3/1track0.flx\"\nreader \"tapet3/2mainhelp.flx\"\nstart\n\
         expect \"SUM\"\ntype \"\\n\"\nexpect \"e0\"\nawait key\n"
    );
    if !experiment.is_slip() {
        acts.push_str("reader \"tapet3/ga3.flx\"\ntype \"\\n\\nr<\"\nawait key\n");
    }
    acts.push_str("help\nawait key\n");
    for line in text::asc(experiment).lines() {
        // Writing to a string cannot fail.
        let _ = writeln!(acts, "type \"{line}\\n\"");
    }
    let _ = writeln!(acts, "expect \"{head}\"");
    for _ in 0..stops(experiment) {
        let go_on = text::continue_asc();
        let _ = writeln!(acts, "await stop\nhelp\nawait key\ntype \"{go_on}\"");
    }
    acts + "expect \"fff\"\nawait key\n"
}

/// Returns a blank and a sentence that says how often the emulator stops, or an empty text if it never stops.
fn stopping(stops: usize, language: Language) -> String {
    match (stops, language) {
        (0, _) => String::new(),
        (1, Language::English) => " The emulator does this once.".to_string(),
        (1, Language::Danish) => " Emulatoren gør det én gang.".to_string(),
        (_, Language::English) => format!(" The emulator does this {stops} times."),
        (_, Language::Danish) => format!(" Emulatoren gør det {stops} gange."),
    }
}

/// A time in minutes and seconds, as words.
fn minutes(seconds: f64, language: Language) -> String {
    let seconds = seconds.round() as u64;
    let (minutes, rest) = (seconds / 60, seconds % 60);
    match (minutes, language) {
        (0, Language::English) => format!("{rest} seconds"),
        (0, Language::Danish) => format!("{rest} sekunder"),
        _ => format!("{minutes} min {rest} s"),
    }
}

/// Appends a paragraph in lines of at most [`WIDTH`] characters. If the paragraph begins with a number or a
/// label such as `NOTE: `, later lines are indented to the text after it.
fn wrap(text: &mut String, paragraph: &str) {
    let body = paragraph.trim_start();
    let mut hang = paragraph.len() - body.len();
    if let Some((mark, _)) = body.split_once(' ') {
        let is_mark = mark.ends_with('.') && mark.len() == 2
            || mark.ends_with(':') && mark.len() > 4 && mark.to_uppercase() == mark;
        hang += if is_mark { mark.chars().count() + 1 } else { 0 };
    }
    let mut line = paragraph[..paragraph.len() - body.len()].to_string();
    let mut is_first = true;
    for word in body.split(' ') {
        let is_full = line.chars().count() + 1 + word.chars().count() > WIDTH;
        if !is_first && is_full {
            text.push_str(line.trim_end());
            text.push('\n');
            line = " ".repeat(hang);
        } else if !is_first {
            line.push(' ');
        }
        line.push_str(word);
        is_first = false;
    }
    text.push_str(line.trim_end());
    text.push('\n');
}

/// The width and height of an A4 page, in millimetres.
const PAGE: (usize, usize) = (210, 297);
/// The margin of the page, in millimetres.
const MARGIN: usize = 18;
/// The distance between two lines, in millimetres.
const LEADING: usize = 5;

/// The sheet as a picture of a page, in SVG.
pub fn svg(experiment: &Experiment, language: Language) -> String {
    let text = sheet(experiment, language);
    let (width, height) = PAGE;
    let title = experiment.name;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\" xml:space=\"preserve\">\n<title>GIER: {title}</title>\n\
         <style>text {{ font: 3.6px 'Courier Prime', Courier, monospace; white-space: pre }}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (at, line) in text.lines().enumerate() {
        let y = MARGIN + at * LEADING;
        let line = line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let weight = if at < 2 { " font-weight=\"bold\"" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{y}\"{weight}>{line}</text>");
    }
    svg.push_str("</svg>\n");
    svg
}
