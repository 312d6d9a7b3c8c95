//! A drum image: the contents of the drum's 320 tracks, and the file that keeps them.
//!
//! A machine starts from an image as an operator started it: the HELP button reads track 0
//! into the cells 0-39 and goes to cell 1. So an image needs no start address.
//!
//! The file, version 1: `GIERDRUM`, version (1 byte), length of the title (1 byte), title
//! (UTF-8), a bit for each of the 320 tracks that is not all zero (40 bytes), the cells of
//! those tracks packed 42 bits each, mark a first, and the CRC-32 of all that (4 bytes,
//! big-endian).

use crate::cell::{Cell, Marks};
use crate::{DRUM_TRACKS, TRACK_CELLS, Track};
use bitvec::prelude::*;
use std::fmt;

const MAGIC: &[u8; 8] = b"GIERDRUM";
const VERSION: u8 = 1;
const CELL_BITS: usize = 42;

/// The contents of a drum, with a title for people.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Image {
    title: String,
    tracks: Vec<Track>,
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image({:?}, {} tracks in use)", self.title, self.used_tracks().count())
    }
}

impl Default for Image {
    fn default() -> Image {
        Image::new("")
    }
}

impl Image {
    /// An empty drum. The title is cut to 255 bytes.
    pub fn new(title: &str) -> Image {
        let end = (0..=title.len().min(255)).rev().find(|&end| title.is_char_boundary(end)).unwrap_or(0);
        Image { title: title[..end].to_string(), tracks: vec![[Cell::ZERO; TRACK_CELLS]; DRUM_TRACKS] }
    }

    /// What the image holds, for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The 40 cells of a track.
    ///
    /// # Panics
    /// If there is no such track (0..320).
    pub fn track(&self, track: usize) -> &Track {
        &self.tracks[track]
    }

    /// The 40 cells of a track, to be written.
    ///
    /// # Panics
    /// If there is no such track (0..320).
    pub fn track_mut(&mut self, track: usize) -> &mut Track {
        &mut self.tracks[track]
    }

    /// All 320 tracks.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// The numbers of the tracks that are not all zero.
    pub fn used_tracks(&self) -> impl Iterator<Item = usize> + '_ {
        self.tracks.iter().enumerate().filter(|(_, cells)| is_used(cells)).map(|(track, _)| track)
    }

    /// The image as the bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bits: BitVec<u8, Msb0> = BitVec::new();
        bits.extend(self.tracks.iter().map(is_used));
        for cell in self.tracks.iter().filter(|cells| is_used(cells)).flatten() {
            bits.push(cell.marks().a());
            bits.push(cell.marks().b());
            bits.extend_from_bitslice(cell.bits().to_be_bytes()[3..].view_bits::<Msb0>());
        }
        bits.set_uninitialized(false);
        let mut bytes = Vec::from(*MAGIC);
        bytes.push(VERSION);
        bytes.push(self.title.len() as u8);
        bytes.extend_from_slice(self.title.as_bytes());
        bytes.extend(bits.into_vec());
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_be_bytes());
        bytes
    }

    /// Reads the bytes of an image file.
    ///
    /// # Errors
    /// [`BadImage`] when they are not an image, of another version, torn or changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Image, BadImage> {
        let body = bytes.strip_prefix(MAGIC).ok_or(BadImage::NotAnImage)?;
        let (&[version, title_length], body) = body.split_first_chunk().ok_or(BadImage::Torn)?;
        if version != VERSION {
            return Err(BadImage::Version(version));
        }
        let (title, body) = body.split_at_checked(title_length as usize).ok_or(BadImage::Torn)?;
        let (body, sum) = body.split_last_chunk::<4>().ok_or(BadImage::Torn)?;
        let (map, cells) = body.split_at_checked(DRUM_TRACKS / 8).ok_or(BadImage::Torn)?;
        let map = map.view_bits::<Msb0>();
        let wanted = (map.count_ones() * TRACK_CELLS * CELL_BITS).div_ceil(8);
        if cells.len() != wanted {
            return Err(BadImage::Length { is: cells.len(), wanted });
        }
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_be_bytes(*sum) {
            return Err(BadImage::Sum);
        }
        let title = std::str::from_utf8(title).map_err(|_| BadImage::Sum)?;
        let mut image = Image::new(title);
        let mut bits = cells.view_bits::<Msb0>().chunks_exact(CELL_BITS);
        for track in map.iter_ones() {
            for cell in image.track_mut(track) {
                let bits = bits.next().ok_or(BadImage::Torn)?;
                *cell = Cell::new(bits[2..].load_be::<u64>(), Marks::new(bits[0], bits[1]));
            }
        }
        Ok(image)
    }
}

fn is_used(cells: &Track) -> bool {
    cells.iter().any(|&cell| cell != Cell::ZERO)
}

/// Why bytes are not a drum image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadImage {
    /// They do not begin with `GIERDRUM`.
    NotAnImage,
    /// A version that this program does not know.
    Version(u8),
    /// The file ends too early.
    Torn,
    /// The cells take another number of bytes than the tracks in use need.
    Length {
        /// Bytes there.
        is: usize,
        /// Bytes needed.
        wanted: usize,
    },
    /// The checksum is wrong: the file was changed.
    Sum,
}

impl fmt::Display for BadImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadImage::NotAnImage => write!(f, "this is not a drum image: it does not begin with GIERDRUM"),
            BadImage::Version(version) => {
                write!(
                    f,
                    "this drum image has format {version}, and this program reads format {VERSION} only"
                )
            }
            BadImage::Torn => write!(f, "this drum image is torn: it ends in its heading"),
            BadImage::Length { is, wanted } => {
                write!(
                    f,
                    "this drum image is torn or foreign: its tracks take {wanted} bytes and {is} are there"
                )
            }
            BadImage::Sum => write!(f, "this drum image was changed: its checksum is wrong"),
        }
    }
}

impl std::error::Error for BadImage {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample() -> Image {
        let mut image = Image::new("Tændstikker");
        image.track_mut(0)[1] = Cell::from_groups([1, 2, 3, 4], Marks::A);
        image.track_mut(319)[39] = Cell::from_groups([1023, 1022, 1, 0], Marks::C);
        image
    }

    #[test]
    fn a_file_cut_anywhere_is_refused() {
        let bytes = sample().to_bytes();
        assert_eq!(Image::from_bytes(&bytes).unwrap(), sample());
        for end in 0..bytes.len() {
            assert!(Image::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
        }
    }

    proptest! {
        #[test]
        fn a_file_changed_anywhere_is_refused(place: prop::sample::Index, flip in 1u8..) {
            let mut bytes = sample().to_bytes();
            let place = place.index(bytes.len());
            bytes[place] ^= flip;
            prop_assert!(Image::from_bytes(&bytes).is_err());
        }

        #[test]
        fn any_drum_is_kept(cells in prop::collection::vec((0usize..320, 0usize..40, 0u64..1 << 42), 0..50)) {
            let mut image = Image::new("x");
            for (track, cell, raw) in cells {
                image.track_mut(track)[cell] = Cell::from_raw(raw);
            }
            prop_assert_eq!(Image::from_bytes(&image.to_bytes()).unwrap(), image);
        }
    }
}
