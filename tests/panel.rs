//! Tests the panel by pictures (as text) of every view at the important sizes, and by the files of a session.
//! The pictures are in `tests/panel/`; `UPDATE=1` rewrites them.

use crate::tidy::root;
use gier_panel::keys::Keymap;
use gier_panel::keys::table::BINDINGS;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// The folder of the expected pictures.
fn pictures() -> PathBuf {
    root().join("tests/panel")
}

/// A temporary folder with the program `sums` on a drum.
struct Room {
    folder: TempDir,
}

impl Room {
    fn new() -> Room {
        let room = Room { folder: tempfile::tempdir().unwrap() };
        fs::copy(
            pictures().join("../../crates/gier-panel/src/state/tests/sums.slip"),
            room.path("sums.slip"),
        )
        .unwrap();
        room.gier(&["asm", "sums.slip", "-o", "sums.drum"]).success();
        fs::write(room.path("digits"), "352").unwrap();
        room
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn gier(&self, words: &[&str]) -> OutputAssert {
        Command::new(cargo_bin("gier"))
            .args(words)
            .current_dir(self.folder.path())
            .env("XDG_STATE_HOME", self.path("state"))
            .env("NO_COLOR", "1")
            .assert()
    }

    /// Draws a picture with these arguments, and returns it as text.
    fn picture(&self, words: &[&str]) -> String {
        let all: Vec<&str> =
            ["panel", "sums.drum", "--picture", "out.txt"].iter().chain(words).copied().collect();
        self.gier(&all).success().stderr_eq("").stdout_eq("");
        fs::read_to_string(self.path("out.txt")).unwrap()
    }

    /// Compares the picture for these arguments with the file of this name.
    fn shows(&self, name: &str, words: &[&str]) {
        let path = pictures().join(format!("{name}.txt"));
        let picture = self.picture(words);
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &picture).unwrap();
        }
        let wanted = fs::read_to_string(&path).unwrap_or_default();
        assert!(picture == wanted, "{name}: the picture is another one now:\n{picture}\nand was\n{wanted}");
    }
}

/// The important sizes of the panel, each with the ending of the picture's name.
const SIZES: [(&str, &str); 5] =
    [("80x24", "80"), ("100x30", "100"), ("120x40", "120"), ("160x50", "160"), ("200x60", "200")];

#[test]
fn every_view_at_every_size() {
    let room = Room::new();
    for (size, ending) in SIZES {
        for view in ["paper", "ferrite", "drum", "history", "map", "values", "tapes"] {
            let words = ["--typed", "digits", "--size", size, "--view", view, "--press", "jt100<Enter>x"];
            room.shows(&format!("{view}-{ending}"), &words);
        }
    }
}

/// With `--stopped`, the panel opens before the first order, and names the side that takes the keys.
#[test]
fn a_panel_can_begin_before_the_first_order() {
    Room::new().shows("stopped", &["--size", "80x24", "--stopped"]);
}

#[test]
fn the_keys_fill_a_page_of_help() {
    let room = Room::new();
    for (size, ending) in SIZES {
        room.shows(&format!("keys-{ending}"), &["--size", size, "--press", "?"]);
        room.shows(&format!("keys-da-{ending}"), &["--size", size, "--press", "?", "--lang", "da"]);
    }
}

/// Tests that the table of commands in docs/panel.md lists the panel's commands and keys. `UPDATE=1` rewrites
/// the table.
#[test]
fn the_document_names_every_command_and_its_keys() {
    let path = root().join("docs/panel.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once("checked by `tests/panel.rs`.\n\n").unwrap();
    let (_, after) = rest.split_once("\n## ").unwrap();
    let map = Keymap::default();
    let mut table = String::from("| name | keys | |\n|---|---|---|\n");
    for row in BINDINGS {
        let keys = map.keys(row.command).iter().map(|key| match key.name().as_str() {
            "`" => "`` ` ``".to_string(),
            "|" => "`\\|`".to_string(),
            name => format!("`{name}`"),
        });
        let keys: Vec<String> = keys.collect();
        table += &format!("| {} | {} | {} |\n", row.label, keys.join(" "), row.help);
    }
    let found = format!("{before}checked by `tests/panel.rs`.\n\n{table}\n## {after}");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, found).unwrap();
    } else {
        assert!(found == text, "docs/panel.md names other keys: UPDATE=1 writes them");
    }
}

