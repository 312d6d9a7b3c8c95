//! Tests gier with a user at a terminal. gier runs in a pseudo-terminal; the test types keys and reads the
//! screen.

use rexpect::session::{PtyReplSession, PtySession, spawn_bash, spawn_command};
use std::path::Path;
use std::process::Command;

/// The longest time of an answer on a busy host, in milliseconds.
const PATIENCE: u64 = 60_000;

/// The shell's message when gier has ended. The exit status follows the message.
const ENDED: &str = "gier ended with status";

/// Starts gier with these arguments, in a terminal of 80 columns with a UTF-8 locale.
fn gier(folder: &Path, words: &str) -> PtySession {
    let mut command = Command::new("sh");
    let state = folder.join("state");
    command
        .args([
            "-c",
            &format!("stty cols 80 rows 24; {} {words}; echo '{ENDED}' $?", env!("CARGO_BIN_EXE_gier")),
        ])
        .current_dir(folder)
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8")
        .env("XDG_STATE_HOME", state);
    spawn_command(command, Some(PATIENCE)).expect("there is a pseudo-terminal")
}

/// Waits for the end of gier. Returns the exit status and the remaining output.
fn end(mut session: PtySession) -> (i32, String) {
    let told = session.exp_string(ENDED).expect("it ends");
    let status = session.exp_eof().expect("the shell ends with it");
    (status.trim().parse().expect("a status is a number"), told)
}

#[test]
fn the_guest_gets_help_a_bell_and_a_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = gier(folder.path(), "nim");
    session.exp_string("gier: end a number with a space; Ctrl-C leaves").unwrap();
    // GIER works for eight seconds before it waits for this key.
    session.send("x").unwrap();
    session.flush().unwrap();
    session.exp_string("\u{7}").unwrap();
    session.exp_string("(dead key)").unwrap();
    session.send_control('c').unwrap();
    assert_eq!(end(session).0, 130);
}

#[test]
fn a_game_is_played_by_keys_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = gier(folder.path(), "nim --speed max --ka --kb");
    session.exp_string("Select language").unwrap();
    session.send("d").unwrap();
    session.flush().unwrap();
    session.exp_string("Dansk").unwrap();
    session.exp_string("initialer").unwrap();
    session.send("jk.").unwrap();
    session.flush().unwrap();
    session.exp_string("jk.").unwrap();
    session.send_control('c').unwrap();
    assert_eq!(end(session).0, 130);
}

/// Tests that `max` and `MAX` mean the same speed. For other words, gier lists the possible values.
#[test]
fn speed_is_read_in_either_case() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = gier(folder.path(), "nim --speed MAX");
    session.exp_string("Select language").unwrap();
    session.send_control('c').unwrap();
    assert_eq!(end(session).0, 130);
}

#[test]
fn without_a_command_a_person_chooses() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = gier(folder.path(), "--speed max");
    session.exp_string("Which one? Its name, or how it begins (Enter: nim): ").unwrap();
    session.send_line("no such game").unwrap();
    session.exp_string("Which one?").unwrap();
    session.send_line("").unwrap();
    session.exp_string("Select language").unwrap();
    session.send_control('c').unwrap();
    assert_eq!(end(session).0, 130);
}

#[test]
fn the_panel_asks_before_it_replaces_a_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("old.log");
    std::fs::write(&log, "what somebody kept").unwrap();
    let mut session = gier(folder.path(), "panel --log old.log");
    session.exp_string("gier: old.log exists already. Replace it (y/n)? ").unwrap();
    session.send_line("n").unwrap();
    let (status, told) = end(session);
    assert_eq!(status, 2, "{told}");
    assert_eq!(std::fs::read_to_string(&log).unwrap(), "what somebody kept");

    let mut session = gier(folder.path(), "panel --log old.log");
    session.exp_string("(y/n)? ").unwrap();
    session.send_line("y").unwrap();
    session.exp_string("GIER").unwrap();
    session.send("\u{1b}[21~").unwrap(); // F10
    session.flush().unwrap();
    let (status, told) = end(session);
    assert_eq!(status, 0, "{told}");
    assert!(told.contains("the session is saved in old.log"), "{told}");
    assert!(std::fs::read_to_string(&log).unwrap().starts_with("gier-session "));
}

/// Tests that Ctrl-Z returns the terminal to the shell, and that gier continues when the shell resumes it.
#[test]
fn a_game_can_be_left_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let mut shell: PtyReplSession = spawn_bash(Some(PATIENCE)).expect("there is a bash");
    shell.send_line(&format!("cd {}; stty cols 80 rows 24", folder.path().display())).unwrap();
    shell.wait_for_prompt().unwrap();
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
    // Kill bash, because it does not end on request.
    shell.process_mut().set_kill_timeout(Some(1));
}

