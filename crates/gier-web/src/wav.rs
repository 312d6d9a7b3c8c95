//! Writes a WAV file with 16 bits and one channel in memory. The header has only 44 bytes, so the page needs
//! no crate for it. The tests use the crate `hound`.

use gier_sound::{Heard, Mix, RATE, to_i16, whole};
use gier_word::Uops;
use std::ops::Range;

/// The number of bytes of one sample.
const SAMPLE: u32 = 2;
/// The number of bytes of the file's header.
const HEAD: usize = 44;
/// A WAV file begins with `RIFF` and a length. The length does not include these first 8 bytes.
const RIFF_PREFIX: u32 = 8;

/// Converts the sounds in a range of machine times to a WAV file. Returns `None` if the sound is too long for
/// a WAV file.
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
        &(length - RIFF_PREFIX).to_le_bytes(),
        b"WAVE",
        b"fmt ",
        &16u32.to_le_bytes(),
        &1u16.to_le_bytes(), // the samples are whole numbers
        &1u16.to_le_bytes(), // one channel
        &RATE.to_le_bytes(),
        &(RATE * SAMPLE).to_le_bytes(),
        &(SAMPLE as u16).to_le_bytes(),
        &16u16.to_le_bytes(), // 16 bits for each sample
        b"data",
        &(length - HEAD as u32).to_le_bytes(),
    ];
    bytes[..HEAD].copy_from_slice(&head.concat());
    Some(bytes)
}
