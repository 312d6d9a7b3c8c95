//! Writing into the picture, cut off at the edge of a part.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthChar;

/// A place in a part of the picture; what is written moves it to the right.
pub struct Pen<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    column: u16,
    row: u16,
}

impl<'a> Pen<'a> {
    /// A pen for a part, at its upper left corner.
    pub fn new(buffer: &'a mut Buffer, area: Rect) -> Pen<'a> {
        let area = area.intersection(buffer.area);
        Pen { buffer, area, column: 0, row: 0 }
    }

    /// Moves to a place within the part.
    pub fn go(&mut self, column: u16, row: u16) -> &mut Self {
        (self.column, self.row) = (column, row);
        self
    }

    /// The column within the part.
    pub const fn column(&self) -> u16 {
        self.column
    }

    /// The row within the part.
    pub const fn row(&self) -> u16 {
        self.row
    }

    /// Columns left in the row.
    pub const fn room(&self) -> u16 {
        self.area.width.saturating_sub(self.column)
    }

    /// Writes a text; what does not fit is left out.
    ///
    /// A character has a place of its own, or two, and what has no width is left out: no text of
    /// the panel is made of graphemes, and their tables are long.
    pub fn text(&mut self, text: &str, style: Style) -> &mut Self {
        if self.row >= self.area.height {
            return self;
        }
        for character in text.chars() {
            let width = width(character);
            if width > self.room() {
                break;
            }
            if width > 0 {
                let (x, y) = (self.area.x + self.column, self.area.y + self.row);
                self.buffer[(x, y)].set_char(character).set_style(style);
                // What lies under the rest of a wide character is hidden by it.
                (x + 1..x + width).for_each(|x| self.buffer[(x, y)].reset());
                self.column += width;
            }
        }
        self
    }

    /// Writes a text that says with `…` that it was cut, in at most `width` columns.
    pub fn fitted(&mut self, text: &str, width: u16, style: Style) -> &mut Self {
        let width = usize::from(width.min(self.room()));
        if columns(text) <= width {
            return self.text(text, style);
        }
        let mut cut = String::new();
        for character in text.chars() {
            if columns(&cut) + 1 >= width {
                break;
            }
            cut.push(character);
        }
        if width > 0 {
            cut.push('…');
        }
        self.text(&cut, style)
    }

    /// A whole grapheme in one place, underlined or not as the style says.
    pub fn sign(&mut self, sign: &str, style: Style) -> &mut Self {
        if self.row < self.area.height && self.column < self.area.width {
            let cell = &mut self.buffer[(self.area.x + self.column, self.area.y + self.row)];
            cell.set_symbol(sign).set_style(style);
        }
        self.column = self.column.saturating_add(1);
        self
    }

    /// Where a number of columns from the pen's place on lies on the screen.
    pub fn here(&self, width: u16) -> Rect {
        let area = Rect { x: self.area.x + self.column, y: self.area.y + self.row, width, height: 1 };
        area.intersection(self.area)
    }
}

/// The columns that a text takes on the screen.
pub fn columns(text: &str) -> usize {
    text.chars().map(|character| usize::from(width(character))).sum()
}

/// The columns of a character: none, one or two.
fn width(character: char) -> u16 {
    character.width().map_or(0, places)
}

/// A number of places on the screen: more than any screen has are as many as it may have.
pub fn places(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// The titled rule above a part: `── title ─────`, the title in brackets if the part takes the
/// keys.
pub fn rule(buffer: &mut Buffer, area: Rect, title: &str, has_keys: bool, quiet: Style, loud: Style) {
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
}
