//! Tests files of larger installations: reels of magnetic tape, and drawings.

use crate::cli::Desk;
use snapbox::str;
use std::fs;

/// Draws two steps to the right, and one step upwards with a red pen of 0.9 mm. Then writes two words and a
/// file mark on the tape of station 6.  [F-PLOT-1] [F-PLOT-2] [F-MTAPE-2]
const DRAW: &str = "\
_d i=100
{begin}: vy 64 , sy 32
 sy 4 , sy 4
 arn {red} , zj 0
 sy 8 , sy 16
 arn {fill} , us 0
 arn {two} , us 6
 arn {one} , us 150
 hv 2
{red}: qq 1.19 + 9.17
{fill}: qq 200.9 + 2.19
{two}: qq 2.19
{one}: qq 1.19
_d i=200
 qq 20.9
 qq 29.9
_e {begin}
";

/// Reads the two words and types the symbol of their sum, 49, which is `a`.
const READ: &str = "\
_d i=100
{begin}: arn {two} , il 6
 arn {to} , il 0
 arn 210 , ar 211
 vy 17 , ga {type}
{type}: sy 0
 hv 2
{two}: qq 2.19
{to}: qq 210.9 + 2.19
_e {begin}
";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("draw.slip", DRAW).put("read.slip", READ);
    desk.gier(
        "run draw.slip --installation one-drum-buffer+plotter+tape6 --plot p.svg --save-tape-station 6=t.tap",
    )
    .code(0)
    .stdout_eq("")
    .stderr_eq("");
    desk
}

#[test]
fn the_manual_lists_every_part() {
    let manual = crate::tidy::read(&crate::tidy::root().join("docs/machine.md"));
    for (name, ..) in gier_word::installation::PARTS {
        assert!(
            manual.contains(&format!("\n| `{name}` | ")),
            "docs/machine.md has no row for the part {name}"
        );
    }
}

#[test]
fn a_drawing_becomes_a_picture() {
    let picture = desk().get("p.svg");
    assert!(picture.contains(r#"width="10.2mm" height="10.1mm""#), "{picture}");
    assert!(picture.contains(r##"stroke="#1c1b1a" stroke-width="3" points="50,51 52,51""##), "{picture}");
    assert!(picture.contains(r##"stroke="#b3201c" stroke-width="9" points="52,51 52,50""##), "{picture}");
}

/// Tests that a reel is saved and can be mounted again. The reel must have a record of 14 bytes, and a mark
/// of length zero. The record has two words. Bits 0-9 of the words hold 20 and 29.
#[test]
fn a_reel_is_saved_and_mounted_again() {
    let desk = desk();
    let record = [1, 16, 0, 0, 0, 0, 0, 1, 52, 0, 0, 0, 0, 0];
    let tape = [&[14, 0, 0, 0][..], &record, &[14, 0, 0, 0], &[0; 4]].concat();
    assert_eq!(fs::read(desk.path("t.tap")).unwrap(), tape);
    let read = "run read.slip --installation one-drum-buffer --tape-station 6=t.tap";
    desk.gier(read).code(0).stdout_eq("a\n").stderr_eq("");
    desk.gier(&format!("{read} --save-tape-station 6=t.tap")).code(0);
    desk.gier("asm read.slip -o read.drum").code(0);
    desk.put(
        "m.acts",
        "tape-station 6 \"t.tap\"\nhelp\nawait stop\nsave tape-station 6 \"u.tap\"\nplot \"q.svg\"\n",
    );
    desk.gier("boot --drum read.drum --installation one-drum-buffer --acts m.acts").code(0).stdout_eq("a\n");
    assert_eq!(fs::read(desk.path("t.tap")).unwrap(), tape);
    assert_eq!(fs::read(desk.path("u.tap")).unwrap(), tape);
    assert!(desk.get("q.svg").contains("</svg>"));
}

#[test]
fn wrong_stations_and_files_are_refused() {
    let desk = desk();
    let read = "run read.slip --installation one-drum-buffer";
    desk.gier(&format!("{read} --tape-station 7=t.tap")).code(2).stderr_eq(str![[r#"
error: invalid value '7=t.tap' for '--tape-station <N=FILE>': give the number of a station, 1 to 6, and a file: 6=labels.tap

For more information, try '--help'.

"#]]);
    let told = "gier: p.svg: this is no magnetic tape (.tap): the record at byte 0 is torn\n";
    desk.gier(&format!("{read} --tape-station 6=p.svg")).code(2).stderr_eq(told);
    let told = "gier: --plot would be written over t.tap, which is read; name another file\n";
    desk.gier(&format!("{read} --tape-station 6=t.tap --plot t.tap")).code(2).stderr_eq(told);
    let told = "gier: there is no magnetic tape station 5 to save in u.tap\n";
    desk.gier(&format!("{read} --tape-station 6=t.tap --save-tape-station 5=u.tap")).code(2).stderr_eq(told);
    assert!(!desk.path("u.tap").exists());
    desk.put("m.acts", "tape-station 0 \"t.tap\"\n");
    let said = desk.said("boot --acts m.acts", 2);
    assert!(said.contains("magnetic tape stations have the numbers 1 to 6"), "{said}");
}
