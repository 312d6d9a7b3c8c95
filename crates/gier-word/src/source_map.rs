//! The source map says from which place in a program's text each order was made. It also has the names and
//! addresses of the program's variables and procedures. The compiler writes the map into the drum image. The
//! debugger reads it.
//!
//! [`SourceMap::row`] finds the row of an order by the order's **home**: its permanent place on the drum or
//! in the store. (The same track can run in several places of the store.) A row is valid until the next row
//! of the same track. A row contains
//! - the place in the text of the statement, or of the call or element within the statement;
//! - whether a statement begins there. A breakpoint on a line uses [`SourceMap::statements`], and a
//!   step of one statement ends at the next such row;
//! - the body (program, procedure, actual parameter, switch) that the code belongs to. While the code
//!   runs, p points to the frame of this body;
//! - the block, and so the visible variables: [`SourceMap::visible`].
//!
//! The address of a variable is p + offset, where p is the base of the frame (the cells of one call) of the
//! variable's level. That frame is found from the current frame by following the environments.
//! `docs/algol-runtime.md` describes frames, parameters and arrays.
//!
//! [`SourceMap::to_bytes`] describes the file format, which has its own version.

mod bytes;

pub use bytes::BadMap;

use crate::checksum::crc32;
use crate::{Address, Half, TRACK_CELLS, TrackNo};
use std::fmt;

/// The base address of the main program's frame. A frame that stores 0 as its environment has this frame as
/// its environment.
pub const PROGRAM_FRAME: Address = Address::new(1020);

/// The permanent place of a cell of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Home {
    /// In the ferrite store, at this address.
    Core(Address),
    /// On the drum: the track, and the number of the cell on the track, counted from 0.
    Drum(TrackNo, u8),
}

impl Home {
    /// The home of a cell of a track, or `None` if `cell` is not below 40.
    pub fn on_track(track: TrackNo, cell: usize) -> Option<Home> {
        let cell = u8::try_from(cell).ok().filter(|&cell| usize::from(cell) < TRACK_CELLS)?;
        Some(Home::Drum(track, cell))
    }
}

/// A place in the texts of a program. [`SourceMap::write_place`] writes it as `squares.alg:12:8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourcePlace {
    /// The index in [`SourceMap::texts`].
    pub text: usize,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

/// A text from which a program was made: its name, and a checksum to recognise the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MapText {
    /// The name of the text, as messages show it.
    pub name: String,
    /// The checksum of the text, or `None` in a map of format 1, which stores none.
    pub sum: Option<u32>,
}

impl MapText {
    /// A text with its checksum.
    pub fn new(name: &str, text: &str) -> MapText {
        MapText { name: name.to_string(), sum: Some(sum(text)) }
    }

    /// Whether the program was made from this text. Returns `false` if the map contains no checksum.
    pub fn is(&self, text: &str) -> bool {
        self.sum == Some(sum(text))
    }
}

/// The CRC-32 of a text in UTF-8. CR LF counts as LF, because Git may change the line ends of a file.
fn sum(text: &str) -> u32 {
    crc32(text.replace("\r\n", "\n").as_bytes())
}

/// One row of the code table: the place in the text for a piece of code. The piece ends at the next row of
/// the same track or of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CodeRow {
    /// The permanent place of the first cell of the code.
    pub home: Home,
    /// The half of the cell `home` that holds the first order of the code.
    pub half: Half,
    /// The place in the text, or `None` for constants and code that belongs to no place.
    pub place: Option<SourcePlace>,
    /// Whether a statement begins at this code.
    pub begins: bool,
    /// The body that the code belongs to: an index in [`SourceMap::bodies`].
    pub body: Option<usize>,
    /// The block that the code is in: an index in [`SourceMap::blocks`].
    pub block: Option<usize>,
}

/// Arithmetic and Boolean types of ALGOL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// An integer: a floating-point number that is rounded when assigned.
    Integer,
    /// A floating-point number.
    Real,
    /// A pattern of 40 bits; it is true if bit 0 is 0.
    Boolean,
}

