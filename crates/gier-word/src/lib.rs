//! The basic types of GIER: cells, orders, symbols, drum images, and the unit of time. They are a crate of their
//! own because compilers, tapes and the machine must agree on them, and because arithmetic is easiest to check
//! where there is no machine around it.
//!
//! | subject | module |
//! |---|---|
//! | addresses of cells, numbers of tracks | [`address`] |
//! | a cell of the store: 40 bits and two marks | [`cell`] |
//! | GIER's arithmetic, as functions of numbers | [`arith`] |
//! | numbers in a cell: fraction, integer, floating | [`number`] |
//! | the table of the 64 orders | [`order`] |
//! | a sentence that says what an order does | [`meaning`] |
//! | the bits of an order in its cell | [`codec`] |
//! | the 128 symbols of typewriter and tape | [`symbol`] |
//! | GIER's characters in texts, in the museum's files and on your keyboard | [`glyph`] |
//! | eight-hole paper tape | [`tape`] |
//! | the strings of an ALGOL program, packed into cells | [`strings`] |
//! | a drum image and its file format | [`image`] |
//! | a reel of magnetic tape and its file format | [`reel`] |
//! | the checksum at the end of a file | [`checksum`] |
//! | the place in the text for each order, and the program's names | [`source_map`] |
//! | the unit of time | [`uops`] |
//! | the time that each step of an order takes | [`timing`] |
//! | error messages, each with its place in a text | [`diagnostic`] |
//! | the correct word for a misspelt one | [`similar`] |
//! | a text in lines of a limited width | [`wrap`] |
//!
//! ```
//! use gier_word::{Cell, Content, number};
//!
//! // The museum writes a cell as four groups of ten bits and its marks.
//! let cell: Cell = "5/0/40/0".parse().unwrap();
//! let Content::Full(order) = Content::decode(cell) else { panic!("mark a makes a pair") };
//! assert_eq!((order.opcode.mnemonic(), order.address, order.clear), ("ar", 5, true));
//! assert_eq!(Content::Full(order).encode(), cell);
//! assert_eq!(number::float("6/396/0/0".parse().unwrap()), 99.0);
//! ```

pub mod address;
pub mod arith;
pub mod cell;
pub mod checksum;
pub mod codec;
pub mod diagnostic;
pub mod glyph;
pub mod image;
pub mod installation;
pub mod language;
pub mod meaning;
pub mod number;
pub mod order;
pub mod reel;
pub mod similar;
pub mod source_map;
pub mod state_set;
pub mod strings;
pub mod symbol;
pub mod tape;
pub mod timing;
pub mod tracks;
pub mod uops;
pub mod wrap;

pub use address::{Address, Tk, TrackNo};
pub use cell::{Cell, Half, Marks};
#[doc(inline)]
pub use codec::Content;
#[doc(inline)]
pub use diagnostic::{Diagnostic, Fix, PlacesInOrder, Span, TEXT_MAX};
#[doc(inline)]
pub use image::Image;
pub use installation::Installation;
pub use language::Language;
pub use order::{Base, IndicatorOp, Letter, Opcode, Order, Tail};
#[doc(inline)]
pub use reel::Reel;
#[doc(inline)]
pub use source_map::{Home, SourceMap};
#[doc(inline)]
pub use state_set::StateSet;
#[doc(inline)]
pub use symbol::{Case, Symbol};
pub use tracks::Tracks;
pub use uops::Uops;

/// The number of cells in the ferrite store.
pub const FERRITE_CELLS: usize = 1024;
/// The number of tracks on one drum.
pub const DRUM_TRACKS: usize = 320;
/// The largest number of tracks that a machine can have: those of six discs.
pub const TRACKS_MAX: usize = 57_600;
/// The number of cells on one track of the drum.
pub const TRACK_CELLS: usize = 40;

/// The 40 cells of one drum track, cell 0 first.
pub type Track = [Cell; TRACK_CELLS];
