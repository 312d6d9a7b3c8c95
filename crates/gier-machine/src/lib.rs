//! The whole machine as one value: central unit, ferrite, drum, units, desk and clock.
//!
//! | part of the machine | module |
//! |---|---|
//! | everything wired together; running, stepping, the HELP button | [`machine`] |
//! | the operator's hands: feeding an input | `operate` |
//! | what happens by itself, and when | [`schedule`] |
//! | the devices by name, as the central unit sees them | [`bay`] |
//! | drum, reader, punch, typewriter, printer, buffer store, desk | [`devices`] |
//! | all that enters | [`input`] |
//! | all that leaves, and why a run pauses | [`output`] |
//! | a plain copy of what a panel shows | [`view`] |
//! | what an order would do, tried on copies | [`rehearse`] |
//! | seek, step back, look back over a whole session | [`timeline`] |
//! | the file form of the whole machine | [`snapshot`]; its numbers as bytes: `bytes` |
//! | the file form of a session: image and inputs with their times | [`session`] |
//!
//! A [`Machine`] has no handles, threads or callbacks: a copy of it is a snapshot. Time is
//! counted by the machine itself, in micro-operations; nothing here knows the host's clock.
//!
//! An operator keys two cells and presses start:
//!
//! ```
//! use gier_machine::{Input, Machine, Output, Pause, StopCause};
//! use gier_word::{Address, Half, Symbol, Uops};
//!
//! let mut machine = Machine::new();
//! let cells = ["16/49/816/928 a", "0/0/16/0"]; // vy 16 , sy 49 types an a; zq stops
//! for (cell, text) in (10u16..).zip(cells) {
//!     machine.feed(Input::SetCell(Address::new(cell), text.parse().unwrap()));
//! }
//! machine.feed(Input::SetNext(Address::new(10), Half::Left));
//! machine.feed(Input::Start);
//! let stopped = Pause::Stopped(StopCause::Zq { cell: Address::new(11) });
//! assert_eq!(machine.run_until(Uops::from_seconds(1.0)), stopped);
//! let typed: Vec<Output> = machine.take_output().into_iter().map(|(_, output)| output).collect();
//! assert_eq!(typed, [Output::Typed(Symbol::new(49))]);
//! ```

pub mod bay;
pub mod bootstrap;
mod bytes;
pub mod devices;
pub mod input;
pub mod machine;
mod operate;
pub mod output;
pub mod rehearse;
pub mod schedule;
pub mod session;
pub mod snapshot;
mod state;
pub mod timeline;
pub mod view;

pub use bay::Bay;
pub use devices::drum::Drum;
pub use gier_cpu::periphery::{Direction, Transfer};
pub use gier_cpu::{
    Arrival, Change, Cpu, Effective, Ferrite, Finished, Flow, Lookout, Met, Moment, NoProbe, Place, Probe,
    Registers, Sight,
};
pub use input::{Input, Register, Tape};
pub use machine::Machine;
pub use output::{Output, Pause, StopCause};
pub use session::Session;
pub use snapshot::BadFile;
pub use timeline::{Position, Timeline};
pub use view::PanelView;
