//! Reads what is printed, as an operator does who waits for a text.

use crate::attended::{By, Print};
use crate::typewriter::paper::{Sheet, text_of};

/// The text on the paper, with the characters in the order in which they were printed, and how far the act
/// `expect` has read it.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    text: String,
    /// For each byte of the text: `true` if the machine typed it, `false` if the operator did.
    is_machines: Vec<bool>,
    /// The byte at which the next `expect` begins its search.
    read_to: usize,
}

impl Reading {
    /// Begins with what a sheet shows. An `expect` finds only what is printed later.
    pub fn of(sheet: &Sheet) -> Reading {
        let lines = sheet.lines().iter().map(|line| text_of(line));
        let text = lines.collect::<Vec<String>>().join("\n");
        Reading { is_machines: vec![true; text.len()], read_to: text.len(), text }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The last `most` characters of the text.
    pub fn tail(&self, most: usize) -> &str {
        let begin = self.text.char_indices().rev().take(most).last().map_or(0, |(at, _)| at);
        &self.text[begin..]
    }

    /// Adds one printed symbol to the text.
    pub fn write(&mut self, print: Print) {
        self.text.extend(print.stroke.character());
        self.is_machines.resize(self.text.len(), print.by == By::Machine);
    }

    /// Searches for a text after what was read before, but not before the byte `from`. Returns the byte at
    /// which the text ends. If the operator typed its last character, the text does not count.
    pub fn end_of(&self, text: &str, from: usize) -> Option<usize> {
        let mut from = from.max(self.read_to);
        loop {
            let begin = from + self.text[from..].find(text)?;
            let end = begin + text.len();
            if self.is_machines[end - 1] {
                return Some(end);
            }
            from = begin + self.text[begin..].chars().next()?.len_utf8();
        }
    }

    /// The byte at which a match can begin at the earliest, if the first `searched` bytes of the paper do not
    /// contain it whole.
    pub fn before(&self, searched: usize, text: &str) -> usize {
        self.text.floor_char_boundary(searched.saturating_sub(text.len()))
    }

    /// Reads on to the byte `end`.
    pub const fn read_to(&mut self, end: usize) {
        self.read_to = end;
    }
}
