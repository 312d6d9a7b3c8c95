//! Tests source texts on the command line: making a drum image, and running a text directly.

use crate::cli::Desk;
use snapbox::str;
use std::fs;

#[test]
fn a_drum_has_the_name_of_its_text_unless_only_a_listing_is_wanted() {
    let desk = Desk::new().with("alarm");
    desk.put("one.alg", "_begin writetext(«one») _end;\n");
    desk.gier("algol one.alg --check").code(0).stdout_eq("").stderr_eq("");
    let listing = desk.printed("algol one.alg --list");
    assert!(!desk.path("one.drum").exists());
    desk.put("listed.slip", listing);
    desk.gier("asm listed.slip --no-map").code(0).stderr_eq("");
    desk.gier("algol one.alg --no-map -o bare.drum").code(0);
    assert_eq!(fs::read(desk.path("listed.drum")).unwrap(), fs::read(desk.path("bare.drum")).unwrap());
    desk.gier("algol one.alg").code(0).stdout_eq("").stderr_eq("");
    desk.gier("run one.drum").code(0).stdout_eq("one\nend\n");
    desk.put("bad.alg", "_begin i := 1 _end;\n");
    desk.gier("algol bad.alg --check").code(1).stdout_eq("");
    desk.gier("algol one.alg --check --list").code(2);
    fs::remove_file(desk.path("alarm.drum")).unwrap();
    desk.gier("asm alarm.slip --list").code(0).stderr_eq("");
    assert!(!desk.path("alarm.drum").exists());
    desk.gier("asm alarm.slip").code(0).stdout_eq("").stderr_eq("");
    assert!(desk.path("alarm.drum").exists());
    desk.gier_with("algol -", "_begin _end;\n").code(2).stderr_eq(str![[r#"
gier: standard input has no name for the drum: give -o IMAGE

"#]]);
}

#[test]
fn a_text_is_translated_and_run_at_once() {
    let desk = Desk::new().with("talk");
    fs::create_dir(desk.path("library")).unwrap();
    desk.put("library/TWO.alg", "_integer two;\n");
    desk.put("one.alg", "_begin _comment library TWO; two := 2; write(‹d›, two) _end;\n");
    desk.gier("run one.alg").code(0).stdout_eq("2\nend\n").stderr_eq("");
    assert!(!desk.path("one.drum").exists());
    let from_drum = desk.gier_with("run talk.drum", "x").get_output().stdout.clone();
    assert_eq!(desk.gier_with("run talk.slip", "x").get_output().stdout, from_drum);
    desk.put("bad.alg", "_begin i := 1 _end;\n");
    desk.gier("run bad.alg").code(1).stdout_eq("").stderr_eq(str![[r#"
error[-declar.]: i is not declared
  ┌─ bad.alg:1:8
  │
1 │ _begin i := 1 _end;
  │        ^
  │
  = help: it is reported once; other uses are not checked


"#]]);
}
