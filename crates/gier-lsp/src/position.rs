//! Converts positions in a text. In the compilers, a position is the index of a byte. In the Language Server
//! Protocol, it is a line and a column, counted in UTF-16 code units or bytes. All counts start at 0.

use core::cell::Cell;
use gier_word::Span;
use lsp_types::{Position, PositionEncodingKind, Range};

/// The unit in which columns are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-16 code units, which every editor supports.
    #[default]
    Utf16,
    /// Bytes of UTF-8 text.
    Utf8,
}

impl Encoding {
    /// Chooses UTF-8 if the editor offers it, otherwise UTF-16.
    pub fn chosen(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        let offers = |kind| offered.is_some_and(|offered| offered.contains(&kind));
        if offers(PositionEncodingKind::UTF8) { Encoding::Utf8 } else { Encoding::Utf16 }
    }

    /// The name of the encoding in the Language Server Protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf8 => PositionEncodingKind::UTF8,
        }
    }

    fn units(self, text: &str) -> usize {
        match self {
            Encoding::Utf16 => text.encode_utf16().count(),
            Encoding::Utf8 => text.len(),
        }
    }
}

/// The lines of a text. A line ends with `\n`, `\r\n` or a single `\r`.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t str,
    encoding: Encoding,
    starts: Vec<usize>,
    /// The byte and column of the last position that was computed. If the next byte is later in the same
    /// line, its column is counted from here. So a long line is not counted again for each of its tokens.
    last: Cell<(usize, usize)>,
}

impl<'t> Lines<'t> {
    /// Divides a text into lines. `encoding` is the unit of columns.
    pub fn new(text: &'t str, encoding: Encoding) -> Lines<'t> {
        let bytes = text.as_bytes();
        let ends = (0..bytes.len()).filter(|&at| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = std::iter::once(0).chain(ends.map(|end| end + 1)).collect();
        Lines { text, encoding, starts, last: Cell::default() }
    }

    /// The number of lines, which is at least one.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The number of the line that contains this byte. Lines are counted from 0.
    pub fn line_of(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start <= byte) - 1
    }

    /// The bytes of a line, without its line end. The range is empty if the text has no such line.
    pub fn line(&self, line: usize) -> std::ops::Range<usize> {
        let Some(&start) = self.starts.get(line) else { return self.text.len()..self.text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let end = start + self.text[start..end].trim_end_matches(['\n', '\r']).len();
        start..end
    }

    /// The position (line and column) of a byte. A byte within a character gets the position of the
    /// character.
    pub fn position(&self, byte: usize) -> Position {
        let byte = self.text.floor_char_boundary(byte);
        let line = self.line_of(byte);
        let start = self.starts[line];
        let (from, counted) =
            Some(self.last.get()).filter(|(last, _)| (start..=byte).contains(last)).unwrap_or((start, 0));
        let units = counted + self.encoding.units(&self.text[from..byte]);
        self.last.set((byte, units));
        Position::new(number(line), number(units))
    }

    /// The index of the byte at a position. If the position is beyond the end of its line, returns the end of
    /// the line.
    pub fn byte(&self, position: Position) -> usize {
        let bytes = self.line(position.line as usize);
        let wanted = position.character as usize;
        let mut units = 0;
        for (at, character) in self.text[bytes.clone()].char_indices() {
            if units >= wanted {
                return bytes.start + at;
            }
            units += self.encoding.units(character.encode_utf8(&mut [0; 4]));
        }
        bytes.end
    }

    /// Converts a byte range to positions.
    pub fn range(&self, bytes: std::ops::Range<usize>) -> Range {
        Range::new(self.position(bytes.start), self.position(bytes.end))
    }

    /// Converts a span of this text to positions.
    pub fn span(&self, span: &Span) -> Range {
        self.range(span.bytes())
    }

    /// The range of the whole text.
    pub fn all(&self) -> Range {
        self.range(0..self.text.len())
    }
}

/// Converts a line number or column to the number type of the Language Server Protocol.
pub(crate) fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests positions in a text with the character 𝄞, which has two UTF-16 code units and four bytes. Also
    /// tests that a single `\r` ends a line.
    #[test]
    fn places_are_counted_as_the_protocol_wants() {
        let text = "𝄞 x\r\ny\rz";
        for (encoding, x, byte, line, unit) in [
            (Encoding::Utf16, 'x', 5, 0, 3),
            (Encoding::Utf8, 'x', 5, 0, 5),
            (Encoding::Utf16, 'y', 8, 1, 0),
            (Encoding::Utf8, 'z', 10, 2, 0),
        ] {
            assert_eq!(text.find(x), Some(byte));
            let lines = Lines::new(text, encoding);
            assert_eq!(lines.position(byte), Position::new(line, unit));
            assert_eq!(lines.byte(Position::new(line, unit)), byte);
        }
    }

    #[test]
    fn the_order_of_the_places_does_not_matter() {
        let text = "a𝄞bæ\nc𝄞d\n\ne";
        let all: Vec<usize> = (0..=text.len()).collect();
        let fresh = |byte: usize| Lines::new(text, Encoding::Utf16).position(byte);
        for step in [1, 2, 3, 5, 7] {
            let lines = Lines::new(text, Encoding::Utf16);
            for at in all.iter().map(|at| at * step % all.len()) {
                assert_eq!(lines.position(at), fresh(at), "byte {at}, step {step}");
            }
        }
    }

    #[test]
    fn places_beyond_the_end_are_the_end() {
        let lines = Lines::new("a\nbc", Encoding::Utf16);
        assert_eq!(lines.byte(Position::new(0, 99)), 1);
        assert_eq!(lines.byte(Position::new(1, 99)), 4);
        assert_eq!(lines.byte(Position::new(99, 99)), 4);
        assert_eq!(lines.position(99), Position::new(1, 2));
    }
}
