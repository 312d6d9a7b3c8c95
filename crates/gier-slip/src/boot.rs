//! From an assembly to a drum that starts: a program that fills track 0 itself is left alone;
//! one in the store gets a loader in the cells 0-9 of track 0, which brings the core image in
//! from its tracks and goes to the program's start.  [F-SLIP-3]

use crate::assemble::assemble;
use crate::assembly::{Assembly, CORE_IMAGE_TRACK, Store};
use crate::diagnostic::Diagnostic;
use crate::parse::parse;
use crate::source::Source;
use gier_word::{Cell, Image, TRACK_CELLS};

/// Cells at the start of the store that the loader takes.
pub const LOADER_CELLS: u16 = 10;

/// The HELP button starts in cell 1. The orders in 1 and 2 count their own addresses, from one
/// track and 40 cells to the next; the wait for the drum ends the last transfer.
const LOADER: &str = "
_d i=1
    vk {first}-1 t 1
    lk 0 t 40
    bt {last}-{first} t -1
    hv 1
    vk 0
    hv {start}
";

/// A drum image with the cells of the assembly, ready to start if the program can.
///
/// # Errors
/// `full` when the program needs the loader and stands in its place, cells 0-9.
pub fn image(assembly: &Assembly, title: &str) -> Result<Image, Diagnostic> {
    let mut image = Image::new(title);
    assembly.write_to(&mut image);
    let core = assembly.core();
    let own_track_0 = assembly.made.iter().any(|made| matches!(made.store, Store::Drum(0, _)));
    let Some((&lowest, _)) = core.first_key_value().filter(|_| !own_track_0) else {
        return Ok(image);
    };
    if lowest < LOADER_CELLS {
        return Err(Diagnostic {
            file: 0,
            span: 0..0,
            word: "full",
            message: format!("the program puts something into cell {lowest}, where the loader stands"),
            help: Some("begin at cell 10 or later, or write the start yourself on {track} 0, 0".to_string()),
        });
    }
    let start = assembly.entry.unwrap_or(lowest);
    let highest = core.last_key_value().map_or(lowest, |(&highest, _)| highest);
    for (address, cell) in loader(start, highest) {
        image.track_mut(0)[address as usize % TRACK_CELLS] = cell;
    }
    for (&address, &cell) in core.iter().filter(|(address, _)| usize::from(**address) < TRACK_CELLS) {
        image.track_mut(0)[usize::from(address)] = cell;
    }
    // The transfer to cell 1000 goes on into the cells 0-15: give them what they hold.
    let low = *image.track(0);
    let last = CORE_IMAGE_TRACK + 25;
    image.track_mut(last)[24..].copy_from_slice(&low[..16]);
    Ok(image)
}

/// The loader's cells for a program that starts and ends there.
fn loader(start: u16, highest: u16) -> Vec<(u16, Cell)> {
    let first = CORE_IMAGE_TRACK + 1;
    let last = (CORE_IMAGE_TRACK + highest as usize / TRACK_CELLS).max(first);
    let head = format!("_d {{first}}={first}, {{last}}={last}, {{start}}={start}\n");
    let (items, faults) = parse(&[Source::new("loader", &(head + LOADER))]);
    debug_assert!(faults.is_empty(), "the loader is our own text: {faults:?}");
    assemble(&items).map(|assembly| assembly.core().into_iter().collect()).unwrap_or_default()
}
