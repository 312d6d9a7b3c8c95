//! Draws the handbook's pictures of the machine, `docs/pictures/*.svg`. The pictures use constants of the
//! program, such as the length of a cell. `UPDATE=1 cargo test -p xtask-site pictures` updates the files.

use std::fmt::Write;

use gier_algol::source::SourceText;
use gier_machine::devices::drum::WORD;
use gier_machine::timeline::{KEYFRAMES_MAX, SPACING};
use gier_word::order::ORDERS;
use gier_word::source_map::{BodyKind, CodeVariable, PROGRAM_FRAME, VariableKind};
use gier_word::tape::Row;
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{
    Base, Content, IndicatorOp, Letter, Marks, Opcode, Order, Symbol, TRACK_CELLS, Tail, timing,
};

/// All pictures. Each has its file name and its SVG.
pub fn all() -> [(&'static str, String); 7] {
    [
        ("cell.svg", cell()),
        ("order.svg", order()),
        ("address.svg", address()),
        ("drum.svg", drum()),
        ("tape.svg", tape()),
        ("frame.svg", frame()),
        ("timeline.svg", timeline()),
    ]
}

const STYLE: &str = "text { font: 14px Georgia, 'Liberation Serif', serif; fill: #1d1b18; } \
     .small { font-size: 11px; } .mid { text-anchor: middle; } .end { text-anchor: end; } \
     .box { fill: #fbf9f4; stroke: #5d574e; } .a { fill: #f3d9cf; stroke: #5d574e; } \
     .b { fill: #dfe7d6; stroke: #5d574e; } .c { fill: #dbe3ee; stroke: #5d574e; } \
     .ink { fill: #1d1b18; } .line { fill: none; stroke: #5d574e; stroke-width: 1.5; } \
     @media (prefers-color-scheme: dark) { text, .ink { fill: #ebe6dc; } .box { fill: #25231f; stroke: #a9a296; } \
     .a { fill: #5a2f24; stroke: #a9a296; } .b { fill: #34432a; stroke: #a9a296; } \
     .c { fill: #2a3a52; stroke: #a9a296; } .line { stroke: #a9a296; } }";

/// Returns a picture of this size as SVG. `body` is the SVG of the contents. A screen reader reads the title
/// and the description.
fn svg(width: u32, height: u32, title: &str, description: &str, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"t d\">\n<title id=\"t\">{title}</title>\n\
         <desc id=\"d\">{description}</desc>\n<style>{STYLE}</style>\n{body}</svg>\n"
    )
}

/// Draws a rectangle with a text in its centre.
fn labelled(out: &mut String, class: &str, (x, y, width, height): (f64, f64, f64, f64), label: &str) {
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>\
         <text class=\"mid\" x=\"{:.1}\" y=\"{:.1}\">{label}</text>",
        x + width / 2.0,
        y + height / 2.0 + 5.0,
    );
}