/// Tests the view of a program's text at every size. The program is stopped in a procedure. Variables and
/// calls are shown below the text.
#[test]
fn the_text_of_a_program_is_shown() {
    let room = Room::new();
    let nim = root().join("programs/nim");
    let roms = root().join("roms/nim.drum");
    fs::copy(roms, room.path("sums.drum")).unwrap();
    fs::copy(nim.join("nim.alg"), room.path("nim.alg")).unwrap();
    fs::create_dir(room.path("library")).unwrap();
    for file in fs::read_dir(nim.join("library")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), room.path("library").join(file.file_name())).unwrap();
    }
    fs::write(room.path("moves"), "djk 3 3 1 2 nj").unwrap();
    for (size, ending) in SIZES.into_iter().chain([("140x40", "140")]) {
        let keys = ":break line MACHINE:15<Enter>Z";
        let view = if ending == "80" { "source" } else { "paper" };
        let words = ["--typed", "moves", "--size", size, "--view", view, "--press", keys];
        room.shows(&format!("text-{ending}"), &words);
    }
}

/// Tests two views: the origin of a printed character, and a variable that was never set.
#[test]
fn digits_have_origins_and_variables_may_not_be_set() {
    let room = Room::new();
    let faults = root().join("tests/debug/faults");
    for (program, view, picture, keys) in [
        ("throws", "paper", "origin", "Oline 2 column 6<Enter>"),
        ("throws", "paper", "origin-key", "O"),
        ("mean", "source", "not-set", "[:break line 10<Enter>:continue<Enter>:continue<Enter>"),
        (
            "mean",
            "values",
            "not-set-value",
            "[:break line 10<Enter>:continue<Enter>:continue<Enter>Vsum<Enter>",
        ),
    ] {
        let text = format!("{program}.alg");
        fs::copy(faults.join(&text), room.path(&text)).unwrap();
        room.gier(&["algol", &text, "-o", "sums.drum"]).success();
        room.shows(picture, &["--at", "10", "--size", "80x24", "--view", view, "--press", keys]);
    }
    let keys = "[:break line 10<Enter>:continue<Enter>:continue<Enter>";
    let danish = room.picture(&["--at", "10", "--size", "120x40", "--lang", "da", "--press", keys]);
    assert!(danish.contains("sum = uden værdi"), "{danish}");
}

/// Tests variables with the names of registers, or of words in gier's expressions. Such a name means the
/// variable.
#[test]
fn variables_with_the_names_of_registers() {
    let room = Room::new();
    let names = root().join("tests/debug/names.alg");
    fs::copy(names, room.path("names.alg")).unwrap();
    room.gier(&["algol", "names.alg", "-o", "sums.drum"]).success();
    let stop = "[:break line 17 when s = 1 and R = 15 and line + calls = 9<Enter>:continue<Enter>";
    let all = "s, p, in, line, calls, orders, seconds, cell, bit, marks, by, tk, r1, M, R";
    let tell = format!("{stop}:tell {all}, $s<Enter>");
    room.shows("names", &["--at", "5", "--size", "120x40", "--view", "source", "--press", &tell]);
    let keys: String = all.split(", ").map(|name| format!("V{name}<Enter>")).collect();
    let keys = format!("{stop}{keys}V$s<Enter>");
    room.shows("names-values", &["--at", "5", "--size", "120x40", "--view", "values", "--press", &keys]);
    let keys = format!("{stop}es 7<Enter>fe$s 5<Enter>:tell s, $s<Enter>");
    let picture = room.picture(&["--at", "5", "--size", "120x40", "--press", &keys]);
    assert!(picture.contains("s = 7, $s = 5"), "{picture}");
}