/// Starts gier in a terminal. When gier has printed the text `ready`, sends a signal to gier. Returns the
/// text that gier then prints. The terminal must have its old settings again.
fn signalled(words: &str, ready: &str, signal: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let talk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/talk.slip");
    std::fs::copy(talk, folder.path().join("talk.slip")).unwrap();
    let mut command = Command::new("sh");
    let gier = env!("CARGO_BIN_EXE_gier");
    let script = format!(
        "ulimit -c 0; stty cols 80 rows 24; echo BEFORE $(stty -g); \
         sh -c 'echo PID $$ END; exec {gier} {words}'; echo \"{ENDED} $?\"; echo AFTER $(stty -g) END"
    );
    command.args(["-c", &script]).current_dir(folder.path());
    command.env("TERM", "xterm").env("LC_ALL", "C.UTF-8").env("XDG_STATE_HOME", folder.path().join("state"));
    let mut session = spawn_command(command, Some(PATIENCE)).expect("there is a pseudo-terminal");
    session.exp_string("BEFORE ").unwrap();
    let before = session.exp_string("PID ").unwrap().trim().to_string();
    let process = session.exp_string(" END").unwrap();
    session.exp_string(ready).unwrap();
    // The prompt begins to read keys a moment after it is shown.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let sent = Command::new("kill").args(["-s", signal, process.trim()]).status().unwrap();
    assert!(sent.success(), "{words}: {signal}");
    let told = session.exp_string(ENDED).expect("it ends");
    session.exp_string("AFTER ").unwrap();
    let after = session.exp_string(" END").unwrap();
    assert_eq!(after.trim(), before, "{words}: the terminal after {signal}");
    told
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
    for (words, ready) in programs {
        for signal in signals {
            if words.starts_with("debug") && signal == "INT" {
                continue; // It ends the current act.
            }
            let told = signalled(words, ready, signal);
            if words.starts_with("panel") {
                assert!(
                    told.contains("\u{1b}[?1049l") && told.contains("\u{1b}[?1000l"),
                    "{signal}: {told:?}"
                );
            }
            if [told.as_str(), ready].iter().any(|text| text.contains("\u{1b}[?25l")) {
                assert!(told.contains("\u{1b}[?25h"), "{words}, {signal}: the cursor stays hidden");
            }
            if words.starts_with("debug") {
                assert!(told.contains("\u{1b}[?2004l"), "{signal}: pasted text stays marked: {told:?}");
            }
        }
    }
}

/// Tests that gier asks the user at a terminal before a replay of more than a minute.
#[test]
fn a_replay_of_hours_needs_a_confirmation() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("year.log"), crate::strangers::endless_log()).unwrap();
    for words in ["replay year.log", "panel year.log"] {
        let mut session = gier(folder.path(), words);
        session
            .exp_string("gier: this log is 347.0 days of GIER's time long, and its replay takes about ")
            .unwrap();
        session.exp_string(" Go on (y/n)? ").unwrap();
        session.send_line("n").unwrap();
        let (status, told) = end(session);
        assert_eq!(status, 130, "{told}");
        assert!(
            told.contains("the log was not replayed; gier replay --limit SECONDS LOG replays its beginning"),
            "{told}"
        );
    }
    let mut session = gier(folder.path(), "replay year.log");
    session.exp_string("(y/n)? ").unwrap();
    session.send_line("y").unwrap();
    session.exp_string(" % replayed, ").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("gier: the replay was given up before the end of the log").unwrap();
}

/// Tests that a script of acts cannot send the bytes of a drum to the terminal, because a stranger may have
/// written the script.
#[test]
fn acts_save_nothing_in_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.acts"), "save \"-\"\n").unwrap();
    let (status, told) = end(gier(folder.path(), "boot --acts x.acts"));
    assert_eq!(status, 2);
    let message = "gier: the act of line 1: a drum, reel or machine cannot be shown in the terminal; \
        name a file";
    assert!(told.contains(message), "{told}");
}

/// Keys and mouse clicks, as a terminal sends them. Keys that end or suspend the panel are left out.
const KEYS: &str = "a b d f g k l m n p r s t u v w x 1 7 0 : ? / < \r \t \u{1b} \u{7f} \u{1b}[A \u{1b}[B \
    \u{1b}[5~ \u{1b}[6~ \u{1b}OP \u{1b}[15~ \u{1b}[18~ \u{1b}[19~ \u{15} \u{1b}[<0;20;10M \u{1b}[<64;50;15M";

