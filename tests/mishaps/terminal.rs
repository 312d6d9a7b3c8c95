//! A user at a terminal: what they type, paste and answer, what the terminal itself answers, signals and job control.
//! gier runs in a pseudo-terminal. Whatever happens, the terminal has its old settings afterwards.

#![cfg(unix)]

use super::{kilobytes, number};
use rexpect::session::{PtyReplSession, PtySession, spawn_bash, spawn_command};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The longest time of an answer on a busy host, in milliseconds.
const PATIENCE: u64 = 60_000;
const CTRL_C: &str = "\u{3}";
const F10: &str = "\u{1b}[21~";

/// gier in a terminal.
struct Terminal {
    session: PtySession,
    /// What gier has printed.
    told: String,
    /// The settings of the terminal before gier began.
    before: String,
    process: String,
}

impl Terminal {
    /// Starts gier with these arguments, in a terminal of 80 columns with a UTF-8 locale.
    fn new(folder: &Path, words: &str) -> Terminal {
        Terminal::of("xterm-256color", "cols 80 rows 24", folder, words)
    }

    /// Starts gier in a terminal of this kind and size.
    fn of(kind: &str, size: &str, folder: &Path, words: &str) -> Terminal {
        let gier = env!("CARGO_BIN_EXE_gier");
        let script = format!(
            "trap : INT; ulimit -c 0; stty {size}; echo BEFORE $(stty -g) END; sh -c 'echo PID $$ END; exec {gier} {words}'; \
             echo STATUS $?; echo AFTER $(stty -g) END"
        );
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(folder);
        command.env("TERM", kind).env("LC_ALL", "C.UTF-8").env("XDG_STATE_HOME", folder.join("state"));
        if kind == "dumb" {
            command.env("CI", "true");
        }
        let session = spawn_command(command, Some(PATIENCE)).expect("there is a pseudo-terminal");
        let mut terminal =
            Terminal { session, told: String::new(), before: String::new(), process: String::new() };
        terminal.before = terminal.between("BEFORE ", " END");
        terminal.process = terminal.between("PID ", " END");
        terminal.told.clear();
        terminal
    }

    fn expect(&mut self, text: &str) -> &mut Terminal {
        let told = self.session.exp_string(text).unwrap_or_else(|fault| panic!("{text:?}: {fault}"));
        self.told += &(told + text);
        self
    }

    fn between(&mut self, begin: &str, end: &str) -> String {
        self.expect(begin);
        let from = self.told.len();
        self.expect(end);
        self.told[from..self.told.len() - end.len()].trim().to_string()
    }

    fn send(&mut self, keys: &str) -> &mut Terminal {
        self.session.send(keys).unwrap();
        self.session.flush().unwrap();
        self
    }

