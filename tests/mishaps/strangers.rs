//! Files of strangers and single mishaps: what a map, a log, a pipe, a long text or an editor may not do.

use super::inputs::survives;
use super::{command, ended, room, run};
use crate::archive::shelf;
use crate::cli::Desk;
use crate::tidy;
use gier_machine::timeline::Position;
use gier_machine::{Log, Machine, log};
use gier_word::source_map::{CodeBlock, CodeVariable, MapText};
use gier_word::{Image, Uops};
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

const SECRET: &str = "_begin _integer i;\n_comment the family secret;\nwritetext(«one») _end;\n";

fn image(desk: &Desk, name: &str) -> Image {
    Image::from_bytes(&fs::read(desk.path(name)).unwrap()).unwrap()
}

/// Tests that the panel shows a text only if the program was made from this text.
#[test]
fn the_panel_shows_only_the_text_of_the_program() {
    let desk = Desk::new();
    desk.put("one.alg", SECRET).gier("algol one.alg").code(0);
    let picture = |name: &str| {
        desk.gier(&format!("panel {name} --picture p.txt --view source --size 120x40")).code(0);
        desk.get("p.txt")
    };
    assert!(picture("one.drum").contains("the family secret"));
    // Git may change the ends of the lines.
    desk.put("one.alg", SECRET.replace('\n', "\r\n"));
    assert!(picture("one.drum").contains("the family secret"));
    desk.put("one.alg", SECRET.replace("one", "two"));
    let changed = picture("one.drum");
    assert!(!changed.contains("the family secret") && changed.contains("or has changed"), "{changed}");
}

/// Tests that a saved drum keeps the source map as long as the program is unchanged on its tracks. Acts that load
/// another drum replace the program and its map.
#[test]
fn a_saved_drum_keeps_its_source_map() {
    let desk = room();
    desk.put("empty.drum", Image::new("").to_bytes());
    for (line, has_map) in [
        ("run a.drum --save-drum out", true),
        ("run talk.drum --typed keys --save-drum out", true),
        ("panel a.drum --picture p.txt --save-drum out", true),
        ("nim --typed keys --save-drum out", true),
        ("boot --drum talk.drum --save-drum out", true),
        ("boot --drum talk.drum --acts acts{help;await key;save \"out\"}", true),
        ("debug a.drum --acts acts{run 1;save \"out\"}", true),
        ("boot --acts acts{drum \"a.drum\";save \"out\"}", true),
        ("boot --acts acts{drum \"a.drum\"} --save-drum out", true),
        ("debug a.drum --acts acts{drum \"empty.drum\";save \"out\"}", false),
        ("boot --drum talk.drum --acts acts{drum \"empty.drum\"} --save-drum out", false),
    ] {
        run(&desk, line);
        assert_eq!(image(&desk, "out").map().is_some(), has_map, "{line}");
        fs::remove_file(desk.path("out")).unwrap();
    }
}

/// Tests that only the files in `WRITERS` write to the terminal. `files` and `report` make all text visible.
/// The others write their own escape sequences, GIER's characters, or an editor's protocol.
#[test]
fn every_message_is_made_visible() {
    const WRITERS: [&str; 5] =
        ["files/job.rs", "files/output.rs", "host/report.rs", "host/terminal.rs", "host/editor.rs"];
    const WAYS: &str = "print!( println!( stdout().lock Writer::new(io::stdout() stderr().lock execute!( \
        stdout()). stderr()). /dev/tty";
    let mut writers = tidy::files("crates/gier/src", "rs");
    writers.retain(|path| {
        let text = tidy::read(path);
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let mut lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.any(|line| WAYS.split(' ').any(|way| line.contains(way)))
    });
    let is_known = |path: &PathBuf| WRITERS.iter().any(|name| path.ends_with(name));
    assert!(writers.iter().all(is_known), "a file writes to the terminal by itself: {writers:?}");
    assert_eq!(writers.len(), WRITERS.len(), "each of these files writes");
}

