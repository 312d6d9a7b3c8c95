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

mod address;
mod indicator;

use gier_word::codec::{decode_full, decode_half};
use gier_word::{Cell, Half, Opcode, Order, Tail, Uops, for_each_order};

use crate::flow::{Flow, Stop};
use crate::periphery::{Periphery, Request};
use crate::probe::{Finished, NoProbe, Place, Probe};
use crate::registers::{Cpu, Signals, TEN};
use crate::{Ferrite, timing};

pub(crate) use address::{Chain, Start};

/// Everything around the central unit, borrowed for one order.
pub(crate) struct Wiring<'a, W, P> {
    pub ferrite: &'a mut Ferrite,
    pub world: &'a mut W,
    pub probe: &'a mut P,
    /// The time at which the order began.
    pub now: Uops,
}

impl<W: Periphery, P: Probe> Wiring<'_, W, P> {
    /// Writes a cell for an order.
    pub fn write(&mut self, address: u16, cell: Cell) {
        self.probe.writes(address.into(), self.ferrite.read(address), cell);
        self.ferrite.write(address, cell);
    }
}

/// An order on its way through the cycle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Active {
    /// The order; its tail is also in `tail`, all zero for a half word.
    pub order: Order,
    pub tail: Tail,
    /// How it was fetched.
    pub form: Form,
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
    /// s as this order sees it.
    pub s: u16,
    /// The signals for I, if not those of R.
    pub signals: Option<Signals>,
    /// The cell in which the operation stored, for M.
    pub stored: Option<u16>,
    /// Micro-operations so far.
    pub cost: u32,
}

/// How an order was fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Left,
    Right,
    Full,
}

