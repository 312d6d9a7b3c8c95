//! Compares the function `run` with single steps. Both must give the same registers, store, time and outcome.
//!
//! Each random program runs in several slices, which have random lengths. Between two slices, cells of the
//! store may be replaced. A probe, which is notified of events, watches some places and cells.

use gier_cpu::{
    CellChange, Cpu, Ferrite, Finished, Flow, Interest, Limits, NoDevices, Place, Probe, Registers,
    StateView, WatchSet,
};
use gier_word::order::Needs;
use gier_word::{Address, Cell, Half, Uops};
use proptest::prelude::*;

use crate::likely::{likely_cell, likely_store};
use crate::notation::cell;
use crate::random::{programs, registers, store};

/// One part of a run: its limits, and the changes made to the store and the watch set before it.
#[derive(Clone, Debug)]
struct Slice {
    orders: u64,
    time: u64,
    /// An address and the new contents of its cell. The cell is replaced before the slice, as by a drum
    /// transfer or by the operator.
    arrives: Option<(u16, Cell)>,
    /// A place (address, and whether it is the right half) that is added to the watch set or removed from it.
    place: Option<(u16, bool)>,
    cell: Option<u16>,
    /// After this number of notifications, the probe asks the run to stop.
    patience: u64,
}

fn orders(orders: u64) -> Slice {
    Slice { orders, time: u64::MAX, arrives: None, place: None, cell: None, patience: u64::MAX }
}

/// A slice with random limits on orders and time. Before the slice, a cell may be replaced and the watch set
/// may be changed.
fn slice() -> impl Strategy<Value = Slice> {
    let near = || prop_oneof![4 => 0..40u16, 1 => 0..1024u16];
    (
        prop_oneof![Just(u64::MAX), 1u64..60],
        prop_oneof![0u64..40, 0u64..1000, Just(5000)],
        prop::option::weighted(0.3, (near(), likely_cell())),
        prop::option::weighted(0.4, (near(), any::<bool>())),
        prop::option::weighted(0.3, near()),
        prop_oneof![Just(u64::MAX), 1u64..6],
    )
        .prop_map(|(orders, time, arrives, place, cell, patience)| Slice {
            orders,
            time,
            arrives,
            place,
            cell,
            patience,
        })
}

/// A notification that the probe received. The first two fields are the number of orders executed, and the
/// time. `Stands` also has R and the place of the next order, and `Changed` has the write of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Heard {
    Stands(u64, Uops, i64, Place),
    Changed(u64, Uops, CellChange),
}

/// A probe with a watch set that records its notifications during a run.
struct Notified<'a> {
    watch_set: &'a WatchSet,
    heard: Vec<Heard>,
    patience: u64,
}

impl Probe for Notified<'_> {
    fn interest(&self) -> Interest<'_> {
        Interest::Watched(self.watch_set)
    }
    fn reached(&mut self, moment: &StateView<'_>) {
        self.heard.push(Heard::Stands(moment.orders, moment.now, moment.registers.r, moment.next()));
    }
    fn cell_written(&mut self, change: &CellChange, moment: &StateView<'_>) {
        self.heard.push(Heard::Changed(moment.orders, moment.now, *change));
    }
    fn wants_stop(&self) -> bool {
        self.heard.len() as u64 >= self.patience
    }
}

/// A probe that is notified of every order in single steps. It records the notifications that a [`Notified`]
/// would receive in a run.
struct Look<'a> {
    watch_set: &'a WatchSet,
    heard: Vec<Heard>,
    written: Vec<CellChange>,
    orders: u64,
    meets: Needs,
}

impl Probe for Look<'_> {
    fn finished(&mut self, order: &Finished<'_>) {
        self.orders += 1;
        self.meets = order.order.opcode.row().needs;
        for change in self.written.drain(..) {
            if self.watch_set.has_cell(change.address) {
                self.heard.push(Heard::Changed(self.orders, order.now, change));
            }
        }
        let registers = order.cpu.registers();
        let is_pair = order.ferrite.read(registers.r1).marks().a();
        let next = Place { cell: registers.r1, half: if is_pair { registers.half } else { Half::Left } };
        if self.watch_set.has_place(next) {
            self.heard.push(Heard::Stands(self.orders, order.now, registers.r, next));
        }
    }
    fn writes(&mut self, address: Address, old: Cell, new: Cell) {
        self.written.push(CellChange { address, old, new });
    }
}

