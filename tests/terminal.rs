//! A user at a terminal: gier in a pseudo-terminal, with keys typed and the screen read.

use rexpect::session::{PtyReplSession, PtySession, spawn_bash, spawn_command};
use std::path::Path;
use std::process::Command;

/// Limit on the time for an answer on a busy host, in milliseconds.
const PATIENCE: u64 = 60_000;

/// The shell's message when gier has ended, followed by the status.
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
        .env("TERM", "xterm")
        .env("LC_ALL", "C.UTF-8")
        .env("XDG_STATE_HOME", state);
    spawn_command(command, Some(PATIENCE)).expect("there is a pseudo-terminal")
}

/// Returns the exit status and the remaining output.
fn end(mut session: PtySession) -> (i32, String) {
    let told = session.exp_string(ENDED).expect("it ends");
    let status = session.exp_eof().expect("the shell ends with it");
    (status.trim().parse().expect("a status is a number"), told)
}

#[test]
fn the_guest_is_told_how_to_type_and_hears_a_dead_key_and_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = gier(folder.path(), "nim");
    session.exp_string("gier: end a number with a space; Ctrl-C leaves").unwrap();
    // GIER works for eight seconds before it waits for a key.
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

/// `max` and `MAX` mean the same; for other words gier lists the possible values.
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

/// An existing log is overwritten only if the user agrees.
#[test]
fn a_log_that_is_there_is_asked_for() {
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

/// Ctrl-Z returns the terminal to the shell, and gier continues when the shell resumes it.
#[test]
fn a_game_is_put_aside_and_taken_up_again() {
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
    // bash does not end on request.
    shell.process_mut().set_kill_timeout(Some(1));
}
