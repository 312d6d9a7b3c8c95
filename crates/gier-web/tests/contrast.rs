//! Tests the contrast of the house's colours. A checker in the browser cannot judge text above shadows and
//! wood, so the tokens of the style sheet are compared here.

use std::collections::BTreeMap;

const HOUSE: &str = include_str!("../page/house.css");
/// The least contrast of a text and its background, by the rules for accessible pages (WCAG 2, level AA).
const LEAST: f64 = 4.5;
/// Pairs of a text's colour and its background.
const PAIRS: [(&str, &str); 13] = [
    ("text", "wall"),
    ("soft", "wall"),
    ("accent", "wall"),
    ("text", "label"),
    ("soft", "label"),
    ("accent", "label"),
    ("on-accent", "accent"),
    ("good", "label"),
    ("on-desk", "desk"),
    ("on-desk", "desk-2"),
    ("ink", "paper"),
    ("red", "paper"),
    ("wall", "text"),
];

/// The colours in a block of style rules, each as its red, green and blue parts.
fn tokens(block: &str) -> BTreeMap<&str, [f64; 3]> {
    let pairs = block.split("--").filter_map(|part| part.split(';').next()?.split_once(": #"));
    pairs
        .map(|(name, hex)| {
            let digit = |place: usize| u32::from_str_radix(&hex[place..=place], 16).unwrap();
            let part = |number: usize| match hex.len() {
                3 => digit(number) * 17,
                _ => digit(number * 2) * 16 + digit(number * 2 + 1),
            };
            (name, [0, 1, 2].map(|number| f64::from(part(number)) / 255.0))
        })
        .collect()
}

fn brightness(colour: [f64; 3]) -> f64 {
    let linear =
        colour.map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

#[test]
fn every_text_can_be_read_by_day_and_by_night() {
    let blocks: Vec<&str> = HOUSE.split(":root, :host {").skip(1).collect();
    let day = tokens(blocks[0].split('}').next().unwrap());
    let mut night = day.clone();
    night.extend(tokens(blocks[1].split('}').next().unwrap()));
    for (time, colours) in [("day", day), ("night", night)] {
        for (text, ground) in PAIRS {
            let [one, other] = [text, ground].map(|name| brightness(colours[name]) + 0.05);
            let contrast = one.max(other) / one.min(other);
            assert!(contrast >= LEAST, "{text} on {ground} by {time}: {contrast:.2}");
        }
    }
}
