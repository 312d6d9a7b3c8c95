//! Keeps the files of the panel in the browser's local storage, and gives the panel the browser's clock. The
//! panel shows the machine as rows of text.

use crate::dom;
use core::time::Duration;
use gier_desk::host::{Clock, Files, Trouble};

/// The first part of a file's key in the browser's storage. The name of the file follows.
const PREFIX: &str = "gier-file ";

/// The panel's files. They are kept in the browser's local storage.
pub struct BrowserFiles;

impl Files for BrowserFiles {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        let kept = dom::kept(&format!("{PREFIX}{name}")).ok_or_else(|| format!("there is no file {name}"))?;
        // Each byte is stored as the character with this code.
        let bytes: Option<Vec<u8>> = kept.chars().map(|character| u8::try_from(character).ok()).collect();
        bytes.ok_or_else(|| format!("{name} was changed by somebody else").into())
    }

    fn write(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        let text: String = contents.iter().map(|&byte| char::from(byte)).collect();
        match dom::keep(&format!("{PREFIX}{name}"), &text) {
            true => Ok(()),
            false => Err(format!("the browser does not keep {name}").into()),
        }
    }
}

/// The browser's clock. The panel takes the time from it.
pub struct BrowserClock;

impl Clock for BrowserClock {
    fn now(&self) -> Duration {
        dom::clock()
    }
}
