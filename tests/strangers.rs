//! Tests files of strangers. gier must not crash or hang, or show or write anything that it should not. Names
//! and contents must not control the terminal.

use crate::cli::Desk;
#[cfg(unix)]
use gier_desk::faults::visible;
#[cfg(unix)]
use gier_machine::Log;
use gier_machine::timeline::Position;
use gier_machine::{Machine, log};
use gier_word::{Image, Uops};
use snapbox::cmd::cargo_bin;
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The longest time that a command may work on a hostile file.
const LONGEST: Duration = Duration::from_secs(20);
/// The largest length of a command's messages, in bytes.
const MESSAGES: usize = 20_000;

pub fn gier(desk: &Desk, words: &[&str]) -> Command {
    let mut gier = Command::new(cargo_bin("gier"));
    gier.args(words).current_dir(desk.path("")).env("XDG_STATE_HOME", desk.path("state"));
    gier.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    gier
}

/// Waits for the end of a command, and returns its output. Panics if the command takes too long.
pub fn ended(mut child: Child, what: &str) -> Output {
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > LONGEST {
            child.kill().unwrap();
            panic!("{what}: it goes on for ever");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

/// Checks that a command ends by itself, with short messages.
pub fn survives(desk: &Desk, words: &[&str]) -> Output {
    let what = words.join(" ");
    let what = &what[..what.floor_char_boundary(200)];
    let output = ended(gier(desk, words).spawn().unwrap(), what);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|code| code != 101), "{what}: {:?} {said}", output.status);
    assert!(said.len() < MESSAGES, "{what}: {} bytes of messages", said.len());
    output
}

pub fn image(desk: &Desk, name: &str) -> Image {
    Image::from_bytes(&fs::read(desk.path(name)).unwrap()).unwrap()
}

pub const SECRET: &str = "_begin _integer i;\n_comment the family secret;\nwritetext(«one») _end;\n";

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

/// Tests that `--save-drum` keeps the source map as long as the program is unchanged on its tracks.
#[test]
fn a_saved_drum_keeps_its_source_map() {
    let desk = Desk::new().with("talk");
    desk.put("keys", "jk.").put("one.alg", "_begin _integer i; i := 7; writetext(«one») _end;\n");
    desk.gier("algol one.alg").code(0);
    for (words, saved) in [
        ("run one.drum --save-drum a.drum", "a.drum"),
        ("run talk.drum --typed keys --save-drum b.drum", "b.drum"),
        ("panel one.drum --picture p.txt --save-drum c.drum", "c.drum"),
        ("nim --typed keys --save-drum d.drum", "d.drum"),
        ("boot --drum talk.drum --save-drum e.drum", "e.drum"),
    ] {
        let _ = desk.gier(words);
        assert!(image(&desk, saved).map().is_some(), "{words}");
    }
    // The act `save` follows the same rule, even for a drum that acts have loaded.
    desk.put("save.acts", "help\nawait key\nsave \"g.drum\"\n").put("saves.acts", "run 1\nsave \"h.drum\"\n");
    desk.put("load.acts", "drum \"one.drum\"\nsave \"i.drum\"\n");
    desk.put("lose.acts", "drum \"empty.drum\"\nsave \"k.drum\"\n")
        .put("empty.drum", Image::new("").to_bytes());
    desk.gier("boot --drum talk.drum --acts save.acts").code(0);
    desk.gier("debug one.drum --acts saves.acts").code(0);
    desk.gier("boot --acts load.acts --save-drum j.drum").code(0);
    desk.gier("debug one.drum --acts lose.acts").code(0);
    for (saved, has_map) in
        [("g.drum", true), ("h.drum", true), ("i.drum", true), ("j.drum", true), ("k.drum", false)]
    {
        assert_eq!(image(&desk, saved).map().is_some(), has_map, "{saved}");
    }
    // These acts load another drum, which replaces the program and its map.
    desk.put("other.acts", "drum \"empty.drum\"\n");
    desk.gier("boot --drum talk.drum --acts other.acts --save-drum f.drum").code(0);
    assert!(image(&desk, "f.drum").map().is_none());
}

/// A name with all characters that could control a terminal. Windows does not allow this name.
#[cfg(unix)]
const HOSTILE: &str = "a\u{1b}[2J\r\u{202e}\u{200b}\u{9b}b\nFORGED\tline";

