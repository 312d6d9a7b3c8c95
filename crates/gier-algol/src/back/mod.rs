//! The code generator. It converts the checked tree to a drum image.
//!
//! | step | module |
//! |---|---|
//! | collects facts about blocks before code is generated | `survey` |
//! | generates orders for statements, expressions and calls | `lower`, `statement`, `expression`, `call`, `standard`, `actual` |
//! | defines orders, labels and literals | `code`, `marks` |
//! | defines frames, which hold the variables of one call | `frame` |
//! | puts the orders on tracks of the drum | `placing` |
//! | puts the strings on tracks | `strings` |
//! | selects parts of the running system | `running` |
//! | builds the source map for the debugger | `map` |

mod actual;
mod call;
mod code;
mod expression;
mod frame;
mod lower;
mod marks;
mod placing;
mod running;
mod source_map;
mod standard;
mod statement;
mod strings;
mod survey;

use crate::ast::Program;
use crate::source::SourceText;
use frame::{Location, PROGRAM_FRAME};
use gier_slip::{Item, Name, Statement};
use gier_word::Diagnostic;
use gier_word::{Cell, DRUM_TRACKS, Image, TRACK_CELLS, TrackNo, number};
use lower::Lower;
use placing::{Numbers, TrackLayout};
use running::{FIRST_TRACK, Linked, PLACES_MAX, RunningSystem, Wants};

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The drum image with the running system, the program and its strings.
    pub image: Image,
    /// The program's tracks, as items of the assembly language SLIP.
    pub items: Vec<Item>,
    /// How many tracks and cells the program needs.
    pub statistics: Statistics,
    linked: Linked,
    around: Around,
}

/// The SLIP items that the compiler adds to the text of the running system.
#[derive(Clone, Debug)]
struct Around {
    /// The display, and the first cell of the area that holds the program's tracks. They come after the parts
    /// of the running system that are always in the store.
    display: Vec<Item>,
    /// Values that depend on the program, such as the start of the stack. They come after the library tracks.
    settings: Vec<Item>,
}

impl Compilation {
    /// The whole drum as a SLIP text: the program, the running system and the compiler's additions.
    /// Assembling the text gives the contents of the drum image.
    pub fn listing(&self) -> String {
        let running = RunningSystem::read().expect("the program was compiled with it");
        [
            gier_slip::print(&self.items),
            running.resident_text(&self.linked),
            gier_slip::print(&self.around.display),
            running.library_text(&self.linked),
            gier_slip::print(&self.around.settings),
        ]
        .concat()
    }
}

/// How many tracks and cells a compiled program needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The number of tracks with code.
    pub code_tracks: usize,
    /// The number of cells with code, including literals.
    pub code_cells: usize,
    /// The number of tracks with the program's strings.
    pub text_tracks: usize,
    /// The number of cells with the program's strings.
    pub text_cells: usize,
    /// The number of library tracks that the program needs.
    pub library_tracks: usize,
    /// The number of cells of the running system that always stay in the store.
    pub resident_cells: usize,
    /// The number of cells in the frame of the main program.
    pub program_frame: usize,
}

/// Generates the drum image of a checked program. `texts` are the source texts, from which the source map is
/// made.
///
/// Returns the fault `program big` if the program does not fit on the drum.
pub(crate) fn generate(program: &Program, texts: &[SourceText]) -> Result<Compilation, Vec<Diagnostic>> {
    let running = RunningSystem::read()?;
    let mut lower = Lower::new(program, running);
    lower.program();
    if lower.is_full() {
        let message = format!("the program needs far more than the {DRUM_TRACKS} tracks that the drum has");
        return Err(vec![too_big(message)]);
    }
    if !lower.faults.is_empty() {
        return Err(lower.faults);
    }
    let Some(layout) = placing::layout(&lower.ops, lower.labels, &lower.together) else {
        return Err(vec![too_big("a call or a constant does not fit on a track".to_string())]);
    };
    build(running, &lower, &layout, texts)
}

