//! Plays the page's sound on the computer's loudspeaker: WebAudio, with a worklet that plays each
//! sample at its time.

use crate::voice::Block;
use core::time::Duration;
use gier_sound::RATE;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AudioContext, AudioContextOptions, AudioContextState, AudioWorkletNode, AudioWorkletNodeOptions,
};

/// How much sound is buffered ahead. The browser can hold up the page for this long before the
/// listener hears a gap.
pub const LEAD: Duration = Duration::from_millis(80);

/// An open loudspeaker.
#[derive(Debug)]
pub struct Speaker {
    context: AudioContext,
    node: AudioWorkletNode,
}

/// Creates an audio context. Call this in the click handler of the sound button: browsers block
/// sound that the visitor did not start.
///
/// # Errors
/// Returns the browser's error if the browser has no sound.
pub fn context() -> Result<AudioContext, JsValue> {
    let options = AudioContextOptions::new();
    options.set_sample_rate(RATE as f32);
    AudioContext::new_with_context_options(&options)
}

impl Speaker {
    /// Opens the loudspeaker.
    ///
    /// # Errors
    /// Returns the browser's error if there are no worklets, as on pages that are not served by https.
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

    /// The listener's clock: how long the audio context has been playing.
    pub fn clock(&self) -> Duration {
        clock(&self.context)
    }

    /// Whether the listener's clock is running. A browser may stop the clock while the page is hidden.
    pub fn is_running(&self) -> bool {
        self.context.state() == AudioContextState::Running
    }

    /// Restarts the listener's clock.
    pub fn resume(&self) {
        let _ = self.context.resume();
    }

    /// Plays a block of samples.
    pub fn play(&self, block: &Block) {
        let samples = js_sys::Float32Array::from(&block.samples[..]);
        let message = js_sys::Array::of2(&(block.first as f64).into(), &samples);
        let moved = js_sys::Array::of1(&samples.buffer());
        let port = self.node.port().expect("a worklet has a port");
        port.post_message_with_transferable(&message, &moved).expect("samples can be sent");
    }

    /// Closes the loudspeaker.
    pub fn close(&self) {
        let _ = self.context.close();
    }
}

fn clock(context: &AudioContext) -> Duration {
    Duration::from_secs_f64(context.current_time())
}
