//! The sheet in the typewriter. It converts symbols to printed lines.
//!
//! [`Sheet::take`] prints every symbol that reaches the typewriter from the machine or from the keyboard. The
//! returned [`Stroke`] describes the effect of the symbol.  [F-SYM-1]

use gier_word::glyph::{self, Overlay};
use gier_word::{Case, Symbol};

/// The number of lines on one page of the fan-folded paper.  [F-PAPER-1]
pub const PAGE_LINES: usize = 70;

/// A fresh sheet begins this many lines below a fold of the paper.  [F-PAPER-2]
pub const TOP_LINES: usize = 3;

/// The distance between tabulator stops, in positions. The real stops were set by hand (Q39).
const TAB_WIDTH: usize = 10;

/// The two colours of the ribbon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ribbon {
    /// Black, which symbol 62 selects. A fresh machine starts with black.
    #[default]
    Black,
    /// Red, which symbol 29 selects.
    Red,
}

/// One printed character with its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strike {
    /// The printed character. `_` is an underline, and `|` is a vertical bar through another character.
    pub glyph: char,
    /// The colour of the print.
    pub ribbon: Ribbon,
}

/// One position of a line, with everything that was printed there, in the order of printing. A position with
/// only a space is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    strikes: Vec<Strike>,
}

impl Position {
    /// Returns the character printed at this position, without underlines and bars. If several characters
    /// were printed over each other, returns the first.
    pub fn body(&self) -> Option<Strike> {
        self.strikes.iter().copied().find(|strike| !is_overlay(strike.glyph))
    }

    /// Whether a character was printed at this position. A space, an underline or a bar does not count.
    pub fn is_printed(&self) -> bool {
        self.body().is_some_and(|strike| strike.glyph != ' ')
    }

    /// The underlines and bars at this position, in the order in which they were printed.
    pub fn overlays(&self) -> impl Iterator<Item = Strike> + '_ {
        self.strikes.iter().copied().filter(|strike| is_overlay(strike.glyph))
    }
}

/// Whether this glyph is an underline or a bar. The carriage does not move when the typewriter prints one of
/// these.
pub fn is_overlay(glyph: char) -> bool {
    Overlay::of(glyph).is_some()
}

/// What the typewriter did for one symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A character or a space was printed, and the carriage moved by one position.
    Struck(Strike),
    /// An underline or a bar was printed, and the carriage did not move.
    Overlaid(Strike),
    /// The carriage moved by this many positions, to the next tabulator stop.
    Tabulated(usize),
    /// The carriage returned to the left, and the paper moved up by one line.
    Returned,
    /// The ribbon was set to this colour.
    Changed(Ribbon),
    /// Nothing was printed or moved. The symbol was a case shift, a change to the same colour, or a symbol
    /// that prints nothing.
    Unseen,
}

impl Stroke {
    /// The character that a plain text has for this stroke: what was printed, a blank for a tabulation, or a
    /// newline. `None` if the paper looks as before.
    pub const fn character(self) -> Option<char> {
        match self {
            Stroke::Struck(strike) | Stroke::Overlaid(strike) => Some(strike.glyph),
            Stroke::Tabulated(_) => Some(' '),
            Stroke::Returned => Some('\n'),
            Stroke::Changed(_) | Stroke::Unseen => None,
        }
    }

    /// Returns the carriage's column after this stroke. `column` is the column before the stroke.
    pub const fn column_after(self, column: usize) -> usize {
        match self {
            Stroke::Struck(_) => column + 1,
            Stroke::Tabulated(places) => column + places,
            Stroke::Returned => 0,
            Stroke::Overlaid(_) | Stroke::Changed(_) | Stroke::Unseen => column,
        }
    }
}

/// The paper in the typewriter, and the state of the carriage, the shift and the ribbon.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sheet {
    lines: Vec<Vec<Position>>,
    /// How many lines at the top were dropped.
    dropped: usize,
    column: usize,
    case: Case,
    ribbon: Ribbon,
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet::new()
    }
}

