//! Tests failures while gier writes: gier is killed, the disk is full, the folder is read-only, nobody reads
//! the output, or another gier writes the same file. Afterwards, the file must be the complete old file or
//! the complete new file. No temporary file may be left.
//!
//! `GIER_KILLS=1000` kills each kind of save 1000 times. `GIER_SAVE=--paper` tests only commands that contain
//! `--paper`.

#![cfg(unix)]

use crate::chance::Chance;
use crate::cli::Desk;
use snapbox::cmd::cargo_bin;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The kinds of save: the arguments of gier, and the file that it writes.
const SAVES: [(&str, &str); 9] = [
    ("algol one.alg -o out", "out"),
    ("asm talk.slip -o out", "out"),
    ("tape from-text long.txt -o out", "out"),
    ("tape to-text long.flx -o out", "out"),
    ("run talk.drum --typed keys --save-drum out", "out"),
    ("run talk.drum --typed keys --paper out", "out"),
    ("run spin.drum --limit 3 --sound out", "out"),
    ("panel talk.drum --picture p.txt --press w<^U>out<Enter>y", "out"),
    ("panel talk.drum --picture p.txt --log out --force", "out"),
];

fn desk() -> Desk {
    let desk = Desk::new().with("talk").with("spin").with("print").with("copy");
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

/// Returns how often each save is killed.
fn kills() -> u32 {
    std::env::var("GIER_KILLS").map_or(6, |text| text.parse().unwrap())
}

#[test]
fn a_killed_save_leaves_the_old_file_or_the_new_one() {
    let mut chance = Chance(1961);
    let some = std::env::var("GIER_SAVE").unwrap_or_default();
    for (words, out) in SAVES.into_iter().filter(|(words, _)| words.contains(&some)) {
        let desk = desk();
        let begin = Instant::now();
        let usual = gier(&desk, words).status().unwrap().code();
        let took = begin.elapsed();
        let (new, before) = (fs::read(desk.path(out)).unwrap(), names(&desk.path("")));
        // A log is written piece by piece during the session. After a kill, it is complete up to its last
        // line.
        let is_log = words.contains("--log");
        let old = if is_log { b"gier-session 2\n".as_slice() } else { b"the old file" };
        let (mut killed, mut olds) = (0, 0);
        for _ in 0..kills() {
            fs::write(desk.path(out), old).unwrap();
            let mut work = gier(&desk, words).spawn().unwrap();
            // Kill most of the runs near the end, where the file is written.
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

/// Runs a command that cannot write its file. Checks the exit status and the message, and returns the whole
/// output.
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

/// Tests that a failed write is reported and the old file stays whole. A limit on the length of a file acts
/// like a full disk: writing fails in the middle.
#[test]
fn a_full_disk_is_reported_and_the_old_file_is_whole() {
    let desk = desk();
    for (words, out) in SAVES.iter().filter(|(words, _)| !words.contains("--press")) {
        desk.put(out, "the old file");
        let before = names(&desk.path(""));
        // The smallest limit in a shell is one block, but some files are shorter than a block.
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
}

/// More commands that write the file `disk/out`, in addition to `SAVES`.
#[cfg(target_os = "linux")]
const SAVES_ON_A_DISK: [&str; 19] = [
    "run print.drum --printer disk/out",
    "run copy.drum --reader long.flx --punch disk/out",
    "boot --drum talk.drum --save-drum disk/out",
    "boot --drum talk.drum --sound disk/out",
    "boot --acts paper.acts --force",
    "boot --acts drum.acts --force",
    "boot --acts machine.acts --force",
    "debug talk.drum --acts machine.acts --force",
    "nim --typed keys --paper disk/out",
    "nim --typed keys --save-drum disk/out",
    "replay copy.log --save-drum disk/out",
    "replay copy.log --punch disk/out",
    "replay print.log --printer disk/out",
    "man disk",
    "panel talk.drum --picture disk/out",
    "panel copy.drum --reader long.flx --at 2 --picture p.txt --punch disk/out",
    "panel print.drum --at 2 --picture p.txt --printer disk/out",
    "panel talk.drum --picture p.txt --save-drum disk/out",
    "panel talk.drum --picture p.txt --breaks disk/out --press b<Enter>",
];

/// Shell commands that fill or protect the disk that contains the old file.
#[cfg(target_os = "linux")]
const DISKS: [(&str, &str); 4] = [
    ("large", "mount -o remount,size=4m disk"),
    ("full", "cat /dev/zero > disk/fill 2> /dev/null"),
    // Two pages of the disk are left. A short file still fits, and so does the beginning of a longer file.
    ("nearly full", "head -c 53248 /dev/zero > disk/fill"),
    ("read-only", "mount -o remount,ro disk"),
];

/// Tests a small file system in memory that is full, nearly full or read-only. The command must fail with
/// status 2 and name the file as given. The old file must stay whole, and no other file may be left. A file
/// that still fits is saved completely.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_one_that_is_read_only_keep_the_old_file() {
    let mount = "mount -t tmpfs -o size=64k disk disk";
    let desk = desk();
    fs::create_dir(desk.path("disk")).unwrap();
    let may = Command::new("unshare").args(["-rm", "sh", "-c", mount]).current_dir(desk.path("")).status();
    if !may.is_ok_and(|status| status.success()) {
        crate::skip::skip("mount");
        return;
    }
    for (name, act) in [("paper", "paper"), ("drum", "save"), ("machine", "save machine")] {
        desk.put(&format!("{name}.acts"), format!("{act} \"disk/out\"\n"));
    }
    for words in ["panel copy.drum --reader long.flx --log copy.log", "panel print.drum --log print.log"] {
        assert!(gier(&desk, &format!("{words} --at 2 --picture p.txt")).status().unwrap().success());
    }
    let saves = SAVES.map(|(words, out)| words.replace(out, "disk/out"));
    let others = SAVES_ON_A_DISK.map(str::to_string);
    for words in saves.iter().chain(&others) {
        let old = match words {
            words if words.contains("--log ") => "gier-session 2",
            words if words.contains("--breaks ") => "41",
            _ => "the old file",
        };
        let quoted: Vec<String> = words.split_whitespace().map(|word| format!("'{word}'")).collect();
        let quoted = quoted.join(" ");
        let mut whole = String::new();
        for (name, befall) in DISKS {
            let script = format!(
                "{mount} && echo {old} > disk/out && {befall}; cksum < disk/out; \
                 \"$0\" {quoted} > /dev/null; echo $?; cksum < disk/out; rm -f disk/fill; ls -A disk"
            );
            let mut shell = Command::new("unshare");
            shell.args(["-rm", "sh", "-c", &script]).arg(cargo_bin("gier")).current_dir(desk.path(""));
            shell.env("XDG_STATE_HOME", desk.path("state")).stdin(Stdio::null());
            let done = shell.output().unwrap();
            let (told, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
            let case = format!("{name}, {words}: {told}{said}");
            let (before, told) = told.split_once('\n').unwrap();
            let (status, told) = told.split_once('\n').unwrap();
            let (after, names) = told.split_once('\n').unwrap();
            let is_man = words == "man disk";
            if name == "large" {
                assert!(status != "2" && (after != before || is_man), "{case}");
                whole = after.to_string();
                continue;
            }
            // The panel shows the message and continues.
            let is_in_panel = words.contains("--press w");
            let is_told = if is_in_panel { after == before } else { status == "2" };
            if name == "nearly full" && !is_told {
                assert!(after == whole, "{case}");
                continue;
            }
            let said = if is_in_panel { desk.get("p.txt").into() } else { said };
            assert_eq!(status, if is_in_panel { "0" } else { "2" }, "{case}");
            let file = if is_man { "disk/gier" } else { "disk/out: " };
            assert!(said.contains("cannot write ") && said.contains(file), "{case}");
            assert!(after == before && (names == "out\n" || is_man), "{case}");
        }
    }
}

/// Tests paper that goes through standard output to a full disk.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_cannot_be_written_is_reported() {
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
        "run --help",
        "--version",
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

/// Tests a folder in which nobody can create a file, not even root.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_reported_before_the_work() {
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

/// Tests that gier ends without message and error status if the reader of its output closes the pipe.
#[test]
fn a_closed_pipe_is_not_an_error() {
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

/// Tests two processes that write the same file again and again. The file must always be the complete file of
/// one process.
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

/// Tests that panels that start at once with the same log each save their own session.
#[test]
fn panels_with_the_same_log_save_all_sessions() {
    let desk = desk();
    let words = "panel talk.drum --at 2 --picture";
    let panels: Vec<_> = (0..4)
        .map(|number| {
            let mut panel = gier(&desk, &format!("{words} p{number}.txt --log l.log --force"));
            panel.stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for (number, panel) in panels.into_iter().enumerate() {
        let told = panel.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&told.stderr);
        assert!(told.status.success(), "panel {number}: {:?} {said}", told.status);
    }
    let logs = names(&desk.path("")).into_iter().filter(|name| name.starts_with("l."));
    for log in logs {
        desk.gier(&format!("replay {log}")).code(0);
    }
}

/// Tests that gier ends with the right status if the terminal closes during a game.
#[test]
fn a_closed_terminal_ends_the_session() {
    let desk = desk();
    // `script` provides a terminal; without it, the test is skipped.
    if Command::new("script").arg("--version").output().is_err() {
        crate::skip::skip("script");
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