/// Returns a session log that claims that its session lasted almost a year.
#[cfg_attr(not(unix), expect(dead_code))] // its tests send signals
pub fn endless_log() -> String {
    let text = "_begin _integer i; AGAIN: i := i + 1; i := 0; _goto AGAIN _end;\n";
    let desk = Desk::new();
    desk.put("spin.alg", text).gier("algol spin.alg").code(0);
    let start = Machine::with_image(&image(&desk, "spin.drum"));
    let at = Uops::from_seconds(347.0 * 86_400.0);
    let end = log::End { position: Position { orders: 1_000_000_000_000, at }, hash: 1, sent: 1 };
    log::head(&start, &[]) + &log::end_line(&end)
}

/// Tests that `--limit` and Ctrl-C end the replay of a log that claims to last almost a year.
#[cfg(unix)]
#[test]
fn an_endless_log_is_given_up() {
    let desk = Desk::new();
    desk.put("year.log", endless_log());
    assert!(Log::parse(&desk.get("year.log")).is_ok());
    let (status, told, said) = run(&desk, "replay year.log --limit 100");
    assert_eq!(
        (status, said.as_str()),
        (Some(1), "gier: the replay ended at its limit, before the end of the log\n")
    );
    assert!(told.contains(" seconds of GIER's time"));
    assert_eq!(run(&desk, "compare year.log year.log --limit 1").0, Some(0));
    for line in ["replay year.log", "panel year.log --picture p.txt"] {
        let output = interrupted(&desk, line);
        assert_eq!(output.status.code(), Some(130), "{line}");
        assert_eq!(output.stderr, b"gier: the replay was given up before the end of the log\n", "{line}");
    }
}

/// Starts a command, and presses Ctrl-C after a while.
#[cfg(unix)]
fn interrupted(desk: &Desk, line: &str) -> std::process::Output {
    let child = command(desk, line).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let process = nix::unistd::Pid::from_raw(child.id() as i32);
    nix::sys::signal::kill(process, nix::sys::signal::Signal::SIGINT).unwrap();
    ended(child, line)
}

/// Tests that Ctrl-C loses no output, even one that takes longer to save than the rest of the program may take to end.
#[cfg(unix)]
#[test]
fn a_slow_output_is_saved_after_ctrl_c() {
    let desk = Desk::new().with("spin");
    super::make_pipe(&desk, "out");
    let pipe = desk.path("out");
    // `interrupted` presses Ctrl-C after a second and a half. Nobody takes the drum before `late`.
    let (begin, late) = (Instant::now(), Duration::from_secs(5));
    let reader = std::thread::spawn(move || {
        std::thread::sleep(late);
        fs::read(pipe).unwrap()
    });
    assert_eq!(interrupted(&desk, "run spin.drum --save-drum out").status.code(), Some(130));
    assert!(begin.elapsed() > late, "the drum is lost");
    assert!(Image::from_bytes(&reader.join().unwrap()).is_ok());
}

/// Tests that gier skips a pipe where it looks for files. A pipe that the user names is read.
#[cfg(unix)]
#[test]
fn pipes_are_read_only_if_they_are_named() {
    let desk = Desk::new().with("talk");
    fs::create_dir_all(desk.path("state/gier/sessions")).unwrap();
    // The map of `one.drum` names its text, which becomes a pipe.
    desk.put("keys", "jk.").put("one.alg", SECRET).gier("algol one.alg").code(0);
    fs::remove_file(desk.path("one.alg")).unwrap();
    let log = "state/gier/sessions/nim-0001.log";
    let others = [".gier-xxxxxx.tmp", "talk.drum.breaks", "b.alg", "library", "one.alg", "typed"];
    others.into_iter().chain([log]).for_each(|name| super::make_pipe(&desk, name));
    for line in [
        "sessions",
        "sessions --prune",
        "replay --last",
        "run talk.drum --typed keys --paper out",
        "panel talk.drum --picture p.txt",
        "panel one.drum --picture p.txt",
        "tape info .",
        "doctor",
    ] {
        survives(&desk, line);
    }
    // The text of this pipe comes late, as from another program.
    let child = command(&desk, "run talk.drum --plain --typed typed").spawn().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    fs::write(desk.path("typed"), "jk.").unwrap();
    let output = ended(child, "typed from a pipe");
    assert_eq!((output.status.code(), output.stdout), (Some(0), b"\nNe: jk.\nok\n".to_vec()));
    // Nobody writes to this pipe, so only Ctrl-C ends the command.
    assert_eq!(interrupted(&desk, "run talk.drum --typed typed").status.code(), Some(130));
}

