//! The bytes of a WAV file: 16 bits, one channel. (The crate that writes them elsewhere wants a
//! computer's files.)

use gier_sound::{Heard, Mix, RATE, to_i16, whole};
use gier_word::Uops;
use std::ops::Range;

/// Bytes of a sample.
const SAMPLE: u32 = 2;
/// Bytes of the file before its samples, and those that its first length does not count.
const HEAD: usize = 44;
const UNCOUNTED: u32 = 8;

/// What was heard within a time as a file, as long as that time; none if no such file can be so
/// long.
pub fn bytes(heard: &Heard, mix: Mix, time: Range<Uops>) -> Option<Vec<u8>> {
    let mut bytes = vec![0; HEAD];
    whole(heard, mix, time, |samples| {
        bytes.extend(samples.iter().flat_map(|&sample| to_i16(sample).to_le_bytes()));
        u32::try_from(bytes.len()).map(drop)
    })
    .ok()?;
    let length = u32::try_from(bytes.len()).ok()?;
    let head: [&[u8]; 13] = [
        b"RIFF",
        &(length - UNCOUNTED).to_le_bytes(),
        b"WAVE",
        b"fmt ",
        &16u32.to_le_bytes(),
        &1u16.to_le_bytes(), // whole numbers
        &1u16.to_le_bytes(), // channel
        &RATE.to_le_bytes(),
        &(RATE * SAMPLE).to_le_bytes(),
        &(SAMPLE as u16).to_le_bytes(),
        &16u16.to_le_bytes(), // bits
        b"data",
        &(length - HEAD as u32).to_le_bytes(),
    ];
    bytes[..HEAD].copy_from_slice(&head.concat());
    Some(bytes)
}
