//! Ctrl-C and the signals that end a program: they end the work in order.

use super::terminal;
use anyhow::Result;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Set when a signal asks the program to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How long the work may take to end in order once a signal has come. A terminal that was
/// closed can keep a read from ever coming back.
const GRACE: Duration = Duration::from_secs(2);

/// Lets Ctrl-C and the signals that end a program end the work in order: the paper is
/// written and the terminal put right first. A second one ends it at once, and so does the
/// work's failing to end within two seconds.
///
/// # Errors
/// The host's, if it knows no such signals.
pub fn catch() -> Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            end_at_once();
        }
        thread::spawn(|| {
            thread::sleep(GRACE);
            end_at_once();
        });
    })?;
    Ok(())
}

/// At a prompt Ctrl-C ends what is being done, not the program; a second one before that has ended
/// does.
///
/// # Errors
/// The host's, if it knows no such signals.
pub fn catch_at_prompt() -> Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            end_at_once();
        }
    })?;
    Ok(())
}

/// Whether a signal has come since this was asked last.
pub fn take_interrupt() -> bool {
    INTERRUPTED.swap(false, Ordering::Relaxed)
}

/// Puts the terminal right, if that can be done, and ends the program. The work may keep the
/// standard output to itself for ever.
fn end_at_once() -> ! {
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        terminal::restore();
        done.send(())
    });
    let _ = is_done.recv_timeout(GRACE / 4);
    std::process::exit(130)
}

/// Whether this computer can put a program aside.
pub const SUSPENDS: bool = cfg!(unix);

/// Puts the program aside, as Ctrl-Z does, and comes back when the shell lets it go on.
///
/// # Errors
/// The host's.
#[cfg(unix)]
pub fn suspend() -> Result<()> {
    use nix::sys::signal::{Signal, raise};
    Ok(raise(Signal::SIGTSTP)?)
}

/// Here no program is put aside.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn suspend() -> Result<()> {
    Ok(())
}

/// Whether a signal has come.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