/// Tests that a file can assign keys to commands. gier reports a fault in that file with its line and column.
#[test]
fn keys_are_read_from_a_file() {
    let room = Room::new();
    fs::write(room.path("keys"), "run back: <F7> B\nKB: <F2>\n").unwrap();
    let words = ["--keys", "keys", "--size", "120x40", "--press", "?"];
    let picture = room.picture(&words);
    assert!(picture.contains("F7 B       run back to the previous breakpoint"), "{picture}");
    assert!(picture.contains("F2         turn the key KB on or off"), "{picture}");
    fs::write(room.path("keys"), "fly: B\n").unwrap();
    let wrong = room.gier(&["panel", "sums.drum", "--picture", "out.txt", "--keys", "keys"]).failure();
    let told = String::from_utf8(wrong.get_output().stderr.clone()).unwrap();
    assert!(told.contains("no command is called 'fly'") && told.contains("keys:1:1"), "{told}");
    assert_eq!(wrong.get_output().status.code(), Some(2));
}

/// Tests the line in which you type commands: completions, an answer on a separate page, and who wrote a
/// cell.
#[test]
fn the_line_of_commands() {
    let room = Room::new();
    for (name, keys) in [
        ("line", "x:ba"),
        ("line-act", "x:watch "),
        ("answer", "xzzzz:tell history 12<Enter>"),
        ("who-wrote", "xvj72<Enter>aa"),
        (
            "found-values",
            "x[:watch cell 72 when cell 72 > 3<Enter>:continue<Enter>V72<Enter>VR < 0<Enter>:show floating cell 72<Enter>",
        ),
    ] {
        for (size, ending) in [("80x24", "80"), ("120x40", "120")] {
            room.shows(&format!("{name}-{ending}"), &["--typed", "digits", "--size", size, "--press", keys]);
        }
    }
}

/// Tests a stop at cell 60, also in Danish and in ASCII. Then tests a stop at a breakpoint, two orders forwards and
/// one order back.
#[test]
fn a_stop_in_the_middle_of_the_work() {
    for (size, ending) in SIZES {
        let room = Room::new();
        let keys = "x[c60<Enter>";
        for (look, option) in [("", &[][..]), ("-da", &["--lang", "da"]), ("-ascii", &["--signs", "ascii"])] {
            let words = ["--typed", "digits", "--size", size, "--press", keys];
            room.shows(&format!("cell{look}-{ending}"), &[&words[..], option].concat());
        }
        let keys = "x[j58<Enter>bl<F2>rssz";
        let words = ["--typed", "digits", "--size", size, "--view", "ferrite", "--press", keys];
        room.shows(&format!("back-{ending}"), &words);
    }
}

/// Runs to cell 60, gives this order a name, and searches the history backwards for a call (`hs`). The panel
/// then goes back to this call, and shows the later orders as the future.
#[test]
fn the_history_can_be_searched() {
    let room = Room::new();
    for (size, ending) in SIZES {
        let keys = "x[c60<Enter>Mstart<Enter>]vvvv/hs<Enter>nn<Enter>";
        room.shows(&format!("workroom-{ending}"), &["--typed", "digits", "--size", size, "--press", keys]);
    }
}

/// Tests the forms of registers, such as binary. Also tests unanswered questions of the panel, a search and a
/// comparison.
#[test]
fn forms_and_questions() {
    let room = Room::new();
    for (name, keys) in [
        ("integer", "xzzzzf"),
        ("fraction", "xzzzzff"),
        ("floating", "xzzzzfff"),
        ("order", "xzzzzffff"),
        ("binary", "xzzzzfffff"),
        ("question", "xeR 1"),
        ("wrong-answer", "xec1024 1<Enter>"),
        ("past", "xzzzzg"),
        ("found", "x/lyn<Enter>"),
        ("compared", "xjt100<Enter>k200<Enter>"),
    ] {
        room.shows(name, &["--typed", "digits", "--size", "80x24", "--press", keys]);
    }
}

/// Tests drum transfers in the history. The program writes 40 cells to a track, from cell 72 on, and reads
/// the track into the cells 200-239.
#[test]
fn the_history_shows_drum_transfers() {
    let room = Room::new();
    let words =
        ["--typed", "digits", "--size", "80x24", "--view", "history", "--press", "x[yyyyyyyyyddssssss"];
    room.shows("transfers", &words);
}

