//! Reads files, with error messages that say what the user can do. Also prints to standard output, with
//! invisible characters made visible.

use super::report::{one_line, visible};
use anyhow::{Context, Result, anyhow, bail};
use gier_desk::faults::is_invisible;
use gier_desk::tapes::look_and_read;
use gier_word::tape::Row;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The maximum number of bytes that are read from a file. Some devices deliver bytes without end.
const LONGEST: u64 = 64 << 20;

/// Whether the path is `-`, which means standard input or output.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Prints a text on standard output, with invisible characters made visible (see [`visible`]). If the reader
/// has closed the output, the text is dropped.
///
/// # Errors
/// Returns an error if standard output cannot be written.
pub fn print(text: &str) -> Result<()> {
    print_to_reader(&visible(text)).map(drop)
}

/// Prints a part of the typewriter's paper. Control characters, which colour red text, are not escaped.
///
/// # Errors
/// Fails like [`print()`].
pub fn print_paper(text: &str) -> Result<()> {
    print_to_reader(text).map(drop)
}

/// Prints a value as JSON on several lines.
///
/// # Errors
/// Fails like [`print()`].
pub fn print_json(value: &impl Serialize) -> Result<()> {
    print_to_reader(&(escaped(serde_json::to_string_pretty(value)?) + "\n")).map(drop)
}

/// Prints a value as JSON on one line. Returns whether standard output still has a reader.
///
/// # Errors
/// Fails like [`print()`].
pub fn print_json_line(value: &impl Serialize) -> Result<bool> {
    print_to_reader(&(escaped(serde_json::to_string(value)?) + "\n"))
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

/// Writes to standard output. Returns whether standard output still has a reader.
fn print_to_reader(text: &str) -> Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context("cannot write standard output"),
    }
}

/// The name of an input file, for messages. The path `-` is called `standard input`.
pub fn name(path: &Path) -> String {
    if is_dash(path) { "standard input".to_string() } else { one_line(&path.display().to_string()) }
}

/// The name of an output file, for messages. The path `-` is called `standard output`.
pub fn name_of_output(path: &Path) -> String {
    if is_dash(path) { "standard output".to_string() } else { one_line(&path.display().to_string()) }
}

/// Reads a file. The path `-` is standard input.
///
/// # Errors
/// Returns an error that names the file if it cannot be read or is too long.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let context = || format!("cannot read {}", name(path));
    let mut bytes = Vec::new();
    if is_dash(path) {
        io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes).with_context(context)?;
    } else if path.is_dir() {
        bail!("cannot read {}: it is a folder", name(path));
    } else {
        let file = File::open(path).with_context(context)?;
        file.take(LONGEST + 1).read_to_end(&mut bytes).with_context(context)?;
    }
    if bytes.len() as u64 > LONGEST {
        bail!("cannot read {}: it is longer than {} MB, and no file of GIER is", name(path), LONGEST >> 20);
    }
    Ok(bytes)
}

/// Checks that a file can be read twice: it is no pipe and no device. A missing file passes.
///
/// # Errors
/// Returns an error that says what the user can do.
pub fn check_rereadable(path: &Path) -> Result<()> {
    if is_dash(path) || path.exists() && !path.is_file() && !path.is_dir() {
        bail!("{} is no ordinary file: gier reads it twice, so copy it to one", name(path));
    }
    Ok(())
}

/// Reads a file as text. The path `-` is standard input.
///
/// # Errors
/// Fails like [`read`]. If the file is not UTF-8, the error names the first wrong line.
pub fn read_text(path: &Path) -> Result<String> {
    utf8(read(path)?, path)
}

/// Converts the contents of the file at `path` to text. Returns an error if they are not UTF-8.
fn utf8(bytes: Vec<u8>, path: &Path) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        anyhow!(
            "{} is not a UTF-8 text: line {line} has a byte that belongs to no character; \
             convert the file to UTF-8 first",
            name(path)
        )
    })
}

/// Reads a source text for the compiler or the assembler. A `.flx` file is a paper tape. A `.asc` file
/// is UTF-8 or ISO 8859-1. Every other file must be UTF-8.
///
/// # Errors
/// Fails like [`read_text`].
pub fn read_source(path: &Path) -> Result<String> {
    let bytes = read(path)?;
    if is_flx(path) {
        let rows: Vec<Row> = bytes.into_iter().map(Row).collect();
        return Ok(look_and_read(&rows).1.as_str().to_string());
    }
    let is_asc = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("asc"));
    if is_asc && std::str::from_utf8(&bytes).is_err() {
        return Ok(bytes.into_iter().map(char::from).collect());
    }
    utf8(bytes, path)
}

/// Whether a file is a paper tape, according to the ending of its name.
pub fn is_flx(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("flx"))
}

/// Whether gier may write to a path that the user did not name: there is nothing, or an ordinary file. A link
/// may lead to any other file.
pub fn may_write_unasked(path: &Path) -> bool {
    path.symlink_metadata().map_or(true, |data| data.is_file())
}

/// The path for the drum image of a source text. `told` is the path that the user named. If it is `None`, the
/// result is the path of the text with the ending `.drum`. Returns `None` if the user wants only a listing.
///
/// # Errors
/// Returns an error if the text is standard input, which has no name. Also returns an error if the path of the
/// text with the ending `.drum` is a link, a folder, a pipe or a device.
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

    #[test]
    fn museum_texts_may_be_latin_1() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.asc");
        std::fs::write(&path, b"\xE6\xA3").unwrap();
        assert_eq!(read_source(&path).unwrap(), "æ£");
        let error = read_text(&path).unwrap_err();
        assert!(error.to_string().contains("line 1"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn reading_stops_at_a_limit() {
        let error = read(Path::new("/dev/zero")).unwrap_err();
        assert!(error.to_string().contains("longer than 64 MB"), "{error}");
    }
}
