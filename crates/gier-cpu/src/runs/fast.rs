//! The loop of the fast path. [`Run::on`] executes one order after another. An order goes through one function
//! of [`Fast`], or through several if it has a condition, an indirect address or another part with a function
//! of its own.
//!
//! A [`Kind`] names the function. The decoder computed it from the order's bits, so that one jump through a
//! table finds what to do. The functions, and how they leave:
//!
//! | sort | what it does | how it leaves |
//! |---|---|---|
//! | `fresh` | decodes the order, which was not executed before or has changed | as the kind of the order, or `substituted` |
//! | `watched` | tells the probe that the run has come to this place | as the order's kind, or `substituted`; or ends |
//! | `when` | tests the condition N or L | as what follows it; if it is false, like `never` |
//! | `never` | skips the order, whose condition is false | next |
//! | `indirect` | takes the address from the cell to which the order points | as what follows; else `chain` |
//! | `indirect_more` | the same, for an order that adds t to that address and writes the sum back, or has the modifier D | the same |
//! | `wide` | makes an address of eleven bits, for the modifier D | as what follows |
//! | `chain` | follows any chain of addresses, adds t | as what follows; else `whole` |
//! | `clear` | clears R, the modifier n | as the operation |
//! | `substituted` | computes the address with the s or t that the order before gave | as what follows; else `whole` |
//! | `execute` | finds the order that a `ud` executes | as that order; else `whole` |
//! | `short` | pays the rest of the cost, advances r1, executes n if the kind has it, the operation, then the modifiers I, M, X and V | next; may end after a watched write |
//! | `whole` | takes the order through the whole cycle of [`step`](crate::step) | next; ends after a device, a wait or a stop, may end after a watched write |
//!
//! "Next" is the next order with its own kind. After `is`, `ns`, `it` and `nt`, which replace s or t, it is
//! the next order with the kind `Substituted`. Whatever comes next, the run ends here if its time is up. "Else" is
//! for an order that the function cannot handle: then it has changed nothing and paid nothing, because `chain` and
//! `whole` begin anew.
//!
//! R, M, the place and the budget must stay in registers of the host, because every order uses them.
//! Therefore all functions here are inlined, and functions that are not ([`slow`](super::slow)) take values
//! and give values back: a reference to one of these would force it into memory. For the same reason, the
//! state is a local variable of [`Run::on`]. Each function finds its successor itself ([`Fast::next`]), and the
//! loop only calls the function of that kind, because then the compiler gives every order a jump of its own to the
//! next.

use std::hint::cold_path;

use gier_word::{Cell, FERRITE_CELLS, Opcode, Uops};

use super::slow::{
    PackedResult, executed, follow, follow_once, indicate, report_place, report_writes, substituted, whole,
};
use crate::address::{Relative, indirect_once};
use crate::budget::{Budget, charge};
use crate::code::kind::{Kind, for_each_kind};
use crate::code::{Code, Hot};
use crate::decoded::{Condition, Decoded, Form, Shape};
use crate::flow::{Flow, StopCause};
use crate::periphery::Periphery;
use crate::probe::{NoProbe, Probe};
use crate::registers::{Core, Registers, eleven, signed10};
use crate::step::{Active, Bus, Outcome};
use crate::store::Store;
use crate::watch_set::StateView;
use gier_word::timing;

/// What [`Budget::pay`] subtracts for an order whose condition is false. Only full words have a condition.
const FAILED: i64 = charge(timing::BASE_FULL + timing::END);

/// The reason why [`Run::on`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
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
pub(super) struct Run<'a, W> {
    pub cells: &'a mut [Cell; FERRITE_CELLS],
    pub code: &'a mut Code,
    pub world: &'a mut W,
    pub probe: &'a mut dyn Probe,
    /// The machine time at which the present call of [`Run::on`] must end.
    pub end: Uops,
    /// The number of orders that the run has executed.
    pub done: u64,
}

