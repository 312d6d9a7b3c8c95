//! Converts addresses of files (URIs), such as `file:///home/a/READ%20NUMBER.alg`, to paths and back.

use std::path::{Path, PathBuf};

/// Converts the address of a file to its path. On Windows, `file:///C:/a` is the path `C:\a`. Returns
/// `None` for other addresses.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // An address can name the computer, as in `file://localhost/a`.
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let text = decoded(rest)?;
    if cfg!(windows) {
        return Some(PathBuf::from(text.trim_start_matches('/').replace('/', "\\")));
    }
    Some(PathBuf::from(text))
}

/// Converts the path of a file to its address.
pub fn of_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { format!("/{}", text.replace('\\', "/")) } else { text.into_owned() };
    let mut uri = String::from("file://");
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            b':' if cfg!(windows) => uri.push(':'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// Decodes percent-encoding. Returns `None` if the result is not UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = match after {
            [high, low, ..] if *first == b'%' => {
                let digits = [*high, *low];
                std::str::from_utf8(&digits).ok().and_then(|digits| u8::from_str_radix(digits, 16).ok())
            }
            _ => None,
        };
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
#[cfg(not(windows))]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_danish_letters_are_encoded() {
        let path = Path::new("/a b/ÆBLE/READ NUMBER.alg");
        let uri = of_path(path);
        assert_eq!(uri, "file:///a%20b/%C3%86BLE/READ%20NUMBER.alg");
        assert_eq!(path_of(&uri).as_deref(), Some(path));
        assert_eq!(path_of("file://localhost/a%3Ab").as_deref(), Some(Path::new("/a:b")));
    }

    #[test]
    fn other_addresses_have_no_path() {
        assert_eq!(path_of("untitled:Untitled-1"), None);
        assert_eq!(path_of("file:///%FF"), None);
        assert_eq!(path_of("file:///100%"), Some(PathBuf::from("/100%")));
    }
}
