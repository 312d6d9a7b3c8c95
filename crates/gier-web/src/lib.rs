//! GIER on a web page: the attended machine of `gier-desk` in a browser, with the typewriter and
//! the lamps of the desk. The page and its style are in `page/`; `cargo xtask web` builds the
//! whole.
//!
//! | what | module |
//! |---|---|
//! | the session behind the page, without the browser | [`guest`], with its [`ear`] |
//! | the session in the browser's storage | [`diary`] |
//! | the last lines of its sheet | [`tail`] |
//! | the machine's sounds, on the listener's clock | [`voice`], played by `speaker` |
//! | the sound of a session as a file | `wav` |
//! | the sheet as HTML | [`paper`] |
//! | ALGOL texts compiled to images or faults | [`compile`] |
//! | the words of the page in Danish and English | [`words`] |
//! | what the visitor does on the page, what it shows, its sound | `page`, `lamps` |
//! | the panel as rows of a page | `panel`, `files` |
//! | the parts of the browser that the page uses | `dom` |

pub mod compile;
pub mod diary;
mod dom;
pub mod ear;
mod files;
pub mod guest;
mod lamps;
mod page;
mod panel;
pub mod paper;
mod speaker;
pub mod tail;
pub mod voice;
mod wav;
pub mod words;

use wasm_bindgen::prelude::wasm_bindgen;

/// Called when the browser has loaded the module, on the guest's page or on the panel's page.
#[wasm_bindgen(start)]
pub fn start() {
    match dom::document().get_element_by_id("screen") {
        None => page::begin(),
        Some(_) => panel::begin(),
    }
}
