//! Tests the command `gier tape info` with files and with the museum's tapes. The module `tapes` of gier-desk
//! tests each kind of tape with artificial tapes.

use crate::cli::Desk;
use serde_json::Value;
use snapbox::str;
use std::fs;

fn json(desk: &Desk, words: &str) -> Vec<Value> {
    let run = desk.gier(&format!("tape info {words} --json"));
    serde_json::from_slice(&run.get_output().stdout).unwrap()
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("a.txt", "_b_e_g_i_n outcr; writecr _e_n_d;\n").gier("tape from-text a.txt -o a.flx").code(0);
    desk.put("slip.asc", b"slip<\n_b a10\n arn a1, gr a2 ; \xE6 %\n_e10\n");
    desk
}

#[test]
fn one_tape_has_a_card() {
    let desk = desk();
    let mut tape = fs::read(desk.path("a.flx")).unwrap();
    tape.splice(0..0, [0; 7]);
    tape[20] ^= 0x10;
    desk.put("worn.flx", tape);
    desk.gier("tape info worn.flx").code(0).stderr_eq("").stdout_eq(str![[r#"
worn.flx
  kind        GIER ALGOL III
  rows        44, 7 of them blank
  parity      wrong in 1 row
  sums        none
  first line  _b_e_g_i_n outcr; writecr _e_n_d;

"#]]);
}

#[test]
fn several_tapes_and_a_folder_have_a_table() {
    let desk = desk();
    fs::create_dir(desk.path("more")).unwrap();
    desk.put("more/blank.flx", [0; 30]).put("more/notes.doc", "no tape");
    desk.gier("tape info slip.asc a.flx more").code(0).stderr_eq("").stdout_eq(str![[r#"
kind                      rows parity  sums             file: first line
SLIP source                 40      -  -                slip.asc: slip<
GIER ALGOL III              37      -  -                a.flx: _b_e_g_i_n outcr; writecr _e_n_d;
unknown                     30      -  -                more/blank.flx
3 tapes: 1 GIER ALGOL III, 1 SLIP source, 1 unknown

"#]]);
}

#[test]
fn tape_info_prints_json() {
    let desk = desk();
    desk.put("noise.flx", (0..=255u8).collect::<Vec<_>>());
    let rows = json(&desk, "a.flx noise.flx nowhere.flx");
    assert_eq!(rows[0]["kind"], "algol");
    assert_eq!(rows[0]["dialect"], "III");
    assert_eq!(rows[0]["sums"], serde_json::json!({ "right": 0, "wrong": 0, "untold": 0 }));
    assert_eq!((&rows[1]["kind"], &rows[1]["why"]), (&"unknown".into(), &"parity".into()));
    assert_eq!((&rows[1]["rows"], &rows[1]["wrong_parity"]), (&256.into(), &127.into()));
    assert!(rows[2]["error"].as_str().unwrap().contains("nowhere.flx"), "{}", rows[2]);
    desk.gier("tape info a.flx nowhere.flx").code(2);
    desk.gier("tape info nowhere.flx").code(2).stderr_eq("gier: cannot read nowhere.flx: [..]\n");
}

#[test]
fn a_file_that_is_no_tape_is_reported() {
    let desk = Desk::new();
    desk.put("noise.flx", (0..=255u8).collect::<Vec<_>>());
    desk.gier("tape to-text noise.flx -o noise.txt").code(1).stdout_eq("").stderr_eq(
        "gier: noise.flx: 127 of 255 rows have wrong parity, so this is hardly a tape; its text was written\n",
    );
    desk.gier("tape from-text noise.txt -o again.flx").code(0);
    assert_eq!(fs::read(desk.path("again.flx")).unwrap(), fs::read(desk.path("noise.flx")).unwrap());
    fs::File::create(desk.path("long.flx")).unwrap().set_len(10_000_001).unwrap();
    let long = "gier: long.flx is longer than 10000000 rows, so its text could not become a tape again\n";
    desk.gier("tape to-text long.flx -o long.txt").code(2).stderr_eq(long);
    assert!(!desk.path("long.txt").exists());
}

/// Tests that gier recognises the kinds of the museum's tapes. All checksums must be right, except on one
/// tape, and on a text that was edited and its copy.
#[test]
fn the_museum_s_tapes_are_recognised() {
    let Some(archive) = crate::ga3::archive() else { return };
    let desk = Desk::new();
    let rows = json(&desk, archive.join("tapes").to_str().unwrap());
    let tapes = || rows.iter().map(|row| (row["file"].as_str().unwrap(), row));
    assert!(tapes().count() > 1400);
    let kind = |end: &str| tapes().find(|(file, _)| file.ends_with(end)).map(|(_, row)| row["kind"].clone());
    for (end, wanted) in [
        ("tapet3/1track0.flx", "first"),
        ("help3bin/basictrack0.flx", "first"),
        ("hjælp/kanal_0_3.flx", "first"),
        ("demo/bach.flx", "first"),
        ("tapet3/ga3.flx", "help3-binary"),
        ("hacks/exterminate_bin.flx", "help3-binary"),
        ("hjælp/HJÆLP I.flx", "hjaelp-binary"),
        ("test/test1.flx", "slip"),
        ("ga4/T6, L2 (20) 26.07.68.flx", "slip"),
        ("mk/manboy.flx", "algol"),
        ("tapet3/check.flx", "help3-text"),
        ("mk/laesdata9.flx", "text"),
        ("test/parity", "unknown"),
    ] {
        assert_eq!(kind(end), Some(wanted.into()), "{end}");
    }
    for (file, row) in tapes() {
        let name = file.rsplit('/').next().unwrap();
        let is_track_0 = name.ends_with("_0.flx") && !file.contains("hjælp");
        assert!(!is_track_0 || row["kind"] == "first" && row["sums"]["right"] == 1, "{row}");
        assert!(!name.contains("ga3") || row["dialect"] != "4", "{row}");
        let wrong = ["ugedag  help3", "punch head compud", "post10"];
        let is_wrong = wrong.iter().any(|begin| name.starts_with(begin)) && name.ends_with("flx");
        assert_eq!(row["sums"]["wrong"] != 0, is_wrong, "{row}");
    }
    let unknown = tapes().filter(|(_, row)| row["kind"] == "unknown").count();
    assert!(unknown < 40, "{unknown}");
}
