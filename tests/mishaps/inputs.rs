//! Inputs that cannot be read, of another kind, torn, deep, long, or with names and texts that control a terminal.
//! gier must end in time, with a short message, and show and change nothing that it should not.

use super::{FILES, command, contents, each, ended, room, rows, run};
use crate::cli::Desk;
use gier_desk::faults::visible;
use gier_machine::{Machine, log};
use gier_word::Image;
use std::fs;
use std::process::Output;

/// The largest length of a command's messages, in bytes.
const MESSAGES: usize = 20_000;

/// Checks that a command ends by itself, with short messages.
pub fn survives(desk: &Desk, line: &str) -> Output {
    let what = &line[..line.floor_char_boundary(200)];
    let output = ended(command(desk, line).spawn().unwrap(), what);
    let said = String::from_utf8_lossy(&output.stderr);
    let status = output.status.code();
    assert!(status.is_some_and(|status| status <= 3), "{what}: {status:?} {said}");
    assert!(status == Some(0) || said.len() + output.stdout.len() > 0, "{what}: {status:?} without a word");
    assert!(said.len() < MESSAGES, "{what}: {} bytes of messages", said.len());
    output
}

/// Each command with each file that it reads as an argument or by an act.
fn inputs() -> impl Iterator<Item = (&'static str, &'static str)> {
    rows('←').filter(|(line, file)| {
        let place = line.find(&format!("←{file}")).unwrap();
        *file != "acts" && line.find(" +").is_none_or(|tail| place < tail)
    })
}

#[test]
fn an_input_that_cannot_be_read_is_named() {
    let desk = room();
    fs::create_dir(desk.path("state")).unwrap();
    fs::File::create(desk.path("state/large")).unwrap().set_len(65 << 20).unwrap();
    let mut mishaps =
        vec![("none.x", ""), ("library", "it is a folder"), ("state/large", "it is longer than 64 MB")];
    if cfg!(target_os = "linux") {
        mishaps.push(("/dev/zero", "it is longer than 64 MB"));
    }
    each(inputs(), |(line, file)| {
        for (name, says) in &mishaps {
            if line.starts_with("tape info") && *name == "library" {
                continue; // A table of the tapes in the folder.
            }
            let says =
                if line.starts_with("compare") && name.starts_with("/dev") { "reads it twice" } else { says };
            let line = line.replace(&format!("←{file}"), &format!("←{name}"));
            command(&desk, &line);
            let before = contents(&desk);
            let (status, _, said) = run(&desk, &line);
            assert_eq!(status, Some(2), "{line}: {said}");
            assert!(
                said.contains(name) && said.contains(says) && said.lines().count() == 1,
                "{line}: {said}"
            );
            assert!(contents(&desk) == before, "{line}: a file has changed");
        }
    });
}

/// Checks every command with this file in place of each of its inputs.
pub fn survives_everywhere(desk: &Desk, name: &str) {
    let bytes = fs::read(desk.path(name)).unwrap();
    // A tape that boots, or a game with strange keys, may go on for ever.
    let is_endless = |line: &str| ["boot --tape", "nim", "play"].iter().any(|start| line.starts_with(start));
    each(inputs().filter(|(line, _)| !is_endless(line)), |(line, file)| {
        let line = line.replace(&format!("←{file}"), &format!("←{name}"));
        let line =
            if line.contains("--limit") { line } else { line.replace("run ←", "run --limit 20 ←") };
        survives(desk, &line);
        assert!(fs::read(desk.path(name)).unwrap() == bytes, "{line}: the input has changed");
    });
}

/// Tests files of every kind, whole and torn, in place of each input.
#[test]
fn inputs_of_another_kind_are_survived() {
    for name in ["talk.drum", "long.flx", "talk.log", "a.alg", "state.json"] {
        let (desk, bytes) = (room(), &FILES[name]);
        let ending = name.split('.').next_back().unwrap();
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 4;
        for (state, bytes) in
            [("whole", &bytes[..]), ("torn", &bytes[..bytes.len() / 3]), ("changed", &changed)]
        {
            desk.put(&format!("{state}.{ending}"), bytes);
            survives_everywhere(&desk, &format!("{state}.{ending}"));
        }
    }
}

