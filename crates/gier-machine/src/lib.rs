//! The whole machine as one value: processor, ferrite store, drum, devices, desk and clock.
//!
//! | part of the machine | module |
//! |---|---|
//! | the machine: running, stepping, the HELP button | `machine` |
//! | what the operator does: keys, tapes, switches | `operate` |
//! | when each device acts next | `schedule` |
//! | all devices together, as the CPU uses them | [`devices`] |
//! | each device: drum, reader, punch, typewriter, printer, buffer store, desk | [`devices`] |
//! | everything that enters the machine | [`input`] |
//! | everything that leaves the machine, and why a run returns | `output` |
//! | the lamps and registers for a panel | `view` |
//! | what an order would do, without executing it | [`dry_run`] |
//! | a machine with its past: seek, step back, search backwards | [`timeline`] |
//! | the file format of a machine | `snapshot` |
//! | the file format of a session: the machine at its beginning, and all inputs | [`log`] |
//!
//! A [`Machine`] has no handles, threads or callbacks, so its clone is a snapshot, and going back in time needs
//! nothing more. It counts its own time, in micro-operations, and never reads the host's clock, so that a run
//! gives the same times on every host.
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
//!
//! The next example plays the game NIM of 1966 up to the order that adds the third heap to the NIM sum.
//! `docs/nim-to-the-lamps.md` shows the same moment in the program's text, on the drum and in the panel:
//!
//! ```
//! use gier_machine::{Input, Machine, Pause};
//! use gier_word::{Address, Cell, Image, Uops, glyph};
//!
//! let nim = Image::from_bytes(gier_roms::image("nim").unwrap()).unwrap();
//! let mut machine = Machine::with_image(&nim);
//! for key in "djk 3,3,".chars() {
//!     assert_eq!(machine.run_until(Uops::NEVER), Pause::AwaitingKey);
//!     machine.feed(Input::Key(glyph::symbols(key).unwrap()[0].0));
//! }
//! let two = Cell::from_integer(2); // the third heap
//! while machine.cpu().registers().r1 != 804 || machine.ferrite().read(Address::new(1013)) != two {
//!     let _ = machine.step();
//! }
//! assert_eq!(machine.cpu().registers().r, 5); // the sum of the first two heaps, 101 in binary
//! let _ = machine.step(); // mb 1013 X, the exclusive or
//! assert_eq!(machine.cpu().registers().r, 7); // 111: one more lamp is on
//! ```

mod apart;
pub mod bootstrap;
pub mod devices;
pub mod dry_run;
pub mod input;
pub mod log;
mod machine;
mod operate;
mod output;
mod schedule;
mod snapshot;
pub mod timeline;
mod view;

#[doc(inline)]
pub use devices::Devices;
#[doc(inline)]
pub use devices::drum::Drum;
#[doc(inline)]
pub use gier_cpu::periphery::{BlockFault, BlockTransfer, Direction, Transfer};
#[doc(inline)]
pub use gier_cpu::{
    Arrival, CellChange, Cpu, Effective, Ferrite, Finished, Flow, Interest, IoEvent, NoProbe, Place, Probe,
    Registers, StateView, StopCause, WatchSet,
};
#[doc(inline)]
pub use input::{Input, Register, Tape};
#[doc(inline)]
pub use log::Log;
#[doc(inline)]
pub use machine::Machine;
#[doc(inline)]
pub use output::{Output, Pause, Pen};
#[doc(inline)]
pub use snapshot::BadFile;
#[doc(inline)]
pub use timeline::{Position, Timeline};
#[doc(inline)]
pub use view::DeskRegisters;
