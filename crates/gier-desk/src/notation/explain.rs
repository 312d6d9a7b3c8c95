//! Explains in one line what an order would do if it were executed now: its effect, its result and its cost.

use super::forms::floating;
use super::{changes, place};
use crate::tape_text;
use gier_machine::dry_run::DryRun;
use gier_machine::timeline::OrderRecord;
use gier_machine::{Flow, Machine, Place, Registers};
use gier_word::meaning::{Words, within};
use gier_word::order::Class;
use gier_word::{Address, Cell, Content, IndicatorOp, Marks, Opcode, Order, Symbol, number};
use std::fmt;

/// Whole numbers with an absolute value below this limit are written in decimal. Other numbers are written as
/// four groups of ten bits.
pub const READABLE: i64 = 1_000_000;

/// The explanation of one order. An example of the displayed text is
/// `R := cell 50 = 7; 23 micro-operations, 50 µs`.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The position of the order in the store: its cell, and the left or right half of this cell.
    pub place: Place,
    /// The effect of the order and its result, for example `R := cell 50 = 7`.
    pub sentence: String,
    /// The result of executing the order on a copy of the machine.
    pub dry_run: DryRun,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)?;
        if self.dry_run.past.is_some() {
            let cost = self.dry_run.cost;
            let micros = (cost.seconds() * 1e6).round() as u64;
            write!(f, "; {} micro-operations, {micros} µs", cost.0)?;
        }
        Ok(())
    }
}

/// Explains what an order would do if it were executed now. `at` names the cell and the half that hold the
/// order. If one order fills the cell, `at` can name either half.
pub fn explain(machine: &Machine, at: Place) -> Explanation {
    let cell = machine.ferrite().read(at.cell);
    let at = place::normal(at.cell, at.half, cell.marks().a());
    let order = Content::decode(cell).order(at.half);
    let dry_run = machine.dry_run(at);
    let registers = machine.cpu().registers();
    Explanation { place: at, sentence: sentence(&order, &dry_run, registers), dry_run }
}

fn sentence(order: &Order, dry_run: &DryRun, registers: &Registers) -> String {
    let tail = order.tail.unwrap_or_default();
    let condition = match tail.indicator {
        IndicatorOp::N | IndicatorOp::L => Some(tail.indicator.written(tail.letter, tail.marks)),
        IndicatorOp::I | IndicatorOp::M => None,
    };
    if let (Some(condition), Some(past)) = (&condition, &dry_run.past)
        && !past.done
    {
        return format!("not done: {condition} does not hold");
    }
    let Some(effective) = dry_run.effective else {
        return "its chain of addresses has no end".to_string();
    };
    let address = match order.opcode {
        Opcode::Sy => symbol(effective.address),
        opcode if has_signed_address(opcode) => effective.address.signed().to_string(),
        _ => effective.address.to_string(),
    };
    let operand = match order.opcode.row().class {
        Class::Fetch if tail.direct => format!("{} as an address", effective.address.signed()),
        Class::Fetch | Class::Store | Class::Jump => format!("cell {}", effective.target),
        Class::Number | Class::None => format!("cell {}", effective.address),
    };
    let increment = Address::new(effective.increment);
    let increment = match order.opcode {
        Opcode::Bs | Opcode::Bt => increment.signed().to_string(),
        _ => increment.to_string(),
    };
    let words = Words { operand: &operand, address: &address, increment: &increment };
    let meaning = order.meaning(&words).replace("the drum track tk", &format!("drum track {}", registers.tk));
    let mut text = match condition {
        Some(condition) => format!("{condition} holds: {}", within(&meaning)),
        None => meaning.clone(),
    };
    match (&dry_run.past, dry_run.flow) {
        (Some(past), _) => text.push_str(&results(order, &meaning, past)),
        (None, Flow::Wait(_)) => text = format!("Waits for a symbol: {}", within(&text)),
        (None, Flow::Stopped(_) | Flow::Next) => text.push_str("; the machine stops here"),
    }
    if let Some((cell, counted)) = effective.counted {
        text.push_str(&format!("; the address in cell {cell} is counted to {counted}"));
    }
    let operation = tail.indicator.written(tail.letter, tail.marks);
    match tail.indicator {
        IndicatorOp::I if !operation.is_empty() => text.push_str(&format!("; indicator by {operation}")),
        IndicatorOp::M => text.push_str(&format!("; marks by {operation}")),
        IndicatorOp::I | IndicatorOp::N | IndicatorOp::L => {}
    }
    if tail.exchange {
        text.push_str("; then R and M are exchanged");
    }
    if tail.skip {
        text.push_str("; then the next order is skipped");
    }
    text
}

