//! The cycle of an order, the only control flow of the central unit:
//!
//! 1. fetch the order in cell r1;
//! 2. N or L condition: if it fails nothing of the order happens;
//! 3. effective address: indirect chain, counting by t, modification;
//! 4. n: clear R;
//! 5. operand and operation (`orders/*`);
//! 6. I or M, then X, then V.  [F-CYCLE-1]
//!
//! An order that must wait is refused between 2 and 3, before it has changed anything.

mod indicator;

use gier_word::order::Meets;
use gier_word::{Cell, Half, Opcode, Uops, for_each_order};

use crate::address::{Chain, Start};
use crate::decoded::{Condition, Decoded, Form, decode};
use crate::ferrite::Ferrite;
use crate::flow::{Flow, Stop};
use crate::periphery::{Periphery, Request};
use crate::probe::{Finished, NoProbe, Probe};
use crate::registers::{Core, Cpu, Place, Signals, TEN, signed11};
use crate::store::Store;
use gier_word::timing;

/// Everything around the central unit, borrowed for one order.
pub(crate) struct Wiring<'a, W, P: ?Sized> {
    pub store: Store<'a>,
    pub world: &'a mut W,
    pub probe: &'a mut P,
    /// The time at which the order began.
    pub now: Uops,
}

impl<W: Periphery, P: Probe> Wiring<'_, W, P> {
    /// The cell that an order uses.
    #[inline(always)]
    pub fn read(&mut self, address: u16) -> Cell {
        self.probe.reads(address.into());
        self.store.read(address)
    }

    /// Writes a cell for an order.
    #[inline(always)]
    pub fn write(&mut self, address: u16, cell: Cell) {
        self.probe.writes(address.into(), self.store.read(address), cell);
        self.store.write(address, cell);
    }
}

/// An order on its way through the cycle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Active {
    pub order: Decoded,
    /// The cell in which it stands.
    pub own: u16,
    /// The cell in which the program stands: of the `ud` if the order is executed by one.
    pub home: u16,
    /// Whether the program stands at a full word.
    pub home_full: bool,
    /// Under how many `ud`s: each may execute another.
    pub depth: u16,
    /// The effective address A, ten bits.
    pub address: u16,
    /// The last cell of the indirect chain, where a D order stores.
    pub last: u16,
    /// The effective address before it was cut to ten bits, for D.
    pub wide: i32,
    /// The increment t, ten bits.
    pub t: u16,
    /// The signals for I, if not those of R.
    pub signals: Option<Signals>,
    /// The cell in which the operation stored, for M.
    pub stored: Option<u16>,
    /// Whether it met the world: what is due may have changed.
    pub met: bool,
    /// Micro-operations so far.
    pub cost: u32,
}

/// How the operation ended, if the order went on at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The rest of the cycle follows.
    Done,
    /// `zq`: the rest of the cycle follows, then the machine stops.
    Halt,
    /// The order jumped to cell 0 because a floating result does not fit; nothing follows.
    Spilled,
    /// The operation itself was a `ud` and its order has gone through its own cycle.
    Executed,
    /// The condition of the order failed.
    Skipped,
    /// The order cannot be done now, or never: everything is as it was before.
    Refused(Flow),
}

/// Question about the orders that no program of a drum-only machine uses.
pub(crate) const QUESTION_UNUSED_ORDERS: u8 = 1;
/// Question about a chain of `ud`s that does not end.
pub(crate) const QUESTION_ENDLESS_UD: u8 = 2;
/// The longest chain of `ud`s that is followed.
const MOST_UDS: u16 = 256;

macro_rules! define_operate {
    ($(
        #[doc = $formula:literal]
        $code:literal $mnemonic:ident $variant:ident $class:ident $t:ident $own:literal $mark:ident $floating:tt $place:literal $next:tt $meets:ident [$($changes:ident)*] [$($uses:ident)*] $cost:ident;
    )*) => {
        impl Core<'_> {
            /// The operation itself: the method that has the order's name.
            #[inline(always)]
            fn operate<W: Periphery, P: Probe>(
                &mut self,
                active: &mut Active,
                wiring: &mut Wiring<'_, W, P>,
            ) -> Outcome {
                match active.order.opcode {
                    $(Opcode::$variant => self.$mnemonic(active, wiring),)*
                }
            }
        }
    };
}
for_each_order!(define_operate);

impl Cpu {
    /// Makes one order. `now` is the time before it and, unless it waits, after it.
    pub fn step<W: Periphery>(&mut self, ferrite: &mut Ferrite, world: &mut W, now: &mut Uops) -> Flow {
        self.step_probed(ferrite, world, now, &mut NoProbe)
    }

