//! The files of this computer. A [`Job`] makes all readers and writers.
//!
//! | what | module |
//! |---|---|
//! | reads and writes the files of a command | [`job`] |
//! | checks that no output is an input or another output | `register` |
//! | writes a file safely | `output` |
//! | locks files that others may read | [`hold`] |

pub mod hold;
mod job;
mod output;
mod register;

pub use job::{Job, text, without_mark};
pub use output::{Claim, Output, UnfinishedFile, folder, target};

use super::report::one_line;
use anyhow::{Result, bail};
use gier_desk::faults::is_invisible;
use gier_desk::tapes::look_and_read;
use gier_word::tape::Row;
use std::path::{Path, PathBuf};

/// Whether the path is `-`, which means standard input or output.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Escapes the invisible characters of a JSON text. They occur only in strings, so the value stays the
/// same.
fn escaped(json: String) -> String {
    let is_hidden = |character: char| character != '\n' && is_invisible(character);
    if !json.contains(is_hidden) {
        return json;
    }
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if is_hidden(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                text += &format!("\\u{unit:04x}");
            }
        } else {
            text.push(character);
        }
    }
    text
}

/// The name of an input file, for messages. The path `-` is called `standard input`. A name is made visible
/// here, and not where it is printed, because there a line end in it would look like the end of a line.
pub fn name(path: &Path) -> String {
    if is_dash(path) { "standard input".to_string() } else { one_line(&path.display().to_string()) }
}

/// The name of an output file, for messages. The path `-` is called `standard output`.
pub fn name_of_output(path: &Path) -> String {
    if is_dash(path) { "standard output".to_string() } else { one_line(&path.display().to_string()) }
}

/// Checks that a file can be read twice: it is no pipe and no device. A missing file passes.
pub fn check_rereadable(path: &Path) -> Result<()> {
    if is_dash(path) || path.exists() && !path.is_file() && !path.is_dir() {
        bail!("{} is no ordinary file: gier reads it twice, so copy it to one", name(path));
    }
    Ok(())
}

/// Whether a file is a paper tape, according to the ending of its name.
pub fn is_flx(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("flx"))
}

/// Whether a file is a text in the museum's notation, according to the ending of its name.
pub fn is_asc(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("asc"))
}

/// The text on a paper tape with these rows.
pub fn tape_as_text(rows: Vec<u8>) -> String {
    let rows: Vec<Row> = rows.into_iter().map(Row).collect();
    look_and_read(&rows).1.as_str().to_string()
}

/// Whether gier may write to a path that the user did not name: there is nothing, or an ordinary file. A link
/// may lead to any other file.
pub fn may_write_unasked(path: &Path) -> bool {
    path.symlink_metadata().map_or(true, |data| data.is_file())
}

/// The path for the drum image of a source text. `told` is the path that the user named. If it is `None`, the
/// result is the path of the text with the ending `.drum`. Returns `None` if the user wants only a listing.
pub fn image_output(told: Option<&Path>, text: &Path, listing: bool) -> Result<Option<PathBuf>> {
    match told {
        Some(path) => Ok(Some(path.to_owned())),
        None if listing => Ok(None),
        None if is_dash(text) => bail!("standard input has no name for the drum: give -o IMAGE"),
        None => {
            let image = text.with_extension("drum");
            if !may_write_unasked(&image) {
                bail!("{} is no ordinary file: name the image with -o IMAGE", name_of_output(&image));
            }
            Ok(Some(image))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_keeps_its_meaning_and_can_be_seen() {
        let value = serde_json::json!({"a\u{9b}": "æ\u{202e}\u{e0041}\u{1b}\"\\"});
        let text = escaped(serde_json::to_string_pretty(&value).unwrap());
        assert!(!text.chars().any(|c| c != '\n' && is_invisible(c)), "{text}");
        assert!(text.contains(r"æ\u202e\udb40\udc41\u001b"), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
