//! The machine and its surroundings: a GIER with its typewriter, its papers and an operator.
//!
//! | what | module |
//! |---|---|
//! | a recorded machine with its papers, replays, and how a run ends | [`attended`] |
//! | the typewriter: its keyboard, its shift key, and its sheet as text and as a picture | [`typewriter`] |
//! | a session: the machine with its past, and what an operator does at it | [`session`] |
//! | scripts: lines such as `type "d"` | [`acts`] |
//! | recognises what is on a paper tape | [`tapes`] |
//! | faults of source texts, formatted for reading | [`faults`] |
//! | the debugger: breakpoints and steps, forward and back in time | [`debug`] |
//! | reads and writes cells and orders as people write them, for example `ar 5` | [`notation`] |
//! | the machine's output: the typewriter's sheet, punched tape, the line printer's paper | [`papers`] |
//! | the plotter's drawing | [`plotter`] |
//! | the speed of the machine | [`pace`] |
//! | finds the source line that an ALGOL program executes now | [`whereabouts`] |
//! | the device that a program needs and the machine lacks | [`lacking`] |
//! | how a run ended, and what it means: exit status, sentence, next step | [`outcome`] |
//! | recognises that a monitor program waits for a command | [`monitor`] |
//! | files and clock, which the host provides | [`host`] |
//! | converts a tape to a text that you can edit, and back | [`tape_text`] |
//!
//! This crate uses no file, terminal, host clock or thread, but only the traits in [`host`] and
//! [`session::Host`], because the command line, the panel, the web page and an editor's debugger share it and
//! have different ones. A front end makes a [`session::Session`], implements `Host`, and calls
//! [`Session::work`](session::Session::work) in its own loop. `examples/pipe.rs` is a whole front end.
//!
//! ```
//! use gier_desk::host::NoFiles;
//! use gier_desk::session::{Happened, Session};
//! use gier_desk::{Ending, Until};
//! use gier_machine::Machine;
//!
//! let nim = gier_programs::nim_image();
//! let mut session = Session::new(Machine::with_image(&nim));
//! session.type_text("d").unwrap();
//! let happened = session.work(Until::FOREVER, &mut NoFiles).unwrap();
//! assert_eq!(happened, Happened::Ended(Ending::AwaitingKey));
//! assert!(session.papers().sheet().to_text().contains("Select language"));
//! ```
//!
//! The next example executes a script. A line of a script is called an act:
//!
//! ```
//! use gier_desk::acts::parse;
//! use gier_desk::host::NoFiles;
//! use gier_desk::session::Session;
//! use gier_machine::Machine;
//!
//! let nim = gier_programs::nim_image();
//! let mut session = Session::new(Machine::with_image(&nim));
//! let acts = parse("expect \"language\"\ntype \"d\"\nexpect \"Dansk\"\nawait key\n").unwrap();
//! session.perform(&acts, &mut NoFiles).unwrap();
//! assert!(session.paper().contains("Skriv Deres initialer"));
//! ```

pub mod acts;
pub mod arrays;
pub mod attended;
pub mod circle;
pub mod debug;
mod descriptor;
pub mod faults;
pub mod host;
pub mod lacking;
pub mod monitor;
pub mod notation;
pub mod outcome;
pub mod pace;
pub mod papers;
pub mod plotter;
pub mod session;
pub mod tape_text;
pub mod tapes;
pub mod typewriter;
pub mod whereabouts;

#[doc(inline)]
pub use attended::{
    Ears, Ending, ProgramEnd, RecordedRoom, Replay, Replaying, Until, replay, replay_end, replay_while,
};