    /// Reads what gier prints, until it is silent for this long.
    fn silence(&mut self, milliseconds: u64) {
        let mut last = Instant::now();
        while last.elapsed() < Duration::from_millis(milliseconds) {
            match self.session.try_read() {
                Some(character) => {
                    self.told.push(character);
                    last = Instant::now();
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    /// Waits for the end of gier. Returns the exit status, and all that it has printed. The terminal must have its
    /// old settings again.
    fn end(mut self) -> (i32, String) {
        self.expect("STATUS ");
        let told = self.told.trim_end_matches("STATUS ").to_string();
        let status = self.between("", "\n").parse().expect("a status is a number");
        assert_eq!(self.between("AFTER ", " END"), self.before, "the settings of the terminal: {told:?}");
        (status, told)
    }
}

/// What a user types when a text appears, and how gier ends: arguments, texts and keys, status.
type Talk<'a> = (&'a str, &'a [(&'a str, &'a str)], i32);

fn talk(folder: &Path, (words, steps, status): Talk<'_>) -> String {
    let mut terminal = Terminal::new(folder, words);
    for (text, keys) in steps {
        terminal.expect(text).send(keys);
    }
    let (ended, told) = terminal.end();
    assert_eq!(ended, status, "{words}: {told:?}");
    told
}

#[test]
fn a_guest_is_helped_and_can_leave() {
    let folder = tempfile::tempdir().unwrap();
    for row in [
        // GIER works for eight seconds before it waits for this key.
        (
            "nim",
            &[("gier: end a number with a space; Ctrl-C leaves", "x"), ("\u{7}", ""), ("(dead key)", CTRL_C)]
                [..],
            130,
        ),
        (
            "nim --speed max --ka --kb",
            &[("Select language", "d"), ("Dansk", ""), ("initialer", "jk."), ("jk.", CTRL_C)],
            130,
        ),
        ("nim --speed MAX", &[("Select language", CTRL_C)], 130),
        (
            "--speed max",
            &[
                ("Which one? Its name, or how it begins (Enter: nim): ", "no such game\n"),
                ("Which one?", "\n"),
                ("Select language", CTRL_C),
            ],
            130,
        ),
    ] {
        talk(folder.path(), row);
    }
}

/// Tests the questions before a log is replaced, and before a replay of hours. A script of acts cannot send the bytes
/// of a drum to the terminal, because a stranger may have written it.
#[test]
fn gier_asks_before_it_replaces_or_works_for_long() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("old.log");
    fs::write(&log, "what somebody kept").unwrap();
    fs::write(folder.path().join("year.log"), super::strangers::endless_log()).unwrap();
    fs::write(folder.path().join("x.acts"), "save \"-\"\n").unwrap();
    let long = "gier: this log is 347.0 days of GIER's time long, and its replay takes about ";
    let given_up = "the log was not replayed; gier replay --limit SECONDS LOG replays its beginning";
    let shown =
        "gier: the act of line 1: a drum, reel or machine cannot be shown in the terminal; name a file";
    let asked = "gier: old.log exists already. Replace it (y/n)? ";
    talk(folder.path(), ("panel --log old.log", &[(asked, "n\n")], 2));
    assert_eq!(fs::read_to_string(&log).unwrap(), "what somebody kept");
    for row in [
        (
            "panel --log old.log",
            &[(asked, "y\n"), ("GIER", F10), ("the session is saved in old.log", "")][..],
            0,
        ),
        ("replay year.log", &[(long, ""), (" Go on (y/n)? ", "n\n"), (given_up, "")], 130),
        ("panel year.log", &[(long, ""), (" Go on (y/n)? ", "n\n"), (given_up, "")], 130),
        (
            "replay year.log",
            &[
                ("(y/n)? ", "y\n"),
                (" % replayed, ", CTRL_C),
                ("gier: the replay was given up before the end of the log", ""),
            ],
            130,
        ),
        ("boot --acts x.acts", &[(shown, "")], 2),
    ] {
        talk(folder.path(), row);
    }
    assert!(fs::read_to_string(&log).unwrap().starts_with("gier-session "));
}

/// A shell with job control, in a folder.
fn shell(folder: &Path) -> PtyReplSession {
    let mut shell = spawn_bash(Some(PATIENCE)).expect("there is a bash");
    let line = format!("cd {}; stty cols 80 rows 24; export TERM=xterm", folder.display());
    shell.send_line(&line).unwrap();
    shell.wait_for_prompt().unwrap();
    // Bash does not end on request.
    shell.process_mut().set_kill_timeout(Some(1));
    shell
}

/// Tests that Ctrl-Z returns the terminal to the shell, and that gier continues when the shell resumes it.
#[test]
fn a_game_can_be_left_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let mut shell = shell(folder.path());
    shell.send_line(&format!("{} nim --speed max", env!("CARGO_BIN_EXE_gier"))).unwrap();
    shell.exp_string("Select language").unwrap();
    shell.send_control('z').unwrap();
    let told = shell.wait_for_prompt().unwrap();
    assert!(told.contains("Stopped"), "{told}");
    shell.send_line("fg").unwrap();
    shell.exp_string("nim --speed max").unwrap();
    shell.send("d").unwrap();
    shell.flush().unwrap();
    shell.exp_string("Dansk").unwrap();
    shell.send_control('c').unwrap();
    shell.wait_for_prompt().unwrap();
    shell.send_line("echo status $?").unwrap();
    shell.exp_string("status 130").unwrap();
}

/// Tests that signals of job control from outside restore the terminal, and take it again.
#[test]
fn a_panel_is_stopped_and_continued_from_outside() {
    for signal in ["TSTP", "STOP"] {
        let folder = tempfile::tempdir().unwrap();
        let mut shell = shell(folder.path());
        let gier = env!("CARGO_BIN_EXE_gier");
        let panel = format!("sh -c 'echo $$ > pid; exec {gier} panel --log {signal}.log'");
        shell.send_line(&format!("(sleep 2; kill -{signal} $(cat pid)) & {panel}")).unwrap();
        shell.exp_string("\u{1b}[?1049h").unwrap();
        let told = shell.wait_for_prompt().unwrap();
        let restored =
            ["\u{1b}[?1049l", "\u{1b}[?1000l", "\u{1b}[?25h"].iter().all(|code| told.contains(code));
        assert!(told.contains("Stopped") && (restored || signal == "STOP"), "{told:?}");
        shell.send_line("fg").unwrap();
        // The panel is drawn again, and its keys arrive one by one.
        shell.exp_string("\u{1b}[?1049h").unwrap();
        for keys in ["\u{c}", F10] {
            shell.exp_string("GIER").unwrap();
            shell.send(keys).unwrap();
            shell.flush().unwrap();
        }
        shell.exp_string("the session is saved in").unwrap();
        shell.wait_for_prompt().unwrap();
        shell.send_line("echo raw $(stty -a | grep -c -e -icanon)").unwrap();
        shell.exp_string("raw 0").unwrap();
    }
}

#[test]
fn every_signal_restores_the_terminal() {
    let programs = [
        ("panel --speed max", "GIER"),
        ("nim --speed max", "Select language"),
        // It is typing, and the cursor is hidden.
        ("nim", "\u{1b}[?25l"),
        ("run talk.slip", "Ne: "),
        ("debug talk.slip", "> "),
    ];
    let signals = ["TERM", "HUP", "INT", "QUIT", "USR1", "USR2", "ALRM", "ABRT", "VTALRM", "XCPU", "IO"];
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("talk.slip"), include_str!("../cli/talk.slip")).unwrap();
    for (words, ready) in programs {
        for signal in signals {
            if words.starts_with("debug") && signal == "INT" {
                continue; // It ends the current act.
            }
            let mut terminal = Terminal::of("xterm", "cols 80 rows 24", folder.path(), words);
            terminal.expect(ready);
            // The prompt begins to read keys a moment after it is shown.
            std::thread::sleep(Duration::from_millis(300));
            let sent = Command::new("kill").args(["-s", signal, &terminal.process]).status().unwrap();
            assert!(sent.success(), "{words}: {signal}");
            let (_, told) = terminal.end();
            for (set, reset, what) in [
                ("\u{1b}[?1049h", "\u{1b}[?1049l", "the other screen"),
                ("\u{1b}[?1000h", "\u{1b}[?1000l", "the mouse"),
                ("\u{1b}[?25l", "\u{1b}[?25h", "the hidden cursor"),
                ("\u{1b}[?2004h", "\u{1b}[?2004l", "the marks of pasted text"),
            ] {
                assert!(told.rfind(set) <= told.rfind(reset), "{words}, {signal}: {what} stays: {told:?}");
            }
        }
    }
}

/// Tests that gier ends at once when the terminal closes, and that the log then has an end.
#[test]
fn a_closed_terminal_ends_the_session() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("talk.slip"), include_str!("../cli/talk.slip")).unwrap();
    for (words, ready) in [("nim", "leaves"), ("run talk.slip", "Ne: "), ("panel --log w.log", "GIER")] {
        let mut terminal = Terminal::new(folder.path(), words);
        terminal.expect(ready);
        let process = format!("/proc/{}", terminal.process);
        drop(terminal);
        let begin = Instant::now();
        while Path::new(&process).exists() {
            assert!(begin.elapsed().as_secs() < 10, "{words} goes on for nobody");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    let log = fs::read_to_string(folder.path().join("w.log")).unwrap();
    assert!(log.lines().last().is_some_and(|line| line.starts_with("end ")), "{log}");
}

/// Keys and mouse clicks, as a terminal sends them. Keys that end or suspend the panel are left out.
const KEYS: &str = "a b d f g k l m n p r s t u v w x 1 7 0 : ? / < \r \t \u{1b} \u{7f} \u{1b}[A \u{1b}[B \
    \u{1b}[5~ \u{1b}[6~ \u{1b}OP \u{1b}[15~ \u{1b}[18~ \u{1b}[19~ \u{15} \u{1b}[<0;20;10M \u{1b}[<64;50;15M";

/// Several panels receive random keys at the same time. No panel may end by itself or take more and more
/// memory, and each log must replay to its end. `GIER_PANELS=20 GIER_SECONDS=600` tests more.
#[test]
fn panels_at_random_keys_keep_their_logs() {
    let (count, seconds) = (number("GIER_PANELS", 2), number("GIER_SECONDS", 3));
    let folder = tempfile::tempdir().unwrap();
    let panel = |panel| Terminal::new(folder.path(), &format!("panel --log {panel}.log"));
    let mut panels: Vec<Terminal> = (0..count).map(panel).collect();
    for panel in &mut panels {
        panel.expect("GIER");
    }
    let mut chance = crate::chance::Chance(1961);
    let keys: Vec<&str> = KEYS.split(' ').collect();
    let begin = Instant::now();
    let mut pressed = 0;
    while begin.elapsed().as_secs() < seconds {
        for panel in &mut panels {
            let some = 1 + chance.below(4);
            panel.send(&(0..some).map(|_| chance.of(&keys)).collect::<String>());
            pressed += some;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    for (number, mut panel) in panels.into_iter().enumerate() {
        let peak = kilobytes(&panel.process, "VmHWM:").unwrap_or(0);
        assert!(peak < 64 << 10, "{peak} kB");
        panel.send(CTRL_C);
        let (status, told) = panel.end();
        assert!(status == 0 || status == 2, "{number}: {status} {told:?}");
        let log = fs::read_to_string(folder.path().join(format!("{number}.log"))).unwrap();
        let session = gier_machine::Log::parse(&log).unwrap();
        assert!(session.end.is_some() && gier_desk::replay(&session).true_to_log, "{number}.log");
        println!("panel {number}: {seconds} seconds, {pressed} keys for all panels, {peak} kB at most");
    }
}

/// Tests that a paste arrives whole, and that Ctrl-C after it ends gier.
#[test]
fn a_paste_of_any_length_arrives_and_can_be_left() {
    for (words, ready) in [("nim", "\u{1b}[?25l"), ("panel", "GIER")] {
        for kilobytes in [1, 3, 24] {
            let folder = tempfile::tempdir().unwrap();
            let mut terminal = Terminal::new(folder.path(), words);
            terminal.expect(ready).send(&("12 ".repeat(kilobytes * 400) + CTRL_C));
            let begin = Instant::now();
            let (status, _) = terminal.end();
            assert!([0, 130].contains(&status), "{words}: {status}");
            assert!(begin.elapsed().as_secs() < 20, "{words}, {kilobytes} kB: {:?}", begin.elapsed());
        }
    }
}

/// Tests that answers of the terminal are not keys, whole or in pieces, early or late, and that the keys around them
/// are.
#[test]
fn the_replies_of_a_terminal_are_no_keys() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::new(folder.path(), "nim --speed max");
    terminal.expect("Select language").silence(200);
    let before = terminal.told.len();
    for piece in [
        "\u{1b}]11;rgb:1e1e/1e1e/1e1e\u{1b}\\",
        "\u{1b}[?62;4c",
        "\u{1b}]11;rgb:",
        "fd/f6/e3\u{7}",
        "\u{1b}P>|x(1)",
        "\u{1b}\\",
    ] {
        terminal.send(piece);
        std::thread::sleep(Duration::from_millis(300));
    }
    terminal.silence(200);
    let told = &terminal.told[before..];
    assert!(!told.contains("rgb") && !told.contains('1') && !told.contains("dead"), "{told:?}");
    terminal.send("d").expect("Dansk").send(CTRL_C);
    assert_eq!(terminal.end().0, 130);

    // The panel asks for the background, and the answer comes after a key.
    let mut terminal = Terminal::new(folder.path(), "panel --log p.log");
    terminal.expect("\u{1b}]11;?").expect("GIER").send("?");
    std::thread::sleep(Duration::from_millis(1800));
    terminal.send("\u{1b}]11;rgb:ffff/ffff/ffff\u{7}").silence(500);
    terminal.send(CTRL_C);
    let (status, told) = terminal.end();
    assert_eq!(status, 0, "{told}");
    let log = fs::read_to_string(folder.path().join("p.log")).unwrap();
    let session = gier_machine::Log::parse(&log).unwrap();
    assert!(session.inputs.len() <= 1, "{:?}", session.inputs);
}

#[test]
fn a_dumb_terminal_gets_no_escape_sequences() {
    let folder = tempfile::tempdir().unwrap();
    for (words, text, keys) in [
        ("nim --speed max", "Select language", "d\u{3}"),
        ("run --help", "Usage", ""),
        ("help panel", "panel", ""),
        ("nim", "leaves", "xyz\u{3}"),
    ] {
        let mut terminal = Terminal::of("dumb", "cols 80 rows 24", folder.path(), words);
        terminal.expect(text).silence(if keys.is_empty() { 0 } else { 1500 });
        terminal.send(keys);
        let (_, told) = terminal.end();
        assert!(!told.contains('\u{1b}') && told.len() > 50, "{words}: {told:?}");
    }
}

#[test]
fn an_enormous_terminal_takes_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (status, told) = Terminal::of("xterm", "cols 65535 rows 65535", folder.path(), "panel").end();
    assert!(status == 2 && told.contains("claims to have 65535 columns and 65535 rows"), "{told:?}");
    let mut terminal = Terminal::of("xterm", "cols 1000 rows 1000", folder.path(), "panel");
    terminal.expect("GIER").silence(300);
    let peak = kilobytes(&terminal.process, "VmHWM:").unwrap_or(0);
    assert!(peak < 64 << 10, "{peak} kB");
    terminal.send(F10);
    assert_eq!(terminal.end().0, 0);
}
