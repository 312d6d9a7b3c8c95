//! Source texts: the two written forms of an ALGOL program. Both are converted to the characters on a tape, so
//! that the lexer knows one form, and each character keeps the range of bytes from which it was read, so that a
//! message can point at the text.
//!
//! | form | file name | module |
//! |---|---|---|
//! | the museum archive's form, `_b_e_g_i_n`, `\|<<text\|>`, `_<` | ends in `.asc` or `.flx` | `asc` |
//! | the clean form: UTF-8 text, `_begin`, `«text»`, `≤` | any other | `clean` |
//!
//! A sign (`TapeSign`) is a character of the typewriter with its underline or bar. The conversion accepts any
//! text, because a comment may contain anything; the lexer reports the characters that cannot be in a program.
//! [F-AFE-1]

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
    /// The form that gier defines for program texts. It is UTF-8 text with an underscore before underlined
    /// words, such as `_begin`.
    #[default]
    Clean,
    /// The form of the museum's archive, with an underscore before each underlined letter, such as
    /// `_b_e_g_i_n`.
    Asc,
}

/// A source text and its name. Spans are byte positions in `text`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceText {
    /// The name of the text, for messages.
    pub name: String,
    /// The characters of the text, as UTF-8, even if the text's file has another encoding.
    pub text: String,
    /// Whether the text is in the clean form or in the archive's form.
    pub form: Form,
}

impl SourceText {
    /// Creates a text in the clean form, which is [`Form::Clean`].
    pub fn clean(name: &str, text: &str) -> SourceText {
        SourceText { name: name.to_string(), text: text.to_string(), form: Form::Clean }
    }

    /// Creates a text from the bytes of a file. If the name ends in `.asc` or `.flx`, the text has the
    /// archive's form. If the bytes are not UTF-8, decodes them as ISO 8859-1, so this never fails.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> SourceText {
        let text = glyph::text_of(bytes);
        let ending = name.as_bytes().last_chunk::<4>();
        let is_museums =
            ending.is_some_and(|ending| [b".asc", b".flx"].iter().any(|it| ending.eq_ignore_ascii_case(*it)));
        let form = if is_museums { Form::Asc } else { Form::Clean };
        SourceText { name: name.to_string(), text, form }
    }

    /// Whether the text is marked as clean, but contains `_b_e_g_i_n`, which only the archive's form uses.
    pub(crate) fn is_of_the_museum(&self) -> bool {
        self.form == Form::Clean && self.text.contains("_b_e_g_i_n")
    }

    /// The characters of the text as they were on the tape, with their underlines and bars.
    pub(crate) fn signs(&self) -> Vec<TapeSign> {
        match self.form {
            Form::Clean => clean::read(&self.text),
            Form::Asc => asc::read(&self.text),
        }
    }
}

/// The character or control symbol of a [`TapeSign`], without underline and bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glyph {
    /// A character, which can be a newline or a blank. The typewriter may lack this character.
    Char(char),
    /// The code of a symbol that prints nothing.
    Control(u8),
}

/// In a `TapeSign`, a control symbol is stored as `CODES` plus its code. The result is greater than any
/// character.
const CODES: u32 = char::MAX as u32 + 1;

/// A mask of the bits of `TapeSign::what` that hold the glyph: a character, or [`CODES`] plus the code of a
/// control symbol.
const WHAT: u32 = (1 << 21) - 1;
/// The bit of `TapeSign::what` that marks an underline.
const UNDERLINED: u32 = 1 << 21;
/// The bit of `TapeSign::what` that marks a bar.
const BARRED: u32 = 1 << 22;
/// The bits of `TapeSign::what` from this bit upwards hold the length in bytes.
const LENGTH: u32 = 24;

/// A character on the tape, with the underline or bar that was typed before it. It takes only eight bytes,
/// because a long text has millions of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TapeSign {
    /// The glyph, the underline and bar bits, and the length in bytes. A length above 255 is stored as 255.
    what: u32,
    /// The position in the text of the first byte of the character. Texts are no longer than [`TEXT_MAX`].
    start: u32,
}

impl TapeSign {
    /// The character or control symbol, without underline and bar.
    pub(crate) fn glyph(&self) -> Glyph {
        let what = self.what & WHAT;
        char::from_u32(what).map_or_else(|| Glyph::Control((what - CODES) as u8), Glyph::Char)
    }

