//! Tests the whole crate with random items and random texts. If the crate prints items and parses the printed
//! text, the result must be the same items. The crate must not panic, whatever the items or the text are.

use gier_slip::{
    AddressPart, Decimal, Destination, Expr, Head, Item, Name, OrderLine, Source, Statement, Symbol,
    TailLine, TextPart, Word, assemble, parse, print,
};
use gier_word::{Base, Cell, IndicatorOp, Letter, Marks, Opcode};
use proptest::prelude::*;

fn name() -> impl Strategy<Value = Name> {
    prop_oneof![
        4 => (prop::char::range('a', 'e'), 0u16..1024).prop_map(|(letter, number)| Name::Short(letter, number)),
        1 => "[a-zæøå][a-z0-9 ]{0,8}[a-z0-9]".prop_map(Name::Long),
    ]
}

fn symbol() -> impl Strategy<Value = Symbol> {
    prop_oneof![
        6 => name().prop_map(Symbol::Name),
        1 => Just(Symbol::Here),
        1 => Just(Symbol::Track),
        1 => Just(Symbol::CellOfTrack),
    ]
}

fn expr() -> impl Strategy<Value = Expr> {
    (-2000i64..2000, prop::collection::vec((-2i64..3, symbol()), 0..3)).prop_map(|(constant, terms)| {
        let mut expr = Expr::number(constant);
        for (factor, symbol) in terms {
            expr.add(factor, symbol);
        }
        expr
    })
}

/// Generates the parts of an address, as the parser makes them. No part is zero. A part with a bit position
/// has one term, and a part without a position is a sum.
fn address() -> impl Strategy<Value = Vec<AddressPart>> {
    let term =
        (0i64..2000, prop::option::of(symbol()), any::<bool>()).prop_map(|(constant, symbol, negative)| {
            let value = Expr { constant, terms: symbol.map(|symbol| (1, symbol)).into_iter().collect() };
            if negative { Expr::default().minus(value) } else { value }
        });
    let part = prop_oneof![
        3 => expr().prop_map(|value| AddressPart { value, position: 9 }),
        2 => (term, 0u8..42).prop_map(|(value, position)| AddressPart { value, position }),
    ];
    prop::collection::vec(part, 0..3).prop_map(|parts| {
        let mut address: Vec<AddressPart> = Vec::new();
        for part in parts.into_iter().filter(|part| part.value != Expr::default()) {
            if part.position != 9 || address.last().is_none_or(|last| last.position != 9) {
                address.push(part);
            }
        }
        address
    })
}

fn half() -> impl Strategy<Value = OrderLine> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (0u8..64, flags, 0u8..4, address()).prop_map(|(code, (clear, floating, indirect), base, address)| {
        OrderLine {
            opcode: Opcode::from_code(code),
            clear,
            floating,
            base: Base::from_bits(base),
            indirect,
            address,
            tail: TailLine::default(),
        }
    })
}

fn full() -> impl Strategy<Value = OrderLine> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (half(), address(), flags, 0u8..4, 0u8..8, 0u8..4).prop_map(
        |(order, increment, (exchange, skip, direct), indicator, letter, marks)| OrderLine {
            tail: TailLine {
                increment,
                exchange,
                skip,
                direct,
                indicator: IndicatorOp::from_bits(indicator),
                letter: Letter::from_bits(letter),
                marks: Marks::from_bits(marks),
            },
            ..order
        },
    )
}

fn decimal(whole: bool) -> impl Strategy<Value = Decimal> {
    let power = prop::option::weighted(0.5, -30i32..30);
    (any::<bool>(), "[0-9]{1,14}", prop::option::weighted(0.5, "[0-9]{1,14}"), power).prop_map(
        move |(negative, digits, decimals, power)| {
            let power = if whole || decimals.is_some() { power } else { Some(power.unwrap_or(1)) };
            Decimal { negative, whole: digits, decimals, power }
        },
    )
}

fn word() -> impl Strategy<Value = Word> {
    let marks = || (0u8..4).prop_map(Marks::from_bits);
    prop_oneof![
        4 => full().prop_map(Word::Full),
        4 => (half(), half()).prop_map(|(left, right)| Word::Pair(left, right)),
        1 => (-(1i64 << 39)..1 << 39, marks()).prop_map(|(value, marks)| Word::Integer(value, marks)),
        1 => (decimal(false), marks()).prop_map(|(value, marks)| Word::Fraction(value, marks)),
        1 => (decimal(true), marks()).prop_map(|(value, marks)| Word::Float(value, marks)),
        1 => (0u64..1 << 42).prop_map(|raw| Word::Data(Cell::from_raw(raw))),
    ]
}

fn text() -> impl Strategy<Value = Vec<TextPart>> {
    let part = prop_oneof![
        "[a-zA-ZæøåÆØÅ0-9 .,:×⏨∧∨=<>()\n|_]{0,12}".prop_map(TextPart::Characters),
        prop::collection::vec(0u8..128, 1..4).prop_map(TextPart::Codes),
    ];
    prop::collection::vec(part, 1..4).prop_map(|mut parts| {
        parts.dedup_by(|a, b| matches!((a, b), (TextPart::Codes(_), TextPart::Codes(_))));
        parts
    })
}

