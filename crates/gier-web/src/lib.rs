//! GIER on a web page: the attended machine of `gier-desk` in a browser, with the typewriter and
//! the lamps of the desk. Page and style lie in `page/`; `cargo xtask web` puts all together.
//!
//! | what | module |
//! |---|---|
//! | the session behind the page: no browser in it | [`guest`], with an ear if it is wanted: [`ear`] |
//! | the session in the browser's store | [`diary`] |
//! | what was heard, on the listener's clock | [`voice`], played by `speaker` |
//! | the sound of a session as a file | `wav` |
//! | the sheet as pieces of a page | [`paper`] |
//! | ALGOL texts to images or faults | [`compile`] |
//! | the words of the page in Danish and English | [`words`] |
//! | what a person does on the page, what it shows, its sound | `page`, `lamps` |
//! | the panel as rows of a page | `panel`, `files` |
//! | the browser in the words that the page needs | `dom` |

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
pub mod voice;
mod wav;
pub mod words;

use wasm_bindgen::prelude::wasm_bindgen;

/// The browser has loaded the module, on the guest's page or on that of the panel.
#[wasm_bindgen(start)]
pub fn start() {
    match dom::document().get_element_by_id("screen") {
        None => page::begin(),
        Some(_) => panel::begin(),
    }
}
