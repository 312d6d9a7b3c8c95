//! SLIP, GIER's symbolic machine language: assembler and disassembler.
//!
//! | step | module |
//! |---|---|
//! | what a program says, as values | [`item`], [`order_line`] |
//! | items to cells | [`assemble`](mod@assemble), [`scope`], [`constant`], [`text`]; texts that are read again: `area` |
//! | the result | [`assembly`] |
//! | text to items | [`source`], [`parse`](mod@parse) |
//! | items to text, cells to text | [`print`](mod@print), [`disassemble`](mod@disassemble) |
//! | an assembly as a drum that starts | [`starter`] |
//!
//! This crate knows words and cells only: no machine, no files.

mod area;
pub mod assemble;
pub mod assembly;
pub mod constant;
pub mod disassemble;
pub mod item;
pub mod order_line;
pub mod parse;
mod parse_block;
mod parse_order;
mod parse_text;
pub mod print;
pub mod scope;
mod slot;
pub mod source;
pub mod starter;
pub mod text;
mod word;

pub use assemble::assemble;
pub use assembly::{Assembly, Made, Store};
pub use disassemble::{disassemble, parse_cell};
pub use item::{Decimal, Expr, Head, Item, Name, Place, Statement, Symbol, TextPart, Word};
pub use order_line::{OrderLine, Part, TailLine};
pub use parse::parse;
pub use print::{print, print_item};
pub use source::Source;
pub use starter::bootable;
