//! A drum image: the contents of the drum's tracks, and their file format.
//!
//! gier starts a program from an image with the HELP button, as an operator of GIER did. The button reads
//! track 0 into the cells 0-39 and jumps to cell 1. So an image needs no start address.
//!
//! A file of version 1 has these parts:
//! - `GIERDRUM`, the version (1 byte), the length of the title (1 byte), the title (UTF-8);
//! - one bit for each of the 320 tracks (40 bytes). It is 0 if all cells of the track are zero;
//! - the cells of the tracks whose bit is 1. Each cell has 42 bits: mark a, mark b, and the 40 bits of the
//!   cell;
//! - the CRC-32 of all earlier bytes (4 bytes, big-endian).
//!
//! A file of version 2 also has a source map after the cells. The CRC-32 includes the map.
//! [`SourceMap::to_bytes`] writes the map, which begins with a version of its own. An image whose map has
//! another version is refused.
//!
//! Version 3 is for a machine with more than one drum or with other devices. After the title, the file has
//! these parts:
//! - the length of the installation's text (1 byte), and the text;
//! - one bit for each group of 960 tracks. It is 0 if all cells of the group are zero. A machine with fewer
//!   than 960 tracks has one group of all its tracks;
//! - one bit for each track of the groups whose bit is 1. It is 0 if all cells of the track are zero;
//! - the cells, the source map if there is one, and the CRC-32.

use crate::cell::{Cell, Marks};
use crate::checksum::crc32;
use crate::source_map::{BadMap, Home, SourceMap};
use crate::tracks::Tracks;
use crate::{Installation, TRACK_CELLS, Track};
use bitvec::prelude::*;
use std::fmt;
use std::sync::Arc;

const MAGIC: &[u8; 8] = b"GIERDRUM";
const VERSION: u8 = 1;
const VERSION_WITH_MAP: u8 = 2;
const VERSION_OF_INSTALLATION: u8 = 3;
const CELL_BITS: usize = 42;

