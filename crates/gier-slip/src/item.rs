//! The statements of a SLIP program as Rust types, shared by parser, assembler, printer and compilers. The
//! parser makes items from text; a compiler makes them directly.
//!
//! Items contain no unparsed text: addresses are sums of numbers and names, orders have fields,
//! and a [`Destination`] says where a cell goes.  [F-SLIP-1]

use crate::order_line::{AddressPart, OrderLine};
use gier_word::glyph::from_museum;
use gier_word::{Cell, Marks, Span};

/// A name for an address or a number. In the SLIP of 1965, a name is a letter a-e with a number; `a` means
/// `a0`. This assembler also accepts words in braces, such as `{print}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Name {
    /// A name from `a0` to `e1023`, local to the block that declares it.
    Short(char, u16),
    /// The name `{words}`, known in the whole program.
    Long(String),
}

impl Name {
    /// Creates the name `{words}`. Keeps only letters, digits, spaces and the characters `-._/`.
    pub fn long(words: &str) -> Name {
        Name::Long(words.chars().filter(|&c| c.is_alphanumeric() || " -._/".contains(c)).collect())
    }
}

/// A symbol in an expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// A label or a defined name.
    Name(Name),
    /// The symbol `i`: the address at which the cell being filled will run.
    Here,
    /// The symbol `k`: the track on which the cell being filled is stored.
    Track,
    /// The symbol `j`: the position, on its track (0-39), of the cell that is being filled.
    CellOfTrack,
}

/// A sum of a number and names. Each name has a factor, usually 1 or -1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Expr {
    /// The number in the sum, 0 if there is none.
    pub constant: i64,
    /// The names with their factors, in the order written. No factor is 0.
    pub terms: Vec<(i64, Symbol)>,
}

impl Expr {
    /// Creates a sum without names.
    pub const fn number(constant: i64) -> Expr {
        Expr { constant, terms: Vec::new() }
    }

    /// Creates a sum of one symbol.
    pub fn symbol(symbol: Symbol) -> Expr {
        Expr { constant: 0, terms: vec![(1, symbol)] }
    }

    /// Creates a sum of the symbol `i`: the address of the cell being filled.
    pub fn here() -> Expr {
        Expr::symbol(Symbol::Here)
    }

    /// Returns the sum of the two expressions.
    #[must_use]
    pub fn plus(self, other: Expr) -> Expr {
        self.sum(other, 1)
    }

    /// Returns the difference of the two expressions.
    #[must_use]
    pub fn minus(self, other: Expr) -> Expr {
        self.sum(other, -1)
    }

    fn sum(mut self, other: Expr, sign: i64) -> Expr {
        self.constant = self.constant.saturating_add(other.constant.saturating_mul(sign));
        for (factor, symbol) in other.terms {
            self.add(factor.saturating_mul(sign), symbol);
        }
        self
    }

    /// Adds `factor` times `symbol` to the sum.
    pub fn add(&mut self, factor: i64, symbol: Symbol) {
        if let Some(place) = self.terms.iter().position(|(_, known)| *known == symbol) {
            self.terms[place].0 = self.terms[place].0.saturating_add(factor);
            if self.terms[place].0 == 0 {
                self.terms.remove(place);
            }
        } else if factor != 0 {
            // Most sums have one name, and a program can have thousands of sums.
            self.terms.reserve_exact(usize::from(self.terms.is_empty()));
            self.terms.push((factor, symbol));
        }
    }

    /// Returns the value of a sum without names, or `None` if the sum has names.
    pub fn as_number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }
}

impl From<i64> for Expr {
    fn from(number: i64) -> Expr {
        Expr::number(number)
    }
}

impl From<i32> for Expr {
    fn from(number: i32) -> Expr {
        Expr::number(number.into())
    }
}

/// Converts a number of cells or tracks to a sum without names.
impl From<usize> for Expr {
    fn from(count: usize) -> Expr {
        Expr::number(i64::try_from(count).expect("no store is that large"))
    }
}

impl From<Name> for Expr {
    fn from(name: Name) -> Expr {
        Expr::symbol(Symbol::Name(name))
    }
}

impl From<&Name> for Expr {
    fn from(name: &Name) -> Expr {
        Expr::from(name.clone())
    }
}