/// Draws a text at the point (x, y). The CSS class decides how the text is aligned.
fn text(out: &mut String, class: &str, x: f64, y: f64, words: &str) {
    let _ = writeln!(out, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>");
}

/// Draws an arrow that points down or to the right.
fn arrow(out: &mut String, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    let (dx, dy) = if x1 == x2 { (4.0, -8.0) } else { (-8.0, 4.0) };
    let (back, side) = if x1 == x2 { ((-4.0, -8.0), (dx, dy)) } else { ((-8.0, -4.0), (dx, dy)) };
    let _ = writeln!(
        out,
        "<path class=\"line\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}m{:.1} {:.1}L{x2:.1} {y2:.1}l{:.1} {:.1}\"/>",
        back.0, back.1, side.0, side.1
    );
}

/// The number of bits of a cell, without its marks.
const BITS: u32 = 40;
const BIT: f64 = 18.0;
const LEFT: f64 = 20.0;

fn cell() -> String {
    let mut out = String::new();
    for bit in 0..BITS {
        let class = if bit / 10 % 2 == 0 { "box" } else { "c" };
        let x = LEFT + f64::from(bit) * BIT;
        let _ =
            writeln!(out, "<rect class=\"{class}\" x=\"{x:.1}\" y=\"30\" width=\"{BIT}\" height=\"26\"/>");
        if bit % 10 == 0 || bit == BITS - 1 {
            text(&mut out, "small mid", x + BIT / 2.0, 22.0, &bit.to_string());
        }
    }
    let end = LEFT + f64::from(BITS) * BIT;
    for (index, mark) in ["a", "b"].into_iter().enumerate() {
        let x = end + 8.0 + index as f64 * BIT;
        labelled(&mut out, "a", (x, 30.0, BIT, 26.0), mark);
    }
    text(&mut out, "small", end + 8.0, 22.0, "marks");
    for group in 0..4 {
        let middle = LEFT + (f64::from(group) * 10.0 + 5.0) * BIT;
        text(&mut out, "small mid", middle, 76.0, &format!("group {}", group + 1));
    }
    text(&mut out, "small mid", LEFT + BIT / 2.0, 47.0, "±");
    svg(
        800,
        90,
        "The 42 bits of a cell",
        "Forty bits numbered 0, the sign, to 39, in four groups of ten, and the two marks a and b.",
        &out,
    )
}

/// Returns the numbers of the first bit and the last bit in which two cells differ.
fn bits(one: Content, other: Content) -> (u32, u32) {
    let different = one.encode().bits() ^ other.encode().bits();
    let from_left = |bit: u32| BITS - 1 - bit;
    (from_left(63 - different.leading_zeros()), from_left(different.trailing_zeros()))
}

/// A field of an order: its label, its CSS class, and a function that changes only bits of this field. The
/// changed bits show where to draw the field.
type Field = (&'static str, &'static str, fn(&mut Order));

/// The fields of a half-word order. A cell holds two such orders. Each function sets all bits of its field.
const HALF_FIELDS: [Field; 5] = [
    ("address", "c", |order| order.address = 1023),
    ("code", "a", |order| order.opcode = ORDERS[63].opcode),
    ("n", "b", |order| order.clear = true),
    ("( )", "b", |order| order.indirect = true),
    ("s r p", "b", |order| order.base = Base::P),
];

/// The fields that a full-word order has in addition to the fields of a half-word order.
const FULL_FIELDS: [Field; 7] = [
    ("t", "c", |order| tail(order).increment = 1023),
    ("X", "b", |order| tail(order).exchange = true),
    ("V", "b", |order| tail(order).skip = true),
    ("D", "b", |order| tail(order).direct = true),
    ("IMNL", "a", |order| tail(order).indicator = IndicatorOp::L),
    ("letter", "a", |order| tail(order).letter = Letter::R),
    ("A B", "a", |order| tail(order).marks = Marks::C),
];

fn tail(order: &mut Order) -> &mut Tail {
    order.tail.get_or_insert_default()
}

fn order() -> String {
    let mut out = String::new();
    let full = Order { tail: Some(Tail::default()), ..Order::default() };
    text(&mut out, "", LEFT, 20.0, "A full-word order");
    for (label, class, change) in HALF_FIELDS.into_iter().chain(FULL_FIELDS) {
        let mut changed = full;
        change(&mut changed);
        field(&mut out, class, label, bits(Content::Full(full), Content::Full(changed)), 40.0);
    }
    text(
        &mut out,
        "",
        LEFT,
        122.0,
        "Two half-word orders: left in bits 0-9 and 20-29, right in 10-19 and 30-39",
    );
    let half = Order::default();
    for (label, class, change) in HALF_FIELDS {
        let mut changed = half;
        change(&mut changed);
        field(&mut out, class, label, bits(Content::Pair(half, half), Content::Pair(changed, half)), 142.0);
        field(&mut out, class, label, bits(Content::Pair(half, half), Content::Pair(half, changed)), 142.0);
    }
    svg(
        760,
        200,
        "The fields of an order",
        "A full-word order and a pair of half-word orders, with the bits of each field.",
        &out,
    )
}

/// Draws one field of an order as a rectangle. The numbers of its first and last bit are above the rectangle.
fn field(out: &mut String, class: &str, label: &str, (first, last): (u32, u32), y: f64) {
    let x = LEFT + f64::from(first) * BIT;
    let width = f64::from(last - first + 1) * BIT;
    let narrow = label.len() > 1 && width < 20.0 + label.len() as f64 * 7.0;
    labelled(out, class, (x, y, width, 30.0), if narrow { "" } else { label });
    if narrow {
        text(out, "small mid", x + width / 2.0, y + 44.0, label);
    }
    text(out, "small", x + 2.0, y - 4.0, &first.to_string());
}

fn address() -> String {
    let mut out = String::new();
    let steps = [
        ("the address in the order, and its base".to_string(), "box", String::new()),
        (
            "add the base: nothing, s, r or p".to_string(),
            "c",
            format!("{} micro-operations if s, r or p", timing::MODIFICATION),
        ),
        (
            "indirect? then the cell there gives a new address and base".to_string(),
            "a",
            format!("{} for each step; back to the line above", timing::INDIRECT),
        ),
        (
            "add t, and store the sum where the address came from".to_string(),
            "c",
            format!("{} if t is not zero", timing::COUNT),
        ),
        ("the effective address A, 0 to 1023".to_string(), "box", String::new()),
    ];
    let (x, width, height) = (20.0, 430.0, 34.0);
    for (index, (label, class, cost)) in steps.iter().enumerate() {
        let y = 12.0 + index as f64 * 58.0;
        labelled(&mut out, class, (x, y, width, height), label);
        text(&mut out, "small", x + width + 30.0, y + 21.0, cost);
        if index + 1 < steps.len() {
            arrow(&mut out, (x + width / 2.0, y + height), (x + width / 2.0, y + 58.0));
        }
    }
    // This line leads from the step for indirect addressing back to the step that adds the base.
    out += "<path class=\"line\" d=\"M450 145H466V87H454m8 -4L454 87l8 4\"/>\n";
    svg(
        740,
        300,
        "The address calculation",
        "The base is added; an indirect address is replaced by the one in the cell it names, as often as \
         needed; t is added and stored; the result is the effective address.",
        &out,
    )
}

fn drum() -> String {
    let mut out = String::new();
    let micros = WORD.0 as f64 * 1e6 / UOPS_PER_SECOND as f64;
    let (x, width) = (20.0, 17.5);
    text(&mut out, "", x, 20.0, &format!("A track: {TRACK_CELLS} cells, one every {micros:.0} µs"));
    for cell in 0..TRACK_CELLS {
        let class = if cell < 12 { "b" } else { "box" };
        let left = x + cell as f64 * width;
        let _ = writeln!(
            out,
            "<rect class=\"{class}\" x=\"{left:.1}\" y=\"46\" width=\"{width}\" height=\"24\"/>"
        );
        if cell % 10 == 0 || cell == TRACK_CELLS - 1 {
            text(&mut out, "small mid", left + width / 2.0, 40.0, &cell.to_string());
        }
    }
    let head = x + 12.0 * width;
    arrow(&mut out, (head, 118.0), (head, 118.0 - 44.0));
    text(
        &mut out,
        "small",
        head + 8.0,
        112.0,
        "the head: the cells to its left have been read, the program goes on",
    );
    let round = micros * TRACK_CELLS as f64 / 1000.0;
    text(&mut out, "small", x, 142.0, &format!("all {TRACK_CELLS} cells: {round:.1} ms"));
    svg(
        740,
        155,
        "A track of the drum and a transfer",
        "Forty cells pass the head one after the other; while they come in, the program goes on.",
        &out,
    )
}

fn tape() -> String {
    let mut out = String::new();
    // The symbol 49 is a lower-case a: 1 + 16 + 32. It has three holes, so the parity hole is not
    // punched.
    let symbol = Symbol::new(49);
    let row = Row::new(symbol).0;
    let (x, step) = (60.0, 52.0);
    let _ = writeln!(out, "<rect class=\"box\" x=\"20\" y=\"36\" width=\"500\" height=\"60\"/>");
    // The small feed holes are between the third and the fourth hole.
    for track in 0..8 {
        let bit = 7 - track;
        let centre = x + f64::from(track) * step + if bit < 3 { step / 2.0 } else { 0.0 };
        let is_punched = row >> bit & 1 == 1;
        let class = if is_punched { "ink" } else { "line" };
        let _ = writeln!(out, "<circle class=\"{class}\" cx=\"{centre:.1}\" cy=\"66\" r=\"13\"/>");
        let weight = Symbol::new(127).code() & Row(1 << bit).symbol().code();
        let label = if weight == 0 { "parity".to_string() } else { weight.to_string() };
        text(&mut out, "small mid", centre, 26.0, &label);
    }
    let sprocket = x + 4.75 * step;
    let _ = writeln!(out, "<circle class=\"ink\" cx=\"{sprocket:.1}\" cy=\"66\" r=\"5\"/>");
    let holes = row.count_ones();
    text(
        &mut out,
        "small",
        20.0,
        116.0,
        &format!("the symbol {}: {holes} holes, an odd number", symbol.code()),
    );
    svg(
        540,
        130,
        "A row of paper tape",
        "Eight holes across the tape: weights 64, 32, 16, the parity hole, 8, 4, 2, 1, with the sprocket hole \
         between 8 and 4.",
        &out,
    )
}

/// An ALGOL program with the procedure whose frame the picture shows.
const PROCEDURE: &str = "_begin _real _procedure mean(a, n); _value a, n; _real a; _integer n;\n\
     _begin _real sum; _integer i; sum := a; i := n; mean := sum/i _end;\n\
     write(‹d›, mean(1, 2))\n_end;";

/// Draws the frame of a procedure, with the cells of its variables. The places of these cells come from the
/// compiler's source map.
fn frame() -> String {
    let (compilation, faults) = gier_algol::compile(&[SourceText::clean("mean", PROCEDURE)], &mut |_| None);
    assert!(faults.is_empty(), "{faults:?}");
    let image = compilation.expect("the program has no fault").image;
    let map = image.map().expect("the compiler writes a map");
    let body = map.bodies.iter().find(|body| body.kind == BodyKind::Procedure).expect("it has a procedure");
    let level = body.level;
    let of_frame =
        map.blocks.iter().flat_map(|block| &block.variables).filter(|variable| variable.level == level);
    let mut cells: Vec<(i16, String)> = of_frame
        .map(|variable| (variable.offset, format!("{}, {}", variable.name, kind(variable))))
        .collect();
    cells.push((1, "display cell of the level | its old contents | - | end of the stack".to_string()));
    cells.push((0, "point of return: track, cell | p of the environment | p of the caller".to_string()));
    cells.sort_unstable_by_key(|(offset, _)| std::cmp::Reverse(*offset));
    cells.dedup();

    let mut out = String::new();
    let (x, width, height) = (120.0, 520.0, 30.0);
    text(&mut out, "small", x, 20.0, "higher addresses: the frame of the caller");
    for (index, (offset, label)) in cells.iter().enumerate() {
        let y = 28.0 + index as f64 * height;
        let class = if *offset > 1 {
            "c"
        } else if *offset >= 0 {
            "a"
        } else {
            "box"
        };
        labelled(&mut out, class, (x, y, width, height), label);
        let name = if *offset == 0 { "p".to_string() } else { format!("p{offset:+}") };
        text(&mut out, "end", x - 34.0, y + 20.0, &name);
        if *offset == 0 {
            arrow(&mut out, (x - 28.0, y + height / 2.0), (x - 4.0, y + height / 2.0));
        }
    }
    let end = 28.0 + cells.len() as f64 * height;
    arrow(&mut out, (x + width / 2.0, end + 4.0), (x + width / 2.0, end + 34.0));
    text(&mut out, "small", x + width / 2.0 + 10.0, end + 24.0, "arrays, then the frames of what it calls");
    text(
        &mut out,
        "small",
        x,
        end + 52.0,
        &format!("The frame of the program is at {PROGRAM_FRAME}; the stack grows downwards."),
    );
    svg(
        660,
        (end + 64.0) as u32,
        "The frame of a procedure",
        "From higher to lower addresses: the parameters, the display word, the word at p with the return, then \
         the value of the procedure and its variables.",
        &out,
    )
}

/// Describes in words what the cell of a variable contains.
fn kind(variable: &CodeVariable) -> &'static str {
    match variable.kind {
        VariableKind::Value(_) => "a value parameter",
        VariableKind::Result(_) => "the value of the procedure",
        _ => "a variable",
    }
}