/// Tests an empty log, which a panel leaves if it is killed early. `gier sessions` must not list it, and
/// `--prune` must delete it.
#[test]
fn an_empty_log_is_no_session() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("state/gier/sessions")).unwrap();
    desk.put("state/gier/sessions/nim-0001.log", "");
    assert!(run(&desk, "sessions").1.contains("\n0 sessions, 0.0 MB in "));
    assert!(run(&desk, "replay --last").2.starts_with("gier: there is no session in "));
    assert_eq!(run(&desk, "sessions --prune --keep 7").0, Some(0));
    assert!(!desk.path("state/gier/sessions/nim-0001.log").exists());
}

/// Tests that `gier doctor` says what to do if sessions cannot be saved, and ends with status 1.
#[test]
fn doctor_reports_a_folder_that_cannot_be_made() {
    let desk = Desk::new();
    desk.put("file", "");
    let (long, deep) = ("x".repeat(300), format!("none/{}", "x".repeat(300)));
    for (name, says) in [
        ("file", ["cannot be made, because ", "file is no folder; move it"]),
        (&long, ["cannot be made (", "set XDG_STATE_HOME"]),
        (&deep, ["cannot be made (", "set XDG_STATE_HOME"]),
    ] {
        let output = command(&desk, "doctor").env("XDG_STATE_HOME", desk.path(name)).output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.code() == Some(1) && says.iter().all(|part| told.contains(part)), "{told}");
    }
    assert!(!desk.path("none").exists());
}

/// A message of an editor.
pub fn message(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// Tests that a session with an editor continues, whatever bytes arrive, until the editor ends it.
#[test]
fn bad_messages_do_not_end_a_session_with_an_editor() {
    let desk = Desk::new();
    let deep = "[".repeat(100_000);
    let bytes = [
        "no heading\r\n\r\n",
        &message("{\"seq\": 1,"),
        &message(&deep),
        &message("5"),
        &message("{\"seq\": 2, \"command\": \"threads\"}"),
        &message("{\"seq\": 4, \"command\": \"launch\", \"arguments\": {\"program\": \"-\"}}"),
        &message("{\"seq\": 3, \"command\": \"disconnect\"}"),
    ]
    .concat();
    let told = desk.gier_with("dap", &bytes).code(0).stderr_eq("").get_output().stdout.clone();
    let told = String::from_utf8(told).unwrap();
    assert_eq!(told.matches("cannot be read").count(), 3, "{told}");
    assert!(told.contains("\"request_seq\":2") && told.contains("\"request_seq\":3"), "{told}");
    assert!(told.contains("- is not a program file"), "{told}");
}

/// Tests that a line that is too long, or nested too deeply, gives a short message.
#[test]
fn exec_answers_corrupted_lines_briefly() {
    let desk = Desk::new();
    let long = format!("{{\"{}\": 1}}\n", "x".repeat(5 << 20));
    let named = format!("{{\"{}\": 1}}\n", "y".repeat(100_000));
    let deep = format!("{}{}\n", "[".repeat(200_000), "]".repeat(200_000));
    let cell = format!("{{\"R\": \"{}\"}}\n", "9".repeat(100_000));
    let run = desk.gier_with("exec", &[&long, &named, &deep, &cell, "{}\n"].concat()).code(1);
    let told = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 5);
    for (number, line) in lines[..4].iter().enumerate() {
        assert!(line.starts_with(&format!("{{\"error\":\"line {}: ", number + 1)), "{line:.100}");
        assert!(line.chars().count() < 400, "{} characters", line.len());
    }
    assert!(lines[4].contains("\"orders\":1,"), "{}", lines[4]);
}