/// Several panels receive random keys at the same time. No panel may end by itself or take more and more
/// memory, and each log must replay to its end. `GIER_PANELS=20 GIER_SECONDS=600` tests more.
#[test]
fn panels_at_random_keys_keep_their_logs() {
    let number = |name: &str, usual: u64| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    let (count, seconds) = (number("GIER_PANELS", 2), number("GIER_SECONDS", 3));
    let folder = tempfile::tempdir().unwrap();
    let mut panels: Vec<PtySession> =
        (0..count).map(|panel| gier(folder.path(), &format!("panel --log {panel}.log"))).collect();
    panels.iter_mut().for_each(|panel| drop(panel.exp_string("GIER").unwrap()));
    let mut chance = crate::chance::Chance(1961);
    let keys: Vec<&str> = KEYS.split(' ').collect();
    let begin = std::time::Instant::now();
    let mut pressed = 0;
    while begin.elapsed().as_secs() < seconds {
        for panel in &mut panels {
            for _ in 0..1 + chance.below(4) {
                panel.send(&chance.of(&keys)).unwrap();
                pressed += 1;
            }
            panel.flush().unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let peak = peak_of_programs_in(folder.path());
    assert!(peak < 64 << 10, "{peak} kB");
    for (number, mut panel) in panels.into_iter().enumerate() {
        panel.send_control('c').unwrap();
        let (status, told) = end(panel);
        let last: String = told.chars().rev().take(300).collect::<Vec<_>>().into_iter().rev().collect();
        assert!(status == 0 || status == 2, "{number}: {status} {last}");
        let log = std::fs::read_to_string(folder.path().join(format!("{number}.log"))).unwrap();
        let session = gier_machine::Log::parse(&log).unwrap();
        assert!(session.end.is_some() && gier_desk::replay(&session).true_to_log, "{number}.log");
    }
    println!("{count} panels, {seconds} seconds, {pressed} keys, {peak} kB each at most");
}

/// Returns the peak memory, in kB, of the programs that run in this folder, or 0 if the host does not report
/// it.
fn peak_of_programs_in(folder: &Path) -> u64 {
    let folder = folder.canonicalize().unwrap();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.path());
    let here = processes.filter(|process| process.join("cwd").read_link().is_ok_and(|cwd| cwd == folder));
    let statuses = here.filter_map(|process| std::fs::read_to_string(process.join("status")).ok());
    let peak = |status: String| {
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        peak.split_whitespace().next()?.parse().ok()
    };
    statuses.filter(|status| status.starts_with("Name:\tgier\n")).filter_map(peak).max().unwrap_or(0)
}

/// Reads what the session prints, until it is silent for this long.
fn silence(session: &mut PtySession, milliseconds: u64) -> String {
    let mut told = String::new();
    let patience = std::time::Duration::from_millis(milliseconds);
    let mut last = std::time::Instant::now();
    while last.elapsed() < patience {
        match session.try_read() {
            Some(character) => {
                told.push(character);
                last = std::time::Instant::now();
            }
            None => std::thread::sleep(std::time::Duration::from_millis(5)),
        }
    }
    told
}

fn type_keys(session: &mut PtySession, keys: &str) {
    session.send(keys).unwrap();
    session.flush().unwrap();
}

/// Tests that a paste arrives whole, and that Ctrl-C after it ends gier.
#[test]
fn a_paste_of_any_length_arrives_and_can_be_left() {
    for (words, ready) in [("nim", "\u{1b}[?25l"), ("panel", "GIER")] {
        for kilobytes in [1, 3, 24] {
            let folder = tempfile::tempdir().unwrap();
            let mut session = gier(folder.path(), words);
            session.exp_string(ready).unwrap();
            type_keys(&mut session, &("12 ".repeat(kilobytes * 400) + "\u{3}"));
            let begin = std::time::Instant::now();
            let (status, _) = end(session);
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
    let mut session = gier(folder.path(), "nim --speed max");
    session.exp_string("Select language").unwrap();
    silence(&mut session, 200);
    let pieces = [
        "\u{1b}]11;rgb:1e1e/1e1e/1e1e\u{1b}\\",
        "\u{1b}[?62;4c",
        "\u{1b}]11;rgb:",
        "fd/f6/e3\u{7}",
        "\u{1b}P>|x(1)",
    ];
    for piece in pieces.into_iter().chain(["\u{1b}\\"]) {
        type_keys(&mut session, piece);
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    let told = silence(&mut session, 200);
    assert!(!told.contains("rgb") && !told.contains('1') && !told.contains("dead"), "{told:?}");
    type_keys(&mut session, "d");
    session.exp_string("Dansk").unwrap();
    session.send_control('c').unwrap();
    assert_eq!(end(session).0, 130);

    // The panel asks for the background, and the answer comes after a key.
    let mut session = gier(folder.path(), "panel --log p.log");
    session.exp_string("\u{1b}]11;?").unwrap();
    session.exp_string("GIER").unwrap();
    type_keys(&mut session, "?");
    std::thread::sleep(std::time::Duration::from_millis(1800));
    type_keys(&mut session, "\u{1b}]11;rgb:ffff/ffff/ffff\u{7}");
    silence(&mut session, 500);
    session.send_control('c').unwrap();
    let (status, told) = end(session);
    assert_eq!(status, 0, "{told}");
    let log = std::fs::read_to_string(folder.path().join("p.log")).unwrap();
    let session = gier_machine::Log::parse(&log).unwrap();
    assert!(session.inputs.len() <= 1, "{:?}", session.inputs);
}

/// Tests that signals of job control from outside restore the terminal, and take it again.
#[test]
fn a_panel_is_stopped_and_continued_from_outside() {
    for signal in ["TSTP", "STOP"] {
        let folder = tempfile::tempdir().unwrap();
        let mut shell: PtyReplSession = spawn_bash(Some(PATIENCE)).expect("there is a bash");
        shell
            .send_line(&format!("cd {}; stty cols 80 rows 24; export TERM=xterm", folder.path().display()))
            .unwrap();
        shell.wait_for_prompt().unwrap();
        let gier = env!("CARGO_BIN_EXE_gier");
        shell.send_line(&format!("(sleep 2; kill -{signal} $(pgrep -f 'panel --log {signal}.log' | head -1)) & {gier} panel --log {signal}.log")).unwrap();
        shell.exp_string("\u{1b}[?1049h").unwrap();
        let told = shell.wait_for_prompt().unwrap();
        assert!(told.contains("Stopped"), "{told:?}");
        if signal == "TSTP" {
            assert!(
                told.contains("\u{1b}[?1049l")
                    && told.contains("\u{1b}[?1000l")
                    && told.contains("\u{1b}[?25h")
            );
        }
        shell.send_line("fg").unwrap();
        // The panel is drawn again, and its keys arrive one by one.
        shell.exp_string("\u{1b}[?1049h").unwrap();
        shell.exp_string("GIER").unwrap();
        shell.send("\u{c}").unwrap();
        shell.flush().unwrap();
        shell.exp_string("GIER").unwrap();
        shell.send("\u{1b}[21~").unwrap(); // F10
        shell.flush().unwrap();
        shell.exp_string("the session is saved in").unwrap();
        shell.wait_for_prompt().unwrap();
        shell.send_line("echo raw $(stty -a | grep -c -e -icanon)").unwrap();
        shell.exp_string("raw 0").unwrap();
        shell.process_mut().set_kill_timeout(Some(1));
    }
}

/// Starts gier with this value of `TERM` and this size, and returns its status and all that it printed.
fn in_terminal(term: &str, size: &str, words: &str, keys: &str) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    let script = format!("stty {size}; {} {words}; echo '{ENDED}' $?", env!("CARGO_BIN_EXE_gier"));
    command.args(["-c", &script]).current_dir(folder.path());
    command
        .env("TERM", term)
        .env("LC_ALL", "C.UTF-8")
        .env("CI", "true")
        .env("XDG_STATE_HOME", folder.path().join("state"));
    let mut session = spawn_command(command, Some(PATIENCE)).expect("there is a pseudo-terminal");
    let begun = silence(&mut session, 1500);
    if let Some((told, status)) = begun.split_once(ENDED) {
        return (status.trim().parse().expect("a status is a number"), told.to_string());
    }
    type_keys(&mut session, keys);
    let (status, told) = end(session);
    (status, begun + &told)
}

#[test]
fn a_dumb_terminal_gets_no_escape_sequences() {
    for (words, keys) in
        [("nim --speed max", "d\u{3}"), ("run --help", ""), ("help panel", ""), ("nim", "xyz\u{3}")]
    {
        let (_, told) = in_terminal("dumb", "cols 80 rows 24", words, keys);
        assert!(!told.contains('\u{1b}') && told.len() > 50, "{words}: {told:?}");
    }
}

#[test]
fn an_enormous_terminal_takes_little_memory() {
    let (status, told) = in_terminal("xterm", "cols 65535 rows 65535", "panel", "");
    assert!(status == 2 && told.contains("claims to have 65535 columns and 65535 rows"), "{told:?}");
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    let gier = env!("CARGO_BIN_EXE_gier");
    command.args(["-c", &format!("stty cols 1000 rows 1000; {gier} panel; echo '{ENDED}' $?")]);
    command.current_dir(folder.path()).env("TERM", "xterm").env("LC_ALL", "C.UTF-8");
    command.env("XDG_STATE_HOME", folder.path().join("state"));
    let mut session = spawn_command(command, Some(PATIENCE)).unwrap();
    session.exp_string("GIER").unwrap();
    silence(&mut session, 300);
    let peak = peak_of_programs_in(folder.path());
    assert!(peak < 64 << 10, "{peak} kB");
    type_keys(&mut session, "\u{1b}[21~");
    assert_eq!(end(session).0, 0);
}
