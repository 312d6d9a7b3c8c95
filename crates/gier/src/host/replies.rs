//! Takes the replies of a terminal out of the keys. A terminal answers a question of gier, or of a program before it,
//! on the same line on which it sends keys. On a slow line an answer comes late or in pieces, and crossterm, which knows
//! only some replies, then reports its characters as keys.
//!
//! | reply | bytes | example |
//! |---|---|---|
//! | OSC, DCS, APC, PM | ESC and one of `]P_^`, a text, then BEL or ESC `\` | `ESC ]11;rgb:ffff/ffff/ffff BEL` |
//! | DA, DSR and others | ESC `[`, digits and signs, one of `cnRytux` | `ESC [?62;4c` |

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use std::time::Duration;

/// How long Esc is held back: the rest of a reply may follow. A person needs longer for a second key.
const ESCAPE: Duration = Duration::from_millis(50);
/// How long the first characters of a reply are held back until the next one shows that it is a reply.
const INTRODUCTION: Duration = Duration::from_millis(250);
/// How long after Esc its reply may go on, and how long a reply may be silent in the middle.
const SILENCE: Duration = Duration::from_secs(2);
/// The longest reply in characters. A longer text is no reply.
const LONGEST: usize = 4096;

/// Whether a colour is light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The background of the terminal is light.
    Light,
    /// The background of the terminal is dark.
    Dark,
}

/// What comes from a terminal, without its replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// A key, the mouse, or a new size.
    Event(Event),
    /// The answer to the question for the background colour.
    Ground(Ground),
}

/// What may be in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// No reply.
    #[default]
    None,
    /// Esc has come, and may begin a reply.
    Escape,
    /// Esc and one of `]P_^` have come. The character is kept.
    Introduction(char),
    /// The text of such a reply.
    Text,
    /// Esc in the text, which `\` may follow.
    Ending,
    /// Esc and `[` have come, and perhaps digits.
    Control,
}

/// Finds the replies among the events of a terminal.
#[derive(Debug, Default)]
pub struct Replies {
    state: State,
    /// Events that are keys if no reply follows.
    held: Vec<Event>,
    /// The characters of the reply.
    text: String,
    /// When the last event came.
    last: Duration,
    /// When Esc was last given on as a key.
    escape: Option<Duration>,
}

impl Replies {
    /// Takes an event that comes at the time `now`. Returns what is no part of a reply.
    pub fn take(&mut self, event: Event, now: Duration) -> Vec<Arrival> {
        let mut given = self.expire(now);
        self.last = now;
        match event {
            Event::Key(key) if !key.is_release() => self.key(key, now, &mut given),
            other => given.push(Arrival::Event(other)),
        }
        given
    }

    /// The time at which held keys are given on if nothing comes.
    pub fn due(&self) -> Option<Duration> {
        let wait = match self.state {
            State::None => return None,
            State::Escape => ESCAPE,
            State::Introduction(_) | State::Control => INTRODUCTION,
            State::Text | State::Ending => SILENCE,
        };
        Some(self.last + wait)
    }

    /// Gives on the held keys if their time is over.
    pub fn expire(&mut self, now: Duration) -> Vec<Arrival> {
        let mut given = Vec::new();
        if self.due().is_some_and(|due| due <= now) {
            self.give(now, &mut given);
        }
        given
    }

    /// Ends the reply, and gives on the held keys.
    fn give(&mut self, now: Duration, given: &mut Vec<Arrival>) {
        if self.held.iter().any(is_escape) {
            self.escape = Some(now);
        }
        given.extend(self.held.drain(..).map(Arrival::Event));
        self.text.clear();
        self.state = State::None;
    }

    fn key(&mut self, key: KeyEvent, now: Duration, given: &mut Vec<Arrival>) {
        let event = Event::Key(key);
        let plain = plain(&key);
        match (self.state, plain) {
            (State::Escape | State::None, Some('[')) if self.follows_escape(now) => {
                self.begin(State::Control, event);
            }
            (State::Escape | State::None, Some(opening @ (']' | 'P' | '_' | '^')))
                if self.follows_escape(now) =>
            {
                self.begin(State::Introduction(opening), event);
            }
            (State::Introduction(']'), Some('0'..='9')) => self.go_on(plain),
            (State::Introduction('P'), Some('0'..='9' | '>' | '!' | '$' | '+' | '|')) => self.go_on(plain),
            (State::Introduction('_' | '^'), Some(_)) => self.go_on(plain),
            (State::Control, Some(sign)) if self.is_of_control(sign) => {
                self.text.push(sign);
                self.held.push(event);
            }
            (State::Control, Some('c' | 'n' | 'R' | 'y' | 't' | 'u' | 'x' | 'M' | 'm'))
                if !self.text.is_empty() =>
            {
                self.end(given);
            }
            (State::Text, _) if is_bell(&key) || has_alt(&key, '\\') => self.end(given),
            (State::Text, _) if is_escape(&event) => self.state = State::Ending,
            (State::Ending, Some('\\')) => self.end(given),
            (State::Text, Some(character)) if self.is_of_reply(character) => self.go_on(plain),
            // A person types while a reply comes.
            (State::Text, _) if !is_cancel(&key) => given.push(Arrival::Event(event)),
            (State::None, _) => self.first(key, given),
            _ => {
                self.give(now, given);
                self.first(key, given);
            }
        }
    }

