//! The checksum at the end of image and snapshot files.

use crc::{CRC_32_ISO_HDLC, Crc};

/// The CRC-32 algorithm. Its table takes only one kilobyte. Larger tables would be faster, but the files are
/// small.
static CRC_32: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The CRC-32 of `bytes`, as used in zip and PNG files.
///
/// ```
/// assert_eq!(gier_word::checksum::crc32(b"123456789"), 0xCBF4_3926);
/// ```
pub fn crc32(bytes: &[u8]) -> u32 {
    CRC_32.checksum(bytes)
}
