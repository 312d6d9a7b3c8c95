//! Runs: one order after the other, from what is decoded already, until something is due.
//!
//! A run makes the orders of [`step`](crate::step), which is the manual, and a test holds both
//! equal after every order. Only the way there is chosen at decoding: a short order (`short`) is
//! its operation and nothing else, some pairs of short orders in one cell are made together, all
//! others go through the whole cycle.
//!
//! A run has a stretch of time before it. Every order takes its cost from it, and when it is used
//! up the run ends: so no order begins at or after the end of the stretch. As no order costs less
//! than [`LEAST`], a stretch also bounds the number of orders, which are only counted.

mod slow;

use std::hint::cold_path;

use gier_word::{Cell, FERRITE_CELLS, Opcode, Order, Uops};

use crate::budget::{Budget, charge};
use crate::code::kind::{Kind, for_each_kind};
use crate::code::{Code, Hot, absolute};
use crate::decoded::{Condition, Decoded, Form, Shape};
use crate::ferrite::Ferrite;
use crate::flow::{Flow, Stop};
use crate::lookout::Moment;
use crate::periphery::Periphery;
use crate::probe::{NoProbe, Probe, Sight};
use crate::registers::{Core, Cpu, Registers, eleven, signed10};
use crate::step::{Active, Outcome, Wiring};
use crate::store::Store;
use gier_word::timing;
use slow::{PackedResult, executed, follow, indicate, stands, substituted, tell, whole};

/// No order costs less: a left half word whose operation costs nothing.
const LEAST: u64 = (timing::BASE_LEFT + timing::END) as u64;
/// The charge for an order whose condition fails: only full words have one.
const FAILED: i64 = charge(timing::BASE_FULL + timing::END);
/// The longest stretch of time that is run at once: what a budget holds.
const LONGEST: u64 = 1 << 30;

/// Whether a run makes this order as a short one, given that its condition holds; if not, it takes
/// it through the whole cycle, as a single step does.
pub fn is_short(order: &Order) -> bool {
    let form = if order.tail.is_some() { Form::Full } else { Form::Left };
    let [_, _, last, _] = Kind::of(&Decoded::new(form, order));
    last != Kind::Whole
}

/// How far [`Cpu::run`] may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// No order begins at or after this time.
    pub until: Uops,
    /// No more orders than this.
    pub orders: u64,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The stretch is used up.
    Over,
    /// An order met the world, or wrote a watched cell at which the probe wants to stop.
    Apart,
    /// The probe wants to stop at the place of the next order.
    Stands,
    /// An order did not end in the next one.
    Flow(Flow),
}

/// What a run works on.
struct Run<'a, W> {
    cells: &'a mut [Cell; FERRITE_CELLS],
    code: &'a mut Code,
    world: &'a mut W,
    probe: &'a mut dyn Probe,
    /// The time at the end of the stretch.
    end: Uops,
    /// Orders done.
    done: u64,
}

impl Cpu {
    /// Makes orders until a limit is reached, at most one of them one that meets the world:
    /// after such an order the caller can see what it started. Returns how the last order ended
    /// ([`Flow::Next`] also when none was made) and how many orders were finished.
    pub fn run<W: Periphery>(
        &mut self,
        ferrite: &mut Ferrite,
        world: &mut W,
        now: &mut Uops,
        limits: Limits,
    ) -> (Flow, u64) {
        self.run_watched(ferrite, world, now, limits, &mut NoProbe)
    }