impl Lower<'_> {
    /// Generates the code of the whole program.
    fn program(&mut self) {
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

/// Assembles the program, its strings and the running system to a drum image. `texts` are the source texts,
/// from which the source map is made.
fn build(
    running: &RunningSystem,
    lower: &Lower<'_>,
    layout: &TrackLayout,
    texts: &[SourceText],
) -> Result<Compilation, Vec<Diagnostic>> {
    let code_end = FIRST_TRACK + layout.tracks.len();
    let strings = strings::pack(&lower.program.strings, code_end);
    let end = code_end + strings.tracks;
    if end > DRUM_TRACKS {
        let message = format!("the program needs {} tracks and the drum has {}", end, DRUM_TRACKS);
        return Err(vec![too_big(message)]);
    }
    let numbers =
        Numbers { first: FIRST_TRACK, labels: &layout.labels, strings: &strings.places, sizes: &lower.sizes };
    let mut items = layout.items(&numbers);
    for (number, cells) in strings.cells.chunks(TRACK_CELLS).enumerate() {
        items.push(Item::track(code_end + number, 0));
        items.extend(cells.iter().map(|cell| Item::data(*cell)));
    }
    // A track place is a part of the store that holds one track. A program needs no more places than it has
    // tracks. The number of places does not change the number of library tracks.
    let wants = Wants { nests: lower.wants.walks || lower.levels > 2, ..lower.wants };
    let tracks = running.library_tracks(&running.linked(&items, wants));
    let places = (end - FIRST_TRACK + tracks).min(PLACES_MAX);
    let linked = running.linked(&items, Wants { places, ..wants });
    let (brought, cleared) = running.resident_cells(&linked);
    let cleared = cleared + lower.levels;
    let resident_cells = brought + cleared;
    let around = Around {
        display: display(lower.levels),
        settings: settings(running, &linked, (end, brought, cleared, lower.sizes[0])),
    };
    // The assembler gets the program's items first, then the running system and the compiler's additions.
    let program_items = items.len();
    let resident = running.resident(&linked).chain(&around.display);
    items.extend(resident.chain(running.library(&linked)).chain(&around.settings).cloned());
    let assembly = gier_slip::assemble(&items)?;
    items.truncate(program_items);
    let mut image = Image::new("");
    assembly.write_to(&mut image);
    let is_code = |track: &TrackNo| (FIRST_TRACK..code_end).contains(&track.index());
    let statistics = Statistics {
        code_tracks: layout.tracks.len(),
        code_cells: assembly.drum().keys().filter(|(track, _)| is_code(track)).count(),
        text_tracks: strings.tracks,
        text_cells: strings.cells.len(),
        library_tracks: tracks,
        resident_cells,
        program_frame: usize::try_from(lower.sizes[0]).expect("a frame has no less than no cells"),
    };
    image.set_map(Some(source_map::map(lower, layout, (running, &linked, &assembly), texts)));
    Ok(Compilation { image, items, statistics, linked, around })
}

/// The last cells that are always in the store: the display, with one cell for each level, and the first cell
/// of the first track place. A track place holds one drum track.
fn display(levels: usize) -> Vec<Item> {
    let cells = (0..levels).map(|_| Item::integer(0));
    let display = std::iter::once(Item::label(Name::long("display"))).chain(cells);
    display.chain([Item::label(Name::long("places")), Item::integer(0)]).collect()
}

/// The values that the running system needs from the compiler: the last track that the boot loads, the cells
/// to clear, and the start of the stack. A program that uses the drum also gets the index of the drum's last
/// word and the index of the first free word.
fn settings(
    running: &RunningSystem,
    linked: &Linked,
    (end, brought, cleared, frame): (usize, usize, usize, i64),
) -> Vec<Item> {
    let mut settings = vec![
        Item::define(Name::long("last track"), (brought - 1) / TRACK_CELLS),
        Item::define(Name::long("cleared"), brought),
        Item::define(Name::long("cleared but one"), cleared - 1),
        Item::define(Name::long("stack"), PROGRAM_FRAME - frame),
    ];
    let last = (DRUM_TRACKS * TRACK_CELLS - 1) as f64;
    let cells = [
        ("drumplace", number::from_float(last).expect("a number of GIER's")),
        ("free from", Cell::from_integer(code::count(end * TRACK_CELLS))),
    ];
    for (name, cell) in cells.into_iter().filter(|(name, _)| running.has(linked, name)) {
        settings.push(Item::track(0, 0));
        settings.push(Statement::Here(Name::long(name).into()).into());
        settings.push(Item::data(cell));
    }
    settings
}
