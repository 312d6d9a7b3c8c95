//! Runs against single steps: registers, store, time and flow the same after every order and
//! after stretches of any length and any time, on random programs, with stores from outside, and
//! with places and cells that are watched.

use gier_cpu::{
    Change, Cpu, Ferrite, Finished, Flow, Limits, Lookout, Moment, Parts, Place, Probe, Quantity, Question,
    Quiet, Registers, Sight, Stop, Test, rank,
};
use gier_word::order::Meets;
use gier_word::{Address, Cell, Half, Uops, number};
use proptest::prelude::*;

use crate::likely::{likely_cell, likely_store};
use crate::random::{programs, registers, store};

/// A stretch of a run: how far, and what happens before it.
#[derive(Clone, Debug)]
struct Slice {
    orders: u64,
    time: u64,
    /// A cell that the drum or the desk replaces.
    arrives: Option<(u16, Cell)>,
    /// A place that is watched from now on, or no longer; the same for a cell.
    place: Option<(u16, bool)>,
    cell: Option<u16>,
    /// What is asked from now on, besides what was asked before; or nothing is asked any more.
    asks: Option<Option<Asked>>,
    /// After so many events the probe wants to stop.
    patience: u64,
}

fn orders(orders: u64) -> Slice {
    Slice { orders, time: u64::MAX, arrives: None, place: None, cell: None, asks: None, patience: u64::MAX }
}

/// Any number of orders, any time down to a micro-operation, stores from outside, places and
/// cells that are watched.
fn slice() -> impl Strategy<Value = Slice> {
    let near = || prop_oneof![4 => 0..40u16, 1 => 0..1024u16];
    (
        prop_oneof![Just(u64::MAX), 1u64..60],
        prop_oneof![0u64..40, 0u64..1000, Just(5000)],
        prop::option::weighted(0.3, (near(), likely_cell())),
        prop::option::weighted(0.4, (near(), any::<bool>())),
        prop::option::weighted(0.3, near()),
        prop::option::weighted(0.4, prop::option::weighted(0.7, asked())),
        prop_oneof![Just(u64::MAX), 1u64..6],
    )
        .prop_map(|(orders, time, arrives, place, cell, asks, patience)| Slice {
            orders,
            time,
            arrives,
            place,
            cell,
            asks,
            patience,
        })
}

/// A question about a place and a cell, or about all places, with one test.
#[derive(Clone, Debug)]
struct Asked {
    /// Of all if none.
    place: Option<Place>,
    cell: u16,
    is_of_changes: bool,
    test: Test,
}

fn asked() -> impl Strategy<Value = Asked> {
    let place = (0..40u16, any::<bool>()).prop_map(|(cell, right)| Place {
        cell: cell.into(),
        half: if right { Half::Right } else { Half::Left },
    });
    let quantity = || {
        (0..12usize, 0..40u16).prop_map(|(which, cell)| {
            use Quantity::{By, Cell, Floating, In, Local, M, Next, P, R, R1, S, Tk};
            let (links, offset) = ((cell % 3) as u8, cell.cast_signed() - 20);
            let of_cells = [Cell(cell.into()), Floating(cell.into()), Local(links, offset), Next];
            [R, M, S, P, R1, In, By, Tk].into_iter().chain(of_cells).nth(which).unwrap()
        })
    };
    let field = prop_oneof![Just((0, -1)), (0..40u32, 1..1024i64)];
    let near = || prop_oneof![-3..4i64, Just(i64::MIN), Just(i64::MAX), any::<i64>()];
    let times = || prop_oneof![3 => Just(1), 1 => -9..9i64];
    let less = prop::option::weighted(0.3, (quantity(), times()));
    let test = (quantity(), field, times(), less, near(), near(), any::<bool>()).prop_map(
        |(quantity, (shift, mask), times, less, least, greatest, outside)| Test {
            quantity,
            shift,
            mask,
            times,
            less,
            range: (least, greatest),
            outside,
        },
    );
    (prop::option::weighted(0.8, place), 0..40u16, any::<bool>(), test)
        .prop_map(|(place, cell, is_of_changes, test)| Asked { place, cell, is_of_changes, test })
}

