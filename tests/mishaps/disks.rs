//! Failures while gier writes: gier is killed, the disk is full or read-only, nobody reads the output, or another
//! gier writes the same file. Afterwards each file is the old one or the new one, whole, and no other file is left.
//!
//! `GIER_KILLS=1000` kills each command 1000 times.

#![cfg(unix)]

use super::{
    COMMANDS, command, contents, each, ended, files, gier, is_told_in_picture, number, room, rows, run,
};
use crate::chance::Chance;
use crate::cli::Desk;
use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Returns how often each command is killed.
fn kills() -> u64 {
    number("GIER_KILLS", 2)
}

/// The files that a command of the list writes, except standard output.
fn outs(line: &str) -> impl Iterator<Item = &str> {
    files(line, '→').filter(|out| *out != "-")
}

/// An old file that a command accepts in the place of this output.
fn old(line: &str, out: &str) -> &'static str {
    match line.split(&format!("→{out}")).next().unwrap().trim_end().rsplit(' ').next() {
        Some("--log") => "gier-session 2\n",
        Some("--breaks") => "41\n",
        _ => "the old file\n",
    }
}

fn put_old(desk: &Desk, line: &str, out: &str) {
    desk.put(out, old(line, out));
}

#[test]
fn a_killed_command_leaves_the_old_file_or_the_new_one() {
    let mut chance = Chance(1961);
    each(COMMANDS.into_iter().filter(|line| outs(line).next().is_some()), |line| {
        let desk = room();
        let outs: Vec<&str> = outs(line).collect();
        let begin_again = || outs.iter().for_each(|out| put_old(&desk, line, out));
        begin_again();
        let begin = Instant::now();
        let usual = run(&desk, line);
        let (took, new) = (begin.elapsed(), contents(&desk));
        let mut killed = 0;
        for _ in 0..kills() {
            begin_again();
            let mut work = command(&desk, line).spawn().unwrap();
            // Kill most of the runs near the end, where the files are written.
            let part = chance.below(1000).max(chance.below(1000)) as u32;
            std::thread::sleep(took * part / 900);
            let _ = work.kill();
            killed += u32::from(work.wait().unwrap().code().is_none());
            for out in &outs {
                let (is, old, new) =
                    (fs::read(desk.path(out)).unwrap(), old(line, out).as_bytes(), &new[*out]);
                // A log is written during the session. After a kill, it is complete up to its last line.
                let is_part = old.starts_with(b"gier-session") && new.starts_with(&is) && is.ends_with(b"\n");
                assert!(is == old || is == *new || is_part, "{line}: {} bytes in {out}", is.len());
            }
        }
        begin_again();
        assert_eq!(run(&desk, line), usual, "{line}");
        assert!(contents(&desk) == new, "{line}: something is left lying");
        println!("{line}: {} runs, {killed} killed", kills());
    });
}

/// Checks a command that could not write a file, by its status and its messages. A panel at work shows the message in
/// its picture.
fn fails(desk: &Desk, line: &str, out: &str, (status, said): (Option<i32>, String), says: &str) {
    let is_told = is_told_in_picture(line, out);
    let said = if is_told { desk.get("p.txt") } else { said };
    assert_eq!(status, Some(if is_told { 0 } else { 2 }), "{line}, {out}: {said}");
    assert!(
        ["cannot write ", "cannot make "].iter().any(|words| said.contains(words))
            && said.contains(says)
            && !said.contains(".tmp"),
        "{line}, {out}: {said}"
    );
}