/// Where cells are stored, and which addresses the cells have when the program runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// In the ferrite store, from this address on.
    Core(Expr),
    /// On the drum, from cell 0 of a track on. The program must read the cells into the store before it uses
    /// the cells.
    Track {
        /// The first track.
        track: Expr,
        /// The address that the first cell has when the program runs.
        runs_at: Expr,
    },
}

/// One part of the head of a block. For example, the head `k=100, i=6, a20` has three parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Head {
    /// Declares names. For example, `a20` makes the names a0 to a20 local to the block.
    Declare(char, u16),
    /// `k=…`: the following cells are stored on the drum, from this track on.
    Track(Expr),
    /// `i=…`: when the program runs, the following cells have the addresses from this one on.
    Here(Expr),
}

/// A decimal number as written. SLIP converts numbers digit by digit, so `320.0` and `320` give slightly
/// different cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// Whether the number has a minus sign.
    pub negative: bool,
    /// The digits before the point.
    pub whole: String,
    /// The digits after the point, if there is a point.
    pub decimals: Option<String>,
    /// The power of ten, if the number has one.
    pub power: Option<i32>,
}

/// The contents of one cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// One full-word order.
    Full(OrderLine),
    /// Two half-word orders.
    Pair(OrderLine, OrderLine),
    /// A whole number, and the marks of the cell. Bit 39, the last bit, is the lowest bit of the number.
    Integer(i64, Marks),
    /// A fraction -1 ≤ x < 1, and the marks of the cell. A fraction is written with a point or a power of
    /// ten.
    Fraction(Decimal, Marks),
    /// A floating number, and the marks of the cell.
    Float(Decimal, Marks),
    /// Any contents, written as four groups of ten bits and marks, for example `6/396/0/0 a`.
    Data(Cell),
}

/// A piece of a text that is packed into cells, with six bits for each symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TextPart {
    /// Symbols given by their codes, for example `_k64,29,58`.
    Codes(Vec<u8>),
    /// Characters, for example `_tundef`.
    Characters(String),
}

/// One statement of a SLIP program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Statement {
    /// `_b …`: begins a block. The head of the block has at least one part.
    Begin(Vec<Head>),
    /// `_e`: ends a block, or the program if no block is open. An `_e` with an address always ends the
    /// program, and the address is where the program starts.
    End(Option<Expr>),
    /// Sets the place where the following cells are stored.
    Place(Destination),
    /// `d1 = …`: gives a name a value. A later definition can change the value.
    Define(Name, Expr),
    /// `i = …`: sets the run-time address of the next cell. Also moves the place where the cell is stored, by
    /// the same number of cells.
    Here(Expr),
    /// `a1:` gives the name `a1` the address of the next cell.
    Label(Name),
    /// `a1h:` gives the name `a1` the address of the next cell. An earlier jump `hv` to this name becomes
    /// `hh`, which jumps to the right half of the cell.
    RightLabel(Name),
    /// The contents of one cell.
    Cell(Word),
    /// A text in as many cells as it needs.
    Text(Vec<TextPart>),
    /// `<d1, …`: begins a condition. The text up to the next `*` or `>` is assembled only if the expression,
    /// here d1, is positive. Conditions do not nest.
    If(Expr),
    /// `*`: begins the second part of a condition, which ends at the next `>`.
    Else,
    /// A `*` in a remark. If SLIP is skipping the first part of a condition, this `*` begins the second part.
    ElseAside,
    /// `>`: ends all open conditions.
    Fi,
    /// A `:` where a statement should be. This statement makes the assembly fail.
    Refuse,
    /// `_u 41`: the program starts at this address.
    Start(Expr),
    /// `_i …`: a remark for the operator.
    Inform(String),
    /// `_s`: a pause in which the operator may change names. This assembler ignores the pause.
    Stop,
    /// `_pimage<`: SLIP continues with the text of an area (a text with a name). This assembler knows only
    /// the area `image`, which is the text in cell 0 and the following cells.  [F-SLIP-17]
    Read {
        /// The name of the area.
        area: String,
        /// Whether numbers are floating-point at the start of the area's text.
        floating: bool,
    },
    /// `_l`: ends the text that `_pimage<` has called. SLIP then continues with the source text.
    Return,
}

