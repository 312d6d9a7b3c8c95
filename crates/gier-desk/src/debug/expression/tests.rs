//! Tests of expressions: their values, and their errors with the places in the text.

use super::operators::TOO_LARGE;
use super::{EvalState, Expression, Names, Value};
use crate::notation::slip;
use gier_machine::input::Register as Desk;
use gier_machine::{Input, Machine};
use gier_word::{Address, number};
use proptest::prelude::*;

/// A machine with R = -7, M = one half, s = 12 and OB on. Cell 500 holds the floating-point number 2.5, and
/// cell 12 holds two orders.
fn machine() -> Machine {
    let mut machine = Machine::new();
    for (register, value) in [(Desk::R, -7), (Desk::M, 1 << 38), (Desk::S, 12), (Desk::In, 256)] {
        machine.feed(Input::SetRegister(register, value));
    }
    machine.feed(Input::SetCell(Address::new(500), number::from_float(2.5).unwrap()));
    machine.feed(Input::SetCell(Address::new(12), slip::read("arn 83 , hv 5").unwrap()));
    machine
}

fn told(text: &str) -> String {
    let machine = machine();
    match Expression::parse(text) {
        Ok(expression) => {
            expression.text(&EvalState::of(&machine)).unwrap_or_else(|error| format!("! {error}"))
        }
        Err(fault) => format!("{:?} {}", &text[fault.span.bytes()], fault.message),
    }
}

#[test]
fn every_name_of_the_table_has_its_value() {
    for (text, value) in [
        ("R", "1023/1023/1023/1017 (-7)"),
        ("M", "256/0/0/0 (274877906944)"),
        ("s + 1", "13"),
        ("R < 0 and s = 12", "true"),
        ("R<0 ∧ ¬(s≠12)", "true"),
        ("not R < 0 or s >= 13", "false"),
        ("OB", "true"),
        ("TA or ZB", "true"),
        ("cell 500", "1/320/0/0 (1409286144)"),
        ("floating cell 500", "2.5"),
        ("floating cell 500 > 2.25", "true"),
        ("fraction M", "0.500000000000"),
        ("fraction M = .5", "true"),
        ("cell 500 = 1/320/0/0", "true"),
        ("address of cell s", "83"),
        ("increment of cell (s+0)", "5"),
        ("marks of cell 12", "2"),
        ("cell 12 = \"arn 83 , hv 5\"", "true"),
        ("order cell 12", "arn 83 , hv 5"),
        ("bit 1 of M", "true"),
        ("bits 0-9 of cell 500", "1"),
        ("7 ÷ 2 × 2 + 7 mod 2", "7"),
        ("7 / 2", "3.5"),
        ("-2 - -3", "1"),
        ("1⏨2 = 100 and 1e2 = ⏨2", "true"),
        ("orders = 0 and seconds = 0", "true"),
        ("binary 5", "0000000000 0000000000 0000000000 0000000101"),
    ] {
        assert_eq!(told(text), value, "{text}");
    }
}

#[test]
fn a_fault_has_its_place() {
    for (text, value) in [
        ("R <", "\"\" expected a value, not the end"),
        ("R < 0 s", "\"s\" 's' does not belong to the expression"),
        ("(R < 0", "\"\" expected ')' behind what is in brackets, not the end"),
        ("bit 40 of R", "\"40\" the bits of a cell are numbered 0-39"),
        ("bits 9-0 of R", "\"0\" the last bit must be behind the first"),
        ("R $ 3", "\"$\" '$' means nothing here"),
        ("cell", "! 'cell' is no register, and no variable of this program is known by name"),
        ("cell 5 = \"zz 3\"", "\"\\\"zz 3\\\"\" 'zz' is not an order"),
        ("R and 3", "! a number is no condition; compare it: R < 0"),
        ("OB + 1", "! true and false are no numbers"),
        ("1 ÷ (s - 12)", "! division by zero"),
        ("1 / (2.5 - 2.5)", "! division by zero"),
        ("s + 9223372036854775807", "! the number gets too large"),
        ("-(0 - 9223372036854775807 - 1)", "! the number gets too large"),
        ("group sum = 0", "! 'groupsum' is no register, and no variable of this program is known by name"),
    ] {
        assert_eq!(told(text), value, "{text}");
    }
}

/// A test thread has a stack of 2 MB. Neither the parser nor the evaluation of the syntax tree overflows this
/// stack.
#[test]
fn long_and_deep_expressions_are_refused() {
    let chain = |sign: &str, values: usize| vec!["1=1"; values].join(sign);
    let sum = |values: usize| format!("{} > 0", vec!["1"; values].join("+"));
    assert_eq!([told(&chain(" and ", 256)), told(&chain(" or ", 256)), told(&sum(511))], ["true"; 3]);
    for text in [chain(" and ", 50_000), chain(" or ", 50_000), sum(50_000), sum(512)] {
        let told = told(&text);
        assert!(told.ends_with("an expression has at most 512 values"), "{told}");
    }
    // Repeated `not` is not nesting: an even number of them cancels out.
    assert_eq!(told(&("not ".repeat(50_000) + "1=1")), "true");
    let nested = |open: &str, close: &str, deep: usize| open.repeat(deep) + "1" + &close.repeat(deep);
    assert_eq!(told(&nested("(", ")", 64)), "1");
    for (open, close) in
        [("(", ")"), ("A[", "]"), ("A[1,", "]"), ("cell ", ""), ("A[(", ")]"), ("marks of ", "")]
    {
        for deep in [65, 8000] {
            assert!(told(&nested(open, close, deep)).ends_with("nested more than 64 deep"), "{open}");
        }
    }
}

