//! Where something stands in a text, and what is wrong there: one form for everything that people
//! write (SLIP, ALGOL, the operator's acts, tapes as text). The binary prints it with the source
//! line and a caret.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

/// Longer texts are refused by those who read programs: they count its places in 32 bits, and a
/// drum of 12 800 words holds no program of this length.
pub const TEXT_MAX: usize = 16 << 20;

/// A place in the source texts: which text, and which bytes of it. Twelve bytes, for whoever reads a
/// program keeps one with all that he finds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Span {
    file: u32,
    start: u32,
    end: u32,
}

impl Span {
    /// Bytes of the text that stands at place `file` of the list given to the reader.
    ///
    /// # Panics
    /// If a number does not fit in 32 bits; no reader takes a text as long.
    pub fn new(file: usize, bytes: Range<usize>) -> Span {
        let number = |number: usize| u32::try_from(number).expect("texts are shorter than 2^32 bytes");
        Span { file: number(file), start: number(bytes.start), end: number(bytes.end) }
    }

    /// Which of the texts, by its place in the list given to the reader.
    pub const fn file(&self) -> usize {
        self.file as usize
    }

    /// The bytes of that text.
    pub const fn bytes(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this to the end of another; this one alone if they are in different texts.
    pub fn join(&self, to: &Span) -> Span {
        let end = if self.file == to.file { to.end.max(self.end) } else { self.end };
        Span { end, ..*self }
    }

    /// Line and column of the first byte in its text, both counted from 1, columns in characters.
    ///
    /// # Panics
    /// If the span is not of this text.
    pub fn line_and_column(&self, text: &str) -> (usize, usize) {
        PlacesInOrder::default().line_and_column(self, text)
    }
}

/// Lines and columns of many places: those that come in order are found in one reading of the texts.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlacesInOrder {
    file: usize,
    byte: usize,
    /// Lines before the byte, and characters before it in its line.
    passed: (usize, usize),
}

impl PlacesInOrder {
    /// As [`Span::line_and_column`] tells it.
    ///
    /// # Panics
    /// If the span is not of this text.
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

/// Bytes of a text that is read alone.
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

/// A mistake in a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is at fault.
    pub span: Span,
    /// GIER's own word for the fault, such as `-declar.` or `undef`.
    pub word: &'static str,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What to do about it, or where the other place is.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A mistake without advice.
    pub fn new(span: impl Into<Span>, word: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { span: span.into(), word, message: message.into(), help: None }
    }

    /// The same with advice, if there is any: an empty text is none.
    pub fn with_help(self, help: impl Into<String>) -> Diagnostic {
        let help = help.into();
        Diagnostic { help: (!help.is_empty()).then_some(help), ..self }
    }

    /// Joins a list of faults, unless there are `max` of them already; of the first that is left out
    /// it is said that it is, under this word of GIER's.
    pub fn tell(self, faults: &mut Vec<Diagnostic>, max: usize, word: &'static str) {
        match faults.len().cmp(&max) {
            Ordering::Less => faults.push(self),
            Ordering::Equal => {
                let last = Diagnostic::new(self.span, word, format!("there are more than {max} faults"));
                faults.push(last.with_help("the others are not told"));
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
    fn places_in_order_are_those_of_each() {
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
