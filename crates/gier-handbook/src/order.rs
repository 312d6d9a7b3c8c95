//! The handbook's entry of one order. It is made from the order table and from the order's test cases.

use gier_word::meaning::Words;
use gier_word::order::{Class, CostMark, IncrementRole, Needs, Next, ORDERS, OrderRow};
use gier_word::timing::{BASE_FULL, BASE_LEFT, BASE_RIGHT, COUNT, END, HV_RIGHT, INDIRECT, MODIFICATION};
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Opcode, Order, StateSet, Tail};

use crate::case::{self, Case};
use crate::entry::{Block, Entry};

/// Finds an order by the name that a user typed. Capitals and small letters count as equal. The letters n and
/// f may follow the name, as in SLIP: `ar`, `AR`, `ARN`, `arnf`.
pub fn find(word: &str) -> Option<Opcode> {
    let word = word.to_ascii_lowercase();
    let (mnemonic, letters) = word.split_at_checked(2)?;
    ["", "n", "f", "nf"].contains(&letters).then(|| Opcode::from_mnemonic(mnemonic)).flatten()
}

/// The entry of an order: what it does, its properties, its cost, and its test cases as examples.
pub fn entry(opcode: Opcode) -> Entry {
    let mut entry = brief(opcode);
    entry.blocks.extend(cases(&case::of(opcode)));
    entry
}

/// Returns the handbook's entry of an order, but without the examples.
pub fn brief(opcode: Opcode) -> Entry {
    let row = opcode.row();
    let explanation = row.explanation().map(|text| Block::text(&format!("{text}.")));
    let mut blocks: Vec<Block> = explanation.into_iter().collect();
    blocks.extend(variants(opcode));
    blocks.push(fields(row));
    blocks.extend(cost(row));
    Entry { title: heading(row), blocks }
}

/// Returns two blocks: a table of what each variant of the order does, and an explanation of the letters in
/// its formulas.
pub fn variants(opcode: Opcode) -> [Block; 2] {
    [forms(opcode.row()), legend(opcode.row())]
}

/// The heading of an order's entry: its name and its formula, for example `ar: R := R + c`.
pub fn heading(row: &OrderRow) -> String {
    format!("{}: {}", row.mnemonic, plain(row))
}

/// The formula of the order's usual variant (without n, f and X).
fn plain(row: &OrderRow) -> &str {
    row.formula().split(';').next().unwrap_or_default()
}

/// A table of the variants of an order: the usual one, the one with n, the floating one, and the one with X.
fn forms(row: &OrderRow) -> Block {
    let usual = Order { opcode: row.opcode, tail: Some(Tail::default()), ..Order::default() };
    let with_x = Tail { exchange: true, ..Tail::default() };
    let mut variants = vec![(row.mnemonic.to_string(), usual)];
    if row.uses.intersects(StateSet::R) && row.needs == Needs::Nothing {
        variants.push((format!("{}n", row.mnemonic), Order { clear: true, ..usual }));
    }
    if row.floating.is_some() {
        variants.push((format!("{}f", row.mnemonic), Order { floating: true, ..usual }));
    }
    if row.formula().contains("; with X:") {
        variants.push((format!("{} … X", row.mnemonic), Order { tail: Some(with_x), ..usual }));
    }
    let variant = |(written, order): (String, Order)| {
        let meaning = order.meaning(&Words { operand: "c", address: "A", increment: "t" });
        let has_formula = !order.floating || row.formula().contains("; floating:");
        let floating = if has_formula { "" } else { ", as floating numbers: RF, and the number in c" };
        vec![format!("`{written}`"), meaning + floating]
    };
    Block::table(&["written", "what it does"], variants.into_iter().map(variant).collect())
}

/// Explains the letters c, A and t in the formulas of this order.
fn legend(row: &OrderRow) -> Block {
    let address = match row.class {
        Class::Fetch => {
            "c is the contents of the cell at the address A. With D, c is A itself, in bits 0-9, and \
             no cell is read."
        }
        Class::Store => {
            "c is the cell at the address A. With D, c is the cell in which the address stands: the \
             order's own cell, or the last cell of an indirect chain."
        }
        Class::Jump => "c is the cell at the address A. With D, c is the cell in which the address stands.",
        Class::Number => "A is the address, taken as a number.",
        Class::None => "The order does not use its address.",
    };
    let increment = match row.increment {
        IncrementRole::Counted => "The increment t is added to the address, and the sum is stored back.",
        IncrementRole::Operand => "The increment t is an operand; the address is not counted.",
        IncrementRole::Compared => {
            "The increment t is first added to the address; then it is compared with the sum."
        }
        IncrementRole::Saved => "The increment field of a full-word order keeps the old s.",
    };
    Block::Text(vec![address.to_string(), increment.to_string()])
}

