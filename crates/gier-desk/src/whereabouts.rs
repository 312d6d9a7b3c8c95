//! Finds where an ALGOL program is: its present place in the source text, and the chain of calls that led to
//! that place. Both are read from the store with the program's [`SourceMap`].
//!
//! The running system has everything in the store that is needed for this (`docs/algol-runtime.md`). The
//! table of places says which track is in which place of the store. The register p points to the frame in
//! use. The head of each frame has the program point to which the frame returns, its environment and the
//! frame of its caller. While the running system itself is being executed, the program is at the order that
//! called it, if that order can still be found. A routine of the library has the place of the call in `{lr}`,
//! a routine of the store in s.

use gier_machine::{Machine, Place, Registers};
use gier_word::codec;
use gier_word::source_map::{BodyKind, CodeBody, CodeRow, CodeVariable, PROGRAM_FRAME};
use gier_word::{Address, Cell, FERRITE_CELLS, Half, Home, Opcode, SourceMap, TRACK_CELLS, TrackNo};
use std::sync::Arc;

/// How many cells of the store one track place takes: a head, and the cells of the track.
const PLACE_CELLS: usize = TRACK_CELLS + 1;
/// In an entry of the table of places, this address means that no track is in the place.
const NO_TRACK: u16 = 1023;
/// The maximum number of procedures and blocks that the report of an alarm names.
const NAMED_MAX: usize = 6;

/// Cells of the running system that show where the program is. A field is `None` if the map does not
/// name its cell.
#[derive(Clone, Debug)]
struct Landmarks {
    /// The table that says which track is in which track place of the store. The field `places` is the
    /// first track place. The field `next` is the cell that holds the end of the table.
    table: Option<Address>,
    places: Option<Address>,
    next: Option<Address>,
    /// The cell that holds the number of the track being executed. The cell in the field `base` holds
    /// the address in the store at which that track begins.
    track: Option<Address>,
    base: Option<Address>,
    /// The cell that says from where a routine in the store was called. The field `lr` is the cell that
    /// says this for a routine of the library.
    back: Option<Address>,
    lr: Option<Address>,
    /// The cell that holds the end of the stack.
    sp: Option<Address>,
    /// For each cell of the store, whether a routine begins there that leaves a procedure or block.
    leaves: Vec<bool>,
}

/// The names of the routines that leave a procedure or block begin with one of these words.
const LEAVING: [&str; 2] = ["leave", "light"];

impl Landmarks {
    /// Looks up these cells in a program's map.
    fn of(map: &SourceMap) -> Landmarks {
        let cell = |name| map.cell_of(name);
        let mut leaves = vec![false; FERRITE_CELLS];
        for (name, home) in &map.names {
            if let Home::Core(cell) = home {
                leaves[cell.index()] |= LEAVING.iter().any(|word| name.starts_with(word));
            }
        }
        Landmarks {
            table: cell("table"),
            places: cell("places"),
            next: cell("next"),
            track: cell("track"),
            base: cell("base"),
            back: cell("back"),
            lr: cell("lr"),
            sp: cell("sp"),
            leaves,
        }
    }
}

/// A program's map, prepared for a lookup after every order. The place of an order on the drum leads to
/// its row of the map in one array access.
#[derive(Debug)]
pub struct Guide {
    map: Arc<SourceMap>,
    landmarks: Landmarks,
    /// For each half word of the tracks, the index of its row in the map, or [`NO_ROW`].
    rows: Vec<u32>,
    /// For each row of the map, whether it belongs to a procedure's start, before its first statement.
    /// The procedure's parameters cannot be read there yet.
    is_prologue: Vec<bool>,
}

impl Guide {
    /// Prepares a program's map.
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

    /// The place of a body's first statement, where the parameters of a procedure can be read. If the
    /// body has no statement, returns its entry.
    pub fn first_statement(&self, body: usize) -> (Home, Half) {
        let entry = self.map.bodies[body].entry;
        let rows = self.map.row_number(entry, Half::Left).map_or(&[][..], |row| &self.map.code[row..]);
        let first = rows.iter().find(|row| row.body == Some(body) && row.begins);
        first.map_or((entry, Half::Left), |row| (row.home, row.half))
    }

