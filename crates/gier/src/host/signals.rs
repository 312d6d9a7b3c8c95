//! Ctrl-C and the signals that end a program, which let it finish properly.

use super::terminal;
use anyhow::Result;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Set when a signal asks the program to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How long the program may take to finish after a signal. If its terminal was closed, a read may
/// never return.
const GRACE: Duration = Duration::from_secs(2);

/// After Ctrl-C or a signal that ends a program, lets the program write the paper and restore the
/// terminal first. A second signal ends it at once; so does a program that has not finished within
/// two seconds.
///
/// # Errors
/// Errors of the host, if it has no such signals.
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

/// At a prompt, Ctrl-C ends the current act, not the program. A second Ctrl-C before the act has
/// ended ends the program.
///
/// # Errors
/// Errors of the host, if it has no such signals.
pub fn catch_at_prompt() -> Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            end_at_once();
        }
    })?;
    Ok(())
}

/// Whether a signal has arrived since the last call.
pub fn take_interrupt() -> bool {
    INTERRUPTED.swap(false, Ordering::Relaxed)
}

/// Restores the terminal, if possible, and ends the program. The program may hold the lock of
/// standard output for ever.
fn end_at_once() -> ! {
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        terminal::restore();
        done.send(())
    });
    let _ = is_done.recv_timeout(GRACE / 4);
    std::process::exit(130)
}

/// Whether this computer can suspend a program.
pub const SUSPENDS: bool = cfg!(unix);

/// Suspends the program, as Ctrl-Z does, and returns when the shell continues it.
///
/// # Errors
/// Errors of the host.
#[cfg(unix)]
pub fn suspend() -> Result<()> {
    use nix::sys::signal::{Signal, raise};
    Ok(raise(Signal::SIGTSTP)?)
}

/// This computer cannot suspend a program.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn suspend() -> Result<()> {
    Ok(())
}

/// Whether a signal has arrived.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
