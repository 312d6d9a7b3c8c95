//! The effective address of an order that has not been executed yet, for debuggers and panels.

use gier_word::Address;

use crate::address::Start;
use crate::decoded::{Decoded, decode};
use crate::ferrite::Ferrite;
use crate::registers::{Cpu, Place};
use crate::step::Active;

/// The effective address of an order, computed without executing the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effective {
    /// The effective address A, ten bits.
    pub address: Address,
    /// For an order that stores something, the cell that it writes. For a jump, the cell to which it jumps.
    /// Without the modifier D, this is the cell at `address`. With D, it is the last cell in the chain of
    /// indirect addresses, or the order's own cell.
    pub target: Address,
    /// The increment t, ten bits. If `it` or `nt` came before the order, this is the value that replaces t.
    pub increment: u16,
    /// If the order adds t to its address: the cell that gets the sum as its new address part, and the sum.
    /// `None` if the order does not add t.
    pub counted: Option<(Address, u16)>,
}

impl Cpu {
    /// Computes the effective address of the order at a place, with the current registers. Returns `None` if
    /// the chain of indirect addresses is endless.
    pub fn effective(&self, ferrite: &Ferrite, place: Place) -> Option<Effective> {
        let (form, order) = decode(ferrite.read(place.cell), place.half);
        let order = Decoded::new(form, &order);
        let chain = Start::new(&order, place.cell.number(), &self.reg).follow(ferrite.cells(), |_| ())?;
        let mut active = Active::new(order, place.cell.number());
        active.use_address(&chain);
        Some(Effective {
            address: chain.address.into(),
            target: active.target().into(),
            increment: chain.t,
            counted: chain.counted.map(|counted| (chain.last.into(), counted)),
        })
    }
}
