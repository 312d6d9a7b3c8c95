//! An entry of the handbook as data, and its conversion to Markdown and to plain text.

use std::slice;
use unicode_width::UnicodeWidthStr;

/// An entry: a title and blocks of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The title, one line.
    pub title: String,
    /// The blocks of text, from top to bottom.
    pub blocks: Vec<Block>,
}

/// One block of an entry. The texts can contain the Markdown marks for `code` and *emphasis*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading below the title.
    Heading(String),
    /// A paragraph, as its sentences or groups of sentences.
    Text(Vec<String>),
    /// A table. Each row has one text for each column. If the headings are empty, they are not shown.
    Table {
        /// The headings of the columns.
        head: Vec<String>,
        /// The rows.
        rows: Vec<Vec<String>>,
    },
    /// A table of test cases. Its rows are the cases' own words, in English.
    Cases {
        /// The headings of the columns.
        head: Vec<String>,
        /// The rows.
        rows: Vec<Vec<String>>,
    },
}

impl Block {
    /// Creates a table whose columns have these headings.
    pub fn table(head: &[&str], rows: Vec<Vec<String>>) -> Block {
        Block::Table { head: head.iter().map(|&text| text.to_string()).collect(), rows }
    }

    /// Creates a paragraph of one text.
    pub fn text(text: &str) -> Block {
        Block::Text(vec![text.to_string()])
    }

    /// The block as Markdown, with a line end after the last line.
    pub fn markdown(&self) -> String {
        match self {
            Block::Heading(heading) => format!("## {heading}\n"),
            Block::Text(texts) => format!("{}\n", texts.join(" ")),
            Block::Table { head, rows } | Block::Cases { head, rows } => {
                let line = |texts: &Vec<String>| format!("| {} |\n", texts.join(" | "));
                let rule = format!("|{}\n", "---|".repeat(head.len()));
                line(head) + &rule + &rows.iter().map(line).collect::<String>()
            }
        }
    }

    /// Returns the block as plain text for a terminal with this many columns.
    fn plain(&self, width: usize) -> String {
        match self {
            Block::Heading(heading) => format!("{heading}\n"),
            Block::Text(texts) => wrapped(&unmarked(&texts.join(" ")), width),
            Block::Table { head, rows } | Block::Cases { head, rows } => plain_table(head, rows, width),
        }
    }
}

impl Entry {
    /// The entry in another language: `say` translates each text. Code and the rows of test cases stay.
    pub fn said(&self, mut say: impl FnMut(&str) -> String) -> Entry {
        let mut all = |texts: &[String]| -> Vec<String> {
            let is_code = |text: &str| text.starts_with('`') && text.ends_with('`');
            texts.iter().map(|text| if is_code(text) { text.clone() } else { say(text) }).collect()
        };
        let title = all(slice::from_ref(&self.title)).concat();
        let block = |block: &Block| match block {
            Block::Heading(heading) => Block::Heading(all(slice::from_ref(heading)).concat()),
            Block::Text(texts) => Block::Text(all(texts)),
            Block::Table { head, rows } => {
                Block::Table { head: all(head), rows: rows.iter().map(|row| all(row)).collect() }
            }
            Block::Cases { head, rows } => Block::Cases { head: all(head), rows: rows.clone() },
        };
        Entry { title, blocks: self.blocks.iter().map(block).collect() }
    }

    /// The entry as Markdown.
    pub fn markdown(&self) -> String {
        let blocks = self.blocks.iter().map(Block::markdown);
        [format!("# {}\n", self.title)].into_iter().chain(blocks).collect::<Vec<_>>().join("\n")
    }

    /// Returns the entry as plain text for a terminal with this many columns. Paragraphs are wrapped, and the
    /// columns of tables are aligned.
    pub fn plain(&self, width: usize) -> String {
        let blocks = self.blocks.iter().map(|block| block.plain(width));
        [format!("{}\n", self.title)].into_iter().chain(blocks).collect::<Vec<_>>().join("\n")
    }
}

/// Removes the Markdown characters for code and emphasis from a text. A star between blanks multiplies, and in
/// code it is itself.
fn unmarked(text: &str) -> String {
    let plain = |part: &str| part.replace(" * ", "\u{1}").replace('*', "").replace('\u{1}', " * ");
    let parts = text.split('`').enumerate();
    parts.map(|(number, part)| if number % 2 == 0 { plain(part) } else { part.to_string() }).collect()
}

/// Divides a paragraph into lines of at most `width` characters. A word that is longer than `width` gets a
/// line of its own.
fn wrapped(text: &str, width: usize) -> String {
    lines(text, width).iter().map(|line| format!("{line}\n")).collect()
}

fn lines(text: &str, width: usize) -> Vec<String> {
    gier_word::wrap::lines(text.split_whitespace(), width, UnicodeWidthStr::width)
}

/// Writes a table with aligned columns. The widest column is made narrower, and its texts are wrapped,
/// until the table fits.
fn plain_table(head: &[String], rows: &[Vec<String>], width: usize) -> String {
    const GAP: usize = 2;
    const LEAST: usize = 12;
    let shown: Vec<Vec<String>> = std::iter::once(head)
        .filter(|head| head.iter().any(|text| !text.is_empty()))
        .chain(rows.iter().map(Vec::as_slice))
        .map(|row| row.iter().map(|text| unmarked(text)).collect())
        .collect();
    let mut widths: Vec<usize> = (0..head.len())
        .map(|column| shown.iter().map(|row| row[column].width()).max().unwrap_or_default())
        .collect();
    while widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1) > width {
        let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > LEAST) else { break };
        *widest -= 1;
    }
    let mut out = String::new();
    for row in &shown {
        let cells: Vec<Vec<String>> =
            row.iter().zip(&widths).map(|(text, &width)| lines(text, width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or_default();
        for index in 0..height {
            let mut line = String::new();
            for (cell, &width) in cells.iter().zip(&widths) {
                let text = cell.get(index).map_or("", String::as_str);
                line.push_str(text);
                line.push_str(&" ".repeat((width + GAP).saturating_sub(text.width())));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        let rows = vec![
            vec!["`ar 5`".to_string(), "R := R + c, a long sentence that has to be wrapped".to_string()],
            vec!["`gr 5`".to_string(), "c := R".to_string()],
        ];
        let blocks = vec![
            Block::text("One *two* three four five six"),
            Block::table(&["written", "what it does"], rows),
        ];
        Entry { title: "Title".to_string(), blocks }
    }

    #[test]
    fn plain_text_fits_the_terminal() {
        let text = entry().plain(30);
        assert!(text.lines().all(|line| line.width() <= 30), "{text}");
        assert!(text.contains("One two three four five six\n"), "{text}");
        assert!(text.contains("ar 5     R := R + c, a long"), "{text}");
    }

    #[test]
    fn markdown_has_the_table_as_it_is() {
        let text = entry().markdown();
        assert!(text.starts_with("# Title\n\nOne *two*"), "{text}");
        assert!(text.contains("| written | what it does |\n|---|---|\n| `ar 5` |"), "{text}");
    }
}