/// The contents of a drum and a title. The image can also contain the source map of its program.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Image {
    title: String,
    installation: Installation,
    tracks: Tracks,
    map: Option<Arc<SourceMap>>,
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
    /// Creates the image of an empty drum. If the title is longer than 255 bytes, its end is cut off.
    pub fn new(title: &str) -> Image {
        let end = (0..=title.len().min(255)).rev().find(|&end| title.is_char_boundary(end)).unwrap_or(0);
        let installation = Installation::default();
        let tracks = Tracks::new(installation.tracks.into());
        Image { title: title[..end].to_string(), installation, tracks, map: None }
    }

    /// Replaces the tracks of the image, and the list of the machine's devices.
    pub fn with_tracks(mut self, installation: Installation, tracks: &Tracks) -> Image {
        self.tracks = tracks.resized(installation.tracks.into());
        self.installation = installation;
        self
    }

    /// The devices of the machine to which the image belongs.
    pub const fn installation(&self) -> Installation {
        self.installation
    }

    /// Changes the machine to which the image belongs. Tracks that the new machine does not have are lost.
    pub fn set_installation(&mut self, installation: Installation) {
        self.tracks = self.tracks.resized(installation.tracks.into());
        self.installation = installation;
    }

    /// The title. It tells the user what the image contains.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The 40 cells of a track.
    ///
    /// # Panics
    /// Panics if there is no such track.
    pub fn track(&self, track: usize) -> &Track {
        self.tracks.get(track).expect("the caller names a track that exists")
    }

    /// The 40 cells of a track, which the caller can change.
    ///
    /// # Panics
    /// Panics if there is no such track.
    pub fn track_mut(&mut self, track: usize) -> &mut Track {
        self.tracks.get_mut(track).expect("the caller names a track that exists")
    }

    /// All tracks of the machine, also those whose cells are all zero.
    pub const fn tracks(&self) -> &Tracks {
        &self.tracks
    }

    /// The indices of the tracks that contain a cell other than zero.
    pub fn used_tracks(&self) -> impl Iterator<Item = usize> + '_ {
        self.tracks.used()
    }

    /// The source map of the program, or `None` if the image has none.
    pub const fn map(&self) -> Option<&Arc<SourceMap>> {
        self.map.as_ref()
    }

    /// Sets the source map. `None` removes it.
    pub fn set_map(&mut self, map: Option<SourceMap>) {
        self.map = map.map(Arc::new);
    }

    /// Copies the source map of `program`, the image from which this drum was made. The map is copied only if
    /// the tracks that it describes have not changed since then.
    ///
    /// If the map also describes code in the ferrite store, no used track of `program` may have changed. The
    /// reason is that the map does not say from which track this code was loaded.
    pub fn take_map_of(&mut self, program: &Image) {
        let is_same = |track: usize| self.tracks.get(track) == program.tracks.get(track);
        let is_kept = |map: &Arc<SourceMap>| {
            let in_store = map.code.iter().any(|row| matches!(row.home, Home::Core(_)));
            map.tracks().all(|track| is_same(track.index()))
                && (!in_store || program.used_tracks().all(is_same))
        };
        self.map = program.map.clone().filter(is_kept);
    }

    /// Encodes the image as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::from(*MAGIC);
        bytes.push(match (self.is_of_one_drum(), &self.map) {
            (false, _) => VERSION_OF_INSTALLATION,
            (true, None) => VERSION,
            (true, Some(_)) => VERSION_WITH_MAP,
        });
        bytes.push(self.title.len() as u8);
        bytes.extend_from_slice(self.title.as_bytes());
        let mut bits: BitVec<u8, Msb0> = BitVec::new();
        let size = self.tracks.group_size();
        if self.is_of_one_drum() {
            bits.extend(self.used_bits(0..size));
        } else {
            let installation = self.installation.to_string();
            bytes.push(installation.len() as u8);
            bytes.extend(installation.into_bytes());
            let groups: Vec<usize> = self.tracks.used_groups().collect();
            bits.extend((0..self.groups()).map(|group| groups.contains(&group)));
            for group in groups {
                bits.extend(self.used_bits(group * size..(group + 1) * size));
            }
        }
        for cell in self.used_tracks().flat_map(|track| self.track(track)) {
            bits.push(cell.marks().a());
            bits.push(cell.marks().b());
            bits.extend_from_bitslice(cell.bits().to_be_bytes()[3..].view_bits::<Msb0>());
        }
        bits.set_uninitialized(false);
        bytes.extend(bits.into_vec());
        bytes.extend(self.map.iter().flat_map(|map| map.to_bytes()));
        let sum = crc32(&bytes);
        bytes.extend(sum.to_be_bytes());
        bytes
    }

    fn is_of_one_drum(&self) -> bool {
        self.installation == Installation::default()
    }

    fn groups(&self) -> usize {
        self.tracks.count().div_ceil(self.tracks.group_size())
    }

    fn used_bits(&self, tracks: std::ops::Range<usize>) -> impl Iterator<Item = bool> + '_ {
        tracks.map(|track| is_used(self.track(track)))
    }

    /// Whether a file that begins with these bytes is meant as an image.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Decodes the bytes of an image file.
    ///
    /// Returns [`BadImage`] if the bytes are not an image. Also returns it if the image is incomplete or
    /// damaged, or if its version is not known.
    pub fn from_bytes(bytes: &[u8]) -> Result<Image, BadImage> {
        let body = bytes.strip_prefix(MAGIC).ok_or(BadImage::NotAnImage)?;
        let (&[version, title_length], body) = body.split_first_chunk().ok_or(BadImage::Torn)?;
        if ![VERSION, VERSION_WITH_MAP, VERSION_OF_INSTALLATION].contains(&version) {
            return Err(BadImage::Version(version));
        }
        let (title, body) = body.split_at_checked(title_length as usize).ok_or(BadImage::Torn)?;
        let (mut body, sum) = body.split_last_chunk::<4>().ok_or(BadImage::Torn)?;
        let title = std::str::from_utf8(title).map_err(|_| BadImage::Sum)?;
        let mut image = Image::new(title);
        if version == VERSION_OF_INSTALLATION {
            let (&length, rest) = body.split_first().ok_or(BadImage::Torn)?;
            let (text, rest) = rest.split_at_checked(length.into()).ok_or(BadImage::Torn)?;
            let installation = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
            image.set_installation(installation.ok_or(BadImage::Sum)?);
            body = rest;
        }
        let bits = body.view_bits::<Msb0>();
        let (used, begin) = image.tracks_of(bits, version).ok_or(BadImage::Torn)?;
        let cell_bits = used.len() * TRACK_CELLS * CELL_BITS;
        // Up to version 2, the cells begin at a byte boundary, because the bits of 320 tracks fill 40 bytes.
        let end = (begin + cell_bits).div_ceil(8);
        let length = BadImage::Length { is: body.len() - begin / 8, wanted: end - begin / 8 };
        let (_, source_map) = body.split_at_checked(end).ok_or(length.clone())?;
        if source_map.is_empty() != (version == VERSION) && version != VERSION_OF_INSTALLATION {
            return Err(length);
        }
        if crc32(&bytes[..bytes.len() - 4]) != u32::from_be_bytes(*sum) {
            return Err(BadImage::Sum);
        }
        if !source_map.is_empty() {
            image.set_map(Some(SourceMap::from_bytes(source_map).map_err(BadImage::Map)?));
        }
        let mut bits = bits[begin..begin + cell_bits].chunks_exact(CELL_BITS);
        for track in used {
            for cell in image.track_mut(track) {
                let bits = bits.next().ok_or(BadImage::Torn)?;
                *cell = Cell::new(bits[2..].load_be::<u64>(), Marks::new(bits[0], bits[1]));
            }
        }
        Ok(image)
    }

    /// Reads from `bits` which tracks the file contains. Returns the indices of these tracks, and the
    /// position in `bits` at which their cells begin. Returns `None` if `bits` is too short.
    fn tracks_of(&self, bits: &BitSlice<u8, Msb0>, version: u8) -> Option<(Vec<usize>, usize)> {
        let size = self.tracks.group_size();
        let (groups, mut at) = if version == VERSION_OF_INSTALLATION {
            (bits.get(..self.groups())?.iter_ones().collect(), self.groups())
        } else {
            (vec![0], 0)
        };
        let mut used = Vec::new();
        for group in groups {
            let tracks = bits.get(at..at + size)?.iter_ones();
            used.extend(tracks.map(|track| group * size + track));
            at += size;
        }
        Some((used, at))
    }
}

