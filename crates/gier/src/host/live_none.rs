//! Replaces `live.rs` in a gier without the feature `live`.

use anyhow::{Result, bail};
use gier_sound::{Heard, Mix};
use gier_word::Uops;

/// A sound output that does not exist. No value of this type can be made.
pub enum Live {}

impl Live {
    /// Fails, and explains how to build a gier with live sound.
    ///
    /// # Errors
    /// Always returns an error.
    pub fn open(_: Mix, _: Uops, _: f64) -> Result<Live> {
        bail!(
            "this gier was built without live sound; \
             build it with `cargo build --release --features live`, or save the sound with --sound"
        )
    }

    /// Never called, because `Live::open` always fails.
    pub fn hear(&mut self, _: &Heard, _: Uops) {
        match *self {}
    }

    /// Never called, because `Live::open` always fails.
    pub fn finish(&mut self, _: Uops) {
        match *self {}
    }
}
