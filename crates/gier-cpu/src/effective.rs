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
    /// The effective address A.
    pub address: Address,
    /// The cell that a storing order writes, or the target of a jump. This is the cell at `address`. If the
    /// order has the modifier D, it is the last cell of the indirect chain.
    pub target: Address,
    /// The increment t or the value substituted for it, ten bits.
    pub increment: u16,
    /// If the order counts: the cell whose address part is counted, and the new address part of that cell.
    pub counted: Option<(Address, u16)>,
}

impl Cpu {
    /// The effective address of the order at a place, with the current registers. Returns `None` if the
    /// indirect chain is endless.
    pub fn effective(&self, ferrite: &Ferrite, place: Place) -> Option<Effective> {
        let (form, order) = decode(ferrite.read(place.cell), place.half);
        let order = Decoded::new(form, &order);
        let chain = Start::new(&order, place.cell.number(), &self.reg).follow(ferrite.cells())?;
        let mut active = Active::new(order, place.cell.number());
        active.take(&chain);
        Some(Effective {
            address: chain.address.into(),
            target: active.target().into(),
            increment: chain.t,
            counted: chain.counted.map(|counted| (chain.last.into(), counted)),
        })
    }
}
