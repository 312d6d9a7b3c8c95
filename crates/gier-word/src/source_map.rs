//! The source map: which place of a program's text each order came from, what the text calls its
//! variables and procedures, and where they lie. The compiler makes it, the drum image carries it,
//! and whoever debugs or reports an alarm reads it (gier-desk's `algol`). It knows no machine.
//!
//! An order is found by where it is **kept**, since tracks run in whichever place of the store they
//! happen to lie: [`SourceMap::row`] of its track, cell and half. A row holds from its half word to
//! the next row of the same track. It says
//! - the place in the text, of the statement or of the call or element within it;
//! - whether a statement begins there, so that a breakpoint on a line is
//!   [`SourceMap::statements`] and a step of a statement ends at the next such row;
//! - the body (program, procedure, actual parameter, switch) whose code it is, which tells whose
//!   frame p points at;
//! - the block, which tells the variables that are visible: those of [`SourceMap::visible`].
//!
//! A variable lies at p + offset in the frame of its level, which is found from the frame in use
//! along the environments; `docs/algol-runtime.md` has the layout of frames, parameters, arrays.
//!
//! In the file it is bytes of its own with a version before them; see [`SourceMap::to_bytes`].

mod bytes;

pub use bytes::BadMap;

use crate::{Address, Half, TRACK_CELLS, TrackNo};
use std::fmt;

/// Where the frame of the program itself lies: its cells have fixed addresses, and a frame whose
/// environment is 0 stands in it.
pub const PROGRAM_FRAME: Address = Address::new(1020);

/// Where a cell is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Home {
    /// In the ferrite store, at this address.
    Core(Address),
    /// On the drum: track and place on it, from 0.
    Drum(TrackNo, u8),
}

impl Home {
    /// A cell of a track; none if no track has so many.
    pub fn on_track(track: TrackNo, cell: usize) -> Option<Home> {
        let cell = u8::try_from(cell).ok().filter(|&cell| usize::from(cell) < TRACK_CELLS)?;
        Some(Home::Drum(track, cell))
    }
}

/// A place in the texts of a program. It is written as `squares.alg:12:8` by
/// [`SourceMap::write_place`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourcePlace {
    /// Which of [`SourceMap::texts`].
    pub text: usize,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

/// From this half word on, to the next row of the same track or of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CodeRow {
    /// Where the cell is kept.
    pub home: Home,
    /// Which half of it.
    pub half: Half,
    /// The place in the text; none for literals and what has no place there.
    pub place: Option<SourcePlace>,
    /// A statement begins here.
    pub begins: bool,
    /// Whose code it is: one of [`SourceMap::bodies`].
    pub body: Option<usize>,
    /// In which block it stands: one of [`SourceMap::blocks`].
    pub block: Option<usize>,
}

/// Arithmetic and Boolean types of ALGOL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A floating number that is rounded when a real is assigned.
    Integer,
    /// A floating number.
    Real,
    /// 40 bits, bit 0 = 0 is true.
    Boolean,
}

/// What has a frame of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CodeBody {
    /// What it is.
    pub kind: BodyKind,
    /// The name of a procedure or switch, else empty.
    pub name: String,
    /// Where it is declared or, for an actual parameter, where it stands.
    pub place: SourcePlace,
    /// Its level: 0 is the program; the environment of a frame is one of the level below.
    pub level: usize,
    /// Where its code begins.
    pub entry: Home,
}

/// The kinds of body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// The program itself.
    Program,
    /// A procedure.
    Procedure,
    /// An actual parameter that is evaluated where its formal stands.
    Actual,
    /// A switch.
    Switch,
}

/// A block, or the parameters of a procedure with what is declared in its body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CodeBlock {
    /// The block around it.
    pub outer: Option<usize>,
    /// What is declared in it and has a cell, in the order of the text.
    pub variables: Vec<CodeVariable>,
}

/// A variable or a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CodeVariable {
    /// Its name, as compared: without blanks.
    pub name: String,
    /// What it is.
    pub kind: VariableKind,
    /// The level of the frame in which it lies.
    pub level: usize,
    /// Where it lies, relative to p of that frame.
    pub offset: i16,
}