fn is_used(cells: &Track) -> bool {
    cells.iter().any(|&cell| cell != Cell::ZERO)
}

/// The reason why bytes cannot be read as a drum image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadImage {
    /// The bytes do not begin with `GIERDRUM`.
    NotAnImage,
    /// The file has a format version that this program does not know.
    Version(u8),
    /// The file ends within its header.
    Torn,
    /// The file has too few or too many bytes for the cells of its tracks.
    Length {
        /// The number of bytes that the file has for the cells.
        is: usize,
        /// The number of bytes that the cells need.
        wanted: usize,
    },
    /// The checksum is wrong: the file was changed or damaged.
    Sum,
    /// The source map is damaged, or has another version.
    Map(BadMap),
}

impl fmt::Display for BadImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadImage::NotAnImage => write!(f, "this is not a drum image: it does not begin with GIERDRUM"),
            BadImage::Version(version) => {
                write!(
                    f,
                    "this drum image has format {version}, and this program reads the formats {VERSION} to {VERSION_OF_INSTALLATION}"
                )
            }
            BadImage::Torn => write!(f, "this drum image is incomplete: the file ends within its heading"),
            BadImage::Length { is, wanted } => {
                write!(
                    f,
                    "this drum image is torn or foreign: its tracks take {wanted} bytes and {is} are there"
                )
            }
            BadImage::Sum => write!(f, "this drum image was changed: its checksum is wrong"),
            BadImage::Map(bad) => write!(f, "this drum image cannot be used: {bad}"),
        }
    }
}

