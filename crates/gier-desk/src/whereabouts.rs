//! Finds the statement that a running ALGOL program executes now, and the chain of calls that led to this
//! statement. Both are found from the machine's store and the program's [`SourceMap`].
//!
//! The run-time library (also called running system) of a compiled program keeps data about this in the
//! store; see `docs/algol-runtime.md`. A table lists the drum tracks that are copied into the store. Register
//! p holds the address of one cell of the present stack frame, its head. The head holds the return address of
//! the call, and the addresses of two other heads: of the enclosing frame and of the caller's frame.
//!
//! While the machine executes the run-time library, the present order is the order that called the library.
//! If the library routine was read from the drum, the cell `{lr}` tells which order this is. Otherwise,
//! register s or the cell `{back}` tells it.

use gier_machine::{Machine, Place, Registers};
use gier_word::codec;
use gier_word::source_map::{BodyKind, CodeBody, CodeRow, CodeVariable, PROGRAM_FRAME};
use gier_word::{Address, Cell, FERRITE_CELLS, Half, Home, Opcode, SourceMap, TRACK_CELLS, TrackNo};
use std::sync::Arc;

/// How many cells a track place has. A track place is a part of the store for a copy of one drum track. Its
/// first cell records when the copy was last used. The 40 cells of the track follow.
const PLACE_CELLS: usize = TRACK_CELLS + 1;
/// An empty entry in the table of copied drum tracks has this number instead of a track number.
const NO_TRACK: u16 = 1023;
/// The maximum number of calls in the text that [`Whereabouts::line`] returns.
const NAMED_MAX: usize = 6;

/// The addresses of cells in which ALGOL's run-time library records where the program is. An address is
/// `None` if the source map does not name the cell.
#[derive(Clone, Debug)]
struct Landmarks {
    /// The table that lists which drum tracks are copied into the store. The copies begin at `places`. The
    /// cell `next` holds the address after the last entry of the table.
    table: Option<Address>,
    places: Option<Address>,
    next: Option<Address>,
    /// The cell that holds the number of the drum track that is being executed. The cell `base` holds the
    /// address of the cell before this track's copy in the store.
    track: Option<Address>,
    base: Option<Address>,
    /// This cell holds the address of the order that called a run-time routine, if the routine is always in
    /// the store and changes register s. For a routine on the drum, the cell `lr` holds the return address.
    back: Option<Address>,
    lr: Option<Address>,
    /// The cell that holds the address of the lowest cell of the stack. The stack grows downwards.
    sp: Option<Address>,
    /// For each cell of the store, whether it is the first cell of a routine that leaves a procedure or
    /// block.
    leaves: Vec<bool>,
}

/// The names of the run-time routines that leave a procedure or block begin with these words.
const LEAVING: [&str; 2] = ["leave", "light"];

impl Landmarks {
    /// Finds the addresses of these cells by the names that the cells have in a program's source map.
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

/// A source map with an index. The index quickly finds the row of the map that describes an order. You give
/// it the drum cell and the half that hold the order.
#[derive(Debug)]
pub struct Guide {
    map: Arc<SourceMap>,
    landmarks: Landmarks,
    /// For each half of each drum cell, the index of the row of `map` that describes it, or [`NO_ROW`].
    rows: Vec<u32>,
    /// For each row of the map, whether it describes orders of a procedure that come before its first
    /// statement. At these orders, the procedure's parameters cannot be read yet.
    is_prologue: Vec<bool>,
}

impl Guide {
    /// Creates a guide from a source map, and computes its index.
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

    /// Returns the drum cell and the half in which the first statement of a code body (for example, a
    /// procedure) begins. If the body has no statement, returns those of its first order. `body` is the index
    /// of the body in the source map.
    pub fn first_statement(&self, body: usize) -> (Home, Half) {
        let entry = self.map.bodies[body].entry;
        let rows = self.map.row_number(entry, Half::Left).map_or(&[][..], |row| &self.map.code[row..]);
        let first = rows.iter().find(|row| row.body == Some(body) && row.begins);
        first.map_or((entry, Half::Left), |row| (row.home, row.half))
    }

