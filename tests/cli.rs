//! Tests gier's command line: arguments, output and exit status.

use crate::tidy::root;
use gier_programs::book;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use snapbox::{Data, str};
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A temporary folder in which a test runs `gier`.
pub struct Desk {
    folder: TempDir,
}

impl Desk {
    /// Makes an empty folder.
    pub fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    /// The path of a file in the temporary folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file in the temporary folder.
    pub fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Desk {
        fs::write(self.path(name), bytes).unwrap();
        self
    }

    /// Copies a file of the source tree to the temporary folder. Returns its name.
    pub fn copy<'a>(&self, path: &'a str) -> &'a str {
        let name = path.rsplit('/').next().unwrap();
        fs::copy(root().join(path), self.path(name)).unwrap();
        name
    }

    /// Reads a file of the temporary folder as text.
    pub fn get(&self, name: &str) -> String {
        String::from_utf8(fs::read(self.path(name)).unwrap()).unwrap()
    }

    /// `gier` with these arguments and an empty standard input. It keeps its sessions in the folder, too.
    pub fn command(&self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        Command::new(cargo_bin("gier"))
            .args(words)
            .current_dir(self.folder.path())
            .env("XDG_STATE_HOME", self.path("state"))
            .env_remove("NO_COLOR")
            .stdin(Data::text(""))
    }

    /// Runs `gier` with these arguments and an empty standard input.
    pub fn gier(&self, words: &str) -> OutputAssert {
        self.gier_with(words, "")
    }

    /// Runs `gier` with these arguments and this text on standard input.
    pub fn gier_with(&self, words: &str, stdin: &str) -> OutputAssert {
        self.command(words.split_whitespace()).stdin(Data::text(stdin)).assert()
    }

    /// Runs `gier`, which must end well and without a message. Returns what it has printed.
    pub fn printed(&self, words: &str) -> String {
        let run = self.gier(words).code(0).stderr_eq("");
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    }

    /// Runs `gier`, which must end with this status. Returns its messages.
    pub fn said(&self, words: &str, status: i32) -> String {
        String::from_utf8(self.gier(words).code(status).get_output().stderr.clone()).unwrap()
    }

    /// Assembles a program of `tests/cli` to a drum image with the program's name.
    pub fn with(self, program: &str) -> Desk {
        self.copy(&format!("tests/cli/{program}.slip"));
        self.gier(&format!("asm {program}.slip -o {program}.drum")).code(0).stdout_eq("").stderr_eq("");
        self
    }
}

