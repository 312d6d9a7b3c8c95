//! The page with the lessons. It has the texts of the command `gier lesson`, and a button for its checks.

use gier_programs::lessons::{Check, lessons};
use gier_word::Language;

/// Returns the page as Markdown. Each lesson is a section with an incomplete program, which the visitor can
/// complete and run.
pub fn page() -> String {
    let mut text = "# Lessons on this page\n\nEach lesson has a task and a program to complete. Change the \
                    program, run it, and let the page check it. They are in [GIER ALGOL](algol.md) and in \
                    [SLIP](slip.md). [Lessons](../programs/lessons/README.md) describes how `gier lesson` checks \
                    your program in a terminal, in English or Danish.\n"
        .to_string();
    for lesson in lessons() {
        let title = lesson.title.within(Language::English);
        let task = marked(lesson.task.within(Language::English));
        let fence = if lesson.is_slip { "slip" } else { "algol" };
        let (number, start) = (lesson.number, &lesson.start);
        text += &format!("\n## {number}. {title}\n\n{task}\n\n```{fence} lesson-{number}\n{start}```\n");
        let has_cells = lesson.checks.iter().any(|check| !check.cells.is_empty());
        let head = if has_cells {
            "| typed | printed | in cells |\n|---|---|---|"
        } else {
            "| typed | printed |\n|---|---|"
        };
        text += &format!("\nWhat the completed program must do:\n\n{head}\n");
        let shown = lesson.checks.iter().filter(|check| !check.is_hidden);
        text.extend(shown.map(|check| row(check, has_cells)));
    }
    text
}

/// Converts the task of a lesson from plain text to Markdown. Escapes the characters that have a special
/// meaning in Markdown.
fn marked(task: &str) -> String {
    task.replace('_', "\\_").replace('*', "\\*").replace('<', "\\<")
}

/// Returns a check of a lesson as a row of a Markdown table. The row has a column for cells if `has_cells` is
/// true.
fn row(check: &Check, has_cells: bool) -> String {
    let typed = check.typed.trim();
    let cells: Vec<String> =
        check.cells.iter().map(|(label, number)| format!("{label} = {number}")).collect();
    let code =
        |text: &str| if text.is_empty() { String::new() } else { format!("`{}`", text.replace('|', "\\|")) };
    let prints = check.prints.iter().map(|line| code(line)).collect::<Vec<_>>().join(" ");
    let cells = if has_cells { format!(" {} |", code(&cells.join(", "))) } else { String::new() };
    format!("| {} | {prints} |{cells}\n", code(typed))
}
