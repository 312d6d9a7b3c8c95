//! GIER on a web page: a machine of `gier-desk`, with its typewriter and its control board, in a browser.
//! The HTML and CSS files are in `page/`. `cargo xtask web` builds the whole page.
//!
//! | what | module |
//! |---|---|
//! | the session behind the page, without the browser | [`visit`]; [`ear`] records its sounds |
//! | registers, cells and frames as text | [`state`] |
//! | the machine's sounds as samples, each with its time | [`voice`]; `speaker` plays them |
//! | the cards of the gallery | [`cards`] |
//! | the sound of a session as a file | `wav` |
//! | the questions and heaps that the game NIM prints on the paper | [`nim`] |
//! | ALGOL and SLIP texts as images or faults | [`compile`] |
//! | a source text with numbered lines and underlined words | [`coloured`] |
//! | tapes of the museum's archive, and the systems that they need | [`archive`] |
//! | the module with the compilers and the archive, and how the page calls it | `tools`, `supplies` |
//! | the texts of the page in Danish and English | [`words`] |
//! | a machine in the shadow tree of an element | `desk` |
//! | the main page, with controls and texts around a machine | `page` |
//! | the panel as a web page with rows of text, and its files | `panel`, `files` |
//! | functions that call the browser | `dom` |

// The page is built as three WebAssembly modules. A module does not use the functions for the other two.
#![cfg_attr(not(all(feature = "guest", feature = "room", feature = "tools")), allow(dead_code))]

#[cfg(feature = "tools")]
pub mod archive;
pub mod cards;
pub mod coloured;
#[cfg(feature = "tools")]
pub mod compile;
#[cfg(feature = "guest")]
mod desk;
mod dom;
pub mod ear;
#[cfg(feature = "room")]
mod files;
pub mod nim;
#[cfg(feature = "guest")]
mod page;
#[cfg(feature = "room")]
mod panel;
pub mod paper;
mod speaker;
pub mod state;
#[cfg(feature = "guest")]
mod supplies;
#[cfg(feature = "tools")]
mod tools;
pub mod visit;
pub mod voice;
mod wav;
pub mod words;
