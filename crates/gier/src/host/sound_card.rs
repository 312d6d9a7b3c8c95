//! The sound output on Windows and macOS. It uses the operating system's library for sound.

use super::{Queue, lock};
use anyhow::{Context, Result, anyhow, bail};
use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{Device, FromSample, OutputCallbackInfo, SampleFormat, SizedSample, Stream, StreamConfig};
use gier_sound::Playback;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// After GIER has ended, gier waits at most this long for the end of the sound.
pub const ENDING: Duration = Duration::from_millis(400);
/// The message if this computer has no sound output.
pub const MISSING: &str = "this computer has no sound output; save the sound with --sound";

/// The name of this computer's sound output, or `None` if there is none.
pub fn found() -> Option<String> {
    cpal::default_host().default_output_device().map(|_| "this computer's sound output".to_string())
}

/// A stream to this computer's default sound output.
pub struct SoundOutput {
    _stream: Stream,
    /// The first error of the stream.
    fault: Fault,
}

type Fault = Arc<Mutex<Option<String>>>;

impl SoundOutput {
    /// Opens the sound output. Returns it with a queue and the number of samples per second. The output plays
    /// the samples in the queue.
    pub fn open() -> Result<(SoundOutput, Queue, u32)> {
        let device = cpal::default_host().default_output_device();
        let device = device.context(MISSING)?;
        let supported = device.default_output_config().context("cannot use this computer's sound output")?;
        let config = supported.config();
        let rate = config.sample_rate;
        let queue = Arc::new(Mutex::new(Playback::new(rate)));
        let fault = Fault::default();
        let stream = match supported.sample_format() {
            SampleFormat::F32 => stream::<f32>(&device, config, &queue, &fault),
            SampleFormat::I16 => stream::<i16>(&device, config, &queue, &fault),
            SampleFormat::U16 => stream::<u16>(&device, config, &queue, &fault),
            SampleFormat::I32 => stream::<i32>(&device, config, &queue, &fault),
            SampleFormat::U8 => stream::<u8>(&device, config, &queue, &fault),
            format => bail!("this computer's sound output wants samples of the kind {format}"),
        }?;
        stream.play().map_err(|error| anyhow!("cannot use this computer's sound output: {error}"))?;
        Ok((SoundOutput { _stream: stream, fault }, queue, rate))
    }

    /// Why the sound ended before the session, or `None` if it was played to its end.
    pub fn fault(&mut self) -> Option<String> {
        self.fault.lock().ok()?.take()
    }

    /// Whether all samples in the queue have been played.
    pub fn is_done(&mut self, queue: &Queue) -> bool {
        lock(queue).is_empty()
    }
}

/// Opens a stream that plays the samples of a queue on all channels of the sound device.
fn stream<T: SizedSample + FromSample<f32>>(
    device: &Device,
    config: StreamConfig,
    queue: &Queue,
    fault: &Fault,
) -> Result<Stream> {
    let channels = usize::from(config.channels);
    let queue = Arc::clone(queue);
    let fill = move |data: &mut [T], _: &OutputCallbackInfo| {
        let mut queue = lock(&queue);
        for frame in data.chunks_mut(channels) {
            frame.fill(T::from_sample(queue.next_sample()));
        }
    };
    // After a later error the sound stops, but the session continues.
    let fault = Arc::clone(fault);
    let stream = device.build_output_stream(
        config,
        fill,
        move |error| {
            if let Ok(mut fault) = fault.lock() {
                fault.get_or_insert_with(|| error.to_string());
            }
        },
        None,
    );
    stream.map_err(|error| anyhow!("cannot use this computer's sound output: {error}"))
}