    /// Makes orders until the time is `until`: one if the probe wants to see each, any number as
    /// [`Cpu::run`] if not. Returns how the last ended and how many were finished, a `zq` not
    /// counted. Where the probe looks out must be known to the store: [`Ferrite::look_out`].
    pub fn run_probed<W: Periphery>(
        &mut self,
        ferrite: &mut Ferrite,
        world: &mut W,
        now: &mut Uops,
        until: Uops,
        mut probe: &mut dyn Probe,
    ) -> (Flow, u64) {
        if matches!(probe.sight(), Sight::Orders) {
            // One cycle for all probes: a cycle of its own for each would be many times the code.
            let flow = self.step_probed(ferrite, world, now, &mut probe);
            return (flow, u64::from(flow == Flow::Next));
        }
        let limits = Limits { until, orders: probe.allowance() };
        let (flow, done) = self.run_watched(ferrite, world, now, limits, probe);
        probe.passed(done);
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
        // What the drum or the desk wrote since is not for this probe to hear.
        code.changes.clear();
        let mut run = Run { cells, code, world, probe, end: *now, done: 0 };
        while run.done < limits.orders && *now < limits.until {
            let by_orders = (limits.orders - run.done).saturating_mul(LEAST);
            let stretch = (limits.until - *now).0.min(by_orders).min(LONGEST);
            run.end = *now + Uops(stretch);
            let (end, left) = run.on(&mut self.reg, stretch);
            *now = Uops(run.end.0.wrapping_sub(left.cast_unsigned()));
            match end {
                End::Over => {}
                End::Apart => break,
                End::Stands => return (Flow::Next, run.done),
                End::Flow(flow) => return (flow, run.done),
            }
        }
        if run.done > 0 {
            let moment = Moment { orders: run.done, now: *now, registers: &self.reg, cells: run.cells };
            if run.code.is_watched(moment.next()) {
                stands(run.probe, &moment);
            }
        }
        (Flow::Next, run.done)
    }
}