impl Sheet {
    /// Creates an empty sheet. The carriage is at the left, the case is lower, and the ribbon is black.
    pub fn new() -> Sheet {
        Sheet { lines: vec![Vec::new()], dropped: 0, column: 0, case: Case::Lower, ribbon: Ribbon::Black }
    }

    /// Returns an empty sheet with this sheet's carriage position, case and colour of the ribbon.
    pub fn fresh(&self) -> Sheet {
        Sheet { lines: vec![Vec::new()], dropped: 0, ..*self }
    }

    /// Prints one symbol, and returns its effect.
    pub fn take(&mut self, symbol: Symbol) -> Stroke {
        match symbol {
            Symbol::LOWER => self.case = Case::Lower,
            Symbol::UPPER => self.case = Case::Upper,
            Symbol::RED => return self.change(Ribbon::Red),
            Symbol::BLACK => return self.change(Ribbon::Black),
            Symbol::TAB => return self.tabulate(),
            Symbol::CARRIAGE_RETURN => {
                self.lines.push(Vec::new());
                self.column = 0;
                return Stroke::Returned;
            }
            _ => return self.strike(symbol),
        }
        Stroke::Unseen
    }

    fn change(&mut self, ribbon: Ribbon) -> Stroke {
        if self.ribbon == ribbon {
            return Stroke::Unseen;
        }
        self.ribbon = ribbon;
        Stroke::Changed(ribbon)
    }

    fn tabulate(&mut self) -> Stroke {
        let places = TAB_WIDTH - self.column % TAB_WIDTH;
        self.column += places;
        Stroke::Tabulated(places)
    }

    fn strike(&mut self, symbol: Symbol) -> Stroke {
        let Some(glyph) = symbol.glyph(self.case) else { return Stroke::Unseen };
        let strike = Strike { glyph, ribbon: self.ribbon };
        if glyph != ' ' {
            let column = self.column;
            let line = self.current_line();
            line.resize_with(line.len().max(column + 1), Position::default);
            line[column].strikes.push(strike);
        }
        if symbol.advances(self.case) {
            self.column += 1;
            Stroke::Struck(strike)
        } else {
            Stroke::Overlaid(strike)
        }
    }

    fn current_line(&mut self) -> &mut Vec<Position> {
        self.lines.last_mut().expect("a sheet has a line under the type bars")
    }

    /// All lines of the sheet. The last line is the one that is being printed. Spaces at the end of a line
    /// are not stored.
    pub fn lines(&self) -> &[Vec<Position>] {
        &self.lines
    }

    /// Drops the oldest lines until `most` lines are left, if the sheet has more than twice `most` lines.
    pub fn drop_old_lines(&mut self, most: usize) {
        if self.lines.len() > 2 * most {
            let surplus = self.lines.len() - most;
            self.lines.drain(..surplus);
            self.dropped += surplus;
        }
    }

    /// Returns this sheet with `first` as the number of its first line.
    pub fn numbered_from(self, first: usize) -> Sheet {
        Sheet { dropped: first, ..self }
    }

    /// How many lines at the top were dropped. This is also the number of the first remaining line, because
    /// lines are counted from 0.
    pub const fn dropped(&self) -> usize {
        self.dropped
    }

    /// All lines as text. The colours are left out.
    pub fn to_text(&self) -> String {
        self.lines.iter().map(|line| text_of(line) + "\n").collect()
    }

    /// The case, lower or upper, in which the typewriter prints the next symbol.
    pub fn case(&self) -> Case {
        self.case
    }

    /// The colour of the next glyph.
    pub fn ribbon(&self) -> Ribbon {
        self.ribbon
    }

