//! A source text as the parser sees it: single characters with their places, without comments.
//!
//! Two renderings are read alike. The museum's writes codes that print nothing as `#nnn`,
//! underlines as `_x`, × as `*`, ∧ as `&`, ∨ as `£` and ⏨ as `'`; the clean one is UTF-8 with
//! GIER's own characters. A sum code takes the character after it along.  [F-SLIP-6]

/// A text to be assembled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its name for people.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A text with a name.
    pub fn new(name: &str, text: &str) -> Source {
        Source { name: name.to_string(), text: text.to_string() }
    }
}

/// One character and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Char {
    /// The character, in the museum's rendering.
    pub char: char,
    /// Its first byte.
    pub at: usize,
}

/// The characters of a text.
#[derive(Clone, Debug)]
pub struct Chars {
    chars: Vec<Char>,
    length: usize,
}

const SUM_CODE: u32 = 61;
const TAB_CODE: u32 = 30;
const FORM_FEED_CODE: u32 = 72;

impl Chars {
    /// Takes a text apart.
    pub fn new(text: &str) -> Chars {
        let mut chars = Vec::with_capacity(text.len());
        let mut rest = text.char_indices();
        let mut summed = false;
        while let Some((at, char)) = rest.next() {
            let code = (char == '#').then(|| code(&text[at + 1..])).flatten();
            let char = match code {
                Some(code) => {
                    rest.nth(2);
                    if std::mem::replace(&mut summed, code == SUM_CODE) {
                        continue;
                    }
                    match code {
                        FORM_FEED_CODE => '\n',
                        TAB_CODE => ' ',
                        _ => continue,
                    }
                }
                None if std::mem::take(&mut summed) => continue,
                None => plain(char),
            };
            if char != '\r' {
                chars.push(Char { char, at });
            }
        }
        Chars { chars, length: text.len() }
    }

    /// The character at a place.
    pub fn get(&self, place: usize) -> Option<char> {
        self.chars.get(place).map(|char| char.char)
    }

    /// The first byte of the character at a place, or the length of the text.
    pub fn byte(&self, place: usize) -> usize {
        self.chars.get(place).map_or(self.length, |char| char.at)
    }
}

/// The code of `#nnn` after the `#`.
fn code(text: &str) -> Option<u32> {
    let digits = text.get(..3)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

/// GIER's characters in the museum's rendering.
fn plain(char: char) -> char {
    match char {
        '×' => '*',
        '∧' => '&',
        '∨' => '£',
        '⏨' => '\'',
        '\t' => ' ',
        _ => char,
    }
}

/// A character of the museum's rendering as GIER's typewriter prints it.
pub fn printed(char: char) -> char {
    match char {
        '*' => '×',
        '&' => '∧',
        '£' => '∨',
        '\'' => '⏨',
        _ => char,
    }
}