fn compare(
    start: Registers,
    ferrite: &Ferrite,
    keys: (bool, bool),
    slices: &[Slice],
) -> Result<(), TestCaseError> {
    let mut fast = Cpu::new();
    fast.set_registers(start);
    let mut plain = fast;
    let (mut plain_store, mut fast_store) = (ferrite.clone(), ferrite.clone());
    let (mut plain_now, mut fast_now) = (Uops::ZERO, Uops::ZERO);
    let mut world = NoDevices { keys };
    let mut watch_set = WatchSet::EMPTY;
    for slice in slices {
        if let Some((address, cell)) = slice.arrives {
            fast_store.write(address, cell);
            plain_store.write(address, cell);
        }
        if let Some((cell, right)) = slice.place {
            let place = Place { cell: cell.into(), half: if right { Half::Right } else { Half::Left } };
            watch_set.set_place(place, !watch_set.has_place(place));
        }
        if let Some(cell) = slice.cell {
            watch_set.set_cell(cell, !watch_set.has_cell(cell));
        }
        fast_store.watch(&watch_set);
        let until = fast_now + Uops(slice.time);
        let limits = Limits { until, orders: slice.orders };
        let mut watch = Notified { watch_set: &watch_set, heard: vec![], patience: slice.patience };
        let (flow, done) = fast.run_probed(&mut fast_store, &mut world, &mut fast_now, limits, &mut watch);
        let heard = watch.heard;
        prop_assert!(done <= slice.orders);
        let mut look =
            Look { watch_set: &watch_set, heard: vec![], written: vec![], orders: 0, meets: Needs::Nothing };
        let mut other = Flow::Next;
        for _ in 0..done + u64::from(flow != Flow::Next) {
            prop_assert_eq!(other, Flow::Next);
            prop_assert!(plain_now < until);
            other = plain.step_probed(&mut plain_store, &mut world, &mut plain_now, &mut look);
        }
        prop_assert_eq!(flow, other);
        prop_assert_eq!((fast, fast_now), (plain, plain_now));
        prop_assert!(fast_store == plain_store);
        prop_assert_eq!(&heard, &look.heard);
        let all_done = done == slice.orders || fast_now >= until || heard.len() as u64 >= slice.patience;
        prop_assert!(all_done || flow != Flow::Next || look.meets != Needs::Nothing, "ended too early");
        if flow != Flow::Next {
            // Go on with the next order, as an operator would.
            let next = plain.registers().r1 + 1u16;
            plain.go_to(next);
            fast.go_to(next);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(programs()))]

    #[test]
    fn the_same_after_every_order(registers in registers(), ferrite in likely_store(), keys: (bool, bool)) {
        compare(registers, &ferrite, keys, &vec![orders(1); 200])?;
    }

    #[test]
    fn the_same_after_slices(registers in registers(), ferrite in likely_store(), slices in prop::collection::vec(1u64..60, 12)) {
        compare(registers, &ferrite, (true, false), &slices.into_iter().map(orders).collect::<Vec<_>>())?;
    }

    #[test]
    fn the_same_on_any_cells(registers in registers(), ferrite in store()) {
        compare(registers, &ferrite, (false, true), &vec![orders(7); 20])?;
    }

    #[test]
    fn the_same_with_deadlines_stores_from_outside_and_watches(
        registers in registers(),
        ferrite in likely_store(),
        slices in prop::collection::vec(slice(), 16),
    ) {
        compare(registers, &ferrite, (false, false), &slices)?;
    }
}

/// A run executes no order that begins at or after the time limit.
#[test]
fn the_time_limit_holds() {
    let ferrite = Ferrite::new(); // nothing but qq, 12 each
    for until in [0, 1, 12, 13, 1000] {
        let (mut cpu, mut now) = (Cpu::new(), Uops::ZERO);
        let limits = Limits { until: Uops(until), orders: u64::MAX };
        let (flow, done) = cpu.run(&mut ferrite.clone(), &mut NoDevices::default(), &mut now, limits);
        assert_eq!((flow, done), (Flow::Next, until.div_ceil(12)));
        assert_eq!(now, Uops(12 * done));
    }
}

/// A run ends after an order that uses a device, also if a `ud` executes this order. The device may have to
/// act before the next order.
#[test]
fn an_order_that_meets_the_world_is_the_last_of_a_run() {
    let runs = [("vk 7", "qq", 1), ("ud 5", "vk 7", 1), ("ud 5", "sy 1", 1), ("ud 5", "qq", 3)];
    for (first, fifth, orders) in runs {
        let mut ferrite = Ferrite::new();
        ferrite.write(1, cell(first));
        ferrite.write(5, cell(fifth));
        let mut cpu = Cpu::new();
        cpu.set_registers(Registers { r1: 1.into(), ..Registers::default() });
        let (mut now, limits) = (Uops::ZERO, Limits { until: Uops::NEVER, orders: 3 });
        let (flow, done) = cpu.run(&mut ferrite, &mut NoDevices::default(), &mut now, limits);
        assert_eq!((flow, done), (Flow::Next, orders), "{first}, {fifth}");
    }
}