    /// The program's map.
    pub const fn map(&self) -> &Arc<SourceMap> {
        &self.map
    }

    /// The variables declared in the blocks around a scope, those of the innermost block first.
    fn declared(&self, scope: Scope) -> impl Iterator<Item = &CodeVariable> {
        self.map.code[scope.row].block.into_iter().flat_map(|block| self.map.visible(block))
    }

    /// Whether this variable, one of [`Guide::declared`], has a frame that is visible in the scope.
    fn is_there(&self, scope: Scope, variable: &CodeVariable) -> bool {
        let levels = scope.outermost..=self.level(scope.row);
        variable.level == 0 || !self.is_prologue[scope.row] && levels.contains(&variable.level)
    }

    /// The variable that has this name in a scope.
    pub fn variable(&self, scope: Scope, name: &str) -> Option<&CodeVariable> {
        let variable = self.declared(scope).find(|variable| variable.name == name)?;
        self.is_there(scope, variable).then_some(variable)
    }

    /// The nesting level of the body to which this row of the map belongs.
    pub fn level(&self, row: usize) -> usize {
        self.map.bodies[self.map.code[row].body.expect(IN_A_BODY)].level
    }

    /// The index of the map's row for the order in this half of `home`, or `None` if the order belongs
    /// to no body.
    fn row_number(&self, home: Home, half: Half) -> Option<usize> {
        let number = *self.rows.get(place_on_drum(home, half)?)?;
        (number != NO_ROW).then_some(number as usize)
    }
}

/// Lookups return only rows that belong to a body, so this message is never shown.
const IN_A_BODY: &str = "it is the row of a body";

/// The value in [`Guide`] for a half word whose order has no row in the map.
const NO_ROW: u32 = u32::MAX;

/// The number of a half word, counted from the beginning of the drum. `None` if `home` is not on the
/// drum.
fn place_on_drum(home: Home, half: Half) -> Option<usize> {
    let Home::Drum(track, cell) = home else { return None };
    Some((track.index() * TRACK_CELLS + usize::from(cell)) * 2 + usize::from(half == Half::Right))
}

/// A view of the registers and the store that shows where an ALGOL program is.
#[derive(Clone, Copy, Debug)]
pub struct Whereabouts<'a> {
    guide: &'a Guide,
    registers: &'a Registers,
    cells: &'a [Cell; FERRITE_CELLS],
}

/// The frame of a body that is being executed or is waiting for a call to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The address of the frame's head. Register p has this value while the frame is in use.
    pub p: Address,
    /// Where on the drum the next order of this frame is. If the frame waits for a call to return,
    /// where the calling order is.
    pub home: Home,
    /// Which half of the cell at `home` holds the order.
    pub half: Half,
    /// The row of the map for the order at `home`.
    pub row: CodeRow,
    /// The index of `row` in the map.
    number: usize,
}

/// Selects the variables that a frame sees. Their values do not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The index of the map's row for the order.
    pub row: usize,
    /// The lowest nesting level of the visible frames. The frame of the program, level 0, is always
    /// visible. The value is `usize::MAX` if no other frame is.
    pub outermost: usize,
}

impl Scope {
    /// Whether only the program's own variables are visible, because a body is being entered or left.
    pub const fn is_between_bodies(self) -> bool {
        self.outermost == usize::MAX
    }
}