/// Draws a timeline for sessions of three lengths. It shows the keyframes, which are the copies of the
/// machine that a debugger keeps.
fn timeline() -> String {
    let mut out = String::new();
    let (x, width) = (120.0, 560.0);
    let spacing = SPACING.seconds();
    for (row, minutes) in [4.0, 12.0, 60.0].into_iter().enumerate() {
        let y = 40.0 + row as f64 * 52.0;
        let mut interval = spacing;
        while minutes * 60.0 / interval >= KEYFRAMES_MAX as f64 {
            interval *= 2.0;
        }
        let copies = minutes * 60.0 / interval;
        text(&mut out, "end", x - 12.0, y + 5.0, &format!("{minutes:.0} minutes"));
        let length = width * minutes / 60.0;
        let _ = writeln!(out, "<path class=\"line\" d=\"M{x:.1} {y:.1}h{length:.1}\"/>");
        // One line is drawn for every eighth keyframe.
        let strokes = (copies / 8.0) as usize;
        for stroke in 0..=strokes {
            let at = x + length * stroke as f64 / strokes as f64;
            let _ = writeln!(out, "<path class=\"line\" d=\"M{at:.1} {:.1}v14\"/>", y - 7.0);
        }
        text(&mut out, "small", x, y + 24.0, &format!("{copies:.0} copies, one every {interval:.0} s"));
    }
    text(
        &mut out,
        "small",
        x,
        16.0,
        &format!("Every eighth copy is drawn. There are at most {KEYFRAMES_MAX}."),
    );
    svg(
        700,
        200,
        "The copies of a timeline",
        "Copies of the machine along a session. Whenever there are too many, every second one is dropped, so a \
         longer session has copies further apart.",
        &out,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_pictures_are_those_of_the_machine() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
        for (name, drawn) in all() {
            let path = folder.join(name);
            if std::env::var_os("UPDATE").is_some() {
                fs::write(&path, &drawn).unwrap();
            }
            let there = fs::read_to_string(&path).unwrap_or_default();
            assert!(
                there == drawn,
                "docs/pictures/{name} is not what the machine's constants draw; UPDATE=1"
            );
        }
    }

    #[test]
    fn the_bits_of_a_field_come_from_the_encoding() {
        let order = Order { tail: Some(Tail::default()), ..Order::default() };
        let other = Order { opcode: Opcode::Ud, ..order };
        assert_eq!(bits(Content::Full(order), Content::Full(other)), (20, 25));
    }
}