    pub(crate) const fn underlined(&self) -> bool {
        self.what & UNDERLINED != 0
    }

    /// Whether the character has a bar through it.
    pub(crate) const fn barred(&self) -> bool {
        self.what & BARRED != 0
    }

    /// The range of bytes in the source text from which the character was read.
    pub(crate) fn bytes(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start + (self.what >> LENGTH) as usize
    }

    /// The character, if it has no underline and no bar. Returns `None` for all others and for control
    /// symbols.
    pub(crate) fn plain(&self) -> Option<char> {
        match self.glyph() {
            Glyph::Char(character) if !self.underlined() && !self.barred() => Some(character),
            Glyph::Char(_) | Glyph::Control(_) => None,
        }
    }

    /// The character, if it has an underline and no bar. Returns `None` for all others.
    pub(crate) fn lined(&self) -> Option<char> {
        match self.glyph() {
            Glyph::Char(character) if self.underlined() && !self.barred() => Some(character),
            Glyph::Char(_) | Glyph::Control(_) => None,
        }
    }

    /// The letter, if this is an underlined letter without a bar. Otherwise returns `None`.
    pub(crate) fn lined_letter(&self) -> Option<char> {
        self.lined().filter(|&character| is_letter(character))
    }

    /// Whether this is `character` with a bar through it.
    pub(crate) fn is_barred(&self, character: char) -> bool {
        self.barred() && !self.underlined() && self.glyph() == Glyph::Char(character)
    }

    /// Whether this character is ignored outside strings: blank, new line, tabulator, stop code, end code,
    /// clear code, tape feed and the symbol of an erased row (127).  [F-AFE-2]
    pub(crate) fn is_blank(&self) -> bool {
        match self.glyph() {
            Glyph::Char(character) => matches!(character, ' ' | '\n' | '\t'),
            Glyph::Control(code) => matches!(code, 11 | 12 | 28 | 63 | 127),
        }
    }
}

/// Whether identifiers can contain this letter. They can contain all letters of the typewriter except å.
pub fn is_letter(character: char) -> bool {
    character.is_ascii_alphabetic() || matches!(character, 'æ' | 'ø' | 'Æ' | 'Ø')
}

/// Characters that only ALGOL texts in the clean form contain. Each stands for a character with an underline
/// or bar, for example `»` for `>` with a bar. For `>`, [`composed`] uses the first of the two rows. For `<`,
/// it uses neither.
const ALGOL_SIGNS: [(char, Overlay, char); 5] = [
    ('␣', Overlay::Underline, ','),
    ('»', Overlay::Bar, '>'),
    ('›', Overlay::Bar, '>'),
    ('‹', Overlay::Bar, '<'),
    ('«', Overlay::Bar, '<'),
];

/// Splits a character into an overlay (underline or bar) and the plain character under the overlay. For
/// example, `»` gives a bar and `>`. Returns `None` if the character has no overlay.
fn taken_apart(sign: char) -> Option<(Overlay, char)> {
    let ours = ALGOL_SIGNS.iter().find(|(other, ..)| *other == sign);
    ours.map(|&(_, overlay, base)| (overlay, base)).or_else(|| glyph::taken_apart(sign))
}

/// The character of the clean form that stands for `base` with this overlay (underline or bar). For example,
/// a bar and `>` give `»`. Returns `None` if there is no such character.
fn composed(overlay: Overlay, base: char) -> Option<char> {
    let ours = ALGOL_SIGNS.iter().find(|(_, over, other)| (*over, *other) == (overlay, base) && base != '<');
    ours.map(|&(sign, ..)| sign).or_else(|| glyph::composed(overlay, base))
}

/// Collects the characters of a text. An underline or bar waits in the collector until the character that it
/// marks is read.
struct Collector {
    signs: Vec<TapeSign>,
    underline: bool,
    bar: bool,
    /// The position of the first byte of the waiting underline or bar.
    start: Option<usize>,
}

impl Collector {
    /// Creates a collector for a text of `length` bytes.
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

    /// Adds a character, with the underline and bar that were read before it. A newline gets neither of them.
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

    /// Returns the collected characters. Leaves out those between the symbols punch off (31) and punch on
    /// (44), because GIER's original compiler skips them too.  [F-AFE-2]
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

/// The character or control symbol for a code. Blank, tabulator and new line are characters. Returns `None`
/// for case shifts.
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
