//! The panel draws GIER's control desk and typewriter with characters, in a terminal or in a browser, and you
//! operate it with keys. It only fills a buffer: terminal, files and clock come from the host program, which is
//! why one panel serves both.
//!
//! | module | what | uses |
//! |---|---|---|
//! | [`keys`] | the keys, the table of what they do, keys written as text | view |
//! | [`ink`] | drawing tools: pen, theme, lamps; pictures as files | nothing |
//! | `view` | the views that you can choose | nothing |
//! | [`scene`] | everything that one picture shows, as plain data | keys, ink, view |
//! | [`parts`] | draws a scene into a buffer of characters | scene |
//! | [`state`] | the [`App`]: what keys, clicks and time do | scene |
//!
//! The host calls [`App::press`], [`App::slice`] and [`App::rest`] from its own loop, and
//! [`parts::screen::draw`] when something has changed.
//!
//! ```
//! use gier_desk::host::{NoFiles, Stopped};
//! use gier_desk::pace::Speed;
//! use gier_machine::Machine;
//! use gier_panel::ink::theme::Theme;
//! use gier_panel::state::files::store::Store;
//! use gier_panel::{App, keys::script, parts::screen};
//! use ratatui::{buffer::Buffer, layout::Rect};
//!
//! let nim = gier_programs::nim_image();
//! let store = Store::new("nim", None, None, Box::new(NoFiles));
//! let machine = Machine::with_image(&nim);
//! let mut app = App::new(machine, "NIM", Speed::Max, Theme::Plain, store, Box::new(Stopped));
//! app.type_text("d", gier_word::Uops::NEVER);
//! app.press_all(&script::parse("x").unwrap());
//! app.prepare(40);
//! let area = Rect::new(0, 0, 120, 40);
//! let mut picture = Buffer::empty(area);
//! screen::draw(&app.scene(), area, &mut picture);
//! assert!(gier_panel::ink::picture::text(&picture).contains("normal stop"));
//! ```

pub mod ink;
pub mod keys;
pub mod parts;
pub mod scene;
pub mod state;
mod view;

pub use keys::Key;
pub use state::App;
