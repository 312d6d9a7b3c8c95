//! Converts the messages of editors to bytes and back. The protocols of the debugger and of the language server
//! share this form: a heading with the length, an empty line, and JSON.

use serde_json::Value;

const LENGTH: &str = "Content-Length:";
/// The bytes between the heading and the JSON of a message.
const END: &[u8] = b"\r\n\r\n";
/// The maximum length of a message in bytes. It bounds the memory for the JSON of a message. Only a source text
/// of almost 16 MB does not fit.
const LONGEST: usize = 16 << 20;
/// The maximum length of a heading in bytes.
const HEADING: usize = 64 << 10;
/// An error message quotes at most this many characters of a faulty heading.
const QUOTED: usize = 100;

/// Converts a message to bytes, with its heading.
pub fn write(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("{LENGTH} {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Collects the bytes of a stream and splits them into messages.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    bytes: Vec<u8>,
    /// How many bytes, from the beginning of `bytes`, were already searched for the end of a heading.
    searched: usize,
    /// The start and end of the next message's JSON in `bytes`, or `None` if its heading is incomplete.
    body: Option<(usize, usize)>,
}

impl Messages {
    /// Adds bytes from the stream.
    pub fn take(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns the next message, or `None` if it is incomplete.
    pub fn message(&mut self) -> Result<Option<Value>, String> {
        let (begin, end) = match self.body {
            Some(body) => body,
            None => match self.heading()? {
                Some(body) => *self.body.insert(body),
                None => return Ok(None),
            },
        };
        if self.bytes.len() < end {
            return Ok(None);
        }
        let message = serde_json::from_slice(&self.bytes[begin..end]);
        self.skip(end);
        message.map(Some).map_err(|error| format!("this is no JSON: {error}"))
    }

    /// The start and end of the next message's JSON in `bytes`, or `None` if its heading is incomplete.
    fn heading(&mut self) -> Result<Option<(usize, usize)>, String> {
        let found = self.bytes[self.searched..].windows(END.len()).position(|bytes| bytes == END);
        let Some(head) = found.map(|at| self.searched + at) else {
            // The last bytes can be the beginning of `END`, so they are searched again.
            self.searched = self.bytes.len().saturating_sub(END.len() - 1);
            if self.searched > HEADING {
                self.skip(self.searched);
                return Err(format!("no heading ends within {} kB", HEADING >> 10));
            }
            return Ok(None);
        };
        let begin = head + END.len();
        let heading = String::from_utf8_lossy(&self.bytes[..head]).into_owned();
        // The rest of a faulty message can come before this heading. So the last `Content-Length` counts.
        let plain = heading.to_ascii_lowercase();
        let name = LENGTH.to_ascii_lowercase();
        let mut lengths = plain.rmatch_indices(&name).filter(|(at, _)| !plain[..*at].ends_with('-'));
        let length = lengths.next().and_then(|(at, _)| heading[at + LENGTH.len()..].lines().next());
        let length = length.and_then(|length| length.trim().parse::<usize>().ok());
        match length.filter(|&length| length <= LONGEST) {
            Some(length) => Ok(Some((begin, begin + length))),
            None => {
                self.skip(begin);
                let quoted: String = heading.chars().take(QUOTED).collect();
                Err(format!("the heading {quoted:?} has no {LENGTH} of at most {LONGEST}"))
            }
        }
    }

    /// Deletes this number of bytes from the beginning of the stream.
    fn skip(&mut self, bytes: usize) {
        self.bytes.drain(..bytes);
        (self.searched, self.body) = (0, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn messages_arrive_in_pieces_of_any_size() {
        let (first, second) = (json!({"seq": 1, "text": "æøå"}), json!([2]));
        let bytes = [write(&first), write(&second)].concat();
        for size in 1..bytes.len() {
            let mut messages = Messages::default();
            let mut found = Vec::new();
            for piece in bytes.chunks(size) {
                messages.take(piece);
                while let Some(message) = messages.message().unwrap() {
                    found.push(message);
                }
            }
            assert_eq!(found, [first.clone(), second.clone()]);
        }
    }

    /// A fuzzer found this number. Without the feature `float_roundtrip`, serde_json reads it wrong by
    /// one bit.
    #[test]
    fn a_long_number_is_read_exactly() {
        let text = "9999999999999970900687339990000000000000000007396709";
        let mut messages = Messages::default();
        messages.take(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
        let number = messages.message().unwrap().unwrap();
        assert_eq!(number.as_f64(), Some(text.parse().unwrap()));
    }

    /// Writes and reads the example message of the protocol's specification.
    #[test]
    fn a_message_is_its_length_and_itself() {
        assert_eq!(write(&json!({"text": "ø"})), "Content-Length: 13\r\n\r\n{\"text\":\"ø\"}".as_bytes());
    }

    /// The protocol uses the headings of HTTP, whose names ignore case (RFC 9110, section 5.1).
    #[test]
    fn the_name_of_a_heading_is_read_in_any_case() {
        let mut messages = Messages::default();
        for name in ["content-length", "CONTENT-LENGTH", "Content-length"] {
            messages.take(format!("{name}: 3\r\n\r\n[7]").as_bytes());
            assert_eq!(messages.message(), Ok(Some(json!([7]))), "{name}");
        }
    }

    #[test]
    fn messages_have_a_maximum_length() {
        let mut messages = Messages::default();
        messages.take(b"Content-Length: 16777216\r\n\r\n");
        assert_eq!(messages.message(), Ok(None));
        let mut messages = Messages::default();
        messages.take(b"Content-Length: 16777217\r\n\r\n");
        assert!(messages.message().is_err());
    }

    /// The reader reports a faulty message once, and then reads the message after it.
    #[test]
    fn a_faulty_message_does_not_hide_the_next_one() {
        let good = json!({"seq": 7});
        let deep = format!("Content-Length: 100000\r\n\r\n{}", "[".repeat(100_000));
        for bad in [
            "GET / HTTP/1.1\r\n\r\n",
            "Content-Length: -5\r\n\r\n",
            "Content-Length: 99999999999999999999\r\n\r\n{\"seq\": 1}",
            "Content-Length: 5\r\n\r\n{\"a\":",
            "X-Content-Length: 5\r\n\r\n",
            "\r\n\r\n",
            &deep,
        ] {
            let mut messages = Messages::default();
            messages.take(bad.as_bytes());
            messages.take(&write(&good));
            assert!(messages.message().is_err(), "{bad:?}");
            assert_eq!(messages.message(), Ok(Some(good.clone())), "{bad:?}");
            assert_eq!(messages.message(), Ok(None), "{bad:?}");
        }
    }

    /// Bytes without a heading must be searched only once. Otherwise, 32 MB would take an hour.
    #[test]
    fn bytes_without_a_heading_are_dropped() {
        let mut messages = Messages::default();
        let mut faults = 0;
        for _ in 0..8192 {
            messages.take(&[b'x'; 4096]);
            faults += usize::from(messages.message().is_err());
        }
        assert!((400..600).contains(&faults) && messages.bytes.len() <= HEADING + 4096, "{faults}");
        messages.take(&write(&json!([1])));
        assert_eq!(messages.message(), Ok(Some(json!([1]))));
    }
}
