//! GIER on a web page: the attended machine of `gier-desk` in a browser, with the typewriter and
//! the board. The HTML and CSS files are in `page/`. `cargo xtask web` builds the whole page.
//!
//! | what | module |
//! |---|---|
//! | the session behind the page, without the browser | [`guest`], with its [`ear`] |
//! | the session in the browser's storage | [`diary`] |
//! | the last lines of the session's sheet | [`tail`] |
//! | registers, cells and frames as text | [`state`] |
//! | the machine's sounds, on the listener's clock | [`voice`], played by `speaker` |
//! | the sound of a session as a file | `wav` |
//! | what the paper says about a game of NIM | [`nim`] |
//! | what NIM's paper says of the game | [`nim`] |
//! | ALGOL and SLIP texts as images or faults | [`compile`] |
//! | tapes of the museum's archive, loaded on their systems | [`archive`] |
//! | the module with the compilers and the archive, and how the others call it | `tools`, `supplies` |
//! | the texts of the page in Danish and English | [`words`] |
//! | a machine in the shadow tree of an element | `desk`, with `lamps` |
//! | the guest's page around a machine | `page` |
//! | the panel as rows of a page | `panel`, `files` |
//! | the parts of the browser that the page uses | `dom` |

// The page is built as three modules. Each of them leaves functions unused that only another one needs.
#![cfg_attr(not(all(feature = "guest", feature = "room", feature = "tools")), allow(dead_code))]

#[cfg(feature = "tools")]
pub mod archive;
#[cfg(feature = "tools")]
pub mod compile;
#[cfg(feature = "guest")]
mod desk;
pub mod diary;
mod dom;
pub mod ear;
#[cfg(feature = "room")]
mod files;
pub mod guest;
mod lamps;
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
pub mod tail;
#[cfg(feature = "tools")]
mod tools;
pub mod voice;
mod wav;
pub mod words;
