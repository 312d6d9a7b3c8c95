//! One table of commands × mishaps: what can befall the files that gier reads and writes, and what must hold then.
//! `COMMANDS` lists what gier reads and writes. The tests make a row for each file of each command and each mishap.
//! docs/reliability.md has the promises.
//!
//! | module | what goes wrong |
//! |---|---|
//! | `places` | an output is an input, another output, a folder, a device, or where nothing can be written |
//! | `inputs` | an input cannot be read, is of another kind, torn, deep or long, or its name controls a terminal |
//! | `spoilt` | the bytes that any reader reads are spoilt: the fuzzer's readers, and tapes of the museum |
//! | `strangers` | what a map, a log, a pipe or an editor of others could do |
//! | `memory` | a text or a session is very long |
//! | `terminal` | the user pastes, leaves, stops gier; the terminal answers late, is dumb or enormous |
//! | `messages` | single cases, with their messages: `tests/cli/messages.txt` |
//! | `disks` | the disk is full or protected, gier is killed, nobody reads, another gier writes the same file |

#![cfg_attr(not(unix), allow(dead_code, unused_imports, reason = "many mishaps need Unix"))]

mod disks;
mod inputs;
mod memory;
mod messages;
mod places;
mod spoilt;
pub mod strangers;
mod terminal;

use crate::cli::Desk;
use snapbox::cmd::cargo_bin;
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{LazyLock, mpsc};
use std::time::Duration;

/// Commands of gier with their files. `←` marks a file that is read, `→` one that is written. Braces contain a
/// script of acts, with `;` between its lines. After a `+` come files that are no arguments; `→-` is standard
/// output.
const COMMANDS: [&str; 47] = [
    "algol ←a.alg -o →out",
    "algol ←l.alg -o →out + ←library/L.alg",
    "algol ←a.alg --list + →-",
    "algol ←a.alg --json -o →out + →-",
    "asm ←talk.slip -o →out",
    "asm ←talk.slip --list + →-",
    "tape from-text ←long.txt -o →out",
    "tape to-text ←long.flx -o →out",
    "tape to-text ←long.flx + →-",
    "tape info ←long.flx + →-",
    "disasm ←talk.drum + →-",
    "run ←talk.drum --typed ←keys --paper →out --plot →plot --save-drum →drum + →-",
    "run ←copy.drum --reader ←long.flx --punch →out",
    "run ←print.drum --printer →out",
    "run ←spin.drum --limit 3 --sound →out",
    "run ←talk.slip --typed ←keys --save-drum →out + →-",
    "nim --typed ←keys --paper →out --save-drum →drum + →-",
    "play nim --reader ←long.flx --typed ←keys --save-drum →out + →-",
    "play + →-",
    "play nim --source + →-",
    "boot --tape ←long.flx --sound →out",
    "boot --drum ←talk.drum --save-drum →out --sound →wav + →-",
    "boot --drum ←print.drum --printer →out",
    "boot --drum ←talk.drum --acts ←acts{reader \"←long.flx\";help;await key;paper \"→out\"} --force + →-",
    "boot --acts ←acts{drum \"←talk.drum\";save \"→out\"} --force",
    "boot --acts ←acts{drum \"←talk.drum\";save machine \"→out\"} --force",
    "debug ←talk.drum --acts ←acts{run 0.001;paper \"→out\"} --force --allow-outside",
    "debug ←talk.drum --acts ←acts{help;await key;save machine \"→out\"} --force --allow-outside + →-",
    "panel ←talk.drum --typed ←keys --picture →p.txt --log →out --force --save-drum →drum",
    "panel ←a.drum --picture →p.txt --breaks →out --press b<Enter> + ←a.alg",
    "panel ←l.alg --picture →p.txt --plot →plot + ←library/L.alg",
    "panel ←copy.drum --reader ←long.flx --at 2 --picture →p.txt --punch →out",
    "panel ←print.drum --at 2 --picture →p.txt --printer →out",
    "panel ←talk.drum --picture →p.txt --press w<^U>→out<Enter>y",
    "replay ←copy.log --punch →out --save-drum →drum --plot →plot",
    "replay ←print.log --printer →out",
    "replay ←talk.log + →-",
    "compare ←talk.log ←copy.log + →-",
    "exec ←state.json + →-",
    "lesson 1 --check ←a.alg + →-",
    "sessions + →-",
    "doctor + →-",
    "completions zsh + →-",
    "help + →-",
    "run --help + →-",
    "--version + →-",
    "run ←spin.drum --limit 1 --json + →-",
];

/// The longest time that a command may take.
const LONGEST: Duration = Duration::from_secs(60);

/// The files that the commands read.
static FILES: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| {
    let desk = Desk::new().with("talk").with("spin").with("print").with("copy");
    desk.put("keys", "jk.").put("a.alg", "_begin writetext(«one») _end;\n").put("state.json", "{}\n");
    fs::create_dir(desk.path("library")).unwrap();
    desk.put("library/L.alg", "_integer i;\n").put("l.alg", "_begin _comment library L; _end;\n");
    desk.put("long.txt", "a long text\n".repeat(2000));
    desk.gier("tape from-text long.txt -o long.flx").code(0);
    desk.gier("algol a.alg").code(0);
    for words in ["copy.drum --reader long.flx --log copy.log", "print.drum --log print.log"] {
        desk.gier(&format!("panel {words} --at 2 --picture p.txt")).code(0);
    }
    desk.gier("panel talk.drum --typed keys --log talk.log --picture p.txt").code(0);
    fs::remove_file(desk.path("p.txt")).unwrap();
    contents(&desk)
});

