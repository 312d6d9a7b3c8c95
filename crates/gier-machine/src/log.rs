//! The file format of a session: the machine at the beginning, options such as a title, and every input with
//! its order count and time. If writing is interrupted, all complete lines remain valid.
//!
//! ```text
//! gier-session 2
//! option title NIM
//! start 47494552534e4150…            the snapshot of the machine at the beginning, in hex
//! input 12345 678901 key 49          order count, time, input
//! end 23456 789012 0123456789abcdef fedcba9876543210  order count, time, state hash, sum of the output
//! ```
//!
//! The sum is of everything that was printed and punched, because a program can print something else and
//! still end in the same state.

mod words;

use crate::machine::Machine;
use crate::snapshot::BadFile;
use crate::snapshot::LONGEST_LIFE;
use crate::timeline::{Logged, Position, Timeline};
use gier_word::Uops;
use std::fmt::Write;

const HEAD: &str = "gier-session ";
/// The version of the logs that this program writes and reads. The snapshot in a log has a version of its own.
pub(crate) const VERSION: u32 = 2;

/// The end of a session. A replay up to this position must give this state hash and this output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The order count and the time at the end.
    pub position: Position,
    /// The state hash at the end.
    pub hash: u64,
    /// The sum of everything that was printed and punched: [`Machine::sent_sum`].
    pub sent: u64,
}

impl End {
    /// Returns the end of a session that ends with this machine.
    pub fn of(machine: &Machine) -> End {
        let position = Position { orders: machine.orders(), at: machine.now() };
        End { position, hash: machine.state_hash(), sent: machine.sent_sum() }
    }
}

/// The log of a session, which can be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The machine at the beginning.
    pub start: Machine,
    /// Options, each with a name and a value. The replay does not use the options.
    pub options: Vec<(String, String)>,
    /// The inputs, in order.
    pub inputs: Vec<Logged>,
    /// The end of the session, or `None` if the log has no end line.
    pub end: Option<End>,
}

/// Writes the head of a log: everything before the first input, with a newline at the end.
pub fn head(start: &Machine, options: &[(String, String)]) -> String {
    let mut text = format!("{HEAD}{VERSION}\n");
    for (name, value) in options {
        let _ = writeln!(text, "option {} {}", words::quote(name), words::quote(value));
    }
    let _ = writeln!(text, "start {}", words::hex(&start.to_bytes()));
    text
}

/// Writes an input as a line of a log, with a newline at the end.
pub fn input_line(logged: &Logged) -> String {
    let Position { orders, at } = logged.position;
    format!("input {orders} {} {}\n", at.0, words::input(&logged.input))
}

/// Writes the last line of a log, with a newline at the end.
pub fn end_line(end: &End) -> String {
    format!("end {} {} {:016x} {:016x}\n", end.position.orders, end.position.at.0, end.hash, end.sent)
}

impl Log {
    /// Whether a file that begins with these bytes is meant as a log.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(HEAD.as_bytes())
    }

    /// Creates a log of the timeline's inputs up to its present position. `start` is the machine before
    /// the first input.
    pub fn of(start: Machine, options: Vec<(String, String)>, timeline: &Timeline) -> Log {
        Log { start, options, inputs: timeline.inputs().to_vec(), end: Some(End::of(timeline.machine())) }
    }

    /// Writes the whole log as text.
    pub fn to_text(&self) -> String {
        let mut text = head(&self.start, &self.options);
        text.extend(self.inputs.iter().map(input_line));
        text.extend(self.end.as_ref().map(end_line));
        text
    }

    /// Reads a log. Ignores a last line without a newline, because that line is incomplete.
    ///
    /// # Errors
    /// Returns [`BadFile`], which names the line, if a line cannot be read.
    pub fn parse(text: &str) -> Result<Log, BadFile> {
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut lines = whole.lines().enumerate();
        let version = lines.next().and_then(|(_, line)| line.strip_prefix(HEAD)?.parse().ok());
        match version {
            Some(VERSION) => {}
            Some(other) => return Err(BadFile::LogVersion(other)),
            None => return Err(BadFile::UnknownFormat),
        }
        let mut start = None;
        let (mut options, mut inputs, mut end) = (Vec::new(), Vec::new(), None);
        let mut last = Position { orders: 0, at: Uops(0) };
        for (number, line) in lines {
            let bad = |what: String| BadFile::Line(number + 1, what);
            let mut words = line.split(' ');
            match words.next() {
                Some("option") => {
                    let mut word = || words.next().and_then(words::unquote);
                    let option = word().zip(word());
                    options.push(option.ok_or_else(|| bad("an option has a name and a value".to_string()))?);
                }
                Some("start") => {
                    let bytes = words.next().and_then(words::unhex);
                    let bytes = bytes.ok_or_else(|| bad("the snapshot is not in hex".to_string()))?;
                    let machine = Machine::from_bytes(&bytes).map_err(|what| bad(what.to_string()))?;
                    last = Position { orders: machine.orders(), at: machine.now() };
                    start = Some(machine);
                }
                Some("input") => {
                    let position = words::position(&mut words).and_then(|next| follows(last, next));
                    let position = position.map_err(bad)?;
                    inputs.push(Logged { position, input: words::parse_input(&mut words).map_err(bad)? });
                    last = position;
                }
                Some("end") => {
                    let position = words::position(&mut words).and_then(|next| follows(last, next));
                    let position = position.map_err(bad)?;
                    let mut sum = || words.next().and_then(|word| u64::from_str_radix(word, 16).ok());
                    let sums = sum().zip(sum());
                    let (hash, sent) = sums.ok_or_else(|| {
                        bad("the state hash or the sum of the output is missing".to_string())
                    })?;
                    end = Some(End { position, hash, sent });
                }
                other => {
                    return Err(bad(format!(
                        "{} begins no line of a log",
                        words::quoted(other.unwrap_or(""))
                    )));
                }
            }
        }
        let start = start.ok_or_else(|| BadFile::Line(1, "the log has no start line".to_string()))?;
        Ok(Log { start, options, inputs, end })
    }
}

/// Checks the position `next` of a line. It must not be earlier than `last`, the position of the line before.
/// The time between the two must be enough for the orders between them. Returns `next` or an error message.
fn follows(last: Position, next: Position) -> Result<Position, String> {
    if next.at < last.at || next.orders < last.orders {
        return Err("it comes before the line above it".to_string());
    }
    // Each order costs at least one micro-operation.
    if next.orders - last.orders > (next.at - last.at).0 {
        return Err(format!("{} orders take longer than that", next.orders));
    }
    if next.at > LONGEST_LOG {
        return Err("no session lasts so long".to_string());
    }
    Ok(next)
}

/// The latest time that a session log may contain. It is twice the latest time that a snapshot file may
/// contain.
const LONGEST_LOG: Uops = Uops(2 * LONGEST_LIFE.0);

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests that a session log may contain very late times. At full speed, an hour on the host is some
    /// months of machine time, so a session can last for years.
    #[test]
    fn a_log_lasts_as_long_as_a_machine_can_run() {
        let session = Log::of(Machine::new(), Vec::new(), &Timeline::new(Machine::new()));
        let lasting = |years: u64| {
            let at = Uops::from_seconds(years as f64 * 365.25 * 24.0 * 3600.0);
            let end = Some(End { position: Position { orders: 0, at }, hash: 0, sent: 0 });
            Log::parse(&Log { end, ..session.clone() }.to_text())
        };
        assert!(lasting(3).is_ok() && lasting(1500).is_ok());
        assert!(lasting(2500).is_err());
    }
}