impl<W: Periphery> Run<'_, W> {
    /// Executes orders for `stretch` micro-operations. Returns why it ended, and how many micro-operations
    /// are left. This number is negative if the last order took more time than was left.
    #[inline(never)]
    pub fn on(&mut self, reg: &mut Registers, stretch: u64) -> (End, i64) {
        let core = Core::new(reg);
        let Hot { kind, address, charge, .. } = self.code.hot(core.place);
        let kind = if core.substituted() { kind.substituted() } else { kind };
        let mut fast = Fast {
            core,
            budget: Budget::new(stretch, self.done),
            kind,
            address,
            charge,
            cells: &mut *self.cells,
            code: &mut *self.code,
            world: &mut *self.world,
            probe: &mut *self.probe,
            end: self.end,
        };
        let end = loop {
            match fast.call() {
                Step::As(kind) => fast.kind = kind,
                Step::End(end) => break end,
            }
        };
        fast.core.put_back();
        self.done = fast.budget.done();
        (end, fast.budget.left())
    }
}

/// How a function of [`Fast`] leaves.
enum Step {
    /// This kind comes next, for the same order or for the next one.
    As(Kind),
    /// The run ends.
    End(End),
}

/// A short order in one of its forms, with everything known but the address.
#[derive(Clone, Copy)]
struct Short {
    opcode: Opcode,
    floating: bool,
    /// Whether the order has the modifier n, which clears R first.
    clear: bool,
    shape: Shape,
}

/// The state of the fast path between two functions.
struct Fast<'a, W> {
    core: Core<'a>,
    budget: Budget,
    /// The function that comes next.
    kind: Kind,
    /// The address of the order, as far as it is known.
    address: Relative,
    /// What the order costs, see [`Hot::charge`].
    charge: i64,
    cells: &'a mut [Cell; FERRITE_CELLS],
    code: &'a mut Code,
    world: &'a mut W,
    probe: &'a mut dyn Probe,
    /// The time at which the budget is used up.
    end: Uops,
}

