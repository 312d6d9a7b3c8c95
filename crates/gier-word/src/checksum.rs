//! The checksum at the end of image and snapshot files, and the SHA-256 that names a file of the archive.

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

/// The SHA-256 of `bytes`, in hexadecimal digits, as FIPS 180-4 defines it.
///
/// ```
/// let sum = gier_word::checksum::sha256(b"abc");
/// assert_eq!(sum, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
/// ```
pub fn sha256(bytes: &[u8]) -> String {
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    let constants: Vec<u32> = roots(3).take(64).collect();
    let mut sum = [0; 8];
    sum.iter_mut().zip(roots(2)).for_each(|(word, root)| *word = root);
    padded.chunks_exact(64).for_each(|block| add_block(&mut sum, block, &constants));
    sum.iter().map(|word| format!("{word:08x}")).collect()
}

/// The first 32 bits of the fractions of the roots of the primes: of the square roots, or the cube roots.
fn roots(degree: u32) -> impl Iterator<Item = u32> {
    let primes = (2u128..)
        .filter(|number| (2..*number).take_while(|it| it * it <= *number).all(|it| number % it != 0));
    primes.map(move |prime| {
        // The root times 2^32, by halving the interval.
        let wanted = prime << (32 * degree);
        let (mut low, mut high) = (0u128, 1 << 40);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if middle.pow(degree) <= wanted { low = middle } else { high = middle }
        }
        low as u32
    })
}

/// Adds a block of 64 bytes to the sum.
fn add_block(sum: &mut [u32; 8], block: &[u8], constants: &[u32]) {
    let mut words: Vec<u32> =
        block.chunks_exact(4).map(|word| u32::from_be_bytes([word[0], word[1], word[2], word[3]])).collect();
    for at in 16..64 {
        let (early, late) = (words[at - 15], words[at - 2]);
        let early = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
        let late = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
        words.push(words[at - 16].wrapping_add(early).wrapping_add(words[at - 7]).wrapping_add(late));
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *sum;
    for (word, constant) in words.iter().zip(constants) {
        let first = (e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
            .wrapping_add(e & f ^ !e & g)
            .wrapping_add(h)
            .wrapping_add(*constant)
            .wrapping_add(*word);
        let second =
            (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add(a & b ^ a & c ^ b & c);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
    }
    for (word, new) in sum.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(new);
    }
}
