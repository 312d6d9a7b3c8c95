//! The panel: GIER's control desk with its lamps beside the typewriter, as a picture of characters
//! and what keys do to it. It runs in a terminal and in a browser alike: it names neither, nor
//! files nor a clock of their own.
//!
//! | room | what | knows |
//! |---|---|---|
//! | [`keys`] | the keys, the one table of what they do, keys as a text | view |
//! | [`ink`] | what parts are drawn with: pen, theme, lamps; pictures as files | nothing |
//! | [`view`] | the views that a person chooses among | nothing |
//! | [`scene`] | all that one picture shows, as plain data | keys, ink, view |
//! | [`parts`] | draws a scene into a buffer of characters | scene |
//! | [`state`] | the [`App`]: what keys, clicks and time do | scene |
//!
//! The machine room itself is gier-desk's: the panel's keyboard is one of its hands. The host calls
//! [`App::press`], [`App::slice`] and [`App::rest`] from its own loop and draws
//! [`parts::screen::draw`] when something has changed.
//!
//! ```
//! use gier_desk::host::{NoFiles, Stopped};
//! use gier_desk::pace::Speed;
//! use gier_machine::Machine;
//! use gier_panel::ink::theme::Theme;
//! use gier_panel::state::files::store::Store;
//! use gier_panel::{App, keys::script, parts::screen};
//! use gier_word::Image;
//! use ratatui::{buffer::Buffer, layout::Rect};
//!
//! let nim = Image::from_bytes(include_bytes!("../../../roms/nim.drum")).unwrap();
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
pub mod view;

pub use keys::Key;
pub use state::App;