    /// A key that is no part of a reply, but may begin one.
    fn first(&mut self, key: KeyEvent, given: &mut Vec<Arrival>) {
        let event = Event::Key(key);
        let opening = [']', 'P', '_', '^'].into_iter().find(|&opening| has_alt(&key, opening));
        match opening {
            Some(opening) => self.begin(State::Introduction(opening), event),
            None if is_escape(&event) => self.begin(State::Escape, event),
            None => given.push(Arrival::Event(event)),
        }
    }

    fn begin(&mut self, state: State, event: Event) {
        self.state = state;
        self.held.push(event);
    }

    /// Whether Esc is held, or was given on a moment ago: the reply came in pieces.
    fn follows_escape(&self, now: Duration) -> bool {
        self.state == State::Escape || self.escape.is_some_and(|escape| now - escape < SILENCE)
    }

    /// Adds a character to the text of a reply, which is certain now.
    fn go_on(&mut self, character: Option<char>) {
        if let State::Introduction(opening) = self.state {
            self.text.push(opening);
        }
        self.held.clear();
        self.text.extend(character);
        self.state = if self.text.len() < LONGEST { State::Text } else { State::None };
    }

    /// Whether a character may be in this reply. That of a colour has a small alphabet.
    fn is_of_reply(&self, character: char) -> bool {
        !self.text.starts_with("]1") || character.is_ascii_hexdigit() || ";:/rg".contains(character)
    }

    /// Whether a digit or sign may be in a reply that begins with ESC `[`. If Esc was given on as a key, only a sign
    /// that a person hardly types there can begin it.
    fn is_of_control(&self, sign: char) -> bool {
        let is_begun = !self.text.is_empty() || self.held.iter().any(is_escape);
        "?>".contains(sign) || is_begun && (sign.is_ascii_digit() || ";<$".contains(sign))
    }

    /// Ends a whole reply.
    fn end(&mut self, given: &mut Vec<Arrival>) {
        given.extend(self.text.strip_prefix("]11;rgb:").and_then(ground).map(Arrival::Ground));
        (self.state, self.escape) = (State::None, None);
        self.held.clear();
        self.text.clear();
    }
}

/// Whether a colour such as `ffff/ffff/dcdc` is light.
fn ground(colour: &str) -> Option<Ground> {
    let parts = colour.split('/').map(|part| {
        let most = 16_u32.checked_pow(u32::try_from(part.len()).ok()?)?.checked_sub(1)?;
        Some(f64::from(u32::from_str_radix(part, 16).ok()?) / f64::from(most))
    });
    let [red, green, blue] = parts.collect::<Option<Vec<f64>>>()?.try_into().ok()?;
    // The luma of ITU-R BT.601, which is good enough to tell light from dark.
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    Some(if luma > 0.5 { Ground::Light } else { Ground::Dark })
}

/// The character of a key without Ctrl and Alt.
fn plain(key: &KeyEvent) -> Option<char> {
    match key.code {
        KeyCode::Char(character) if key.modifiers.difference(KeyModifiers::SHIFT).is_empty() => {
            Some(character)
        }
        _ => None,
    }
}

fn has_alt(key: &KeyEvent, character: char) -> bool {
    key.code == KeyCode::Char(character) && key.modifiers.difference(KeyModifiers::SHIFT) == KeyModifiers::ALT
}

fn is_bell(key: &KeyEvent) -> bool {
    key.code == KeyCode::Char('g') && key.modifiers == KeyModifiers::CONTROL
}

/// Ctrl-C and Ctrl-Z work in the middle of a reply.
fn is_cancel(key: &KeyEvent) -> bool {
    matches!(key.code, KeyCode::Char('c' | 'z')) && key.modifiers == KeyModifiers::CONTROL
}