/// A name with all characters that could control a terminal. Windows does not allow this name.
const HOSTILE: &str = "a\u{1b}[2J\r\u{202e}\u{200b}\u{9b}b\nFORGED\tline";

/// Checks that a command shows no hostile text unchanged.
fn shows_nothing_hostile(desk: &Desk, line: &str) {
    let _ = fs::remove_file(desk.path("p.txt"));
    let output = ended(command(desk, line).env("TERM", HOSTILE).spawn().unwrap(), line);
    let picture = fs::read(desk.path("p.txt")).unwrap_or_default();
    for (from, bytes) in [("stdout", output.stdout), ("stderr", output.stderr), ("picture", picture)] {
        let text = String::from_utf8(bytes).unwrap();
        assert!(visible(&text) == text && !text.contains('\r'), "{line:?}, {from}: {text:?}");
        assert!(!text.lines().any(|line| line.starts_with("FORGED")), "{line:?}, {from}: {text:?}");
    }
}

/// An image whose title and map consist of hostile names.
fn hostile_image() -> Image {
    let old = Image::from_bytes(&FILES["a.drum"]).unwrap();
    let mut hostile = Image::new(HOSTILE);
    (0..320).for_each(|track| *hostile.track_mut(track) = *old.track(track));
    let mut map = (**old.map().unwrap()).clone();
    map.texts[0].name = HOSTILE.to_string();
    map.names.iter_mut().for_each(|(name, _)| *name = HOSTILE.to_string());
    map.alarms.iter_mut().for_each(|(word, _)| *word = HOSTILE.to_string());
    hostile.set_map(Some(map));
    hostile
}

/// Tests hostile names and hostile texts in place of every input, and of every output.
#[cfg(unix)]
#[test]
fn no_foreign_text_controls_the_terminal() {
    let desk = room();
    desk.put("hostile.drum", hostile_image().to_bytes());
    let options = vec![("title".to_string(), HOSTILE.to_string())];
    let title = log::head(&Machine::with_image(&hostile_image()), &options);
    fs::create_dir_all(desk.path("state/gier/sessions")).unwrap();
    desk.put(&format!("state/gier/sessions/{HOSTILE}.log"), &title).put("title.log", &title);
    each(inputs().filter(|(line, _)| !line.starts_with("boot --tape")), |(line, file)| {
        let ending = file.split('.').next_back().unwrap();
        let name = format!("{HOSTILE}.{ending}");
        let inside = ["hostile.drum", "title.log"].into_iter().find(|inside| inside.ends_with(ending));
        for bytes in [FILES[file].clone(), HOSTILE.into()] {
            desk.put(&name, bytes);
            for name in inside.into_iter().chain([name.as_str()]) {
                let line = line.replace(&format!("←{file}"), &format!("←{name}"));
                shows_nothing_hostile(&desk, &line);
            }
        }
        fs::remove_file(desk.path(&name)).unwrap();
    });
    each(rows('→').filter(|(_, out)| *out != "-" && *out != "p.txt"), |(line, out)| {
        let line = line.replace(&format!("→{out}"), &format!("→no\u{1b}/{HOSTILE}"));
        shows_nothing_hostile(&desk, &line);
    });
    desk.put("line.acts", "break line 1\ncontinue\ntell line\ntell calls\ntell order\nbreak name x\n");
    desk.put("hostile.acts", HOSTILE).put("x.flx", "x");
    fs::rename(desk.path("x.flx"), desk.path(&format!("{HOSTILE}.flx"))).unwrap();
    for line in [
        "HOSTILE",
        "boot --tape HOSTILE",
        "algol a.alg HOSTILE --json",
        "debug hostile.drum --acts line.acts",
        "debug hostile.drum --acts hostile.acts",
        "tape info . --json",
        "sessions",
        "sessions --json",
        "panel hostile.drum --picture p.txt --view source",
        "panel talk.drum --picture p.txt --press HOSTILE",
        "panel talk.drum --picture p.txt --keys hostile.acts",
        "museum --only HOSTILE",
        "doctor",
    ] {
        shows_nothing_hostile(&desk, &line.replace("HOSTILE", HOSTILE));
    }
}

