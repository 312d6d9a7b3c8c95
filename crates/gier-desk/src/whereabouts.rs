//! Where an ALGOL program is: the place in its text of what the machine does now, and the chain of
//! calls that led there, read off the store with the program's [`SourceMap`].
//!
//! The running system keeps all that is wanted (`docs/algol-runtime.md`): the table of places says
//! which track lies where, p points to the frame in use, and the head of each frame holds the
//! program point to which it returns, its environment and the frame of its caller. While the
//! machine is in the running system itself, the point is that of the order that called it, as far
//! as it can still be found: a routine of the library has it in `{lr}`, one of the store in s.

use gier_machine::{Machine, Place, Registers};
use gier_word::codec::decode_half;
use gier_word::source_map::{BodyKind, CodeBody, CodeRow, CodeVariable, PROGRAM_FRAME};
use gier_word::{Address, Cell, FERRITE_CELLS, Half, Home, Opcode, SourceMap, TRACK_CELLS, TrackNo};
use std::sync::Arc;

/// The cells that a place for a track takes: its head and the track.
const PLACE_CELLS: usize = TRACK_CELLS + 1;
/// The address in an entry of the table of places without a track.
const NO_TRACK: u16 = 1023;
/// The bodies that an alarm line names.
const NAMED_MAX: usize = 6;

/// The cells of the running system that tell where a program is, if it has them.
#[derive(Clone, Copy, Debug)]
struct Landmarks {
    /// The table of places, the places, and the end of the table.
    table: Option<Address>,
    places: Option<Address>,
    next: Option<Address>,
    /// The track in progress and its place.
    track: Option<Address>,
    base: Option<Address>,
    /// Whence a routine was called: of the store, of the library.
    back: Option<Address>,
    lr: Option<Address>,
}

impl Landmarks {
    /// Those that a map names.
    fn of(map: &SourceMap) -> Landmarks {
        let cell = |name| map.cell_of(name);
        Landmarks {
            table: cell("table"),
            places: cell("places"),
            next: cell("next"),
            track: cell("track"),
            base: cell("base"),
            back: cell("back"),
            lr: cell("lr"),
        }
    }
}

/// A program's map made ready to be asked at each order: where an order of it is kept is found in the map
/// with one look.
#[derive(Debug)]
pub struct Guide {
    map: Arc<SourceMap>,
    landmarks: Landmarks,
    /// The number of the row that holds for each half word of the tracks; [`NO_ROW`] if none does.
    rows: Vec<u32>,
    /// For each row whether it belongs to the beginning of a procedure, before its first statement. Its
    /// parameters are not in place there.
    is_prologue: Vec<bool>,
}

impl Guide {
    /// To a program with this map.
    pub fn new(map: Arc<SourceMap>) -> Guide {
        let track_of = |row: &CodeRow| match row.home {
            Home::Drum(track, _) => Some(track),
            Home::Core(_) => None,
        };
        let mut tracks: Vec<_> = map.code.iter().filter_map(track_of).collect();
        tracks.dedup();
        let mut rows = vec![NO_ROW; tracks.last().map_or(0, |track| (track.index() + 1) * TRACK_CELLS * 2)];
        let homes = |track| (0..TRACK_CELLS).filter_map(move |cell| Home::on_track(track, cell));
        for home in tracks.into_iter().flat_map(homes) {
            for half in [Half::Left, Half::Right] {
                let number = map.row_number(home, half).filter(|&number| map.code[number].body.is_some());
                rows[place_on_drum(home, half).expect("it is on a track")] =
                    number.map_or(NO_ROW, |number| number as u32);
            }
        }
        let mut is_prologue = vec![false; map.code.len()];
        for (number, body) in map.bodies.iter().enumerate() {
            let Some(entry) = map.row_number(body.entry, Half::Left) else { continue };
            if body.kind == BodyKind::Procedure {
                let rows = (entry..map.code.len()).filter(|&row| map.code[row].body == Some(number));
                rows.take_while(|&row| !map.code[row].begins).for_each(|row| is_prologue[row] = true);
            }
        }
        Guide { landmarks: Landmarks::of(&map), map, rows, is_prologue }
    }