/// A table of the order's properties: code, next order, devices, and what the order changes and uses.
fn fields(row: &OrderRow) -> Block {
    let next = match row.next {
        Next::On => "the order behind it",
        Next::Skip => "the order behind it, or the one after that",
        Next::Jump => "the order at its address",
        Next::Call => "the order at its address, or the one behind if it does not call",
        Next::Return => "the order behind a call",
        Next::Stop => "none, until the machine is started again",
    };
    let next = if row.opcode == Opcode::Hs { "the order at its address" } else { next };
    let meets = match row.needs {
        Needs::Nothing => "none",
        Needs::Output => "the output units that `by` selects; it waits until all of them are free",
        Needs::Input => "the input unit that `by` selects; it waits until a symbol is there",
        Needs::Drum => "the drum; it waits for a transfer in progress, which takes up to 20 ms",
        Needs::Block => "a peripheral store; it waits for a transfer in progress",
        Needs::Another => "whatever the order meets that it executes",
        Needs::Unknown => "not known: the machine stops and names question Q1",
    };
    let fetched = if row.class == Class::Fetch { StateSet::CELLS } else { StateSet::NONE };
    // The table describes our machine, which stops at these orders. The behaviour of GIER is not known.
    let known = |text: String| if row.needs == Needs::Unknown { "not known".to_string() } else { text };
    let rows = [
        ("code", row.opcode.code().to_string()),
        ("next order", known(next.to_string())),
        ("devices", meets.to_string()),
        ("changes", known(parts(row.changes.union(of_class(row))))),
        ("uses as data", known(parts(row.uses.union(fetched)))),
    ];
    Block::table(&["", ""], rows.map(|(name, value)| vec![name.to_string(), value]).to_vec())
}

/// The parts of the machine that the order changes because of its class. For example, every order that
/// fetches a cell changes the marks of R.
fn of_class(row: &OrderRow) -> StateSet {
    match row.class {
        Class::Fetch => StateSet::R_MARKS,
        Class::Store => StateSet::CELLS,
        Class::Jump | Class::Number | Class::None => StateSet::NONE,
    }
}

fn parts(parts: StateSet) -> String {
    const NAMES: [(StateSet, &str); 9] = [
        (StateSet::R, "R"),
        (StateSet::R_MARKS, "the marks of R"),
        (StateSet::M, "M"),
        (StateSet::S, "s"),
        (StateSet::P, "p"),
        (StateSet::IN, "the indicator"),
        (StateSet::BY, "by"),
        (StateSet::TK, "tk"),
        (StateSet::CELLS, "a cell"),
    ];
    if parts == StateSet::ALL {
        return "depends on the order that it executes, or on the block that it moves".to_string();
    }
    let names = NAMES.iter().filter(|(part, _)| parts.intersects(*part)).map(|(_, name)| *name);
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "nothing".to_string() } else { names.join(", ") }
}

/// The forms of an order, each with its cost in micro-operations and in microseconds.
pub fn costs(row: &OrderRow) -> Vec<(&'static str, u32, u32)> {
    let own = u32::from(row.own);
    let more = if row.opcode == Opcode::Hv { HV_RIGHT } else { 0 };
    let mut forms = vec![
        ("left half word", BASE_LEFT + own + END),
        ("right half word", BASE_RIGHT + own + END + more),
        ("full word", BASE_FULL + own + END),
    ];
    if let Some(floating) = row.floating {
        forms.push(("floating, full word", BASE_FULL + u32::from(floating) + END));
    }
    let micros = |charge: u32| (f64::from(charge) * 1e6 / UOPS_PER_SECOND as f64).round() as u32;
    forms.into_iter().map(|(form, charge)| (form, charge, micros(charge))).collect()
}

