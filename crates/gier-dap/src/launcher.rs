//! What the adapter needs from its host, and why a program cannot be launched.

use core::time::Duration;
use gier_word::Image;
use gier_word::source_map::MapText;
use serde_json::Value;

/// The host's part of the adapter: it provides programs, their texts and the time, and sends messages
/// during long work.
pub trait Launcher {
    /// The drum image in a file, or one made from an ALGOL or SLIP text, or a program that comes with
    /// gier, by its name.
    ///
    /// # Errors
    /// There is no image. At least one fault says why.
    fn image(&mut self, path: &str) -> Result<Image, Vec<Fault>>;

    /// The path of this text, from which a program was made. The host searches next to the program
    /// and in these folders.
    fn text(&mut self, program: &str, text: &MapText, folders: &[String]) -> Option<String>;

    /// The contents of a text that is not in a file, for a program that comes with gier.
    fn content(&mut self, program: &str, text: &MapText) -> Option<String> {
        let _ = (program, text);
        None
    }

    /// The path without links and `..`, so that two paths of one file are equal.
    fn whole_path(&mut self, path: &str) -> String {
        path.to_string()
    }

    /// Whether a waiting request ends the work in progress: `pause`, `cancel`, or the end of the
    /// session. The adapter calls this during long work.
    fn wants_pause(&mut self) -> bool {
        false
    }

    /// The host's time since a fixed moment.
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    /// Sends a message to the editor at once, during long work.
    fn send(&mut self, message: &Value) {
        let _ = message;
    }
}

/// Why a program cannot be launched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, and what to do.
    pub message: String,
    /// Where that is, if it is in a text.
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
    /// The fault in one line, with its place.
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