/// A part of the program whose code has its own frame: the cells of one call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CodeBody {
    /// The kind of body.
    pub kind: BodyKind,
    /// The name of a procedure or switch without blanks. Empty for other kinds.
    pub name: String,
    /// The name as its declaration writes it, with single blanks.
    pub written: String,
    /// The place of the declaration. For an actual parameter, the place of the parameter in the call.
    pub place: SourcePlace,
    /// The level of nesting. The program has level 0, and a part within a part of level n has level n + 1.
    pub level: usize,
    /// The home of the body's first order.
    pub entry: Home,
}

/// The kinds of body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// The program itself.
    Program,
    /// A procedure.
    Procedure,
    /// An actual parameter that is evaluated each time the formal parameter is used.
    Actual,
    /// A switch.
    Switch,
}

/// A block of the program. The parameters and the body of a procedure form one block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CodeBlock {
    /// The enclosing block: an index in [`SourceMap::blocks`].
    pub outer: Option<usize>,
    /// The variables declared in the block, in the order of the text. Only variables that have a cell are
    /// included.
    pub variables: Vec<CodeVariable>,
}

/// A variable or a parameter of the program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CodeVariable {
    /// The name without blanks, as used for comparison.
    pub name: String,
    /// The name as its declaration writes it, with single blanks.
    pub written: String,
    /// What the variable's cell holds.
    pub kind: VariableKind,
    /// The level of the frame that contains the variable.
    pub level: usize,
    /// The address of the variable relative to the base p of its frame, in cells.
    pub offset: i16,
    /// The lower bounds of an array with several dimensions; `None` for a bound that is not constant. Empty
    /// for other variables. The running program does not store these bounds.
    pub lows: Vec<Option<i64>>,
}

/// What the cell of a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableKind {
    /// The value of a simple variable.
    Simple(Type),
    /// The value of an own variable.
    Own(Type),
    /// The value assigned to the name of a procedure that returns a value.
    Result(Type),
    /// The value of a parameter called by value.
    Value(Type),
    /// The descriptor of a parameter called by name. If the descriptor has no marks, its bits 0-9 are the
    /// address of the actual parameter. If it has mark a, it is the value. If it has mark b, it describes
    /// code that computes the value.
    Name(Type),
    /// The descriptor of an array, with the address of its dope vector in bits 0-9. The dope vector contains
    /// the lowest total index, the length, the address after the last element, and the coefficients as
    /// floating-point numbers.
    ///
    /// The total index of `A[i, j, k]` is (i × first coefficient + j) × second coefficient + k. The address
    /// of the element is the address after the last element - length + total index - lowest total index.
    Array {
        /// The type of the elements.
        ty: Type,
        /// The number of subscripts.
        dimensions: usize,
    },
    /// The descriptor of an array parameter: a copy of the actual array's descriptor.
    ArrayName(Type),
    /// The descriptor of a procedure parameter: the place of its code, and its environment. Has the type of
    /// the result, if any.
    ProcedureName(Option<Type>),
    /// The descriptor of a label parameter.
    LabelName,
    /// The descriptor of a switch parameter.
    SwitchName,
    /// The descriptor of a string parameter: the address at which the string begins.
    StringName,
}

impl VariableKind {
    /// Whether this is a simple variable or the value that a procedure returns.
    pub const fn is_simple(self) -> bool {
        matches!(self, VariableKind::Simple(_) | VariableKind::Result(_))
    }

    /// The type of a variable, or of the elements of an array. Returns `None` for parameters without a type.
    pub const fn ty(self) -> Option<Type> {
        match self {
            VariableKind::Simple(ty)
            | VariableKind::Own(ty)
            | VariableKind::Result(ty)
            | VariableKind::Value(ty)
            | VariableKind::Name(ty)
            | VariableKind::Array { ty, .. }
            | VariableKind::ArrayName(ty) => Some(ty),
            VariableKind::ProcedureName(_)
            | VariableKind::LabelName
            | VariableKind::SwitchName
            | VariableKind::StringName => None,
        }
    }
}

