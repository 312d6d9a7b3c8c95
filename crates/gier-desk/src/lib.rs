//! The attended machine: a GIER with its typewriter, its papers, and whoever works it.
//!
//! | what | module |
//! |---|---|
//! | the machine with its papers, the hands that work it, and the only loop that drives both | [`attended`] |
//! | the typewriter: keyboard, sheet, shift of the keyboard, the sheet as text and as picture | [`typewriter`] |
//! | the operator's language and the operator who does what it says | [`acts`] |
//! | what a paper tape is, told from its rows | [`tapes`] |
//! | faults of source texts as people read them | [`faults`] |
//! | breakpoints, steps and goals, forward and back in time | [`debug`] |
//! | the pace of the machine | [`pace`] |
//! | where an ALGOL program is, by its source map | [`whereabouts`] |
//! | files and clock, which the host brings | [`host`] |
//! | a tape as a text that people can write, and back | [`tape_text`] |
//!
//! Everything here is pure: no file, terminal, host time or thread. What is wanted of the
//! computer on which GIER is emulated goes through [`host`] and [`acts::Host`], what a person does
//! through [`Hands`]. So a command line, a panel and a web page share one machine room.
//!
//! ```
//! use gier_desk::{Ending, Room, Text, Until, attend};
//! use gier_machine::Machine;
//! use gier_word::Image;
//!
//! let nim = Image::from_bytes(include_bytes!("../../../roms/nim.drum")).unwrap();
//! let mut room = Room::new(Machine::with_image(&nim));
//! let ending = attend(&mut room, &mut Text::new("d").unwrap(), Until::FOREVER).unwrap();
//! assert_eq!(ending, Ending::AwaitingKey);
//! assert!(room.papers().sheet().to_text().contains("Select language"));
//! ```
//!
//! The same by an operator's acts:
//!
//! ```
//! use gier_desk::acts::{Operator, parse};
//! use gier_desk::host::NoFiles;
//! use gier_machine::Machine;
//! use gier_word::Image;
//!
//! let nim = Image::from_bytes(include_bytes!("../../../roms/nim.drum")).unwrap();
//! let mut operator = Operator::new(Machine::with_image(&nim));
//! let acts = parse("expect \"language\"\ntype \"d\"\nexpect \"Dansk\"\nawait key\n").unwrap();
//! operator.perform(&acts, &mut NoFiles).unwrap();
//! assert!(operator.paper().contains("Skriv Deres initialer"));
//! ```

pub mod acts;
pub mod attended;
pub mod debug;
pub mod faults;
pub mod host;
pub mod pace;
pub mod tape_text;
pub mod tapes;
pub mod typewriter;
pub mod whereabouts;

pub use attended::{
    Attended, Ears, Ending, Hands, Key, RecordedRoom, Replay, Room, Text, Until, attend, replay, replay_heard,
};
