//! GIER's sound on this computer's loudspeaker, played while GIER works (feature `live`).

use anyhow::{Context, Result, anyhow, bail};
use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{Device, FromSample, OutputCallbackInfo, SampleFormat, SizedSample, Stream, StreamConfig};
use gier_sound::{Heard, Mix, Playback, Sound};
use gier_word::Uops;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest time to wait for the end of the sound after GIER has ended.
const ENDING: Duration = Duration::from_millis(400);
/// The time between two checks whether the whole sound has been played.
const LOOK: Duration = Duration::from_millis(10);

/// The sound output to the loudspeaker.
pub struct Live {
    sound: Sound,
    playback: Arc<Mutex<Playback>>,
    samples: Vec<f32>,
    _stream: Stream,
}

impl Live {
    /// Opens this computer's loudspeaker. The machine is at the time `now` and works `times` as fast as GIER.
    ///
    /// # Errors
    /// Returns an error if there is no loudspeaker, or if it cannot be used.
    pub fn open(mix: Mix, now: Uops, times: f64) -> Result<Live> {
        let host = cpal::default_host();
        let device = host.default_output_device().context("this computer has no sound output")?;
        let supported = device.default_output_config().context("cannot use this computer's sound output")?;
        let config = supported.config();
        let playback = Arc::new(Mutex::new(Playback::new(config.sample_rate)));
        let mut sound = Sound::new(config.sample_rate, mix, now);
        sound.set_speed(now, times);
        let stream = match supported.sample_format() {
            SampleFormat::F32 => stream::<f32>(&device, config, &playback),
            SampleFormat::I16 => stream::<i16>(&device, config, &playback),
            SampleFormat::U16 => stream::<u16>(&device, config, &playback),
            SampleFormat::I32 => stream::<i32>(&device, config, &playback),
            SampleFormat::U8 => stream::<u8>(&device, config, &playback),
            format => bail!("this computer's sound output wants samples of the kind {format}"),
        }?;
        stream.play().map_err(|error| anyhow!("cannot use this computer's sound output: {error}"))?;
        Ok(Live { sound, playback, samples: Vec::new(), _stream: stream })
    }

    /// Plays the sound that was heard until `now`.
    pub fn hear(&mut self, heard: &Heard, now: Uops) {
        self.sound.hear(heard);
        self.sound.render(now, &mut self.samples);
        lock(&self.playback).push(&self.samples);
        self.samples.clear();
    }

    /// Plays the rest of the sound until `now`, and waits until it has been played.
    pub fn finish(&mut self, now: Uops) {
        self.sound.finish(now, &mut self.samples);
        let mut playback = lock(&self.playback);
        playback.push(&self.samples);
        playback.end();
        drop(playback);
        let mut waited = Duration::ZERO;
        while waited < ENDING && !lock(&self.playback).is_empty() {
            std::thread::sleep(LOOK);
            waited += LOOK;
        }
    }
}

/// Opens a stream that plays the queue of samples on all channels of the device.
fn stream<T: SizedSample + FromSample<f32>>(
    device: &Device,
    config: StreamConfig,
    playback: &Arc<Mutex<Playback>>,
) -> Result<Stream> {
    let channels = usize::from(config.channels);
    let playback = Arc::clone(playback);
    let fill = move |data: &mut [T], _: &OutputCallbackInfo| {
        let mut playback = lock(&playback);
        for frame in data.chunks_mut(channels) {
            frame.fill(T::from_sample(playback.next_sample()));
        }
    };
    // Later errors are ignored: a broken stream is silent, but the game continues.
    let stream = device.build_output_stream(config, fill, |_| {}, None);
    stream.map_err(|error| anyhow!("cannot use this computer's sound output: {error}"))
}

/// Locks the queue of samples, even if another thread has panicked.
fn lock(playback: &Mutex<Playback>) -> MutexGuard<'_, Playback> {
    playback.lock().unwrap_or_else(PoisonError::into_inner)
}