    /// The column of the carriage. The leftmost column is 0.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The text of the line that is being printed, with spaces up to the carriage.
    pub fn line_text(&self) -> String {
        let line = self.lines.last().expect("a sheet has a line under the type bars");
        let mut text = text_of(line);
        let places = line.len().max(self.column);
        text.extend(std::iter::repeat_n(' ', places - line.len()));
        text
    }
}

/// Returns the text of a line. Underlined and barred characters are written as [`composed`] writes them.
pub fn text_of(line: &[Position]) -> String {
    let mut text = String::new();
    for position in line {
        let body = position.body().map_or(' ', |strike| strike.glyph);
        composed(&position.overlays().map(|strike| strike.glyph).collect::<Vec<_>>(), body, &mut text);
    }
    text
}

/// Appends a character to `text`, with the underlines and bars printed over it. If Unicode has a single
/// character for the result (`≤ ≥ ≡ ÷ ≠ ↑`), appends this one. Otherwise, appends the character with
/// combining marks.
pub fn composed(overlays: &[char], body: char, text: &mut String) {
    let underlined = overlays.contains(&'_');
    let barred = overlays.contains(&'|');
    let sign = match (underlined, barred) {
        (true, false) if body == ' ' => Some('_'),
        (false, true) if body == ' ' => Some('|'),
        (true, false) => glyph::composed(Overlay::Underline, body),
        (false, true) => glyph::composed(Overlay::Bar, body),
        _ => None,
    };
    if let Some(sign) = sign {
        text.push(sign);
        return;
    }
    text.push(body);
    text.extend(underlined.then_some(UNDERLINE));
    text.extend(barred.then_some(BAR));
}

/// Unicode's combining underline.
pub const UNDERLINE: char = '\u{332}';
/// Unicode's combining long vertical line.
pub const BAR: char = '\u{20D2}';

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(codes: &[u8]) -> Sheet {
        let mut sheet = Sheet::new();
        for &code in codes {
            sheet.take(Symbol::new(code));
        }
        sheet
    }

    #[test]
    fn case_shifts_and_returns_are_followed() {
        let sheet = typed(&[64, 60, 52, 58, 49, 37, 18, 34, 64, 0, 1, 0]);
        let lines: Vec<String> = sheet.lines().iter().map(|line| text_of(line)).collect();
        assert_eq!(lines, ["", "Dansk", " 1"]);
        assert_eq!(sheet.line_text(), " 1 ");
        assert_eq!(sheet.column(), 3);
    }

    #[test]
    fn underline_and_bar_print_at_the_next_character() {
        let sheet = typed(&[14, 17, 60, 14, 4, 58, 14, 49, 60, 14, 17]);
        assert_eq!(sheet.line_text(), "≤≠a\u{332}>\u{20D2}");
        assert_eq!(sheet.lines()[0][0].strikes.len(), 2);
        assert_eq!(sheet.column(), 4);
    }

    #[test]
    fn each_strike_keeps_its_colour_and_repeated_changes_do_nothing() {
        let mut sheet = typed(&[49, 29]);
        assert_eq!(sheet.take(Symbol::RED), Stroke::Unseen);
        sheet.take(Symbol::new(50));
        assert_eq!(sheet.take(Symbol::BLACK), Stroke::Changed(Ribbon::Black));
        let colours: Vec<Ribbon> =
            sheet.lines()[0].iter().filter_map(Position::body).map(|strike| strike.ribbon).collect();
        assert_eq!(colours, [Ribbon::Black, Ribbon::Red]);
    }

    #[test]
    fn codes_without_a_type_bar_leave_no_trace() {
        let unseen: Vec<u8> = (0..128).filter(|&code| typed(&[code]) == typed(&[])).collect();
        assert!(
            unseen.contains(&11) && unseen.contains(&63) && unseen.contains(&72) && unseen.contains(&127)
        );
    }

    #[test]
    fn the_tabulator_goes_to_the_next_stop() {
        assert_eq!(typed(&[49, 30, 50]).line_text(), "a         b");
    }
}
