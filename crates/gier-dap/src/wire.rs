//! The protocol's messages as bytes: a header with the length, an empty line, and JSON.

use serde_json::Value;

const LENGTH: &str = "Content-Length:";
/// The maximum length of a header or a message. Nothing longer comes from an editor.
const LONGEST: usize = 64 << 20;

/// The bytes of a message.
pub fn write(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("{LENGTH} {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Collects bytes as they arrive and returns whole messages.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    bytes: Vec<u8>,
}

impl Messages {
    /// Adds bytes that have arrived.
    pub fn take(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message, or `None` if it has not arrived completely.
    ///
    /// # Errors
    /// The bytes are not a message of the protocol.
    pub fn message(&mut self) -> Result<Option<Value>, String> {
        let Some(head) = self.bytes.windows(4).position(|bytes| bytes == b"\r\n\r\n") else {
            if self.bytes.len() > LONGEST {
                return Err("there is no heading".to_string());
            }
            return Ok(None);
        };
        let heading = String::from_utf8_lossy(&self.bytes[..head]).into_owned();
        let length = heading.lines().find_map(|line| line.strip_prefix(LENGTH)?.trim().parse::<usize>().ok());
        let length = length.filter(|&length| length <= LONGEST);
        let length = length.ok_or_else(|| format!("the heading has no {LENGTH} {heading:?}"))?;
        let begin = head + 4;
        if self.bytes.len() < begin + length {
            return Ok(None);
        }
        let body: Vec<u8> = self.bytes.drain(..begin + length).skip(begin).collect();
        serde_json::from_slice(&body).map(Some).map_err(|error| format!("this is no JSON: {error}"))
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

    /// The protocol's specification writes them so: the length in bytes, an empty line, the text.
    #[test]
    fn a_message_is_its_length_and_itself() {
        assert_eq!(write(&json!({"text": "ø"})), "Content-Length: 13\r\n\r\n{\"text\":\"ø\"}".as_bytes());
    }

    /// The reader waits for a message of 64 MiB and refuses a longer one.
    #[test]
    fn messages_have_a_maximum_length() {
        let mut messages = Messages::default();
        messages.take(b"Content-Length: 67108864\r\n\r\n");
        assert_eq!(messages.message(), Ok(None));
        let mut messages = Messages::default();
        messages.take(b"Content-Length: 67108865\r\n\r\n");
        assert!(messages.message().is_err());
    }

    #[test]
    fn other_bytes_are_refused() {
        let mut messages = Messages::default();
        messages.take(b"GET / HTTP/1.1\r\n\r\n");
        assert!(messages.message().is_err());
    }
}