impl<W: Periphery> Fast<'_, W> {
    /// Calls the function that `kind` names.
    #[inline(always)]
    fn call(&mut self) -> Step {
        macro_rules! call {
            (short $method:ident $opcode:ident $floating:literal $clear:literal $shape:ident) => {{
                let short = Short {
                    opcode: Opcode::$opcode,
                    floating: $floating,
                    clear: $clear,
                    shape: Shape::$shape,
                };
                self.short(short, |core, active, bus| core.$method(active, bus))
            }};
            (when $condition:ident) => {
                self.when(Condition::$condition)
            };
            ($function:ident) => {
                self.$function()
            };
        }
        macro_rules! decide {
            ($($kind:ident($($way:tt)*))*) => {
                match self.kind {
                    $(Kind::$kind => call!($($way)*),)*
                }
            };
        }
        for_each_kind!(decide)
    }

    /// Makes the order at the next place the present one.
    #[inline(always)]
    fn fetch(&mut self) {
        Hot { kind: self.kind, address: self.address, charge: self.charge, .. } =
            self.code.hot(self.core.place);
    }

    /// Goes on with the next order, if there is time for it.
    #[inline(always)]
    fn next(&mut self) -> Step {
        if self.budget.is_empty() {
            return Step::End(End::TimeUp);
        }
        self.fetch();
        // The loop gets the kind as a value, which a host register can hold, and not from the state.
        Step::As(self.kind)
    }

    /// Goes on with the next order after an order that replaced s or t for it.
    #[inline(always)]
    fn next_substituted(&mut self) -> Step {
        match self.next() {
            Step::As(kind) => Step::As(kind.substituted()),
            end @ Step::End(_) => end,
        }
    }

    #[inline(always)]
    fn fresh(&mut self) -> Step {
        self.code.decode(self.core.place, self.cells);
        self.fetch();
        Step::As(if self.core.substituted() { self.kind.substituted() } else { self.kind })
    }

    #[inline(always)]
    fn watched(&mut self) -> Step {
        // This function may be slow. All others keep their variables in host registers.
        cold_path();
        self.core.put_back();
        let state = state(&self.core, &self.budget, self.end, self.cells);
        if state.orders > 0 && report_place(self.probe, &state) {
            return Step::End(End::AtPlace);
        }
        let own = self.code.kind_after_probe(self.core.place);
        Step::As(if self.core.substituted() { Kind::Substituted } else { own })
    }

    #[inline(always)]
    fn when(&mut self, condition: Condition) -> Step {
        let mask = self.code.order_as_decoded(self.core.place).mask;
        if self.core.holds(condition, mask, self.world) {
            Step::As(self.code.kind_after_condition(self.core.place))
        } else {
            self.never()
        }
    }

    #[inline(always)]
    fn never(&mut self) -> Step {
        self.core.advance(Form::Full);
        self.budget.pay(FAILED);
        self.next()
    }

    /// The order has no t and no D. Then only its base is needed, and this is never outdated.
    #[inline(always)]
    fn indirect(&mut self) -> Step {
        let cell = self.cells[usize::from(self.address.effective(self.core.reg)) % FERRITE_CELLS];
        let base = self.code.order_as_decoded(self.core.place).base;
        let found = indirect_once(base, cell);
        self.found(found, Kind::Chain)
    }

    #[inline(always)]
    fn indirect_more(&mut self) -> Step {
        let at = self.address.effective(self.core.reg);
        let found = follow_once(self.core.place, at, self.code, self.cells);
        self.found(found, Kind::Chain)
    }

    #[inline(always)]
    fn chain(&mut self) -> Step {
        let store = Store::new(self.cells, self.code);
        let found = follow(self.core.place, self.core.reg, store);
        self.found(found, Kind::Whole)
    }

    /// Continues with an effective address and its cost, or as the kind `otherwise` if there is none.
    #[inline(always)]
    fn found(&mut self, found: Option<(u16, u32)>, otherwise: Kind) -> Step {
        let Some((address, cost)) = found else { return Step::As(otherwise) };
        self.address = Relative::absolute(address);
        self.budget.pay_more(cost);
        Step::As(self.code.kind_after_address(self.core.place))
    }

    #[inline(always)]
    fn wide(&mut self) -> Step {
        self.address = Relative::absolute(eleven(signed10(self.address.effective(self.core.reg))));
        Step::As(self.code.kind_after_address(self.core.place))
    }

    #[inline(always)]
    fn clear(&mut self) -> Step {
        self.core.r = 0;
        Step::As(self.code.kind_after_clear(self.core.place))
    }

    #[inline(always)]
    fn substituted(&mut self) -> Step {
        let store = Store::new(self.cells, self.code);
        let Some((kind, address, more)) = substituted(self.core.place, self.core.reg, store) else {
            return Step::As(Kind::Whole);
        };
        self.address = Relative::absolute(address);
        // The difference of two charges, so it counts no order.
        self.budget.pay(more);
        Step::As(kind)
    }

    #[inline(always)]
    fn execute(&mut self) -> Step {
        let store = Store::new(self.cells, self.code);
        let Some((kind, address, cost, clear)) = executed(self.core.place, self.core.reg, store) else {
            return Step::As(Kind::Whole);
        };
        self.address = Relative::absolute(address);
        self.budget.pay_more(cost);
        if clear {
            self.core.r = 0;
        }
        Step::As(kind)
    }

    /// `operate` is the method in `orders` that has the order's name.
    #[inline(always)]
    fn short(
        &mut self,
        order: Short,
        operate: impl FnOnce(&mut Core<'_>, &mut Active, &mut Bus<'_, W, NoProbe>) -> Outcome,
    ) -> Step {
        let place = self.core.place;
        self.budget.pay(self.charge);
        // The flags are read before the order, which may write its own cell.
        let is_full = matches!(order.shape.form(), Form::Full);
        let after = if is_full { self.code.after(place) } else { 0 };
        let mut active = self.active(order);
        self.core.advance(order.shape.form());
        if order.clear {
            self.core.r = 0;
        }
        // No short order reads the clock.
        let (store, now) = (Store::new(self.cells, self.code), Uops::ZERO);
        let mut bus = Bus { store, world: &mut *self.world, probe: &mut NoProbe, now };
        let outcome = operate(&mut self.core, &mut active, &mut bus);
        let mut wrote_watched = bus.store.wrote_watched;
        if after != 0 && outcome == Outcome::Done {
            if after & Decoded::INDICATES != 0 {
                let Core { r, reg, .. } = &mut self.core;
                let result = PackedResult::of(&active);
                wrote_watched |= indicate(place, *r, reg, result, self.cells, self.code, self.world);
            }
            self.core.exchange_and_skip(after);
        }
        // The charge holds all the rest; here, `active.cost` is only what depends on the operand.
        if order.opcode.row().cost_varies(order.floating) {
            self.budget.pay_more(active.cost);
        }
        if wrote_watched {
            self.core.put_back();
            let state = state(&self.core, &self.budget, self.end, self.cells);
            if report_writes(self.code, self.probe, &state) {
                return Step::End(End::Interrupted);
            }
        }
        if order.opcode.substitutes() { self.next_substituted() } else { self.next() }
    }

    /// A short order with its address and its t: that of a full word, or what `it` or `nt` gave. `last` is the order's
    /// own cell. Therefore no order that stores or jumps is in the list of kinds with D.
    #[inline(always)]
    fn active(&mut self, order: Short) -> Active {
        let decoded = Decoded::plain(order.opcode, order.shape, order.floating);
        let mut active = Active::new(decoded, self.core.cell());
        if order.shape.is_direct() {
            active.widen(self.address.wide());
        } else {
            active.address = self.address.effective(self.core.reg);
        }
        if active.full() {
            active.t = self.cells[usize::from(self.core.cell()) % FERRITE_CELLS].increment();
        }
        if order.opcode.row().takes_increment()
            && let Some(t) = self.core.reg.pending_t.take()
        {
            active.t = t;
        }
        active
    }

    #[inline(always)]
    fn whole(&mut self) -> Step {
        let cell = self.core.cell();
        let (store, now) = (Store::new(self.cells, self.code), self.budget.now(self.end));
        let bus = Bus { store, world: &mut *self.world, probe: &mut NoProbe, now };
        let made = whole(self.core.r, self.core.m, self.core.place, self.core.reg, bus);
        if let Outcome::Refused(flow) = made.outcome {
            return Step::End(End::Flow(flow));
        }
        (self.core.r, self.core.m, self.core.place) = (made.r, made.m, made.place);
        self.budget.pay(charge(made.cost));
        if made.special {
            self.core.put_back();
            let state = state(&self.core, &self.budget, self.end, self.cells);
            let enough = report_writes(self.code, self.probe, &state);
            if made.outcome == Outcome::Halt {
                if self.code.is_watched(state.next()) {
                    report_place(self.probe, &state);
                }
                self.budget.give_back_one();
                return Step::End(End::Flow(Flow::Stopped(StopCause::Zq { cell: cell.into() })));
            }
            if enough || made.used_device {
                return Step::End(End::Interrupted);
            }
        }
        if self.core.substituted() { self.next_substituted() } else { self.next() }
    }
}

/// What the probe sees. The registers must have been put back.
#[inline(always)]
fn state<'a>(
    core: &'a Core<'_>,
    budget: &Budget,
    end: Uops,
    cells: &'a [Cell; FERRITE_CELLS],
) -> StateView<'a> {
    StateView { orders: budget.done(), now: budget.now(end), registers: core.reg, cells }
}
