//! The central unit of GIER: registers, ferrite store, and one order after the other.
//!
//! | part of the machine | module |
//! |---|---|
//! | the registers and the substitutions that wait for the next order | [`registers`] |
//! | 1024 cells of ferrite | [`ferrite`] |
//! | the cycle of an order: fetch, condition, address, operation, I, M, X, V | [`step`] |
//! | an order decoded once, and runs of such orders | `decoded`, `runs` |
//! | what each part of the cycle costs | [`gier_word::timing`] |
//! | arithmetic on values, without a machine | [`gier_word::arith`] |
//! | the 64 operations, one small method each | `orders` |
//! | what the central unit asks of the world | [`periphery`] |
//! | watching orders and stores go by | [`probe`], [`lookout`] |
//!
//! The central unit knows no device: what lies outside is a [`Periphery`]. It owns no store
//! either, so that a drum may write into the [`Ferrite`] between two orders.
//!
//! ```
//! use gier_cpu::{Cpu, Ferrite, Flow, Quiet};
//! use gier_word::Uops;
//!
//! let mut ferrite = Ferrite::new();
//! ferrite.write(0, "5/0/32/0".parse().unwrap()); // ar 5, a full word
//! ferrite.write(5, "256/0/0/0".parse().unwrap()); // one half
//! let mut cpu = Cpu::new();
//! let mut now = Uops::ZERO;
//! assert_eq!(cpu.step(&mut ferrite, &mut Quiet::default(), &mut now), Flow::Next);
//! assert_eq!(cpu.registers().r, 1 << 38);
//! assert_eq!(now, Uops(19));
//! ```

mod address;
mod budget;
mod code;
mod decoded;
mod effective;
pub mod ferrite;
pub mod flow;
pub mod lookout;
mod orders;
pub mod periphery;
pub mod probe;
pub mod registers;
mod runs;
pub mod step;
mod store;

pub use effective::Effective;
pub use ferrite::Ferrite;
pub use flow::{Flow, Stop};
pub use lookout::{Change, Lookout, Moment};
pub use periphery::{Periphery, Quiet};
pub use probe::{Arrival, Finished, Met, NoProbe, Probe, Sight};
pub use registers::{Cpu, Place, Registers};
pub use runs::{Limits, is_short};