    /// The program's source map.
    pub const fn map(&self) -> &Arc<SourceMap> {
        &self.map
    }

    /// Returns the variables that are declared in the innermost block of a scope and in the blocks around it.
    /// The variables of the innermost block come first.
    fn declared(&self, scope: Scope) -> impl Iterator<Item = &CodeVariable> {
        scope.block.into_iter().flat_map(|block| self.map.visible(block))
    }

    /// Whether the stack frame that holds this variable can be found from this scope. `variable` must be one
    /// of those that [`Guide::declared`] returns.
    fn is_there(scope: Scope, variable: &CodeVariable) -> bool {
        variable.level == 0 || (scope.outermost..=scope.level).contains(&variable.level)
    }

    /// Returns the variable with this name that is visible in a scope.
    pub fn variable(&self, scope: Scope, name: &str) -> Option<&CodeVariable> {
        let variable = self.declared(scope).find(|variable| variable.name == name)?;
        Guide::is_there(scope, variable).then_some(variable)
    }

    /// Whether the orders of this row of the map come before the first statement of their procedure.
    pub fn is_prologue(&self, row: usize) -> bool {
        self.is_prologue[row]
    }

    /// Returns the nesting level of the code body that contains the order of this row. `row` is an index into
    /// the source map.
    fn level(&self, row: usize) -> usize {
        self.map.bodies[self.map.code[row].body.expect(IN_A_BODY)].level
    }

    /// Returns the index of the map's row for an order. Returns `None` if the order belongs to no code body.
    /// `home` is the order's cell on the drum.
    fn row_number(&self, home: Home, half: Half) -> Option<usize> {
        let number = *self.rows.get(place_on_drum(home, half)?)?;
        (number != NO_ROW).then_some(number as usize)
    }
}

/// The panic message if a row belongs to no code body. The lookups never return such a row.
const IN_A_BODY: &str = "it is the row of a body";

/// The entry in the index for an order that has no row in the map.
const NO_ROW: u32 = u32::MAX;

/// Returns the index of this half of a drum cell. Index 0 is the left half of the drum's first cell. Returns
/// `None` if `home` is not on the drum.
fn place_on_drum(home: Home, half: Half) -> Option<usize> {
    let Home::Drum(track, cell) = home else { return None };
    Some((track.index() * TRACK_CELLS + usize::from(cell)) * 2 + usize::from(half == Half::Right))
}

/// A view of a running ALGOL program. From the machine's registers and store, it finds the statement that the
/// program executes now.
#[derive(Clone, Copy, Debug)]
pub struct Whereabouts<'a> {
    guide: &'a Guide,
    registers: &'a Registers,
    cells: &'a [Cell; FERRITE_CELLS],
}

/// The stack frame of an active code body, for example of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The address of one cell of the frame, its head. Register p has this value while the frame is in use.
    pub p: Address,
    /// The drum cell of the order that this frame executes next. If the frame has called a procedure that has
    /// not returned yet, it is the drum cell of the calling order.
    pub home: Home,
    /// The half of the drum cell `home` that holds the order.
    pub half: Half,
    /// The row of the source map for the order at `home`.
    pub row: CodeRow,
    /// The index of `row` in the map.
    number: usize,
}

/// The position of an order in the nested blocks. It determines which variables are visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The index of the innermost block around the order.
    block: Option<usize>,
    /// The nesting level of the code body (for example, a procedure) that contains the order.
    pub level: usize,
    /// Variables of the nesting levels `outermost` to `level` can be read. Variables of level 0, the program
    /// itself, can always be read. The value is `usize::MAX` if only those of level 0 can be read.
    outermost: usize,
}

