//! The drum: 320 tracks of 40 cells. The words of a track move one by one as they pass the head, and each
//! steals time from the program.

use crate::bytes::{ByteReader, ByteWriter, DecodeError};
use crate::schedule::{Schedule, Timer};
use gier_cpu::Ferrite;
use gier_cpu::periphery::{Direction, Transfer};
use gier_word::{Address, Cell, DRUM_TRACKS, FERRITE_CELLS, Image, TRACK_CELLS, Track, TrackNo, Uops};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The time in which a word passes the head.  [F-DRUM-2]
pub const WORD: Uops = Uops(231);
/// The time that each moved word steals from the program.  [F-DRUM-3]
const STOLEN: Uops = Uops(12);
/// Number of words in a revolution.  [F-DRUM-2, Q28]
const WORDS_ROUND: u64 = TRACK_CELLS as u64;

/// A transfer in progress, and the position of its next word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Moving {
    transfer: Transfer,
    word: u8,
}

/// The drum word that was last read into each cell of the ferrite store, for debuggers. A number is that
/// of the word on the drum, counted from 1; 0 means none. Origins are not part of the drum's value:
/// comparison and hash ignore them.
#[derive(Clone)]
struct Origins([u16; FERRITE_CELLS]);

impl fmt::Debug for Origins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cells", self.0.iter().filter(|&&word| word > 0).count())
    }
}

impl PartialEq for Origins {
    fn eq(&self, _: &Origins) -> bool {
        true
    }
}

impl Eq for Origins {}

impl Hash for Origins {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The drum. Copies share the tracks until one is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drum {
    tracks: Arc<Vec<Arc<Track>>>,
    selected: TrackNo,
    fresh: bool,
    last_track: TrackNo,
    moving: Option<Moving>,
    origins: Origins,
    /// Switch: writing on track 0 does nothing.  [F-DRUM-6]
    pub protect_track0: bool,
    /// Switch: writing on the tracks 1-31 does nothing.  [F-DRUM-6]
    pub protect_tracks_1_to_31: bool,
}

impl Default for Drum {
    fn default() -> Drum {
        let blank = Arc::new([Cell::ZERO; TRACK_CELLS]);
        Drum {
            tracks: Arc::new(vec![blank; DRUM_TRACKS]),
            selected: TrackNo::default(),
            fresh: false,
            last_track: TrackNo::default(),
            moving: None,
            origins: Origins([0; FERRITE_CELLS]),
            protect_track0: false,
            protect_tracks_1_to_31: false,
        }
    }
}

impl Drum {
    // What the CPU does.

    /// Whether a transfer is in progress.
    pub const fn busy(&self) -> bool {
        self.moving.is_some()
    }

    /// `vk`: selecting another track makes the next transfer one word time longer.  [F-DRUM-2]
    pub(crate) fn select(&mut self, track: TrackNo) {
        self.fresh |= track != self.selected;
        self.selected = track;
    }

    /// `lk`, `sk`: starts a transfer. The first word begins at the next word mark.  [F-DRUM-1]
    pub(crate) fn start(&mut self, now: Uops, transfer: Transfer, schedule: &mut Schedule) {
        let mut begin = Uops((now.0 / WORD.0 + 1) * WORD.0);
        if std::mem::take(&mut self.fresh) {
            begin += WORD;
        }
        self.last_track = transfer.track;
        self.moving = Some(Moving { transfer, word: 0 });
        schedule.set(Timer::Drum, begin + WORD);
    }

    // What happens when the drum is due.

    /// Moves the word that has passed the head. Returns the stolen time.
    pub(crate) fn on_due(&mut self, at: Uops, ferrite: &mut Ferrite, schedule: &mut Schedule) -> Uops {
        let moving = self.moving.expect("the drum is due while a track moves");
        let Transfer { track, address, direction } = moving.transfer;
        let word = usize::from(moving.word);
        let address = address + word;
        match direction {
            Direction::Read => {
                if let Some(cells) = self.tracks.get(track.index()) {
                    ferrite.write(address, cells[word]);
                    self.origins.0[address.index()] = (track.index() * TRACK_CELLS + word + 1) as u16;
                }
            }
            Direction::Write if self.protected(track) => {}
            Direction::Write => self.set_cell(track, moving.word, ferrite.read(address)),
        }
        if word + 1 < TRACK_CELLS {
            self.moving = Some(Moving { word: moving.word + 1, ..moving });
            schedule.set(Timer::Drum, at + WORD);
        } else {
            self.moving = None;
        }
        STOLEN
    }

    /// The word that arrives when the drum is due next: its track, its position, and its cell in ferrite.
    pub(crate) fn arriving(&self) -> Option<(TrackNo, u8, Address)> {
        let Moving { transfer, word } = self.moving?;
        let reads = transfer.direction == Direction::Read && transfer.track.exists();
        reads.then_some((transfer.track, word, transfer.address + word))
    }

