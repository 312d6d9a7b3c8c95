//! Writes text into an area of the picture, and cuts it off at the area's edge.

use crate::ink::theme::Theme;
use gier_desk::faults::is_invisible;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthChar;

/// The number of columns that a tab takes.
const TAB: usize = 4;

/// A pen at a position in an area of the picture. Writing moves the pen to the right.
pub(crate) struct Pen<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    column: u16,
    row: u16,
}

impl<'a> Pen<'a> {
    /// Creates a pen at the upper left corner of an area.
    pub(crate) fn new(buffer: &'a mut Buffer, area: Rect) -> Pen<'a> {
        let area = area.intersection(buffer.area);
        Pen { buffer, area, column: 0, row: 0 }
    }

    /// Moves the pen to a position, counted from the upper left corner of the area.
    pub(crate) fn go(&mut self, column: u16, row: u16) -> &mut Self {
        (self.column, self.row) = (column, row);
        self
    }

    /// The column of the pen, counted from the left edge of the area.
    pub(crate) const fn column(&self) -> u16 {
        self.column
    }

    /// The row of the pen, counted from the top of the area.
    pub(crate) const fn row(&self) -> u16 {
        self.row
    }

    /// How many columns are left between the pen and the right edge of the area.
    pub(crate) const fn room(&self) -> u16 {
        self.area.width.saturating_sub(self.column)
    }

    /// Writes a text, and cuts it off at the right edge of the area. Invisible characters are written as codes
    /// such as `\u{202e}`, and a tab as blanks. Other characters without width are left out.
    pub(crate) fn text(&mut self, text: &str, style: Style) -> &mut Self {
        if self.row >= self.area.height {
            return self;
        }
        for character in text.chars() {
            if let Some(code) = code(character) {
                self.text(&code, style);
                continue;
            }
            let width = width(character);
            if width > self.room() {
                break;
            }
            if width > 0 {
                let (x, y) = (self.area.x + self.column, self.area.y + self.row);
                self.buffer[(x, y)].set_char(character).set_style(style);
                // A wide character also covers its second column.
                (x + 1..x + width).for_each(|x| self.buffer[(x, y)].reset());
                self.column += width;
            }
        }
        self
    }

    /// Writes a text in at most `width` columns. A text that was cut ends with `…`.
    pub(crate) fn fitted(&mut self, text: &str, width: u16, style: Style) -> &mut Self {
        let width = usize::from(width.min(self.room()));
        if columns(text) <= width {
            return self.text(text, style);
        }
        let mut cut = head(text, width.saturating_sub(1)).to_string();
        if width > 0 {
            cut.push('…');
        }
        self.text(&cut, style)
    }

    /// Writes one grapheme into one column. A grapheme is a letter with its accents, so it may have several
    /// characters.
    pub(crate) fn sign(&mut self, sign: &str, style: Style) -> &mut Self {
        if self.row < self.area.height && self.column < self.area.width {
            let cell = &mut self.buffer[(self.area.x + self.column, self.area.y + self.row)];
            cell.set_symbol(sign).set_style(style);
        }
        self.column = self.column.saturating_add(1);
        self
    }

    /// The area of the screen that begins at the pen. It is one row high and at most `width` columns wide.
    pub(crate) fn here(&self, width: u16) -> Rect {
        let area = Rect { x: self.area.x + self.column, y: self.area.y + self.row, width, height: 1 };
        area.intersection(self.area)
    }
}

/// How many columns a text takes on the screen.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|character| usize::from(width(character))).sum()
}

/// The longest beginning of a text that fits into this many columns.
pub(crate) fn head(text: &str, room: usize) -> &str {
    first_beyond(text.char_indices(), room).map_or(text, |(end, _)| &text[..end])
}

/// The longest end of a text that fits into this many columns.
pub(crate) fn tail(text: &str, room: usize) -> &str {
    let beyond = first_beyond(text.char_indices().rev(), room);
    beyond.map_or(text, |(at, character)| &text[at + character.len_utf8()..])
}

/// The first character that no longer fits into this many columns, with its index.
fn first_beyond(mut characters: impl Iterator<Item = (usize, char)>, room: usize) -> Option<(usize, char)> {
    let mut used = 0;
    characters.find(|&(_, character)| {
        used += usize::from(width(character));
        used > room
    })
}

/// How many columns a character takes.
fn width(character: char) -> u16 {
    code(character).map_or_else(|| character.width().map_or(0, places), |code| places(code.len()))
}

/// What to write in place of a tab or an invisible character. Returns `None` for all others.
fn code(character: char) -> Option<String> {
    match character {
        '\t' => Some(" ".repeat(TAB)),
        _ if is_invisible(character) => Some(character.escape_unicode().to_string()),
        _ => None,
    }
}

/// Converts a number to a screen coordinate. A number that is too large becomes the largest coordinate.
pub(crate) fn places(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// Wraps a text at its blanks into lines of at most `width` columns. A word longer than `width` gets a line
/// of its own.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    gier_word::wrap::lines(text.split(' '), width, columns)
}

/// Draws a title in a line, `── title ─────`, at the top of an area. The title is in brackets if this part of
/// the panel receives your keys. Returns the area below the line.
pub(crate) fn rule(buffer: &mut Buffer, area: Rect, title: &str, has_keys: bool, theme: Theme) -> Rect {
    let (quiet, loud) = (theme.quiet(), if has_keys { theme.focus() } else { theme.name() });
    let mut pen = Pen::new(buffer, Rect { height: area.height.min(1), ..area });
    pen.text("─", quiet);
    if has_keys {
        pen.text("[", loud).fitted(title, area.width.saturating_sub(4), loud).text("]", loud);
    } else {
        pen.text(" ", quiet).fitted(title, area.width.saturating_sub(4), loud).text(" ", quiet);
    }
    while pen.room() > 0 {
        pen.sign("─", quiet);
    }
    Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
        Pen::new(&mut buffer, Rect::new(0, 0, 20, 1)).fitted(text, 20, Style::new());
        buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect()
    }

    #[test]
    fn invisible_characters_are_drawn_as_codes() {
        assert_eq!(drawn("a\u{202e}b\tc\u{200b}"), r"a\u{202e}b    c…    ");
        assert_eq!(drawn("one\r\ntwo\u{1b}"), r"one\u{d}\u{a}two…   ");
        assert_eq!(drawn("≤ ⏨ æøå"), "≤ ⏨ æøå             ");
    }

    #[test]
    fn a_part_of_a_text_fits_into_its_columns() {
        assert_eq!((head("a漢\u{200b}b", 3), tail("a漢\u{200b}b", 9)), ("a漢", "\u{200b}b"));
        assert_eq!((head("漢字", 3), tail("漢字", 3), head("", 0), tail("ab", 0)), ("漢", "字", "", ""));
    }
}