/// Whether the order uses its address as a signed number.
fn has_signed_address(opcode: Opcode) -> bool {
    opcode.row().place > 0 || matches!(opcode, Opcode::Bs | Opcode::Bt | Opcode::Nk)
}

/// Writes a symbol as its number, followed by its lower-case character or its name, if it has one.
fn symbol(address: Address) -> String {
    let symbol = Symbol::from_bits(address.number().into());
    match symbol.glyph(gier_word::Case::Lower) {
        Some(glyph) if glyph != ' ' => format!("{} ({glyph})", symbol.code()),
        _ => match (symbol, tape_text::name(symbol)) {
            (Symbol::SPACE, _) => "0 (space)".to_string(),
            (Symbol::CARRIAGE_RETURN, _) => "64 (carriage return)".to_string(),
            (Symbol::LOWER | Symbol::UPPER, Some(name)) => format!("{} ({name} case)", symbol.code()),
            (_, Some(name)) => format!("{} ({name})", symbol.code()),
            (_, None) => symbol.code().to_string(),
        },
    }
}

/// Returns the text to append to an order's formula. `meaning` is the formula, for example
/// `R := R + cell 50`. If the formula has only one assignment, returns ` = ` and the new value. Otherwise,
/// returns a list of all changes. The list is empty if the order only jumps or changes nothing.
fn results(order: &Order, meaning: &str, past: &OrderRecord) -> String {
    let exchanges = order.tail.is_some_and(|tail| tail.exchange);
    let target = meaning.split_once(" := ").map(|(target, _)| target);
    if !exchanges
        && !meaning.contains(", ")
        && let Some(value) = target.and_then(|target| result(order, target, past))
    {
        return format!(" = {value}");
    }
    match changes::describe(past) {
        changed if changed.is_empty() || meaning.starts_with("Jump") => String::new(),
        changed => format!("; {changed}"),
    }
}

/// Returns the new value of the register or cell that `target` names, for example `R` or `cell 50`. Returns
/// `None` if `target` names neither.
fn result(order: &Order, target: &str, past: &OrderRecord) -> Option<String> {
    let after = &past.after;
    let r = Cell::from_integer(after.r);
    let m = Cell::new(after.m, Marks::NONE);
    let stored = || past.wrote.last().map(|&(_, _, new)| new);
    let floats = order.floating && order.opcode.row().floating.is_some();
    let address_part = target.starts_with("Address part of");
    let increment_part = target.starts_with("Increment part of");
    Some(match target {
        "RF" => floating(number::float(r.with_address(m.address()))),
        "R" if floats && order.opcode != Opcode::Tk => floating(number::float(r.with_address(m.address()))),
        "R" => readable(r),
        "M" => readable(m),
        "s" => after.s.to_string(),
        "p" => after.p.to_string(),
        "Indicator" => after.indicator.to_string(),
        "Unit register by" => after.by.to_string(),
        _ if address_part => stored()?.address().to_string(),
        _ if increment_part => stored()?.increment().to_string(),
        _ if target.starts_with("cell ") && floats => floating(number::float(stored()?)),
        _ if target.starts_with("cell ") => readable(stored()?),
        _ => return None,
    })
}

