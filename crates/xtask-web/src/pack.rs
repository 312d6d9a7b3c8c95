//! The module as visitors load it: packed by LZMA, which `page/unpack.js` undoes. Many hosts send
//! modules as they are, and gzip, which others pack by, leaves a fifth more.

use anyhow::Result;
use lzma_rust2::{LzmaOptions, LzmaWriter};
use std::io::Write;

/// The preset that packs most.
const BEST: u32 = 9;
/// `page/unpack.js` minds so many bits of the byte before a literal, and no positions.
const LITERAL_BITS: u32 = 4;

/// The bytes packed, with a head that says how many they were.
///
/// # Errors
/// None that is known: memory takes all.
pub fn packed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut how = LzmaOptions::with_preset(BEST);
    (how.lc, how.lp, how.pb) = (LITERAL_BITS, 0, 0);
    how.nice_len = LzmaOptions::NICE_LEN_MAX;
    how.dict_size = u32::try_from(bytes.len())?.next_power_of_two();
    let mut packed = LzmaWriter::new_use_header(Vec::new(), &how, Some(bytes.len() as u64))?;
    packed.write_all(bytes)?;
    Ok(packed.finish()?)
}