/// Tests that no message, list or JSON shows a hostile name unchanged.
#[cfg(unix)]
#[test]
fn no_foreign_text_controls_the_terminal() {
    let desk = Desk::new().with("talk");
    let name = |ending: &str| format!("{HOSTILE}.{ending}");
    desk.put(&name("alg"), format!("_begin {HOSTILE} _end;\n"));
    desk.put(&name("slip"), format!("{HOSTILE}\n")).put(&name("acts"), format!("{HOSTILE}\n"));
    desk.put("hostile.acts", format!("drum \"{HOSTILE}\"\n"));
    desk.put(&name("flx"), "x").put("one.alg", "_begin writetext(«one») _end;\n");
    desk.gier("algol one.alg").code(0);
    // An image with hostile names in its map and its title.
    let old = image(&desk, "one.drum");
    let mut hostile = Image::new(HOSTILE);
    (0..320).for_each(|track| *hostile.track_mut(track) = *old.track(track));
    let mut map = (**old.map().unwrap()).clone();
    map.texts[0].name = HOSTILE.to_string();
    map.names.iter_mut().for_each(|(name, _)| *name = HOSTILE.to_string());
    map.alarms.iter_mut().for_each(|(word, _)| *word = HOSTILE.to_string());
    hostile.set_map(Some(map));
    desk.put("hostile.drum", hostile.to_bytes());
    desk.put("line.acts", "break line 1\ncontinue\ntell line\ntell calls\ntell order\nbreak name x\n");
    let start = Machine::with_image(&hostile);
    let options = vec![("title".to_string(), HOSTILE.to_string())];
    fs::create_dir_all(desk.path("state/gier/sessions")).unwrap();
    desk.put(&format!("state/gier/sessions/{}", name("log")), log::head(&start, &options));
    desk.put("title.log", log::head(&start, &options));
    let (alg, slip, acts, flx, log) = (name("alg"), name("slip"), name("acts"), name("flx"), name("log"));
    let commands: Vec<Vec<&str>> = vec![
        vec![HOSTILE],
        vec!["run", HOSTILE],
        vec!["run", &flx],
        vec!["algol", &alg],
        vec!["algol", &alg, "--json"],
        vec!["asm", &slip],
        vec!["asm", &slip, "--json"],
        vec!["boot", "--acts", &acts],
        vec!["boot", "--acts", "hostile.acts"],
        vec!["debug", "hostile.drum", "--acts", "line.acts"],
        vec!["debug", "hostile.drum", "--acts", &acts],
        vec!["disasm", "hostile.drum"],
        vec!["tape", "info", &flx],
        vec!["tape", "info", "."],
        vec!["tape", "info", ".", "--json"],
        vec!["replay", &log],
        vec!["replay", "title.log"],
        vec!["sessions"],
        vec!["sessions", "--json"],
        vec!["panel", "title.log", "--picture", "p.txt"],
        vec!["panel", "hostile.drum", "--picture", "p.txt", "--view", "source"],
        vec!["panel", "talk.drum", "--picture", "p.txt", "--press", HOSTILE],
        vec!["panel", "talk.drum", "--picture", "p.txt", "--keys", &acts],
        vec!["museum", "--only", HOSTILE],
        vec!["run", "talk.drum", "--save-drum", "no\u{1b}/x"],
        vec!["doctor"],
    ];
    for words in commands {
        let _ = fs::remove_file(desk.path("p.txt"));
        let mut command = gier(&desk, &words);
        let output = ended(command.env("TERM", HOSTILE).spawn().unwrap(), &words.join(" "));
        let picture = fs::read_to_string(desk.path("p.txt")).unwrap_or_default();
        for (from, bytes) in
            [("stdout", output.stdout), ("stderr", output.stderr), ("picture", picture.into_bytes())]
        {
            let text = String::from_utf8(bytes).unwrap();
            assert!(visible(&text) == text && !text.contains('\r'), "{words:?}, {from}: {text:?}");
            assert!(!text.lines().any(|line| line.starts_with("FORGED")), "{words:?}, {from}: {text:?}");
        }
    }
}

