//! Tests that a search in the past finds the same order as a simple search, which evaluates after every
//! order.

use super::moments::{MomentKind, last_moment};
use crate::debug::expression::tests::{condition, number};
use crate::debug::expression::{self, Expression, Value};
use gier_machine::timeline::{Search, Timeline};
use gier_machine::{Finished, Input, Machine, Probe, StateView};
use gier_word::{Address, Cell};
use proptest::prelude::*;

/// The programs of the tests, by their names in [`gier_programs::BENCH`]. Together they change all registers
/// and their own orders, count in cells, and read words from the drum. The last one is [`COUNTING`].
const PROGRAMS: [&str; 9] = [
    "mixed.slip",
    "marks.slip",
    "floating.slip",
    "drum.slip",
    "typewriter.slip",
    "whole.slip",
    "modify-gr.slip",
    "modify-pt.slip",
    "counting",
];

/// A program that counts in the address part of a cell. It adds both the increment of an order (`t2`) and the
/// increment that an `it` prepares. It also compares, and changes p, the indicator and the register by.
const COUNTING: &str = "    _d i=100
{begin}: it 1 , qq ({a})
    qq ({a}) t2
    arn {one} , pm {one}
    is 7 , pp s3
    it 3 , bs p2
    ga {b} , gm {c}
    srn {one} X IZC
    pi 5 t3
    hs {sub} , vy 16
    ar ({a}) , ck 3
    hv {begin}
{sub}: ar {one} V NZ
    qq
    xr , hr s1
{a}: qq {one}
{one}: 3
{b}: 0
{c}: 0
";

/// A session in which a program has executed 2 * `orders` orders. `program` is an index in [`PROGRAMS`].
/// After the first half, a person sets cell 120 at the desk.
fn session(program: usize, orders: u64) -> Timeline {
    let bench = gier_programs::BENCH.iter().find(|(name, _)| *name == PROGRAMS[program]);
    let text = bench.map_or(COUNTING, |(_, text)| text);
    let (items, faults) = gier_slip::parse(&[gier_slip::Source::new("x.slip", text)]);
    assert!(faults.is_empty(), "{faults:?}");
    let image = gier_slip::bootable(&gier_slip::assemble(&items).unwrap(), "x").unwrap();
    let mut timeline = Timeline::new(Machine::with_image(&image));
    timeline.step(orders);
    timeline.feed(Input::SetCell(Address::new(120), Cell::from_integer(77)));
    timeline.step(orders);
    timeline
}

/// A simple search that evaluates an expression after every order. The fast searches must agree with it.
#[derive(Clone)]
struct Plain<'a> {
    expression: &'a Expression,
    of_changes: bool,
    before: Option<Value>,
    done: u64,
    found: Option<u64>,
}

impl Probe for Plain<'_> {
    fn finished(&mut self, order: &Finished<'_>) {
        self.done += 1;
        let (registers, cells) = (order.cpu.registers(), order.ferrite.cells());
        let moment = StateView { orders: 0, now: order.now, registers, cells };
        let state = expression::EvalState::of_view(&moment, self.done, &expression::NoNames);
        let Ok(value) = self.expression.value(&state) else { return };
        let is_it = match self.of_changes {
            true => self.before.replace(value).is_some_and(|before| before != value),
            false => value == Value::Truth(true),
        };
        if is_it {
            self.found = Some(self.done);
        }
    }
}

impl Search for Plain<'_> {
    type Found = u64;
    fn begin(&mut self, machine: &Machine) {
        self.done = machine.orders();
        self.before = self.expression.value(&expression::EvalState::of(machine)).ok();
    }
    fn found(&mut self) -> Option<u64> {
        self.found.take()
    }
}

fn plainly(timeline: &Timeline, expression: &Expression, of_changes: bool, last: u64) -> Option<u64> {
    let search = Plain { expression, of_changes, before: None, done: 0, found: None };
    timeline.last_of(last, &search, |_| true).unwrap()
}

/// Generates conditions about the number of orders and the machine time. They are combined with other
/// conditions.
fn timed() -> impl Strategy<Value = String> {
    let bound = prop_oneof![
        (0u64..3000).prop_map(|orders| format!("orders < {orders}")),
        (0u64..3000).prop_map(|orders| format!("{orders} ≤ orders × 2 - 7")),
        (0u64..3000).prop_map(|milliseconds| format!("seconds > {milliseconds} / 1000")),
        (0u64..3000).prop_map(|milliseconds| format!("-seconds ≥ -{milliseconds} ÷ 1000")),
        Just("orders mod 7 = 3".to_string()),
        Just("2 / seconds < orders".to_string()),
    ];
    let not = prop_oneof![Just(""), Just("not ")];
    let (or, and) = (|| prop_oneof![Just("and"), Just("or")], condition);
    (bound.clone(), not, and(), or(), bound, or())
        .prop_map(|(a, not, b, first, c, second)| format!("{not}({a} {first} ({b}) {second} {c})"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_last_moment_is_that_which_a_look_at_every_order_finds(
        program in 0..PROGRAMS.len(),
        text in prop_oneof![condition(), timed()],
        last in 0u64..3000,
    ) {
        let Ok(condition) = Expression::parse(&text) else { return Ok(()) };
        let timeline = session(program, 1200);
        let found = last_moment(&timeline, (MomentKind::Held, &condition), &expression::NoNames, last, |_| true).unwrap();
        prop_assert_eq!(found, plainly(&timeline, &condition, false, last), "{}, program {}", text, program);
    }

    #[test]
    fn the_last_change_is_that_which_a_look_at_every_order_finds(
        program in 0..PROGRAMS.len(),
        text in prop_oneof![number(), condition()],
        last in 0u64..3000,
    ) {
        let Ok(watched) = Expression::parse(&text) else { return Ok(()) };
        let timeline = session(program, 1200);
        let found = last_moment(&timeline, (MomentKind::Changed, &watched), &expression::NoNames, last, |_| true).unwrap();
        prop_assert_eq!(found, plainly(&timeline, &watched, true, last), "{}, program {}", text, program);
    }
}
