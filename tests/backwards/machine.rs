//! Tests that a search backwards by registers and cells, in programs in SLIP, finds the same order as a search that
//! evaluates after every order.

use super::last_moment;
use crate::slip_archive::ours;
use gier_desk::debug::expression::{Expression, NoNames};
use gier_desk::debug::past::MomentKind;
use gier_machine::timeline::Timeline;
use gier_machine::{Input, Machine};
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
    let image = gier_slip::bootable(&ours(text).unwrap(), "x").unwrap();
    let mut timeline = Timeline::new(Machine::with_image(&image));
    timeline.step(orders);
    timeline.feed(Input::SetCell(Address::new(120), Cell::from_integer(77)));
    timeline.step(orders);
    timeline
}

/// Generates conditions of all kinds. Some of them have no value.
fn condition() -> impl Strategy<Value = String> {
    let sign = prop_oneof![Just("<"), Just("<="), Just("="), Just("/="), Just(">"), Just(">=")];
    let compared = (number(), sign.clone(), number()).prop_map(|(a, sign, b)| format!("{a} {sign} {b}"));
    let term = || (-5..5i64, prop::sample::select(vec!["R", "M", "s", "r1", "bits 36-39 of R"]));
    let sums = ([term(), term()], sign, -9..9i64).prop_map(|([(many, a), (more, b)], sign, known)| {
        format!("{many} × {a} + {known} {sign} {b} × {more}")
    });
    let simple = prop_oneof![
        8 => compared,
        2 => sums,
        1 => Just("OB".to_string()),
        1 => Just("bit 39 of R".to_string()),
        1 => Just("true".to_string()),
        1 => Just("1 / s > 0".to_string()),
        1 => Just("OA = TA".to_string()),
        1 => Just("OA < TA".to_string()),
    ];
    simple.prop_recursive(4, 12, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|a| format!("not ({a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) and ({b})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("({a}) or ({b})")),
        ]
    })
}

/// Generates expressions for numbers of all kinds, and some expressions whose values are not numbers.
fn number() -> impl Strategy<Value = String> {
    let few = |texts: &'static [&'static str]| prop::sample::select(texts).prop_map(str::to_string);
    let simple = prop_oneof![
        4 => few(&["R", "M", "s", "p", "r1", "in", "by", "tk", "orders", "seconds"]),
        2 => (0..1024u16).prop_map(|cell| format!("cell {cell}")),
        2 => (100..130u16).prop_map(|cell| format!("cell {cell}")),
        2 => (-9..120i64).prop_map(|number| number.to_string()),
        1 => any::<i64>().prop_map(|number| (number >> 24).to_string()),
        3 => few(&["0", "0.001", "2.5", "-1⏨9", "6/396/0/0 a", "cell 12", "cell 500", "9223372036854775807", "OB",
            "bits 37-39 of R", "bits 0-1 of bits 2-30 of M", "marks of R", "marks of cell 12"]),
    ];
    simple.prop_recursive(3, 8, 2, move |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            3 => inner.clone().prop_map(|a| a),
            1 => inner.clone().prop_map(|a| format!("cell ({a})")),
            1 => inner.clone().prop_map(|a| format!("-({a})")),
            1 => (0..39u32, 0..20u32, inner.clone())
                .prop_map(|(first, more, a)| format!("bits {first}-{} of ({a})", (first + more + 1).min(39))),
            3 => (few(&["fraction", "floating", "integer", "groups", "binary", "address of", "marks of"]), inner.clone())
                .prop_map(|(form, a)| format!("{form} ({a})")),
            3 => (two, few(&["+", "-", "×", "/", "÷", "mod"])).prop_map(|((a, b), sign)| format!("({a}) {sign} ({b})")),
        ]
    })
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
        last_moment(&timeline, (MomentKind::Held, &condition), &NoNames, last);
    }

    #[test]
    fn the_last_change_is_that_which_a_look_at_every_order_finds(
        program in 0..PROGRAMS.len(),
        text in prop_oneof![number(), condition()],
        last in 0u64..3000,
    ) {
        let Ok(watched) = Expression::parse(&text) else { return Ok(()) };
        let timeline = session(program, 1200);
        last_moment(&timeline, (MomentKind::Changed, &watched), &NoNames, last);
    }
}