#[test]
fn a_program_types_reads_and_ends() {
    let desk = Desk::new().with("talk");
    desk.put("keys", "jk.");
    desk.gier("run talk.drum --typed keys --ribbon marks").code(0).stderr_eq("").stdout_eq(str![[r#"

Ne: jk.
‹red›ok‹black›

"#]]);
    desk.gier("run talk.drum --plain --typed keys").code(0).stdout_eq("\nNe: jk.\nok\n");
    desk.gier("run talk.drum --ribbon ansi --typed keys").stdout_eq("\nNe: jk.\n\x1b[31mok\x1b[39m\n");
}

#[test]
fn standard_input_is_typed_when_it_is_not_a_terminal() {
    let desk = Desk::new().with("talk");
    for words in ["run talk.drum", "run talk.drum --typed -"] {
        desk.gier_with(words, "j.").code(0).stdout_eq("\nNe: j.\nok\n").stderr_eq("");
    }
    desk.gier_with("run talk.drum", "a\r\n.").stdout_eq("\nNe: a\n.\nok\n");
}

#[test]
fn the_line_is_named_when_typed_input_runs_out() {
    let desk = Desk::new().with("talk");
    desk.gier_with("run talk.drum", "jk\nab").code(3).stdout_eq("\nNe: jk\nab\n").stderr_eq(str![[r#"
gier: the typed input ended while the program waited for a key, on line 3 of the paper: "ab"

"#]]);
    desk.put("keys", "");
    desk.gier("run talk.drum --typed keys").code(3).stderr_eq(str![[r#"
gier: the typed input ended while the program waited for a key, on line 2 of the paper: "Ne: "

"#]]);
}

/// Typing `A` sends three symbols: upper case, the key, lower case. The program answers each symbol with `a`.
/// While the shift is held, the answer is in upper case. After the release of the shift, the answer is in
/// lower case, even if the program has not read the release.
#[test]
fn the_shift_is_pressed_and_released() {
    let desk = Desk::new().with("case");
    desk.gier_with("run case.drum", "A").code(0).stdout_eq("AAaa\n");
    desk.gier_with("run case.drum", "abc").code(0).stdout_eq("aabaca\n");
}

#[test]
fn characters_without_a_key_are_refused() {
    let desk = Desk::new().with("talk");
    desk.put("keys", "jk\na$.");
    desk.gier("run talk.drum --typed keys").code(2).stdout_eq("").stderr_eq(str![[r#"
gier: keys, line 2, column 2: no key of GIER's typewriter prints '$'

"#]]);
    desk.gier_with("run talk.drum", "jü.").code(2).stdout_eq("\nNe: j\n").stderr_eq(str![[r#"
gier: standard input, line 1, column 2: no key of GIER's typewriter prints 'ü'

"#]]);
}

#[test]
fn other_stops_are_alarms() {
    let desk = Desk::new().with("alarm");
    desk.gier("asm alarm.slip --no-map -o alarm.drum").code(0);
    desk.gier("run alarm.drum --ribbon marks").code(1).stdout_eq("‹red›no\n").stderr_eq(str![[r#"
gier: the program stopped before its end: zq in cell 42

"#]]);
}

/// The author of a SLIP text has written its `zq`, so there the program ends.
#[test]
fn a_stop_of_a_slip_text_is_its_end() {
    let desk = Desk::new().with("alarm");
    desk.gier("run alarm.drum --ribbon marks").code(0).stdout_eq("‹red›no\n").stderr_eq("");
}

#[test]
fn an_endless_program_reaches_its_limit() {
    let desk = Desk::new().with("spin");
    desk.gier("run spin.drum --limit 2.5").code(1).stdout_eq("").stderr_eq(str![[r#"
gier: the program has not ended in 2.5 seconds of GIER's time; --limit N allows N seconds

"#]]);
}

#[test]
fn the_keys_of_the_desk_are_set() {
    let desk = Desk::new().with("keys");
    for (words, paper) in [("", ""), ("--ka", "a\n"), ("--kb", "b\n"), ("--ka --kb", "ab\n")] {
        desk.gier(&format!("run keys.drum {words}")).code(0).stdout_eq(paper);
    }
}

#[test]
fn tapes_go_through_reader_and_punch() {
    let desk = Desk::new().with("copy");
    desk.put("one.txt", "Tape 1\n{red}").put("two.txt", "≠{stop}not read");
    desk.gier("tape from-text one.txt -o one.flx").code(0);
    desk.gier("tape from-text two.txt -o two.flx").code(0);
    desk.gier("run copy.drum --reader one.flx --reader two.flx --punch out.flx").code(0).stderr_eq("");
    desk.gier("tape to-text out.flx").code(0).stdout_eq("Tape 1\n{red}|={stop}");
    desk.gier("run copy.drum --reader one.flx --punch out.flx").code(1).stderr_eq(str![[r#"
gier: the program waits for a tape: give another one with --reader

"#]]);
    assert_eq!(fs::read(desk.path("out.flx")).unwrap(), fs::read(desk.path("one.flx")).unwrap());
}

#[test]
fn the_line_printer_prints_to_a_file() {
    let desk = Desk::new().with("print");
    desk.gier("run print.drum --printer lines.txt").code(0).stdout_eq("").stderr_eq("");
    assert_eq!(desk.get("lines.txt"), "A\n\x0Cb\n");
    desk.put("print.acts", "drum \"print.drum\"\nhelp\nawait stop\n");
    desk.gier("boot --acts print.acts --printer more.txt").code(0).stdout_eq("").stderr_eq("");
    assert_eq!(desk.get("more.txt"), "A\n\x0Cb\n");
}

/// The HELP button puts r1 into cell 0. Tests that the starter (the code on track 0 that loads the program)
/// restores cell 0.  [F-HELP-1]
#[test]
fn cell_0_of_a_program_is_restored() {
    let desk = Desk::new();
    desk.put("zero.slip", "i=0\n hv 50\ni=40\n vy 16 , hv 0\ni=50\n sy 49\n zq\n_e 40\n");
    desk.gier("asm zero.slip -o zero.drum").code(0).stderr_eq("");
    desk.gier("run zero.drum --limit 5").code(0).stdout_eq("a\n").stderr_eq("");
}

/// Tests that the drum is saved between runs. The program counts its runs in a cell of track 100.
#[test]
fn the_drum_is_saved_for_the_next_run() {
    let desk = Desk::new();
    let text = "i=40\n vy 16\n vk 100 , lk 200\n vk 100 , arn 200\n sy 49 LZ\n sy 50 NZ\n pa 200 t 5\n\
                vk 100 , sk 200\n vk 100\n zq\n_e 40\n";
    desk.put("count.slip", text);
    desk.gier("asm count.slip -o count.drum").code(0).stderr_eq("");
    for typed in ["a\n", "b\n", "b\n"] {
        desk.gier("run count.drum --save-drum count.drum").code(0).stdout_eq(typed);
    }
    assert_eq!(fs::read_dir(desk.folder.path()).unwrap().count(), 2, "nothing is left beside");
}

#[test]
fn the_paper_is_saved_as_a_picture() {
    let desk = Desk::new().with("overstrike");
    desk.gier("run overstrike.drum --paper sheet.svg").code(0).stdout_eq("≤≠a\u{332}\n");
    snapbox::assert_data_eq!(desk.get("sheet.svg"), snapbox::file!["cli/overstrike.svg"]);
}

#[test]
fn files_that_are_not_images_are_refused() {
    let desk = Desk::new().with("talk");
    let image = fs::read(desk.path("talk.drum")).unwrap();
    // The image ends within the program's two tracks. The source map comes after the tracks.
    desk.put("torn.drum", &image[..300]).put("foreign.drum", "#!/bin/sh\n");
    let mut changed = image.clone();
    changed[70] ^= 4;
    desk.put("changed.drum", &changed);
    fs::create_dir(desk.path("folder")).unwrap();
    desk.gier("run torn.drum").code(2).stderr_eq(str![[r#"
gier: cannot use torn.drum: this drum image is torn or foreign: its tracks take [..] bytes and [..] are there

"#]]);
    desk.gier("run foreign.drum").code(2).stderr_eq(str![[r#"
gier: cannot use foreign.drum: this is not a drum image: it does not begin with GIERDRUM; gier runs ALGOL and SLIP texts whose names end in .alg or .slip

"#]]);
    desk.gier("disasm changed.drum").code(2).stderr_eq(str![[r#"
gier: cannot use changed.drum: this drum image was changed: its checksum is wrong

"#]]);
    desk.gier("run nothing.drum").code(2).stderr_eq(str![[r#"
gier: cannot read nothing.drum: [..]

"#]]);
    desk.gier("run folder").code(2).stderr_eq(str![[r#"
gier: cannot read folder: it is a folder

"#]]);
}

#[test]
fn faults_in_a_text_show_the_line_and_keep_the_old_file() {
    let desk = Desk::new();
    desk.put("a.txt", "one\ntwo $ {gnu}\n").put("a.flx", "old");
    desk.gier("tape from-text a.txt -o a.flx").code(1).stdout_eq("").stderr_eq(str![[r#"
error[character]: GIER has no symbol for the character '$'
  ┌─ a.txt:2:5
  │
2 │ two $ {gnu}
  │     ^
  │
  = help: `gier help tape` lists the codes in braces

error[character]: {gnu} is not a code of the tape
  ┌─ a.txt:2:7
  │
2 │ two $ {gnu}
  │       ^^^^^
  │
  = help: `gier help tape` lists the codes in braces


"#]]);
    assert_eq!(desk.get("a.flx"), "old");
    desk.put("b.txt", b"one\n\xFF");
    desk.gier("tape from-text b.txt -o a.flx").code(2).stderr_eq(str![[r#"
gier: b.txt is not a UTF-8 text: line 2 has a byte that belongs to no character; convert the file to UTF-8 first

"#]]);
    assert_eq!(desk.get("a.flx"), "old");
}

#[test]
fn wrong_use_exits_with_status_2() {
    let desk = Desk::new();
    for words in [
        "run",
        "nim --speed 0",
        "nim --speed quick",
        "nim --ribbon blue",
        "jouer",
        "play nmi",
        "asm",
        "tape from-text",
        "bench --seconds 0",
        "run x.drum --limit -1",
        "play nim --source --punch x",
        "--plain nim",
    ] {
        desk.gier(words).code(2).stdout_eq("").stderr_eq("...\n[..]try '--help'[..]\n...");
    }
}

/// A report from another computer is refused.
#[cfg(feature = "nim")]
#[test]
fn the_benchmark_says_where_it_was_made() {
    let desk = Desk::new();
    let told = desk.printed("bench nim tight --seconds 0.01 --json");
    let report: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(report["answer"]["orders"], 2892);
    assert!(
        ["host", "date", "gier"].iter().all(|key| report[key].as_str().is_some_and(|text| !text.is_empty()))
    );
    desk.put("here.json", &told);
    desk.put("there.json", told.replace(report["host"].as_str().unwrap(), "another one"));
    assert!(desk.printed("bench tight --seconds 0.01 --against here.json").contains('×'));
    let refused = desk.said("bench tight --seconds 0.01 --against there.json", 2);
    assert!(refused.contains("--other-host compares them"));
    desk.gier("bench tight --seconds 0.01 --against there.json --other-host").code(0);
}

#[test]
fn every_command_shows_an_example_in_its_help() {
    let desk = Desk::new();
    for command in [
        "nim",
        "play",
        "run",
        "algol",
        "asm",
        "disasm",
        "tape",
        "tape to-text",
        "tape from-text",
        "tape info",
        "bench",
        "completions",
        "man",
    ] {
        for help in ["-h", "--help"] {
            let said = desk.printed(&format!("{command} {help}"));
            assert!(
                said.contains("Example") && said.contains(&format!("\n  gier {command}")),
                "{command}: {said}"
            );
        }
    }
}

#[test]
fn a_range_of_the_drum_is_disassembled() {
    let desk = Desk::new().with("alarm");
    desk.gier("disasm alarm.drum 0.1..0.5").code(0).stderr_eq("").stdout_eq(str![[r#"
    {track} 0, 0
    _d i=i+1
    hv 3                            ; 0.1     3/0/896/0
    zq , hv 2                       ; 0.2     0/2/16/896 a
    vk 295 , lk 40                  ; 0.3     295/40/880/832 a
    vk , hv 40                      ; 0.4     0/40/880/896 a
    qq                              ; 0.5     0/0/0/0

"#]]);
    desk.gier("disasm alarm.drum 295").code(0).stdout_eq(str![[r#"
    {track} 295, 0
    vy 17 , sy 29                   ; 295.0   17/29/816/928 a
    sy 37 , sy 38                   ; 295.1   37/38/928/928 a
    zq                              ; 295.2   0/0/16/0
    _d i=i+37                       ; 295.3

"#]]);
    desk.gier("disasm alarm.drum 320").code(2).stderr_eq(str![[r#"
gier: "320" is not a range of the drum: give tracks (38 or 38..40, up to 319) or cells (0.1..0.9)

"#]]);
}

/// Tests that `disasm` names the cells and the statements if there is a source map.
#[test]
fn a_listing_names_cells_and_statements() {
    let desk = Desk::new();
    desk.put("one.alg", "_begin _real x;\nx := sqrt(2)\n_end;\n");
    desk.gier("algol one.alg").code(0);
    let text = desk.printed("disasm one.drum");
    assert!(text.lines().any(|line| line.ends_with(" {spill}")), "{text}");
    assert!(text.lines().any(|line| line.ends_with(" one.alg:2:6")), "{text}");
    desk.put("one.slip", &text);
    desk.gier("asm one.slip -o again.drum").code(0);
}

/// Tests that `disasm` writes a SLIP text that assembles to the same drum.
#[test]
fn a_disassembled_drum_is_assembled_to_the_same_drum() {
    let desk = Desk::new().with("talk");
    fs::create_dir(desk.path("again")).unwrap();
    desk.put("again/talk.slip", desk.printed("disasm talk.drum"));
    desk.gier("asm again/talk.slip --no-map -o again/talk.drum").code(0).stderr_eq("");
    // The source map is left out, because the two texts differ in lines, and the disassembly has no labels.
    desk.gier("asm talk.slip --no-map -o talk.drum").code(0).stderr_eq("");
    assert_eq!(fs::read(desk.path("again/talk.drum")).unwrap(), fs::read(desk.path("talk.drum")).unwrap());
}

#[test]
fn faults_in_a_slip_text_show_the_line() {
    let desk = Desk::new();
    desk.put("bad.slip", "    hv {nowhere}\n").put("bad.drum", "old");
    desk.gier("asm bad.slip -o bad.drum").code(1).stdout_eq("").stderr_eq(str![[r#"
error[undef]: {nowhere} has no value
  ┌─ bad.slip:1:5
  │
1 │     hv {nowhere}
  │     ^^^^^^^^^^^^
  │
  = help: add a label with this name or define it


"#]]);
    assert_eq!(desk.get("bad.drum"), "old");
}

#[test]
fn a_listing_shows_every_cell() {
    let desk = Desk::new().with("alarm");
    desk.gier("asm alarm.slip -o alarm.drum --list").code(0).stdout_eq(str![[r#"
                                      _d i=40
          40  17/29/816/928 a         vy 17 , sy 29
          41  37/38/928/928 a         sy 37 , sy 38
          42  0/0/16/0                zq 0

"#]]);
}

/// Tests the aim of the whole project: the bundled image and the guest's keys give the paper of 1966.
#[test]
fn nim_prints_the_paper_of_1966_at_the_shell() {
    let desk = Desk::new();
    desk.put("typed.txt", book::TYPED);
    for words in ["nim --plain --ribbon marks --typed typed.txt", "--plain --ribbon marks --typed typed.txt"]
    {
        desk.gier(words).code(0).stderr_eq("").stdout_eq(Data::text(book::PAPER).raw());
    }
    desk.gier_with("nim", "djk").code(3).stderr_eq(str![[r#"
gier: the typed input ended while the program waited for a key, on line 6 of the paper: "Skriv Deres initialer her og slut med mellemrum: jk"

"#]]);
}

#[test]
fn an_algol_program_is_compiled_and_run() {
    let desk = Desk::new();
    desk.put("sum.alg", "_begin _integer i, s; s := 0; _for i := 1 _step 1 _until 10 _do s := s + i;\n");
    desk.put("rest.alg", "writetext(«sum»); write(‹ndd›, s) _end;\n");
    desk.gier("algol sum.alg rest.alg -o sum.drum").code(0).stdout_eq("").stderr_eq("");
    desk.gier("run sum.drum").code(0).stderr_eq("").stdout_eq(str![[r#"
sum 55
end

"#]]);
}

#[test]
fn faults_in_an_algol_text_show_the_line_and_keep_the_old_file() {
    let desk = Desk::new();
    desk.put("bad.alg", "_begin\n_integer i;\nj := i + _true\n_end;\n").put("bad.drum", "old");
    desk.gier("algol bad.alg -o bad.drum").code(1).stdout_eq("").stderr_eq(str![[r#"
error[-declar.]: j is not declared
  ┌─ bad.alg:3:1
  │
3 │ j := i + _true
  │ ^
  │
  = help: it is reported once; other uses are not checked

error[type]: a number is needed here, not a Boolean value
  ┌─ bad.alg:3:10
  │
3 │ j := i + _true
  │          ^^^^^


"#]]);
    assert_eq!(desk.get("bad.drum"), "old");
    desk.put("lib.alg", "_begin\n_comment library NOTHING;\n_end;\n");
    desk.gier("algol lib.alg -o bad.drum").code(1).stderr_eq(str![[r#"
error[comment]: there is no library text NOTHING
  ┌─ lib.alg:2:1
  │
2 │ _comment library NOTHING;
  │ ^^^^^^^^^^^^^^^^^^^^^^^^
  │
  = help: the text belongs in the library folder as NAME.alg


"#]]);
    desk.gier("algol lib.alg -o bad.drum --library none").code(2).stderr_eq(str![[r#"
gier: the library none is not a folder

"#]]);
    desk.gier("algol lib.alg -o no/bad.drum").code(2).stdout_eq("").stderr_eq(str![[r#"
gier: cannot write no/bad.drum: [..]

"#]]);
    assert_eq!(desk.get("bad.drum"), "old");
}