/// Generates the head of a block: an optional track, an optional address, and the declared letters, each at
/// most once.
fn heads() -> impl Strategy<Value = Vec<Head>> {
    let place = (prop::option::of(expr()), prop::option::of(expr()));
    let letters = prop::collection::btree_map(prop::char::range('a', 'e'), 0u16..100, 1..4);
    (place, letters).prop_map(|((track, here), letters)| {
        let places = track.map(Head::Track).into_iter().chain(here.map(Head::Here));
        places.chain(letters.into_iter().map(|(letter, highest)| Head::Declare(letter, highest))).collect()
    })
}

fn statement() -> impl Strategy<Value = Statement> {
    prop_oneof![
        2 => heads().prop_map(Statement::Begin),
        2 => Just(Statement::End(None)),
        1 => expr().prop_map(|at| Statement::Place(Destination::Core(at))),
        1 => (expr(), expr()).prop_map(|(track, runs_at)| Statement::Place(Destination::Track { track, runs_at })),
        2 => (name(), expr()).prop_map(|(name, value)| Statement::Define(name, value)),
        1 => expr().prop_map(Statement::Here),
        3 => name().prop_map(Statement::Label),
        1 => name().prop_map(Statement::RightLabel),
        12 => word().prop_map(Statement::Cell),
        2 => text().prop_map(Statement::Text),
        1 => expr().prop_map(Statement::If),
        1 => Just(Statement::Else),
        1 => Just(Statement::Fi),
        1 => Just(Statement::Refuse),
        1 => expr().prop_map(Statement::Start),
        1 => "[a-z]{0,8}".prop_map(Statement::Inform),
        1 => Just(Statement::Stop),
    ]
}

/// Tokens that occur in real programs.
const TOKENS: &[&str] = &[
    "hv",
    "arn",
    "qqf",
    "_b",
    "_e",
    "_d",
    "_i",
    "_s",
    "_t",
    "_k",
    "_m",
    "_f",
    "_u",
    "i=",
    "k=",
    "a1",
    "a1:",
    "b20h:",
    "{x}",
    "{x}:",
    "{core}",
    "{track}",
    "=",
    ",",
    ";",
    ".",
    "/",
    "+",
    "-",
    "<",
    ">",
    "*",
    ":",
    "(",
    ")",
    "r",
    "s",
    "p",
    "t",
    "X",
    "V",
    "D",
    "IZA",
    "MRC",
    "NKB",
    "LC",
    "'",
    "12",
    "0.5",
    "1023",
    "99999999999999999999",
    "[",
    "]",
    "\n",
    "\n",
    " ",
    "#061",
    "#072",
    "å",
    "×",
    "⏨",
    "HVS",
    "n",
    "f",
    "{",
    "}",
    "_",
    "__i",
];

/// A token, mostly one of [`TOKENS`], otherwise a few random characters.
fn token() -> impl Strategy<Value = String> {
    prop_oneof![8 => prop::sample::select(TOKENS).prop_map(str::to_string), 1 => ".{0,4}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn printed_items_are_read_back(
        statements in prop::collection::vec(statement(), 0..12),
        start in prop::option::of(expr()),
    ) {
        // There are at least as many open blocks as `_e` statements, because an `_e` outside all blocks would
        // end the text.
        let blocks = vec![Statement::Begin(vec![Head::Declare('a', 0)]); statements.len()];
        let end = start.map(|start| Statement::End(Some(start)));
        let items: Vec<Item> = blocks.into_iter().chain(statements).chain(end).map(Item::from).collect();
        let text = print(&items);
        let (again, faults) = parse(&[Source::new("printed", &text)]);
        prop_assert!(faults.is_empty(), "{:?}\n{}", faults, text);
        prop_assert_eq!(again, items, "{}", text);
    }

    #[test]
    fn token_soup_does_not_panic(tokens in prop::collection::vec(token(), 0..60)) {
        let text = tokens.concat();
        let (items, faults) = parse(&[Source::new("soup", &text)]);
        for fault in &faults {
            prop_assert!(text.get(fault.span.bytes()).is_some(), "{:?} in {:?}", fault, text);
        }
        if let Ok(assembly) = assemble(&items) {
            prop_assert!(assembly.listing(&items).len() >= assembly.made.len());
        }
    }

    #[test]
    fn any_items_assemble_or_say_why(statements in prop::collection::vec(statement(), 0..20)) {
        let items: Vec<Item> = statements.into_iter().map(Item::from).collect();
        match assemble(&items) {
            Ok(assembly) => prop_assert!(assembly.core().len() + assembly.drum().len() <= assembly.made.len()),
            Err(faults) => prop_assert!(!faults.is_empty()),
        }
    }
}
