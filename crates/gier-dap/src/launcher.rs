//! The trait [`Launcher`], through which the adapter gets programs and texts, and the faults that prevent a
//! launch.

use core::time::Duration;
use gier_word::Image;
use gier_word::source_map::MapText;
use serde_json::Value;

/// The host of the adapter. It provides programs, their source texts and a clock. It also sends messages to
/// the editor during long work.
pub trait Launcher {
    /// Returns the drum image of a program. `path` names an image, an ALGOL or SLIP text to compile, or a
    /// program that comes with gier.
    ///
    /// # Errors
    /// Returns at least one fault if there is no image.
    fn image(&mut self, path: &str) -> Result<Image, Vec<Fault>>;

    /// Finds a source text of the program: next to the program or in one of `folders`. Returns `None` if the
    /// text was not found.
    fn text(&mut self, program: &str, text: &MapText, folders: &[String]) -> Option<FoundText>;

    /// Resolves links and `..` in a path. Two paths of the same file must give equal results.
    fn whole_path(&mut self, path: &str) -> String {
        path.to_string()
    }

    /// Whether the editor has asked to end the work in progress. The editor asks with the request `pause` or
    /// `cancel`, or by ending the session. The adapter calls this method often during long work.
    fn wants_pause(&mut self) -> bool {
        false
    }

    /// The time of the host's clock, measured from any fixed start.
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    /// Sends a message to the editor immediately. The adapter uses this method only during long work.
    fn send(&mut self, message: &Value) {
        let _ = message;
    }
}

/// A source text of a program, as the editor can read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundText {
    /// The path of the file that contains the text, and the text.
    File(String, String),
    /// The text itself, if it is not in a file. For example, the text comes with gier or is on a tape.
    Contents(String),
}

/// A fault that prevents the launch of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The message: what is wrong, and what you can do.
    pub message: String,
    /// The place of the fault, if the fault is in a source text.
    pub place: Option<FaultPlace>,
}

/// The place of a fault in a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultPlace {
    /// The name of the source text, as messages show it.
    pub name: String,
    /// The path of the source text, if it is known.
    pub path: Option<String>,
    /// The line of the fault, counted from 1.
    pub line: u32,
    /// The column of the fault, counted from 1.
    pub column: u32,
}

impl Fault {
    /// The place and the message of the fault, in one line.
    pub(crate) fn written(&self) -> String {
        let Fault { message, place } = self;
        match place {
            Some(FaultPlace { name, line, column, .. }) => {
                format!("{}:{line}:{column}: {message}", last_part(name))
            }
            None => message.clone(),
        }
    }
}

/// The file name at the end of a path.
pub(crate) fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
