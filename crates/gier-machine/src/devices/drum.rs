//! The drum, with tracks of 40 cells. A transfer moves the words of a track one by one, as they pass the
//! head. Each moved word delays the program a little. A larger installation has more drums, or discs. Its
//! tracks are in groups of 960, and programs select one group at a time.  [F-TRACK-2]

use crate::apart::Apart;
use crate::schedule::{Schedule, Timer};
use gier_cpu::periphery::{Direction, Transfer};
use gier_cpu::{Arrival, CellChange, Ferrite};
use gier_word::tracks::GROUP_TRACKS;
use gier_word::{
    Address, Cell, FERRITE_CELLS, Image, Installation, TRACK_CELLS, Tk, Track, TrackNo, Tracks, Uops,
};
use serde::{Deserialize, Serialize};

/// The time that a word takes to pass the head.  [F-DRUM-2]
pub const WORD: Uops = Uops(231);
/// How long the program is delayed by each word that a transfer moves.  [F-DRUM-3]
const STOLEN: Uops = Uops(12);
/// The number of words that pass the head in one revolution.  [F-DRUM-2, Q28]
const WORDS_ROUND: u64 = TRACK_CELLS as u64;

/// A transfer in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Moving {
    transfer: Transfer,
    /// How many words this transfer has moved so far, word 0 first wherever the drum was.  (Q28)
    moved: u8,
}

/// For each cell of the ferrite store, the drum word that was last read into the cell. A drum word is stored
/// as `40 * track + cell of the track + 1`, and 0 means none.
#[derive(Clone)]
struct Origins([u32; FERRITE_CELLS]);

impl Default for Origins {
    fn default() -> Origins {
        Origins([0; FERRITE_CELLS])
    }
}

/// The drum. Clones share its tracks until one clone is changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drum {
    tracks: Tracks,
    selected: Tk,
    group: u16,
    fresh: bool,
    last_track: TrackNo,
    moving: Option<Moving>,
    #[serde(skip)]
    origins: Apart<Origins>,
    /// Whether track 0 is protected. Writing to a protected track does nothing.  [F-DRUM-6]
    pub protect_track0: bool,
    /// Whether the tracks 1-31 are protected. Writing to a protected track does nothing.  [F-DRUM-6]
    pub protect_tracks_1_to_31: bool,
}

impl Default for Drum {
    fn default() -> Drum {
        Drum {
            tracks: Tracks::new(Installation::default().tracks.into()),
            selected: Tk::default(),
            group: 0,
            fresh: false,
            last_track: TrackNo::default(),
            moving: None,
            origins: Apart::default(),
            protect_track0: false,
            protect_tracks_1_to_31: false,
        }
    }
}

/// A track number that no track has. Transfers use it if no track is selected.
const NOWHERE: TrackNo = TrackNo::new(u16::MAX);

impl Drum {
    /// Creates a blank drum with `tracks` tracks. It can stand for several drums, or for discs.
    pub(crate) fn of(tracks: u16) -> Drum {
        Drum { tracks: Tracks::new(tracks.into()), ..Drum::default() }
    }

    // What the CPU does.

    /// Whether a transfer is in progress.
    pub const fn busy(&self) -> bool {
        self.moving.is_some()
    }

    /// Performs the order `vk`, which selects a track. A change of track delays the next transfer by the time
    /// of one word. [F-DRUM-2] If `tk` is 960 or more, the order selects a group of 960 tracks instead of a
    /// track. A group that the drum lacks is not selected. [F-TRACK-2, F-TRACK-3]
    pub(crate) fn select(&mut self, tk: Tk) {
        self.fresh |= tk != self.selected;
        self.selected = tk;
        if let Some(group) = tk.group()
            && group * GROUP_TRACKS < self.tracks.count()
        {
            self.group = group as u16;
        }
    }

    /// The track that a transfer uses if the track register holds `tk`. If the drum has more than 960 tracks,
    /// `tk` is counted from the first track of the selected group.  [F-TRACK-2]
    pub(crate) const fn place(&self, tk: Tk) -> TrackNo {
        if self.tracks.count() <= GROUP_TRACKS {
            return TrackNo::new(tk.number());
        }
        match tk.group() {
            Some(_) => NOWHERE,
            None => TrackNo::new(self.group * GROUP_TRACKS as u16 + tk.number()),
        }
    }

    /// The number of the selected group of 960 tracks.
    pub const fn group(&self) -> u16 {
        self.group
    }

    /// Starts the transfer of an order `lk` (read a track) or `sk` (write a track). The transfer begins when
    /// the head reaches the beginning of a word. [F-DRUM-1]
    pub(crate) fn start(&mut self, now: Uops, transfer: Transfer, schedule: &mut Schedule) {
        let mut begin = Uops((now.0 / WORD.0 + 1) * WORD.0);
        if std::mem::take(&mut self.fresh) {
            begin += WORD;
        }
        self.last_track = transfer.track;
        self.moving = Some(Moving { transfer, moved: 0 });
        schedule.set(Timer::Drum, begin + WORD);
    }