/// What lies in the cell of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableKind {
    /// The value of a simple variable.
    Simple(Type),
    /// The value of an own variable.
    Own(Type),
    /// The value that a type procedure has been given so far.
    Result(Type),
    /// The value of a parameter called by value.
    Value(Type),
    /// The descriptor of a parameter called by name; its marks say what the actual is: none an
    /// address in bits 0-9, a the value itself, b a body to be entered.
    Name(Type),
    /// The descriptor of an array, the address of its dope vector in bits 0-9: lowest total index,
    /// length, address behind the last element, then the coefficients as floating numbers. The
    /// total index of `A[i, j, k]` is (i × first coefficient + j) × second + k, and its element lies
    /// as far behind the address (behind the last) - length as the index is above the lowest.
    Array {
        /// Type of its elements.
        ty: Type,
        /// Number of its subscripts.
        dimensions: usize,
    },
    /// The same of a parameter: the descriptor is a copy of the actual's.
    ArrayName(Type),
    /// The descriptor of a procedure parameter: its program point and environment.
    ProcedureName(Option<Type>),
    /// That of a label parameter.
    LabelName,
    /// That of a switch parameter.
    SwitchName,
    /// That of a string parameter: where its text begins.
    StringName,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SourceMap {
    /// The names of the texts: those of the program, then the library texts.
    pub texts: Vec<String>,
    /// The bodies; 0 is the program.
    pub bodies: Vec<CodeBody>,
    /// The blocks; 0 is the outermost.
    pub blocks: Vec<CodeBlock>,
    /// The code, in the order of its homes.
    pub code: Vec<CodeRow>,
    /// Names of cells: of the running system, or the labels of a program in SLIP.
    pub names: Vec<(String, Home)>,
    /// The words of the alarms, with the cell of the store that every such alarm passes through.
    pub alarms: Vec<(String, Address)>,
}

impl SourceMap {
    /// The row that holds for an order, by where it is kept.
    pub fn row(&self, home: Home, half: Half) -> Option<&CodeRow> {
        self.row_number(home, half).map(|number| &self.code[number])
    }

    /// Which of [`SourceMap::code`] that is.
    pub fn row_number(&self, home: Home, half: Half) -> Option<usize> {
        let end = self.code.partition_point(|row| (row.home, row.half) <= (home, half));
        end.checked_sub(1).filter(|&number| match (self.code[number].home, home) {
            (Home::Drum(track, _), Home::Drum(wanted, _)) => track == wanted,
            (Home::Core(_), Home::Core(_)) => true,
            (Home::Core(_), Home::Drum(..)) | (Home::Drum(..), Home::Core(_)) => false,
        })
    }

    /// Where statements begin on a line of a text: none if none does, several if several do or the
    /// compiler wrote one twice.
    pub fn statements(&self, text: usize, line: u32) -> impl Iterator<Item = &CodeRow> {
        let on_line = move |place: SourcePlace| place.text == text && place.line == line;
        self.code.iter().filter(move |row| row.begins && row.place.is_some_and(on_line))
    }

    /// What is visible in a block: its own variables first, then those of the blocks around it. A
    /// name that is there twice is the inner one.
    pub fn visible(&self, block: usize) -> impl Iterator<Item = &CodeVariable> {
        let blocks = std::iter::successors(self.blocks.get(block), |block| self.blocks.get(block.outer?));
        blocks.flat_map(|block| &block.variables)
    }

    /// Where a name is.
    pub fn home_of(&self, name: &str) -> Option<Home> {
        self.names.iter().find(|(known, _)| known == name).map(|(_, home)| *home)
    }

    /// The address of a name of the store.
    pub fn cell_of(&self, name: &str) -> Option<Address> {
        match self.home_of(name)? {
            Home::Core(address) => Some(address),
            Home::Drum(..) => None,
        }
    }

    /// What a cell is called.
    pub fn name_of(&self, home: Home) -> Option<&str> {
        self.names.iter().find(|(_, known)| *known == home).map(|(name, _)| name.as_str())
    }

    /// A place as people write it: `squares.alg:12:8`.
    pub fn write_place(&self, place: SourcePlace) -> String {
        let text = self.texts.get(place.text).map_or("", String::as_str);
        format!("{text}:{}:{}", place.line, place.column)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Integer => "integer",
            Type::Real => "real",
            Type::Boolean => "boolean",
        })
    }
}