impl<'a> Whereabouts<'a> {
    /// Creates a view of the program that runs on this machine.
    pub fn of(machine: &'a Machine, guide: &'a Guide) -> Whereabouts<'a> {
        Whereabouts::new(machine.cpu().registers(), machine.ferrite().cells(), guide)
    }

    /// Creates a view of a program from its registers and its store. A probe can use this during a run, when
    /// it has no access to the machine.
    pub const fn new(
        registers: &'a Registers,
        cells: &'a [Cell; FERRITE_CELLS],
        guide: &'a Guide,
    ) -> Whereabouts<'a> {
        Whereabouts { guide, registers, cells }
    }

    /// The program's source map, with its index for fast lookups.
    pub const fn guide(&self) -> &'a Guide {
        self.guide
    }

    /// The program's source map.
    pub fn map(&self) -> &'a SourceMap {
        &self.guide.map
    }

    fn read(&self, address: Address) -> Cell {
        self.cells[address.index()]
    }

    fn at(&self, landmark: Option<Address>) -> Option<Cell> {
        landmark.map(|address| self.read(address))
    }

    /// Returns the drum cell from which the contents of this store cell were copied. Returns `None` if the
    /// store cell holds no copy of a drum cell.
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

    /// Returns the frame of the procedure or other code body that is being executed. During a run-time
    /// routine, returns the frame of the routine's caller. Returns `None` if the program is not being
    /// executed.
    pub fn innermost(&self) -> Option<Frame> {
        let own = self.own_home();
        let (home, half) = self.at_work(own)?;
        let p = Address::from(self.registers.p);
        let head = self.read(p);
        let row = |(home, half)| self.row_number(home, half);
        // The frame of the called procedure is there, but none of its orders has been executed.
        let is_calling =
            own.is_none() && self.is_entering() && self.before(head).and_then(row) == row((home, half));
        self.frame(if is_calling { head.groups()[3].into() } else { p }, (home, half))
    }

    /// Whether the order in this cell and half was compiled from the program's source text. Returns `false`
    /// for an order of the run-time library.
    pub fn is_own(&self, place: Place) -> bool {
        self.row_at(place).is_some()
    }

    /// Returns the index of the map's row for the order in this cell and half. Returns `None` for an order of
    /// the run-time library.
    pub fn row_at(&self, place: Place) -> Option<usize> {
        self.row_number(self.home_of(place.cell)?, place.half)
    }

    /// Whether the next order was compiled from the program's source text.
    pub fn is_in_own_code(&self) -> bool {
        self.own_home().is_some()
    }

    /// Returns the drum cell and half of the next order. While the machine executes the run-time library,
    /// returns those of the order that called the library. `own` is the result of [`Whereabouts::own_home`].
    fn at_work(&self, own: Option<Home>) -> Option<(Home, Half)> {
        let Some(home) = own else { return self.caller() };
        let next = self.registers.r1;
        let is_right = self.read(next).marks().a() && self.registers.half == Half::Right;
        Some((home, if is_right { Half::Right } else { Half::Left }))
    }

    /// Returns the drum cell of the next order. Returns `None` if this is an order of the run-time library.
    fn own_home(&self) -> Option<Home> {
        self.home_of(self.registers.r1).filter(|&home| self.row_number(home, Half::Left).is_some())
    }

    /// Returns the drum cell and half of the order that called the run-time library.
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

    /// Returns the drum cell and half of the order before a program point. A program point is a cell that
    /// holds the return address of a call, as a track and a cell of the drum.
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

    /// Returns the frames of all active procedures and other code bodies, the innermost first. The `home` of
    /// the first frame is the cell of the present order. The `home` of every later frame is the cell of the
    /// order that called the frame before it in the list. The list is empty if the program is not being
    /// executed.
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

    /// Returns the drum cell and half to which the innermost procedure or other code body returns. Also
    /// returns the value of register p after the return. Returns `None` if only the program's own body is
    /// active, or if the program is not being executed.
    pub fn return_point(&self) -> Option<((Home, Half), Address)> {
        let caller = *self.frames().get(1)?;
        let head = self.read(self.innermost()?.p);
        let [track, cell, ..] = head.groups();
        let home = Home::on_track(TrackNo::new(track), cell.checked_sub(1)?.into())?;
        Some(((home, Half::Left), caller.p))
    }

    /// Returns the source map's entry for the procedure or other code body of a frame.
    pub fn body(&self, frame: &Frame) -> &'a CodeBody {
        &self.map().bodies[frame.row.body.expect(IN_A_BODY)]
    }

    /// Searches outwards from `frame` for the frame with this nesting level, and returns its address.
    pub fn frame_of_level(&self, frame: &Frame, level: usize) -> Option<Address> {
        if level == 0 {
            return Some(PROGRAM_FRAME);
        }
        let steps = self.body(frame).level.checked_sub(level)?;
        (0..steps).try_fold(frame.p, |p, _| self.environment(p))
    }

    /// Returns the address of the frame that encloses the frame at address p. Returns `None` if no frame
    /// encloses it.
    fn environment(&self, p: Address) -> Option<Address> {
        let environment = self.read(p).groups()[2];
        (environment != 0).then(|| Address::from(environment))
    }

    /// Returns the scope of a frame. The scope determines which variables are visible.
    pub fn scope(&self, frame: &Frame) -> Scope {
        self.scope_of(frame.number, frame.p)
    }

    /// Returns the scope of the present order. While a procedure or other code body is being entered or left,
    /// only the program's own variables are visible. Returns `None` if the program is not being executed.
    pub fn present_scope(&self) -> Option<Scope> {
        let own = self.own_home();
        let (home, half) = self.at_work(own)?;
        let row = self.row_number(home, half)?;
        if own.is_none() && self.is_between_bodies(half) {
            return Some(self.with_outermost(row, usize::MAX));
        }
        Some(self.scope_of(row, self.registers.p.into()))
    }

    /// Whether the run-time library is entering or leaving a procedure or other code body. `half` is the half
    /// of a cell that holds the order that called the library.
    fn is_between_bodies(&self, half: Half) -> bool {
        let called = codec::address(self.read(self.registers.s.into()), half);
        self.is_entering() || self.guide.landmarks.leaves[usize::from(called)]
    }

    /// Whether the order of a frame comes before the first statement of its procedure.
    pub fn is_in_prologue(&self, frame: &Frame) -> bool {
        self.guide.is_prologue(frame.number)
    }

    /// Whether register p points to a frame that is not yet a part of the stack. The stack grows downwards.
    fn is_entering(&self) -> bool {
        let end = self.at(self.guide.landmarks.sp).map_or(0, |end| end.groups()[3]);
        end > self.registers.p
    }

    /// Finds the variable with this name that is visible at the present order. Returns the variable and its
    /// cell.
    pub fn present_variable(&self, name: &str) -> Option<(&'a CodeVariable, Address)> {
        self.placed(&self.innermost()?, self.guide.variable(self.present_scope()?, name)?)
    }

    /// Returns the scope of the frame at address p. `row` is the index in the map of its present order.
    fn scope_of(&self, row: usize, mut p: Address) -> Scope {
        if self.guide.is_prologue[row] {
            return self.with_outermost(row, usize::MAX);
        }
        let mut outermost = self.guide.level(row);
        while outermost > 1
            && let Some(outer) = self.environment(p)
        {
            (p, outermost) = (outer, outermost - 1);
        }
        self.with_outermost(row, outermost)
    }

    fn with_outermost(&self, row: usize, outermost: usize) -> Scope {
        Scope { block: self.map().code[row].block, level: self.guide.level(row), outermost }
    }

    /// Returns the variables that are visible in a frame, with their cells. The variables of the innermost
    /// block come first. If two blocks declare the same name, both variables are returned.
    pub fn variables(&self, frame: &Frame) -> Vec<(&'a CodeVariable, Address)> {
        let scope = self.scope(frame);
        let seen = self.guide.declared(scope).filter(|variable| Guide::is_there(scope, variable));
        seen.filter_map(|variable| self.placed(frame, variable)).collect()
    }

    /// Finds the variable with this name that is visible in a frame. Returns the variable and its cell.
    pub fn variable(&self, frame: &Frame, name: &str) -> Option<(&'a CodeVariable, Address)> {
        self.placed(frame, self.guide.variable(self.scope(frame), name)?)
    }

    fn placed(&self, frame: &Frame, variable: &'a CodeVariable) -> Option<(&'a CodeVariable, Address)> {
        let p = self.frame_of_level(frame, variable.level)?;
        Some((variable, p + variable.offset))
    }

    /// Describes the statement that the program executes now, and the calls that led to it. An example is
    /// `squares.alg:12:8, in procedure SORT called at :40`. Returns `None` if the statement is unknown.
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
