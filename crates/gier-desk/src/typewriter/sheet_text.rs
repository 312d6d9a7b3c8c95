//! Converts the sheet to text while the sheet is printed. The ribbon's colour is shown in the terminal's
//! colours, is marked with `‹red›` and `‹black›`, or is left out. Keys that a person typed can be put in
//! brackets.

use super::paper::{Ribbon, Sheet, Stroke, composed};
use crate::papers::{By, Print};
use gier_word::Symbol;

/// How the text shows the colour of the ribbon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RibbonStyle {
    /// Escape codes of the terminal show red text in red.
    Ansi,
    /// The marks ‹red› and ‹black› show where the colour changes.
    Marks,
    /// The colour is left out.
    #[default]
    None,
}

/// Converts printed symbols to text, one at a time.
#[derive(Clone, Debug)]
pub struct SheetText {
    style: RibbonStyle,
    marks_keys: bool,
    line_end: &'static str,
    waiting_overlays: Vec<char>,
    in_keys: bool,
}

/// The brackets around typed keys, and the character for a typed carriage return.
const KEYS: (char, char, char) = ('⟦', '⟧', '⏎');

/// The character that begins a new page in a text file.
const FORM_FEED: char = '\u{C}';

/// Converts the output of the line printer to text. A form feed begins a new page. A line below or through has a place of
/// its own, unlike on the typewriter.  [F-PRINT-1] [F-PRINT-2]
pub fn printer_text(symbols: &[Symbol]) -> String {
    let (mut sheet, mut writer, mut text) = (Sheet::new(), SheetText::new(RibbonStyle::None), String::new());
    for &symbol in symbols {
        match symbol {
            Symbol::FORM_FEED => text.push(FORM_FEED),
            _ => writer.stroke(sheet.take(symbol), &mut text),
        }
        if symbol == Symbol::UNDERLINE {
            writer.stroke(sheet.take(Symbol::SPACE), &mut text);
        }
    }
    writer.finish(&sheet, &mut text);
    text
}

impl SheetText {
    /// Creates a converter for a fresh sheet.
    pub fn new(style: RibbonStyle) -> SheetText {
        SheetText { style, marks_keys: false, line_end: "\n", waiting_overlays: Vec::new(), in_keys: false }
    }

    /// Ends each line with a carriage return and a newline, as a terminal in raw mode needs.
    #[must_use]
    pub fn raw_terminal(mut self) -> SheetText {
        self.line_end = "\r\n";
        self
    }

    /// Puts typed keys in brackets if `on` is true.
    #[must_use]
    pub fn marking_keys(mut self, on: bool) -> SheetText {
        self.marks_keys = on;
        self
    }

    /// Appends one printed symbol to `text`.
    pub fn print(&mut self, print: Print, text: &mut String) {
        let is_seen = !matches!(print.stroke, Stroke::Changed(_) | Stroke::Unseen);
        if self.marks_keys && is_seen {
            self.mark(print.by == By::Hand, text);
            if self.in_keys && print.stroke == Stroke::Returned {
                text.push(KEYS.2);
                self.mark(false, text);
            }
        }
        self.stroke(print.stroke, text);
    }

    /// Opens the brackets around typed keys before the first typed key, and closes them after the last one.
    /// `in_keys` tells whether a person, and not the program, typed the next symbol.
    fn mark(&mut self, in_keys: bool, text: &mut String) {
        if self.in_keys != in_keys {
            self.in_keys = in_keys;
            text.push(if in_keys { KEYS.0 } else { KEYS.1 });
        }
    }

    fn stroke(&mut self, stroke: Stroke, text: &mut String) {
        match stroke {
            Stroke::Overlaid(strike) => self.waiting_overlays.push(strike.glyph),
            Stroke::Struck(strike) => composed(&self.take_overlays(), strike.glyph, text),
            Stroke::Tabulated(places) => {
                composed(&self.take_overlays(), ' ', text);
                text.extend(std::iter::repeat_n(' ', places - 1));
            }
            Stroke::Returned => {
                self.flush_overlays(text);
                text.push_str(self.line_end);
            }
            Stroke::Changed(ribbon) => text.push_str(ribbon_text(self.style, ribbon)),
            Stroke::Unseen => {}
        }
    }