/// Tests that only the files in `WRITERS` write to the terminal. `files` and `report` make all text visible.
/// The others write their own escape sequences, GIER's characters, or an editor's protocol.
#[test]
fn every_message_is_made_visible() {
    const WRITERS: [&str; 5] =
        ["host/files/job.rs", "host/files/output.rs", "host/report.rs", "host/terminal.rs", "host/editor.rs"];
    const WAYS: [&str; 9] = [
        "print!(",
        "println!(",
        "stdout().lock",
        "Writer::new(io::stdout()",
        "stderr().lock",
        "execute!(",
        "stdout()).",
        "stderr()).",
        "/dev/tty",
    ];
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![source.clone()];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&source).unwrap().display().to_string().replace('\\', "/");
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let writes = lines.filter(|line| WAYS.iter().any(|way| line.contains(way))).count();
            assert!(
                writes == 0 || WRITERS.contains(&name.as_str()),
                "{name} writes to the terminal by itself"
            );
            seen += usize::from(writes > 0);
        }
    }
    assert_eq!(seen, WRITERS.len(), "each of these files writes");
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
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let desk = Desk::new();
    desk.put("year.log", endless_log());
    assert!(Log::parse(&desk.get("year.log")).is_ok());
    let told = survives(&desk, &["replay", "year.log", "--limit", "100"]);
    assert_eq!(told.status.code(), Some(1));
    let said = String::from_utf8(told.stderr).unwrap();
    assert_eq!(said, "gier: the replay ended at its limit, before the end of the log\n");
    assert!(String::from_utf8(told.stdout).unwrap().contains(" seconds of GIER's time"));
    let told = survives(&desk, &["compare", "year.log", "year.log", "--limit", "1"]);
    assert_eq!(told.status.code(), Some(0));
    for words in [vec!["replay", "year.log"], vec!["panel", "year.log", "--picture", "p.txt"]] {
        let child = gier(&desk, &words).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(1500));
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
        let output = ended(child, &words.join(" "));
        assert_eq!(output.status.code(), Some(130), "{words:?}");
        assert_eq!(output.stderr, b"gier: the replay was given up before the end of the log\n", "{words:?}");
    }
}