fn is_escape(event: &Event) -> bool {
    matches!(event, Event::Key(key) if key.code == KeyCode::Esc && key.modifiers.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events that crossterm makes of bytes that arrive at once.
    fn events(bytes: &str) -> Vec<Event> {
        let mut events = Vec::new();
        let mut rest = bytes.chars().peekable();
        while let Some(character) = rest.next() {
            let (code, modifiers) = match character {
                '\u{1b}' => match rest.next() {
                    None => (KeyCode::Esc, KeyModifiers::NONE),
                    Some(next) => (KeyCode::Char(next), KeyModifiers::ALT),
                },
                '\u{7}' => (KeyCode::Char('g'), KeyModifiers::CONTROL),
                '\u{3}' => (KeyCode::Char('c'), KeyModifiers::CONTROL),
                _ => (KeyCode::Char(character), KeyModifiers::NONE),
            };
            events.push(Event::Key(KeyEvent::new(code, modifiers)));
        }
        events
    }

    /// What comes through if the pieces arrive so many milliseconds apart.
    fn through(pieces: &[&str], apart: u64) -> Vec<Arrival> {
        let mut replies = Replies::default();
        let mut now = Duration::from_secs(10);
        let mut given = Vec::new();
        for piece in pieces {
            given.extend(events(piece).into_iter().flat_map(|event| replies.take(event, now)));
            now += Duration::from_millis(apart);
            given.extend(replies.expire(now));
        }
        given.extend(replies.expire(now + SILENCE));
        given
    }

    fn keys(bytes: &str) -> Vec<Arrival> {
        events(bytes).into_iter().map(Arrival::Event).collect()
    }

    const REPLIES: [&str; 6] = [
        "\u{1b}]11;rgb:1e1e/1e1e/2e2e\u{1b}\\",
        "\u{1b}]10;rgb:ffff/ffff/ffff\u{7}",
        "\u{1b}]11;rgb:fd/f6/e3\u{7}",
        "\u{1b}P>|xterm(370)\u{1b}\\",
        "\u{1b}P1$r0m\u{1b}\\",
        "\u{1b}_Gi=31;OK\u{1b}\\",
    ];

    #[test]
    fn a_reply_is_no_key_whole_or_in_two_pieces() {
        for reply in REPLIES {
            let is_key = |given: &Arrival| matches!(given, Arrival::Event(_));
            for at in reply.char_indices().map(|(at, _)| at) {
                let pieces = [&format!("j{}", &reply[..at]), &format!("{}k", &reply[at..])];
                let mut given = through(&pieces.map(String::as_str), 30);
                given.retain(is_key);
                assert_eq!(given, keys("jk"), "{reply:?} in pieces at {at}");
            }
        }
    }

    /// Tests replies whose pieces are a second apart. Only Esc itself comes through.
    #[test]
    fn a_reply_in_late_pieces_types_nothing() {
        for reply in REPLIES.iter().copied().chain(["\u{1b}[?62;4c", "\u{1b}[>41;370;0c"]) {
            let pieces = ["\u{1b}", &reply[1..], "k"];
            let mut given = through(&pieces, 1000);
            given.retain(|given| matches!(given, Arrival::Event(_)));
            assert_eq!(given, [keys("\u{1b}"), keys("k")].concat(), "{reply:?}");
        }
    }

    #[test]
    fn the_background_is_told() {
        let told = |reply| through(&[reply], 1);
        assert_eq!(told(REPLIES[0]), [Arrival::Ground(Ground::Dark)]);
        assert_eq!(told(REPLIES[2]), [Arrival::Ground(Ground::Light)]);
        for no_colour in
            ["\u{1b}]11;rgb:1/2\u{7}", "\u{1b}]11;rgb:///\u{7}", "\u{1b}]11;rgb:1/2/123456789\u{7}"]
        {
            assert_eq!(told(no_colour), []);
        }
    }

    #[test]
    fn what_a_person_types_comes_through() {
        for typed in ["jk", "\u{1b}", "\u{1b}a", "a]11", "\u{1b}]", "\u{1b}Pq", "[1;2c", "\u{3}"] {
            assert_eq!(through(&[typed], 1), keys(typed), "{typed:?}");
        }
        // Keys one after another, as fast as a person can.
        for typed in ["\u{1b}[1c", "\u{1b}]x", "\u{1b}Pj", "\u{1b}\u{1b}j"] {
            let pieces: Vec<String> = typed.chars().map(String::from).collect();
            let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
            let apart: Vec<Arrival> = pieces.iter().flat_map(|piece| keys(piece)).collect();
            assert_eq!(through(&pieces, 80), apart, "{typed:?}");
        }
        // Ctrl-C and a key in the middle of a reply.
        let given = through(&["\u{1b}]11;rgb:1", "j", "\u{3}", "k"], 30);
        assert_eq!(given, keys("j\u{3}k"));
        // A reply that never ends.
        assert_eq!(through(&["\u{1b}]11;rgb:1", "", "j"], 2500), keys("j"));
    }
}
