//! Error messages about a text that a user wrote. The text is a program in SLIP or ALGOL, a script of the
//! operator's actions, or a tape as text. gier prints a message with the source line and a caret below it.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

/// The maximum length of a source text, in bytes.
pub const TEXT_MAX: usize = 16 << 20;

/// A range of bytes in a source text. Several texts can be compiled together, so the span also contains the
/// index of its text.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Span {
    file: u32,
    start: u32,
    end: u32,
}

impl Span {
    /// A range of bytes in a source text. `file` is the index of the text in the list that the compiler or
    /// assembler reads.
    ///
    /// Panics if the index or a position does not fit in 32 bits. The compiler and the assembler refuse texts
    /// that are so long.
    pub fn new(file: usize, bytes: Range<usize>) -> Span {
        let number = |number: usize| u32::try_from(number).expect("texts are shorter than 2^32 bytes");
        Span { file: number(file), start: number(bytes.start), end: number(bytes.end) }
    }

    /// The index of the text in the list of source texts that are compiled together.
    pub const fn file(&self) -> usize {
        self.file as usize
    }

    /// The range of bytes within the text.
    pub const fn bytes(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The span that begins where this span begins and ends where `to` ends. If the spans are in different
    /// texts, returns this span unchanged.
    pub fn join(&self, to: &Span) -> Span {
        let end = if self.file == to.file { to.end.max(self.end) } else { self.end };
        Span { end, ..*self }
    }

    /// The line and the column of the span's first byte in `text`. Both are counted from 1. A column is one
    /// character.
    ///
    /// # Panics
    /// Panics if the span does not belong to this text.
    pub fn line_and_column(&self, text: &str) -> (usize, usize) {
        PlacesInOrder::default().line_and_column(self, text)
    }
}

/// Finds the line and the column for many spans. This is fast if the spans come in the order of the text,
/// because each search begins at the previous span.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlacesInOrder {
    file: usize,
    byte: usize,
    /// How many lines end before the position `byte`, and how many characters come before this position in
    /// its own line.
    passed: (usize, usize),
}

impl PlacesInOrder {
    /// The line and the column of the span's first byte, both counted from 1. The result is the same as that
    /// of [`Span::line_and_column`].
    ///
    /// # Panics
    /// Panics if the span does not belong to this text.
    pub fn line_and_column(&mut self, span: &Span, text: &str) -> (usize, usize) {
        let start = span.bytes().start;
        if span.file() != self.file || start < self.byte {
            *self = PlacesInOrder { file: span.file(), ..PlacesInOrder::default() };
        }
        for character in text[self.byte..start].chars() {
            self.passed.1 += 1;
            if character == '\n' {
                self.passed = (self.passed.0 + 1, 0);
            }
        }
        self.byte = start;
        (self.passed.0 + 1, self.passed.1 + 1)
    }
}

/// Converts a range of bytes to a span in the first text, which has the index 0.
impl From<Range<usize>> for Span {
    fn from(bytes: Range<usize>) -> Span {
        Span::new(0, bytes)
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Span").field("file", &self.file).field("bytes", &self.bytes()).finish()
    }
}

/// The empty span at the beginning of `span`. A [`Fix`] with this empty span inserts text there.
pub fn start_of(span: &Span) -> Span {
    Span { end: span.start, ..*span }
}

/// The empty span at the end of `span`. A [`Fix`] with this empty span inserts text there.
pub fn end_of(span: &Span) -> Span {
    Span { start: span.end, ..*span }
}

/// An error in a source text, or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The place of the error in the source text.
    pub span: Span,
    /// The word that GIER's own assembler or compiler prints for this error, such as `-declar.` or `undef`.
    pub word: &'static str,
    /// A sentence that says what is wrong. It has no full stop.
    pub message: String,
    /// Advice on how to correct the error. It may also name another place, such as the `_begin` that has no
    /// `_end`.
    pub help: Option<String>,
    /// A change to the text that removes the error, or `None` if no such change is known.
    pub fix: Option<Box<Fix>>,
    /// Whether this is a warning. The text is then valid, but probably does not do what its author intended.
    pub warning: bool,
    /// Another place that explains the error, such as an earlier declaration of a name. The text describes
    /// this place.
    pub related: Option<Box<(Span, String)>>,
}