impl std::error::Error for BadImage {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source_map::MapText;
    use crate::{Address, TrackNo};
    use proptest::prelude::*;

    fn sample() -> Image {
        let mut image = Image::new("Tændstikker");
        image.track_mut(0)[1] = Cell::from_groups([1, 2, 3, 4], Marks::A);
        image.track_mut(319)[39] = Cell::from_groups([1023, 1022, 1, 0], Marks::C);
        image
    }

    fn sample_with_map() -> Image {
        let mut image = sample();
        let names = vec![("index".to_string(), Home::Core(Address::new(41)))];
        let texts = vec![MapText::new("a.alg", "")];
        image.set_map(Some(SourceMap { texts, names, ..SourceMap::default() }));
        image
    }

    /// A drum keeps the source map of its program only if the tracks that the map describes did not change.
    #[test]
    fn a_map_is_kept_while_its_program_is_unchanged() {
        let home = Home::Drum(TrackNo::new(40), 0);
        let names = vec![("begin".to_string(), home), ("index".to_string(), Home::Core(Address::new(41)))];
        let mut program = sample();
        program.set_map(Some(SourceMap { names, ..SourceMap::default() }));
        for (track, is_kept) in [(39, true), (40, false), (0, true)] {
            let mut saved = sample();
            saved.track_mut(track)[7] = Cell::from_groups([1, 0, 0, 0], Marks::NONE);
            saved.take_map_of(&program);
            assert_eq!(saved.map().is_some(), is_kept, "track {track}");
        }
    }

    /// Changes the image to one for a machine with six discs, and writes a cell on the last track.
    fn of_six_discs(mut image: Image) -> Image {
        image.set_installation("six-discs+plotter".parse().unwrap());
        image.track_mut(57_599)[0] = Cell::from_integer(5);
        image
    }

    #[test]
    fn a_truncated_file_is_refused() {
        for image in [sample(), sample_with_map(), of_six_discs(sample()), of_six_discs(sample_with_map())] {
            let bytes = image.to_bytes();
            assert_eq!(Image::from_bytes(&bytes).unwrap(), image);
            for end in 0..bytes.len() {
                assert!(Image::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
            }
        }
    }

    /// Tests that the version of a map is named if it is another one. This one is of the version 2, which
    /// earlier programs wrote.
    #[test]
    fn a_map_of_another_version_is_refused() {
        let (without, mut bytes) = (sample().to_bytes(), sample_with_map().to_bytes());
        bytes[without.len() - 4] = 2;
        let end = bytes.len() - 4;
        let sum = crc32(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_be_bytes());
        let refusal = Image::from_bytes(&bytes).unwrap_err();
        assert_eq!(refusal, BadImage::Map(BadMap::Version(2)));
        assert!(refusal.to_string().contains("format 2"), "{refusal}");
    }

    proptest! {
        #[test]
        fn a_file_changed_anywhere_is_refused(place: prop::sample::Index, flip in 1u8..) {
            let mut bytes = sample_with_map().to_bytes();
            let place = place.index(bytes.len());
            bytes[place] ^= flip;
            prop_assert!(Image::from_bytes(&bytes).is_err());
        }

        #[test]
        fn any_drum_is_read_as_it_was_written(cells in prop::collection::vec((0usize..320, 0usize..40, 0u64..1 << 42), 0..50)) {
            let mut image = Image::new("x");
            for (track, cell, raw) in cells {
                image.track_mut(track)[cell] = Cell::from_raw(raw);
            }
            prop_assert_eq!(Image::from_bytes(&image.to_bytes()).unwrap(), image);
        }
    }
}
