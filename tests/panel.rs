//! Tests the panel by pictures (as text) of every view at the important sizes, and by the files of a session.
//! The pictures are in `tests/panel/`; `UPDATE=1` rewrites them.

use crate::cases::kept;
use crate::cli::Desk;
use crate::tidy::{read, root};
use gier_panel::keys::Keymap;
use gier_panel::keys::table::BINDINGS;
use std::fs;

/// A temporary folder with the program `sums` on a drum.
fn room() -> Desk {
    let room = Desk::new();
    room.copy("crates/gier-panel/src/state/tests/sums.slip");
    room.put("digits", "352").gier("asm sums.slip -o sums.drum").code(0);
    room
}

/// Draws a picture with these arguments, and returns it as text.
fn picture(room: &Desk, words: &[&str]) -> String {
    let gier = room.command(["panel", "sums.drum", "--picture", "out.txt"]).args(words);
    gier.env("NO_COLOR", "1").assert().success().stderr_eq("").stdout_eq("");
    room.get("out.txt")
}

/// Compares the picture for these arguments with the file of this name.
fn shows(room: &Desk, name: &str, words: &[&str]) {
    kept(&format!("tests/panel/{name}.txt"), &picture(room, words));
}

/// The important sizes of the panel, each with the ending of the picture's name.
const SIZES: [(&str, &str); 5] =
    [("80x24", "80"), ("100x30", "100"), ("120x40", "120"), ("160x50", "160"), ("200x60", "200")];

#[test]
fn every_view_at_every_size() {
    let room = room();
    for (size, ending) in SIZES {
        for view in ["paper", "ferrite", "drum", "history", "map", "values", "tapes"] {
            let words = ["--typed", "digits", "--size", size, "--view", view, "--press", "jt100<Enter>x"];
            shows(&room, &format!("{view}-{ending}"), &words);
        }
    }
}

/// With `--stopped`, the panel opens before the first order, and names the side that takes the keys.
#[test]
fn a_panel_can_begin_before_the_first_order() {
    shows(&room(), "stopped", &["--size", "80x24", "--stopped"]);
}

#[test]
fn the_keys_fill_a_page_of_help() {
    let room = room();
    for (size, ending) in SIZES {
        shows(&room, &format!("keys-{ending}"), &["--size", size, "--press", "?"]);
        shows(&room, &format!("keys-da-{ending}"), &["--size", size, "--press", "?", "--lang", "da"]);
    }
}

/// Tests that the table of commands in docs/panel.md lists the panel's commands and keys. `UPDATE=1` rewrites
/// the table.
#[test]
fn the_document_names_every_command_and_its_keys() {
    let text = read(&root().join("docs/panel.md"));
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
    kept("docs/panel.md", &format!("{before}checked by `tests/panel.rs`.\n\n{table}\n## {after}"));
}

/// Tests the view of a program's text at every size. The program is stopped in a procedure. Variables and
/// calls are shown below the text.
#[test]
fn the_text_of_a_program_is_shown() {
    let room = room();
    let nim = root().join("programs/nim");
    fs::copy(root().join("roms/nim.drum"), room.path("sums.drum")).unwrap();
    room.copy("programs/nim/nim.alg");
    fs::create_dir(room.path("library")).unwrap();
    for file in fs::read_dir(nim.join("library")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), room.path("library").join(file.file_name())).unwrap();
    }
    room.put("moves", "djk 3 3 1 2 nj");
    for (size, ending) in SIZES.into_iter().chain([("140x40", "140")]) {
        let keys = ":break line MACHINE:15<Enter>Z";
        let view = if ending == "80" { "source" } else { "paper" };
        let words = ["--typed", "moves", "--size", size, "--view", view, "--press", keys];
        shows(&room, &format!("text-{ending}"), &words);
    }
}

/// Tests two views: the origin of a printed character, and a variable that was never set.
#[test]
fn digits_have_origins_and_variables_may_not_be_set() {
    let room = room();
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
        let path = format!("tests/debug/faults/{program}.alg");
        let text = room.copy(&path);
        room.gier(&format!("algol {text} -o sums.drum")).code(0);
        shows(&room, picture, &["--at", "10", "--size", "80x24", "--view", view, "--press", keys]);
    }
    let keys = "[:break line 10<Enter>:continue<Enter>:continue<Enter>";
    let danish = picture(&room, &["--at", "10", "--size", "120x40", "--lang", "da", "--press", keys]);
    assert!(danish.contains("sum = uden værdi"), "{danish}");
}