impl Asked {
    fn question(&self) -> Question {
        let tests = vec![self.test];
        let mut question =
            if self.place.is_none() { Question::everywhere(Parts::ALL, tests) } else { Question::new(tests) };
        if let Some(place) = self.place {
            question.add_place(place);
        }
        question.add_cell(self.cell.into());
        question.is_of_changes = self.is_of_changes;
        question
    }

    /// Whether the answer is yes after this order.
    fn holds(&self, order: &Finished<'_>) -> bool {
        let registers = order.cpu.registers();
        let number = |quantity| match quantity {
            Quantity::R => registers.r,
            Quantity::M => Cell::from_integer(registers.m as i64).signed(),
            Quantity::S => i64::from(registers.s),
            Quantity::P => i64::from(registers.p),
            Quantity::R1 => i64::from(registers.r1),
            Quantity::In => i64::from(registers.indicator),
            Quantity::By => i64::from(registers.by),
            Quantity::Tk => i64::from(registers.tk),
            Quantity::Cell(address) => order.ferrite.read(address).signed(),
            Quantity::Next => order.ferrite.read(registers.r1).signed(),
            Quantity::Floating(address) => rank(number::float(order.ferrite.read(address))),
            Quantity::Local(links, offset) => {
                let mut at = Address::from(registers.p);
                for _ in 0..links {
                    at = order.ferrite.read(at).field(20, 29).into();
                }
                rank(number::float(order.ferrite.read(at + offset)))
            }
        };
        let less = self.test.less.map_or(0, |(less, times)| number(less).wrapping_mul(times));
        let number = number(self.test.quantity);
        let number = if self.test.mask == -1 { number } else { (number >> self.test.shift) & self.test.mask };
        let (least, greatest) = self.test.range;
        let number = number.wrapping_mul(self.test.times).saturating_sub(less);
        (least <= number && number <= greatest) != self.test.outside
    }
}

/// What a probe hears: after how many orders, at which time, with which R; and of what.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Heard {
    Stands(u64, Uops, i64, Place),
    Changed(u64, Uops, Change),
}

/// Looks out during a run.
struct Watch<'a> {
    lookout: &'a Lookout,
    heard: Vec<Heard>,
    patience: u64,
}

impl Probe for Watch<'_> {
    fn sight(&self) -> Sight<'_> {
        Sight::Places(self.lookout)
    }
    fn stands(&mut self, moment: &Moment<'_>) {
        self.heard.push(Heard::Stands(moment.orders, moment.now, moment.registers.r, moment.next()));
    }
    fn changed(&mut self, change: &Change, moment: &Moment<'_>) {
        self.heard.push(Heard::Changed(moment.orders, moment.now, *change));
    }
    fn wants_stop(&self) -> bool {
        self.heard.len() as u64 >= self.patience
    }
}

/// Looks at every order and hears by itself what a [`Watch`] is told.
struct Look<'a> {
    lookout: &'a Lookout,
    asked: &'a [Asked],
    heard: Vec<Heard>,
    written: Vec<Change>,
    orders: u64,
    meets: Meets,
}

