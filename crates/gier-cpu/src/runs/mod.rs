//! Runs execute decoded orders, one after the other, until an order uses a device or the time is up.
//!
//! An order has the same effect in a run as in a single step ([`step`](crate::step)). A test compares both
//! after every order. Many orders are *short*: they use no device, never wait, and never stop the machine.
//! The run executes them without checking for these cases. Some pairs of short orders in one cell are
//! executed together. For all other orders, the run executes every step of [`step`](crate::step).
//!
//! A run gets an amount of time, called a stretch. Each order takes its cost from the stretch, and the run
//! ends when no time is left. An order costs at least [`LEAST`], so the stretch also limits the number of
//! orders.

mod slow;

use std::hint::cold_path;

use gier_word::{Cell, FERRITE_CELLS, Opcode, Order, Uops};

use crate::address::{Relative, indirect_once};
use crate::budget::{Budget, charge};
use crate::code::kind::{Kind, for_each_kind};
use crate::code::{Code, Hot};
use crate::decoded::{Condition, Decoded, Form, Shape};
use crate::ferrite::Ferrite;
use crate::flow::{Flow, Stop};
use crate::periphery::Periphery;
use crate::probe::{Interest, NoProbe, Probe};
use crate::registers::{Core, Cpu, Registers, eleven, signed10};
use crate::step::{Active, Bus, Outcome};
use crate::store::Store;
use crate::watch_set::StateView;
use gier_word::timing;
use slow::{
    PackedResult, executed, follow, follow_once, indicate, report_place, report_writes, substituted, whole,
};

/// The lowest cost of any order, in micro-operations. An order in a left half has this cost if its operation
/// costs nothing.
const LEAST: u64 = (timing::BASE_LEFT + timing::END) as u64;
/// What [`Budget::pay`] subtracts for an order whose condition is false. Only full words have a condition.
const FAILED: i64 = charge(timing::BASE_FULL + timing::END);
/// The longest time that one call of [`Run::on`] gets, in micro-operations. A [`Budget`] allows at most 2^31.
const LONGEST: u64 = 1 << 30;

/// Whether the fast path has its own code for this order. Such an order never has to wait for a device, and
/// its effect is known.
pub fn is_short(order: &Order) -> bool {
    let form = if order.tail.is_some() { Form::Full } else { Form::Left };
    let [_, _, last, _] = Kind::of(&Decoded::new(form, order));
    last != Kind::Whole
}

/// The limits on how far [`Cpu::run`] may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// No order begins at this time or later.
    pub until: Uops,
    /// At most this many orders are executed.
    pub orders: u64,
}

/// The reason why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The time that was given to [`Run::on`] is used up.
    TimeUp,
    /// An order used a device, or the probe wants to stop after a write of a watched cell.
    Interrupted,
    /// The probe wants to stop at the place of the next order.
    AtPlace,
    /// The last order has to wait, or it stopped the machine.
    Flow(Flow),
}

/// The parts of the machine that a run borrows, and its progress.
struct Run<'a, W> {
    cells: &'a mut [Cell; FERRITE_CELLS],
    code: &'a mut Code,
    world: &'a mut W,
    probe: &'a mut dyn Probe,
    /// The machine time at which the present call of [`Run::on`] must end.
    end: Uops,
    /// The number of orders that the run has executed.
    done: u64,
}

impl Cpu {
    /// Executes orders until a limit is reached or an order has used a device. After that, the caller must
    /// let the device act. Returns the outcome of the last order, and the number of orders executed. If no
    /// order was executed, the outcome is [`Flow::Next`].
    pub fn run<W: Periphery>(
        &mut self,
        ferrite: &mut Ferrite,
        world: &mut W,
        now: &mut Uops,
        limits: Limits,
    ) -> (Flow, u64) {
        self.run_watched(ferrite, world, now, limits, &mut NoProbe)
    }

