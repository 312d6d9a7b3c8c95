//! Replaces `live.rs` in a gier without the feature `live`.

use anyhow::{Result, bail};
use gier_sound::{Heard, Mix};
use gier_word::Uops;

/// A sound output that does not exist.
pub enum Live {}

impl Live {
    /// Fails, and explains how to build a gier with live sound.
    ///
    /// # Errors
    /// Always.
    pub fn open(_: Mix, _: Uops, _: f64) -> Result<Live> {
        bail!(
            "this gier was built without live sound; \
             build it with `cargo build --release --features live`, or save the sound with --sound"
        )
    }

    /// Nothing.
    pub fn hear(&mut self, _: &Heard, _: Uops) {
        match *self {}
    }

    /// Nothing.
    pub fn finish(&mut self, _: Uops) {
        match *self {}
    }
}
