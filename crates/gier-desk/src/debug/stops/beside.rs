//! A listener beside the probe of a run: both observe the same orders.

use super::Watch;
use crate::attended::Ears;
use gier_machine::{Arrival, CellChange, Finished, Interest, IoEvent, Probe, StateView, Transfer};
use gier_word::{Address, Cell};

/// The probe of a run, and a listener that must not notice that there are breakpoints.
pub struct Beside<'a> {
    /// The probe that ends the run at its goal or at a breakpoint.
    pub watch: Watch<'a>,
    /// Hears what the machine does.
    pub ears: &'a mut dyn Ears,
}

impl Probe for Beside<'_> {
    fn interest(&self) -> Interest<'_> {
        match self.ears.interest() {
            Interest::Nothing => self.watch.interest(),
            // A probe of every order is not told of places, so the two cannot share a watch set.
            Interest::Watched(_) | Interest::EveryOrder => Interest::EveryOrder,
        }
    }

    fn order_limit(&self) -> u64 {
        self.watch.order_limit()
    }

    fn executed(&mut self, orders: u64) {
        self.watch.executed(orders);
        self.ears.executed(orders);
    }

    fn reached(&mut self, moment: &StateView<'_>) {
        Probe::reached(&mut self.watch, moment);
    }

    fn cell_written(&mut self, change: &CellChange, moment: &StateView<'_>) {
        self.watch.cell_written(change, moment);
    }

    fn finished(&mut self, order: &Finished<'_>) {
        self.watch.finished(order);
        self.ears.finished(order);
    }

    fn writes(&mut self, address: Address, old: Cell, new: Cell) {
        self.watch.writes(address, old, new);
        self.ears.writes(address, old, new);
    }

    fn transfers(&mut self, transfer: &Transfer) {
        self.watch.transfers(transfer);
        self.ears.transfers(transfer);
    }

    fn reads(&mut self, address: Address) {
        self.watch.reads(address);
        self.ears.reads(address);
    }

    fn arrives(&mut self, arrival: &Arrival, moment: &StateView<'_>) {
        self.watch.arrives(arrival, moment);
        self.ears.arrives(arrival, moment);
    }

    fn io(&mut self, event: &IoEvent, moment: &StateView<'_>) {
        self.watch.io(event, moment);
        self.ears.io(event, moment);
    }

    fn wants_stop(&self) -> bool {
        self.watch.wants_stop()
    }
}
