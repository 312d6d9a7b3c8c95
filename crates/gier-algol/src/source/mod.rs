//! Source texts: the two written forms of an ALGOL program. Both are read as the signs that were on
//! the tape, each with the bytes it came from.
//!
//! | form | file name | module |
//! |---|---|---|
//! | clean UTF-8 text, `_begin`, `«text»`, `≤` | anything else | `clean` |
//! | the museum archive's rendering, `_b_e_g_i_n`, `\|<<text\|>`, `_<` | ends in `.asc` | `asc` |
//!
//! A sign is a character of the typewriter with its underline or bar. Both forms accept any text; the lexer
//! reports the signs that cannot be in a program.  [F-AFE-1]

mod asc;
mod clean;
mod print;

use gier_word::glyph::{self, Overlay};
use std::ops::Range;

pub use print::to_clean;

pub use gier_word::TEXT_MAX;

/// The form in which a text is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// The project's own form, in UTF-8.
    #[default]
    Clean,
    /// The form of the museum's archive.
    Asc,
}

/// A source text and its name. Spans are byte positions in `text`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceText {
    /// The name of the text, for messages.
    pub name: String,
    /// The characters of the text, as UTF-8, even if the text's file has another encoding.
    pub text: String,
    /// The form of the text.
    pub form: Form,
}

impl SourceText {
    /// A text in the clean form.
    pub fn clean(name: &str, text: &str) -> SourceText {
        SourceText { name: name.to_string(), text: text.to_string(), form: Form::Clean }
    }

    /// Creates a text from the bytes of a file. If the name ends in `.asc` or `.flx`, the text has the
    /// archive's form. Never fails, because bytes that are not UTF-8 are decoded as ISO 8859-1.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> SourceText {
        let text = glyph::text_of(bytes);
        let ending = name.as_bytes().last_chunk::<4>();
        let is_museums =
            ending.is_some_and(|ending| [b".asc", b".flx"].iter().any(|it| ending.eq_ignore_ascii_case(*it)));
        let form = if is_museums { Form::Asc } else { Form::Clean };
        SourceText { name: name.to_string(), text, form }
    }

    /// Whether the text is marked as clean but looks like the museum archive's form.
    pub(crate) fn is_of_the_museum(&self) -> bool {
        self.form == Form::Clean && self.text.contains("_b_e_g_i_n")
    }

    /// The signs of the text, in order.
    pub(crate) fn signs(&self) -> Vec<TapeSign> {
        match self.form {
            Form::Clean => clean::read(&self.text),
            Form::Asc => asc::read(&self.text),
        }
    }
}

/// What a sign prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glyph {
    /// A character, newline and blank included. The character may be one that the typewriter lacks.
    Char(char),
    /// The code of a symbol that prints nothing.
    Control(u8),
}

/// A control symbol is stored as this number plus its code. Such numbers are above all characters.
const CODES: u32 = char::MAX as u32 + 1;

/// The bits of a sign that hold its glyph: a character, or a control symbol as in [`CODES`].
const WHAT: u32 = (1 << 21) - 1;
/// The bit for an underline.
const UNDERLINED: u32 = 1 << 21;
/// The bit for a bar.
const BARRED: u32 = 1 << 22;
/// The position of the field that holds the sign's length in bytes: the number of the field's lowest bit.
const LENGTH: u32 = 24;

/// A sign: a character with the underline and bar typed before it. It takes eight bytes, because a long text
/// has millions of signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TapeSign {
    /// The glyph, the underline and bar bits, and the length in bytes. A length above 255 is stored as 255.
    what: u32,
    /// The index of the first byte of the sign. Texts are no longer than [`TEXT_MAX`].
    start: u32,
}

impl TapeSign {
    /// What the sign prints.
    pub(crate) fn glyph(&self) -> Glyph {
        let what = self.what & WHAT;
        char::from_u32(what).map_or_else(|| Glyph::Control((what - CODES) as u8), Glyph::Char)
    }

    pub(crate) const fn underlined(&self) -> bool {
        self.what & UNDERLINED != 0
    }

    /// Whether the sign has a bar through it.
    pub(crate) const fn barred(&self) -> bool {
        self.what & BARRED != 0
    }

    /// The range of bytes of the text that the sign came from.
    pub(crate) fn bytes(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start + (self.what >> LENGTH) as usize
    }

    /// The character that the sign prints. Returns `None` if the sign has an underline or a bar, or is a
    /// control symbol.
    pub(crate) fn plain(&self) -> Option<char> {
        match self.glyph() {
            Glyph::Char(character) if !self.underlined() && !self.barred() => Some(character),
            Glyph::Char(_) | Glyph::Control(_) => None,
        }
    }

    /// Returns the character of a sign with an underline and no bar, or `None` for any other sign.
    pub(crate) fn lined(&self) -> Option<char> {
        match self.glyph() {
            Glyph::Char(character) if self.underlined() && !self.barred() => Some(character),
            Glyph::Char(_) | Glyph::Control(_) => None,
        }
    }

