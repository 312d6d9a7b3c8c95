//! Tests the source map of a compiled program, which connects orders with source lines. gier must report the
//! right line at an alarm, and each drum image must contain its map.

use crate::backwards::last_moment;
use crate::cli::Desk;
use crate::tidy::root;
use gier_algol::source::SourceText;
use gier_desk::attended::Alarms;
use gier_desk::debug::expression::Expression;
use gier_desk::debug::past::MomentKind;
use gier_desk::debug::program::Program;
use gier_desk::whereabouts::{Guide, Whereabouts};
use gier_machine::{Interest, Machine, Pause, Place, Probe, StateView, Timeline, WatchSet};
use gier_programs::PROGRAMS;
use gier_word::codec::decode_half;
use gier_word::order::{Class, Next};
use gier_word::{Content, Half, Home, Image, Opcode, Order, SourceMap, TrackNo, Uops};
use snapbox::str;
use std::fs;

/// Compiles a program without faults.
pub fn compiled(name: &str, text: &str) -> Image {
    let (compilation, faults) = gier_algol::compile(&[SourceText::clean(name, text)], &mut |_| None);
    assert!(faults.is_empty(), "{name}: {faults:#?}\n{text}");
    compilation.unwrap().image
}

/// Stops the machine when the program reaches an alarm.
struct AtAlarm {
    watch_set: WatchSet,
    reached: bool,
}

impl Probe for AtAlarm {
    fn interest(&self) -> Interest<'_> {
        Interest::Watched(&self.watch_set)
    }
    fn reached(&mut self, _: &StateView<'_>) {
        self.reached = true;
    }
    fn wants_stop(&self) -> bool {
        self.reached
    }
}

fn at_alarm(image: &Image) -> String {
    let map = image.map().unwrap();
    let mut watch_set = WatchSet::EMPTY;
    for (_, cell) in &map.alarms {
        watch_set.set_place(Place { cell: *cell, half: Half::Left }, true);
    }
    let mut machine = Machine::with_image(image);
    let mut probe = AtAlarm { watch_set, reached: false };
    assert_eq!(machine.run_probed(Uops::from_seconds(20.0), &mut probe), Pause::ProbeStop);
    Whereabouts::of(&machine, &Guide::new(map.clone())).line().unwrap()
}

#[test]
fn every_image_contains_its_map() {
    for program in PROGRAMS {
        let image = program.image();
        let map = image.map().unwrap_or_else(|| panic!("{}", program.name));
        let bytes = map.to_bytes();
        let mut bare = image.clone();
        bare.set_map(None);
        println!("{:16} {:6} {:6}", program.name, bare.to_bytes().len(), bytes.len());
        assert_eq!(SourceMap::from_bytes(&bytes).as_ref(), Ok(&**map), "{}", program.name);
    }
}

/// Tests that an alarm or a call in a library text is reported with the name of the text's file.
/// Tests that the command of the manuals makes the images of `roms/`, byte for byte, wherever the texts are.
#[test]
fn the_command_makes_the_same_images_as_the_source_tree() {
    let desk = Desk::new();
    let folder = root().join("programs");
    for program in PROGRAMS {
        let command = if program.is_slip() { "asm" } else { "algol" };
        let mut words = format!("{command} {} -o made.drum", folder.join(program.path).display());
        for library in program.libraries {
            words += &format!(" --library {}", folder.join(library).display());
        }
        desk.gier(&words).code(0);
        let made = fs::read(desk.path("made.drum")).unwrap();
        let kept = fs::read(root().join("roms").join(program.name).with_extension("drum")).unwrap();
        assert!(made == kept, "{words}");
    }
}

