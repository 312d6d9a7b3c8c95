//! The page that describes GIER ALGOL's standard procedures. It is made from the compiler's table of
//! procedures.

use gier_algol::standard::{Example, PROCEDURES};

/// Returns the page as Markdown. Each procedure is a section with an example program. The visitor of the page
/// can run the examples that read no tape.
pub fn page() -> String {
    let mut text = "# The 39 standard procedures\n\nEach entry has a program and what it prints. Change a program \
                    and run it again. In a terminal, `gier help procedure write` prints one of these entries.\n"
        .to_string();
    for row in &PROCEDURES {
        text += &format!("\n## {}\n\n`{}`\n\n{}\n\n*{}*\n", row.name, row.heading(), row.english, row.danish);
        if let Some(found) = row.example {
            text += &example(&found);
        }
    }
    text
}

/// Returns an example as Markdown, with its program, its input and its output.
fn example(example: &Example) -> String {
    // The machine on the page has no tape in its reader, so this example cannot be run there.
    let language = if example.reader.is_empty() { "algol" } else { "" };
    let mut text = format!("\n```{language}\n{}\n```\n", example.text());
    let parts = [
        ("Tape in the reader", example.reader),
        ("Typed", example.typed),
        ("Paper", example.paper),
        ("Punched", example.punched),
    ];
    for (name, part) in parts {
        if !part.is_empty() {
            text += &format!("\n{name}:\n\n```text\n{part}\n```\n");
        }
    }
    text
}
