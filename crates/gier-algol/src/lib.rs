//! A compiler for GIER ALGOL III: from a program text to a drum image for the emulated machine.
//!
//! | step | module |
//! |---|---|
//! | reads a text in either of its two written forms, as the characters on a tape | [`source`] |
//! | how each symbol is typed on a keyboard of today | [`typing`] |
//! | groups the characters into basic symbols (tokens); makes a syntax tree | `lex`, `parse`, `syntax` |
//! | finds what each name means, and the type of each expression; makes the checked tree | `check`, [`ast`] |
//! | helps editors; finds mistakes; lists the procedures | [`analyse()`], `bare`, `plain`, `unset`, `losses`, [`standard`], [`words`] |
//! | generates SLIP code from the checked tree; divides it among tracks; adds the run-time library | `back` |
//!
//! Every text gives either a drum image or a list of errors with their places. `docs/algol.md` describes the
//! language, and `docs/algol-runtime.md` the generated code.
//!
//! The example is the statement of the game NIM that `docs/nim-to-the-lamps.md` follows down to the lamps. In
//! GIER ALGOL III, `≡` works on all bits of a Boolean, and makes their exclusive or [F-RUN-5]:
//!
//! ```
//! use gier_algol::compile;
//! use gier_algol::source::SourceText;
//!
//! let text = "_begin _boolean sum, heap; pack(sum, 0, 39, 5); pack(heap, 0, 39, 2); sum := sum ≡ heap _end;";
//! let (compilation, faults) = compile(&[SourceText::clean("nim", text)], &mut |_| None);
//! assert!(faults.is_empty());
//! let listing = compilation.unwrap().listing(); // SLIP, which the assembler can read
//! assert!(listing.contains("mb p-2 X"), "the order for the exclusive or: {listing}");
//!
//! let wrong = SourceText::clean("wrong", "_begin i := 1 _end;");
//! let (_, faults) = compile(&[wrong.clone()], &mut |_| None);
//! assert_eq!(faults[0].span.line_and_column(&wrong.text), (1, 8));
//! ```

mod analyse;
pub mod ast;
mod back;
mod bare;
mod check;
mod front;
#[cfg(test)]
mod front_tests;
mod lex;
mod losses;
mod parse;
mod plain;
pub mod source;
pub mod standard;
mod syntax;
mod translate;
pub mod typing;
mod unset;
pub mod words;

pub use analyse::{Analysis, Token, analyse, analyse_library};
pub use back::{Compilation, Statistics};
pub use check::{Meaning, Scope};
pub use front::{Parsed, parse};
pub use lex::{Basic, TokenKind, WORDS, has_program};
pub use translate::{Translated, compile, translate};
