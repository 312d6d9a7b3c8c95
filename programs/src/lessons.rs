//! The lessons of GIER ALGOL and machine code. Each lesson is a text in `lessons/` with a task in English and
//! Danish, a program to complete, and checks of the completed program.
//!
//! A text begins with the lines `title en:`, `title da:` and `text:`. The sections `== task en`, `== task da`,
//! `== start`, `== solution`, `== hint en` and `== hint da` follow. Each run has a section `== check`, or
//! `== hidden` if its data are not shown, so that a program cannot only print what is expected. A run has these
//! lines:
//!
//! | line | meaning |
//! |---|---|
//! | `typed\| …` | the keys for the program |
//! | `prints\| …` | the words that the program must print last; several lines are joined |
//! | `lines\|` | the paper must consist of exactly the `prints` lines |
//! | `set\| a = 19` | the cell with this label gets this number before the program begins, in cell 40 |
//! | `cell\| sum = 73` | the cell with this label must hold this number at the end |
//!
//! A section `== needs` has a condition on the completed text: `calls itself| NAME`. The lines `en|` and
//! `da|` are the message if the text does not satisfy the condition.

use gier_word::Language;
use include_dir::{Dir, include_dir};

static LESSONS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/lessons");

/// A text in both languages.
#[derive(Clone, Debug, Default)]
pub struct Both {
    english: String,
    danish: String,
}

impl Both {
    /// The text in a language.
    pub fn within(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::Danish => &self.danish,
        }
    }

    fn set(&mut self, danish: bool, text: &str) {
        *(if danish { &mut self.danish } else { &mut self.english }) = text.to_string();
    }
}

/// A lesson.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The number of the lesson, from 1.
    pub number: usize,
    /// The title of the lesson.
    pub title: Both,
    /// The task for the user.
    pub task: Both,
    /// Whether the program is in SLIP; otherwise it is in ALGOL.
    pub is_slip: bool,
    /// The program to complete.
    pub start: String,
    /// The runs of the completed program.
    pub checks: Vec<Check>,
    /// Conditions on the text of the completed program.
    pub needs: Vec<Need>,
    /// A hint for a learner whose program was wrong twice.
    pub hint: Both,
    /// A program that passes all checks.
    pub solution: String,
}

/// A run of the completed program, and the results that it must have.
#[derive(Clone, Debug, Default)]
pub struct Check {
    /// The keys that are typed during the run.
    pub typed: String,
    /// The lines that the program must print. If `lines` is false, the paper only has to end with the words
    /// of these lines.
    pub prints: Vec<String>,
    /// Whether the paper must consist of exactly the lines in `prints`. Otherwise only the end of the paper
    /// is compared.
    pub lines: bool,
    /// Labels, and the numbers that the cells with these labels must hold at the end.
    pub cells: Vec<(String, i64)>,
    /// Labels, and the numbers that the cells with these labels get before the program begins.
    pub set: Vec<(String, i64)>,
    /// Whether the learner does not see this run before.
    pub is_hidden: bool,
}

/// A condition on the text of a completed program.
#[derive(Clone, Debug, Default)]
pub struct Need {
    /// The name of a procedure that must call itself.
    pub calls_itself: String,
    /// The message if the text does not satisfy the condition.
    pub message: Both,
}

/// All lessons, in order.
pub fn lessons() -> Vec<Lesson> {
    let mut files: Vec<(&str, &str)> = LESSONS
        .files()
        .filter_map(|file| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?)))
        .filter(|(name, _)| name.parse::<usize>().is_ok())
        .collect();
    files.sort_unstable();
    files.into_iter().map(|(name, text)| lesson(name.parse().unwrap_or_default(), text)).collect()
}

fn lesson(number: usize, text: &str) -> Lesson {
    let mut lesson = Lesson { number, ..Lesson::default() };
    let mut sections = text.split("\n== ");
    for line in sections.next().unwrap_or_default().lines() {
        match line.split_once(": ") {
            Some(("title en", title)) => lesson.title.set(false, title),
            Some(("title da", title)) => lesson.title.set(true, title),
            Some(("text", kind)) => lesson.is_slip = kind == "slip",
            _ => {}
        }
    }
    for section in sections {
        let (name, body) = section.split_once('\n').unwrap_or((section, ""));
        match name {
            "task en" => lesson.task.set(false, body.trim()),
            "task da" => lesson.task.set(true, body.trim()),
            "start" => lesson.start = format!("{}\n", body.trim_end()),
            "check" => lesson.checks.push(check(body)),
            "hidden" => lesson.checks.push(Check { is_hidden: true, ..check(body) }),
            "hint en" => lesson.hint.set(false, body.trim()),
            "hint da" => lesson.hint.set(true, body.trim()),
            "solution" => lesson.solution = format!("{}\n", body.trim_end()),
            "needs" => lesson.needs.push(need(body)),
            other => unreachable!("a lesson has no section {other}"),
        }
    }
    lesson
}

fn check(body: &str) -> Check {
    let mut check = Check::default();
    for line in body.lines() {
        let Some((kind, rest)) = line.split_once('|') else { continue };
        match kind {
            "typed" => check.typed += rest.strip_prefix(' ').unwrap_or(rest),
            "prints" => check.prints.push(rest.trim().to_string()),
            "lines" => check.lines = true,
            "cell" => check.cells.push(label(rest)),
            "set" => check.set.push(label(rest)),
            other => unreachable!("a check has no line {other}"),
        }
    }
    check
}

/// Reads `sum = 73`.
fn label(text: &str) -> (String, i64) {
    let (label, number) = text.split_once('=').unwrap_or((text, "0"));
    (label.trim().to_string(), number.trim().parse().unwrap_or_default())
}

fn need(body: &str) -> Need {
    let mut need = Need::default();
    for line in body.lines() {
        match line.split_once("| ") {
            Some(("calls itself", name)) => need.calls_itself = name.to_string(),
            Some((language, message)) => need.message.set(language == "da", message),
            None => {}
        }
    }
    need
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lesson_is_complete() {
        let lessons = lessons();
        assert!(lessons.iter().map(|lesson| lesson.number).eq(1..=lessons.len()));
        let slip = lessons.iter().filter(|lesson| lesson.is_slip).map(|lesson| lesson.number);
        assert!(slip.eq([9, 10, 11, 12, 14, 15]));
        for lesson in lessons {
            for language in [Language::English, Language::Danish] {
                assert!(
                    !lesson.title.within(language).is_empty() && lesson.task.within(language).len() > 100
                );
                assert!(!lesson.hint.within(language).is_empty());
            }
            assert!(lesson.checks.iter().any(|check| !check.is_hidden) && lesson.solution != lesson.start);
        }
    }
}
