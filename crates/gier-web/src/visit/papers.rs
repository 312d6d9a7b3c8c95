//! What a whole session has put on paper: the typewriter's sheet as text and as a picture, and the punched
//! tape.

use super::Visit;
use gier_desk::attended::Papers;
use gier_desk::typewriter::svg;
use gier_desk::typewriter::text::{RibbonStyle, SheetText};
use gier_machine::Output;

impl Visit {
    /// The whole sheet as text. `style` says how the text shows whether a character was printed in red or black.
    pub fn paper_text(&self, style: RibbonStyle) -> String {
        let (mut papers, mut writer, mut text) = (Papers::new(), SheetText::new(style), String::new());
        for &(_, output) in self.session.engine().timeline().outputs() {
            papers.take(output, &mut |print| writer.print(print, &mut text));
        }
        writer.finish(papers.sheet(), &mut text);
        text
    }

    /// The whole sheet as an SVG picture.
    pub fn paper_svg(&self) -> String {
        let mut papers = Papers::new();
        self.session
            .engine()
            .timeline()
            .outputs()
            .iter()
            .for_each(|&(_, output)| papers.take(output, &mut |_| {}));
        svg::draw(papers.sheet())
    }

    /// The tape that the session punched. Each byte is a row of holes.
    pub fn punched(&self) -> Vec<u8> {
        let rows =
            self.session.engine().timeline().outputs().iter().filter_map(|&(_, output)| match output {
                Output::Punched(row) => Some(row.0),
                Output::Typed(_)
                | Output::Echo(_)
                | Output::Printed(_)
                | Output::Plotted(_)
                | Output::Pen(_) => None,
            });
        rows.collect()
    }
}
