//! Records or plays the sound of a run. Samples are written to the file during the run, so a long run
//! needs no more memory than a short one.

use super::files::{Job, UnfinishedFile, is_dash};
use super::live::Live;
use anyhow::{Result, bail};
use gier_desk::Ears;
use gier_machine::{Finished, Machine, Output, Probe};
use gier_sound::{Ear, FadeOut, Heard, Mix, RATE, Sound, to_i16};
use gier_word::Uops;
use std::cell::RefCell;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::rc::Rc;

/// The size of one sample in the file, in bytes.
const SAMPLE: u64 = 2;
/// An upper limit for the size of the header of a WAV file, in bytes. A WAV file consists of the header and
/// the samples.
const HEADER: u64 = 1024;

/// Listens to a machine, and records its sound in a file, plays it, or both.
pub struct Listener {
    ear: Ear,
    file: Option<SoundFile>,
    live: Option<Live>,
}

impl Listener {
    /// Starts to listen to `machine`. The sound begins at the machine's present time.
    pub fn at(machine: &Machine, file: Option<SoundFile>, live: Option<Live>) -> Listener {
        Listener { ear: Ear::at(machine), file, live }
    }

    /// Ends the sound at the machine time `now`. Completes the file, and plays the rest of the sound.
    pub fn finish(&mut self, now: Uops) -> Result<()> {
        let played = self.live.as_mut().map_or(Ok(()), |live| live.finish(now));
        let saved = self.file.take().map_or(Ok(()), |file| file.finish(now));
        saved.and(played)
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
            file.hear(&heard, now);
        }
    }
}

/// A sound file to which samples are being written.
pub struct SoundFile {
    sound: Sound,
    end: FadeOut,
    samples: Vec<f32>,
    /// How many more samples fit into the file.
    left: u64,
    wav: Option<hound::WavWriter<Shared>>,
    file: Shared,
    /// The file's name, for messages.
    name: String,
    /// After how many hours the sound was cut off, because its file cannot be longer.
    cut: Option<f64>,
    /// The first error that occurred in writing. After an error, no more samples are written.
    fault: Option<hound::Error>,
}

impl SoundFile {
    /// Creates a sound file. The sound begins at the machine time `now`.
    pub fn new(job: &Job, path: &Path, mix: Mix, now: Uops) -> Result<SoundFile> {
        if is_dash(path) {
            bail!("the sound cannot go to standard output, because the paper goes there; name a file");
        }
        let file = job.write("--sound", path)?.holding("the sound");
        let name = file.name();
        let begun = file.begin()?;
        // A WAV file stores its size in bytes as a 32-bit number.
        let bytes = begun.longest().min(u32::MAX.into());
        let left = bytes.saturating_sub(HEADER) / SAMPLE;
        let file = Shared(Rc::new(RefCell::new(begun)));
        let (wav, fault) = match hound::WavWriter::new(file.clone(), FORMAT) {
            Ok(wav) => (Some(wav), None),
            Err(fault) => (None, Some(fault)),
        };
        let sound = Sound::new(RATE, mix, now);
        let (end, samples) = (FadeOut::new(RATE), Vec::new());
        Ok(SoundFile { sound, end, samples, left, wav, file, name, cut: None, fault })
    }

    fn hear(&mut self, heard: &Heard, now: Uops) {
        if self.left > 0 {
            self.sound.hear(heard);
            self.sound.render(now, &mut self.samples);
            self.write();
        }
    }

    /// Writes the new samples to the file, as far as they fit. Keeps back the latest ones, because they must
    /// fade out if the sound ends.
    fn write(&mut self) {
        if self.samples.len() as u64 > self.left {
            self.samples.truncate(self.left as usize);
            self.cut = Some(self.sound.given() as f64 / f64::from(RATE) / 3600.0);
        }
        self.left -= self.samples.len() as u64;
        self.end.hold(&mut self.samples);
        self.write_out();
    }

    fn write_out(&mut self) {
        if let Some(wav) = self.wav.as_mut().filter(|_| self.fault.is_none()) {
            let written = self.samples.iter().try_for_each(|&sample| wav.write_sample(to_i16(sample)));
            self.fault = written.err();
        }
        self.samples.clear();
    }

    /// Adds the sound up to the machine time `now`, and closes the file. Returns an error if the sound was cut
    /// off.
    fn finish(mut self, now: Uops) -> Result<()> {
        if self.left > 0 {
            self.sound.finish(now, &mut self.samples);
            self.write();
        }
        self.samples = self.end.end();
        self.write_out();
        let closed = self.wav.take().map_or(Ok(()), hound::WavWriter::finalize);
        let written = self.fault.map_or(closed, Err);
        let begun = Rc::into_inner(self.file.0).expect("the writer is closed").into_inner();
        begun.end_with(written.map_err(to_io))?;
        match self.cut {
            None => Ok(()),
            Some(hours) => bail!(
                "the sound in {} is cut off after {hours:.1} hours, because such a file cannot be longer",
                self.name
            ),
        }
    }
}

/// The sound file. The WAV writer takes ownership of a file and never returns it, so the ownership is shared.
#[derive(Clone)]
struct Shared(Rc<RefCell<UnfinishedFile>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

impl Seek for Shared {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.borrow_mut().seek(to)
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
