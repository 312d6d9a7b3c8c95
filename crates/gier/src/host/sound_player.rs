//! The sound output on Linux and other systems. gier starts a player program, which reads the samples from a
//! pipe. So gier needs no sound library.

use super::super::clock::HostClock;
use super::{Queue, lock};
use anyhow::{Result, bail};
use gier_desk::host::Clock;
use gier_sound::{Playback, RATE, to_i16};
use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, Weak};
use std::thread::{self, sleep};
use std::time::Duration;

/// The player programs, the preferred one first. The arguments make each program play [`RATE`] samples per
/// second.
const PLAYERS: [(&str, &[&str]); 2] = [
    (
        "pacat",
        &["--playback", "--raw", "--format=s16le", "--rate=44100", "--channels=1", "--latency-msec=60"],
    ),
    ("aplay", &["-q", "-t", "raw", "-f", "S16_LE", "-r", "44100", "-c", "1", "--buffer-time=80000"]),
];
/// The message if this computer has no player program.
pub const MISSING: &str =
    "no program here plays the sound: install pacat or aplay, or save the sound with --sound";
/// The time between two writes of samples to the player.
const SHARE: Duration = Duration::from_millis(10);
/// The time after which gier checks whether a new player is still running. A player ends at once if there is
/// no sound output.
const STARTING: Duration = Duration::from_millis(150);
/// After GIER has ended, gier waits at most this long for the end of the sound.
pub const ENDING: Duration = Duration::from_millis(800);

/// The name of the first program of [`PLAYERS`] that is installed on this computer, or `None` if none is.
pub fn found() -> Option<String> {
    let paths = std::env::var_os("PATH")?;
    let is_there = |name: &str| std::env::split_paths(&paths).any(|folder| folder.join(name).is_file());
    PLAYERS.iter().find(|(name, _)| is_there(name)).map(|(name, _)| (*name).to_string())
}

/// A running player program.
pub struct SoundOutput {
    player: Child,
}

impl SoundOutput {
    /// Starts a player program. Returns it with a queue and the number of samples per second. The program
    /// plays the samples in the queue.
    ///
    /// # Errors
    /// Returns an error if no player program can be started. Also returns an error if every player ends at
    /// once, because there is no sound output.
    pub fn open() -> Result<(SoundOutput, Queue, u32)> {
        for (name, arguments) in PLAYERS {
            let mut command = Command::new(name);
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let Ok(mut player) = command.spawn() else { continue };
            let queue = Arc::new(Mutex::new(Playback::new(RATE)));
            let (pipe, weak) = (player.stdin.take().expect("the pipe was asked for"), Arc::downgrade(&queue));
            thread::spawn(move || feed(pipe, &weak));
            sleep(STARTING);
            if player.try_wait()?.is_none() {
                return Ok((SoundOutput { player }, queue, RATE));
            }
        }
        bail!(MISSING)
    }

    /// Whether the player program has ended. It ends after it has played the last sample.
    pub fn is_done(&mut self, _: &Queue) -> bool {
        !matches!(self.player.try_wait(), Ok(None))
    }
}

impl Drop for SoundOutput {
    fn drop(&mut self) {
        // An error is ignored, because the player may already have ended.
        let _ = self.player.kill();
        let _ = self.player.wait();
    }
}

/// Writes the samples of the queue to the pipe, at the speed at which they are played. Stops after the last
/// sample, or when the queue is dropped. If the player ends early, the session continues without sound.
fn feed(mut pipe: ChildStdin, queue: &Weak<Mutex<Playback>>) {
    let clock = HostClock::start();
    let mut written = 0;
    while let Some(queue) = queue.upgrade() {
        let due = (clock.now().as_secs_f64() * f64::from(RATE)) as u64;
        let mut bytes = Vec::new();
        let mut playback = lock(&queue);
        for _ in written..due {
            bytes.extend(to_i16(playback.next_sample()).to_le_bytes());
        }
        let is_over = playback.is_over();
        drop(playback);
        drop(queue);
        written = due.max(written);
        if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() || is_over {
            return;
        }
        sleep(SHARE);
    }
}