/// Makes a folder with the files that the commands read.
fn room() -> Desk {
    let desk = Desk::new();
    fs::create_dir(desk.path("library")).unwrap();
    for (name, bytes) in FILES.iter() {
        desk.put(name, bytes);
    }
    desk
}

/// The files of a room with their contents, except gier's own state. Pipes and links to nothing have none.
fn contents(desk: &Desk) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(desk.path(&folder)).unwrap().map(|entry| entry.unwrap()) {
            let name = folder.clone() + entry.file_name().to_str().unwrap();
            let kind = entry.file_type().unwrap();
            if kind.is_dir() && name != "state" {
                folders.push(name + "/");
            } else if !kind.is_dir() {
                let is_file = entry.path().metadata().is_ok_and(|data| data.is_file());
                found.insert(name, if is_file { fs::read(entry.path()).unwrap() } else { Vec::new() });
            }
        }
    }
    found
}

/// The files that a command of the list reads (`←`) or writes (`→`).
fn files(line: &str, mark: char) -> impl Iterator<Item = &str> {
    line.split(mark).skip(1).map(|rest| rest.split(['"', '<', ' ', '{', '\n']).next().unwrap())
}

/// Each command of the list with each of its files that has this mark.
fn rows(mark: char) -> impl Iterator<Item = (&'static str, &'static str)> {
    COMMANDS.into_iter().flat_map(move |line| files(line, mark).map(move |file| (line, file)))
}

/// A command that has a panel, which shows messages in its picture and goes on.
fn is_told_in_picture(line: &str, out: &str) -> bool {
    line.contains(&format!("<^U>→{out}"))
}

/// A number that a variable of the environment can change.
fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |text| text.parse().unwrap())
}

#[cfg(unix)]
fn make_pipe(desk: &Desk, name: &str) {
    nix::unistd::mkfifo(&desk.path(name), nix::sys::stat::Mode::S_IRWXU).unwrap();
}

/// Tests every row of a table, and fails if any row fails.
fn each<R>(rows: impl IntoIterator<Item = R>, mut test: impl FnMut(R)) {
    let failed =
        rows.into_iter().filter_map(|row| catch_unwind(AssertUnwindSafe(|| test(row))).err()).count();
    assert_eq!(failed, 0, "{failed} rows failed");
}

/// gier with these arguments in this room.
fn gier(desk: &Desk, words: &[&str]) -> Command {
    let mut gier = Command::new(cargo_bin("gier"));
    gier.args(words).current_dir(desk.path("")).env("XDG_STATE_HOME", desk.path("state"));
    gier.env_remove("GIER_ARCHIVE").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    gier
}

/// A command of the list, ready to start in this room. Writes its script.
pub fn command(desk: &Desk, line: &str) -> Command {
    let plain = line.split(" +").next().unwrap().replace(['←', '→'], "");
    let (plain, rest) = plain.split_once('{').map_or((plain.as_str(), ""), |(plain, rest)| (plain, rest));
    let (script, rest) = rest.split_once('}').unwrap_or_default();
    if !script.is_empty() {
        desk.put("acts", script.replace(';', "\n"));
    }
    let words = plain.split(' ').chain(rest.split(' ')).filter(|word| !word.is_empty());
    gier(desk, &words.collect::<Vec<_>>())
}

/// Waits for the end of a command, and returns its output. Panics if the command takes too long.
fn ended(child: Child, what: &str) -> Output {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || send.send(child.wait_with_output()));
    receive.recv_timeout(LONGEST).unwrap_or_else(|_| panic!("{what}: it goes on for ever")).unwrap()
}

/// Runs a command of the list. Returns its status, standard output and messages.
fn run(desk: &Desk, line: &str) -> (Option<i32>, String, String) {
    let output = ended(command(desk, line).spawn().unwrap(), line);
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Runs a command that must refuse its work before it begins: with status 2, one line that contains `says`, and all
/// files as before.
fn refused(desk: &Desk, line: &str, says: &[&str]) {
    if line.contains('{') {
        command(desk, line);
    }
    let before = contents(desk);
    let (status, told, said) = run(desk, line);
    assert_eq!((status, told.as_str()), (Some(2), ""), "{line}: {said}");
    let is_told = says.iter().all(|part| said.contains(part)) && said.lines().count() == 1;
    assert!(is_told, "{line}: {said}, not: {says:?}");
    assert!(contents(desk) == before, "{line}: a file has changed");
}

/// A line of the status of a process, such as `VmHWM:`. `None` if the host does not report it.
fn kilobytes(process: &str, line: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let rest = status.lines().find_map(|other| other.strip_prefix(line))?;
    rest.split_whitespace().next()?.parse().ok()
}
