//! The effective address of an order that has not been executed yet, for people who look at it.

use gier_word::Address;

use crate::address::Start;
use crate::decoded::{Decoded, decode};
use crate::ferrite::Ferrite;
use crate::registers::{Cpu, Place};
use crate::step::Active;

/// Where an order's address leads, for people who look at it before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effective {
    /// The effective address A.
    pub address: Address,
    /// The cell in which a storing order stores, or to which a jump goes: that at A; with D the
    /// last one of the indirect chain.
    pub target: Address,
    /// The increment or its substitute, ten bits.
    pub increment: u16,
    /// The cell whose address part is counted, and the new address part.
    pub counted: Option<(Address, u16)>,
}

impl Cpu {
    /// The effective address of the order at a place, with the registers as they are; none if its
    /// indirect chain has no end.
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
