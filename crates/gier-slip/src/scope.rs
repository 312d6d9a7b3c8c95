//! The names known at one place of a program, block by block. A name can be used before it has a value.
//! Such a use is recorded, and gets the name's first value later.  [F-SLIP-4]

use crate::item::Name;
use gier_word::Span;
use std::collections::BTreeMap;

/// The part of a cell that receives the value of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// The whole cell. Positions are counted from bit 0.
    Word,
    /// The right half, or the increment. Positions are counted from bit 10.
    Right,
}

/// A use of a name that has no value yet. When the name gets its value, the assembler adds this number to the
/// cell: `factor` × (`amount(value, offset)` - `origin`).
#[derive(Clone, Debug)]
pub(crate) struct Use {
    /// The index of the cell in the list of cells.
    pub(crate) cell: usize,
    /// The part of the cell that receives the value.
    pub(crate) field: Field,
    /// The factor of the name, usually 1 or -1.
    pub(crate) factor: i64,
    /// The bit of `field` at which the lowest bit of the added number is placed.
    pub(crate) position: u8,
    /// The number written before the name. For example, `3a1` is the address a1 + 3.
    pub(crate) offset: i64,
    /// A number that is subtracted from the name's value. If the order has base r, it is the address of the
    /// order's own cell. Otherwise it is 0.
    pub(crate) origin: i64,
    /// The bits to set if the name labels a right half. They turn the order `hv` into `hh`, and `pa` into
    /// `pt`. [F-SLIP-16]
    pub(crate) to_right: u64,
    /// The place of the use in the source.
    pub(crate) span: Option<Span>,
}

/// Reduces the value of a name to an address 0-1023, and adds `offset`, the number written before the name.
/// [F-SLIP-14]
pub(crate) const fn amount(value: i64, offset: i64) -> i64 {
    value.rem_euclid(1024).wrapping_add(offset)
}

#[derive(Debug, Default)]
struct Binding {
    value: Option<i64>,
    uses: Vec<Use>,
}

#[derive(Debug, Default)]
struct Block {
    declared: BTreeMap<char, u16>,
    names: BTreeMap<Name, Binding>,
}

/// The open blocks, outermost first. The outermost block is the whole program.
#[derive(Debug)]
pub(crate) struct Scope {
    blocks: Vec<Block>,
}

/// Creates a scope in which only the outermost block is open.
impl Default for Scope {
    fn default() -> Scope {
        Scope { blocks: vec![Block::default()] }
    }
}

impl Scope {
    /// Opens a block.
    pub(crate) fn open(&mut self) {
        self.blocks.push(Block::default());
    }

    /// Declares names in the innermost block: `letter` with the numbers 0 to `highest`, for example a0 to
    /// a20.
    pub(crate) fn declare(&mut self, letter: char, highest: u16) {
        if let Some(block) = self.blocks.last_mut() {
            let number = block.declared.entry(letter).or_default();
            *number = highest.max(*number);
        }
    }

    /// The number of open blocks inside the outermost block.
    pub(crate) fn depth(&self) -> usize {
        self.blocks.len() - 1
    }

    /// Closes the innermost block, but never the outermost one. If names of the block never got a value,
    /// returns their uses.
    pub(crate) fn close(&mut self) -> Vec<(Name, Use)> {
        if self.depth() == 0 { Vec::new() } else { left_over(self.blocks.pop().expect("an open block")) }
    }

    /// Ends the program. Returns the values of the names of the outermost block. Also returns the uses of all
    /// names without a value.
    pub(crate) fn finish(mut self) -> (BTreeMap<Name, i64>, Vec<(Name, Use)>) {
        let mut uses = Vec::new();
        while self.depth() > 0 {
            uses.extend(self.close());
        }
        let outermost = self.blocks.swap_remove(0);
        let values = outermost.names.iter().filter_map(|(name, b)| Some((name.clone(), b.value?)));
        let values = values.collect();
        uses.extend(left_over(outermost));
        (values, uses)
    }

    fn binding(&mut self, name: &Name) -> &mut Binding {
        // Two names share a cell of SLIP's table, so declaring a20 declares a21 too.  [F-SLIP-9]
        let declares = |block: &Block| match name {
            Name::Short(letter, number) => {
                block.declared.get(letter).is_some_and(|highest| *number <= highest | 1)
            }
            Name::Long(_) => false,
        };
        // Names that no block declares belong to the outermost block.
        let block = self.blocks.iter().rposition(declares).unwrap_or(0);
        self.blocks[block].names.entry(name.clone()).or_default()
    }

    /// The names that have a value.
    pub(crate) fn known(&self) -> impl Iterator<Item = &Name> {
        let names = self.blocks.iter().flat_map(|block| &block.names);
        names.filter(|(_, it)| it.value.is_some()).map(|(name, _)| name)
    }

    /// The current value of a name, or `None` if the name has no value yet.
    pub(crate) fn value(&mut self, name: &Name) -> Option<i64> {
        self.binding(name).value
    }

    /// Gives a name a value and returns the uses that waited for the value.
    pub(crate) fn define(&mut self, name: &Name, value: i64) -> Vec<Use> {
        let binding = self.binding(name);
        binding.value = Some(value);
        std::mem::take(&mut binding.uses)
    }

    /// Records a use of a name that has no value yet.
    pub(crate) fn wait(&mut self, name: &Name, waiting: Use) {
        let uses = &mut self.binding(name).uses;
        // Most names are used once before they have a value.
        uses.reserve_exact(usize::from(uses.is_empty()));
        uses.push(waiting);
    }
}

fn left_over(block: Block) -> Vec<(Name, Use)> {
    block
        .names
        .into_iter()
        .flat_map(|(name, binding)| binding.uses.into_iter().map(move |waiting| (name.clone(), waiting)))
        .collect()
}