impl Probe for Look<'_> {
    fn finished(&mut self, order: &Finished<'_>) {
        self.orders += 1;
        self.meets = order.order.opcode.row().meets;
        for change in self.written.drain(..) {
            let asks = |asked: &Asked| {
                let is_meant = change.old != change.new || !asked.is_of_changes;
                change.address.number() == asked.cell && is_meant && asked.holds(order)
            };
            if self.lookout.has_cell(change.address) || self.asked.iter().any(asks) {
                self.heard.push(Heard::Changed(self.orders, order.now, change));
            }
        }
        let registers = order.cpu.registers();
        let is_pair = order.ferrite.read(registers.r1).marks().a();
        let next = Place { cell: registers.r1, half: if is_pair { registers.half } else { Half::Left } };
        let asks = |asked: &Asked| asked.place.is_none_or(|place| place == next) && asked.holds(order);
        if self.lookout.has_place(next) || self.asked.iter().any(asks) {
            self.heard.push(Heard::Stands(self.orders, order.now, registers.r, next));
        }
    }
    fn writes(&mut self, address: Address, old: Cell, new: Cell) {
        self.written.push(Change { address, old, new });
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
    let mut world = Quiet { keys };
    let mut always = Lookout::NOWHERE;
    let mut asked: Vec<Asked> = Vec::new();
    for slice in slices {
        if let Some((address, cell)) = slice.arrives {
            fast_store.write(address, cell);
            plain_store.write(address, cell);
        }
        if let Some((cell, right)) = slice.place {
            let place = Place { cell: cell.into(), half: if right { Half::Right } else { Half::Left } };
            always.set_place(place, !always.has_place(place));
        }
        if let Some(cell) = slice.cell {
            always.set_cell(cell, !always.has_cell(cell));
        }
        match &slice.asks {
            Some(Some(more)) => asked.push(more.clone()),
            Some(None) => asked.clear(),
            None => {}
        }
        let mut lookout = always.clone();
        asked.iter().for_each(|asked| lookout.ask(asked.question()));
        fast_store.look_out(&lookout);
        let until = fast_now + Uops(slice.time);
        let mut watch = Counted {
            left: slice.orders,
            watch: Watch { lookout: &lookout, heard: vec![], patience: slice.patience },
        };
        let (flow, done) = fast.run_probed(&mut fast_store, &mut world, &mut fast_now, until, &mut watch);
        let heard = watch.watch.heard;
        prop_assert!(done <= slice.orders);
        let mut look = Look {
            lookout: &lookout,
            asked: &asked,
            heard: vec![],
            written: vec![],
            orders: 0,
            meets: Meets::Nothing,
        };
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
        prop_assert!(all_done || flow != Flow::Next || look.meets != Meets::Nothing, "ended too early");
        if flow != Flow::Next {
            // On with the next order, as an operator would.
            let next = plain.registers().r1 + 1u16;
            plain.go_to(next);
            fast.go_to(next);
        }
    }
    Ok(())
}

/// A watch that allows only so many orders.
struct Counted<'a> {
    left: u64,
    watch: Watch<'a>,
}

impl Probe for Counted<'_> {
    fn sight(&self) -> Sight<'_> {
        self.watch.sight()
    }
    fn allowance(&self) -> u64 {
        self.left
    }
    fn stands(&mut self, moment: &Moment<'_>) {
        self.watch.stands(moment);
    }
    fn changed(&mut self, change: &Change, moment: &Moment<'_>) {
        self.watch.changed(change, moment);
    }
    fn wants_stop(&self) -> bool {
        self.watch.wants_stop()
    }
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

/// No order begins at or after the time given.
#[test]
fn the_time_limit_holds() {
    let ferrite = Ferrite::new(); // nothing but qq, 12 each
    for until in [0, 1, 12, 13, 1000] {
        let (mut cpu, mut now) = (Cpu::new(), Uops::ZERO);
        let limits = Limits { until: Uops(until), orders: u64::MAX };
        let (flow, done) = cpu.run(&mut ferrite.clone(), &mut Quiet::default(), &mut now, limits);
        assert_eq!((flow, done), (Flow::Next, until.div_ceil(12)));
        assert_eq!(now, Uops(12 * done));
    }
}

