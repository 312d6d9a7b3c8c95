//! The sum at the end of the files of images and snapshots.

use crc::{CRC_32_ISO_HDLC, Crc};

/// A table of one kilobyte: the files are small, and a faster sum's tables would be a twentieth of
/// all that a browser has to load.
static CRC_32: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The CRC-32 of these bytes, as in zip and PNG files.
///
/// ```
/// assert_eq!(gier_word::checksum::crc32(b"123456789"), 0xCBF4_3926);
/// ```
pub fn crc32(bytes: &[u8]) -> u32 {
    CRC_32.checksum(bytes)
}