/// Tests that punched and printed output is shown, saved as by `gier run`, and restored from the log. The
/// tape in the reader keeps its position.
#[test]
fn nothing_punched_or_printed_is_lost() {
    let room = Room::new();
    fs::copy(pictures().join("punch.slip"), room.path("punch.slip")).unwrap();
    room.gier(&["asm", "punch.slip", "-o", "punch.drum"]).success();
    fs::write(room.path("text"), "gier{feed*3}").unwrap();
    room.gier(&["tape", "from-text", "text", "-o", "tape.flx"]).success();
    let kept = |ending: &str| {
        let name = |what| format!("{what}.{ending}");
        [name("punched"), name("printed"), name("drum-after")]
    };
    let options = |[punched, printed, drum]: &[String; 3]| {
        [("--punch", punched), ("--printer", printed), ("--save-drum", drum)]
            .map(|(option, name)| [option.to_string(), name.clone()])
            .concat()
    };
    let (by_run, by_panel, by_replay) = (kept("run"), kept("panel"), kept("replay"));
    let gier = |words: &[&str], files: &[String; 3]| {
        let options = options(files);
        let all: Vec<&str> = words.iter().copied().chain(options.iter().map(String::as_str)).collect();
        room.gier(&all).success();
    };
    gier(&["run", "punch.drum"], &by_run);
    gier(
        &["panel", "punch.drum", "--reader", "tape.flx", "--at", "1", "--log", "a.log", "--size", "80x24"]
            .into_iter()
            .chain(["--view", "tapes", "--picture", "tapes.txt"])
            .collect::<Vec<_>>(),
        &by_panel,
    );
    gier(&["replay", "a.log", "--image", "punch.drum"], &by_replay);
    for place in 0..3 {
        let [first, others @ ..] =
            [&by_run, &by_panel, &by_replay].map(|names| fs::read(room.path(&names[place])).unwrap());
        assert!(!first.is_empty() && others.iter().all(|other| *other == first), "{}", by_run[place]);
    }
    let path = pictures().join("tapes-used.txt");
    let picture = fs::read_to_string(room.path("tapes.txt")).unwrap();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &picture).unwrap();
    }
    assert_eq!(picture, fs::read_to_string(&path).unwrap());
}

/// Tests that the panel is drawn in ASCII, with the same layout, if the locale has no other characters.
#[test]
fn it_can_be_drawn_in_ascii() {
    let room = Room::new();
    let words = ["--typed", "digits", "--size", "120x40", "--press", "xj46<Enter>b"];
    let plain = room.picture(&words);
    let ascii = room.picture(&[&words[..], &["--signs", "ascii"]].concat());
    assert!(ascii.is_ascii() && !plain.is_ascii());
    let lengths = |text: &str| text.lines().map(|line| line.chars().count()).collect::<Vec<_>>();
    assert_eq!(lengths(&ascii), lengths(&plain));
    assert!(ascii.contains("@     46"), "{ascii}");
}

#[test]
fn a_terminal_that_is_too_small_is_reported() {
    let room = Room::new();
    let picture = room.picture(&["--size", "40x10"]);
    assert_eq!(picture.trim_end(), "too small: needs 60 columns, 16 rows\n^C quits; other keys do nothing");
}

#[test]
fn without_a_terminal_the_panel_names_alternatives() {
    let room = Room::new();
    let refusal = room.gier(&["panel", "sums.drum"]).code(2).stdout_eq("");
    let message = String::from_utf8(refusal.get_output().stderr.clone()).unwrap();
    assert!(message.contains("--plain") && message.contains("--picture"), "{message}");
}

