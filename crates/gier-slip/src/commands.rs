//! What `gier asm` and `gier disasm` do, without files and without printing.

use crate::assemble::assemble;
use crate::assembly::{Assembly, CORE_IMAGE_TRACK, Store};
use crate::diagnostic::Diagnostic;
use crate::parse::parse;
use crate::source::Source;
use crate::{boot, disassemble};
use gier_word::{Cell, DRUM_TRACKS, FERRITE_CELLS, Image, TRACK_CELLS};
use std::fmt;

/// What `gier asm` makes of texts.
#[derive(Clone, Debug)]
pub struct Assembled {
    /// The cells and names.
    pub assembly: Assembly,
    /// A drum that holds them and starts the program if it can be started.
    pub image: Image,
    /// The listing: place, address, four groups and mark, statement.
    pub listing: String,
}

/// Assembles texts, one after the other as one tape, to a drum image with this title.
///
/// # Errors
/// All faults of the texts; when the texts can be read, those of the assembly.
pub fn asm(sources: &[Source], title: &str) -> Result<Assembled, Vec<Diagnostic>> {
    let (items, faults) = parse(sources);
    if !faults.is_empty() {
        return Err(faults);
    }
    let assembly = assemble(&items)?;
    let image = boot::image(&assembly, title).map_err(|fault| vec![fault])?;
    let listing = assembly.listing(&items);
    Ok(Assembled { assembly, image, listing })
}

/// Which part of an image `gier disasm` shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Tracks of the drum, both included.
    Tracks(usize, usize),
    /// Cells of the store as they lie in the core image, both included.
    Core(usize, usize),
}

/// A text that is no range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotARange(String);

impl fmt::Display for NotARange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is not a range: 100 and 100-105 are tracks (0-319), core:41-136 cells of the core image (0-1023)",
            self.0
        )
    }
}

impl std::error::Error for NotARange {}

impl std::str::FromStr for Range {
    type Err = NotARange;

    fn from_str(text: &str) -> Result<Range, NotARange> {
        let fault = || NotARange(text.to_string());
        let (core, numbers) = match text.trim().strip_prefix("core:") {
            Some(numbers) => (true, numbers),
            None => (false, text.trim()),
        };
        let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
        let first: usize = first.trim().parse().map_err(|_| fault())?;
        let last: usize = last.trim().parse().map_err(|_| fault())?;
        let limit = if core { FERRITE_CELLS } else { DRUM_TRACKS };
        match (first <= last && last < limit, core) {
            (false, _) => Err(fault()),
            (true, false) => Ok(Range::Tracks(first, last)),
            (true, true) => Ok(Range::Core(first, last)),
        }
    }
}

/// The orders on an image as a SLIP text that assembles to the same cells; without a range all
/// tracks in use. Runs of empty cells are left out, unless nothing else is there.
pub fn disasm(image: &Image, range: Option<Range>) -> String {
    let mut text = format!("; {}\n", image.title().replace(['\n', '\r'], " "));
    match range {
        None => image.used_tracks().for_each(|track| show_track(&mut text, image, track)),
        Some(Range::Tracks(first, last)) => {
            (first..=last).for_each(|track| show_track(&mut text, image, track))
        }
        Some(Range::Core(first, last)) => {
            text += &format!("{{core}} {first}\n");
            let cell =
                |address: usize| image.track(CORE_IMAGE_TRACK + address / TRACK_CELLS)[address % TRACK_CELLS];
            let cells: Vec<Cell> = (first..=last).map(cell).collect();
            show(&mut text, &cells, |number| (first + number).to_string());
        }
    }
    text
}

fn show_track(text: &mut String, image: &Image, track: usize) {
    text.push_str(&format!("{{track}} {track}, 0\n"));
    show(text, image.track(track), |number| format!("{track}.{number}"));
}

/// Fewer empty cells than this are written one by one.
const GAP_CELLS: usize = 4;

fn show(text: &mut String, cells: &[Cell], place: impl Fn(usize) -> String) {
    let mut number = 0;
    while number < cells.len() {
        let empty = cells[number..].iter().take_while(|&&cell| cell == Cell::ZERO).count();
        if empty >= GAP_CELLS {
            text.push_str(&format!("{:<40}; {}\n", format!("    _d i=i+{empty}"), place(number)));
            number += empty;
            continue;
        }
        let cell = cells[number];
        text.push_str(&format!(
            "{:<40}; {:>7}  {cell}\n",
            format!("    {}", disassemble::disassemble(cell)),
            place(number)
        ));
        number += 1;
    }
}

/// Where a cell is kept, for messages: `41` or `100.3`.
impl fmt::Display for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Store::Core(address) => write!(f, "{address}"),
            Store::Drum(track, place) => write!(f, "{track}.{place}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_program_in_the_store_gets_a_loader() {
        let text = "_d i=41\n{start}: sy 49\n hv {start}\n_e {start}\n";
        let made = asm(&[Source::new("a", text)], "a").unwrap();
        let orders: Vec<String> =
            made.image.track(0)[1..7].iter().map(|&cell| disassemble::disassemble(cell)).collect();
        assert_eq!(orders, ["vk 294 t 1", "lk t 40", "bt t -1", "hv 1", "vk", "hv 41"]);
        assert_eq!(disassemble::disassemble(made.image.track(295)[1]), "sy 49");
        assert!(made.listing.contains("41"), "{}", made.listing);
    }

    #[test]
    fn the_loader_refuses_to_be_overwritten() {
        let faults = asm(&[Source::new("a", "_d i=3\nhv 3\n")], "a").unwrap_err();
        assert_eq!(faults[0].word, "full");
        assert!(asm(&[Source::new("a", "{track} 0, 0\nqq\nhv 1\n{core} 3\nqq 1\n")], "a").is_ok());
    }

    #[test]
    fn ranges_are_read_or_refused() {
        assert_eq!("100-105".parse(), Ok(Range::Tracks(100, 105)));
        assert_eq!("core:41".parse(), Ok(Range::Core(41, 41)));
        for text in ["", "a", "320", "5-4", "core:1024", "1-2-3"] {
            assert!(text.parse::<Range>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_drum_comes_back_from_its_text(cells in prop::collection::vec((0usize..320, 0usize..40, 0u64..1 << 42), 0..60)) {
            let mut image = Image::new("x");
            for (track, cell, raw) in cells {
                image.track_mut(track)[cell] = Cell::from_raw(raw);
            }
            let text = disasm(&image, None);
            let again = asm(&[Source::new("again", &text)], "x").unwrap();
            prop_assert_eq!(again.image, image, "{}", text);
        }
    }
}