/// Tests that one bad file does not make the archive unusable, and that pipes and devices are not read.
#[cfg(unix)]
#[test]
fn a_bad_file_in_the_archive_is_left_out() {
    let desk = shelf();
    fs::File::create(desk.path("a/tapes/long.asc")).unwrap().set_len(65 << 20).unwrap();
    std::os::unix::fs::symlink("/dev/zero", desk.path("a/tapes/zero.asc")).unwrap();
    super::make_pipe(&desk, "a/tapes/pipe.asc");
    desk.gier("archive list --archive a --kind data")
        .code(0)
        .stderr_eq("gier: cannot read a/tapes/long.asc: it is longer than 64 MB, and no file of GIER is\n");
    desk.gier("archive show one --archive a").code(0);
}

/// A long line, and an image with an enormous source map, are read in time.
#[test]
fn long_lines_and_large_maps_are_no_burden() {
    let desk = Desk::new();
    let address = "file:///a.alg";
    let (text, document) = ("_begin ".repeat(50_000), format!("{{\"uri\":\"{address}\"}}"));
    let bytes = [
        "{\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}".to_string(),
        format!(
            "{{\"method\":\"textDocument/didOpen\",\"params\":{{\"textDocument\":{{\"uri\":\"{address}\",\
             \"languageId\":\"algol\",\"version\":1,\"text\":\"{text}\"}}}}}}"
        ),
        format!(
            "{{\"id\":2,\"method\":\"textDocument/semanticTokens/full\",\"params\":{{\"textDocument\":{document}}}}}"
        ),
        "{\"id\":3,\"method\":\"shutdown\"}".to_string(),
        "{\"method\":\"exit\"}".to_string(),
    ]
    .map(|body| message(&body))
    .concat();
    desk.put("requests", bytes);
    let mut editor = command(&desk, "lsp");
    let editor = editor.stdin(fs::File::open(desk.path("requests")).unwrap()).stdout(Stdio::null());
    assert_eq!(ended(editor.spawn().unwrap(), "a long line").status.code(), Some(0));

    desk.put("one.alg", SECRET).gier("algol one.alg").code(0);
    let mut large = image(&desk, "one.drum");
    let whole = (**large.map().unwrap()).clone();
    let many = 200_000;
    let texts = |count: usize| {
        let mut map = whole.clone();
        map.texts.extend((1..count).map(|number| MapText::new(&format!("{number}"), "")));
        map
    };
    let mut names = whole.clone();
    names.names = (0..many).map(|number| (format!("a{number}"), whole.bodies[0].entry)).collect();
    let variable = whole.blocks.iter().find_map(|block| block.variables.first()).unwrap().clone();
    let nested = |depth: usize| {
        let mut map = whole.clone();
        let name = |number: usize| CodeVariable { name: format!("a{number}"), ..variable.clone() };
        let block = |number: usize| CodeBlock { outer: number.checked_sub(1), variables: vec![name(number)] };
        map.blocks = (0..depth).map(block).collect();
        map.code.iter_mut().for_each(|row| row.block = Some(depth - 1));
        map
    };
    desk.put("m.acts", "break line 3\ncontinue\ntell line\ntell variables\ntell calls\ntell a1\nwatch a2\nbreak 41 when a3 = 1\n");
    for map in [texts(1000), texts(many), names, nested(500), nested(many)] {
        large.set_map(Some(map));
        desk.put("large.drum", large.to_bytes());
        for line in [
            "panel large.drum --picture p.txt --view source",
            "debug large.drum --acts m.acts",
            "run large.drum",
        ] {
            survives(&desk, line);
        }
    }
}