    fn take_overlays(&mut self) -> Vec<char> {
        std::mem::take(&mut self.waiting_overlays)
    }

    fn flush_overlays(&mut self, text: &mut String) {
        let overlays = self.take_overlays();
        if !overlays.is_empty() {
            composed(&overlays, ' ', text);
        }
    }

    /// Ends the text: returns the terminal to its normal colour, and adds a newline if the last line is
    /// unfinished.
    pub fn finish(&mut self, sheet: &Sheet, text: &mut String) {
        let inside_a_line = sheet.column() > 0 || !self.waiting_overlays.is_empty();
        self.flush_overlays(text);
        self.mark(false, text);
        if self.style == RibbonStyle::Ansi && sheet.ribbon() == Ribbon::Red {
            text.push_str(ribbon_text(self.style, Ribbon::Black));
        }
        if inside_a_line {
            text.push_str(self.line_end);
        }
    }
}

fn ribbon_text(style: RibbonStyle, ribbon: Ribbon) -> &'static str {
    match (style, ribbon) {
        (RibbonStyle::Ansi, Ribbon::Red) => "\x1b[31m",
        (RibbonStyle::Ansi, Ribbon::Black) => "\x1b[39m",
        (RibbonStyle::Marks, Ribbon::Red) => "‹red›",
        (RibbonStyle::Marks, Ribbon::Black) => "‹black›",
        (RibbonStyle::None, _) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attended::Papers;
    use gier_machine::Output;

    fn written(style: RibbonStyle, codes: &[u8]) -> String {
        let (mut sheet, mut writer, mut text) = (Sheet::new(), SheetText::new(style), String::new());
        for &code in codes {
            writer.stroke(sheet.take(Symbol::new(code)), &mut text);
        }
        writer.finish(&sheet, &mut text);
        text
    }

    #[test]
    fn typed_keys_are_put_in_brackets_on_request() {
        let mut writer = SheetText::new(RibbonStyle::None).marking_keys(true);
        let (mut papers, mut text) = (Papers::new(), String::new());
        for (code, by_hand) in
            [(49, false), (60, true), (50, true), (58, true), (64, true), (51, false), (52, true)]
        {
            let symbol = Symbol::new(code);
            let output = if by_hand { Output::Echo(symbol) } else { Output::Typed(symbol) };
            papers.take(output, &mut |print| writer.print(print, &mut text));
        }
        writer.finish(papers.sheet(), &mut text);
        assert_eq!(text, "a⟦B⏎⟧\nc⟦d⟧\n");
    }

    #[test]
    fn the_ribbon_is_shown_in_three_ways() {
        let codes = [64, 29, 52, 53, 62, 64, 62, 53];
        assert_eq!(written(RibbonStyle::Marks, &codes), "\n‹red›de‹black›\ne\n");
        assert_eq!(written(RibbonStyle::Ansi, &codes), "\n\x1b[31mde\x1b[39m\ne\n");
        assert_eq!(written(RibbonStyle::None, &codes), "\nde\ne\n");
    }

    #[test]
    fn a_sheet_left_red_does_not_leave_the_terminal_red() {
        assert_eq!(written(RibbonStyle::Ansi, &[29, 52]), "\x1b[31md\x1b[39m\n");
    }

    #[test]
    fn an_underline_has_its_own_place_on_the_line_printer() {
        let symbols = [14, 49, 60, 14, 0, 58, 49, 64].map(Symbol::new);
        assert_eq!(printer_text(&symbols), "_a| a\n");
    }

    #[test]
    fn an_underline_waits_for_its_character() {
        assert_eq!(written(RibbonStyle::None, &[14, 17, 14, 0, 14, 64]), "≤__\n");
    }
}
