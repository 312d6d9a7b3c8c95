//! In place of `live.rs`, in a gier that was built without the feature `live`.

use anyhow::{Result, bail};
use gier_sound::{Heard, Mix};
use gier_word::Uops;

/// A sound that cannot be heard: there is none.
pub enum Live {}

impl Live {
    /// Says how to build a gier that can be heard.
    ///
    /// # Errors
    /// Always.
    pub fn open(_: Mix, _: Uops, _: f64) -> Result<Live> {
        bail!(
            "this gier was built without live sound; \
             build it with `cargo build --release --features live`, or keep the sound with --sound"
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
