//! Builds a WAV file with 16 bits and one channel in memory. (Elsewhere the crate `hound` writes
//! WAV files; here there is no file system.)

use gier_sound::{Heard, Mix, RATE, to_i16, whole};
use gier_word::Uops;
use std::ops::Range;

/// The number of bytes in a sample.
const SAMPLE: u32 = 2;
/// The size of the file's header in bytes.
const HEAD: usize = 44;
/// The number of bytes at the beginning of the file that the first length field does not count.
const UNCOUNTED: u32 = 8;

/// The sounds of a time range as a WAV file of the same length. Returns `None` if the file would be
/// too long for the format.
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
