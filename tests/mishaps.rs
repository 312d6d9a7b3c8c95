//! What may befall gier while it writes: it is killed, the disk is full, the folder cannot be
//! written, nobody reads, another gier writes the same. A file is then the old one or the new one,
//! whole, and nothing is left lying. `GIER_KILLS=1000` kills each kind of save so often;
//! `GIER_FULL=DIR` names a folder on a disk without room.

#![cfg(unix)]

use crate::chance::Chance;
use crate::cli::Desk;
use snapbox::cmd::cargo_bin;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Each kind of save: the words, and the file that they write.
const SAVES: [(&str, &str); 9] = [
    ("algol one.alg -o out", "out"),
    ("asm talk.slip -o out", "out"),
    ("tape from-text long.txt -o out", "out"),
    ("tape to-text long.flx -o out", "out"),
    ("run talk.drum --typed keys --save-drum out", "out"),
    ("run talk.drum --typed keys --paper out", "out"),
    ("run spin.drum --limit 3 --sound out", "out"),
    ("panel talk.drum --picture p.txt --press w<^U>out<Enter><Enter>", "out"),
    ("panel talk.drum --picture p.txt --log out --force", "out"),
];

fn desk() -> Desk {
    let desk = Desk::new().with("talk").with("spin").with("print");
    desk.put("keys", "jk.").put("one.alg", "_begin writetext(«one») _end;\n");
    desk.put("long.txt", "a long text\n".repeat(2000));
    desk.gier("tape from-text long.txt -o long.flx").code(0);
    desk
}

fn gier(desk: &Desk, words: &str) -> Command {
    let mut gier = Command::new(cargo_bin("gier"));
    gier.args(words.split_whitespace()).current_dir(desk.path("")).env("XDG_STATE_HOME", desk.path("state"));
    gier.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    gier
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// How often each save is killed.
fn kills() -> u32 {
    std::env::var("GIER_KILLS").map_or(6, |text| text.parse().unwrap())
}

#[test]
fn a_killed_save_leaves_the_old_file_or_the_new_one() {
    let mut chance = Chance(1961);
    for (words, out) in SAVES {
        let desk = desk();
        let begin = Instant::now();
        let usual = gier(&desk, words).status().unwrap().code();
        let took = begin.elapsed();
        let (new, before) = (fs::read(desk.path(out)).unwrap(), names(&desk.path("")));
        // A log is written as the session goes on: it is whole up to its last line.
        let is_log = words.contains("--log");
        let old = if is_log { b"gier-session 1\n".as_slice() } else { b"the old file" };
        let (mut killed, mut olds) = (0, 0);
        for _ in 0..kills() {
            fs::write(desk.path(out), old).unwrap();
            let mut work = gier(&desk, words).spawn().unwrap();
            // Most of them towards the end, where the file is written.
            let part = chance.below(1000).max(chance.below(1000)) as u32;
            std::thread::sleep(took * part / 900);
            let _ = work.kill();
            killed += u32::from(work.wait().unwrap().code().is_none());
            let is = fs::read(desk.path(out)).unwrap();
            olds += u32::from(is == old);
            let is_part = is_log && new.starts_with(&is) && is.ends_with(b"\n");
            assert!(is == old || is == new || is_part, "{words}: {} bytes", is.len());
        }
        assert_eq!(gier(&desk, words).status().unwrap().code(), usual, "{words}");
        assert_eq!(names(&desk.path("")), before, "{words}: nothing is left lying");
        println!("{words}: {} runs, {killed} killed, {olds} left the old file", kills());
    }
}

/// What a command says when its file cannot be written, and whether the old one is whole.
fn fails(command: &mut Command, words: &str) -> String {
    let told = command.stderr(Stdio::piped()).output().unwrap();
    let said = String::from_utf8(told.stderr).unwrap();
    assert_eq!(told.status.code(), Some(2), "{words}: {said}");
    assert!(
        said.lines().last().is_some_and(|line| line.starts_with("gier: cannot write ")),
        "{words}: {said}"
    );
    said
}

/// A limit on the length of a file stands for a disk without room: writing fails in the middle.
#[test]
fn a_full_disk_is_told_and_the_old_file_is_whole() {
    let desk = desk();
    for (words, out) in SAVES.iter().filter(|(words, _)| !words.contains("--press")) {
        desk.put(out, "the old file");
        let before = names(&desk.path(""));
        // The least that a shell can allow: one block, of which some files need more.
        let limited = format!("trap '' XFSZ; ulimit -f 0; exec \"$0\" {words}");
        let mut sh = Command::new("sh");
        sh.arg("-c").arg(limited).arg(cargo_bin("gier")).current_dir(desk.path("")).stdin(Stdio::null());
        let said = fails(sh.stdout(Stdio::null()), words);
        assert!(
            said.contains("cannot write ") && said.contains("out: ") && !said.contains(".tmp"),
            "{words}: {said}"
        );
        assert_eq!(desk.get(out), "the old file", "{words}");
        assert_eq!(names(&desk.path("")), before, "{words}: nothing is left lying");
        if cfg!(target_os = "linux") {
            let words = words.replace(out, "/dev/full");
            let said = fails(&mut gier(&desk, &words), &words);
            assert!(said.contains("/dev/full: No space left"), "{said}");
        }
    }
    if let Some(full) = std::env::var_os("GIER_FULL") {
        for (words, out) in SAVES {
            let file = Path::new(&full).join(out);
            let words = words.replace(out, file.to_str().unwrap());
            let told = gier(&desk, &words).stderr(Stdio::piped()).output().unwrap();
            let said = String::from_utf8_lossy(&told.stderr).into_owned();
            println!("{words}: {} {said}", told.status);
            assert!(words.contains("--press") || told.status.code() == Some(2), "{words}");
            assert!(names(Path::new(&full)).iter().all(|name| !name.contains(".gier-")), "{words}");
        }
    }
}

/// The paper itself goes to a full disk.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_cannot_be_written_is_told() {
    let desk = desk();
    for words in [
        "nim --typed keys",
        "run talk.drum --typed keys",
        "disasm talk.drum",
        "play",
        "play nim --source",
        "tape to-text long.flx",
        "tape info long.flx",
        "algol one.alg --list",
        "asm talk.slip --list",
        "exec",
        "doctor",
        "completions bash",
        "sessions",
        "boot --drum talk.drum",
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = gier(&desk, words);
        if words == "exec" {
            desk.put("state.json", "{}\n");
            command.stdin(fs::File::open(desk.path("state.json")).unwrap());
        }
        let said = fails(command.stdout(full), words);
        assert!(said.contains("standard output") && said.contains("No space left"), "{words}: {said}");
    }
}

