//! The editor's conventions for line numbers, column numbers and paths.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::Value;

/// The characters of a path that must be escaped in a URI.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');
const SCHEME: &str = "file://";

/// The editor's conventions for line numbers, column numbers and paths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// The editor's number for the first line: 0 or 1.
    first_line: u32,
    /// The editor's number for the first column: 0 or 1.
    first_column: u32,
    /// Whether the editor writes paths as URIs.
    uses_uris: bool,
    /// Whether the editor shows the progress of long work.
    pub shows_progress: bool,
}

impl Default for Client {
    fn default() -> Client {
        Client { first_line: 1, first_column: 1, uses_uris: false, shows_progress: false }
    }
}

impl Client {
    /// Reads the conventions of the editor from the arguments of `initialize`.
    pub fn of(arguments: &Value) -> Client {
        let first = |name: &str| u32::from(arguments[name] != false);
        Client {
            first_line: first("linesStartAt1"),
            first_column: first("columnsStartAt1"),
            uses_uris: arguments["pathFormat"] == "uri",
            shows_progress: arguments["supportsProgressReporting"] == true,
        }
    }

    /// Converts a line number, counted from 1, to the editor's counting.
    pub const fn line(self, line: u32) -> u32 {
        line - 1 + self.first_line
    }

    /// Converts a column number, counted from 1, to the editor's counting.
    pub const fn column(self, column: u32) -> u32 {
        column - 1 + self.first_column
    }

    /// Converts the editor's line number to a line number counted from 1.
    pub fn own_line(self, line: &Value) -> Option<u32> {
        let line = u32::try_from(line.as_u64()?).ok()?;
        line.checked_sub(self.first_line)?.checked_add(1)
    }

    /// Converts the editor's column number to a column number counted from 1.
    pub fn own_column(self, column: &Value) -> Option<u32> {
        let column = u32::try_from(column.as_u64()?).ok()?;
        column.checked_sub(self.first_column)?.checked_add(1)
    }

    /// Converts a path to the editor's notation: the path itself, or a URI.
    pub fn path(self, path: &str) -> String {
        if !self.uses_uris {
            return path.to_string();
        }
        let slashed = path.replace('\\', "/");
        // A path with a drive letter, such as `C:/a`, needs a slash before it in a URI.
        let slash = if slashed.starts_with('/') { "" } else { "/" };
        format!("{SCHEME}{slash}{}", utf8_percent_encode(&slashed, PLAIN))
    }

    /// Converts a path or URI from the editor to a path.
    pub fn own_path(self, path: &str) -> String {
        let Some(rest) = path.strip_prefix(SCHEME) else { return path.to_string() };
        let decoded = percent_decode_str(rest).decode_utf8_lossy().into_owned();
        let has_drive = decoded.as_bytes().get(2) == Some(&b':');
        if has_drive { decoded.trim_start_matches('/').to_string() } else { decoded }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_path_survives_as_a_uri() {
        let client = Client::of(&json!({"pathFormat": "uri"}));
        for (path, uri) in [
            ("/home/bjørn/a b.alg", "file:///home/bj%C3%B8rn/a%20b.alg"),
            ("C:/a#1.alg", "file:///C%3A/a%231.alg"),
        ] {
            assert_eq!(client.path(path), uri);
            assert_eq!(client.own_path(uri), path);
        }
        assert_eq!(Client::default().path("/a b"), "/a b");
    }

    #[test]
    fn lines_are_counted_as_the_editor_does() {
        let from_0 = Client::of(&json!({"linesStartAt1": false, "columnsStartAt1": false}));
        assert_eq!((from_0.line(7), from_0.own_line(&json!(6))), (6, Some(7)));
        assert_eq!((from_0.column(1), from_0.own_column(&json!(0))), (0, Some(1)));
        let from_1 = Client::default();
        assert_eq!(
            (from_1.line(7), from_1.own_line(&json!(7)), from_1.own_line(&json!(0))),
            (7, Some(7), None)
        );
    }
}