/// Tests variables with the names of registers, or of words in gier's expressions. Such a name means the
/// variable.
#[test]
fn variables_with_the_names_of_registers() {
    let room = room();
    room.copy("tests/debug/names.alg");
    room.gier("algol names.alg -o sums.drum").code(0);
    let stop = "[:break line 17 when s = 1 and R = 15 and line + calls = 9<Enter>:continue<Enter>";
    let all = "s, p, in, line, calls, orders, seconds, cell, bit, marks, by, tk, r1, M, R";
    let tell = format!("{stop}:tell {all}, $s<Enter>");
    shows(&room, "names", &["--at", "5", "--size", "120x40", "--view", "source", "--press", &tell]);
    let keys: String = all.split(", ").map(|name| format!("V{name}<Enter>")).collect();
    let keys = format!("{stop}{keys}V$s<Enter>");
    shows(&room, "names-values", &["--at", "5", "--size", "120x40", "--view", "values", "--press", &keys]);
    let keys = format!("{stop}es 7<Enter>fe$s 5<Enter>:tell s, $s<Enter>");
    let picture = picture(&room, &["--at", "5", "--size", "120x40", "--press", &keys]);
    assert!(picture.contains("s = 7, $s = 5"), "{picture}");
}

/// Tests that a file can assign keys to commands. gier reports a fault in that file with its line and column.
#[test]
fn keys_are_read_from_a_file() {
    let room = room();
    room.put("keys", "run back: <F7> B\nKB: <F2>\n");
    let words = ["--keys", "keys", "--size", "120x40", "--press", "?"];
    let picture = picture(&room, &words);
    assert!(picture.contains("F7 B       run back to the previous breakpoint"), "{picture}");
    assert!(picture.contains("F2         turn the key KB on or off"), "{picture}");
    room.put("keys", "fly: B\n");
    let told = room.said("panel sums.drum --picture out.txt --keys keys", 2);
    assert!(told.contains("no command is called 'fly'") && told.contains("keys:1:1"), "{told}");
}

/// Tests the line in which you type commands: completions, an answer on a separate page, and who wrote a
/// cell.
#[test]
fn the_line_of_commands() {
    let room = room();
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
            shows(
                &room,
                &format!("{name}-{ending}"),
                &["--typed", "digits", "--size", size, "--press", keys],
            );
        }
    }
}

/// Tests a stop at cell 60, also in Danish and in ASCII. Then tests a stop at a breakpoint, two orders forwards and
/// one order back.
#[test]
fn a_stop_in_the_middle_of_the_work() {
    for (size, ending) in SIZES {
        let room = room();
        let keys = "x[c60<Enter>";
        for (look, option) in [("", &[][..]), ("-da", &["--lang", "da"]), ("-ascii", &["--signs", "ascii"])] {
            let words = ["--typed", "digits", "--size", size, "--press", keys];
            shows(&room, &format!("cell{look}-{ending}"), &[&words[..], option].concat());
        }
        let keys = "x[j58<Enter>bl<F2>rssz";
        let words = ["--typed", "digits", "--size", size, "--view", "ferrite", "--press", keys];
        shows(&room, &format!("back-{ending}"), &words);
    }
}

/// Runs to cell 60, gives this order a name, and searches the history backwards for a call (`hs`). The panel
/// then goes back to this call, and shows the later orders as the future.
#[test]
fn the_history_can_be_searched() {
    let room = room();
    for (size, ending) in SIZES {
        let keys = "x[c60<Enter>Mstart<Enter>]vvvv/hs<Enter>nn<Enter>";
        shows(&room, &format!("workroom-{ending}"), &["--typed", "digits", "--size", size, "--press", keys]);
    }
}

/// Tests the forms of registers, such as binary. Also tests unanswered questions of the panel, a search and a
/// comparison.
#[test]
fn forms_and_questions() {
    let room = room();
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
        shows(&room, name, &["--typed", "digits", "--size", "80x24", "--press", keys]);
    }
}

/// Tests drum transfers in the history. The program writes 40 cells to a track, from cell 72 on, and reads
/// the track into the cells 200-239.
#[test]
fn the_history_shows_drum_transfers() {
    let room = room();
    let words =
        ["--typed", "digits", "--size", "80x24", "--view", "history", "--press", "x[yyyyyyyyyddssssss"];
    shows(&room, "transfers", &words);
}

/// Tests that punched and printed output is shown, saved as by `gier run`, and restored from the log. The
/// tape in the reader keeps its position.
#[test]
fn nothing_punched_or_printed_is_lost() {
    let room = room();
    room.copy("tests/panel/punch.slip");
    room.put("text", "gier{feed*3}").gier("asm punch.slip -o punch.drum").code(0);
    room.gier("tape from-text text -o tape.flx").code(0);
    let outputs = ["punched", "printed", "drum-after"];
    for (by, words) in [
        ("run", "run punch.drum"),
        (
            "panel",
            "panel punch.drum --reader tape.flx --at 1 --log a.log --size 80x24 --view tapes --picture tapes.txt",
        ),
        ("replay", "replay a.log --image punch.drum"),
    ] {
        let outputs = format!("--punch punched.{by} --printer printed.{by} --save-drum drum-after.{by}");
        room.gier(&format!("{words} {outputs}")).code(0);
    }
    for output in outputs {
        let [first, others @ ..] =
            ["run", "panel", "replay"].map(|by| fs::read(room.path(&format!("{output}.{by}"))).unwrap());
        assert!(!first.is_empty() && others.iter().all(|other| *other == first), "{output}");
    }
    kept("tests/panel/tapes-used.txt", &room.get("tapes.txt"));
}

