//! The lessons: eight of GIER ALGOL and four of machine code. Each lesson is a text in `lessons/` with a
//! task in English and Danish, a program to complete, and checks of the completed program.
//!
//! A text begins with the lines `title en:`, `title da:` and `text:`. The sections `== task en`, `== task da`
//! and `== start` follow. After them, each run has a section `== check`, with these lines:
//!
//! | line | meaning |
//! |---|---|
//! | `typed\| …` | the keys for the program |
//! | `prints\| …` | the words that the program must print last; several lines are joined |
//! | `lines\|` | the paper must consist of exactly the `prints` lines |
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
            "cell" => {
                let (label, number) = rest.split_once('=').unwrap_or((rest, "0"));
                check.cells.push((label.trim().to_string(), number.trim().parse().unwrap_or_default()));
            }
            other => unreachable!("a check has no line {other}"),
        }
    }
    check
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
    fn there_are_eight_lessons_of_algol_and_four_of_slip() {
        let lessons = lessons();
        assert!(lessons.iter().map(|lesson| lesson.number).eq(1..=12));
        assert!(lessons.iter().all(|lesson| lesson.is_slip == (lesson.number > 8)));
        for lesson in lessons {
            for language in [Language::English, Language::Danish] {
                assert!(
                    !lesson.title.within(language).is_empty() && lesson.task.within(language).len() > 100
                );
            }
            assert!(!lesson.checks.is_empty() && !lesson.start.trim().is_empty());
        }
    }
}
