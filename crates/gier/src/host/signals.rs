//! Handles Ctrl-C and the signals that end a program. Before a caught signal ends the program, the
//! terminal is restored.
//!
//! | signal | in a session | at a prompt |
//! |---|---|---|
//! | SIGINT (Ctrl-C) | the program saves its files and ends | the running command ends |
//! | SIGTERM, SIGHUP | the program saves its files and ends | the program ends |
//! | SIGQUIT, SIGUSR1, SIGALRM, SIGABRT and the like | the program ends at once | the program ends at once |
//! | SIGTSTP, SIGCONT (Ctrl-Z, `fg`) | the terminal is restored and taken again | the prompt's own |
//! | SIGXFSZ | the write fails with "File too large" | the write fails with "File too large" |
//! | SIGILL, SIGFPE, SIGSEGV, SIGBUS (faults of the processor) | not caught | not caught |

use super::terminal;
use anyhow::Result;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, TryLockError, mpsc};
use std::thread;
use std::time::Duration;

/// Whether a signal has arrived that must end the program. At the prompt, the signal may instead end only the
/// act (command) that is running.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The maximum time from a signal to the end of the program, in which the time of [`save`] does not count. Without
/// this limit, a read from a closed terminal might block the program for ever.
const GRACE: Duration = Duration::from_secs(2);

/// Locked while [`save`] is at work.
static SAVING: Mutex<()> = Mutex::new(());

/// What the user is doing when a signal arrives. The effect of the signal depends on this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Activity {
    /// A session is running. At its end, the program saves the session's files.
    Session,
    /// The user types acts at a prompt. Each act saves its own files.
    Prompt,
}

/// Catches Ctrl-C and the signals that end a program. After a signal, the program saves its files and ends
/// by itself. Besides the saving, this may take two seconds. A second signal ends the program at once.
pub fn catch() -> Result<()> {
    // `gier boot` catches them for the loading, and then for the session at the typewriter.
    static CAUGHT: AtomicBool = AtomicBool::new(false);
    if CAUGHT.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    terminal::remember();
    host::catch(Activity::Session)
}

/// Catches signals while the user types acts at a prompt. The first Ctrl-C only ends the act that is running. A
/// second Ctrl-C during the same act, or any other signal, ends the program.
pub fn catch_at_prompt() -> Result<()> {
    terminal::remember();
    host::catch(Activity::Prompt)
}

/// Handles a signal. `is_key` is true if the signal is Ctrl-C.
fn handle(work: Activity, is_key: bool) {
    let is_second = INTERRUPTED.swap(true, Ordering::Relaxed);
    if is_second || work == Activity::Prompt && !is_key {
        end_at_once();
    }
    if work == Activity::Session {
        thread::spawn(move || {
            thread::sleep(GRACE);
            while let Err(TryLockError::WouldBlock) = SAVING.try_lock() {
                drop(SAVING.lock());
                thread::sleep(GRACE);
            }
            end_at_once();
        });
    }
}

/// Calls `write`, which saves the files of a session. The first signal does not end the program before they are
/// saved, because a large file may take longer than [`GRACE`] and would be lost.
pub fn save(write: impl FnOnce()) {
    let _saving = SAVING.lock();
    write();
}

/// Returns whether a signal has arrived since the last call of this function. Then forgets the signal.
pub fn take_interrupt() -> bool {
    INTERRUPTED.swap(false, Ordering::Relaxed)
}

/// Restores the terminal if possible, and ends the program at once.
fn end_at_once() -> ! {
    restore_soon();
    std::process::exit(130)
}

/// Restores the terminal in a separate thread, and waits at most half a second for that thread. Without this
/// limit, a lock on standard output might block the program for ever.
fn restore_soon() {
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        terminal::restore();
        done.send(())
    });
    let _ = is_done.recv_timeout(GRACE / 4);
}

#[cfg(unix)]
mod host {
    use super::{Activity, JobSignal, handle, restore_soon};
    use anyhow::Result;
    use signal_hook::consts::signal::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGIO, SIGPROF, SIGQUIT, SIGSYS, SIGTERM, SIGTRAP,
        SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU, SIGXFSZ,
    };
    use signal_hook::iterator::Signals;
    use signal_hook::{flag, low_level};
    use std::sync::Arc;
    use std::thread;

    /// Signals after which the program saves its files and ends by itself, if it can.
    const POLITE: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

    /// Signals that end the program at once. First the terminal is restored, then the caught signal is raised
    /// again with its default effect.
    const OTHERS: [i32; 11] =
        [SIGABRT, SIGALRM, SIGIO, SIGPROF, SIGQUIT, SIGSYS, SIGTRAP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU];

    pub fn catch(work: Activity) -> Result<()> {
        let mut signals = Signals::new(POLITE.into_iter().chain(OTHERS))?;
        thread::spawn(move || {
            for signal in signals.forever() {
                if POLITE.contains(&signal) {
                    handle(work, signal == SIGINT);
                } else {
                    restore_soon();
                    let _ = low_level::emulate_default_handler(signal);
                    // The signal did not end the program, so the program exits by itself.
                    std::process::exit(128 + signal);
                }
            }
        });
        Ok(())
    }

    pub fn catch_file_limit() -> Result<()> {
        // Nothing reads the flag. While it is registered, the signal does not end the program.
        flag::register(SIGXFSZ, Arc::default())?;
        Ok(())
    }

    pub fn watch_jobs(tell: impl FnMut(JobSignal) -> bool + Send + 'static) -> Result<()> {
        let mut signals = Signals::new([SIGTSTP, SIGCONT])?;
        thread::spawn(move || {
            let told = |signal| if signal == SIGTSTP { JobSignal::Stop } else { JobSignal::Continued };
            signals.forever().map(told).all(tell)
        });
        Ok(())
    }

    pub fn stop() -> Result<()> {
        use nix::sys::signal::{Signal, raise};
        // SIGTSTP would come back to gier.
        Ok(raise(Signal::SIGSTOP)?)
    }
}

#[cfg(not(unix))]
mod host {
    use super::{Activity, JobSignal, handle};
    use anyhow::Result;

    pub fn catch(work: Activity) -> Result<()> {
        ctrlc::set_handler(move || handle(work, true))?;
        Ok(())
    }

    pub fn catch_file_limit() -> Result<()> {
        Ok(())
    }

    pub fn watch_jobs(_: impl FnMut(JobSignal) -> bool + Send + 'static) -> Result<()> {
        Ok(())
    }

    pub fn stop() -> Result<()> {
        Ok(())
    }
}

/// A signal of job control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobSignal {
    /// The program must stop.
    Stop,
    /// The shell has continued the program. Only Unix has such shells.
    #[cfg_attr(not(unix), allow(dead_code))]
    Continued,
}

/// Calls `tell` for each signal of job control, on a thread of its own, until `tell` returns `false`.
pub fn watch_jobs(tell: impl FnMut(JobSignal) -> bool + Send + 'static) -> Result<()> {
    host::watch_jobs(tell)
}

/// Whether this computer can stop a program, as Ctrl-Z does.
pub const STOPS: bool = cfg!(unix);

/// Stops the program, as Ctrl-Z does. Returns when the shell continues the program. Does nothing on a
/// computer that cannot stop programs.
pub fn stop() -> Result<()> {
    host::stop()
}

/// Makes a write fail with an error if the file would exceed the user's limit on file sizes. Without this
/// call, the signal SIGXFSZ would end the program instead.
pub fn catch_file_limit() -> Result<()> {
    host::catch_file_limit()
}

/// Whether a signal has arrived that must end the program. At the prompt, the signal may instead end only the
/// act (command) that is running.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
