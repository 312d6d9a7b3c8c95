//! `gier disasm`: shows the cells of a drum image as orders.

use super::program::read_image;
use crate::cli::DisasmArgs;
use crate::host::files::Job;
use crate::host::report::one_line;
use crate::host::status::Status;
use anyhow::{Result, bail};
use gier_slip::{Item, disassemble};
use gier_word::source_map::CodeRow;
use gier_word::{Address, Cell, Home, Image, TRACK_CELLS, TrackNo};
use std::ops::RangeInclusive;

/// The index of a cell on the whole drum, counted from 0. It is 40 × track + index in the track.
type DrumCell = usize;

/// The first drum cell after the resident part of ALGOL's run-time library. This part stays in the store
/// while a program runs.
const RESIDENT: DrumCell = 12 * TRACK_CELLS;

/// Runs `gier disasm`.
pub fn run(job: &Job, args: &DisasmArgs) -> Result<Status> {
    let image = read_image(job, &args.image)?;
    let ranges = match &args.range {
        Some(text) => vec![parse_range(text, image.tracks().count())?],
        None => image.used_tracks().map(whole_track).collect(),
    };
    let items: Vec<Item> = ranges.into_iter().flat_map(|range| list(&image, range)).collect();
    job.print(&gier_slip::print(&items));
    Ok(Status::Ended)
}

fn whole_track(track: usize) -> RangeInclusive<DrumCell> {
    track * TRACK_CELLS..=(track + 1) * TRACK_CELLS - 1
}

/// Lists the cells as lines of a SLIP text. `gier asm` turns this text back into the same cells. Each line
/// has a comment with the cell's track and number (`38.5`), its four ten-bit groups and its marks. The
/// comment also shows the cell's name and statement, if the source map has them. Three or more empty cells in
/// succession take one line.
fn list(image: &Image, range: RangeInclusive<DrumCell>) -> Vec<Item> {
    let cell = |place: DrumCell| image.track(place / TRACK_CELLS)[place % TRACK_CELLS];
    let mut items = Vec::new();
    let mut place = *range.start();
    while place <= *range.end() {
        let (track, number) = (place / TRACK_CELLS, place % TRACK_CELLS);
        if number == 0 || place == *range.start() {
            items.push(Item::track(track, 0));
            items.extend((number > 0).then(|| Item::reserve(number)));
        }
        let end = (*range.end()).min(track * TRACK_CELLS + TRACK_CELLS - 1);
        let empty = (place..=end).take_while(|&place| cell(place) == Cell::ZERO).count();
        if empty > 2 {
            items.push(Item::reserve(empty).with_note(format!("{track}.{number}")));
            place += empty;
        } else {
            let note = format!("{:<7} {}{}", format!("{track}.{number}"), cell(place), origin(image, place));
            items.push(disassemble::item(cell(place)).with_note(note));
            place += 1;
        }
    }
    items
}

/// What the source map says about a cell: its name, and the statement that begins there. Without a
/// source map, the result is empty.
fn origin(image: &Image, place: DrumCell) -> String {
    let Some(map) = image.map() else { return String::new() };
    let (track, number) = (TrackNo::from(place / TRACK_CELLS), (place % TRACK_CELLS) as u8);
    let home = Home::Drum(track, number);
    // The resident part of ALGOL's run-time library has the same cell numbers in the store as on the drum.
    let resident = (!map.alarms.is_empty() && place < RESIDENT).then(|| Home::Core(Address::from(place)));
    let name = map.name_of(home).or_else(|| map.name_of(resident?));
    let begins = |row: &&CodeRow| row.begins && row.home == home;
    let statement = map.code.iter().find(begins).and_then(|row| row.place);
    let name = name.map(|name| format!(" {{{name}}}")).unwrap_or_default();
    one_line(&(name + &statement.map(|place| format!(" {}", map.write_place(place))).unwrap_or_default()))
}

/// Parses a range: `T`, `T..T`, `T.C` or `T.C..T.C`, where T is a track and C a cell. Both ends are
/// included.
fn parse_range(text: &str, tracks: usize) -> Result<RangeInclusive<DrumCell>> {
    let range = match text.split_once("..") {
        Some((from, to)) => {
            parse_place(from, tracks).zip(parse_place(to, tracks)).map(|(from, to)| from.0..=to.1)
        }
        None => parse_place(text, tracks).map(|(first, last)| first..=last),
    };
    match range {
        Some(range) if !range.is_empty() => Ok(range),
        _ => bail!(
            "{text:?} is not a range of the drum: give tracks (38 or 38..40, up to {}) or cells (0.1..0.9)",
            tracks - 1
        ),
    }
}

/// Parses a track `T` or a cell `T.C`. Returns the first and the last drum cell.
fn parse_place(text: &str, tracks: usize) -> Option<(DrumCell, DrumCell)> {
    let number = |text: &str, end: usize| text.parse::<usize>().ok().filter(|number| *number < end);
    match text.split_once('.') {
        Some((track, cell)) => {
            let place = number(track, tracks)? * TRACK_CELLS + number(cell, TRACK_CELLS)?;
            Some((place, place))
        }
        None => {
            let track = whole_track(number(text, tracks)?);
            Some((*track.start(), *track.end()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_mean_both_ends() {
        assert_eq!(parse_range("1", 320).unwrap(), 40..=79);
        assert_eq!(parse_range("1..2", 320).unwrap(), 40..=119);
        assert_eq!(parse_range("0.1..0.9", 320).unwrap(), 1..=9);
        assert_eq!(parse_range("319.39", 320).unwrap(), 12799..=12799);
        for wrong in ["", "320", "0.40", "2..1", "a", "1..", "..", "1.2.3", "-1"] {
            assert!(parse_range(wrong, 320).is_err(), "{wrong}");
        }
    }
}
