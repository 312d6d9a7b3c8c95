//! What a whole session has put on paper: the typewriter's sheet as text and as a picture, and the punched
//! tape.

use super::Visit;
use gier_desk::attended::{Papers, Print};
use gier_desk::typewriter::sheet_text::{RibbonStyle, SheetText};
use gier_desk::typewriter::svg;

impl Visit {
    /// The papers with everything that the session has put on them. Calls `see` for each symbol on the sheet.
    fn whole(&self, see: &mut impl FnMut(Print)) -> Papers {
        let mut papers = Papers::new();
        let outputs = self.session.engine().timeline().outputs();
        outputs.iter().for_each(|&(_, output)| papers.take(output, see));
        papers
    }

    /// The whole sheet as text. `style` says how the text shows whether a character was printed in red or black.
    pub fn paper_text(&self, style: RibbonStyle) -> String {
        let (mut writer, mut text) = (SheetText::new(style), String::new());
        let papers = self.whole(&mut |print| writer.print(print, &mut text));
        writer.finish(papers.sheet(), &mut text);
        text
    }

    /// The whole sheet as an SVG picture.
    pub fn paper_svg(&self) -> String {
        svg::draw(self.whole(&mut |_| {}).sheet())
    }

    /// The tape that the session punched. Each byte is a row of holes.
    pub fn punched(&self) -> Vec<u8> {
        self.session.papers().punched().iter().map(|row| row.0).collect()
    }
}
