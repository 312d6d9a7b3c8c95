//! Plays GIER's sound on this computer while GIER works.

#[cfg(any(windows, target_os = "macos"))]
#[path = "sound_card.rs"]
mod output;
#[cfg(not(any(windows, target_os = "macos")))]
#[path = "sound_player.rs"]
mod output;

use anyhow::{Result, bail};
use gier_sound::{Heard, Mix, Playback, Sound};
use gier_word::Uops;
use output::{ENDING, SoundOutput};
pub use output::{MISSING, found};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::Duration;

/// How often gier checks whether the sound has been played to its end.
const LOOK: Duration = Duration::from_millis(10);

/// The samples that are still to be played. The sound output runs in its own thread and takes samples from
/// this queue.
type Queue = Arc<Mutex<Playback>>;

/// The sound of a machine, played on this computer.
pub struct Live {
    sound: Sound,
    queue: Queue,
    samples: Vec<f32>,
    output: SoundOutput,
}

impl Live {
    /// Opens this computer's sound output. The machine is at the time `now`, and runs `times` times as
    /// fast as the real GIER.
    pub fn open(mix: Mix, now: Uops, times: f64) -> Result<Live> {
        let (output, queue, rate) = SoundOutput::open()?;
        let mut sound = Sound::new(rate, mix, now);
        sound.set_speed(now, times);
        Ok(Live { sound, queue, samples: Vec::new(), output })
    }

    /// Plays the sounds in `heard`. The machine's time is now `now`.
    pub fn hear(&mut self, heard: &Heard, now: Uops) {
        self.sound.hear(heard);
        self.sound.render(now, &mut self.samples);
        lock(&self.queue).push(&self.samples);
        self.samples.clear();
    }

    /// Plays the sound until the machine time `now`. Then waits until all of it has been played, but not
    /// longer than [`ENDING`].
    pub fn finish(&mut self, now: Uops) -> Result<()> {
        self.sound.finish(now, &mut self.samples);
        let mut queue = lock(&self.queue);
        queue.push(&self.samples);
        queue.end();
        drop(queue);
        let mut waited = Duration::ZERO;
        while waited < ENDING && !self.output.is_done(&self.queue) {
            sleep(LOOK);
            waited += LOOK;
        }
        match self.output.fault() {
            None => Ok(()),
            Some(fault) => bail!("the sound ended before the session: {fault}"),
        }
    }
}

/// Locks the queue, even if another thread has panicked.
fn lock(queue: &Mutex<Playback>) -> MutexGuard<'_, Playback> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}