/// Three blocks: a heading, a table with the cost of the order, and notes. The notes say whether the cost was
/// measured, bounded or guessed.
fn cost(row: &OrderRow) -> [Block; 3] {
    let form = |(form, charge, micros): (&str, u32, u32)| {
        vec![form.to_string(), charge.to_string(), micros.to_string()]
    };
    let rows = costs(row).into_iter().map(form).collect();
    let mut notes = vec![format!(
        "Add {MODIFICATION} for s, r or p in the address (a guess but for r in a full word), {INDIRECT} for \
         each indirect step and {COUNT} if t is counted."
    )];
    match (row.place, row.varies) {
        (0, true) => notes.push("The cost depends on the operands.".to_string()),
        (0, false) => {}
        (1, _) => notes.push("Add 1 for each place that it shifts.".to_string()),
        (place, _) => notes.push(format!("Add {place} for each place that it shifts.")),
    }
    notes.push(format!("The order's own cost of {} is {}.", row.own, known(row.mark)));
    if row.floating.is_some() {
        notes.push("The own cost of the floating variant is guessed.".to_string());
    }
    let table = Block::table(&["form", "micro-operations", "µs"], rows);
    [Block::Heading("Time".to_string()), table, Block::Text(notes)]
}

/// Says in words how the cost of an order is known.
fn known(mark: CostMark) -> &'static str {
    match mark {
        CostMark::Real => "measured on a real GIER (R)",
        CostMark::Sum => {
            "not measured by itself: it follows from measured sums with what the museum's sound program states \
             (S)"
        }
        CostMark::Bounded => "only bounded by the records (B)",
        CostMark::Guessed => "guessed, because no record of a real GIER decides it (G)",
    }
}

fn cases(cases: &[Case]) -> [Block; 3] {
    let row = |case: &Case| {
        let charge = case.takes.map(|charge| charge.to_string()).unwrap_or_default();
        vec![
            format!("`{}`", case.title),
            state(&case.given),
            state(&case.then),
            charge,
            case.from.to_string(),
        ]
    };
    let head = ["order", "before", "after", "micro-operations", "source"];
    let note = "The order stands in cell 10. Everything that *after* does not name stays as it was. The tests \
                execute each example.";
    [
        Block::Heading("Examples".to_string()),
        Block::text(note),
        Block::Cases { head: head.map(String::from).to_vec(), rows: cases.iter().map(row).collect() },
    ]
}

/// Writes the fields of a case and their values in one line.
fn state(fields: &[(&str, &str)]) -> String {
    let field = |(name, value): &(&str, &str)| format!("{name} = {value}");
    let fields: Vec<String> = fields.iter().map(field).collect();
    if fields.is_empty() { "—".to_string() } else { fields.join("; ") }
}

/// A table of all orders. For each order, `link` writes the link to its entry.
pub fn table(link: impl Fn(&OrderRow) -> String) -> Block {
    let row = |row: &OrderRow| {
        let code = row.opcode.code().to_string();
        vec![code, link(row), row.sentence.to_string(), row.own.to_string(), row.mark.letter().to_string()]
    };
    let head = ["code", "order", "what it does", "own cost", "mark"];
    Block::table(&head, ORDERS.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_found_as_people_write_it() {
        for word in ["ar", "AR", "arn", "ARNF", "arf"] {
            assert_eq!(find(word), Some(Opcode::Ar), "{word}");
        }
        for word in ["", "a", "æx", "arm", "arfn", "zz"] {
            assert_eq!(find(word), None, "{word}");
        }
    }

    #[test]
    fn the_entry_of_ar_has_its_formula_cost_and_cases() {
        let text = entry(Opcode::Ar).markdown();
        for part in [
            "# ar: R := R + c",
            "Adds the operand c to R, the accumulator.",
            "| `arn` | R := c |",
            "| `arf` |",
            "| left half word | 17 | 37 |",
            "mktest1",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }

    /// Tests that every order has an entry and at least two cases. An order with an unknown effect (question
    /// Q1) needs only one case.
    #[test]
    fn every_order_has_an_entry_with_two_cases() {
        for row in &ORDERS {
            let least = if row.needs == Needs::Unknown { 1 } else { 2 };
            assert!(case::of(row.opcode).len() >= least, "{} has one case only", row.mnemonic);
            assert!(entry(row.opcode).markdown().starts_with(&format!("# {}: ", row.mnemonic)));
        }
    }
}
