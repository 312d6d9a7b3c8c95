//! The pages of the orders. Each page describes an order, and lists facts and open questions about it.

use anyhow::Result;
use gier_handbook::case::{self, Case};
use gier_handbook::entry::{Block, Entry};
use gier_handbook::order::{brief, costs, table};
use gier_word::order::{Needs, ORDERS, OrderRow};

use crate::cases;
use crate::nim::Usage;

/// A part of a page that has no source file.
pub enum PagePart {
    /// Markdown.
    Text(String),
    /// HTML, and its text for the search.
    Html(String, String),
}

/// The documents from which a page takes facts and open questions.
pub struct Evidence {
    /// The text of `docs/facts.md`.
    pub facts: String,
    /// The text of `docs/open-questions.md`.
    pub questions: String,
}

/// Makes the page of one order.
pub fn page(row: &OrderRow, evidence: &Evidence, usage: &Usage) -> Result<Vec<PagePart>> {
    let shows_typewriter = matches!(row.needs, Needs::Output | Needs::Input);
    let found = case::of(row.opcode);
    let Entry { title, blocks } = brief(row.opcode);
    let [what @ .., forms, legend, fields, _, _, notes] = &blocks[..] else {
        unreachable!("the entry of an order has these blocks")
    };
    let what: String = what.iter().map(Block::markdown).collect();
    let head = PagePart::Text(format!("# {title}\n\n{what}\n{}", forms.markdown()));
    let (first, others) = found.split_at(1);
    let mut parts = vec![
        PagePart::Html(
            format!("{}<div class=\"two\"><div class=\"order\">\n", cases::dark_lamps()),
            String::new(),
        ),
        PagePart::Html(
            format!("<p class=\"soft\">Order number {}, of 0 to 63</p>\n", row.opcode.code()),
            String::new(),
        ),
        head,
        PagePart::Html(format!("</div>\n{}</div>\n", chart(Some(row))), String::new()),
        PagePart::Text(format!("## Try it\n\n{HOW_TO_TRY}\n")),
        examples(first, 1, shows_typewriter)?,
        PagePart::Text("## Time\n".to_string()),
        bars(row),
        PagePart::Text(notes.markdown()),
        PagePart::Text(format!("## Details\n\n{}\n{}", legend.markdown(), fields.markdown())),
    ];
    if !others.is_empty() {
        parts.push(PagePart::Text("## Examples\n".to_string()));
        parts.push(examples(others, 2, shows_typewriter)?);
    }
    let mut after = format!("## In NIM\n\n{}\n", usage.text(row));
    after += &evidence.text(&found, Some(row.mnemonic));
    parts.push(PagePart::Text(after));
    Ok(parts)
}

/// What a reader can do with an example.
const HOW_TO_TRY: &str = "The order is in cell 10. Everything that *after* does not show keeps its contents. \
                          *Execute* loads the state before the order into a machine and executes the order.";

/// Returns examples as a part of a page. The search finds the page by the orders in them.
fn examples(cases: &[Case], number: usize, shows_typewriter: bool) -> Result<PagePart> {
    let titles = cases.iter().map(|case| format!("{}; ", case.title)).collect();
    Ok(PagePart::Html(cases::html(cases, number, shows_typewriter)?, titles))
}

/// Returns a table of links to all orders, as HTML. `here` is the order of the page.
pub fn chart(here: Option<&OrderRow>) -> String {
    let here = here.map(|row| row.opcode);
    let link = |row: &OrderRow| {
        let name = row.mnemonic;
        let current = if here == Some(row.opcode) { " aria-current=\"page\"" } else { "" };
        format!("<a href=\"{name}.html\"{current}>{name}</a>\n")
    };
    let links: String = ORDERS.iter().map(link).collect();
    format!("<nav class=\"chart\" aria-label=\"The 64 orders\">\n{links}</nav>\n")
}

/// Returns the cost of an order's variants as bars. The shortest scale ends at 100 µs.
fn bars(row: &OrderRow) -> PagePart {
    let costs = costs(row);
    let most = costs.iter().map(|&(_, _, micros)| micros).fold(100, u32::max);
    let line = |&(form, charge, micros): &(&str, u32, u32)| {
        let width = micros * 100 / most;
        format!(
            "<tr><th scope=\"row\">{form}</th><td><svg viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" \
             aria-hidden=\"true\"><path d=\"M0 0h{width}v1H0z\"/></svg></td><td>{micros} µs</td>\
             <td>{charge} micro-operations</td></tr>\n"
        )
    };
    let lines: String = costs.iter().map(line).collect();
    let word =
        |(form, charge, micros): &(&str, u32, u32)| format!("{form} {micros} µs {charge} micro-operations ");
    let text = costs.iter().map(word).collect();
    PagePart::Html(format!("<table class=\"times\">\n{lines}</table>\n"), text)
}

/// Pages with cases (examples) of what all orders share, such as the address calculation. Each entry has the
/// name of the file of cases, and the title and the introduction of the page.
const COMMON: [(&str, &str, &str); 3] = [
    (
        "address",
        "Examples of addresses",
        "The address calculation is the same for all orders. [The machine](machine.md#the-address) describes it; \
         these examples show each of its steps.",
    ),
    (
        "condition",
        "Examples of conditions",
        "A full-word order with N or L is executed only if a condition holds. [The \
         machine](machine.md#conditions-and-the-indicator) describes the conditions.",
    ),
    (
        "effects",
        "Examples of I, M, X and V",
        "A full-word order can set the indicator (I) or marks (M), exchange R and M (X), and skip the next order \
         (V), in this sequence. [The machine](machine.md#how-an-order-is-executed) describes the steps.",
    ),
];