    /// Returns the letter of a sign with an underline and no bar, or `None` for any other sign.
    pub(crate) fn lined_letter(&self) -> Option<char> {
        self.lined().filter(|&character| is_letter(character))
    }

    /// Whether the sign is `character` with a bar through it.
    pub(crate) fn is_barred(&self, character: char) -> bool {
        self.barred() && !self.underlined() && self.glyph() == Glyph::Char(character)
    }

    /// Whether the sign is ignored outside strings: blank, new line, tabulator, stop code, end
    /// code, clear code, tape feed and erased rows.  [F-AFE-2]
    pub(crate) fn is_blank(&self) -> bool {
        match self.glyph() {
            Glyph::Char(character) => matches!(character, ' ' | '\n' | '\t'),
            Glyph::Control(code) => matches!(code, 11 | 12 | 28 | 63 | 127),
        }
    }
}

/// Whether this is a letter that identifiers can contain: all letters of the typewriter but å.
pub fn is_letter(character: char) -> bool {
    character.is_ascii_alphabetic() || matches!(character, 'æ' | 'ø' | 'Æ' | 'Ø')
}

/// Characters that only ALGOL texts in the clean form contain. Each stands for an underline or bar and a
/// character, such as `»` for a bar and `>`. Where two rows have the same overlay and character, the first is
/// for strings.
const ALGOL_SIGNS: [(char, Overlay, char); 5] = [
    ('␣', Overlay::Underline, ','),
    ('»', Overlay::Bar, '>'),
    ('›', Overlay::Bar, '>'),
    ('‹', Overlay::Bar, '<'),
    ('«', Overlay::Bar, '<'),
];

/// The overlay (underline or bar) and the character that a sign of the clean form consists of.
fn taken_apart(sign: char) -> Option<(Overlay, char)> {
    let ours = ALGOL_SIGNS.iter().find(|(other, ..)| *other == sign);
    ours.map(|&(_, overlay, base)| (overlay, base)).or_else(|| glyph::taken_apart(sign))
}

/// The character with which a string in the clean form writes an overlay (underline or bar) and a character.
fn composed(overlay: Overlay, base: char) -> Option<char> {
    let ours = ALGOL_SIGNS.iter().find(|(_, over, other)| (*over, *other) == (overlay, base) && base != '<');
    ours.map(|&(sign, ..)| sign).or_else(|| glyph::composed(overlay, base))
}

/// Collects the signs of a text. An underline or bar waits in the collector for the character that it marks.
struct Collector {
    signs: Vec<TapeSign>,
    underline: bool,
    bar: bool,
    /// The byte at which the waiting underline or bar began.
    start: Option<usize>,
}

impl Collector {
    /// A collector for a text of this many bytes.
    fn new(length: usize) -> Collector {
        Collector { signs: Vec::with_capacity(length), underline: false, bar: false, start: None }
    }

    fn underline(&mut self, at: usize) {
        self.underline = true;
        self.start.get_or_insert(at);
    }

    fn bar(&mut self, at: usize) {
        self.bar = true;
        self.start.get_or_insert(at);
    }

    /// Completes a sign. A new line never has an underline or a bar.
    fn push(&mut self, glyph: Glyph, bytes: Range<usize>) {
        let start = self.start.take().unwrap_or(bytes.start);
        let takes = glyph != Glyph::Char('\n');
        let what = match glyph {
            Glyph::Char(character) => u32::from(character),
            Glyph::Control(code) => CODES + u32::from(code),
        };
        let underlined = if self.underline && takes { UNDERLINED } else { 0 };
        let barred = if self.bar && takes { BARRED } else { 0 };
        let length = u32::from(u8::try_from(bytes.end - start).unwrap_or(u8::MAX)) << LENGTH;
        self.signs.push(TapeSign { what: what | underlined | barred | length, start: start as u32 });
        self.underline = false;
        self.bar = false;
    }

    /// Returns the signs, without those between punch off (31) and punch on (44).  [F-AFE-2]
    fn finish(self) -> Vec<TapeSign> {
        let mut off = false;
        let mut signs = self.signs;
        signs.retain(|sign| match sign.glyph() {
            Glyph::Control(31) => {
                off = true;
                false
            }
            Glyph::Control(44) => {
                off = false;
                false
            }
            Glyph::Char(_) | Glyph::Control(_) => !off,
        });
        signs
    }
}

/// The glyph of a symbol that is written as its code: a character if the symbol prints or moves the carriage.
/// Returns `None` for case shifts.
fn control(code: u8) -> Option<Glyph> {
    match code & 127 {
        0 => Some(Glyph::Char(' ')),
        30 => Some(Glyph::Char('\t')),
        64 => Some(Glyph::Char('\n')),
        58 | 60 => None,
        code => Some(Glyph::Control(code)),
    }
}

#[cfg(test)]
mod tests;
