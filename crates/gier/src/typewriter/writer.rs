//! Writes the paper as text while it is being printed: plain, with the ribbon as terminal
//! colours, or with the ribbon as marks `‹red›` and `‹black›`.

use super::paper::{Ribbon, Sheet, Stroke, composed};
use gier_word::Symbol;
use std::io::{self, Write};

/// How the colour of the ribbon is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum RibbonStyle {
    /// The terminal's red.
    Ansi,
    /// The words ‹red› and ‹black› at the changes.
    Marks,
    /// Not at all.
    None,
}

/// A sheet that is copied to a writer, symbol by symbol.
#[derive(Clone)]
pub struct PaperWriter<W: Write> {
    sheet: Sheet,
    style: RibbonStyle,
    line_end: &'static str,
    waiting_overlays: Vec<char>,
    out: W,
}

/// How a text file begins a new page.
const FORM_FEED: u8 = 12;

/// The text that a [`PaperWriter`] makes of these symbols on a fresh sheet.
///
/// # Errors
/// None: the text is kept in memory.
pub fn text_of(symbols: impl IntoIterator<Item = Symbol>, style: RibbonStyle) -> io::Result<String> {
    let mut text = Vec::new();
    let mut paper = PaperWriter::new(&mut text, style);
    for symbol in symbols {
        paper.print(symbol)?;
    }
    paper.finish()?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The text of the line printer; a new page begins with a form feed.  [F-PRINT-1]
///
/// # Errors
/// None: the text is kept in memory.
pub fn printer_text(symbols: &[Symbol]) -> io::Result<Vec<u8>> {
    let mut paper = PaperWriter::new(Vec::new(), RibbonStyle::None);
    for &symbol in symbols {
        match symbol {
            Symbol::FORM_FEED => paper.out.push(FORM_FEED),
            _ => paper.print(symbol)?,
        }
    }
    paper.finish()?;
    Ok(paper.out)
}

impl<W: Write> PaperWriter<W> {
    /// A fresh sheet, copied to `out`.
    pub fn new(out: W, style: RibbonStyle) -> PaperWriter<W> {
        PaperWriter { sheet: Sheet::new(), style, line_end: "\n", waiting_overlays: Vec::new(), out }
    }

    /// Ends lines with a carriage return too, as a terminal in raw mode needs it.
    pub fn raw_terminal(mut self) -> PaperWriter<W> {
        self.line_end = "\r\n";
        self
    }

    /// The sheet so far.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Where the text goes.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Prints one symbol.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn print(&mut self, symbol: Symbol) -> io::Result<()> {
        let stroke = self.sheet.take(symbol);
        let mut text = String::new();
        match stroke {
            Stroke::Overlaid(strike) => self.waiting_overlays.push(strike.glyph),
            Stroke::Struck(strike) => composed(&self.take_overlays(), strike.glyph, &mut text),
            Stroke::Tabulated(places) => {
                let overlays = self.take_overlays();
                composed(&overlays, ' ', &mut text);
                text.extend(std::iter::repeat_n(' ', places - 1));
            }
            Stroke::Returned => {
                self.flush_overlays(&mut text);
                text.push_str(self.line_end);
            }
            Stroke::Changed(ribbon) => text.push_str(ribbon_text(self.style, ribbon)),
            Stroke::Unseen => {}
        }
        self.out.write_all(text.as_bytes())
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

    /// Ends the text: colours off, and a last newline if the carriage stands inside a line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn finish(&mut self) -> io::Result<()> {
        let mut text = String::new();
        self.flush_overlays(&mut text);
        let inside_a_line = self.sheet.column() > 0 || !text.is_empty();
        if self.style == RibbonStyle::Ansi && self.sheet.ribbon() == Ribbon::Red {
            text.push_str(ribbon_text(self.style, Ribbon::Black));
        }
        if inside_a_line {
            text.push_str(self.line_end);
        }
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
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

    fn written(style: RibbonStyle, codes: &[u8]) -> String {
        let mut writer = PaperWriter::new(Vec::new(), style);
        for &code in codes {
            writer.print(Symbol::new(code)).unwrap();
        }
        writer.finish().unwrap();
        String::from_utf8(writer.out).unwrap()
    }

    #[test]
    fn the_ribbon_is_shown_as_asked() {
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
    fn an_underline_waits_for_its_character() {
        assert_eq!(written(RibbonStyle::None, &[14, 17, 14, 0, 14, 64]), "≤__\n");
    }
}