#[test]
fn an_alarm_in_a_library_text_names_it() {
    let text = "_begin\n_comment library ROOT;\n_comment library TWICE;\nwrite(‹d.d›,\n TWICE(-4)) _end;";
    let root = "_real _procedure ROOT(x);\n_value x; _real x;\n  ROOT := sqrt(x);";
    let twice = "_real _procedure TWICE(x);\n_real x;\n\nTWICE := 2 × ROOT(x)";
    let mut library = |name: &str| match name {
        "ROOT" => Some(SourceText::clean("library/ROOT.alg", root)),
        _ => Some(SourceText::clean("library/TWICE.alg", twice)),
    };
    let (compilation, faults) = gier_algol::compile(&[SourceText::clean("a.alg", text)], &mut library);
    assert!(faults.is_empty(), "{faults:#?}");
    let image = compilation.unwrap().image;
    let said = crate::algol::alarm(Machine::with_image(&image), &image, "");
    let expected = "sqrt alarm at library/ROOT.alg:3:11, in procedure ROOT called at library/TWICE.alg:4:14, \
                    in procedure TWICE called at a.alg:5:2 (sqrt(-4))";
    assert_eq!(said, [expected]);
}

/// Tests that no line is reported if a program has no map, or has the map of another program.
#[test]
fn without_a_map_no_place_is_reported() {
    let mut image = compiled("a.alg", "_begin _array A[1:3]; A[4] := 1 _end;");
    let machine = Machine::with_image(&image);
    assert_eq!(
        crate::algol::alarm(machine.clone(), &image, ""),
        ["index alarm at a.alg:1:23 (A[4], bounds 1:3)"]
    );
    let other = compiled("b.alg", "_begin _array A[1:3]; _real x; x := ln(-1); A[1] := sin(x) _end;");
    assert!(crate::algol::alarm(machine.clone(), &other, "").is_empty());
    image.set_map(None);
    assert!(crate::algol::alarm(machine, &image, "").is_empty());
}

#[test]
fn an_alarm_is_reported_with_its_place() {
    let text = "_begin _integer n; _array A[1:10];\n_procedure SORT(B, k); _array B; _integer k;\n  \
                _begin _integer i;\n  i := k;\n  B[i] := 1 _end;\nn := 11;\nSORT(A, n)\n_end;";
    assert_eq!(at_alarm(&compiled("squares.alg", text)), "squares.alg:5:3, in procedure SORT called at :7");
}

