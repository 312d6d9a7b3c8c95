//! The names that are known at one place of a program: blocks within blocks, each with the
//! names that it declares. A name that is used before it has a value leaves the use behind;
//! the first value that it gets is put in there.  [F-SLIP-4]

use crate::assembly::table;
use crate::item::Name;
use gier_word::Span;
use litemap::LiteMap;
use std::collections::BTreeMap;

/// One of the fields that an address adds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The whole cell from bit 0 on.
    Word,
    /// The cell from bit 10 on: the right half's address, or the increment.
    Right,
}

/// A use of a name without a value: `factor` times its [`amount`] is to be added to a field.
#[derive(Clone, Debug)]
pub struct Use {
    /// The cell, by its place in the list of cells made.
    pub cell: usize,
    /// Which field.
    pub field: Field,
    /// How often it is added; 1 or -1 mostly.
    pub factor: i64,
    /// The position of its unit.
    pub position: u8,
    /// The number written before the name: `3a1` is the address a1 + 3.
    pub offset: i64,
    /// What is taken off: with base r the address of the order's own cell.
    pub origin: i64,
    /// What makes the order one for the right half: `hv` to `hh`, `pa` to `pt`.  [F-SLIP-16]
    pub to_right: u64,
    /// Where it was written.
    pub span: Option<Span>,
}

/// What a name with a number before it counts in a cell: an address, 0-1023, and the number.
/// [F-SLIP-14]
pub const fn amount(value: i64, offset: i64) -> i64 {
    value.rem_euclid(1024).wrapping_add(offset)
}

#[derive(Clone, Debug, Default)]
struct Binding {
    value: Option<i64>,
    uses: Vec<Use>,
}

#[derive(Clone, Debug, Default)]
struct Block {
    declared: LiteMap<char, u16>,
    names: BTreeMap<Name, Binding>,
}

/// The blocks that are open; the first is the whole program and knows every name.
#[derive(Clone, Debug)]
pub struct Scope {
    blocks: Vec<Block>,
}

/// Only the outermost block.
impl Default for Scope {
    fn default() -> Scope {
        Scope { blocks: vec![Block::default()] }
    }
}

impl Scope {
    /// Opens a block.
    pub fn open(&mut self) {
        self.blocks.push(Block::default());
    }

    /// Declares the names of a letter up to a number in the innermost block.
    pub fn declare(&mut self, letter: char, highest: u16) {
        if let Some(block) = self.blocks.last_mut() {
            let number = block.declared.entry(letter).or_default();
            *number = highest.max(*number);
        }
    }

    /// How many blocks are open besides the outermost.
    pub fn depth(&self) -> usize {
        self.blocks.len() - 1
    }

    /// Closes the innermost block, if any is open; the uses of names without a value come back.
    pub fn close(&mut self) -> Vec<(Name, Use)> {
        if self.depth() == 0 { Vec::new() } else { left_over(self.blocks.pop().expect("an open block")) }
    }

    /// Ends the program: the values of the names of the outermost block, and the uses of those
    /// without a value.
    pub fn finish(mut self) -> (LiteMap<Name, i64>, Vec<(Name, Use)>) {
        let mut uses = Vec::new();
        while self.depth() > 0 {
            uses.extend(self.close());
        }
        let outermost = self.blocks.swap_remove(0);
        let values = outermost.names.iter().filter_map(|(name, b)| Some((name.clone(), b.value?)));
        let values = table(values);
        uses.extend(left_over(outermost));
        (values, uses)
    }

    fn binding(&mut self, name: &Name) -> &mut Binding {
        // Two names share a cell of SLIP's table: a20 declares a21 too.  [F-SLIP-9]
        let declares = |block: &Block| match name {
            Name::Short(letter, number) => {
                block.declared.get(letter).is_some_and(|highest| *number <= highest | 1)
            }
            Name::Long(_) => false,
        };
        // What no block declares belongs to the outermost.
        let block = self.blocks.iter().rposition(declares).unwrap_or(0);
        self.blocks[block].names.entry(name.clone()).or_default()
    }

    /// The value that a name has now.
    pub fn value(&mut self, name: &Name) -> Option<i64> {
        self.binding(name).value
    }

    /// Gives a name a value; the uses that waited for one come back.
    pub fn define(&mut self, name: &Name, value: i64) -> Vec<Use> {
        let binding = self.binding(name);
        binding.value = Some(value);
        std::mem::take(&mut binding.uses)
    }

    /// Leaves a use with a name that has no value.
    pub fn wait(&mut self, name: &Name, waiting: Use) {
        let uses = &mut self.binding(name).uses;
        // Most names wait in one place.
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
