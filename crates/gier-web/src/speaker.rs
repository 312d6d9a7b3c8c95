//! Plays the sound of the page with the browser's WebAudio. An audio worklet, which runs in the browser's
//! audio thread, plays each sample at its time.

use crate::voice::Block;
use core::time::Duration;
use gier_sound::RATE;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AudioContext, AudioContextOptions, AudioContextState, AudioWorkletNode, AudioWorkletNodeOptions,
};

/// The time from when the page sends a sample to the browser until the sample is heard. If the page is
/// blocked for longer, there is a gap in the sound.
pub const LEAD: Duration = Duration::from_millis(80);

/// The open sound output of the browser.
#[derive(Debug)]
pub struct Speaker {
    context: AudioContext,
    node: AudioWorkletNode,
}

/// Creates an audio context. Call this in the handler of a click, because browsers block sound that the
/// visitor did not start.
///
/// # Errors
/// Returns the browser's error if the browser has no sound output.
pub fn context() -> Result<AudioContext, JsValue> {
    let options = AudioContextOptions::new();
    options.set_sample_rate(RATE as f32);
    AudioContext::new_with_context_options(&options)
}

impl Speaker {
    /// Opens the sound output.
    ///
    /// # Errors
    /// Returns the browser's error if the page cannot use audio worklets, for example because it was loaded
    /// without https.
    pub async fn open(context: AudioContext) -> Result<Speaker, JsValue> {
        JsFuture::from(context.resume()?).await?;
        let worklet = js_sys::Reflect::get(&context, &"audioWorklet".into())?;
        if worklet.is_undefined() {
            return Err("no worklets".into());
        }
        JsFuture::from(context.audio_worklet()?.add_module("speaker.js")?).await?;
        let start = (clock(&context) + LEAD).as_secs_f64() * f64::from(RATE);
        let known = js_sys::Object::new();
        js_sys::Reflect::set(&known, &"start".into(), &start.round().into())?;
        let options = AudioWorkletNodeOptions::new();
        options.set_number_of_inputs(0);
        options.set_output_channel_count(&js_sys::Array::of1(&1.into()));
        options.set_processor_options(Some(&known));
        let node = AudioWorkletNode::new_with_options(&context, "gier-speaker", &options)?;
        node.connect_with_audio_node(&context.destination())?;
        Ok(Speaker { context, node })
    }

    /// The time on the audio clock, which says for how long the audio context has been playing.
    pub fn clock(&self) -> Duration {
        clock(&self.context)
    }

    /// Whether the audio clock is running. A browser may stop the clock while the page is hidden.
    pub fn is_running(&self) -> bool {
        self.context.state() == AudioContextState::Running
    }

    /// Starts the audio clock again, if the browser has stopped it.
    pub fn resume(&self) {
        let _ = self.context.resume();
    }

    /// Sends a block of samples to the audio worklet. It plays each sample at the sample's time.
    pub fn play(&self, block: &Block) {
        let samples = js_sys::Float32Array::from(&block.samples[..]);
        let message = js_sys::Array::of2(&(block.first as f64).into(), &samples);
        let moved = js_sys::Array::of1(&samples.buffer());
        let port = self.node.port().expect("a worklet has a port");
        port.post_message_with_transferable(&message, &moved).expect("samples can be sent");
    }

    /// Closes the sound output.
    pub fn close(&self) {
        let _ = self.context.close();
    }
}

fn clock(context: &AudioContext) -> Duration {
    Duration::from_secs_f64(context.current_time())
}