impl<'a> Whereabouts<'a> {
    /// Creates a view of the program that runs on this machine.
    pub fn of(machine: &'a Machine, guide: &'a Guide) -> Whereabouts<'a> {
        Whereabouts::new(machine.cpu().registers(), machine.ferrite().cells(), guide)
    }

    /// Creates a view of a program from the registers and the store, for example those that a probe
    /// receives.
    pub const fn new(
        registers: &'a Registers,
        cells: &'a [Cell; FERRITE_CELLS],
        guide: &'a Guide,
    ) -> Whereabouts<'a> {
        Whereabouts { guide, registers, cells }
    }

    /// The program's map, prepared for lookups.
    pub const fn guide(&self) -> &'a Guide {
        self.guide
    }

    /// The program's map.
    pub fn map(&self) -> &'a SourceMap {
        &self.guide.map
    }

    fn read(&self, address: Address) -> Cell {
        self.cells[address.index()]
    }

    fn at(&self, landmark: Option<Address>) -> Option<Cell> {
        landmark.map(|address| self.read(address))
    }

    /// The cell on the drum of which this cell of the store is a copy. Returns `None` if the cell is in
    /// no track place, or in an empty one.
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

    /// The address in the store at which a copy of this track begins, or `None` if the track is in no
    /// track place.
    pub fn address_of_track(&self, track: TrackNo) -> Option<Address> {
        let (table, places) = (self.guide.landmarks.table?, self.guide.landmarks.places?);
        let next = usize::from(self.at(self.guide.landmarks.next)?.address());
        let place = (0..next.saturating_sub(table.index()))
            .find(|&place| self.read(table + place).address() == track.number())?;
        Some(places + place * PLACE_CELLS + 1usize)
    }

    /// The frame of the body in progress. While the running system is being executed, this is the body
    /// that called it. Returns `None` if the program is not being executed.
    pub fn innermost(&self) -> Option<Frame> {
        let (home, half) = self.at_work(self.own_home())?;
        self.frame(self.registers.p.into(), (home, half))
    }

    /// Whether the order at this place of the store belongs to the program, and not to the running
    /// system.
    pub fn is_own(&self, place: Place) -> bool {
        self.home_of(place.cell).is_some_and(|home| self.row_number(home, place.half).is_some())
    }

    /// Where the next order is on the drum if it belongs to the program. Otherwise, where the order is
    /// that called the running system. `own` is the result of [`Whereabouts::own_home`].
    fn at_work(&self, own: Option<Home>) -> Option<(Home, Half)> {
        let Some(home) = own else { return self.caller() };
        let next = self.registers.r1;
        let is_right = self.read(next).marks().a() && self.registers.half == Half::Right;
        Some((home, if is_right { Half::Right } else { Half::Left }))
    }

    /// Where on the drum the next order is, if it belongs to the program.
    fn own_home(&self) -> Option<Home> {
        self.home_of(self.registers.r1).filter(|&home| self.row_number(home, Half::Left).is_some())
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
            let calls_left = codec::opcode(self.read(address.into()), Half::Left) == Opcode::Hs;
            Some((home, if calls_left { Half::Left } else { Half::Right }))
        };
        let back = || self.at(self.guide.landmarks.back).and_then(|back| called_from(back.address()));
        called_from(self.registers.s).or_else(back)
    }

    /// The half word before the program point to which a call returns.
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

    /// The frames of all bodies that are being executed, the innermost first. The first frame's `home`
    /// is where the machine is now. Every other frame's `home` is the call of the previous frame in the
    /// list. The list is empty if the program is not being executed.
    pub fn frames(&self) -> Vec<Frame> {
        std::iter::successors(self.innermost(), |frame| {
            if frame.p == PROGRAM_FRAME {
                return None;
            }
            let head = self.read(frame.p);
            let caller = Address::from(head.groups()[3]);
            // The stack grows downwards, so the caller's frame has a higher address.
            let above = caller > frame.p && caller <= PROGRAM_FRAME;
            if above { self.frame(caller, self.before(head)?) } else { None }
        })
        .collect()
    }

    /// Where the innermost body returns: the place of the order, and the value that register p then
    /// has. Returns `None` for the program itself, or if the program is not being executed.
    pub fn return_point(&self) -> Option<((Home, Half), Address)> {
        let caller = *self.frames().get(1)?;
        let head = self.read(self.innermost()?.p);
        let [track, cell, ..] = head.groups();
        // Program points count cells from 1.
        let home = Home::on_track(TrackNo::new(track), cell.checked_sub(1)?.into())?;
        Some(((home, Half::Left), caller.p))
    }

    /// The map's entry for the body to which a frame belongs.
    pub fn body(&self, frame: &Frame) -> &'a CodeBody {
        &self.map().bodies[frame.row.body.expect(IN_A_BODY)]
    }

    /// The address of the frame of this level that is visible from a frame. It is found by following
    /// the environments.
    pub fn frame_of_level(&self, frame: &Frame, level: usize) -> Option<Address> {
        if level == 0 {
            return Some(PROGRAM_FRAME);
        }
        let steps = self.body(frame).level.checked_sub(level)?;
        (0..steps).try_fold(frame.p, |p, _| self.environment(p))
    }

    /// The address of the frame that surrounds the frame at address p, or `None` if there is none.
    fn environment(&self, p: Address) -> Option<Address> {
        let environment = self.read(p).groups()[2];
        (environment != 0).then(|| Address::from(environment))
    }

    /// Describes which variables a frame sees.
    pub fn scope(&self, frame: &Frame) -> Scope {
        self.scope_of(frame.number, frame.p)
    }

    /// Describes which variables the frame in progress, [`Whereabouts::innermost`], sees. While the
    /// running system enters or leaves a body, p and the order belong to different bodies. Then only
    /// the program's own variables are visible.
    pub fn present_scope(&self) -> Option<Scope> {
        let own = self.own_home();
        let (home, half) = self.at_work(own)?;
        let row = self.row_number(home, half)?;
        if own.is_none() && self.is_between_bodies(half) {
            return Some(Scope { row, outermost: usize::MAX });
        }
        Some(self.scope_of(row, self.registers.p.into()))
    }

    /// Whether the running system is entering or leaving a body. `half` is the half of the cell that
    /// holds the order that called it.
    fn is_between_bodies(&self, half: Half) -> bool {
        // The stack grows downwards. The frame of a body that was entered is above the end of the
        // stack.
        let end = self.at(self.guide.landmarks.sp).map_or(0, |end| end.groups()[3]);
        let called = codec::address(self.read(self.registers.s.into()), half);
        end > self.registers.p || self.guide.landmarks.leaves[usize::from(called)]
    }

    /// The variable of this name that the order in progress sees, and its cell.
    pub fn present_variable(&self, name: &str) -> Option<(&'a CodeVariable, Address)> {
        self.placed(&self.innermost()?, self.guide.variable(self.present_scope()?, name)?)
    }

    /// The scope of the frame at address p. `row` is the index of the map's row for its order.
    fn scope_of(&self, row: usize, mut p: Address) -> Scope {
        let mut outermost = self.guide.level(row);
        while outermost > 1
            && let Some(outer) = self.environment(p)
        {
            (p, outermost) = (outer, outermost - 1);
        }
        Scope { row, outermost }
    }

    /// The variables that a frame sees, with their cells. Those of the innermost block come first. If a
    /// name is declared twice, only the inner variable is listed.
    pub fn variables(&self, frame: &Frame) -> Vec<(&'a CodeVariable, Address)> {
        let scope = self.scope(frame);
        let seen = self.guide.declared(scope).filter(|variable| self.guide.is_there(scope, variable));
        seen.filter_map(|variable| self.placed(frame, variable)).collect()
    }

    /// The variable of this name that a frame sees, and its cell.
    pub fn variable(&self, frame: &Frame, name: &str) -> Option<(&'a CodeVariable, Address)> {
        self.placed(frame, self.guide.variable(self.scope(frame), name)?)
    }

    fn placed(&self, frame: &Frame, variable: &'a CodeVariable) -> Option<(&'a CodeVariable, Address)> {
        let p = self.frame_of_level(frame, variable.level)?;
        Some((variable, p + variable.offset))
    }

    /// Describes where the program is: `squares.alg:12:8, in procedure SORT called at :40`.
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
