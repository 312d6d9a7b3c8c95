//! The drum: 320 tracks of 40 cells. The words of a track move one after the other while they
//! pass the head, and each steals time from the program.

use crate::bytes::{ByteReader, ByteWriter, Damage};
use crate::schedule::{Line, Schedule};
use gier_cpu::Ferrite;
use gier_cpu::periphery::{Direction, Transfer};
use gier_word::{Address, Cell, DRUM_TRACKS, FERRITE_CELLS, Image, TRACK_CELLS, Track, TrackNo, Uops};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The time in which a word passes the head.  [F-DRUM-2]
pub const WORD: Uops = Uops(231);
/// What a word that moves steals from the program.  [F-DRUM-3]
pub const STOLEN: Uops = Uops(12);
/// Words that pass in a revolution.  [F-DRUM-2, Q28]
const WORDS_ROUND: u64 = TRACK_CELLS as u64;

/// A transfer that is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Moving {
    transfer: Transfer,
    word: u8,
}

/// Which word of the drum came last to each cell of the ferrite store. It is kept for people and is
/// no part of the drum's value: comparison and hash do not see it, files do not keep it. A number is
/// that of the word on the drum, counted from 1; 0 is none.
#[derive(Clone)]
struct Brought([u16; FERRITE_CELLS]);

impl fmt::Debug for Brought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cells", self.0.iter().filter(|&&word| word > 0).count())
    }
}

impl PartialEq for Brought {
    fn eq(&self, _: &Brought) -> bool {
        true
    }
}

impl Eq for Brought {}

impl Hash for Brought {
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
    brought: Brought,
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
            brought: Brought([0; FERRITE_CELLS]),
            protect_track0: false,
            protect_tracks_1_to_31: false,
        }
    }
}

impl Drum {
    // What the central unit may do.

    /// Whether a transfer is going on.
    pub const fn busy(&self) -> bool {
        self.moving.is_some()
    }

    /// `vk`: another track costs the next transfer one word more.  [F-DRUM-2]
    pub(crate) fn select(&mut self, track: TrackNo) {
        self.fresh |= track != self.selected;
        self.selected = track;
    }

    /// `lk`, `sk`: the first word begins at the next word mark, wherever the drum stands.  [F-DRUM-1]
    pub(crate) fn start(&mut self, now: Uops, transfer: Transfer, schedule: &mut Schedule) {
        let mut begin = Uops((now.0 / WORD.0 + 1) * WORD.0);
        if std::mem::take(&mut self.fresh) {
            begin += WORD;
        }
        self.last_track = transfer.track;
        self.moving = Some(Moving { transfer, word: 0 });
        schedule.set(Line::Drum, begin + WORD);
    }

    // What happens when the drum is due.

    /// A word has passed: it moves, and the time it steals is returned.
    pub(crate) fn on_due(&mut self, at: Uops, ferrite: &mut Ferrite, schedule: &mut Schedule) -> Uops {
        let moving = self.moving.expect("the drum is due while a track moves");
        let Transfer { track, address, direction } = moving.transfer;
        let word = usize::from(moving.word);
        let address = address + word;
        match direction {
            Direction::Read => {
                if let Some(cells) = self.tracks.get(track.index()) {
                    ferrite.write(address, cells[word]);
                    self.brought.0[address.index()] = (track.index() * TRACK_CELLS + word + 1) as u16;
                }
            }
            Direction::Write if self.protected(track) => {}
            Direction::Write => self.set_cell(track, moving.word, ferrite.read(address)),
        }
        if word + 1 < TRACK_CELLS {
            self.moving = Some(Moving { word: moving.word + 1, ..moving });
            schedule.set(Line::Drum, at + WORD);
        } else {
            self.moving = None;
        }
        STOLEN
    }

    /// The track, its cell, and the cell in ferrite of the word that arrives when the drum is due next.
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

    // What the world may do.

    /// The 40 cells of a track, none if there is no such track.
    pub fn track(&self, track: impl Into<TrackNo>) -> Option<&Track> {
        self.tracks.get(track.into().index()).map(|cells| &**cells)
    }

    /// Sets a cell of a track; a place that does not exist is left alone.
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

    /// The contents of all tracks, with a title for people.
    pub fn image(&self, title: &str) -> Image {
        let mut image = Image::new(title);
        for (number, track) in self.tracks.iter().enumerate() {
            *image.track_mut(number) = **track;
        }
        image
    }

    /// The track of the transfer that is going on, or of the last one.
    pub const fn last_track(&self) -> TrackNo {
        self.last_track
    }

    /// Which word of the drum came last to a cell of the ferrite store; what orders wrote there
    /// since does not count. A machine that was read from a file of format 1 does not know.
    pub fn brought(&self, cell: Address) -> Option<(TrackNo, u8)> {
        let word = usize::from(self.brought.0[cell.index()].checked_sub(1)?);
        Some((TrackNo::from(word / TRACK_CELLS), (word % TRACK_CELLS) as u8))
    }

    /// The word that is under the heads, 0-39.
    pub const fn position(&self, now: Uops) -> u8 {
        (now.0 / WORD.0 % WORDS_ROUND) as u8
    }

    // How the state is kept.

    /// Whether any word has come.
    pub(crate) fn has_brought(&self) -> bool {
        self.brought.0.iter().any(|&word| word != 0)
    }

    /// Which word came to each cell: no part of the state, and of no weight for what follows.
    pub(crate) fn save_brought(&self, to: &mut ByteWriter) {
        self.brought.0.iter().for_each(|&word| to.u16(word));
    }

    pub(crate) fn restore_brought(&mut self, from: &mut ByteReader<'_>) -> Result<(), Damage> {
        for word in &mut self.brought.0 {
            *word = from.u16()?;
            if usize::from(*word) > DRUM_TRACKS * TRACK_CELLS {
                return Err(Damage::Contents);
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

    pub(crate) fn restore(from: &mut ByteReader<'_>) -> Result<Drum, Damage> {
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