    /// Where the first statement of a body begins, with the parameters of a procedure in place; its
    /// entry if it has no statement.
    pub fn first_statement(&self, body: usize) -> (Home, Half) {
        let entry = self.map.bodies[body].entry;
        let rows = self.map.row_number(entry, Half::Left).map_or(&[][..], |row| &self.map.code[row..]);
        let first = rows.iter().find(|row| row.body == Some(body) && row.begins);
        first.map_or((entry, Half::Left), |row| (row.home, row.half))
    }

    /// The map.
    pub const fn map(&self) -> &Arc<SourceMap> {
        &self.map
    }

    /// The variables that are seen in a scope, those of the innermost block first.
    fn visible(&self, scope: Scope) -> impl Iterator<Item = &CodeVariable> {
        let levels = scope.outermost..=self.level(scope);
        let is_prologue = self.is_prologue[scope.row];
        let is_there = move |variable: &&CodeVariable| {
            variable.level == 0 || !is_prologue && levels.contains(&variable.level)
        };
        let block = self.map.code[scope.row].block.into_iter();
        block.flat_map(|block| self.map.visible(block)).filter(is_there)
    }

    /// The variable that this name means in a scope.
    pub fn variable(&self, scope: Scope, name: &str) -> Option<&CodeVariable> {
        self.visible(scope).find(|variable| variable.name == name)
    }

    /// The level of the body whose scope it is.
    pub fn level(&self, scope: Scope) -> usize {
        self.map.bodies[self.map.code[scope.row].body.expect(IN_A_BODY)].level
    }

    /// The number of the row of a body that holds for an order kept there.
    fn row_number(&self, home: Home, half: Half) -> Option<usize> {
        let number = *self.rows.get(place_on_drum(home, half)?)?;
        (number != NO_ROW).then_some(number as usize)
    }
}

/// Only rows of bodies are found.
const IN_A_BODY: &str = "it is the row of a body";

/// The number that means no row.
const NO_ROW: u32 = u32::MAX;

/// The number of a half word among all on the drum.
fn place_on_drum(home: Home, half: Half) -> Option<usize> {
    let Home::Drum(track, cell) = home else { return None };
    Some((track.index() * TRACK_CELLS + usize::from(cell)) * 2 + usize::from(half == Half::Right))
}

/// A program and its state, as far as it tells where it is.
#[derive(Clone, Copy, Debug)]
pub struct Whereabouts<'a> {
    guide: &'a Guide,
    registers: &'a Registers,
    cells: &'a [Cell; FERRITE_CELLS],
}

/// A body at work: the one in progress, or one that waits for a call to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its p.
    pub p: Address,
    /// Where its code is: what comes next or, if it waits, the call.
    pub home: Home,
    /// Which half of that cell.
    pub half: Half,
    /// What the map says of that.
    pub row: CodeRow,
    /// The number of that row.
    number: usize,
}

/// What tells which variables a frame sees, whatever they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The number of the row that holds for its order.
    pub row: usize,
    /// Its environments lead to frames down to this level; that of the program, 0, is always there.
    pub outermost: usize,
}

