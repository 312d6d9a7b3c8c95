//! The code generator: from the checked tree to a drum image.
//!
//! | step | module |
//! |---|---|
//! | a look over the tree | `survey` |
//! | statements, expressions, calls to orders | `lower`, `statement`, `expression`, `call`, `standard`, `actual` |
//! | what orders, labels and literals are | `code`, `marks` |
//! | frames and their cells | `frame` |
//! | orders onto tracks | `layout` |
//! | strings onto tracks | `strings` |
//! | the running system | `running` |

mod actual;
mod call;
mod code;
mod expression;
mod frame;
mod layout;
mod lower;
mod marks;
mod running;
mod standard;
mod statement;
mod strings;
mod survey;

use crate::ast::{Program, Span};
use frame::Location;
use gier_slip::Item;
use gier_word::Diagnostic;
use gier_word::{Cell, DRUM_TRACKS, Image, TRACK_CELLS, number};
use layout::{Layout, Numbers};
use lower::Lower;
use running::{FIRST_TRACK, Running};

/// A translated program.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The drum: running system, program, texts.
    pub image: Image,
    /// The program's tracks as SLIP items, for a listing.
    pub items: Vec<Item>,
    /// Which place of the source each cell of code comes from, by track and cell.
    pub lines: Vec<(usize, usize, Span)>,
    /// How large it all is.
    pub statistics: Statistics,
}

/// How large a program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Tracks of code.
    pub code_tracks: usize,
    /// Cells of code, literals included.
    pub code_cells: usize,
    /// Tracks of texts.
    pub text_tracks: usize,
    /// Tracks of the library that the program needs.
    pub library_tracks: usize,
    /// Cells of the running system that stay in the store.
    pub resident_cells: usize,
    /// Cells of the frame of the program itself.
    pub program_frame: usize,
}

/// Makes code of a checked program.
///
/// # Errors
/// What cannot be translated: `program big` if it does not fit on the drum.
pub fn generate(program: &Program) -> Result<Compilation, Vec<Diagnostic>> {
    let running = Running::assemble()?;
    let mut lower = Lower::new(program, &running);
    lower.program();
    if !lower.faults.is_empty() {
        return Err(lower.faults);
    }
    let goto = running.address("goto");
    let Some(layout) = layout::layout(&lower.ops, lower.labels, goto) else {
        return Err(vec![too_big("a call or a constant does not fit on a track".to_string())]);
    };
    build(&running, &lower, &layout)
}

impl Lower<'_> {
    /// The whole program.
    fn program(&mut self) {
        let display = self.running.address("dummy");
        self.resident_with("enter", code::Field::Size(0), code::Field::Number(display));
        for id in self.survey.own.clone() {
            let offset = self.body.take(1);
            self.places.insert(id, Location { level: 0, offset });
        }
        let body = &self.program.body;
        self.block(body, true);
        self.leave("end");
        let outer = self.body.clone();
        self.pending_bodies();
        self.far_entries();
        self.body = outer.clone();
        self.close_body(outer);
    }
}

fn too_big(message: String) -> Diagnostic {
    Diagnostic::new(0..0, "program big", message).with_help("make the program smaller")
}

/// Puts running system, code and texts on a drum.
fn build(running: &Running, lower: &Lower<'_>, layout: &Layout) -> Result<Compilation, Vec<Diagnostic>> {
    let code_end = FIRST_TRACK + layout.tracks.len();
    let texts = strings::pack(&lower.program.strings, code_end);
    let end = code_end + texts.tracks;
    if end > DRUM_TRACKS {
        let message = format!("the program needs {} tracks and the drum has {}", end, DRUM_TRACKS);
        return Err(vec![too_big(message)]);
    }
    let numbers =
        Numbers { first: FIRST_TRACK, labels: &layout.labels, strings: &texts.places, sizes: &lower.sizes };
    let mut image = Image::new("");
    let mut statistics = Statistics {
        code_tracks: layout.tracks.len(),
        text_tracks: texts.tracks,
        program_frame: lower.sizes[0] as usize,
        ..Statistics::default()
    };
    put_running_system(running, lower, end, &mut image, &mut statistics);
    let (mut items, mut lines) = (Vec::new(), Vec::new());
    for (number, track) in layout.tracks.iter().enumerate() {
        let track_number = FIRST_TRACK + number;
        items.push(Item::track(track_number as i64, 0));
        for (place, (cell, source)) in track.cells(&numbers).into_iter().enumerate() {
            image.track_mut(track_number)[place] = cell;
            statistics.code_cells += 1;
            items.push(strings::listed(cell, source.is_some()));
            if let Some((file, bytes)) = source {
                lines.push((track_number, place, Span { file, bytes }));
            }
        }
    }
    for (number, cells) in texts.cells.chunks(TRACK_CELLS).enumerate() {
        items.push(Item::track((code_end + number) as i64, 0));
        items.extend(cells.iter().map(|cell| Item::data(*cell)));
        image.track_mut(code_end + number)[..cells.len()].copy_from_slice(cells);
    }
    Ok(Compilation { image, items, lines, statistics })
}

fn put_running_system(
    running: &Running,
    lower: &Lower<'_>,
    end: usize,
    image: &mut Image,
    statistics: &mut Statistics,
) {
    for (&address, &cell) in running.core() {
        let address = usize::from(address);
        image.track_mut(address / TRACK_CELLS)[address % TRACK_CELLS] = cell;
        statistics.resident_cells = statistics.resident_cells.max(address + 1);
    }
    let used: Vec<usize> = lower.library.iter().copied().chain([running.alarms()]).collect();
    for (track, cells) in running.tracks(&used) {
        *image.track_mut(track.into()) = cells;
        statistics.library_tracks += 1;
    }
    let mut put = |name: &str, cell: Cell| {
        let address = running.address(name) as usize;
        image.track_mut(address / TRACK_CELLS)[address % TRACK_CELLS] = cell;
    };
    put("begin", Cell::from_groups([FIRST_TRACK as i16, 0, 0, 0], gier_word::Marks::NONE));
    let last = (DRUM_TRACKS * TRACK_CELLS - 1) as f64;
    put("drumplace", number::from_float(last).unwrap_or(Cell::ZERO));
    put("free from", Cell::from_integer((end * TRACK_CELLS) as i64));
}
