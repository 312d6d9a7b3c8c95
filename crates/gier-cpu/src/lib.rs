//! The CPU of GIER: its registers, the ferrite store, and the execution of orders.
//!
//! | part of the machine | module |
//! |---|---|
//! | the registers | `registers` |
//! | the store: 1024 cells of ferrite | `ferrite` |
//! | the cycle of an order: fetch, condition, address, operation, modifiers I, M, X, V | `step` |
//! | runs: the fast execution, with decoded orders stored beside their cells | `decoded`, `code`, `runs` |
//! | the cost of each part of the cycle | [`gier_word::timing`] |
//! | arithmetic on values, without a machine | [`gier_word::arith`] |
//! | the 64 operations, each a small method | `orders` |
//! | the devices, as the CPU sees them | [`periphery`] |
//! | how to observe orders and writes | `probe`, `watch_set` |
//!
//! The CPU knows no device: everything outside it is a [`Periphery`], so that each of the two can be read and
//! tested without the other. It does not own the store either, because the drum writes into the [`Ferrite`]
//! between two orders.
//!
//! ```
//! use gier_cpu::{Cpu, Ferrite, Flow, NoDevices};
//! use gier_word::Uops;
//!
//! let mut ferrite = Ferrite::new();
//! ferrite.write(0, "5/0/32/0".parse().unwrap()); // ar 5, a full word
//! ferrite.write(5, "256/0/0/0".parse().unwrap()); // one half
//! let mut cpu = Cpu::new();
//! let mut now = Uops::ZERO;
//! assert_eq!(cpu.step(&mut ferrite, &mut NoDevices::default(), &mut now), Flow::Next);
//! assert_eq!(cpu.registers().r, 1 << 38);
//! assert_eq!(now, Uops(19));
//! ```

mod address;
mod budget;
mod code;
mod decoded;
mod effective;
mod ferrite;
mod flow;
mod orders;
pub mod periphery;
mod probe;
mod registers;
mod runs;
mod step;
mod store;
mod watch_set;

pub use effective::Effective;
pub use ferrite::Ferrite;
pub use flow::{Flow, StopCause};
pub use periphery::{NoDevices, Periphery};
pub use probe::{Arrival, Finished, Interest, IoEvent, NoProbe, Probe};
pub use registers::{Cpu, Place, Registers};
pub use runs::Limits;
pub use watch_set::{CellChange, StateView, WatchSet};
