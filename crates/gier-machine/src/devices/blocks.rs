//! The words of the block disc and of the carrousel (a store with tapes), in numbered blocks. Only written
//! blocks take memory; a block that was never written is blank. Clones share their blocks until one clone is
//! changed.

use crate::devices::buffer::Buffer;
use gier_word::Cell;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The contents of the written blocks, by block number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blocks(Arc<BTreeMap<u16, Arc<[Cell]>>>);

impl Blocks {
    /// Replaces the contents of a block. Copies `words` words from the buffer store, where the first word is
    /// in cell `place`.
    pub(crate) fn write(&mut self, block: u16, words: u16, place: u32, buffer: &Buffer) {
        let cells = (0..words).map(|word| buffer.cell(place + u32::from(word))).collect();
        Arc::make_mut(&mut self.0).insert(block, cells);
    }

    /// Copies the first `words` words of a block to the buffer store. The first word goes to cell `place`.
    pub(crate) fn read(&self, block: u16, words: u16, place: u32, buffer: &mut Buffer) {
        let cells = self.0.get(&block).map_or(&[][..], |cells| cells);
        for word in 0..words {
            let cell = cells.get(usize::from(word)).copied().unwrap_or_default();
            buffer.set_cell(place + u32::from(word), cell);
        }
    }

    /// The numbers of the blocks that were written.
    pub fn used(&self) -> impl Iterator<Item = u16> {
        self.0.keys().copied()
    }
}
