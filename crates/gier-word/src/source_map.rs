//! The source map of a program. For each order, the map says from which place in the program's text the order
//! was made. The map also contains the names and addresses of the program's variables and procedures. The
//! compiler writes the map into the drum image, and the debugger reads it.
//!
//! The map has a table of the code. [`SourceMap::row`] finds the row for an order, given the **home** of the
//! order's cell. The home is the permanent place of the cell on the drum or in the store. (A track can be
//! copied to different places of the store before it runs.) A row covers all orders up to the next row for
//! the same track. A row contains
//! - the place in the text of a statement, or of a smaller part such as a call;
//! - whether a statement begins there. A breakpoint on a line looks for such a row, and a step of
//!   one statement ends at the next row where a statement begins;
//! - the body (program, procedure, actual parameter, switch) that the code belongs to. While the code runs,
//!   the register p contains the address of this body's frame;
//! - the block, which determines the visible variables: [`SourceMap::visible`].
//!
//! A frame is the group of cells that one call of a body uses. The address of a variable is the address of
//! its frame plus the variable's offset. Each frame stores its environment, which is the address of the frame
//! of the enclosing body. To find a variable of an enclosing body, the debugger follows the environments,
//! starting at the current frame. `docs/algol-runtime.md` describes frames, parameters and arrays.
//!
//! [`SourceMap::to_bytes`] writes the file format, which has its own version.

mod bytes;

pub use bytes::BadMap;

use crate::checksum::crc32;
use crate::{Address, Half, TRACK_CELLS, TrackNo};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The address of the main program's frame. A frame is the group of cells that one call uses. Each frame
/// stores the address of the frame of the enclosing procedure. If this address is 0, the main program's frame
/// is meant.
pub const PROGRAM_FRAME: Address = Address::new(1020);

/// The permanent place of a program's cell. GIER can copy a track of the drum to several places of the store,
/// but the home of each cell stays the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Home {
    /// In the ferrite store, at this address.
    Core(Address),
    /// On the drum: the track, and the number of the cell on the track, counted from 0.
    Drum(TrackNo, u8),
}

impl Home {
    /// The permanent place of cell number `cell` of a drum track. Returns `None` if `cell` is not below 40.
    pub fn on_track(track: TrackNo, cell: usize) -> Option<Home> {
        let cell = u8::try_from(cell).ok().filter(|&cell| usize::from(cell) < TRACK_CELLS)?;
        Some(Home::Drum(track, cell))
    }
}

/// A place in the texts of a program. [`SourceMap::write_place`] writes it as `squares.alg:12:8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SourcePlace {
    /// The text: its index in [`SourceMap::texts`].
    pub text: usize,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

/// A text from which a program was made. The debugger recognises the text by its checksum.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MapText {
    /// The name of the text, as messages show it.
    pub name: String,
    /// The checksum of the text.
    pub sum: u32,
}

impl MapText {
    /// Describes the text with this name. The checksum is computed from `text`, the contents.
    pub fn new(name: &str, text: &str) -> MapText {
        MapText { name: name.to_string(), sum: sum(text) }
    }

    /// Whether the program was made from this text.
    pub fn is(&self, text: &str) -> bool {
        self.sum == sum(text)
    }
}

/// The checksum of a text: the CRC-32 of its UTF-8. CR LF counts as LF. So the checksum stays the same if Git
/// changes the ends of the lines.
fn sum(text: &str) -> u32 {
    crc32(text.replace("\r\n", "\n").as_bytes())
}

/// One row of the code table. It describes consecutive orders that were made from one place in the text. On a
/// track, these orders end where the next row begins, or at the end of the track. In the ferrite store, they
/// end where the next row begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CodeRow {
    /// The permanent place of the cell that contains the row's first order.
    pub home: Home,
    /// The half of this cell that contains the row's first order.
    pub half: Half,
    /// The place in the program's text. `None` for constants, and for code that was made from no text.
    pub place: Option<SourcePlace>,
    /// Whether a statement begins with this code.
    pub begins: bool,
    /// The body that the code belongs to: an index in [`SourceMap::bodies`].
    pub body: Option<usize>,
    /// The block that the code is in: an index in [`SourceMap::blocks`].
    pub block: Option<usize>,
}

/// The types of numbers and truth values in ALGOL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Type {
    /// An integer. GIER stores it as a floating-point number, which is rounded at each assignment.
    Integer,
    /// A floating-point number.
    Real,
    /// A pattern of 40 bits; it is true if bit 0 is 0.
    Boolean,
}

/// A part of the program whose code has its own frame. A frame is the group of cells that one call uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CodeBody {
    /// The kind of body.
    pub kind: BodyKind,
    /// The name without blanks, if the body is a procedure or a switch. Other bodies have an empty name. A file
    /// has only the written name.
    #[serde(skip)]
    pub name: String,
    /// The name as it is written in its declaration, with one blank between words.
    pub written: String,
    /// The place of the declaration. For an actual parameter, the place of the parameter in the call.
    pub place: SourcePlace,
    /// The number of bodies that enclose this one. The main program has level 0, and a procedure in it has
    /// level 1.
    pub level: usize,
    /// The permanent place of the body's first order.
    pub entry: Home,
}

/// The kinds of body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BodyKind {
    /// The program itself.
    Program,
    /// A procedure.
    Procedure,
    /// An expression that is passed as a parameter. Its code runs each time the called procedure uses the
    /// parameter.
    Actual,
    /// A switch.
    Switch,
}

