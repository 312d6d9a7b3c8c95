//! Breakpoints by place: the marks next to the cells of a listing, and the key that sets and
//! removes a breakpoint in a cell.

use super::stop::{At, Stop};
use super::table::Breaks;
use crate::notation::place;
use gier_machine::Place;
use gier_word::{Address, Half, Home, TrackNo};

/// The place of the order in cell `word` of a track, wherever the track lies in the store.
pub fn on_track(track: TrackNo, word: u8, half: Half) -> At {
    let written = format!("{} of track {track}", place::write(Place { cell: Address::from(word), half }));
    At::Named { written, places: vec![(Home::Drum(track, word), half)] }
}

/// Whether a breakpoint at `at` is on. Returns `None` if there is no breakpoint at `at`.
pub fn state(breaks: &Breaks, at: &At) -> Option<bool> {
    let covers = |stop: &&Stop| match (&stop.at, at) {
        (At::Named { places, .. }, At::Named { places: here, .. }) => {
            here.iter().any(|here| places.contains(here))
        }
        (there, here) => there == here,
    };
    breaks.stops().iter().filter(covers).map(|stop| stop.on).max()
}

/// Sets a plain breakpoint at `at`, or removes all breakpoints there. Returns whether `at` has
/// a breakpoint now.
pub fn toggle(breaks: &mut Breaks, at: At) -> bool {
    let here: Vec<u32> = breaks.stops().iter().filter(|stop| stop.at == at).map(|stop| stop.number).collect();
    for &number in &here {
        breaks.remove(number);
    }
    if here.is_empty() {
        breaks.add(Stop::at(at));
    }
    here.is_empty()
}

/// How many breakpoints are on.
pub fn on(breaks: &Breaks) -> usize {
    breaks.stops().iter().filter(|stop| stop.on).count()
}

/// Switches all breakpoints on or off.
pub fn switch_all(breaks: &mut Breaks, on: bool) {
    let numbers: Vec<u32> = breaks.stops().iter().map(|stop| stop.number).collect();
    for number in numbers {
        breaks.set_on(number, on);
    }
}

/// The first cell of a breakpoint. Returns `None` for a breakpoint on a device or a change.
pub fn found(at: &At) -> Option<Home> {
    match at {
        At::Place(at) => Some(Home::Core(at.cell)),
        At::Named { places, .. } => places.first().map(|&(home, _)| match home {
            Home::Core(cell) => Home::Core(cell),
            Home::Drum(track, word) => Home::Drum(track, word),
        }),
        At::Cells { first, .. } => Some(Home::Core(*first)),
        At::Track(track) => Some(Home::Drum(*track, 0)),
        At::Device(_) | At::Change(_) => None,
    }
}
