//! Acts: a script language for what an operator does at the machine. [`parse`] reads a script, and a
//! [`Session`](crate::session::Session) performs it.
//!
//! ```
//! use gier_desk::acts::parse;
//! use gier_desk::host::{Files, Trouble};
//! use gier_desk::session::{Host, Session};
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
//! }
//!
//! impl Host for OneImage {}
//!
//! let acts = "\
//! drum \"nim.drum\"
//! help
//! expect \"Select language\"
//! type \"d\"
//! expect \"Dansk\"";
//! let mut session = Session::new(Machine::new());
//! session.perform(&parse(acts).unwrap(), &mut OneImage).unwrap();
//! assert!(session.paper().contains("Dansk"));
//! ```

mod act;
pub mod asc;
mod table;

pub use act::{Act, Line, Report, Saved, Wait, act, parse};
pub use table::{ACTS, ActForm, Group, completions, help, is_act};

use gier_word::Diagnostic;

/// A fault of a typed line, as one line.
pub fn in_one_line(fault: &Diagnostic) -> String {
    match fault.help.as_deref() {
        Some(help) if !help.is_empty() => format!("{}: {help}", fault.message),
        Some(_) | None => fault.message.clone(),
    }
}