/// Writes a cell as a decimal number if the number is small, otherwise as four groups of ten bits.
pub fn readable(cell: Cell) -> String {
    match cell.signed() {
        value if value.abs() < READABLE => value.to_string(),
        _ => cell.with_marks(Marks::NONE).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::slip;
    use gier_word::{Half, Uops};

    /// A machine with one order in cell 40. Before the order, R = 5, M = 6, s = 41, p = 3, and cell 50 holds
    /// 7.
    fn machine(order: &str) -> Machine {
        let mut machine = Machine::new();
        machine.set_registers(Registers { r: 5, m: 6, s: 41, p: 3, tk: 9u16.into(), ..Registers::default() });
        machine.set_cell(50, Cell::from_integer(7));
        machine.set_cell(40, slip::read(order).unwrap());
        machine
    }

    #[test]
    fn an_order_is_explained_by_what_comes_of_it() {
        for (order, text) in [
            ("arn 50", "R := cell 50 = 7; 19 micro-operations, 41 µs"),
            ("ar 50", "R := R + cell 50 = 12; 19 micro-operations, 41 µs"),
            ("arn p+47", "R := cell 50 = 7; 23 micro-operations, 50 µs"),
            ("sr 50", "R := R - cell 50 = -2; 19 micro-operations, 41 µs"),
            ("gr 50", "cell 50 := R = 5; 17 micro-operations, 37 µs"),
            ("ga 50", "Address part of cell 50 := R(0-9) = 0; 16 micro-operations, 35 µs"),
            ("pm 50", "M := cell 50 = 7; 16 micro-operations, 35 µs"),
            ("pp 12", "p := 12 = 12; 13 micro-operations, 28 µs"),
            ("pp 1000", "p := 1000 = 1000; 13 micro-operations, 28 µs"),
            ("tk -1", "R := R * 2^-1 = 3; 17 micro-operations, 37 µs"),
            ("hv 50", "Jump to cell 50; 13 micro-operations, 28 µs"),
            ("hv 50 NZ", "NZ holds: jump to cell 50; 13 micro-operations, 28 µs"),
            ("hv 50 LZ", "not done: LZ does not hold; 11 micro-operations, 24 µs"),
            (
                "sy 57",
                "Output the symbol 57 (i) to the selected units; c1023 0/57/0/0; 21 micro-operations, 46 µs",
            ),
            (
                "sy 58",
                "Output the symbol 58 (lower case) to the selected units; c1023 0/58/0/0; 21 micro-operations, 46 µs",
            ),
            ("lk 80", "Read drum track 9 to the cells from 80 on; t9 → c80-119; 15 micro-operations, 33 µs"),
            ("ly 50", "Waits for a symbol: read a symbol to R(0-9) and to the address part of cell 50"),
            ("gc 50", "The effect of this order is not known; the machine stops here"),
            (
                "ar 50 X V",
                "R := R + cell 50; R 0/0/0/6, M 0/0/0/12; then R and M are exchanged; then the next order is skipped; 19 micro-operations, 41 µs",
            ),
            (
                "arn 49 t 1",
                "R := cell 50 = 7; the address in cell 40 is counted to 50; 26 micro-operations, 56 µs",
            ),
            ("arn 5 D", "R := 5 as an address = 5/0/0/0; 19 micro-operations, 41 µs"),
        ] {
            let machine = machine(order);
            let before = machine.state_hash();
            let at = Place { cell: Address::new(40), half: Half::Left };
            assert_eq!(explain(&machine, at).to_string(), text, "{order}");
            assert_eq!(machine.state_hash(), before, "the machine stays as it is");
        }
    }

    #[test]
    fn the_machine_then_does_the_same() {
        let mut machine = machine("ar 50 t 1");
        machine.set_registers(Registers { r1: 40u16.into(), ..*machine.cpu().registers() });
        let at = Place { cell: Address::new(40), half: Half::Left };
        let told = explain(&machine, at).dry_run;
        machine.feed(gier_machine::Input::Start);
        let before = machine.now();
        machine.step();
        assert_eq!(told.cost, machine.now() - before);
        assert_eq!(told.past.unwrap().after, *machine.cpu().registers());
        assert!(told.cost > Uops::ZERO);
    }
}
