//! The connection to an editor, on standard input and output. The debugger and the language server use it.

use super::language::said;
use super::limits::REQUESTS;
use super::wire::{self, Messages};
use gier_desk::faults::{message, visible};
use serde_json::Value;
use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// Why a request could not be read.
pub enum NoRequest {
    /// The bytes are not a message of the protocol.
    Message(String),
    /// Standard input cannot be read.
    Input(io::Error),
}

/// A request of the editor, or the reason why it could not be read.
pub type Request = Result<Value, NoRequest>;

/// Starts a thread that reads the editor's requests, even while a program runs. The channel is closed when the
/// editor has closed its end.
pub fn listen() -> Receiver<Request> {
    let (sender, receiver) = mpsc::sync_channel(REQUESTS);
    thread::spawn(move || {
        let mut messages = Messages::default();
        let mut bytes = [0; 1 << 16];
        loop {
            match io::stdin().read(&mut bytes) {
                Ok(0) => return,
                Ok(count) => messages.take(&bytes[..count]),
                Err(error) => {
                    let _ = sender.send(Err(NoRequest::Input(error)));
                    return;
                }
            }
            while let Some(request) = messages.message().map_err(NoRequest::Message).transpose() {
                if sender.send(request).is_err() {
                    return;
                }
            }
        }
    });
    receiver
}

/// Sends a message to the editor. Foreign text in it cannot deceive the user: see [`make_visible`].
pub fn send(mut message: Value) -> io::Result<()> {
    make_visible(&mut message);
    let mut out = io::stdout().lock();
    out.write_all(&wire::write(&message))?;
    out.flush()
}

/// The members of a message whose text the editor shows as a message, in either protocol. `output` is another.
const SHOWN: [&str; 5] = ["message", "description", "command", "text", "format"];

/// Writes invisible characters of shown texts as codes, and cuts long lines. Paths and the contents of files
/// stay as they are, because the editor works with them.
fn make_visible(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(make_visible),
        Value::Object(members) => {
            let is_paper = members.get("category").is_some_and(|category| category == "stdout");
            for (name, member) in members {
                match member {
                    // The paper of a program has lines of any length. Other output is one message, which
                    // must not look like two.
                    Value::String(text) if name == "output" && is_paper => *text = visible(text),
                    Value::String(text) if name == "output" => {
                        *text = message(&said(text.strip_suffix('\n').unwrap_or(text))) + "\n";
                    }
                    Value::String(text) if SHOWN.contains(&name.as_str()) => {
                        let line = |line: &str| message(&said(line));
                        *text = text.split('\n').map(line).collect::<Vec<String>>().join("\n");
                    }
                    _ => make_visible(member),
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn messages_to_the_editor_are_short_and_can_be_seen() {
        let long = "\u{1b}[2J\u{202e}\nFORGED".repeat(5000);
        let mut said = json!([
            {"message": long, "body": {"error": {"format": long}, "description": long, "text": long}},
            {"body": {"category": "console", "output": long}},
        ]);
        make_visible(&mut said);
        let text = said.to_string();
        assert!(!text.contains("\\u001b") && !text.contains('\u{202e}'), "{}", &text[..200]);
        let line = said[1]["body"]["output"].as_str().unwrap();
        assert!(line.len() < 5000 && line.lines().count() == 1, "{line}");
    }

    #[test]
    fn paper_and_paths_stay_as_they_are() {
        let body = json!({"category": "stdout", "output": "a\nb\tc\n", "source": {"path": "a\u{200b}.alg"}});
        let mut said = body.clone();
        make_visible(&mut said);
        assert_eq!(said, body);
    }
}