/// A statement with its place in the source and its remark. Two items are equal if their statements are
/// equal.
#[derive(Clone, Debug)]
pub struct Item {
    /// The statement, for example a label or a cell.
    pub statement: Statement,
    /// The place of the statement in the source text, or `None` if a program made the statement.
    pub span: Option<Span>,
    /// A remark, which is printed after `;`.
    pub note: Option<String>,
}

impl PartialEq for Item {
    fn eq(&self, other: &Item) -> bool {
        self.statement == other.statement
    }
}

impl Eq for Item {}

impl From<Statement> for Item {
    fn from(statement: Statement) -> Item {
        Item { statement, span: None, note: None }
    }
}

impl From<Word> for Item {
    fn from(word: Word) -> Item {
        Item::from(Statement::Cell(word))
    }
}

impl Item {
    /// A label that names the next cell.
    pub fn label(name: Name) -> Item {
        Statement::Label(name).into()
    }

    /// A definition that gives a name a value.
    pub fn define(name: Name, value: impl Into<Expr>) -> Item {
        Statement::Define(name, value.into()).into()
    }

    /// A full-word order.
    pub fn full(order: OrderLine) -> Item {
        Word::Full(order).into()
    }

    /// Two half-word orders in one cell.
    pub fn pair(left: OrderLine, right: OrderLine) -> Item {
        Word::Pair(left, right).into()
    }

    /// A cell with a whole number and without marks. Bit 39, the last bit, is the lowest bit of the number.
    pub fn integer(value: i64) -> Item {
        Word::Integer(value, Marks::NONE).into()
    }

    /// A cell given by its bits.
    pub fn data(cell: Cell) -> Item {
        Word::Data(cell).into()
    }

    /// A text in cells. Characters that GIER's typewriter cannot print are left out.
    pub fn text(text: &str) -> Item {
        let mut parts = Vec::new();
        for (number, piece) in text.split(';').enumerate() {
            if number > 0 {
                match parts.last_mut() {
                    Some(TextPart::Codes(codes)) => codes.extend(SEMICOLON),
                    Some(TextPart::Characters(_)) | None => {
                        parts.push(TextPart::Codes(SEMICOLON.to_vec()));
                    }
                }
            }
            if !piece.is_empty() || text.is_empty() {
                parts.push(TextPart::Characters(
                    piece.chars().filter(|&c| c != '\r').map(from_museum).collect(),
                ));
            }
        }
        if parts.len() > 1 && matches!(parts.last(), Some(TextPart::Characters(_))) {
            // After a text with codes, the case stays as it is, so a code returns to lower case here. After a
            // semicolon no code is needed, because the semicolon's codes end in lower case.
            parts.push(TextPart::Codes(vec![LOWER]));
        }
        Statement::Text(parts).into()
    }

    /// An item that leaves this many cells free.
    pub fn reserve(cells: impl Into<Expr>) -> Item {
        Statement::Here(Expr::here().plus(cells.into())).into()
    }

    /// An item that puts the following cells into the ferrite store, from this address on.
    pub fn core(address: impl Into<Expr>) -> Item {
        Statement::Place(Destination::Core(address.into())).into()
    }

    /// An item that puts the following cells on the drum, from cell 0 of a track on. When the program runs,
    /// the first cell has the address `runs_at`.
    pub fn track(track: impl Into<Expr>, runs_at: impl Into<Expr>) -> Item {
        Statement::Place(Destination::Track { track: track.into(), runs_at: runs_at.into() }).into()
    }

    /// Adds a remark for the listing to the item.
    #[must_use]
    pub fn with_note(self, note: impl Into<String>) -> Item {
        Item { note: Some(note.into()), ..self }
    }

    /// Sets the item's place in a source text.
    #[must_use]
    pub(crate) fn with_span(self, span: Span) -> Item {
        Item { span: Some(span), ..self }
    }
}

/// The codes for a semicolon in a text: upper case, semicolon, lower case. A plain semicolon would end the
/// text.
const SEMICOLON: [u8; 3] = [60, 5, 58];

/// The code of the symbol for lower case.
const LOWER: u8 = 58;

/// The parts of an address, which are added up. Most addresses have one part.
pub type Address = Vec<AddressPart>;