    /// Executes orders until the time `until`, like [`Cpu::run`], and notifies the probe. Executes only one
    /// order if the probe observes every order. Returns the outcome of the last order, and how many orders
    /// were executed, without a final `zq`. Before this call, pass the probe's watch set to
    /// [`Ferrite::watch`].
    pub fn run_probed<W: Periphery>(
        &mut self,
        ferrite: &mut Ferrite,
        world: &mut W,
        now: &mut Uops,
        until: Uops,
        mut probe: &mut dyn Probe,
    ) -> (Flow, u64) {
        if matches!(probe.interest(), Interest::EveryOrder) {
            // The probe is passed as a trait object, so that the cycle is compiled once for all probes.
            let flow = self.step_probed(ferrite, world, now, &mut probe);
            return (flow, u64::from(flow == Flow::Next));
        }
        let limits = Limits { until, orders: probe.order_limit() };
        let (flow, done) = self.run_watched(ferrite, world, now, limits, probe);
        probe.executed(done);
        (flow, done)
    }

    fn run_watched<W: Periphery>(
        &mut self,
        ferrite: &mut Ferrite,
        world: &mut W,
        now: &mut Uops,
        limits: Limits,
        probe: &mut dyn Probe,
    ) -> (Flow, u64) {
        let Ferrite { cells, code } = ferrite;
        let code = code.get_or_insert_with(Code::new);
        // Writes that the drum or the desk made are not reported to this probe.
        code.changes.clear();
        let mut run = Run { cells, code, world, probe, end: *now, done: 0 };
        while run.done < limits.orders && *now < limits.until {
            let by_orders = (limits.orders - run.done).saturating_mul(LEAST);
            let stretch = (limits.until - *now).0.min(by_orders).min(LONGEST);
            run.end = *now + Uops(stretch);
            let (end, left) = run.on(&mut self.reg, stretch);
            *now = Uops(run.end.0.wrapping_sub(left.cast_unsigned()));
            match end {
                End::TimeUp => {}
                End::Interrupted => break,
                End::AtPlace => return (Flow::Next, run.done),
                End::Flow(flow) => return (flow, run.done),
            }
        }
        if run.done > 0 {
            let state = StateView { orders: run.done, now: *now, registers: &self.reg, cells: run.cells };
            if run.code.is_watched(state.next()) {
                report_place(run.probe, &state);
            }
        }
        (Flow::Next, run.done)
    }
}