    const fn protected(&self, track: TrackNo) -> bool {
        match track.number() {
            0 => self.protect_track0,
            1..=31 => self.protect_tracks_1_to_31,
            _ => false,
        }
    }

    // What the operator does.

    /// The 40 cells of a track, or `None` if the track does not exist.
    pub fn track(&self, track: impl Into<TrackNo>) -> Option<&Track> {
        self.tracks.get(track.into().index()).map(|cells| &**cells)
    }

    /// Sets a cell of a track. Does nothing if the track or cell does not exist.
    pub fn set_cell(&mut self, track: impl Into<TrackNo>, cell: u8, value: Cell) {
        let (track, cell) = (track.into().index(), usize::from(cell));
        let old = self.tracks.get(track).and_then(|cells| cells.get(cell));
        if old.is_some_and(|&old| old != value) {
            Arc::make_mut(&mut Arc::make_mut(&mut self.tracks)[track])[cell] = value;
        }
    }

    /// Replaces the contents of all tracks.
    pub fn load(&mut self, image: &Image) {
        let blank = Arc::new([Cell::ZERO; TRACK_CELLS]);
        let share = |track: &Track| if *track == *blank { blank.clone() } else { Arc::new(*track) };
        self.tracks = Arc::new(image.tracks().iter().map(share).collect());
    }

    /// The contents of all tracks as an image with this title.
    pub fn image(&self, title: &str) -> Image {
        let mut image = Image::new(title);
        for (number, track) in self.tracks.iter().enumerate() {
            *image.track_mut(number) = **track;
        }
        image
    }

    /// The track of the transfer that is going on, or of the last one.
    pub(crate) const fn last_track(&self) -> TrackNo {
        self.last_track
    }

    /// Which word of the drum came last to a cell of the ferrite store; what orders wrote there
    /// since does not count. A machine that was read from a file of format 1 does not know.
    pub fn origin_of(&self, cell: Address) -> Option<(TrackNo, u8)> {
        let word = usize::from(self.origins.0[cell.index()].checked_sub(1)?);
        Some((TrackNo::from(word / TRACK_CELLS), (word % TRACK_CELLS) as u8))
    }

    /// The position of the word under the heads, 0-39.
    pub const fn position(&self, now: Uops) -> u8 {
        (now.0 / WORD.0 % WORDS_ROUND) as u8
    }

    // Saving the state.

    /// Whether any cell has an origin.
    pub(crate) fn has_origins(&self) -> bool {
        self.origins.0.iter().any(|&word| word != 0)
    }

    /// Writes the origins, which are not part of the state.
    pub(crate) fn save_origins(&self, to: &mut ByteWriter) {
        self.origins.0.iter().for_each(|&word| to.u16(word));
    }

    pub(crate) fn restore_origins(&mut self, from: &mut ByteReader<'_>) -> Result<(), DecodeError> {
        for word in &mut self.origins.0 {
            *word = from.u16()?;
            if usize::from(*word) > DRUM_TRACKS * TRACK_CELLS {
                return Err(DecodeError::Invalid);
            }
        }
        Ok(())
    }

    pub(crate) fn save(&self, to: &mut ByteWriter) {
        for track in self.tracks.iter() {
            let used = track.iter().any(|&cell| cell != Cell::ZERO);
            to.bool(used);
            if used {
                track.iter().for_each(|cell| to.u64(cell.raw()));
            }
        }
        to.u16(self.selected.number());
        to.bool(self.fresh);
        to.u16(self.last_track.number());
        to.bool(self.moving.is_some());
        if let Some(Moving { transfer, word }) = self.moving {
            to.u16(transfer.track.number());
            to.u16(transfer.address.number());
            to.bool(transfer.direction == Direction::Write);
            to.u8(word);
        }
        to.bool(self.protect_track0);
        to.bool(self.protect_tracks_1_to_31);
    }

    pub(crate) fn restore(from: &mut ByteReader<'_>) -> Result<Drum, DecodeError> {
        let mut drum = Drum::default();
        for track in Arc::make_mut(&mut drum.tracks) {
            if from.bool()? {
                let mut cells = [Cell::ZERO; TRACK_CELLS];
                for cell in &mut cells {
                    *cell = Cell::from_raw(from.u64()?);
                }
                *track = Arc::new(cells);
            }
        }
        drum.selected = TrackNo::new(from.u16()?);
        drum.fresh = from.bool()?;
        drum.last_track = TrackNo::new(from.u16()?);
        if from.bool()? {
            let (track, address) = (TrackNo::new(from.u16()?), Address::new(from.u16()?));
            let direction = if from.bool()? { Direction::Write } else { Direction::Read };
            let word = from.u8_below(TRACK_CELLS as u8)?;
            drum.moving = Some(Moving { transfer: Transfer { track, address, direction }, word });
        }
        drum.protect_track0 = from.bool()?;
        drum.protect_tracks_1_to_31 = from.bool()?;
        Ok(drum)
    }
}
