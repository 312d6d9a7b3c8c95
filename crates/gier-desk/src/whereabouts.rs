//! Where an ALGOL program is: the place in its text of what the machine does now, and the chain of
//! calls that led there, read off the store with the program's [`SourceMap`].
//!
//! The running system keeps all that is wanted (`docs/algol-runtime.md`): the table of places says
//! which track lies where, p points to the frame in use, and the head of each frame holds the
//! program point to which it returns, its environment and the frame of its caller. While the
//! machine is in the running system itself, the point is that of the order that called it, as far
//! as it can still be found: a routine of the library has it in `{lr}`, one of the store in s.

use gier_machine::{Machine, Registers};
use gier_word::codec::decode_half;
use gier_word::source_map::{BodyKind, CodeBody, CodeRow, CodeVariable, PROGRAM_FRAME};
use gier_word::{Address, Cell, FERRITE_CELLS, Half, Home, Opcode, SourceMap, TRACK_CELLS, TrackNo};

/// The cells that a place for a track takes: its head and the track.
const PLACE_CELLS: usize = TRACK_CELLS + 1;
/// The address in an entry of the table of places without a track.
const NO_TRACK: u16 = 1023;
/// The bodies that an alarm line names.
const NAMED_MAX: usize = 6;

/// The cells of the running system that tell where a program is, if it has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landmarks {
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
    pub fn of(map: &SourceMap) -> Landmarks {
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

/// A program and its state, as far as it tells where it is.
#[derive(Clone, Copy, Debug)]
pub struct Whereabouts<'a> {
    map: &'a SourceMap,
    landmarks: Landmarks,
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
}

impl<'a> Whereabouts<'a> {
    /// Where a machine's program is.
    pub fn of(machine: &'a Machine, map: &'a SourceMap) -> Whereabouts<'a> {
        Whereabouts::new(machine.cpu().registers(), machine.ferrite().cells(), map)
    }

    /// The same of registers and store, as a probe sees them.
    pub fn new(
        registers: &'a Registers,
        cells: &'a [Cell; FERRITE_CELLS],
        map: &'a SourceMap,
    ) -> Whereabouts<'a> {
        Whereabouts::with(registers, cells, map, Landmarks::of(map))
    }

    /// The same, with the landmarks of the map found before.
    pub const fn with(
        registers: &'a Registers,
        cells: &'a [Cell; FERRITE_CELLS],
        map: &'a SourceMap,
        landmarks: Landmarks,
    ) -> Whereabouts<'a> {
        Whereabouts { map, landmarks, registers, cells }
    }

    /// The map.
    pub const fn map(&self) -> &'a SourceMap {
        self.map
    }

    fn read(&self, address: Address) -> Cell {
        self.cells[address.index()]
    }

    fn at(&self, landmark: Option<Address>) -> Option<Cell> {
        landmark.map(|address| self.read(address))
    }

    /// Which cell of which track lies in a cell of the store, by the table of places; none if it is
    /// in no place or the place is empty.
    pub fn home_of(&self, address: Address) -> Option<Home> {
        let (table, places) = (self.landmarks.table?, self.landmarks.places?);
        let behind_head = address.index().checked_sub(places.index())?;
        let (place, cell) = (behind_head / PLACE_CELLS, (behind_head % PLACE_CELLS).checked_sub(1)?);
        let entry = table + place;
        let next = self.at(self.landmarks.next)?.address();
        let track = self.read(entry).address();
        let there = entry.number() < next && track != NO_TRACK;
        if there { Home::on_track(TrackNo::new(track), cell) } else { None }
    }

    /// Where a track lies in the store: the address of its cell 0; none if it is in no place.
    pub fn address_of_track(&self, track: TrackNo) -> Option<Address> {
        let (table, places) = (self.landmarks.table?, self.landmarks.places?);
        let next = usize::from(self.at(self.landmarks.next)?.address());
        let place = (0..next.saturating_sub(table.index()))
            .find(|&place| self.read(table + place).address() == track.number())?;
        Some(places + place * PLACE_CELLS + 1usize)
    }

    /// The body in progress: that of the order that comes next, or of the order of the program that
    /// called the running system. None if the program is not at work.
    pub fn innermost(&self) -> Option<Frame> {
        let (next, p) = (self.registers.r1, self.registers.p.into());
        if let Some(home) = self.home_of(next)
            && let Some(&row) = self.row(home, Half::Left)
        {
            let is_right = self.read(next).marks().a() && self.registers.half == Half::Right;
            if is_right {
                return self.frame(p, (home, Half::Right));
            }
            return Some(Frame { p, home, half: Half::Left, row });
        }
        self.frame(p, self.caller()?)
    }

    /// The order of the program that called the running system.
    fn caller(&self) -> Option<(Home, Half)> {
        let track = TrackNo::new(self.at(self.landmarks.track)?.address());
        if self.row(Home::Drum(track, 0), Half::Right).is_none() {
            return self.before(self.at(self.landmarks.lr)?);
        }
        let base = self.at(self.landmarks.base)?.address();
        let called_from = |address: u16| {
            let home = Home::on_track(track, address.checked_sub(base + 1)?.into())?;
            let calls_left = decode_half(self.read(address.into()), Half::Left).opcode == Opcode::Hs;
            Some((home, if calls_left { Half::Left } else { Half::Right }))
        };
        let back = || self.at(self.landmarks.back).and_then(|back| called_from(back.address()));
        called_from(self.registers.s).or_else(back)
    }

    /// The last half word before the program point to which a call returns.
    fn before(&self, point: Cell) -> Option<(Home, Half)> {
        let [track, cell, ..] = point.groups();
        // Program points count cells from 1.
        let home = Home::on_track(TrackNo::new(track), cell.checked_sub(2)?.into())?;
        Some((home, Half::Right))
    }

    fn row(&self, home: Home, half: Half) -> Option<&'a CodeRow> {
        self.map.row(home, half).filter(|row| row.body.is_some())
    }

    fn frame(&self, p: Address, (home, half): (Home, Half)) -> Option<Frame> {
        Some(Frame { p, home, half, row: *self.row(home, half)? })
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

    /// What the map says of a frame's body.
    pub fn body(&self, frame: &Frame) -> &'a CodeBody {
        &self.map.bodies[frame.row.body.expect("a frame has a body")]
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

    /// The variables that a frame sees, those of the innermost block first, each with the address of
    /// its cell. A name that is there twice is the first of them.
    pub fn variables(&self, frame: &Frame) -> Vec<(&'a CodeVariable, Address)> {
        self.visible(frame).filter_map(|variable| self.placed(frame, variable)).collect()
    }

    /// The variable of this name that a frame sees.
    pub fn variable(&self, frame: &Frame, name: &str) -> Option<(&'a CodeVariable, Address)> {
        let mut named = self.visible(frame).filter(|variable| variable.name == name);
        named.find_map(|variable| self.placed(frame, variable))
    }

    fn visible(&self, frame: &Frame) -> impl Iterator<Item = &'a CodeVariable> {
        let map = self.map;
        frame.row.block.into_iter().flat_map(move |block| map.visible(block))
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
            let written = self.map.write_place(place);
            let short = format!(":{}", place.line);
            match number.checked_sub(1).map(|inner| self.body(&frames[inner])) {
                None => line += &written,
                Some(inner) => {
                    let at = if text == Some(place.text) { &short } else { &written };
                    line += &match inner.kind {
                        BodyKind::Procedure => format!(", in procedure {} called at {at}", inner.name),
                        BodyKind::Switch => format!(", in switch {} used at {at}", inner.name),
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