impl<'a> Whereabouts<'a> {
    /// Where a machine's program is.
    pub fn of(machine: &'a Machine, guide: &'a Guide) -> Whereabouts<'a> {
        Whereabouts::new(machine.cpu().registers(), machine.ferrite().cells(), guide)
    }

    /// The same of registers and store, as a probe sees them.
    pub const fn new(
        registers: &'a Registers,
        cells: &'a [Cell; FERRITE_CELLS],
        guide: &'a Guide,
    ) -> Whereabouts<'a> {
        Whereabouts { guide, registers, cells }
    }

    /// What leads to the program's places.
    pub const fn guide(&self) -> &'a Guide {
        self.guide
    }

    /// The map.
    pub fn map(&self) -> &'a SourceMap {
        &self.guide.map
    }

    fn read(&self, address: Address) -> Cell {
        self.cells[address.index()]
    }

    fn at(&self, landmark: Option<Address>) -> Option<Cell> {
        landmark.map(|address| self.read(address))
    }

    /// The track, and its cell, whose word is in this cell of the store, by the table of places. Returns
    /// `None` if the cell is in no place or the place is empty.
    pub fn home_of(&self, address: Address) -> Option<Home> {
        let (table, places) = (self.guide.landmarks.table?, self.guide.landmarks.places?);
        let behind_head = address.index().checked_sub(places.index())?;
        let (place, cell) = (behind_head / PLACE_CELLS, (behind_head % PLACE_CELLS).checked_sub(1)?);
        let entry = table + place;
        let next = self.at(self.guide.landmarks.next)?.address();
        let track = self.read(entry).address();
        let there = entry.number() < next && track != NO_TRACK;
        if there { Home::on_track(TrackNo::new(track), cell) } else { None }
    }

    /// The address in the store of a track's cell 0, or `None` if the track is in no place.
    pub fn address_of_track(&self, track: TrackNo) -> Option<Address> {
        let (table, places) = (self.guide.landmarks.table?, self.guide.landmarks.places?);
        let next = usize::from(self.at(self.guide.landmarks.next)?.address());
        let place = (0..next.saturating_sub(table.index()))
            .find(|&place| self.read(table + place).address() == track.number())?;
        Some(places + place * PLACE_CELLS + 1usize)
    }

    /// The body in progress: that of the order that comes next, or of the order of the program that
    /// called the running system. None if the program is not at work.
    pub fn innermost(&self) -> Option<Frame> {
        let (home, half) = self.at_work()?;
        self.frame(self.registers.p.into(), (home, half))
    }

    /// Whether the order at a place of the store belongs to a body of the program.
    pub fn is_own(&self, place: Place) -> bool {
        self.home_of(place.cell).is_some_and(|home| self.row_number(home, place.half).is_some())
    }

    /// The order of the program that comes next, or that called the running system.
    fn at_work(&self) -> Option<(Home, Half)> {
        let next = self.registers.r1;
        let of_program = self.home_of(next).filter(|&home| self.row_number(home, Half::Left).is_some());
        let Some(home) = of_program else { return self.caller() };
        let is_right = self.read(next).marks().a() && self.registers.half == Half::Right;
        Some((home, if is_right { Half::Right } else { Half::Left }))
    }

    /// The order of the program that called the running system.
    fn caller(&self) -> Option<(Home, Half)> {
        let track = TrackNo::new(self.at(self.guide.landmarks.track)?.address());
        if self.row_number(Home::Drum(track, 0), Half::Right).is_none() {
            return self.before(self.at(self.guide.landmarks.lr)?);
        }
        let base = self.at(self.guide.landmarks.base)?.address();
        let called_from = |address: u16| {
            let home = Home::on_track(track, address.checked_sub(base + 1)?.into())?;
            let calls_left = decode_half(self.read(address.into()), Half::Left).opcode == Opcode::Hs;
            Some((home, if calls_left { Half::Left } else { Half::Right }))
        };
        let back = || self.at(self.guide.landmarks.back).and_then(|back| called_from(back.address()));
        called_from(self.registers.s).or_else(back)
    }

    /// The last half word before the program point to which a call returns.
    fn before(&self, point: Cell) -> Option<(Home, Half)> {
        let [track, cell, ..] = point.groups();
        // Program points count cells from 1.
        let home = Home::on_track(TrackNo::new(track), cell.checked_sub(2)?.into())?;
        Some((home, Half::Right))
    }

    fn row_number(&self, home: Home, half: Half) -> Option<usize> {
        self.guide.row_number(home, half)
    }

    fn frame(&self, p: Address, (home, half): (Home, Half)) -> Option<Frame> {
        let number = self.row_number(home, half)?;
        Some(Frame { p, home, half, row: self.map().code[number], number })
    }

    /// The bodies at work, the innermost first, the program last: the first is where the machine is,
    /// each other one where that before it was called. None if the program is not at work.
    pub fn frames(&self) -> Vec<Frame> {
        std::iter::successors(self.innermost(), |frame| {
            if frame.p == PROGRAM_FRAME {
                return None;
            }
            let head = self.read(frame.p);
            let caller = Address::from(head.groups()[3]);
            // The stack grows downwards: a caller lies above.
            let above = caller > frame.p && caller <= PROGRAM_FRAME;
            if above { self.frame(caller, self.before(head)?) } else { None }
        })
        .collect()
    }

    /// Where the innermost body returns to: the place of the order in its caller, and the caller's p.
    /// `None` for the program itself, or if the program is not at work.
    pub fn return_point(&self) -> Option<((Home, Half), Address)> {
        let caller = *self.frames().get(1)?;
        let head = self.read(self.innermost()?.p);
        let [track, cell, ..] = head.groups();
        // Program points count cells from 1.
        let home = Home::on_track(TrackNo::new(track), cell.checked_sub(1)?.into())?;
        Some(((home, Half::Left), caller.p))
    }

    /// What the map says of a frame's body.
    pub fn body(&self, frame: &Frame) -> &'a CodeBody {
        &self.map().bodies[frame.row.body.expect(IN_A_BODY)]
    }

    /// The p of the frame of this level that a frame sees: along its environments.
    pub fn frame_of_level(&self, frame: &Frame, level: usize) -> Option<Address> {
        if level == 0 {
            return Some(PROGRAM_FRAME);
        }
        let steps = self.body(frame).level.checked_sub(level)?;
        (0..steps).try_fold(frame.p, |p, _| {
            let environment = self.read(p).groups()[2];
            (environment != 0).then(|| Address::from(environment))
        })
    }

    /// Which variables a frame sees.
    pub fn scope(&self, frame: &Frame) -> Scope {
        let level = self.body(frame).level;
        let is_there = |outer: &usize| self.frame_of_level(frame, *outer).is_some();
        let outermost = (1..level).rev().take_while(is_there).last().unwrap_or(level);
        Scope { row: frame.number, outermost }
    }

    /// The variables that a frame sees, those of the innermost block first, each with the address of
    /// its cell. A name that is there twice is the first of them.
    pub fn variables(&self, frame: &Frame) -> Vec<(&'a CodeVariable, Address)> {
        let seen = self.guide.visible(self.scope(frame));
        seen.filter_map(|variable| self.placed(frame, variable)).collect()
    }

    /// The variable of this name that a frame sees.
    pub fn variable(&self, frame: &Frame, name: &str) -> Option<(&'a CodeVariable, Address)> {
        self.placed(frame, self.guide.variable(self.scope(frame), name)?)
    }

    fn placed(&self, frame: &Frame, variable: &'a CodeVariable) -> Option<(&'a CodeVariable, Address)> {
        let p = self.frame_of_level(frame, variable.level)?;
        Some((variable, p + variable.offset))
    }

    /// Where the program is, as people read it: `squares.alg:12:8, in procedure SORT called at :40`.
    pub fn line(&self) -> Option<String> {
        let frames = self.frames();
        let (mut text, mut line) = (None, String::new());
        for (number, frame) in frames.iter().enumerate() {
            let place = frame.row.place?;
            let written = self.map().write_place(place);
            let short = format!(":{}", place.line);
            match number.checked_sub(1).map(|inner| self.body(&frames[inner])) {
                None => line += &written,
                Some(inner) => {
                    let at = if text == Some(place.text) { &short } else { &written };
                    line += &match inner.kind {
                        BodyKind::Procedure => format!(", in procedure {} called at {at}", inner.written),
                        BodyKind::Switch => format!(", in switch {} used at {at}", inner.written),
                        BodyKind::Actual => format!(", an actual parameter wanted at {at}"),
                        BodyKind::Program => String::new(),
                    };
                }
            }
            text = Some(place.text);
            let left = frames.len() - number - 1;
            if number == NAMED_MAX && left > 0 {
                line += ", and more calls";
                break;
            }
        }
        (!line.is_empty()).then_some(line)
    }
}