/// A change to a source text that removes an error. An editor can make this change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the change does, such as `underline these words`.
    pub title: String,
    /// The changes, in the order of the source text. Each one replaces the text in a span by a new text.
    pub edits: Vec<(Span, String)>,
    /// Whether the change only writes a word or symbol in its right form. A formatter makes such changes
    /// without asking, because no other meaning is possible.
    pub is_spelling: bool,
}

impl Diagnostic {
    /// Creates an error that has no advice, no fix and no related place.
    pub fn new(span: impl Into<Span>, word: &'static str, message: impl Into<String>) -> Diagnostic {
        let message = message.into();
        Diagnostic { span: span.into(), word, message, help: None, fix: None, warning: false, related: None }
    }

    /// Adds advice on how to correct the error, unless `help` is empty.
    pub fn with_help(self, help: impl Into<String>) -> Diagnostic {
        let help = help.into();
        Diagnostic { help: (!help.is_empty()).then_some(help), ..self }
    }

    /// Turns the error into a warning.
    pub fn as_warning(self) -> Diagnostic {
        Diagnostic { warning: true, ..self }
    }

    /// Adds a change to the text that removes the error.
    pub fn with_fix(self, title: impl Into<String>, edits: Vec<(Span, String)>) -> Diagnostic {
        Diagnostic { fix: Some(Box::new(Fix { title: title.into(), edits, is_spelling: false })), ..self }
    }

    /// Adds a change to the text that only writes a word or symbol in its right form.
    pub fn with_spelling(self, title: impl Into<String>, edits: Vec<(Span, String)>) -> Diagnostic {
        Diagnostic { fix: Some(Box::new(Fix { title: title.into(), edits, is_spelling: true })), ..self }
    }

    /// Adds another place that explains the error, and a text that describes this place.
    pub fn with_related(self, span: Span, what: impl Into<String>) -> Diagnostic {
        Diagnostic { related: Some(Box::new((span, what.into()))), ..self }
    }

    /// Appends the error to the list `faults`, if the list has fewer than `max` errors. If it has `max`
    /// errors, appends a message that there are more. `word` is [`Diagnostic::word`] of this message. After
    /// that, further errors are dropped.
    pub fn push_to(self, faults: &mut Vec<Diagnostic>, max: usize, word: &'static str) {
        match faults.len().cmp(&max) {
            Ordering::Less => faults.push(self),
            Ordering::Equal => {
                let last = Diagnostic::new(self.span, word, format!("there are more than {max} faults"));
                faults.push(last.with_help("the others are not shown"));
            }
            Ordering::Greater => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_characters() {
        let text = "æ\nøå x";
        let span = Span::from(text.find('x').unwrap()..text.len());
        assert_eq!(span.line_and_column(text), (2, 4));
        assert_eq!(Span::from(0..1).line_and_column(text), (1, 1));
    }

    #[test]
    fn sorted_places_are_found_as_single_ones_are() {
        let texts = ["æ\nøå x\n\n", "y\n"];
        let mut places = PlacesInOrder::default();
        for (file, byte, place) in [
            (0, 0, (1, 1)),
            (0, 3, (2, 1)),
            (0, 8, (2, 4)),
            (0, 9, (2, 5)),
            (0, 10, (3, 1)),
            (1, 1, (1, 2)),
            (1, 1, (1, 2)),
            (0, 5, (2, 2)),
            (0, 3, (2, 1)),
        ] {
            let span = Span::new(file, byte..byte);
            assert_eq!(places.line_and_column(&span, texts[file]), place);
            assert_eq!(places.line_and_column(&span, texts[file]), span.line_and_column(texts[file]));
        }
    }
}
