//! The computer that runs gier: files, signals, the clock, the terminal, standard input, and messages.

pub mod acts;
pub mod archive;
pub mod clock;
pub mod cores;
pub mod editor;
pub mod events;
#[expect(clippy::disallowed_methods, reason = "only these two modules open files")]
pub mod files;
#[expect(clippy::disallowed_methods, reason = "only these two modules open files")]
pub mod folders;
pub mod guest;
pub mod keys;
pub mod language;
pub mod limits;
pub mod live;
#[expect(clippy::disallowed_methods, reason = "it reads what the system tells about itself")]
pub mod load;
pub mod prompt;
pub mod replies;
pub mod report;
pub mod script;
pub mod signals;
pub mod sound;
pub mod status;
pub mod stdin;
pub mod tally;
pub mod terminal;
pub mod texts;
pub mod typist;
pub mod watch;
mod wire;