impl Form {
    pub(crate) const fn base(self) -> u32 {
        match self {
            Form::Left => timing::BASE_LEFT,
            Form::Right => timing::BASE_RIGHT,
            Form::Full => timing::BASE_FULL,
        }
    }
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
        $code:literal $mnemonic:ident $variant:ident $class:ident $t:ident $own:literal $mark:ident $floating:literal $place:literal;
    )*) => {
        impl Cpu {
            /// The operation itself: the method that has the order's name.
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

    /// [`Cpu::step`] under the eyes of a probe.
    pub fn step_probed<W: Periphery, P: Probe>(
        &mut self,
        ferrite: &mut Ferrite,
        world: &mut W,
        now: &mut Uops,
        probe: &mut P,
    ) -> Flow {
        let (place, form, order) = self.fetch(ferrite);
        let mut active = Active::new(order, form, place.cell.number());
        let mut wiring = Wiring { ferrite, world, probe, now: *now };
        let outcome = self.perform(&mut active, &mut wiring);
        if let Outcome::Refused(flow) = outcome {
            return flow;
        }
        *now += Uops(u64::from(active.cost + timing::END));
        let done = outcome != Outcome::Skipped;
        let Wiring { ferrite, probe, .. } = wiring;
        probe.finished(&Finished { place, order: &order, done, cpu: self, ferrite, now: *now });
        if outcome == Outcome::Halt {
            return Flow::Stopped(Stop::Zq { cell: place.cell });
        }
        Flow::Next
    }

    /// The place of the next order, and the order: a pair is read by halves, anything else whole.
    fn fetch(&self, ferrite: &Ferrite) -> (Place, Form, Order) {
        let cell = ferrite.read(self.reg.r1);
        let half = if cell.marks().a() { self.reg.half } else { Half::Left };
        let (form, order) = decode(cell, half);
        (Place { cell: self.reg.r1.into(), half }, form, order)
    }

    /// Puts r1 behind the order just fetched.
    fn advance(&mut self, form: Form) {
        if form == Form::Left {
            self.reg.half = Half::Right;
        } else {
            self.reg.r1 = (self.reg.r1 + 1) & TEN;
            self.reg.half = Half::Left;
        }
    }

    /// Passes over the next order: from a left half the right one, else the whole next cell.
    pub(crate) fn skip(&mut self) {
        self.reg.r1 = (self.reg.r1 + 1) & TEN;
        self.reg.half = Half::Left;
    }

    /// Takes an order through the cycle from its condition on.
    fn perform<W: Periphery, P: Probe>(
        &mut self,
        active: &mut Active,
        wiring: &mut Wiring<'_, W, P>,
    ) -> Outcome {
        active.cost += active.form.base();
        if !self.condition_holds(&active.tail, wiring.world) {
            self.reg.pending_s = None;
            self.reg.pending_t = None;
            if active.depth == 0 {
                self.advance(active.form);
            }
            return Outcome::Skipped;
        }
        if let Some(flow) = self.refusal(active, wiring) {
            return Outcome::Refused(flow);
        }
        let Some(chain) = self.effective_address(active, wiring.ferrite) else {
            return Outcome::Refused(Flow::Stopped(Stop::HangingIndirection { cell: active.home.into() }));
        };
        if matches!(active.order.opcode, Opcode::Ud | Opcode::Il | Opcode::Us) {
            return self.perform_refusable(active, chain, wiring);
        }
        self.carry_out(active, chain, wiring)
    }

    /// Carries out an order that may be refused in the middle, and if so takes back what it did.
    fn perform_refusable<W: Periphery, P: Probe>(
        &mut self,
        active: &mut Active,
        chain: Chain,
        wiring: &mut Wiring<'_, W, P>,
    ) -> Outcome {
        let before = *self;
        let counted = wiring.ferrite.read(chain.last);
        let outcome = self.carry_out(active, chain, wiring);
        if matches!(outcome, Outcome::Refused(_)) {
            *self = before;
            if wiring.ferrite.read(chain.last) != counted {
                wiring.write(chain.last, counted);
            }
        }
        outcome
    }

    /// What follows when nothing can be refused any more (but see `perform_refusable`).
    fn carry_out<W: Periphery, P: Probe>(
        &mut self,
        active: &mut Active,
        chain: Chain,
        wiring: &mut Wiring<'_, W, P>,
    ) -> Outcome {
        self.reg.pending_s = None;
        self.reg.pending_t = None;
        if active.depth == 0 {
            self.advance(active.form);
        }
        if let Some(counted) = chain.counted {
            let cell = wiring.ferrite.read(chain.last);
            wiring.write(chain.last, cell.with_address(counted));
        }
        active.take(&chain);
        active.cost += timing::own(active.order.opcode, active.order.floating);
        if active.order.clear {
            self.reg.r = 0;
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
    fn finish<W: Periphery, P: Probe>(&mut self, active: &mut Active, wiring: &mut Wiring<'_, W, P>) {
        self.set_indicator_or_marks(active, wiring);
        if active.tail.exchange {
            self.exchange();
        }
        if active.tail.skip {
            self.skip();
        }
    }

    /// R's bits 0-39 and M change places; bit 00 becomes equal to bit 0.
    pub(crate) fn exchange(&mut self) {
        let r = self.reg.r as u64 & gier_word::cell::MASK40;
        self.reg.r = crate::arith::fixed::signed40(self.reg.m);
        self.reg.m = r;
    }

    /// Asks the world whether the order can go on; refuses the orders nobody knows.
    fn refusal<W: Periphery, P: Probe>(&self, active: &Active, wiring: &Wiring<'_, W, P>) -> Option<Flow> {
        let by = self.reg.by;
        let request = match active.order.opcode {
            Opcode::Sy => Request::Output { by },
            Opcode::Ly => Request::Input { by },
            Opcode::Lk | Opcode::Sk | Opcode::Vk => Request::Drum,
            Opcode::Il | Opcode::Us => Request::Block,
            Opcode::Gc | Opcode::Pc | Opcode::Zj => {
                return Some(unknown(active, QUESTION_UNUSED_ORDERS));
            }
            Opcode::Ud if active.depth >= MOST_UDS => {
                return Some(unknown(active, QUESTION_ENDLESS_UD));
            }
            _ => return None,
        };
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
        let half = if ud.form == Form::Left { Half::Left } else { Half::Right };
        let (form, order) = decode(wiring.ferrite.read(ud.address), half);
        let mut active = Active::new(order, form, ud.address);
        active.depth = ud.depth + 1;
        active.home = ud.home;
        active.home_full = ud.home_full;
        // A full word takes the place of the whole cell of a left-half ud.
        if ud.form == Form::Left && form == Form::Full {
            self.skip();
        }
        let outcome = self.perform(&mut active, wiring);
        ud.cost += active.cost;
        self.reg.pending_s = None;
        self.reg.pending_t = None;
        if outcome == Outcome::Done { Outcome::Executed } else { outcome }
    }
}

/// The stop for an order that is an open question.
pub(crate) fn unknown(active: &Active, question: u8) -> Flow {
    Flow::Stopped(Stop::Unknown { cell: active.home.into(), question })
}

/// The order in one half of a cell, or in the whole of it.
pub(crate) fn decode(cell: Cell, half: Half) -> (Form, Order) {
    if !cell.marks().a() {
        (Form::Full, decode_full(cell))
    } else if half == Half::Left {
        (Form::Left, decode_half(cell, half))
    } else {
        (Form::Right, decode_half(cell, half))
    }
}

impl Active {
    fn new(order: Order, form: Form, cell: u16) -> Active {
        Active {
            order,
            tail: order.tail.unwrap_or_default(),
            form,
            own: cell,
            home: cell,
            home_full: form == Form::Full,
            depth: 0,
            address: 0,
            last: cell,
            wide: 0,
            t: 0,
            s: 0,
            signals: None,
            stored: None,
            cost: 0,
        }
    }

    /// Takes over what the address calculation found.
    fn take(&mut self, chain: &Chain) {
        self.address = chain.address;
        self.wide = chain.wide;
        self.last = chain.last;
        self.t = chain.t;
        self.s = chain.s;
        self.cost += chain.cost;
    }

    /// Whether the address itself is the operand.
    pub const fn direct(&self) -> bool {
        self.tail.direct
    }

    /// The cell in which a storing order stores, or to which a jump goes: that at the address;
    /// with D the last one of the chain.  [F-D-2]
    pub const fn target(&self) -> u16 {
        if self.tail.direct { self.last } else { self.address }
    }
}
