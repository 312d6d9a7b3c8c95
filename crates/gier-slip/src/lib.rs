//! SLIP, GIER's assembly language: assembler and disassembler.
//!
//! | step | module |
//! |---|---|
//! | the statements of a program as values, called items | [`item`]; one order: `order_line` |
//! | items to cells | [`assemble`](mod@assemble), [`constant`], [`packed_text`]; names: `scope`; loops: `area` |
//! | the result | [`assembly`] |
//! | text to items | [`source`], [`parse`](mod@parse) |
//! | common mistakes, warnings | `bare`, [`warnings`] |
//! | items to text, cells to text | [`print`](mod@print), [`disassemble`](mod@disassemble) |
//! | a drum image that starts a program | [`starter`] |
//!
//! This crate uses neither the machine nor files. Reading and assembling are two steps, because the ALGOL
//! compiler makes its items without a text. The example assembles three orders and steps through them on the
//! machine of `gier-machine`:
//!
//! ```
//! use gier_machine::Machine;
//! use gier_slip::{Name, Source, assemble, bootable, parse};
//! use gier_word::{Address, Cell};
//!
//! let text = "
//!     _d i=40
//!     arn {seven}     ; R := 7
//!     ar {seven}      ; R := R + 7
//!     gr {sum}        ; store the sum
//!     hv 2            ; where a program ends
//! {seven}: 7
//! {sum}: 0
//! ";
//! let (items, faults) = parse(&[Source::new("sum", text)]);
//! assert!(faults.is_empty());
//! let assembly = assemble(&items).unwrap();
//! let sum = Address::from(assembly.value(&Name::long("sum")).unwrap());
//!
//! let mut machine = Machine::with_image(&bootable(&assembly, "sum").unwrap());
//! while machine.cpu().registers().r1 != 40 {
//!     machine.step(); // the starter loads the program into the store
//! }
//! (0..3).for_each(|_| drop(machine.step()));
//! assert_eq!(machine.ferrite().read(sum), Cell::from_integer(14));
//! ```

mod area;
pub mod assemble;
pub mod assembly;
mod bare;
pub mod constant;
pub mod disassemble;
pub mod item;
mod order_line;
pub mod packed_text;
pub mod parse;
mod parse_block;
mod parse_order;
mod parse_text;
pub mod print;
mod scope;
mod slot;
pub mod source;
pub mod source_map;
pub mod starter;
mod warn;
mod word;

pub use assemble::{assemble, translate};
pub use assembly::{AssembledCell, Assembly};
pub use disassemble::{disassemble, parse_cell};
pub use item::{Decimal, Destination, Expr, Head, Item, Name, Statement, Symbol, TextPart, Word};
pub use order_line::{AddressPart, OrderLine, TailLine};
pub use parse::parse;
pub use print::{print, print_item};
pub use source::Source;
pub use source_map::map;
pub use starter::bootable;
pub use warn::warnings;
