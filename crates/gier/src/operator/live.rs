//! A session that is watched: its paper comes to standard output symbol by symbol, at a pace.

use crate::files;
use crate::pacer::{Pacer, Speed};
use crate::typewriter::writer::{PaperWriter, RibbonStyle};
use anyhow::Result;
use gier_word::{Symbol, Uops};

/// What has been shown, and when the next symbols are due.
#[derive(Clone)]
pub struct Live {
    pacer: Pacer,
    paper: PaperWriter<Vec<u8>>,
    shown: usize,
}

impl Live {
    /// Begins with a machine whose clock stands at `now`.
    pub fn new(speed: Speed, now: Uops, style: RibbonStyle) -> Live {
        Live { pacer: Pacer::new(speed, now), paper: PaperWriter::new(Vec::new(), style), shown: 0 }
    }

    /// Until when the machine works before the paper is shown again.
    pub fn slice_end(&self, now: Uops) -> Uops {
        self.pacer.slice_end(now)
    }

    /// Shows what came to the paper, and rests until the machine's `now` is due.
    pub fn show(&mut self, symbols: &[Symbol], now: Uops) -> Result<()> {
        self.print(symbols)?;
        std::thread::sleep(self.pacer.rest(now));
        Ok(())
    }

    /// Shows the rest, and ends the last line.
    pub fn finish(&mut self, symbols: &[Symbol]) -> Result<()> {
        self.print(symbols)?;
        self.paper.finish()?;
        self.flush()
    }

    fn print(&mut self, symbols: &[Symbol]) -> Result<()> {
        for &symbol in symbols.get(self.shown..).unwrap_or_default() {
            self.paper.print(symbol)?;
        }
        self.shown = symbols.len();
        self.flush()
    }

    fn flush(&mut self) -> Result<()> {
        let text = std::mem::take(self.paper.out());
        if text.is_empty() { Ok(()) } else { files::print(&String::from_utf8_lossy(&text)) }
    }
}