impl<W: Periphery> Run<'_, W> {
    /// Executes orders for `stretch` micro-operations. Returns why it ended, and how many micro-operations
    /// are left. This number is negative if the last order took more time than was left.
    ///
    /// R, M, the place and the budget must stay in host registers. Therefore, functions that are not inlined
    /// take these values as arguments and return them.
    #[inline(never)]
    #[expect(clippy::too_many_lines, reason = "one loop keeps its variables in host registers")]
    fn on(&mut self, reg: &mut Registers, stretch: u64) -> (End, i64) {
        let Run { cells, code, world, probe, end, done: before } = self;
        let (cells, code, world, probe) = (&mut **cells, &mut **code, &mut **world, &mut **probe);
        let mut core = Core::new(reg);
        let mut budget = Budget::new(stretch, *before);
        let Hot { mut kind, mut address, .. } = code.hot(core.place);
        if core.substituted() {
            kind = kind.substituted();
        }
        let ended = loop {
            // Each arm executes an order and falls through, or selects another kind and continues.
            macro_rules! take {
                (one $method:ident $opcode:ident $floating:literal $clear:literal $shape:ident) => {{
                    let order = Decoded::plain(Opcode::$opcode, Shape::$shape, $floating);
                    let mut active = Active::new(order, core.cell());
                    if const { Shape::$shape.is_direct() } {
                        active.widen(address.wide());
                    } else {
                        active.address = address.effective(core.reg);
                    }
                    if active.full() {
                        active.t = cells[usize::from(core.cell()) % FERRITE_CELLS].increment();
                    }
                    if const { Opcode::$opcode.row().takes_increment() }
                        && let Some(t) = core.reg.pending_t.take()
                    {
                        active.t = t;
                    }
                    core.advance(const { Shape::$shape.form() });
                    if $clear {
                        core.r = 0;
                    }
                    let store = Store::new(&mut *cells, &mut *code);
                    // No short order reads the clock.
                    let now = Uops::ZERO;
                    let mut bus = Bus { store, world: &mut *world, probe: &mut NoProbe, now };
                    let outcome = core.$method(&mut active, &mut bus);
                    (active, outcome, bus.store.wrote_watched)
                }};
                (state) => {
                    StateView { orders: budget.done(), now: budget.now(*end), registers: core.reg, cells }
                };
                (written) => {{
                    core.put_back();
                    if report_writes(code, probe, &take!(state)) {
                        break End::Interrupted;
                    }
                }};
                (substituted) => {{
                    if budget.is_empty() {
                        break End::TimeUp;
                    }
                    Hot { kind, address, .. } = code.hot(core.place);
                    kind = kind.substituted();
                    if kind == Kind::Substituted {
                        take!(substituted short);
                    }
                    continue;
                }};
                (substituted short) => {{
                    let store = Store::new(&mut *cells, &mut *code);
                    match substituted(core.place, core.reg, store) {
                        Some((last, found, more)) => {
                            (kind, address) = (last, Relative::absolute(found));
                            budget.pay(more);
                        }
                        None => kind = Kind::Whole,
                    }
                    continue;
                }};
                (short $method:ident $opcode:ident $floating:literal $clear:literal $shape:ident) => {{
                    let place = core.place;
                    budget.pay(code.hot(place).charge);
                    // The flags are read before the order, which may write its own cell.
                    let is_full = const { matches!(Shape::$shape.form(), Form::Full) };
                    let after = if is_full { code.after(place) } else { 0 };
                    let (active, outcome, mut wrote_watched) = take!(one $method $opcode $floating $clear $shape);
                    if after != 0 && outcome == Outcome::Done {
                        if after & Decoded::INDICATES != 0 {
                            let result = PackedResult::of(&active);
                            wrote_watched |= indicate(place, core.r, core.reg, result, &mut *cells, &mut *code, &mut *world);
                        }
                        core.exchange_and_skip(after);
                    }
                    if const { Opcode::$opcode.row().cost_varies($floating) } {
                        budget.pay_more(active.cost);
                    }
                    if wrote_watched {
                        take!(written);
                    }
                    if const { Opcode::$opcode.substitutes() } {
                        take!(substituted);
                    }
                }};
                (pair $m0:ident $o0:ident $c0:literal, $m1:ident $o1:ident $c1:literal) => {{
                    // Executes only the first order if no time is left for the second, or if the first writes
                    // this cell or a watched cell. Otherwise executes both orders.
                    let second = core.place + 1;
                    budget.pay(code.hot(core.place).charge);
                    let writes = const { Opcode::$o0.row().stores() };
                    if budget.is_empty() || writes && code.splits_pair(core.cell(), address.effective(core.reg)) {
                        // The charge of a pair's first order covers both orders.
                        budget.pay(-(code.hot(core.place).charge + code.hot(second).charge));
                        kind = code.kind_after_address(core.place);
                        continue;
                    }
                    let (active, _, _) = take!(one $m0 $o0 false $c0 Left);
                    if const { Opcode::$o0.row().cost_varies(false) } {
                        budget.pay_more(active.cost);
                    }
                    // The first order may skip the second, or use up the time left for the second.
                    let leaves = const { Opcode::$o0.row().skips() } && core.place != second;
                    if leaves || const { Opcode::$o0.row().cost_varies(false) } && budget.is_empty() {
                        budget.pay(-code.hot(second).charge);
                        // If the next cell holds the same kind of pair, its first order is executed here too.
                        // Search loops consist of many such cells in a row.
                        while const { Opcode::$o0.row().skips() }
                            && code.hot(core.place).kind == kind
                            && !budget.is_empty()
                        {
                            address = code.hot(core.place).address;
                            budget.pay(code.hot(core.place).charge - code.hot(core.place + 1).charge);
                            let _ = take!(one $m0 $o0 false $c0 Left);
                        }
                    } else {
                        address = code.hot(core.place).address;
                        let (active, _, wrote_watched) = take!(one $m1 $o1 false $c1 Left);
                        if const { Opcode::$o1.row().cost_varies(false) } {
                            budget.pay_more(active.cost);
                        }
                        if wrote_watched {
                            take!(written);
                        }
                        if const { !Opcode::$o1.row().cost_varies(false) } {
                            Hot { kind, address, .. } = code.hot(core.place);
                            continue;
                        }
                    }
                }};
                (indirect) => {{
                    let cell = cells[usize::from(address.effective(core.reg)) % FERRITE_CELLS];
                    match indirect_once(code.order_as_decoded(core.place).base, cell) {
                        Some((found, cost)) => {
                            address = Relative::absolute(found);
                            budget.pay_more(cost);
                            kind = code.kind_after_address(core.place);
                        }
                        None => kind = Kind::Chain,
                    }
                    continue;
                }};
                (indirect more) => {{
                    match follow_once(core.place, address.effective(core.reg), code, cells) {
                        Some((found, cost)) => {
                            address = Relative::absolute(found);
                            budget.pay_more(cost);
                            kind = code.kind_after_address(core.place);
                        }
                        None => kind = Kind::Chain,
                    }
                    continue;
                }};
                (wide) => {{
                    address = Relative::absolute(eleven(signed10(address.effective(core.reg))));
                    kind = code.kind_after_address(core.place);
                    continue;
                }};
                (chain) => {{
                    let store = Store::new(&mut *cells, &mut *code);
                    match follow(core.place, core.reg, store) {
                        Some((found, cost, last)) => {
                            address = Relative::absolute(found);
                            budget.pay_more(cost);
                            kind = last;
                        }
                        None => kind = Kind::Whole,
                    }
                    continue;
                }};
                (execute) => {{
                    let store = Store::new(&mut *cells, &mut *code);
                    match executed(core.place, core.reg, store) {
                        Some((other, found, cost, clear)) => {
                            (kind, address) = (other, Relative::absolute(found));
                            budget.pay_more(cost);
                            if clear {
                                core.r = 0;
                            }
                        }
                        None => kind = Kind::Whole,
                    }
                    continue;
                }};
                (clear) => {{
                    core.r = 0;
                    kind = code.kind_after_clear(core.place);
                    continue;
                }};
                (when $condition:ident $($then:ident $way:tt)*) => {{
                    if core.holds(Condition::$condition, code.order_as_decoded(core.place).mask, world) {
                        kind = code.kind_after_condition(core.place);
                        // The most frequent kinds need no second dispatch.
                        $(if kind == Kind::$then {
                            take!$way;
                        } else)* {
                            continue;
                        }
                    } else {
                        take!(never);
                    }
                }};
                (never) => {{
                    core.advance(Form::Full);
                    budget.pay(FAILED);
                }};
                (whole) => {{
                    let cell = core.cell();
                    let store = Store::new(&mut *cells, &mut *code);
                    let now = budget.now(*end);
                    let bus = Bus { store, world: &mut *world, probe: &mut NoProbe, now };
                    let made = whole(core.r, core.m, core.place, core.reg, bus);
                    if let Outcome::Refused(flow) = made.outcome {
                        break End::Flow(flow);
                    }
                    (core.r, core.m, core.place) = (made.r, made.m, made.place);
                    budget.pay(charge(made.cost));
                    if made.special {
                        core.put_back();
                        let state = take!(state);
                        let enough = report_writes(code, probe, &state);
                        if made.outcome == Outcome::Halt {
                            if code.is_watched(state.next()) {
                                report_place(probe, &state);
                            }
                            budget.give_back_one();
                            break End::Flow(Flow::Stopped(Stop::Zq { cell: cell.into() }));
                        }
                        if enough || made.used_device {
                            break End::Interrupted;
                        }
                    }
                    if core.substituted() {
                        take!(substituted);
                    }
                }};
                (fresh) => {{
                    code.decode(core.place, cells);
                    Hot { kind, address, .. } = code.hot(core.place);
                    if core.substituted() {
                        kind = kind.substituted();
                    }
                    continue;
                }};
                (watched) => {{
                    // This kind may be slow. All other kinds keep their variables in host registers.
                    cold_path();
                    core.put_back();
                    if budget.done() > 0 && report_place(probe, &take!(state)) {
                        break End::AtPlace;
                    }
                    kind = if core.substituted() { Kind::Substituted } else { code.kind_after_probe(core.place) };
                    continue;
                }};
            }
            macro_rules! decide {
                ($($kind:ident $way:tt)*) => {
                    match kind {
                        $(Kind::$kind => take!$way,)*
                    }
                };
            }
            for_each_kind!(decide);
            if budget.is_empty() {
                break End::TimeUp;
            }
            Hot { kind, address, .. } = code.hot(core.place);
        };
        core.put_back();
        *before = budget.done();
        (ended, budget.left())
    }
}
