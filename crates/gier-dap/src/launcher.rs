//! The interface between the adapter and its host, and the faults that prevent a launch.

use core::time::Duration;
use gier_word::Image;
use gier_word::source_map::MapText;
use serde_json::Value;

/// The host's part of the adapter: it provides programs, their texts and the time, and sends messages
/// during long work.
pub trait Launcher {
    /// The drum image for a path: an image file, a compiled ALGOL or SLIP text, or a program that comes
    /// with gier, by name.
    ///
    /// # Errors
    /// If there is no image, returns the faults that prevent the launch: one or more.
    fn image(&mut self, path: &str) -> Result<Image, Vec<Fault>>;

    /// The path of a text from which a program was made, or `None` if it was not found. The host searches
    /// next to the program and in these folders.
    fn text(&mut self, program: &str, text: &MapText, folders: &[String]) -> Option<String>;

    /// The contents of a text that is in no file, because its program comes with gier.
    fn content(&mut self, program: &str, text: &MapText) -> Option<String> {
        let _ = (program, text);
        None
    }

    /// Resolves links and `..` in a path, so that two paths of one file are equal.
    fn whole_path(&mut self, path: &str) -> String {
        path.to_string()
    }

    /// Whether a request has arrived that ends the work in progress: `pause`, `cancel`, or the end of the
    /// session. The adapter calls this method during long work.
    fn wants_pause(&mut self) -> bool {
        false
    }

    /// The time on the host's clock since some fixed moment.
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    /// Sends a message to the editor at once, during long work.
    fn send(&mut self, message: &Value) {
        let _ = message;
    }
}

/// A fault because of which a program cannot be launched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The message: the fault, and the remedy.
    pub message: String,
    /// The place of the fault, if it is in a text.
    pub place: Option<FaultPlace>,
}

/// The place of a fault in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultPlace {
    /// The name of the text, for messages.
    pub name: String,
    /// The path of the text, if it is known.
    pub path: Option<String>,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1.
    pub column: u32,
}

impl Fault {
    /// The fault's message in one line, after its place.
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