/// If a sum in a condition is too large, the condition has no value.
#[test]
fn a_condition_has_no_value_where_its_numbers_have_none() {
    let machine = machine();
    let condition = Expression::parse("s + 9223372036854775807 > 0").unwrap();
    assert_eq!(condition.holds(&EvalState::of(&machine)), Err(TOO_LARGE.to_string()));
}

#[test]
fn an_expression_ends_where_another_begins() {
    let text = "tell R + 1 s cell 500 bunker[s - 10, 2] when";
    let mut at = 4;
    let mut parts = Vec::new();
    for _ in 0..4 {
        let (part, end) = Expression::parse_part(text, at..text.len(), None).unwrap();
        parts.push(part.to_string());
        at = end;
    }
    assert_eq!(parts, ["R + 1", "s", "cell 500", "bunker[s - 10, 2]"]);
    assert_eq!(&text[at..], " when");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text: String) {
        let machine = machine();
        if let Ok(expression) = Expression::parse(&text) {
            let _ = expression.text(&EvalState::of(&machine));
        }
    }

    #[test]
    fn any_words_of_the_language_are_read_or_refused(
        words in prop::collection::vec(prop::sample::select(vec![
            "R", "s", "cell", "bits", "0-9", "of", "(", ")", "[", "not", "and", "or", "<", "+", "-", "7", "2.5",
            "floating", "OB", "mod", "6/396/0/0", "\"", "x", "⏨", ",",
        ]), 0..200)
    ) {
        let machine = machine();
        let text = words.join(" ");
        if let Ok(expression) = Expression::parse(&text) {
            let _ = expression.text(&EvalState::of(&machine));
            let written = expression.to_string();
            prop_assert_eq!(Expression::parse(&written), Ok(expression));
        }
    }
}

/// A program that declares the label `x` and the variables in this list. Each variable has the value 15. Each
/// array element has the value 15 plus the sum of its subscripts.
struct Declares(&'static [&'static str]);

impl Names for Declares {
    fn variable(&self, _: &str, subscripts: &[i64], _: &EvalState<'_>) -> Result<Value, String> {
        Ok(Value::Whole(15 + subscripts.iter().sum::<i64>()))
    }

    fn known(&self, name: &str) -> Result<(), String> {
        if self.0.contains(&name) || name == "x" { Ok(()) } else { Err(format!("no {name}")) }
    }

    fn label(&self, name: &str) -> Option<Address> {
        (name == "x").then(|| 500u16.into())
    }
}

#[test]
fn a_name_that_the_program_declares_is_the_variable() {
    let machine = machine();
    let names = Declares(&[
        "s", "p", "in", "line", "calls", "orders", "seconds", "cell", "bit", "marks", "by", "tk", "r1", "M",
        "R", "groupsum", "group", "when", "from", "floating",
    ]);
    let told = |text: &str| match Expression::parse_in(text, &names) {
        Ok(expression) => {
            let state = EvalState::of(&machine).with_names(&names);
            expression.text(&state).unwrap_or_else(|error| format!("! {error}"))
        }
        Err(fault) => fault.message,
    };
    for name in [
        "s", "p", "in", "line", "calls", "orders", "seconds", "cell", "bit", "marks", "by", "tk", "r1", "M",
        "R",
    ] {
        assert_eq!(told(name), "15", "{name}");
        assert_eq!(told(&format!("{name} = 15 and {name} + 1 > 15")), "true", "{name}");
    }
    for (text, value) in [
        ("$s", "12"),
        ("$R", "1023/1023/1023/1017 (-7)"),
        ("$R + R", "8"),
        ("$orders + orders", "15"),
        ("$OB", "true"),
        ("OB", "true"),
        ("cell 12", "0/83/5/0"),
        ("cell[2, 3]", "20"),
        ("cell s", "0/0/0/0 (0)"),
        ("floating cell 500 + floating", "17.5"),
        ("bit 1 of $M", "true"),
        ("marks of cell 12", "2"),
        ("marks = 15", "true"),
        ("group sum", "15"),
        ("group", "15"),
        ("when + from", "30"),
        ("floating x", "2.5"),
        ("x = 1/320/0/0", "true"),
        ("$nosuch", "$nosuch is no value; the registers are $R $M $s $p $r1 $in $by $tk"),
        ("1 + and", "expected a value, not 'and'"),
    ] {
        let found = told(text);
        assert!(found == value || text == "cell 12" && found.contains("83"), "{text}: {found}");
    }
    let (when, end) = Expression::parse_part("group sum when s = 1", 0..20, Some(&names)).unwrap();
    assert_eq!((when.to_string().as_str(), end), ("group sum", 9));
    let later = Expression::parse("s = 15").unwrap();
    let state = EvalState::of(&machine).with_names(&names);
    assert_eq!(later.holds(&state), Ok(false), "the register");
    assert_eq!(later.resolved(&names).holds(&state), Ok(true), "the variable");
}