/// Tests that gier skips a pipe where it looks for files. A pipe that the user names is read.
#[cfg(unix)]
#[test]
fn pipes_are_read_only_if_they_are_named() {
    use nix::sys::stat::Mode;
    let desk = Desk::new().with("talk");
    let pipe = |name: &str| nix::unistd::mkfifo(&desk.path(name), Mode::S_IRWXU).unwrap();
    fs::create_dir_all(desk.path("state/gier/sessions")).unwrap();
    for name in
        ["state/gier/sessions/nim-0001.log", ".gier-xxxxxx.tmp", "talk.drum.breaks", "b.alg", "library"]
    {
        pipe(name);
    }
    desk.put("keys", "jk.");
    for words in [
        vec!["sessions"],
        vec!["sessions", "--prune"],
        vec!["replay", "--last"],
        vec!["run", "talk.drum", "--typed", "keys", "--paper", "out"],
        vec!["panel", "talk.drum", "--picture", "p.txt"],
        vec!["tape", "info", "."],
        vec!["doctor"],
    ] {
        survives(&desk, &words);
    }
    // A source map names a pipe as its text.
    desk.put("one.alg", SECRET).gier("algol one.alg").code(0);
    fs::remove_file(desk.path("one.alg")).unwrap();
    pipe("one.alg");
    survives(&desk, &["panel", "one.drum", "--picture", "q.txt"]);
    // This pipe is an input whose text comes late, as from another program.
    pipe("typed");
    let child = gier(&desk, &["run", "talk.drum", "--plain", "--typed", "typed"]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    fs::write(desk.path("typed"), "jk.").unwrap();
    let output = ended(child, "typed from a pipe");
    assert_eq!((output.status.code(), output.stdout), (Some(0), b"\nNe: jk.\nok\n".to_vec()));
    // Nobody writes to this pipe, so only Ctrl-C ends the command.
    let child = gier(&desk, &["run", "talk.drum", "--typed", "typed"]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(child.id() as i32), nix::sys::signal::Signal::SIGINT)
        .unwrap();
    assert_eq!(ended(child, "a silent pipe").status.code(), Some(130));
}

/// Tests that gier writes sound while the machine works, so that its memory stays small. A killed gier leaves
/// a temporary file. The next sound that gier saves in the folder deletes this file.
#[cfg(target_os = "linux")]
#[test]
fn a_long_sound_takes_little_memory() {
    let desk = Desk::new();
    let text = format!(
        "_d i=40\n{{round}}: srn {{last}}\n gr {{last}}\n{} hv {{round}}\n{{last}}: 1\n",
        " qq\n".repeat(30)
    );
    desk.put("tone.slip", text).gier("asm tone.slip -o tone.drum").code(0);
    let words = ["run", "tone.drum", "--limit", "1e9", "--sound", "long.wav"];
    let mut child = gier(&desk, &words).spawn().unwrap();
    let temporary = |desk: &Desk| {
        let entries = fs::read_dir(desk.path("")).unwrap().flatten();
        let mut paths = entries.map(|entry| entry.path());
        paths.find(|path| path.extension().is_some_and(|ending| ending == "tmp"))
    };
    let begin = Instant::now();
    // Wait until four megabytes are written, which are 48 seconds of sound.
    while temporary(&desk).and_then(|path| path.metadata().ok()).is_none_or(|data| data.len() < 4 << 20) {
        assert!(begin.elapsed() < LONGEST, "the sound is not written while GIER works");
        std::thread::sleep(Duration::from_millis(20));
    }
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.split_whitespace().next().unwrap().parse().unwrap();
    assert!(peak < 64 << 10, "{peak} kB");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(temporary(&desk).is_some() && !desk.path("long.wav").exists());
    desk.gier("run tone.drum --limit 1 --sound long.wav").code(1);
    assert!(temporary(&desk).is_none());
    // The sound ends without a click.
    let mut wav = hound::WavReader::open(desk.path("long.wav")).unwrap();
    let samples: Vec<i16> = wav.samples().collect::<Result<_, _>>().unwrap();
    assert!(
        samples[samples.len() - 1] == 0 && samples.iter().rev().take(10).all(|sample| sample.abs() < 2000)
    );
}

/// Tests that a write beyond the user's limit on file sizes fails with a message, and does not kill the
/// program.
#[cfg(unix)]
#[test]
fn a_limit_on_files_is_reported() {
    let desk = Desk::new().with("talk");
    desk.put("keys", "jk.").put("out", "the old file");
    let mut sh = Command::new("sh");
    sh.arg("-c")
        .arg("ulimit -f 0; exec \"$0\" run talk.drum --typed keys --save-drum out")
        .arg(cargo_bin("gier"));
    let output = sh.current_dir(desk.path("")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"gier: cannot write the drum to out: file too large\n");
    assert_eq!(desk.get("out"), "the old file");
}

/// Tests an empty log, which a panel leaves if it is killed early. `gier sessions` must not list it, and
/// `--prune` must delete it.
#[test]
fn an_empty_log_is_no_session() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("state/gier/sessions")).unwrap();
    desk.put("state/gier/sessions/nim-0001.log", "");
    let list = survives(&desk, &["sessions"]);
    assert!(String::from_utf8(list.stdout).unwrap().contains("\n0 sessions, 0.0 MB in "));
    let last = survives(&desk, &["replay", "--last"]);
    assert!(String::from_utf8(last.stderr).unwrap().starts_with("gier: there is no session in "));
    desk.put("empty.log", "");
    for words in [["replay", "empty.log"], ["panel", "empty.log"]] {
        let said = String::from_utf8(survives(&desk, &words).stderr).unwrap();
        assert!(said.contains("it is an empty log"), "{said}");
    }
    let prune = survives(&desk, &["sessions", "--prune", "--keep", "7"]);
    assert_eq!(
        (prune.status.code(), desk.path("state/gier/sessions/nim-0001.log").exists()),
        (Some(0), false)
    );
}

/// Tests that `gier doctor` says what to do if sessions cannot be saved, and ends with status 1.
#[test]
fn doctor_reports_a_folder_that_cannot_be_made() {
    let desk = Desk::new();
    desk.put("state", "a file");
    let output = survives(&desk, &["doctor"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.contains("cannot be made, because ") && told.contains("state is no folder; move it"),
        "{told}"
    );
    for name in ["x".repeat(300), format!("none/{}", "x".repeat(300))] {
        let output = gier(&desk, &["doctor"]).env("XDG_STATE_HOME", desk.path(&name)).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.contains("cannot be made (") && told.contains("set XDG_STATE_HOME"), "{told}");
    }
    assert!(!desk.path("none").exists());
}

/// Tests that a session with an editor continues, whatever bytes arrive, until the editor ends it.
#[test]
fn bad_messages_do_not_end_a_session_with_an_editor() {
    let desk = Desk::new();
    let message = |body: &str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
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
