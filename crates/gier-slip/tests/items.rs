//! Tests items that were made by a program, and items that were parsed from text.

use gier_slip::{Item, OrderLine, Source, Word, assemble, disassemble, parse, parse_cell, print, print_item};
use gier_word::{Image, Opcode};

/// In a text, a semicolon is written as codes: upper case, 5, lower case. A text with codes returns to lower
/// case only if the codes say so.  [F-SLIP-7]
#[test]
fn a_text_is_plain_unless_a_semicolon_is_in_it() {
    for (text, printed) in [
        ("", "_t;"),
        ("sum", "_tsum;"),
        ("a;b", "_k_ta;60,5,58_tb;58."),
        ("a;", "_k_ta;60,5,58."),
        (";a", "_k60,5,58_ta;58."),
        (";;", "_k60,5,58,60,5,58."),
    ] {
        let item = Item::text(text);
        assert_eq!(print_item(&item).trim(), printed);
        let (read, faults) = parse(&[Source::new("a.slip", printed)]);
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(print(&read).trim(), printed);
    }
}

/// A text with codes ends with a point. The next cell begins after that point.
#[test]
fn behind_a_text_with_codes_the_next_cell_begins() {
    let (items, faults) = parse(&[Source::new("a.slip", "_k64,29,58_tsum;63.\nqq 5\n")]);
    assert!(faults.is_empty(), "{faults:?}");
    let printed: Vec<String> = items.iter().map(|item| print_item(item).trim().to_string()).collect();
    assert_eq!(printed, ["_k64,29,58_tsum;63.", "qq 5"]);
}

/// An address with a base is printed as -512 to 511, an address without a base as 0 to 1023.
#[test]
fn addresses_are_negative_with_a_base_from_512_on() {
    for (text, printed) in [
        ("arn s511", "arn s+511"),
        ("arn s512", "arn s-512"),
        ("arn s-1", "arn s-1"),
        ("arn 512", "arn 512"),
        ("arn -1", "arn 1023"),
    ] {
        assert_eq!(disassemble(parse_cell(text).unwrap()), printed);
    }
}

#[test]
fn a_text_that_includes_itself_is_reported_once() {
    let text = "i=0\n_t_pimage<;\ni=100\n_pimage<\n";
    let (items, faults) = parse(&[Source::new("a.slip", text)]);
    assert!(faults.is_empty(), "{faults:?}");
    let faults = assemble(&items).unwrap_err();
    let said: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(said, ["the text in the core image repeats endlessly"]);
}

/// Tests that cell n of the store is saved on track 294 + n div 40.  [F-SLIP-3]
#[test]
fn the_store_is_kept_on_the_tracks_of_the_core_image() {
    let (items, _) = parse(&[Source::new("a.slip", "i=417\nqq 7\n")]);
    let mut image = Image::new("core");
    assemble(&items).unwrap().write_to(&mut image);
    assert_eq!(image.track(304)[17], "7/0/0/0".parse().unwrap());
}

/// Builds an order part by part, and tests that it is printed as in SLIP.
#[test]
fn an_order_is_built_part_by_part() {
    let order = OrderLine::to(Opcode::Ar, 5).clear().floating().exchange().skip().direct().increment(7);
    assert_eq!(print_item(&Item::from(Word::Full(order.clone()))).trim(), "arnf 5 XVD t 7");
    assert!(!order.fits_half());
    assert!(OrderLine::to(Opcode::Ar, 5).clear().floating().fits_half());
    assert_eq!(
        print_item(&Item::from(Word::Full(OrderLine::to(Opcode::Gr, 9).indirect().exchange()))).trim(),
        "gr (9) X"
    );
}

/// Tests that a program with too many statements, faults or names gives one clear message. The time must not
/// grow with the square of the text's length.
#[test]
fn limits_are_reported() {
    let numbered = |count: usize, start: &str, end: &str| -> String {
        (0..count).map(|number| format!("{start}{number}{end}")).collect()
    };
    for (text, told) in [
        ("1,".repeat(500_000) + "1\n", "the text has more than 40000 statements here"),
        ("_b a5\n".repeat(200_000), "the text has more than 40000 statements here"),
        ("xyz\n".repeat(200_000), "the text has more than 10000 faults here"),
        ("arn 5\n".repeat(30_000), "there are more than 10000 faults"),
        (numbered(30_000, "arn {u", "}\n"), "there are more than 10000 faults"),
        (format!("a1={}1\n", numbered(100_000, "{n", "}+")), "the sum has more than 100 names"),
        (format!("arn {}1\n", numbered(100_000, "{n", "}+")), "the sum has more than 100 names"),
        (format!("arn {}1\n", numbered(100_000, "{n", "}.5+")), "the address has more than 100 parts"),
    ] {
        let (items, mut faults) = parse(&[Source::new("a.slip", &text)]);
        if faults.is_empty() {
            faults = assemble(&items).unwrap_err();
        }
        assert_eq!(faults.last().unwrap().message, told);
    }
}

#[test]
fn a_name_that_is_not_closed_is_reported() {
    let (_, faults) = gier_slip::parse(&[gier_slip::Source::new("text", "_di=40\n hv {nowhere\n_e40\n")]);
    let told: Vec<_> = faults.iter().map(|fault| (&*fault.message, fault.help.as_deref())).collect();
    assert_eq!(told, [("this name is not closed", Some("put the closing brace behind it"))]);
}