/// Tests every output, and standard output, on a device that is always full. The other outputs are written.
#[cfg(target_os = "linux")]
#[test]
fn one_full_device_does_not_lose_the_other_outputs() {
    // The panel reads breakpoints first, and saves a snapshot only in an ordinary file.
    let outputs =
        rows('→').filter(|(line, out)| *out != "out" || !line.contains("b<Enter>") && !line.contains("<^U>"));
    each(outputs, |(line, out)| {
        let desk = room();
        let full = line.replace(&format!("→{out}"), "→/dev/full");
        let is_outside = full.contains('{') && !full.contains("--allow-outside");
        let full = if is_outside { full.replace("--force", "--force --allow-outside") } else { full };
        let mut command = command(&desk, &full);
        if out == "-" {
            command.stdout(File::options().write(true).open("/dev/full").unwrap());
        }
        let output = ended(command.spawn().unwrap(), line);
        let said = String::from_utf8(output.stderr).unwrap();
        let place = if out == "-" { "standard output" } else { "/dev/full" };
        let is_log = line.contains(&format!("--log →{out}"));
        fails(&desk, line, out, (output.status.code(), said), &format!("{place}: No space left"));
        for other in outs(line).filter(|other| *other != out && !is_log) {
            assert!(desk.path(other).is_file(), "{line}: {other} is lost");
        }
    });
}

/// Tests the user's limit on the size of files, which acts like a full disk: writing fails in the middle.
#[test]
fn a_limit_on_files_is_reported_and_the_old_files_are_whole() {
    each(COMMANDS.into_iter().filter(|line| outs(line).next().is_some()), |line| {
        let desk = room();
        outs(line).for_each(|out| put_old(&desk, line, out));
        let whole = command(&desk, line);
        let mut sh = Command::new("sh");
        // The smallest limit in a shell is one block, but some files are shorter than a block.
        sh.args(["-c", "ulimit -f 0; exec \"$0\" \"$@\""]).arg(whole.get_program()).args(whole.get_args());
        sh.current_dir(desk.path("")).env("XDG_STATE_HOME", desk.path("state"));
        let before = contents(&desk);
        let output = ended(sh.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap(), line);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("cannot write ") && said.contains(": file too large"), "{line}: {said}");
        assert!(contents(&desk) == before, "{line}: a file has changed");
    });
}

/// Shell commands that fill or protect the disk that contains the old file.
#[cfg(target_os = "linux")]
const DISKS: [(&str, &str); 4] = [
    ("large", "mount -o remount,size=64m disk"),
    ("full", "cat /dev/zero > disk/fill 2> /dev/null"),
    // Two pages of the disk are left. A short file still fits, and so does the beginning of a longer file.
    ("nearly full", "head -c 53248 /dev/zero > disk/fill"),
    ("read-only", "mount -o remount,ro disk"),
];

/// Tests every output on a small disk in memory that is full, nearly full or read-only. The old file stays whole, and
/// no other file is left. A file that still fits is saved completely.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_one_that_is_read_only_keep_the_old_file() {
    let mount = "mount -t tmpfs -o size=64k disk disk";
    let desk = Desk::new();
    fs::create_dir(desk.path("disk")).unwrap();
    let may = Command::new("unshare").args(["-rm", "sh", "-c", mount]).current_dir(desk.path("")).status();
    if !may.is_ok_and(|status| status.success()) {
        crate::skip::skip("mount");
        return;
    }
    let folders = [("man disk", ""), ("experiments write disk/new", "")];
    each(rows('→').filter(|(_, out)| *out != "-").chain(folders), |(line, out)| {
        let desk = room();
        fs::create_dir(desk.path("disk")).unwrap();
        let on_disk = line.replace(&format!("→{out}"), "→disk/out");
        let whole = command(&desk, &on_disk);
        let mut full = String::new();
        for (name, befall) in DISKS {
            let script = format!(
                "{mount} && printf '{}' > disk/out && {befall}; cksum < disk/out; \
                 \"$0\" \"$@\" > /dev/null; echo $?; cksum < disk/out; rm -f disk/fill; ls -A disk",
                if out.is_empty() { "" } else { old(line, out) }
            );
            let mut shell = Command::new("unshare");
            shell.args(["-rm", "sh", "-c", &script]).arg(whole.get_program()).args(whole.get_args());
            shell.current_dir(desk.path("")).env("XDG_STATE_HOME", desk.path("state")).stdin(Stdio::null());
            let done = shell.output().unwrap();
            let (told, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
            let case = format!("{name}, {line}, {out}: {told}{said}");
            let [before, status, after, names] = told.splitn(4, '\n').collect::<Vec<_>>()[..] else {
                panic!("{case}")
            };
            let is_in_picture = is_told_in_picture(line, out);
            if name == "large" {
                assert!(status != "2" && (after != before || out.is_empty()), "{case}");
                full = after.to_string();
            } else if name == "nearly full" && (if is_in_picture { after != before } else { status != "2" }) {
                assert_eq!(after, full, "{case}");
            } else {
                let place = if out.is_empty() { "disk/" } else { "disk/out: " };
                fails(&desk, line, out, (status.parse().ok(), said.into()), place);
                assert!(after == before && (names == "out\n" || out.is_empty()), "{case}");
            }
        }
    });
}