#[test]
fn a_picture_is_a_picture() {
    let room = Room::new();
    room.gier(&["panel", "sums.drum", "--typed", "digits", "--picture", "out.svg"]).success();
    let svg = fs::read_to_string(room.path("out.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("typewriter"));
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
}

/// Draws the picture of the README again. `UPDATE=1` rewrites the picture.
#[test]
fn the_readme_shows_the_panel_as_it_is() {
    let (room, root, name) = (Room::new(), root(), "docs/panel.svg");
    let words =
        "panel --speed 1 --typed programs/nim/typed-da.txt --at 96.9 --press xzzzzzz --size 124x40 --picture";
    let drawn = room.path("panel.svg");
    let gier = Command::new(cargo_bin("gier")).args(words.split(' ')).arg(&drawn).current_dir(&root);
    gier.env_remove("NO_COLOR").env("XDG_STATE_HOME", room.path("state")).assert().success();
    let picture = fs::read_to_string(drawn).unwrap();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(root.join(name), &picture).unwrap();
    }
    assert!(picture == fs::read_to_string(root.join(name)).unwrap(), "{name} is old: UPDATE=1 draws it");
}

/// Tests that a session log replays the session, and that a snapshot continues where it was saved.
#[test]
fn logs_and_snapshots_save_a_session() {
    let room = Room::new();
    let words = ["--log", "a.log", "--force", "--typed", "digits", "--press", "xzzzw<Enter>W<Enter>"];
    room.picture(&words[..5]);
    let first = room.gier(&["replay", "a.log"]).success();
    let printed = String::from_utf8(first.get_output().stdout.clone()).unwrap();
    assert!(printed.contains("s\u{332}o ") || printed.contains("state "), "{printed}");
    room.picture(&words);
    room.gier(&["replay", "a.log"]).success();
    assert!(room.path("sums.snap").exists());
    let torn = fs::read_to_string(room.path("a.log")).unwrap();
    fs::write(room.path("b.log"), &torn[..torn.len() / 2]).unwrap();
    room.gier(&["replay", "b.log"]).code(2);
    fs::write(room.path("c.log"), "hello").unwrap();
    room.gier(&["replay", "c.log"]).code(2);
    room.gier(&["panel", "sums.snap", "--picture", "out.txt"]).success();
}

/// The arrow keys choose the second and the last program of the list. The first letters of a name choose
/// another program.
#[test]
fn another_program_is_put_on_the_drum() {
    let room = Room::new();
    let words = ["--log", "a.log", "--force", "--typed", "digits", "--size", "120x40", "--press"];
    for (keys, name) in [
        ("p<Down><Enter>", "russian-nim"),
        ("p<Up><Enter>", gier_programs::PROGRAMS.last().unwrap().name),
        ("pcomb<Enter>", "combitron"),
    ] {
        let picture = room.picture(&[&words[..], &[keys]].concat());
        assert!(picture.contains(&name.to_uppercase()), "{picture}");
        assert!(picture.contains(&format!("{name} is on the drum. A new session has started.")), "{picture}");
        // The sessions with the first and with the second program have a log each.
        for log in ["a.log", "a.2.log"] {
            room.gier(&["replay", log]).success();
        }
    }
    let picture = room.picture(&[&words[..], &["pxyz<Enter>"]].concat());
    assert!(picture.contains("no program is called xyz"), "{picture}");
}

#[test]
fn breakpoints_stay() {
    let room = Room::new();
    let words = ["--breaks", "mine", "--view", "ferrite", "--press"];
    room.picture(&[&words[..], &["xj55<Enter>b"]].concat());
    assert!(fs::read_to_string(room.path("mine")).unwrap().contains("55"));
    let picture = room.picture(&[&words[..], &["xj55<Enter>"]].concat());
    assert!(picture.lines().any(|line| line.contains("●") && line.contains("  55 ")), "{picture}");
}

/// Tests that a name that `gier play` lists opens that program.
#[test]
fn a_program_is_opened_by_its_name() {
    let room = Room::new();
    room.gier(&["panel", "calendar", "--picture", "out.txt"]).success();
    let picture = fs::read_to_string(room.path("out.txt")).unwrap();
    assert!(picture.contains("GIER CALENDAR"), "{picture}");
    let wrong = room.gier(&["panel", "calender", "--picture", "out.txt"]).failure();
    let told = String::from_utf8(wrong.get_output().stderr.clone()).unwrap();
    assert!(told.contains("no program is called calender; `gier play` lists the programs"), "{told}");
}
