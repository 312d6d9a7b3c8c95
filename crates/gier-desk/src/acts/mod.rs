//! Acts: a script language for what an operator does at the machine. [`parse`] reads a script, and an
//! [`Operator`] performs it.
//!
//! ```
//! use gier_desk::acts::{Host, Operator, parse};
//! use gier_desk::host::{Files, Trouble};
//! use gier_machine::Machine;
//!
//! /// A host that has one image and prints nothing.
//! struct OneImage;
//!
//! impl Files for OneImage {
//!     fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
//!         assert_eq!(name, "nim.drum");
//!         Ok(gier_programs::nim_image().to_bytes())
//!     }
//!     fn write(&mut self, name: &str, _: &[u8]) -> Result<(), Trouble> {
//!         Err(format!("{name} is not kept").into())
//!     }
//! }
//!
//! impl Host for OneImage {
//!     fn print(&mut self, _: &str) {}
//! }
//!
//! let acts = "\
//! drum \"nim.drum\"
//! help
//! expect \"Select language\"
//! type \"d\"
//! expect \"Dansk\"";
//! let mut operator = Operator::new(Machine::new());
//! operator.perform(&parse(acts).unwrap(), &mut OneImage).unwrap();
//! assert!(operator.paper().contains("Dansk"));
//! ```

pub mod asc;
mod host;
mod inquiry;
mod language;
mod operator;
mod saving;
mod work_room;

pub use host::Host;
pub use language::{ACTS_HELP, Act, Button, Cells, Kind, Saved, Switch, Tell, Wait, parse};
pub use operator::{BadAct, Fault, Operator};
pub use work_room::WorkRoom;