/// The whole source map of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SourceMap {
    /// The texts: first the program's, then the library's.
    pub texts: Vec<MapText>,
    /// The bodies; body 0 is the program.
    pub bodies: Vec<CodeBody>,
    /// The blocks; block 0 is the outermost.
    pub blocks: Vec<CodeBlock>,
    /// The code table, sorted by home and half.
    pub code: Vec<CodeRow>,
    /// The names of cells in the running system, or the labels of a program in SLIP.
    pub names: Vec<(String, Home)>,
    /// The words that alarms print. Each word has the address of a cell that every alarm with this word
    /// executes.
    pub alarms: Vec<(String, Address)>,
}

impl SourceMap {
    /// The row for the order at this permanent place, or `None` if there is none.
    pub fn row(&self, home: Home, half: Half) -> Option<&CodeRow> {
        self.row_number(home, half).map(|number| &self.code[number])
    }

    /// The index in [`SourceMap::code`] of the row that [`SourceMap::row`] returns.
    pub fn row_number(&self, home: Home, half: Half) -> Option<usize> {
        let end = self.code.partition_point(|row| (row.home, row.half) <= (home, half));
        end.checked_sub(1).filter(|&number| match (self.code[number].home, home) {
            (Home::Drum(track, _), Home::Drum(wanted, _)) => track == wanted,
            (Home::Core(_), Home::Core(_)) => true,
            (Home::Core(_), Home::Drum(..)) | (Home::Drum(..), Home::Core(_)) => false,
        })
    }

    /// The rows at which statements begin on a line of a text. A line can have several such rows, because it
    /// can contain several statements, and because the compiler can generate code for a statement twice.
    pub fn statements(&self, text: usize, line: u32) -> impl Iterator<Item = &CodeRow> {
        let on_line = move |place: SourcePlace| place.text == text && place.line == line;
        self.code.iter().filter(move |row| row.begins && row.place.is_some_and(on_line))
    }

    /// The variables visible in a block: first the variables of the block, then those of the enclosing
    /// blocks. If two variables have the same name, the first one hides the second.
    pub fn visible(&self, block: usize) -> impl Iterator<Item = &CodeVariable> {
        let blocks = std::iter::successors(self.blocks.get(block), |block| self.blocks.get(block.outer?));
        blocks.flat_map(|block| &block.variables)
    }

    /// The permanent place of the cell with this name in [`SourceMap::names`].
    pub fn home_of(&self, name: &str) -> Option<Home> {
        self.names.iter().find(|(known, _)| known == name).map(|(_, home)| *home)
    }

    /// The address of the cell with this name. Returns `None` if the name is unknown or the cell is on the
    /// drum.
    pub fn cell_of(&self, name: &str) -> Option<Address> {
        match self.home_of(name)? {
            Home::Core(address) => Some(address),
            Home::Drum(..) => None,
        }
    }

    /// The name of the cell with this permanent place, if it has one.
    pub fn name_of(&self, home: Home) -> Option<&str> {
        self.names.iter().find(|(_, known)| *known == home).map(|(name, _)| name.as_str())
    }

    /// Writes a place as `squares.alg:12:8`.
    pub fn write_place(&self, place: SourcePlace) -> String {
        format!("{}:{}:{}", self.text_name(place.text), place.line, place.column)
    }

    /// The name of a text, or an empty name if there is no such text.
    pub fn text_name(&self, text: usize) -> &str {
        self.texts.get(text).map_or("", |text| text.name.as_str())
    }

    /// The tracks that contain the program's code and its named cells. A track can occur more than once.
    pub fn tracks(&self) -> impl Iterator<Item = TrackNo> {
        let homes = self.code.iter().map(|row| row.home).chain(self.names.iter().map(|(_, home)| *home));
        homes.filter_map(|home| match home {
            Home::Drum(track, _) => Some(track),
            Home::Core(_) => None,
        })
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
