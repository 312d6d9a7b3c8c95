//! How to observe the CPU: a [`Probe`] is notified of executed orders, of writes to cells, and of input and
//! output. [`NoProbe`] observes nothing and costs nothing.

use gier_word::{Address, Cell, Order, Symbol, TrackNo, Uops};

use crate::ferrite::Ferrite;
use crate::periphery::Transfer;
use crate::registers::{Cpu, Place};
use crate::watch_set::{CellChange, StateView, WatchSet};

/// An executed order, and the state of the machine after that order.
pub struct Finished<'a> {
    /// The place of the order. If a `ud` (execute) executed the order, this is the place of the `ud`.
    pub place: Place,
    /// The order, as the CPU read it from the store.
    pub order: &'a Order,
    /// Whether the order's condition (N or L) was true. If it was false, the order did nothing.
    pub done: bool,
    /// The registers after the order.
    pub cpu: &'a Cpu,
    /// The store after the order.
    pub ferrite: &'a Ferrite,
    /// The time at the end of the order.
    pub now: Uops,
}

/// Input or output that an order caused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IoEvent {
    /// The order `sy` sent a symbol to the units that the register `by` selects.
    Sent {
        /// The register `by`, ten bits. It selects the units.
        by: u16,
        /// The symbol that was sent.
        symbol: Symbol,
    },
    /// The order `ly` received a symbol from the unit that the register `by` selects.
    Received {
        /// The register `by`, ten bits. It selects the unit.
        by: u16,
        /// The symbol that was received.
        symbol: Symbol,
    },
    /// The order `lk` or `sk` began this drum transfer.
    Began(Transfer),
}

/// A word that the drum has delivered to the ferrite store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The track of the word.
    pub track: TrackNo,
    /// The position of the word in its track, 0-39.
    pub word: u8,
    /// The cell to which the word was written, with its contents before and after.
    pub change: CellChange,
}

/// What a probe wants to observe.
#[derive(Clone, Copy, Debug)]
pub enum Interest<'a> {
    /// The probe observes no order. The machine runs at full speed.
    Nothing,
    /// The probe observes only the places and cells of this set. It is notified through [`Probe::reached`]
    /// and [`Probe::cell_written`]. The machine runs at almost full speed.
    Watched(&'a WatchSet),
    /// The probe observes every order, through methods such as [`Probe::finished`] and [`Probe::reads`]. The
    /// machine runs many times slower.
    EveryOrder,
}

/// An observer of the CPU. Every method has a default, so a probe defines only those it needs.
pub trait Probe {
    /// What the probe wants to observe. Called when a run of the machine begins.
    ///
    /// The default is [`Interest::EveryOrder`], which makes the machine many times slower.
    fn interest(&self) -> Interest<'_> {
        Interest::EveryOrder
    }
    /// The largest number of orders that the machine may execute before it calls [`Probe::wants_stop`]. With
    /// [`Interest::EveryOrder`], the limit has no effect.
    fn order_limit(&self) -> u64 {
        u64::MAX
    }
    /// Called after orders were executed, with their count. Never called with [`Interest::EveryOrder`].
    fn executed(&mut self, _orders: u64) {}
    /// Called before an order at a place of the watch set. Called only with [`Interest::Watched`].
    fn reached(&mut self, _state: &StateView<'_>) {}
    /// Called after an order has written a cell of the watch set, even if the contents stayed the same.
    /// Called only with [`Interest::Watched`].
    fn cell_written(&mut self, _change: &CellChange, _state: &StateView<'_>) {}
    /// Called after each order. If the order has to wait for a device, the call comes only after the order
    /// has been executed.
    fn finished(&mut self, _order: &Finished<'_>) {}
    /// Called when an order reads a cell: each cell of a chain of indirect addresses, its own cell if it adds t to
    /// the address there, its operand, or the order that `ud` executes.
    /// The return `hr` reads the cell of the call. If an order has to wait for a device, the CPU tries it
    /// again later. This method is then called again.
    fn reads(&mut self, _address: Address) {}
    /// Called before an order writes a cell. If a `ud` executes an order that has to wait, the CPU undoes the
    /// writes and tries the `ud` again later. This method is then called again.
    fn writes(&mut self, _address: Address, _old: Cell, _new: Cell) {}
    /// Called when the order `lk` or `sk` begins this drum transfer.
    fn transfers(&mut self, _transfer: &Transfer) {}
    /// Called when the drum has delivered a word to the ferrite store, between two orders. The machine makes
    /// this call for each value of [`Interest`], even for [`Interest::Nothing`].
    fn arrives(&mut self, _arrival: &Arrival, _state: &StateView<'_>) {}
    /// Called after an order has done input or output. The machine makes this call for each value of
    /// [`Interest`], even for [`Interest::Nothing`].
    fn io(&mut self, _event: &IoEvent, _state: &StateView<'_>) {}
    /// Whether the machine should stop. The machine asks this after it has notified the probe.
    fn wants_stop(&self) -> bool {
        false
    }
}

/// A probe that observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;

impl Probe for NoProbe {
    fn interest(&self) -> Interest<'_> {
        Interest::Nothing
    }
}

impl<P: Probe + ?Sized> Probe for &mut P {
    fn interest(&self) -> Interest<'_> {
        (**self).interest()
    }
    fn order_limit(&self) -> u64 {
        (**self).order_limit()
    }
    fn executed(&mut self, orders: u64) {
        (**self).executed(orders);
    }
    fn reached(&mut self, state: &StateView<'_>) {
        (**self).reached(state);
    }
    fn cell_written(&mut self, change: &CellChange, state: &StateView<'_>) {
        (**self).cell_written(change, state);
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
    fn arrives(&mut self, arrival: &Arrival, state: &StateView<'_>) {
        (**self).arrives(arrival, state);
    }
    fn io(&mut self, event: &IoEvent, state: &StateView<'_>) {
        (**self).io(event, state);
    }
    fn wants_stop(&self) -> bool {
        (**self).wants_stop()
    }
}
