//! Listens to a run. For a file, the sound is noted while the machine works and made at the end.

use super::files::is_dash;
use super::live::Live;
use super::output::AtomicFile;
use super::report::say;
use anyhow::{Result, bail};
use gier_desk::Ears;
use gier_machine::{Finished, Machine, Output, Probe};
use gier_sound::{Ear, Heard, Mix, RATE, to_i16, whole};
use gier_word::Uops;
use std::io;
use std::path::{Path, PathBuf};

/// A WAV file counts its bytes with 32 bits, two bytes for each sample.
const LONGEST_SECONDS: f64 = (u32::MAX - 1024) as f64 / (2 * RATE) as f64;

/// Listens to a machine from a moment on: for a file, for the loudspeaker, or both.
pub struct Listener {
    ear: Ear,
    began: Uops,
    file: Option<SoundFile>,
    live: Option<Live>,
}

impl Listener {
    /// Starts to listen to this machine.
    pub fn at(machine: &Machine, file: Option<SoundFile>, live: Option<Live>) -> Listener {
        Listener { ear: Ear::at(machine), began: machine.now(), file, live }
    }

    /// Finishes the recording at `now`: writes the file and plays the rest of the buffer.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn finish(&mut self, now: Uops) -> Result<()> {
        if let Some(live) = &mut self.live {
            live.finish(now);
        }
        match self.file.take() {
            Some(file) => file.write(self.began, now),
            None => Ok(()),
        }
    }
}

impl Probe for Listener {
    fn finished(&mut self, order: &Finished<'_>) {
        self.ear.finished(order);
    }
}

impl Ears for Listener {
    fn hear(&mut self, now: Uops, outputs: &[(Uops, Output)]) {
        self.ear.notice(outputs);
        let heard = self.ear.take();
        if let Some(live) = &mut self.live {
            live.hear(&heard, now);
        }
        if let Some(file) = &mut self.file {
            file.heard.append(heard);
        }
    }
}

/// The file of the sound, and its contents.
pub struct SoundFile {
    path: PathBuf,
    mix: Mix,
    heard: Heard,
}

impl SoundFile {
    /// Checks now whether the file can be written; leaves no temporary file meanwhile.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn new(path: &Path, mix: Mix) -> Result<SoundFile> {
        if is_dash(path) {
            bail!("the sound cannot go to standard output, because the paper goes there; name a file");
        }
        drop(AtomicFile::new(path)?);
        Ok(SoundFile { path: path.to_path_buf(), mix, heard: Heard::default() })
    }

    /// Writes what was heard from `began` to `end`.
    fn write(self, began: Uops, end: Uops) -> Result<()> {
        let longest = began + Uops::from_seconds(LONGEST_SECONDS);
        if end > longest {
            let hours = LONGEST_SECONDS / 3600.0;
            say(&format!("the sound is cut off after {hours:.1} hours: a .wav file cannot be longer"));
        }
        let end = end.min(longest);
        AtomicFile::new(&self.path)?.holding("the sound").finish_by(|out| {
            let mut wav = hound::WavWriter::new(out, FORMAT).map_err(to_io)?;
            whole(&self.heard, self.mix, began..end, |samples| {
                samples.iter().try_for_each(|&sample| wav.write_sample(to_i16(sample)))
            })
            .and_then(|()| wav.finalize())
            .map_err(to_io)
        })
    }
}

const FORMAT: hound::WavSpec = hound::WavSpec {
    channels: 1,
    sample_rate: RATE,
    bits_per_sample: 16,
    sample_format: hound::SampleFormat::Int,
};

fn to_io(error: hound::Error) -> io::Error {
    match error {
        hound::Error::IoError(error) => error,
        error => io::Error::other(error),
    }
}
