//! The sound output of Linux and other systems: a player program that reads samples from a pipe. gier
//! therefore needs no sound library, neither when it is built nor when it runs.

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

/// The player programs in order of preference, with their arguments for the samples of [`RATE`].
const PLAYERS: [(&str, &[&str]); 2] = [
    (
        "pacat",
        &["--playback", "--raw", "--format=s16le", "--rate=44100", "--channels=1", "--latency-msec=60"],
    ),
    ("aplay", &["-q", "-t", "raw", "-f", "S16_LE", "-r", "44100", "-c", "1", "--buffer-time=80000"]),
];
/// The advice if nothing plays the sound.
pub const MISSING: &str =
    "no program here plays the sound: install pacat or aplay, or save the sound with --sound";
/// How often the player gets samples.
const SHARE: Duration = Duration::from_millis(10);
/// How long a player program may take to find that it has no loudspeaker.
const STARTING: Duration = Duration::from_millis(150);
/// The longest wait for the end of a sound, after GIER has ended.
pub const ENDING: Duration = Duration::from_millis(800);

/// The player program of this computer, or `None` if it has none of those that gier knows.
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
    /// Starts a player program. Returns it with the queue that it plays and the samples a second.
    ///
    /// # Errors
    /// Returns an error if no player program can be started, or if each of them ends at once because
    /// this computer has no loudspeaker.
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

    /// Whether the player has ended, as it does after the last sample.
    pub fn is_done(&mut self, _: &Queue) -> bool {
        !matches!(self.player.try_wait(), Ok(None))
    }
}

impl Drop for SoundOutput {
    fn drop(&mut self) {
        // The player may have ended by itself.
        let _ = self.player.kill();
        let _ = self.player.wait();
    }
}

/// Writes samples to the pipe as fast as they are to be heard, until the queue has ended or is dropped.
/// A player that ends early makes the rest silent, but the game goes on.
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
