//! What the adapter needs from its host, and the faults that prevent a launch.

use core::time::Duration;
use gier_word::Image;
use gier_word::source_map::MapText;
use serde_json::Value;

/// The host of the adapter. It provides programs, their source texts and the time, and sends messages
/// during long work.
pub trait Launcher {
    /// The drum image of the program at this path. The program is an image, an ALGOL or SLIP text to
    /// compile, or the name of a program that comes with gier.
    ///
    /// # Errors
    /// If there is no image, returns the faults that prevent the launch. There is at least one.
    fn image(&mut self, path: &str) -> Result<Image, Vec<Fault>>;

    /// A source text of the program, or `None` if it was not found. The host searches next to the program
    /// and in `folders`.
    fn text(&mut self, program: &str, text: &MapText, folders: &[String]) -> Option<FoundText>;

    /// Resolves links and `..` in a path, so that two paths of one file are equal.
    fn whole_path(&mut self, path: &str) -> String {
        path.to_string()
    }

    /// Whether a request has arrived that ends the work in progress: `pause`, `cancel`, or the end of
    /// the session. Called from time to time during long work.
    fn wants_pause(&mut self) -> bool {
        false
    }

    /// The time since some fixed moment, by the host's clock.
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    /// Sends a message to the editor at once, during long work.
    fn send(&mut self, message: &Value) {
        let _ = message;
    }
}

/// A source text of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundText {
    /// The path of the text.
    File(String),
    /// The contents of a text that an editor cannot read from a file, because the program comes with gier or
    /// the text is on a tape.
    Contents(String),
}

/// A fault that prevents the launch of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The message: what is wrong, and what you can do.
    pub message: String,
    /// Where the fault is, if it is in a source text.
    pub place: Option<FaultPlace>,
}

/// Where in a source text a fault is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultPlace {
    /// The name of the source text, for messages.
    pub name: String,
    /// The path of the source text, if it is known.
    pub path: Option<String>,
    /// The line of the fault, counted from 1.
    pub line: u32,
    /// The column of the fault, counted from 1.
    pub column: u32,
}

impl Fault {
    /// The place and the message of the fault in one line.
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