/// A block of the program. The parameters and the body of a procedure form one block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CodeBlock {
    /// The enclosing block: an index in [`SourceMap::blocks`].
    pub outer: Option<usize>,
    /// The variables declared in the block, in the order of their declarations. Variables for which the
    /// compiler reserved no cell are left out.
    pub variables: Vec<CodeVariable>,
}

/// A variable or a parameter of the program.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CodeVariable {
    /// The name without blanks, for comparisons. A file has only the written name.
    #[serde(skip)]
    pub name: String,
    /// The name as it is written in its declaration, with one blank between words.
    pub written: String,
    /// What the variable's cell holds.
    pub kind: VariableKind,
    /// The level of the body whose frame contains the variable. Level 0 is the main program.
    pub level: usize,
    /// The offset of the variable in its frame, in cells. The variable's address is the address of the frame
    /// plus the offset.
    pub offset: i16,
    /// The lower bounds of an array with several dimensions, one for each dimension. `None` means that the
    /// bound is not constant. The list is empty for other variables. Only the map has these bounds, because
    /// the running program does not store them.
    pub lows: Vec<Option<i64>>,
}

/// What the cell of a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum VariableKind {
    /// The value of a simple variable.
    Simple(Type),
    /// The value of a variable that is declared `own`, which keeps its value when its block is left.
    Own(Type),
    /// The result of a procedure, which the procedure assigns to its own name.
    Result(Type),
    /// The value of a parameter called by value.
    Value(Type),
    /// The descriptor of a parameter called by name. The descriptor is a cell. Without marks, the cell has
    /// the address of the actual parameter in bits 0-9. With mark a, the cell itself is the value. With mark
    /// b, the cell describes code that computes the value.
    Name(Type),
    /// The descriptor of an array: a cell with the address of the dope vector in bits 0-9. The dope vector is
    /// a group of cells that describes the array. They contain the lowest total index, the length in cells,
    /// the end (the address after the last element), and the coefficients (floating-point numbers).
    ///
    /// The total index of the element `A[i, j, k]` is (i × first coefficient + j) × second coefficient + k.
    /// The first element has the lowest total index. The address of an element is end - length + its total
    /// index - lowest total index.
    Array {
        /// The type of the elements.
        ty: Type,
        /// The number of subscripts.
        dimensions: usize,
    },
    /// The descriptor of an array parameter: a copy of the descriptor of the array that the caller passes.
    ArrayName(Type),
    /// The descriptor of a procedure that is passed as a parameter. The cell contains the permanent place of
    /// the procedure's first order. It also contains the address of the frame of the enclosing body. The type
    /// is that of the procedure's result, or `None` if the procedure returns no value.
    ProcedureName(Option<Type>),
    /// The descriptor of a label parameter.
    LabelName,
    /// The descriptor of a switch parameter.
    SwitchName,
    /// The descriptor of a string parameter: the address at which the string begins.
    StringName,
}

impl VariableKind {
    /// Returns `true` for [`VariableKind::Simple`] and [`VariableKind::Result`].
    pub const fn is_simple(self) -> bool {
        matches!(self, VariableKind::Simple(_) | VariableKind::Result(_))
    }

    /// Whether the variable's cell holds its value, and no descriptor.
    pub const fn is_value(self) -> bool {
        self.is_simple() || matches!(self, VariableKind::Own(_) | VariableKind::Value(_))
    }

    /// Whether the variable is a parameter called by name.
    pub const fn is_by_name(self) -> bool {
        matches!(self, VariableKind::Name(_))
    }

    /// Whether the variable is an array.
    pub const fn is_array(self) -> bool {
        matches!(self, VariableKind::Array { .. } | VariableKind::ArrayName(_))
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SourceMap {
    /// The source texts: first the texts of the program, then the texts of the library.
    pub texts: Vec<MapText>,
    /// The bodies: the program, its procedures, actual parameters and switches. Body 0 is the program.
    pub bodies: Vec<CodeBody>,
    /// The blocks; block 0 is the outermost.
    pub blocks: Vec<CodeBlock>,
    /// The code table, sorted by the permanent places of the code.
    pub code: Vec<CodeRow>,
    /// The named cells with their permanent places. In an ALGOL program, these are cells of the run-time
    /// library. In a SLIP program, they are the labels.
    pub names: Vec<(String, Home)>,
    /// The alarms. Each has the word that the alarm prints, such as `spill`, and
    /// an address in the run-time library. Every alarm with this word executes the cell at the address. So a
    /// breakpoint there stops at the alarm.
    pub alarms: Vec<(String, Address)>,
}

impl SourceMap {
    /// The row for the order at this permanent place. Returns `None` if the map has no row for it.
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

    /// Names each text by its file, without folders, and a library text also without its ending. The first `own`
    /// texts are the program's own. So a drum image does not depend on where its texts were when it was made.
    #[must_use]
    pub fn without_folders(mut self, own: usize) -> SourceMap {
        for (number, text) in self.texts.iter_mut().enumerate() {
            let file = text.name.rsplit(['/', '\\']).next().unwrap_or_default();
            let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
            text.name = if number < own { file } else { stem }.to_string();
        }
        self
    }

    /// Writes a place as the name of the text, the line and the column: `squares.alg:12:8`.
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