    /// [`Cpu::step`] under the eyes of a probe: the plainest way, which decodes each order anew.
    pub fn step_probed<W: Periphery, P: Probe>(
        &mut self,
        ferrite: &mut Ferrite,
        world: &mut W,
        now: &mut Uops,
        probe: &mut P,
    ) -> Flow {
        let cell = ferrite.read(self.reg.r1);
        let half = if cell.marks().a() { self.reg.half } else { Half::Left };
        let place = Place { cell: self.reg.r1, half };
        let (form, order) = decode(cell, half);
        let mut active = Active::new(Decoded::new(form, &order), place.cell.number());
        let mut wiring = Wiring { store: ferrite.store(), world, probe, now: *now };
        let mut core = Core::new(&mut self.reg);
        let outcome = core.perform(&mut active, &mut wiring);
        core.put_back();
        if let Outcome::Refused(flow) = outcome {
            return flow;
        }
        *now += Uops(u64::from(active.cost + timing::END));
        let done = outcome != Outcome::Skipped;
        probe.finished(&Finished { place, order: &order, done, cpu: self, ferrite, now: *now });
        if outcome == Outcome::Halt {
            return Flow::Stopped(Stop::Zq { cell: place.cell });
        }
        Flow::Next
    }
}

impl Core<'_> {
    /// Takes an order through the cycle from its condition on.
    pub(crate) fn perform<W: Periphery, P: Probe>(
        &mut self,
        active: &mut Active,
        wiring: &mut Wiring<'_, W, P>,
    ) -> Outcome {
        let order = active.order;
        let is_conditional = order.condition != Condition::Always;
        if is_conditional && !self.holds(order.condition, order.mask, wiring.world) {
            active.cost += order.form.base();
            self.leave(active);
            return Outcome::Skipped;
        }
        if order.has(Decoded::ASKS)
            && let Some(flow) = self.refusal(active, wiring)
        {
            return Outcome::Refused(flow);
        }
        let Some(chain) = Start::new(&order, active.own, self.reg).follow(wiring.store.cells) else {
            return Outcome::Refused(Flow::Stopped(Stop::HangingIndirection { cell: active.home.into() }));
        };
        if order.has(Decoded::TAKES_BACK) {
            return self.perform_refusable(active, chain, wiring);
        }
        self.carry_out(active, chain, wiring)
    }

    /// Carries out an order that may be refused in the middle, and if so takes back what it did.
    #[inline(never)]
    fn perform_refusable<W: Periphery, P: Probe>(
        &mut self,
        active: &mut Active,
        chain: Chain,
        wiring: &mut Wiring<'_, W, P>,
    ) -> Outcome {
        let before = (self.r, self.m, self.place, *self.reg);
        let counted = wiring.store.read(chain.last);
        let outcome = self.carry_out(active, chain, wiring);
        if matches!(outcome, Outcome::Refused(_)) {
            (self.r, self.m, self.place, *self.reg) = before;
            if wiring.store.read(chain.last) != counted {
                wiring.write(chain.last, counted);
            }
        }
        outcome
    }

    /// The order is fetched and will not wait: the next one follows, without substitutions.
    #[inline(always)]
    fn leave(&mut self, active: &Active) {
        self.reg.pending_s = None;
        self.reg.pending_t = None;
        if active.depth == 0 {
            self.advance(active.order.form);
        }
    }

    /// What follows when nothing can be refused any more (but see `perform_refusable`).
    #[inline(always)]
    fn carry_out<W: Periphery, P: Probe>(
        &mut self,
        active: &mut Active,
        chain: Chain,
        wiring: &mut Wiring<'_, W, P>,
    ) -> Outcome {
        self.leave(active);
        if let Some(counted) = chain.counted {
            let cell = wiring.store.read(chain.last);
            wiring.write(chain.last, cell.with_address(counted));
        }
        if active.order.has_chain() {
            wiring.probe.reads(chain.last.into());
        }
        active.take(&chain);
        active.cost += u32::from(active.order.cost);
        if active.order.has(Decoded::CLEAR) {
            self.r = 0;
        }
        let outcome = self.operate(active, wiring);
        if matches!(outcome, Outcome::Done | Outcome::Halt | Outcome::Executed | Outcome::Skipped) {
            self.finish(active, wiring);
            // What a ud executed was skipped; the ud itself was done.
            if outcome == Outcome::Skipped {
                return Outcome::Executed;
            }
        }
        outcome
    }

    /// I or M, X, V.
    #[inline(always)]
    fn finish<W: Periphery, P: Probe>(&mut self, active: &mut Active, wiring: &mut Wiring<'_, W, P>) {
        if active.order.has(Decoded::INDICATES) {
            let seen = (active.signals, active.stored);
            self.set_indicator_or_marks(&active.order, seen, wiring);
        }
        self.exchange_and_skip(active.order.after());
    }

    /// X and V, of the flags of an order.
    #[inline(always)]
    pub(crate) fn exchange_and_skip(&mut self, after: u16) {
        if after & Decoded::EXCHANGE != 0 {
            self.exchange();
        }
        if after & Decoded::SKIP != 0 {
            self.skip();
        }
    }

    /// Asks the world whether the order can go on; refuses the orders nobody knows.
    fn refusal<W: Periphery, P: Probe>(
        &self,
        active: &mut Active,
        wiring: &Wiring<'_, W, P>,
    ) -> Option<Flow> {
        let by = self.reg.by;
        let request = match active.order.opcode.row().meets {
            Meets::Nothing => return None,
            Meets::Output => Request::Output { by },
            Meets::Input => Request::Input { by },
            Meets::Drum => Request::Drum,
            Meets::Block => Request::Block,
            Meets::Unknown => return Some(unknown(active, QUESTION_UNUSED_ORDERS)),
            Meets::Another => {
                return (active.depth >= MOST_UDS).then(|| unknown(active, QUESTION_ENDLESS_UD));
            }
        };
        active.met = true;
        (!wiring.world.ready(wiring.now, request)).then_some(Flow::Wait(request))
    }

    /// `ud`: takes the order in the cell at the address through its cycle, as if it stood here
    /// for jumps and skips. A substitution that it makes is lost. It may be a `ud` in its turn.
    /// [F-UD-1] [F-UD-2]
    pub(crate) fn execute<W: Periphery, P: Probe>(
        &mut self,
        ud: &mut Active,
        wiring: &mut Wiring<'_, W, P>,
    ) -> Outcome {
        let half = if ud.order.form == Form::Left { Half::Left } else { Half::Right };
        let cell = wiring.read(ud.address);
        let order = wiring.store.decoded(cell, half);
        let form = order.form;
        let mut active = Active::new(order, ud.address);
        active.depth = ud.depth + 1;
        active.home = ud.home;
        active.home_full = ud.home_full;
        // A full word takes the place of the whole cell of a left-half ud.
        if ud.order.form == Form::Left && form == Form::Full {
            self.skip();
        }
        let outcome = self.perform(&mut active, wiring);
        ud.cost += active.cost;
        ud.met |= active.met;
        self.reg.pending_s = None;
        self.reg.pending_t = None;
        if outcome == Outcome::Done { Outcome::Executed } else { outcome }
    }
}