    // What happens when the drum is due.

    /// Moves one word between the drum and the ferrite store: the word that has just passed the head. Returns
    /// how long this delays the program, and the word if it has arrived in the ferrite store.
    pub(crate) fn on_due(
        &mut self,
        at: Uops,
        ferrite: &mut Ferrite,
        schedule: &mut Schedule,
    ) -> (Uops, Option<Arrival>) {
        let moving = self.moving.expect("the drum is due while a track moves");
        let Transfer { track, address, direction } = moving.transfer;
        let word = usize::from(moving.moved);
        let address = address + word;
        let mut arrival = None;
        match direction {
            Direction::Read => {
                if let Some(cells) = self.tracks.get(track.index()) {
                    let change = CellChange { address, old: ferrite.read(address), new: cells[word] };
                    ferrite.write(address, change.new);
                    arrival = Some(Arrival { track, word: moving.moved, change });
                    self.origins.0.0[address.index()] = (track.index() * TRACK_CELLS + word + 1) as u32;
                } // From a track that does not exist, nothing arrives.  (Q20)
            }
            Direction::Write if self.protected(track) => {}
            Direction::Write => self.set_cell(track, moving.moved, ferrite.read(address)),
        }
        if word + 1 < TRACK_CELLS {
            self.moving = Some(Moving { moved: moving.moved + 1, ..moving });
            schedule.set(Timer::Drum, at + WORD);
        } else {
            self.moving = None;
        }
        (STOLEN, arrival)
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
        self.tracks.get(track.into().index())
    }

    /// All tracks of the drum.
    pub const fn tracks(&self) -> &Tracks {
        &self.tracks
    }

    /// Sets a cell of a track. Does nothing if the track or cell does not exist.
    pub fn set_cell(&mut self, track: impl Into<TrackNo>, cell: u8, value: Cell) {
        self.tracks.set(track.into().index(), cell.into(), value);
    }

    /// Replaces the contents of all tracks by those of an image. Tracks of the image that the drum lacks are
    /// ignored.
    pub fn load(&mut self, image: &Image) {
        self.tracks = image.tracks().resized(self.tracks.count());
    }

    /// Changes the number of tracks. The contents of removed tracks are lost.
    pub(crate) fn resize(&mut self, tracks: u16) {
        self.tracks = self.tracks.resized(tracks.into());
        if usize::from(self.group) >= self.groups() {
            self.group = 0;
        }
    }

    /// Selects a group of 960 tracks. Returns `false` if there is no such group.
    pub(crate) fn set_group(&mut self, group: u16) -> bool {
        let exists = usize::from(group) < self.groups();
        if exists {
            self.group = group;
        }
        exists
    }

    /// The track of the present transfer, or of the last transfer if none is in progress.
    pub const fn last_track(&self) -> TrackNo {
        self.last_track
    }

    /// Returns which drum word was last read into a cell of the ferrite store: its track, and its position in
    /// the track (0-39). A later write to the cell does not change the result. Returns `None` if no drum word
    /// was ever read into the cell.
    pub fn origin_of(&self, cell: Address) -> Option<(TrackNo, u8)> {
        let word = self.origins.0.0[cell.index()].checked_sub(1)? as usize;
        Some((TrackNo::from(word / TRACK_CELLS), (word % TRACK_CELLS) as u8))
    }

    /// The position of the word under the heads, 0-39.
    pub const fn position(&self, now: Uops) -> u8 {
        (now.0 / WORD.0 % WORDS_ROUND) as u8
    }

    // Saving the state.

    /// For each cell of the ferrite store, the drum word that was last read into it, as in [`Origins`].
    pub(crate) const fn origins(&self) -> &[u32; FERRITE_CELLS] {
        &self.origins.0.0
    }

    /// Sets what [`Drum::origins`] returns. Returns `None` if there are no such words.
    pub(crate) fn set_origins(&mut self, origins: Vec<u32>) -> Option<()> {
        let words = self.tracks.count() * TRACK_CELLS;
        let origins = origins.try_into().ok().map(Origins)?;
        self.origins = Apart(origins);
        self.origins().iter().all(|&word| word as usize <= words).then_some(())
    }

    /// Whether the drum of a file can be: it has the tracks of the installation, and its group and the word
    /// that moves exist.
    pub(crate) fn is_whole(&self, installation: Installation) -> bool {
        self.tracks.count() == usize::from(installation.tracks)
            && usize::from(self.group) < self.groups()
            && self.moving.is_none_or(|moving| usize::from(moving.moved) < TRACK_CELLS)
    }

    fn groups(&self) -> usize {
        self.tracks.count().div_ceil(GROUP_TRACKS)
    }
}