/// Tests that `gier replay` reports the line of an alarm. gier needs the source map for this, so the program
/// must come with gier, or `--image` must name its drum image.
#[test]
fn a_session_reports_the_place_of_its_alarm() {
    for (text, expected) in [
        (
            "_begin _array A[1:3];\n _real x; x := 4;\n A[x] := 1 _end;",
            "index alarm at a.alg:3:2 (A[4], bounds 1:3)",
        ),
        ("_begin _real x;\n x := 0;\n writetext(«one»);\n x := 1 / x _end;", "spill alarm at a.alg:4:2"),
        ("_begin writetext(«one») _end;", ""),
    ] {
        let image = compiled("a.alg", text);
        let mut timeline = Timeline::new(Machine::with_image(&image));
        while timeline.run_until(timeline.machine().now() + Uops::from_seconds(0.1)) == Pause::Done {}
        let line = Alarms::of(&image).unwrap().last_line(&timeline);
        assert_eq!(line.unwrap_or_default(), expected);
    }
    let desk = Desk::new();
    desk.put("bad.alg", "_begin _array A[1:3]; A[4] := 1 _end;\n");
    desk.gier("algol bad.alg").code(0);
    desk.gier("panel bad.drum --log bad.log --at 5 --picture bad.txt").code(0);
    desk.gier("replay bad.log").code(0).stderr_eq("");
    desk.gier("replay bad.log --image bad.drum").code(0).stderr_eq(str![[r#"
gier: index alarm at bad.alg:1:23 (A[4], bounds 1:3)

"#]]);
}

#[test]
fn an_alarm_of_an_algol_program_gives_status_1() {
    let desk = Desk::new();
    desk.put("bad.alg", "_begin _array A[1:3]; A[4] := 1 _end;\n");
    desk.gier("algol bad.alg -o bad.drum").code(0);
    desk.gier("run bad.drum")
        .code(1)
        .stdout_eq(str![[r#"

index

"#]])
        .stderr_eq(str![[r#"
gier: index alarm at bad.alg:1:23 (an element is outside its array: A[4], bounds 1:3)

"#]]);
    desk.gier("algol bad.alg -o bare.drum --no-map").code(0);
    desk.gier("run bare.drum").code(1).stderr_eq(str![[r#"
gier: the program stopped with the alarm index: an element is outside its array

"#]]);
    desk.put("bad.acts", "drum \"bad.drum\"\nhelp\nawait stop\n");
    desk.gier("boot --acts bad.acts").code(0).stderr_eq(str![[r#"
gier: index alarm at bad.alg:1:23 (an element is outside its array: A[4], bounds 1:3)

"#]]);
}

/// Tests that a backward search for a condition with variables finds the same order as a check after every
/// order.
#[test]
fn a_backward_search_by_names_agrees_with_checking_every_order() {
    let text = include_str!("../programs/bench/procedures.alg").replace("i×2, i, 100", "i×2, i, 9");
    let text = text.replace("_until 12", "_until 5");
    let image = compiled("procedures.alg", &text);
    let names = Program::new(image.map().cloned());
    let mut timeline = Timeline::new(Machine::with_image(&image));
    timeline.run_until(Uops::from_seconds(1.5));
    let end = timeline.position().orders;
    let mut found = String::new();
    for text in [
        "n = 5",
        "n = 13",
        "i = 7",
        "i = 3 and n = 1",
        "not (n < 2) and R < 0",
        "n > 3 or sum > 10",
        "sum = 12 and n + i = 8",
        "k = 7",
        "t > 3 and k < 4",
        "last = 9 and t / k > 2",
        "term = 12",
        "fibonacci = 5 and p < 900",
        "bits 0-9 of n = 1",
        "n ÷ 2 = 2 and n mod 2 = 1",
        "nowhere = 1",
        "i = 2 and orders < 9000",
    ] {
        let condition = Expression::parse(text).unwrap();
        for last in [end, end / 2] {
            let order = last_moment(&timeline, (MomentKind::Held, &condition), &names, last);
            found += &order.map_or("- ".to_string(), |order| format!("{order} "));
        }
        found += &format!("{text}\n");
    }
    let often = found.lines().filter(|line| !line.starts_with("- - ")).count();
    assert!(often > 9, "{found}");
    println!("{found}");
}

/// Returns the two orders before a half word of a track, the nearest first.
fn orders_before(image: &Image, track: TrackNo, cell: u8, half: Half) -> Vec<Order> {
    let (before, here) = image.track(track.number().into()).split_at(cell.into());
    let left = (half == Half::Right).then(|| decode_half(here[0], Half::Left));
    let before = before.iter().rev().flat_map(|&cell| match Content::decode(cell) {
        Content::Full(order) => vec![order],
        Content::Pair(left, right) => vec![right, left],
    });
    left.into_iter().chain(before).take(2).collect()
}

/// Tests that a program moves from one block to another only by an order that jumps, stores, or sets s or p.
/// A search in the past relies on this rule, because variable names keep their meaning between such orders.
#[test]
fn a_program_leaves_a_block_only_by_orders_that_a_search_checks() {
    let jumps = |order: &Order| matches!(order.opcode.row().next, Next::Jump | Next::Call | Next::Return);
    let is_asked = |order: &Order| {
        jumps(order)
            || order.opcode.row().class == Class::Store
            || matches!(order.opcode, Opcode::Pp | Opcode::Ps)
    };
    let skips =
        |order: &Order| order.opcode.row().next == Next::Skip || order.tail.is_some_and(|tail| tail.skip);
    let mut boundaries = 0;
    for program in PROGRAMS {
        let image = program.image();
        let Some(map) = image.map() else { continue };
        for rows in map.code.windows(2) {
            let (a, b) = (&rows[0], &rows[1]);
            let (Home::Drum(track, _), Home::Drum(other, cell)) = (a.home, b.home) else { continue };
            let is_code = a.body.is_some() && b.body.is_some();
            if track != other || !is_code || (a.body, a.block) == (b.body, b.block) {
                continue;
            }
            boundaries += 1;
            let before = orders_before(&image, track, cell, b.half);
            let [nearer, farther] = &before[..] else {
                panic!("{}: {:?} begins a track", program.name, b.home)
            };
            // The code after a jump contains parameters for the running system, or is never executed.
            let is_right = jumps(farther) || is_asked(nearer) && !skips(farther);
            assert!(is_right, "{}: {:?} behind {farther:?} and {nearer:?}", program.name, b.home);
        }
    }
    assert!(boundaries > 50, "{boundaries}");
}
