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
use gier_slip::{Assembly, Item, Name, Statement, Store};
use gier_word::Diagnostic;
use gier_word::{Cell, DRUM_TRACKS, Image, TRACK_CELLS, number};
use layout::{Layout, Numbers};
use lower::Lower;
use running::{FIRST_TRACK, Running};
use std::collections::BTreeSet;

/// A translated program.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The drum: running system, program, texts.
    pub image: Image,
    /// The program's tracks as SLIP items.
    pub items: Vec<Item>,
    /// Which place of the source each cell of code comes from, by track and cell.
    pub lines: Vec<(usize, usize, Span)>,
    /// How large it all is.
    pub statistics: Statistics,
    library: BTreeSet<usize>,
    settings: Vec<Item>,
}

impl Compilation {
    /// The whole drum as SLIP: the program, then the running system with its remarks, then what
    /// the compiler puts into it. The assembler makes the same drum of it.
    pub fn listing(&self) -> String {
        let running = Running::read().expect("the program was compiled with it");
        let (program, settings) = (gier_slip::print(&self.items), gier_slip::print(&self.settings));
        format!("{program}{}{settings}", running.text(&self.library))
    }
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
    /// Cells of texts.
    pub text_cells: usize,
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
    let running = Running::read()?;
    let mut lower = Lower::new(program, running);
    lower.program();
    if !lower.faults.is_empty() {
        return Err(lower.faults);
    }
    let Some(layout) = layout::layout(&lower.ops, lower.labels) else {
        return Err(vec![too_big("a call or a constant does not fit on a track".to_string())]);
    };
    build(running, lower, &layout)
}

impl Lower<'_> {
    /// The whole program.
    fn program(&mut self) {
        self.resident_with("enter", code::Field::Size(0), code::Field::Known("dummy", 0));
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

/// Puts code, texts and running system on a drum, all by the assembler.
fn build(running: &Running, lower: Lower<'_>, layout: &Layout) -> Result<Compilation, Vec<Diagnostic>> {
    let code_end = FIRST_TRACK + layout.tracks.len();
    let texts = strings::pack(&lower.program.strings, code_end);
    let end = code_end + texts.tracks;
    if end > DRUM_TRACKS {
        let message = format!("the program needs {} tracks and the drum has {}", end, DRUM_TRACKS);
        return Err(vec![too_big(message)]);
    }
    let numbers =
        Numbers { first: FIRST_TRACK, labels: &layout.labels, strings: &texts.places, sizes: &lower.sizes };
    let mut items = layout.items(&numbers);
    for (number, cells) in texts.cells.chunks(TRACK_CELLS).enumerate() {
        items.push(Item::track((code_end + number) as i64, 0));
        items.extend(cells.iter().map(|cell| Item::data(*cell)));
    }
    let settings = settings(end);
    let whole: Vec<Item> =
        items.iter().chain(running.items(&lower.library)).chain(&settings).cloned().collect();
    let assembly = gier_slip::assemble(&whole)?;
    let mut image = Image::new("");
    assembly.write_to(&mut image);
    let statistics = Statistics {
        code_tracks: layout.tracks.len(),
        code_cells: assembly
            .drum()
            .keys()
            .filter(|(track, _)| (FIRST_TRACK..code_end).contains(&track.index()))
            .count(),
        text_tracks: texts.tracks,
        text_cells: texts.cells.len(),
        library_tracks: library_tracks(&image),
        resident_cells: assembly.value(&Name::long("places")).map_or(0, |places| places as usize),
        program_frame: lower.sizes[0] as usize,
    };
    let lines = lines(&assembly, &items);
    Ok(Compilation { image, items, lines, statistics, library: lower.library, settings })
}

/// The tracks between the resident part and the program.
fn library_tracks(image: &Image) -> usize {
    image.used_tracks().filter(|track| (running::RESIDENT_TRACKS..FIRST_TRACK).contains(track)).count()
}

/// What the compiler puts into cells of the running system: where the program starts, the last
/// word of the drum and the first free one.
fn settings(end: usize) -> Vec<Item> {
    let last = (DRUM_TRACKS * TRACK_CELLS - 1) as f64;
    let cells = [
        ("begin", Cell::from_groups([FIRST_TRACK as i16, 0, 0, 0], gier_word::Marks::NONE)),
        ("drumplace", number::from_float(last).expect("a number of GIER's")),
        ("free from", Cell::from_integer((end * TRACK_CELLS) as i64)),
    ];
    let settings = cells.into_iter().flat_map(|(name, cell)| {
        [Item::track(0, 0), Statement::Here(Name::long(name).into()).into(), Item::data(cell)]
    });
    settings.collect()
}

/// Where the cells of the program come from.
fn lines(assembly: &Assembly, items: &[Item]) -> Vec<(usize, usize, Span)> {
    let places = assembly.made.iter().filter_map(|made| match made.store {
        Store::Drum(track, cell) => {
            let span = items.get(made.item)?.span.clone()?;
            Some((track.index(), cell.into(), span))
        }
        Store::Core(_) => None,
    });
    places.collect()
}