/// The stop for an order that is an open question.
pub(crate) fn unknown(active: &Active, question: u8) -> Flow {
    Flow::Stopped(Stop::Unknown { cell: active.home.into(), question })
}

impl Active {
    #[inline(always)]
    pub(crate) fn new(order: Decoded, cell: u16) -> Active {
        Active {
            order,
            own: cell,
            home: cell,
            home_full: order.form as u8 == Form::Full as u8,
            depth: 0,
            address: 0,
            last: cell,
            wide: 0,
            t: 0,
            signals: None,
            stored: None,
            met: false,
            cost: 0,
        }
    }

    /// Takes over what the address calculation found.
    #[inline(always)]
    pub(crate) fn take(&mut self, chain: &Chain) {
        self.address = chain.address;
        self.wide = chain.wide;
        self.last = chain.last;
        self.t = chain.t;
        self.cost += chain.cost;
    }

    /// Takes over a wide address in eleven bits.
    #[inline(always)]
    pub fn widen(&mut self, wide: u16) {
        self.address = wide & TEN;
        self.wide = signed11(wide);
    }

    /// Whether the address itself is the operand.
    #[inline(always)]
    pub const fn direct(&self) -> bool {
        self.order.has(Decoded::DIRECT)
    }

    /// Whether the operation is one on floating numbers.
    #[inline(always)]
    pub const fn floating(&self) -> bool {
        self.order.has(Decoded::FLOATING)
    }

    /// Whether R and M change places in the end.
    #[inline(always)]
    pub const fn exchanges(&self) -> bool {
        self.order.has(Decoded::EXCHANGE)
    }

    /// Whether the order is a full word.
    #[inline(always)]
    pub const fn full(&self) -> bool {
        self.order.form as u8 == Form::Full as u8
    }

    /// The cell in which a storing order stores, or to which a jump goes: that at the address;
    /// with D the last one of the chain.  [F-D-2]
    #[inline(always)]
    pub const fn target(&self) -> u16 {
        if self.direct() { self.last } else { self.address }
    }
}
