//! The sound output on Linux and other systems. gier starts a player program, which reads the samples from a
//! pipe. So gier needs no sound library.

use super::super::clock::HostClock;
use super::{Queue, lock};
use anyhow::{Result, bail};
use gier_desk::host::Clock;
use gier_sound::{Playback, RATE, to_i16};
use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
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
    name: &'static str,
    player: Child,
    /// What the player says on its standard error.
    said: Receiver<String>,
    /// Whether the player takes no more samples, although there are some.
    is_cut: Arc<AtomicBool>,
}

impl SoundOutput {
    /// Starts a player program. Returns it with a queue and the number of samples per second. The program
    /// plays the samples in the queue.
    pub fn open() -> Result<(SoundOutput, Queue, u32)> {
        let mut faults = Vec::new();
        for (name, arguments) in PLAYERS {
            let mut command = Command::new(name);
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
            let Ok(mut player) = command.spawn() else { continue };
            let queue = Arc::new(Mutex::new(Playback::new(RATE)));
            let (pipe, weak) = (player.stdin.take().expect("the pipe was asked for"), Arc::downgrade(&queue));
            let said = listen(player.stderr.take().expect("the pipe was asked for"));
            let is_cut = Arc::new(AtomicBool::new(false));
            let cut = Arc::clone(&is_cut);
            thread::spawn(move || cut.store(!feed(pipe, &weak), Ordering::Relaxed));
            sleep(STARTING);
            let mut output = SoundOutput { name, player, said, is_cut };
            match output.player.try_wait()? {
                None => return Ok((output, queue, RATE)),
                Some(_) => faults.push(output.told()),
            }
        }
        match faults[..] {
            [] => bail!(MISSING),
            _ => bail!("the sound cannot be played: {}; save it with --sound", faults.join("; ")),
        }
    }

    /// The player's name and the last line that it has said.
    fn told(&mut self) -> String {
        let said = self.said.recv_timeout(STARTING).unwrap_or_default();
        let line = said.lines().rev().find(|line| !line.trim().is_empty());
        match (line, self.player.try_wait()) {
            (Some(line), _) => format!("{}: {}", self.name, line.trim()),
            (None, Ok(Some(status))) => format!("{} ended at once ({status})", self.name),
            (None, _) => format!("{} takes no more sound", self.name),
        }
    }

    /// Why the sound ended before the session, or `None` if it was played to its end.
    pub fn fault(&mut self) -> Option<String> {
        let has_failed = matches!(self.player.try_wait(), Ok(Some(status)) if !status.success());
        (has_failed || self.is_cut.load(Ordering::Relaxed)).then(|| self.told())
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

/// The longest message of a player in bytes. What it says after that is dropped.
const MESSAGE: u64 = 4096;

/// Reads what a player says, until it ends.
fn listen(mut errors: ChildStderr) -> Receiver<String> {
    let (sender, said) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = errors.by_ref().take(MESSAGE).read_to_end(&mut bytes);
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
        let _ = io::copy(&mut errors, &mut io::sink());
    });
    said
}

/// Writes the samples of the queue to the pipe, at the speed at which they are played. Stops after the last
/// sample, or when the queue is dropped. If the player ends early, the session continues without sound. Returns
/// `false` then.
fn feed(mut pipe: ChildStdin, queue: &Weak<Mutex<Playback>>) -> bool {
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
        if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() {
            return false;
        }
        if is_over {
            return true;
        }
        sleep(SHARE);
    }
    true
}