/// Makes the pages with cases of what all orders share, such as the address calculation. Each page comes with
/// its name.
pub fn common(evidence: &Evidence) -> Result<Vec<(&'static str, Vec<PagePart>)>> {
    let page = |(name, title, text): (&'static str, &str, &str)| {
        let found = case::named(name).map_err(anyhow::Error::msg)?;
        let before = format!("# {title}\n\n{text}\n\n## Examples\n\n{HOW_TO_TRY}\n");
        let lamps = PagePart::Html(cases::dark_lamps(), String::new());
        let after = evidence.text(&found, None) + "\n[All orders](orders.md)\n";
        Ok((name, vec![PagePart::Text(before), lamps, examples(&found, 1, false)?, PagePart::Text(after)]))
    };
    COMMON.into_iter().map(page).collect()
}

/// Returns links to the pages of [`common`], as Markdown.
pub fn links_to_common() -> String {
    let link = |(name, title, _): &(&str, &str, &str)| format!("- [{title}](orders/{name}.md)\n");
    format!("\n## What all orders share\n\n{}", COMMON.iter().map(link).collect::<String>())
}

impl Evidence {
    /// Returns a section with facts and a section with open questions, as Markdown. A fact or question is
    /// included if a case cites it, or if it names the order `mnemonic`.
    fn text(&self, cases: &[Case], mnemonic: Option<&str>) -> String {
        let is_cited = |id: &str| cases.iter().any(|case| words(case.from).any(|word| word == id));
        let mut text = String::new();
        for (heading, found) in
            [("Facts", facts(&self.facts)), ("Open questions", questions(&self.questions))]
        {
            let concerns = |(id, _, text): &&(String, String, String)| {
                is_cited(id) || mnemonic.is_some_and(|mnemonic| names(text, mnemonic))
            };
            let lines: Vec<String> =
                found.iter().filter(concerns).map(|(id, line, _)| format!("- {id}: {line}\n")).collect();
            if !lines.is_empty() {
                text += &format!("\n## {heading}\n\n{}", lines.concat());
            }
        }
        text
    }
}

/// Returns the list of all orders as Markdown. `link` returns the address of an order's page.
pub fn overview(link: impl Fn(&OrderRow) -> String) -> String {
    let guessed = ORDERS.iter().filter(|row| row.mark == gier_word::order::CostMark::Guessed).count();
    format!(
        "# The 64 orders\n\nEach order has an entry, with what it does, what it costs, and examples that the \
         tests execute. In a terminal, `gier help order ar` prints it. c is the operand, A the effective \
         address, t the increment. Own cost is in micro-operations, and the mark says how it is known: R measured on \
         a real GIER, S from measured sums with what the museum's sound program states, B only bounded by the \
         records, G guessed, as {guessed} of the 64 are. [The machine](machine.md) says how an order is executed, and [How long \
         GIER takes](timing.md) what the rest of the cycle costs.\n\n{}",
        table(link).markdown()
    )
}

/// Returns all facts in the text of `docs/facts.md`. Each fact has three texts: its id, its statement, and
/// the text in which [`names`] looks for orders. The last two are equal.
fn facts(facts: &str) -> Vec<(String, String, String)> {
    let rows = facts.lines().filter_map(|line| line.strip_prefix("| <a id=\"")?.split_once("\"></a>"));
    let fact = |(id, rest): (&str, &str)| {
        let rest = rest.replace("\\|", "\u{1}");
        let statement = rest.split('|').nth(1).unwrap_or_default().trim().replace('\u{1}', "\\|");
        (id.to_string(), statement.clone(), statement)
    };
    rows.map(fact).collect()
}

/// Returns all questions in the text of `docs/open-questions.md`. Each question has three texts: its id, its
/// heading, and the text in which [`names`] looks for orders. The last is the whole question.
fn questions(questions: &str) -> Vec<(String, String, String)> {
    let found = questions.split("### <a id=\"").skip(1).filter_map(|question| question.split_once("\"></a>"));
    let question = |(id, rest): (&str, &str)| {
        let heading = rest.lines().next().unwrap_or_default();
        let heading = heading.strip_prefix(id).unwrap_or(heading).trim();
        (id.to_string(), heading.to_string(), rest.to_string())
    };
    found.map(question).collect()
}

/// Orders whose names are also English words. In a text, such a word is an order only if it is marked as
/// code: `is`.
const ENGLISH: [&str; 4] = ["an", "is", "it", "us"];

/// Whether a text names the order `mnemonic`.
fn names(text: &str, mnemonic: &str) -> bool {
    if ENGLISH.contains(&mnemonic) {
        return text.split('`').skip(1).step_by(2).any(|code| words(code).any(|word| word == mnemonic));
    }
    let variant = |word: &str| {
        word.strip_prefix(mnemonic).is_some_and(|letters| ["", "n", "f", "nf"].contains(&letters))
    };
    words(text).any(variant)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_named_by_its_mnemonic_as_a_word() {
        assert!(names("ck: rotates R0-39", "ck"));
        assert!(names("the pair arn, hv", "ar"));
        assert!(!names("it is so", "is"));
        assert!(names("`is` and `ns` replace s", "is"));
        assert!(!names("shark", "ar"));
    }
}