/// Texts that lead a reader deeper and deeper, or that are very long: the command, the file that it reads, the
/// number of repetitions, texts with `…` in the place of a repeated part, and repeated parts.
type Deep = (&'static str, &'static str, usize, &'static [&'static str], &'static [&'static str]);

const EXPRESSIONS: &[&str] = &[
    "(",
    "not ",
    "-",
    "A[",
    "cell ",
    "bit 3 of ",
    "address of ",
    "marks of ",
    "fraction ",
    "1 + ",
    "1 and ",
    "1 or ",
    "1 × ",
];

/// docs/reliability.md lists the readers and their limits.
const DEEP: [Deep; 14] = [
    (
        "algol",
        "deep.alg",
        50_000,
        &["_begin _integer i; i := … _end;\n", "_begin … _end;\n"],
        &[
            "(",
            "_begin ",
            "_if a _then ",
            "_for i := 1 _do ",
            "a[",
            "-",
            "¬",
            "1+",
            "a ∧ ",
            "f(",
            "_procedure p; ",
            "«",
        ],
    ),
    (
        "asm -o deep.drum",
        "deep.slip",
        50_000,
        &["_b i=40\n hv …1\n", "…"],
        &["(", "_b ", "_b\n", "<", "a1-", "1+", "[", "{", "_d i=", "_e\n"],
    ),
    ("debug talk.drum --acts", "deep.acts", 50_000, &["tell …\nbreak 41 when …\nwatch …\n"], EXPRESSIONS),
    ("panel talk.drum --picture p.txt --breaks", "deep.breaks", 50_000, &["break 41 when …\n"], EXPRESSIONS),
    ("exec --orders 1", "deep.json", 50_000, &["…\n"], &["[", "{\"a\":", "{\"ferrite\":{\"1\":"]),
    ("panel talk.drum --picture p.txt --keys", "deep.keys", 50_000, &["…\n"], &["<"]),
    ("tape from-text -o deep.flx", "deep.txt", 50_000, &["…"], &["{red}{"]),
    ("tape info", "deep.asc", 50_000, &["…"], &["["]),
    ("boot --tape", "deep.asc", 50_000, &["…"], &["["]),
    (
        "debug talk.drum --acts",
        "long.acts",
        1_000_000,
        &["break 41 tell …\nbreak 41 when …\ntell …\n", "tell …\n"],
        &["R,R,", "a "],
    ),
    (
        "panel talk.drum --picture p.txt --breaks",
        "long.breaks",
        1_000_000,
        &["break 41 tell …\n"],
        &["R,R,", "a "],
    ),
    // A message made of many messages is printed in time in Danish too.
    (
        "debug talk.drum --lang da --acts",
        "long.acts",
        50_000,
        &["expect \"…\"\n"],
        &["x: the machine does not ", "line 1: ", "stop 1: ", "x = not set, "],
    ),
    ("panel talk.drum --picture p.txt --press", "", 50_000, &["…"], &["<"]),
    ("", "", 100_000, &["…"], &["x"]),
];

/// Tests that every recursive reader has a limit of depth, and that no reader takes quadratic time.
#[test]
fn deep_and_long_inputs_are_refused_in_time() {
    let desk = room();
    for (command, file, times, texts, parts) in DEEP {
        for (text, part) in texts.iter().flat_map(|text| parts.iter().map(move |part| (text, part))) {
            let closed = if *part == "(" && file != "deep.alg" { ")".repeat(times) } else { String::new() };
            let long = text.replace('…', &format!("{}1{closed}", part.repeat(times)));
            if file.is_empty() {
                survives(&desk, &format!("{command} {long}"));
            } else {
                survives(desk.put(file, &long), &format!("{command} {file}"));
            }
        }
    }
}