/// What the parts of the machine hold.
fn held(parts: Parts, order: &Finished<'_>) -> (Registers, Option<Ferrite>) {
    let now = *order.cpu.registers();
    let mut held = Registers::default();
    let is = |part| parts.meets(part);
    if is(Parts::R) {
        held.r = now.r;
    }
    if is(Parts::R_MARKS) {
        held.r_marks = now.r_marks;
    }
    if is(Parts::M) {
        held.m = now.m;
    }
    if is(Parts::S) {
        held.s = now.s;
    }
    if is(Parts::P) {
        held.p = now.p;
    }
    if is(Parts::IN) {
        held.indicator = now.indicator;
    }
    if is(Parts::BY) {
        held.by = now.by;
    }
    if is(Parts::TK) {
        held.tk = now.tk;
    }
    if is(Parts::PROGRESS) {
        (held.r1, held.half) = (now.r1, now.half);
    }
    (held, is(Parts::CELLS).then(|| order.ferrite.clone()))
}

/// Sees after every order what the parts hold.
struct Holds {
    parts: Parts,
    held: Vec<((Registers, Option<Ferrite>), u64)>,
    r1: Option<Address>,
    /// How often the next order stood farther than two skips lead from a full word.
    jumps: u64,
}

impl Probe for Holds {
    fn finished(&mut self, order: &Finished<'_>) {
        let r1 = order.cpu.registers().r1;
        let on = self.r1.map_or(0, |before| (1024 + r1.index() - before.index()) % 1024);
        self.jumps += u64::from(self.parts.meets(Parts::JUMPS) && on > 3);
        self.r1 = Some(r1);
        self.held.push((held(self.parts, order), self.jumps));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(programs()))]

    /// A question about some parts is asked at the last moment of every stretch of orders over which
    /// they stay.
    #[test]
    fn a_question_about_parts_is_asked_before_each_of_their_changes(
        registers in registers(),
        ferrite in prop_oneof![likely_store(), store()],
        parts in prop::collection::vec(prop::sample::select(&PARTS), 0..3),
        stretches in prop::collection::vec(1u64..60, 8),
    ) {
        let parts = parts.into_iter().fold(Parts::NONE, Parts::and);
        let mut fast = Cpu::new();
        fast.set_registers(registers);
        let mut plain = fast;
        let (mut plain_store, mut fast_store) = (ferrite.clone(), ferrite);
        let (mut plain_now, mut fast_now) = (Uops::ZERO, Uops::ZERO);
        let mut lookout = Lookout::NOWHERE;
        lookout.ask(Question::everywhere(parts, vec![]));
        fast_store.look_out(&lookout);
        for left in stretches {
            let mut watch =
                Counted { left, watch: Watch { lookout: &lookout, heard: vec![], patience: u64::MAX } };
            let world = &mut Quiet::default();
            let (flow, done) = fast.run_probed(&mut fast_store, world, &mut fast_now, Uops::NEVER, &mut watch);
            let mut holds = Holds { parts, held: vec![], r1: None, jumps: 0 };
            // What a `zq` leaves is looked at, too.
            let done = done + u64::from(matches!(flow, Flow::Stopped(Stop::Zq { .. })));
            for _ in 0..done {
                let _ = plain.step_probed(&mut plain_store, world, &mut plain_now, &mut holds);
            }
            let is_asked = |orders: u64| watch.watch.heard.iter().any(|heard| matches!(heard, Heard::Stands(at, ..) if *at == orders));
            for orders in 1..=done {
                let at = orders as usize - 1;
                let stays = holds.held.get(at + 1) == Some(&holds.held[at]);
                prop_assert!(stays || is_asked(orders), "after {orders} of {done} orders, {parts:?}");
            }
            if flow != Flow::Next {
                let next = plain.registers().r1 + 1u16;
                plain.go_to(next);
                fast.go_to(next);
            }
            prop_assert_eq!((fast, fast_now), (plain, plain_now));
        }
    }
}

const PARTS: [Parts; 11] = [
    Parts::R,
    Parts::R_MARKS,
    Parts::M,
    Parts::S,
    Parts::P,
    Parts::IN,
    Parts::BY,
    Parts::TK,
    Parts::CELLS,
    Parts::PROGRESS,
    Parts::JUMPS,
];
