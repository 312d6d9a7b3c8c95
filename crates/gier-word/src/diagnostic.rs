//! Error messages and their places in a text, used for everything that users write: SLIP, ALGOL, acts of the
//! operator, tapes as text. gier prints a message with its source line and a caret.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

/// The longest program text, in bytes, that the readers accept. A drum of 12 800 words holds no
/// program of this length.
pub const TEXT_MAX: usize = 16 << 20;

/// A range of bytes in one of the source texts. A span takes only twelve bytes, because readers of programs
/// store one with everything that they read.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Span {
    file: u32,
    start: u32,
    end: u32,
}

impl Span {
    /// The span of these bytes in the text number `file` of the list given to the reader.
    ///
    /// Panics if a number does not fit in 32 bits. The readers refuse texts that are so long.
    pub fn new(file: usize, bytes: Range<usize>) -> Span {
        let number = |number: usize| u32::try_from(number).expect("texts are shorter than 2^32 bytes");
        Span { file: number(file), start: number(bytes.start), end: number(bytes.end) }
    }

    /// The index of the source text in the list of texts that the compiler or assembler read.
    pub const fn file(&self) -> usize {
        self.file as usize
    }

    /// The range of bytes within the text.
    pub const fn bytes(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The span from the start of this one to the end of `to`, or this one alone if they are in
    /// different texts.
    pub fn join(&self, to: &Span) -> Span {
        let end = if self.file == to.file { to.end.max(self.end) } else { self.end };
        Span { end, ..*self }
    }

    /// Line and column of the first byte in its text, both counted from 1, columns in characters.
    ///
    /// # Panics
    /// Panics if the span does not belong to this text.
    pub fn line_and_column(&self, text: &str) -> (usize, usize) {
        PlacesInOrder::default().line_and_column(self, text)
    }
}

/// Finds the line and column of many places. If the places come in the order of the text, the text is read
/// only once.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlacesInOrder {
    file: usize,
    byte: usize,
    /// The number of lines before `byte`, and the number of characters between the start of the line and
    /// `byte`.
    passed: (usize, usize),
}

impl PlacesInOrder {
    /// Like [`Span::line_and_column`]: finds the line and the column of the first byte, both from 1.
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

/// Converts a range of bytes in the first text, which is usually the only one.
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

/// The empty span at the beginning of a span: the place where a text can be inserted before it.
pub fn start_of(span: &Span) -> Span {
    Span { end: span.start, ..*span }
}

/// The empty span at the end of a span: the place where a text can be inserted after it.
pub fn end_of(span: &Span) -> Span {
    Span { start: span.end, ..*span }
}

/// An error in a source text, or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The place of the error.
    pub span: Span,
    /// GIER's own word for the fault, such as `-declar.` or `undef`.
    pub word: &'static str,
    /// What is wrong: a sentence without a full stop.
    pub message: String,
    /// Advice: what to do about the error, or where another place is that belongs to the error.
    pub help: Option<String>,
    /// A change of the text that removes the error, if one is known.
    pub fix: Option<Box<Fix>>,
    /// Whether this is only a warning: the text has a meaning, but probably not the intended one.
    pub warning: bool,
    /// Another place that belongs to the error, and a text that says what this place is.
    pub related: Option<Box<(Span, String)>>,
}

/// A change of a text that an editor can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the change does, such as `underline these words`.
    pub title: String,
    /// The places that change, in the sequence of the text, and the new text of each place.
    pub edits: Vec<(Span, String)>,
}

impl Diagnostic {
    /// An error without advice.
    pub fn new(span: impl Into<Span>, word: &'static str, message: impl Into<String>) -> Diagnostic {
        let message = message.into();
        Diagnostic { span: span.into(), word, message, help: None, fix: None, warning: false, related: None }
    }

    /// Adds advice, unless the text is empty.
    pub fn with_help(self, help: impl Into<String>) -> Diagnostic {
        let help = help.into();
        Diagnostic { help: (!help.is_empty()).then_some(help), ..self }
    }

    /// Makes the error a warning.
    pub fn as_warning(self) -> Diagnostic {
        Diagnostic { warning: true, ..self }
    }

    /// Adds a change of the text that removes the error.
    pub fn with_fix(self, title: impl Into<String>, edits: Vec<(Span, String)>) -> Diagnostic {
        Diagnostic { fix: Some(Box::new(Fix { title: title.into(), edits })), ..self }
    }

    /// Adds another place that belongs to the error, and a text that says what this place is.
    pub fn with_related(self, span: Span, what: impl Into<String>) -> Diagnostic {
        Diagnostic { related: Some(Box::new((span, what.into()))), ..self }
    }

    /// Appends the error to a list of at most `max` errors. The first error beyond this limit is replaced by
    /// a message that there are more, with GIER's word `word`. Later errors are dropped.
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