/// Tests that the panel is drawn in ASCII, with the same layout, if the locale has no other characters.
#[test]
fn it_can_be_drawn_in_ascii() {
    let room = room();
    let words = ["--typed", "digits", "--size", "120x40", "--press", "xj46<Enter>b"];
    let plain = picture(&room, &words);
    let ascii = picture(&room, &[&words[..], &["--signs", "ascii"]].concat());
    assert!(ascii.is_ascii() && !plain.is_ascii());
    let lengths = |text: &str| text.lines().map(|line| line.chars().count()).collect::<Vec<_>>();
    assert_eq!(lengths(&ascii), lengths(&plain));
    assert!(ascii.contains("@     46"), "{ascii}");
}

#[test]
fn a_terminal_that_is_too_small_is_reported() {
    let room = room();
    let picture = picture(&room, &["--size", "40x10"]);
    assert_eq!(picture.trim_end(), "too small: needs 60 columns, 16 rows\n^C quits; other keys do nothing");
}

#[test]
fn without_a_terminal_the_panel_names_alternatives() {
    let told = "[..]--plain[..]--picture[..]\n";
    room().gier("panel sums.drum").code(2).stdout_eq("").stderr_eq(told);
}

#[test]
fn a_picture_is_a_picture() {
    let room = room();
    room.gier("panel sums.drum --typed digits --picture out.svg").code(0);
    let svg = room.get("out.svg");
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("typewriter"));
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
}

/// Draws the picture of the README again. `UPDATE=1` rewrites the picture.
#[test]
fn the_readme_shows_the_panel_as_it_is() {
    let room = room();
    let words =
        "panel --speed 1 --typed programs/nim/typed-da.txt --at 96.9 --press xzzzzzz --size 124x40 --picture";
    let gier = room.command(words.split(' ')).arg(room.path("panel.svg")).current_dir(root());
    gier.assert().success();
    kept("docs/panel.svg", &room.get("panel.svg"));
}

/// Tests that a session log replays the session, and that a snapshot continues where it was saved.
#[test]
fn logs_and_snapshots_save_a_session() {
    let room = room();
    let words = ["--log", "a.log", "--force", "--typed", "digits", "--press", "xzzzw<Enter>W<Enter>"];
    picture(&room, &words[..5]);
    let printed = room.printed("replay a.log");
    assert!(printed.contains("s\u{332}o ") || printed.contains("state "), "{printed}");
    picture(&room, &words);
    room.gier("replay a.log").code(0);
    assert!(room.path("sums.snap").exists());
    let torn = room.get("a.log");
    room.put("b.log", &torn[..torn.len() / 2]).gier("replay b.log").code(2);
    room.put("c.log", "hello").gier("replay c.log").code(2);
    room.gier("panel sums.snap --picture out.txt").code(0);
}

/// The arrow keys choose the second and the last program of the list. The first letters of a name choose
/// another program.
#[test]
fn another_program_is_put_on_the_drum() {
    let room = room();
    let words = ["--log", "a.log", "--force", "--typed", "digits", "--size", "120x40", "--press"];
    for (keys, name) in [
        ("p<Down><Enter>", "russian-nim"),
        ("p<Up><Enter>", gier_programs::PROGRAMS.last().unwrap().name),
        ("pcomb<Enter>", "combitron"),
    ] {
        let picture = picture(&room, &[&words[..], &[keys]].concat());
        assert!(picture.contains(&name.to_uppercase()), "{picture}");
        assert!(picture.contains(&format!("{name} is on the drum. A new session has started.")), "{picture}");
        // The sessions with the first and with the second program have a log each.
        for log in ["a.log", "a.2.log"] {
            room.gier(&format!("replay {log}")).code(0);
        }
    }
    let picture = picture(&room, &[&words[..], &["pxyz<Enter>"]].concat());
    assert!(picture.contains("no program is called xyz"), "{picture}");
}

#[test]
fn breakpoints_stay() {
    let room = room();
    let words = ["--breaks", "mine", "--view", "ferrite", "--press"];
    picture(&room, &[&words[..], &["xj55<Enter>b"]].concat());
    assert!(room.get("mine").contains("55"));
    let picture = picture(&room, &[&words[..], &["xj55<Enter>"]].concat());
    assert!(picture.lines().any(|line| line.contains("●") && line.contains("  55 ")), "{picture}");
}

/// Tests that a name that `gier play` lists opens that program.
#[test]
fn a_program_is_opened_by_its_name() {
    let room = room();
    room.gier("panel calendar --picture out.txt").code(0);
    let picture = room.get("out.txt");
    assert!(picture.contains("GIER CALENDAR"), "{picture}");
    let told = room.said("panel calender --picture out.txt", 2);
    assert!(told.contains("no program is called calender; `gier play` lists the programs"), "{told}");
}
