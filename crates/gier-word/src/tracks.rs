//! The tracks of drums, and of discs that programs use like drums. A track takes memory only after a program
//! has written on it. Clones share the memory of a track until one of them changes it.

use crate::{Cell, DRUM_TRACKS, TRACK_CELLS, TRACKS_MAX, Track};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The number of tracks in a group. A program selects group g with the order `vk` and the address 960+g.
/// [F-TRACK-2]
pub const GROUP_TRACKS: usize = 960;

type Group = Vec<Arc<Track>>;

/// A track of zeros. All tracks that were never written share it.
static BLANK: LazyLock<Arc<Track>> = LazyLock::new(|| Arc::new([Cell::ZERO; TRACK_CELLS]));

/// The tracks of all drums and discs, track 0 first. In a file, only the tracks that are in use.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "UsedTracks", into = "UsedTracks")]
pub struct Tracks {
    count: usize,
    groups: Arc<Vec<Arc<Group>>>,
}

impl fmt::Debug for Tracks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tracks, {} in use", self.count, self.used().count())
    }
}

impl Tracks {
    /// Makes `count` blank tracks.
    pub fn new(count: usize) -> Tracks {
        let group = Arc::new(vec![BLANK.clone(); count.min(GROUP_TRACKS)]);
        Tracks { count, groups: Arc::new(vec![group; count.div_ceil(GROUP_TRACKS)]) }
    }

    /// The number of tracks, including empty ones.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The 40 cells of a track, or `None` if there is no such track.
    pub fn get(&self, track: usize) -> Option<&Track> {
        if track >= self.count {
            return None;
        }
        Some(&*self.groups[track / GROUP_TRACKS][track % GROUP_TRACKS])
    }

    /// The 40 cells of a track, which the caller can change. Returns `None` if there is no such track.
    pub fn get_mut(&mut self, track: usize) -> Option<&mut Track> {
        if track >= self.count {
            return None;
        }
        let group = Arc::make_mut(&mut Arc::make_mut(&mut self.groups)[track / GROUP_TRACKS]);
        Some(Arc::make_mut(&mut group[track % GROUP_TRACKS]))
    }

    /// Sets a cell of a track. Does nothing if there is no such cell, or if the cell already has this value.
    /// So a track that clones share is copied only if it changes.
    pub fn set(&mut self, track: usize, cell: usize, value: Cell) {
        let old = self.get(track).and_then(|cells| cells.get(cell));
        if old.is_some_and(|&old| old != value) {
            self.get_mut(track).expect("the track exists")[cell] = value;
        }
    }

    /// The indices of the tracks that contain a cell other than zero.
    pub fn used(&self) -> impl Iterator<Item = usize> + '_ {
        let cells = self.groups.iter().flat_map(|group| group.iter()).enumerate();
        cells.filter(|(_, cells)| is_used(cells)).map(|(track, _)| track)
    }

    /// The indices of the track groups that contain a cell other than zero.
    pub fn used_groups(&self) -> impl Iterator<Item = usize> + '_ {
        let groups = self.groups.iter().enumerate();
        groups.filter(|(_, group)| group.iter().any(is_used)).map(|(number, _)| number)
    }

    /// The indices of the tracks that a listing shows. A listing of a single drum shows all tracks. A listing
    /// of a larger installation shows only the tracks that contain a cell other than zero.
    pub fn listed(&self) -> impl Iterator<Item = usize> + '_ {
        let is_one_drum = self.count <= DRUM_TRACKS;
        let cells = self.groups.iter().flat_map(|group| group.iter()).enumerate();
        cells.filter(move |(_, cells)| is_one_drum || is_used(cells)).map(|(track, _)| track)
    }

    /// How many tracks a group has: 960, or all tracks if the machine has fewer than 960.
    pub fn group_size(&self) -> usize {
        self.count.min(GROUP_TRACKS)
    }

    /// Copies these tracks to a new set of `count` tracks. If `count` is smaller than before, the last tracks
    /// are lost.
    pub fn resized(&self, count: usize) -> Tracks {
        if count == self.count {
            return self.clone();
        }
        let mut tracks = Tracks::new(count);
        for track in self.used().filter(|&track| track < count) {
            *tracks.get_mut(track).expect("it is below the count") = *self.get(track).expect("it is used");
        }
        tracks
    }
}

/// The tracks in a file: how many there are, and those in use with their numbers and their cells.
#[derive(Serialize, Deserialize)]
struct UsedTracks(u16, Vec<(u16, Vec<Cell>)>);

impl From<Tracks> for UsedTracks {
    fn from(tracks: Tracks) -> UsedTracks {
        let cells = |track: usize| tracks.get(track).map_or(Vec::new(), |cells| cells.to_vec());
        let used = tracks.used().map(|track| (track as u16, cells(track)));
        UsedTracks(tracks.count as u16, used.collect())
    }
}

impl TryFrom<UsedTracks> for Tracks {
    type Error = &'static str;

    fn try_from(UsedTracks(count, used): UsedTracks) -> Result<Tracks, &'static str> {
        if usize::from(count) > TRACKS_MAX {
            return Err("no machine has so many tracks");
        }
        let mut tracks = Tracks::new(count.into());
        for (track, cells) in used {
            let room = tracks.get_mut(track.into()).ok_or("there is no such track")?;
            *room = cells.try_into().map_err(|_| "a track has 40 cells")?;
        }
        Ok(tracks)
    }
}

fn is_used(track: &Arc<Track>) -> bool {
    !Arc::ptr_eq(track, &BLANK) && track.iter().any(|&cell| cell != Cell::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracks_of_six_discs_are_separate() {
        let mut tracks = Tracks::new(57_600);
        let blank = tracks.clone();
        for track in [0, 959, 960, 57_599] {
            tracks.set(track, 39, Cell::from_integer(track as i64 + 1));
        }
        tracks.set(57_600, 0, Cell::from_integer(1));
        assert_eq!(tracks.used().collect::<Vec<_>>(), [0, 959, 960, 57_599]);
        assert_eq!(tracks.used_groups().collect::<Vec<_>>(), [0, 1, 59]);
        assert_eq!(tracks.get(960).unwrap()[39], Cell::from_integer(961));
        assert_eq!(tracks.get(57_600), None);
        assert_eq!(tracks.resized(960).used().collect::<Vec<_>>(), [0, 959]);
        for track in [0, 959, 960, 57_599] {
            tracks.set(track, 39, Cell::ZERO);
        }
        assert_eq!(tracks, blank);
    }
}
