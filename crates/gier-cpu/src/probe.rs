//! Watching the central unit: a probe sees every finished order and every changed cell.
//! [`NoProbe`] sees nothing and costs nothing.

use gier_word::{Address, Cell, Order, Symbol, TrackNo, Uops};

use crate::ferrite::Ferrite;
use crate::lookout::{Change, Lookout, Moment};
use crate::periphery::Transfer;
use crate::registers::{Cpu, Place};

/// A finished order and the machine after it.
pub struct Finished<'a> {
    /// Where the order stands (of a `ud`: where the `ud` stands).
    pub place: Place,
    /// The order as it was fetched.
    pub order: &'a Order,
    /// Whether its N or L condition held; if not, it did nothing.
    pub done: bool,
    /// The registers after it.
    pub cpu: &'a Cpu,
    /// The store after it.
    pub ferrite: &'a Ferrite,
    /// The time at its end.
    pub now: Uops,
}

/// What an order did with the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Met {
    /// `sy` sent a symbol to the units of by.
    Sent {
        /// The unit register, ten bits.
        by: u16,
        /// The symbol.
        symbol: Symbol,
    },
    /// `ly` took a symbol from the unit of by.
    Received {
        /// The unit register, ten bits.
        by: u16,
        /// The symbol.
        symbol: Symbol,
    },
    /// `lk` or `sk` began this transfer.
    Began(Transfer),
}

/// A word that has come from the drum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Its track.
    pub track: TrackNo,
    /// Its cell of the track, 0-39.
    pub word: u8,
    /// Where it went, what was there, and what is there.
    pub change: Change,
}

/// What a probe wants to see of the orders.
#[derive(Clone, Copy, Debug)]
pub enum Sight<'a> {
    /// None of them: the machine runs as if nobody looked.
    Nothing,
    /// Only these places and cells, through [`Probe::stands`] and [`Probe::changed`]: nearly as
    /// fast.
    Places(&'a Lookout),
    /// Every order, through the other methods: many times slower.
    Orders,
}

/// What may be observed. All methods are empty unless a probe fills them.
pub trait Probe {
    /// What this probe wants to see, asked when a run of the machine begins.
    ///
    /// The default is every order ([`Sight::Orders`]), which makes the machine many times slower.
    fn sight(&self) -> Sight<'_> {
        Sight::Orders
    }
    /// How many orders may be made before it is asked again, unless it sees every one.
    fn allowance(&self) -> u64 {
        u64::MAX
    }
    /// This many orders were made of which it did not see every one.
    fn passed(&mut self, _orders: u64) {}
    /// With [`Sight::Places`]: an order has ended, and the next stands at one of the places.
    fn stands(&mut self, _moment: &Moment<'_>) {}
    /// With [`Sight::Places`]: an order that has just ended changed one of the cells, or wrote
    /// it as it was.
    fn changed(&mut self, _change: &Change, _moment: &Moment<'_>) {}
    /// An order is finished. Orders that wait are not reported until they are done.
    fn finished(&mut self, _order: &Finished<'_>) {}
    /// An order uses what the cell at `address` holds: as its operand, as the last cell of its
    /// indirect address, as the order that a `ud` does, or as the call to which it returns. Of an
    /// order that waits it is reported again when it goes on.
    fn reads(&mut self, _address: Address) {}
    /// An order is about to replace `old` in the cell at `address` by `new`. A write may be
    /// taken back if a `ud` must wait for the order it executes; it is then reported again.
    fn writes(&mut self, _address: Address, _old: Cell, _new: Cell) {}
    /// An `lk` or `sk` begins this transfer.
    fn transfers(&mut self, _transfer: &Transfer) {}
    /// With any sight: between two orders a word has come from the drum.
    fn arrives(&mut self, _arrival: &Arrival, _moment: &Moment<'_>) {}
    /// With any sight: the order that has just ended met the world.
    fn meets(&mut self, _met: &Met, _moment: &Moment<'_>) {}
    /// Asked after each finished order, and after what happened between two, by whoever runs the
    /// machine: true ends the run.
    fn wants_stop(&self) -> bool {
        false
    }
}

/// The probe that sees nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;

impl Probe for NoProbe {
    fn sight(&self) -> Sight<'_> {
        Sight::Nothing
    }
}

/// Whoever has a probe looks through it.
impl<P: Probe + ?Sized> Probe for &mut P {
    fn sight(&self) -> Sight<'_> {
        (**self).sight()
    }
    fn allowance(&self) -> u64 {
        (**self).allowance()
    }
    fn passed(&mut self, orders: u64) {
        (**self).passed(orders);
    }
    fn stands(&mut self, moment: &Moment<'_>) {
        (**self).stands(moment);
    }
    fn changed(&mut self, change: &Change, moment: &Moment<'_>) {
        (**self).changed(change, moment);
    }
    fn finished(&mut self, order: &Finished<'_>) {
        (**self).finished(order);
    }
    fn writes(&mut self, address: Address, old: Cell, new: Cell) {
        (**self).writes(address, old, new);
    }
    fn transfers(&mut self, transfer: &Transfer) {
        (**self).transfers(transfer);
    }
    fn reads(&mut self, address: Address) {
        (**self).reads(address);
    }
    fn arrives(&mut self, arrival: &Arrival, moment: &Moment<'_>) {
        (**self).arrives(arrival, moment);
    }
    fn meets(&mut self, met: &Met, moment: &Moment<'_>) {
        (**self).meets(met, moment);
    }
    fn wants_stop(&self) -> bool {
        (**self).wants_stop()
    }
}