impl<W: Periphery> Run<'_, W> {
    /// Makes orders as long as time is left; returns why no longer, and the time left, which is
    /// less than none if the last order went beyond the stretch.
    ///
    /// Nothing here may hinder that R, M, the place and the budget stay in registers of the host:
    /// what is called and not inlined gets and returns them by value.
    #[inline(never)]
    #[expect(clippy::too_many_lines, reason = "one loop, so that its variables stay at hand")]
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
            // Each arm of these makes an order and goes on below, or decides anew with `continue`.
            macro_rules! take {
                (one $method:ident $opcode:ident $floating:literal $clear:literal $shape:ident) => {{
                    let order = Decoded::plain(Opcode::$opcode, Shape::$shape, $floating);
                    let mut active = Active::new(order, core.cell());
                    if const { Shape::$shape.is_direct() } {
                        active.widen(address);
                    } else {
                        active.address = absolute(address, core.reg);
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
                    // No short order looks at the clock.
                    let now = Uops::ZERO;
                    let mut wiring = Wiring { store, world: &mut *world, probe: &mut NoProbe, now };
                    let outcome = core.$method(&mut active, &mut wiring);
                    (active, outcome, wiring.store.told)
                }};
                (moment) => {
                    Moment { orders: budget.done(), now: budget.now(*end), registers: core.reg, cells }
                };
                (told) => {{
                    core.put_back();
                    if tell(code, probe, &take!(moment)) {
                        break End::Apart;
                    }
                }};
                (substituted) => {{
                    if budget.is_empty() {
                        break End::Over;
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
                            (kind, address) = (last, found);
                            budget.pay(more);
                        }
                        None => kind = Kind::Whole,
                    }
                    continue;
                }};
                (short $method:ident $opcode:ident $floating:literal $clear:literal $shape:ident) => {{
                    let place = core.place;
                    budget.pay(code.hot(place).charge);
                    // Read now: it may write its own cell.
                    let is_full = const { matches!(Shape::$shape.form(), Form::Full) };
                    let after = if is_full { code.after(place) } else { 0 };
                    let (active, outcome, mut told) = take!(one $method $opcode $floating $clear $shape);
                    if after != 0 && outcome == Outcome::Done {
                        if after & Decoded::INDICATES != 0 {
                            let seen = PackedResult::of(&active);
                            told |= indicate(place, core.r, core.reg, seen, &mut *cells, &mut *code, &mut *world);
                        }
                        core.exchange_and_skip(after);
                    }
                    if const { Opcode::$opcode.row().cost_varies($floating) } {
                        budget.pay_more(active.cost);
                    }
                    if told {
                        take!(told);
                    }
                    if const { Opcode::$opcode.substitutes() } {
                        take!(substituted);
                    }
                }};
                (pair $m0:ident $o0:ident $c0:literal, $m1:ident $o1:ident $c1:literal) => {{
                    // Both, if time is left for the second, and if what the first writes is
                    // neither this cell nor watched; otherwise the first alone.
                    let second = core.place + 1;
                    budget.pay(code.hot(core.place).charge);
                    let writes = const { Opcode::$o0.row().stores() };
                    if budget.is_empty() || writes && code.hinders_pair(core.cell(), absolute(address, core.reg)) {
                        // The first will pay for both again.
                        budget.pay(-(code.hot(core.place).charge + code.hot(second).charge));
                        kind = code.last(core.place);
                        continue;
                    }
                    let (active, _, _) = take!(one $m0 $o0 false $c0 Left);
                    if const { Opcode::$o0.row().cost_varies(false) } {
                        budget.pay_more(active.cost);
                    }
                    // It may skip the second, or have used up the time for it.
                    let leaves = const { Opcode::$o0.row().skips() } && core.place != second;
                    if leaves || const { Opcode::$o0.row().cost_varies(false) } && budget.is_empty() {
                        budget.pay(-code.hot(second).charge);
                        // A row of such cells, of which one is looked for, is gone through at once.
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
                        let (active, _, told) = take!(one $m1 $o1 false $c1 Left);
                        if const { Opcode::$o1.row().cost_varies(false) } {
                            budget.pay_more(active.cost);
                        }
                        if told {
                            take!(told);
                        }
                        if const { !Opcode::$o1.row().cost_varies(false) } {
                            Hot { kind, address, .. } = code.hot(core.place);
                            continue;
                        }
                    }
                }};
                (indirect) => {{
                    let cell = cells[usize::from(absolute(address, core.reg)) % FERRITE_CELLS];
                    take!(found code.bare_order(core.place).address_in(cell))
                }};
                (indirect more) => {{
                    take!(found code.follow_once(core.place, absolute(address, core.reg), cells))
                }};
                // The address after one step, and what that cost; or it takes more.
                (found $found:expr) => {{
                    match $found {
                        Some((found, cost)) => {
                            address = found;
                            budget.pay_more(cost);
                            kind = code.last(core.place);
                        }
                        None => kind = Kind::Chain,
                    }
                    continue;
                }};
                (count) => {{
                    match code.count(core.place, cells, core.reg) {
                        Some(found) => {
                            address = found;
                            kind = code.last(core.place);
                        }
                        None => kind = Kind::Whole,
                    }
                    continue;
                }};
                (wide) => {{
                    address = eleven(signed10(absolute(address, core.reg)));
                    kind = code.last(core.place);
                    continue;
                }};
                (chain) => {{
                    let store = Store::new(&mut *cells, &mut *code);
                    match follow(core.place, core.reg, store) {
                        Some((found, cost, last)) => {
                            address = found;
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
                            (kind, address) = (other, found);
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
                    kind = code.bare(core.place);
                    continue;
                }};
                (when $condition:ident $($then:ident $way:tt)*) => {{
                    if core.holds(Condition::$condition, code.bare_order(core.place).mask, world) {
                        kind = code.then(core.place);
                        // What most often comes then needs no new decision.
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
                    let wiring = Wiring { store, world: &mut *world, probe: &mut NoProbe, now };
                    let made = whole(core.r, core.m, core.place, core.reg, wiring);
                    if let Outcome::Refused(flow) = made.outcome {
                        break End::Flow(flow);
                    }
                    (core.r, core.m, core.place) = (made.r, made.m, made.place);
                    budget.pay(charge(made.cost));
                    if made.special {
                        core.put_back();
                        let moment = take!(moment);
                        let enough = tell(code, probe, &moment);
                        if made.outcome == Outcome::Halt {
                            if code.is_watched(moment.next()) {
                                stands(probe, &moment);
                            }
                            budget.give_back_one();
                            break End::Flow(Flow::Stopped(Stop::Zq { cell: cell.into() }));
                        }
                        if enough || made.met {
                            break End::Apart;
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
                    // What is at hand is to stay there for all other kinds, not for this one.
                    cold_path();
                    core.put_back();
                    if budget.done() > 0 && stands(probe, &take!(moment)) {
                        break End::Stands;
                    }
                    kind = if core.substituted() { Kind::Substituted } else { code.unwatched(core.place) };
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
                break End::Over;
            }
            Hot { kind, address, .. } = code.hot(core.place);
        };
        core.put_back();
        *before = budget.done();
        (ended, budget.left())
    }
}
