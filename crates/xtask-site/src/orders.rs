//! The pages of the orders. Each has the entry of `gier-handbook`, and the facts and open questions
//! that concern the order.

use gier_handbook::case;
use gier_handbook::order::{entry, table};
use gier_word::order::{ORDERS, Row};

use crate::nim::Usage;

/// The page of one order, as Markdown. `facts` and `questions` are the texts of the documents
/// `docs/facts.md` and `docs/open-questions.md`.
pub fn page(row: &Row, facts: &str, questions: &str, usage: &Usage) -> String {
    let mut text = entry(row.opcode).markdown();
    text += &format!("\n## In NIM\n\n{}\n", usage.text(row));
    let cited = facts_of(row, facts);
    if !cited.is_empty() {
        text += "\n## Facts\n\n";
        for (id, statement) in cited {
            text += &format!("- {id}: {statement}\n");
        }
    }
    let open = questions_of(row, questions);
    if !open.is_empty() {
        text += "\n## Open questions\n\n";
        for (id, question) in open {
            text += &format!("- {id}: {question}\n");
        }
    }
    text + "\n[All orders](orders.md)\n"
}

/// The list of all orders, as Markdown. `link` makes the reference to an order's page.
pub fn overview(link: impl Fn(&Row) -> String) -> String {
    let guessed = ORDERS.iter().filter(|row| row.mark == gier_word::order::CostMark::Guessed).count();
    format!(
        "# The 64 orders\n\nEach order has an entry, with what it does, what it costs, and examples that the \
         tests execute. In a terminal, `gier help order ar` prints it. c is the operand, A the effective \
         address, t the increment. The last column says how the order's own cost in micro-operations is known; \
         {guessed} of the 64 are guessed. [The machine](machine.md) says how an order is executed, and [How long \
         GIER takes](timing.md) what the rest of the cycle costs.\n\n{}",
        table(link).markdown()
    )
}

/// The facts about an order: those that the order's cases cite, and those whose statement names the
/// order.
fn facts_of(row: &Row, facts: &str) -> Vec<(String, String)> {
    let sources: Vec<&str> = case::of(row.opcode).iter().map(|case| case.from).collect();
    let is_cited = |id: &str| sources.iter().any(|from| words(from).any(|word| word == id));
    let mut found = Vec::new();
    for line in facts.lines() {
        let Some((id, rest)) = line.strip_prefix("| <a id=\"").and_then(|rest| rest.split_once("\"></a>"))
        else {
            continue;
        };
        let rest = rest.replace("\\|", "\u{1}");
        let statement = rest.split('|').nth(1).unwrap_or_default().trim().replace('\u{1}', "\\|");
        if is_cited(id) || names(&statement, row.mnemonic) {
            found.push((id.to_string(), statement));
        }
    }
    found
}

/// The open questions whose heading or text names the order.
fn questions_of(row: &Row, questions: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for question in questions.split("### <a id=\"").skip(1) {
        let Some((id, rest)) = question.split_once("\"></a>") else { continue };
        let heading = rest.lines().next().unwrap_or_default();
        let heading = heading.strip_prefix(id).unwrap_or(heading).trim();
        if names(rest, row.mnemonic) {
            found.push((id.to_string(), heading.to_string()));
        }
    }
    found
}

/// Orders that are also English words. A text names such an order only as code.
const ENGLISH: [&str; 4] = ["an", "is", "it", "us"];

/// Whether a text names an order.
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