/// Tests that gier ends without a message if the reader of its output closes the pipe.
#[test]
fn a_closed_pipe_is_not_an_error() {
    let desk = room();
    let lines = COMMANDS.into_iter().filter(|line| line.ends_with("→-"));
    each(lines.chain(["tape to-text ←long.flx -o →/dev/stdout"]), |line| {
        let mut work = command(&desk, line).spawn().unwrap();
        drop(work.stdout.take());
        let output = ended(work, line);
        let said = String::from_utf8_lossy(&output.stderr);
        let is_told = ["panicked", "Broken pipe", "cannot write"].iter().any(|word| said.contains(word));
        assert!(output.status.code().is_some_and(|status| status < 4) && !is_told, "{line}: {said}");
    });
    // There is more input, but nobody reads the answers.
    let mut exec = gier(&desk, &["exec"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut questions = exec.stdin.take().unwrap();
    drop(exec.stdout.take());
    let begin = Instant::now();
    while exec.try_wait().unwrap().is_none() {
        let _ = std::io::Write::write_all(&mut questions, b"{}\n");
        assert!(begin.elapsed() < Duration::from_secs(20), "it goes on for nobody");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Tests two processes that write the same file again and again. The file must always be the complete file of
/// one process.
#[test]
fn two_writers_leave_a_whole_file() {
    let desk = room();
    desk.put("other.txt", "another text\n".repeat(3000));
    let write = |text: &str| command(&desk, &format!("tape from-text ←{text} -o →out"));
    let wholes = ["long.txt", "other.txt"].map(|text| {
        assert!(write(text).status().unwrap().success());
        fs::read(desk.path("out")).unwrap()
    });
    let before: Vec<String> = contents(&desk).into_keys().collect();
    for _ in 0..kills() {
        let mut writers = ["long.txt", "other.txt", "long.txt"].map(|text| write(text).spawn().unwrap());
        while writers.iter_mut().any(|writer| writer.try_wait().unwrap().is_none()) {
            assert!(wholes.contains(&fs::read(desk.path("out")).unwrap()));
        }
        assert!(writers.iter_mut().all(|writer| writer.wait().unwrap().success()));
    }
    assert_eq!(contents(&desk).into_keys().collect::<Vec<_>>(), before, "nothing is left lying");
}

/// Tests that panels that start at once with the same log each save their own session.
#[test]
fn panels_with_the_same_log_save_all_sessions() {
    let desk = room();
    let panels = [0, 1, 2, 3].map(|number| {
        let line = format!("panel ←talk.drum --at 2 --picture →p{number}.txt --log →l.log --force");
        command(&desk, &line).spawn().unwrap()
    });
    for (number, panel) in panels.into_iter().enumerate() {
        let told = ended(panel, "a panel");
        let said = String::from_utf8_lossy(&told.stderr);
        assert!(told.status.success(), "panel {number}: {:?} {said}", told.status);
    }
    for log in contents(&desk).into_keys().filter(|name| name.starts_with("l.") && name.ends_with(".log")) {
        desk.gier(&format!("replay {log}")).code(0);
    }
}