/// Nobody can make a file there, not even who may do everything.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_told_before_the_work() {
    let desk = desk();
    for (words, out) in SAVES.iter().filter(|(words, _)| !words.contains("--press")) {
        let words = words.replace(out, "/proc/out");
        let begin = Instant::now();
        let said = fails(&mut gier(&desk, &words), &words);
        assert!(said.contains("cannot write /proc/out"), "{words}: {said}");
        assert!(begin.elapsed() < Duration::from_secs(10), "{words}");
    }
    fails(&mut gier(&desk, "man /proc/self"), "man");
}

/// Whoever reads the output has had enough of it: no message, no status that says trouble.
#[test]
fn a_closed_pipe_is_no_trouble() {
    let desk = desk();
    for words in [
        "nim --typed keys",
        "play nim --source",
        "disasm talk.drum",
        "tape to-text long.flx",
        "tape to-text long.flx -o /dev/stdout",
        "algol one.alg --list",
        "asm talk.slip --list",
        "doctor",
        "completions zsh",
        "sessions",
        "play",
        "help",
        "run spin.drum --limit 1 --json",
    ] {
        let told = Command::new("sh")
            .args(["-c", &format!("\"$0\" {words} | true; exec 3>&1; :")])
            .arg(cargo_bin("gier"))
            .current_dir(desk.path(""))
            .env("XDG_STATE_HOME", desk.path("state"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(!said.contains("panicked") && !said.contains("Broken pipe"), "{words}: {said}");
    }
}

/// Two write one file at once, again and again: it is always one of theirs, whole.
#[test]
fn two_writers_leave_a_whole_file() {
    let desk = desk();
    desk.put("other.txt", "another text\n".repeat(3000));
    let wholes: Vec<Vec<u8>> = ["long.txt", "other.txt"]
        .map(|text| {
            desk.gier(&format!("tape from-text {text} -o out")).code(0);
            fs::read(desk.path("out")).unwrap()
        })
        .to_vec();
    let before = names(&desk.path(""));
    for _ in 0..kills() {
        let mut writers: Vec<_> = ["long.txt", "other.txt", "long.txt"]
            .iter()
            .map(|text| gier(&desk, &format!("tape from-text {text} -o out")).spawn().unwrap())
            .collect();
        while writers.iter_mut().any(|writer| writer.try_wait().unwrap().is_none()) {
            assert!(wholes.contains(&fs::read(desk.path("out")).unwrap()));
        }
        assert!(writers.iter_mut().all(|writer| writer.wait().unwrap().success()));
    }
    assert_eq!(names(&desk.path("")), before, "nothing is left lying");
}

/// Panels that begin at once with one log each keep a session of their own.
#[test]
fn panels_with_one_log_keep_all_sessions() {
    let desk = desk();
    let words = "panel talk.drum --at 2 --picture";
    let mut panels: Vec<_> = (0..4)
        .map(|number| gier(&desk, &format!("{words} p{number}.txt --log l.log --force")).spawn().unwrap())
        .collect();
    let done = panels.iter_mut().filter(|_| true).map(|panel| panel.wait().unwrap().success());
    assert!(done.filter(|done| *done).count() == 4);
    let logs = names(&desk.path("")).into_iter().filter(|name| name.starts_with("l."));
    for log in logs {
        desk.gier(&format!("replay {log}")).code(0);
    }
}

/// The terminal is closed under a game: it ends, and says so by its status.
#[test]
fn a_closed_terminal_ends_the_session() {
    let desk = desk();
    // `script` gives a terminal; where there is none, nobody can be tried.
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: no script");
        return;
    }
    for words in ["nim", "run talk.drum", "panel talk.drum"] {
        let command = format!("echo $$ > pid; exec {} {words}", cargo_bin("gier").display());
        let mut terminal = Command::new("script");
        terminal.args(["-qec", &command, "/dev/null"]).current_dir(desk.path(""));
        terminal.env("XDG_STATE_HOME", desk.path("state")).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut terminal = terminal.env("TERM", "xterm").spawn().unwrap();
        std::thread::sleep(Duration::from_millis(1500));
        let _ = terminal.kill();
        terminal.wait().unwrap();
        let pid = desk.get("pid").trim().to_string();
        let begin = Instant::now();
        while Path::new(&format!("/proc/{pid}")).exists() {
            assert!(begin.elapsed() < Duration::from_secs(10), "{words} goes on for nobody");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
