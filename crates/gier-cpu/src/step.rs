//! The single step: executes one order through all steps of its cycle.
//!
//! 1. fetch the order in cell r1;
//! 2. condition N or L: if it is false, step 4 is the last;
//! 3. effective address: follow indirect addresses, add t, add a register;
//! 4. advance r1 to the next order, and store the address to which t was added;
//! 5. modifier n: clear R;
//! 6. operand and operation (`orders/*`);
//! 7. modifiers I or M, then X, then V.  [F-CYCLE-1]
//!
//! These numbers stand in the code below. In the code, r1 is [`Core::place`] until the order has ended. Conditions,
//! t, D and the modifiers of step 7 need the bits of a full word, so an order in half a cell has none of them.
//!
//! An order that must wait is refused between steps 2 and 3, before it has changed anything
//! ([`Decoded::MAY_BE_REFUSED`]). A few orders find out in step 6 that they must wait, and what they have done is
//! undone ([`Decoded::MAY_BE_UNDONE`]).

mod indicator;

use gier_word::order::Needs;
use gier_word::{Cell, Half, Opcode, Uops, for_each_order};

use crate::address::{Chain, Start};
use crate::decoded::{Condition, Decoded, Form, decode};
use crate::ferrite::Ferrite;
use crate::flow::{Flow, StopCause};
use crate::periphery::{Periphery, Request};
use crate::probe::{Finished, NoProbe, Probe};
use crate::registers::{Core, Cpu, Place, Signals, TEN, signed11};
use crate::store::Store;
use gier_word::timing;

/// The store, the devices and the probe, which are borrowed while one order is executed.
pub(crate) struct Bus<'a, W, P: ?Sized> {
    pub store: Store<'a>,
    pub world: &'a mut W,
    pub probe: &'a mut P,
    /// The time at which the order began.
    pub now: Uops,
}

impl<W: Periphery, P: Probe> Bus<'_, W, P> {
    /// Reads a cell for an order, and notifies the probe.
    #[inline(always)]
    pub fn read(&mut self, address: u16) -> Cell {
        self.probe.reads(address.into());
        self.store.read(address)
    }

    /// Writes a cell for an order, and notifies the probe.
    #[inline(always)]
    pub fn write(&mut self, address: u16, cell: Cell) {
        self.probe.writes(address.into(), self.store.read(address), cell);
        self.store.write(address, cell);
    }
}

/// The order that is being executed, and the results of its steps so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Active {
    pub order: Decoded,
    /// The cell that contains the order.
    pub own: u16,
    /// The cell of the order. If a `ud` (execute) executes the order, the cell of the `ud`.
    pub home: u16,
    /// Whether the cell [`Active::home`] holds one full-word order, and not two orders.
    pub home_full: bool,
    /// How deeply this order is nested in `ud`s (execute). The depth is 0 if no `ud` executes the order, 1 if
    /// one does, and 2 if that `ud` is itself executed by a `ud`.
    pub depth: u16,
    /// The effective address, ten bits.
    pub address: u16,
    /// The last cell in the chain of indirect addresses, or the order's own cell. An order with the modifier
    /// D stores in this cell.
    pub last: u16,
    /// The effective address before truncation to ten bits. Additions with the modifier D use it.
    pub wide: i32,
    /// The increment t, ten bits.
    pub t: u16,
    /// The signals for the modifier I, or `None` if I uses the signals of R.
    pub signals: Option<Signals>,
    /// The cell that the operation wrote. The modifier M can set the marks of this cell.
    pub stored: Option<u16>,
    /// Whether the order used a device. A run then ends, because the device may have to act before the next
    /// order.
    pub used_device: bool,
    /// The cost of the order so far, in micro-operations.
    pub cost: u32,
}

/// The outcome of an order: what its operation did, or why the operation was not executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The operation is done. The modifiers I, M, X and V must still be executed.
    Done,
    /// The operation was `zq`. When the modifiers I, M, X and V have been executed, the machine stops.
    Halt,
    /// The result of a floating operation did not fit, so the order jumped to cell 0. The modifiers I, M, X
    /// and V are not executed.
    Spilled,
    /// The operation was a `ud`. It has executed another order completely, with that order's modifiers.
    Executed,
    /// The condition of the order was false.
    Skipped,
    /// The order must wait, or its effect is not known. It has changed nothing, or its changes were undone.
    Refused(Flow),
}

/// The number of the entry in `docs/open-questions.md` about orders whose effect is not known. No program for
/// a machine with one drum uses these orders.
pub(crate) const QUESTION_UNUSED_ORDERS: u8 = 1;
/// The number of the entry in `docs/open-questions.md` about endless chains of `ud`s (execute).
pub(crate) const QUESTION_ENDLESS_UD: u8 = 2;
/// A `ud` (execute) can execute another `ud`, and so on. The machine stops if such a chain has more `ud`s than
/// this.  (Q2)
const MOST_UDS: u16 = 256;

macro_rules! define_operate {
    ($(
        #[doc = $formula:literal]
        $code:literal $mnemonic:ident $variant:ident $class:ident $t:ident $own:literal $mark:ident $floating:tt $place:literal $next:tt $needs:ident [$($changes:ident)*] [$($uses:ident)*] $cost:ident;
    )*) => {
        impl Core<'_> {
            /// Executes the operation by calling the method that has the order's name, for example `ar`.
            #[inline(always)]
            fn operate<W: Periphery, P: Probe>(
                &mut self,
                active: &mut Active,
                bus: &mut Bus<'_, W, P>,
            ) -> Outcome {
                match active.order.opcode {
                    $(Opcode::$variant => self.$mnemonic(active, bus),)*
                }
            }
        }
    };
}
for_each_order!(define_operate);

impl Cpu {
    /// Executes one order and adds its cost to `now`. If the order has to wait, `now` does not change.
    pub fn step<W: Periphery>(&mut self, ferrite: &mut Ferrite, world: &mut W, now: &mut Uops) -> Flow {
        self.step_probed(ferrite, world, now, &mut NoProbe)
    }

    /// Executes one order like [`Cpu::step`], and notifies a probe.
    pub fn step_probed<W: Periphery, P: Probe>(
        &mut self,
        ferrite: &mut Ferrite,
        world: &mut W,
        now: &mut Uops,
        probe: &mut P,
    ) -> Flow {
        // 1. Fetch.
        let cell = ferrite.read(self.reg.r1);
        let half = if cell.marks().a() { self.reg.half } else { Half::Left };
        let place = Place { cell: self.reg.r1, half };
        let (form, order) = decode(cell, half);
        let mut active = Active::new(Decoded::new(form, &order), place.cell.number());
        let mut bus = Bus { store: ferrite.store(), world, probe, now: *now };
        let mut core = Core::new(&mut self.reg);
        let outcome = core.perform(&mut active, &mut bus);
        core.put_back();
        if let Outcome::Refused(flow) = outcome {
            return flow;
        }
        *now += Uops(u64::from(active.cost + timing::END));
        let done = outcome != Outcome::Skipped;
        probe.finished(&Finished { place, order: &order, done, cpu: self, ferrite, now: *now });
        if outcome == Outcome::Halt {
            return Flow::Stopped(StopCause::Zq { cell: place.cell });
        }
        Flow::Next
    }
}

impl Core<'_> {
    /// Executes an order that was already fetched: the steps 2 to 7.
    pub(crate) fn perform<W: Periphery, P: Probe>(
        &mut self,
        active: &mut Active,
        bus: &mut Bus<'_, W, P>,
    ) -> Outcome {
        let order = active.order;
        // 2. Condition N or L. A true one costs nothing; after a false one, only the base of the form is paid.
        let is_conditional = order.condition != Condition::Always;
        if is_conditional && !self.holds(order.condition, order.mask, bus.world) {
            active.cost += order.form.base();
            self.move_on(active);
            return Outcome::Skipped;
        }
        if order.has(Decoded::MAY_BE_REFUSED)
            && let Some(flow) = self.refusal(active, bus)
        {
            return Outcome::Refused(flow);
        }
        // 3. Effective address.
        let start = Start::new(&order, active.own, self.reg);
        let Some(chain) = start.follow(bus.store.cells, |cell| bus.probe.reads(cell.into())) else {
            return Outcome::Refused(Flow::Stopped(StopCause::HangingIndirection {
                cell: active.home.into(),
            }));
        };
        if order.has(Decoded::MAY_BE_UNDONE) {
            return self.perform_refusable(active, chain, bus);
        }
        self.carry_out(active, chain, bus)
    }

    /// Executes an order whose operation may be refused after it has begun. After a refusal, undoes
    /// everything that the order has done.
    #[inline(never)]
    fn perform_refusable<W: Periphery, P: Probe>(
        &mut self,
        active: &mut Active,
        chain: Chain,
        bus: &mut Bus<'_, W, P>,
    ) -> Outcome {
        let before = (self.r, self.m, self.place, *self.reg);
        let counted = bus.store.read(chain.last);
        let outcome = self.carry_out(active, chain, bus);
        if matches!(outcome, Outcome::Refused(_)) {
            (self.r, self.m, self.place, *self.reg) = before;
            if bus.store.read(chain.last) != counted {
                bus.write(chain.last, counted);
            }
        }
        outcome
    }

    /// Step 4: moves to the next order. Discards the values in `pending_s` and `pending_t`, because they are valid
    /// for only one order.
    #[inline(always)]
    fn move_on(&mut self, active: &Active) {
        self.reg.pending_s = None;
        self.reg.pending_t = None;
        if active.depth == 0 {
            self.advance(active.order.form);
        }
    }

    /// Executes the steps 4 to 7. Do not call it for an order that must wait for a device, unless you undo what it
    /// has done.
    #[inline(always)]
    fn carry_out<W: Periphery, P: Probe>(
        &mut self,
        active: &mut Active,
        chain: Chain,
        bus: &mut Bus<'_, W, P>,
    ) -> Outcome {
        // 4. Advance r1, and store the address to which t was added.
        self.move_on(active);
        if let Some(counted) = chain.counted {
            // The probe was told of the cells of the chain, but not of the order's own cell.
            if !active.order.is_indirect() {
                bus.probe.reads(chain.last.into());
            }
            let cell = bus.store.read(chain.last);
            bus.write(chain.last, cell.with_address(counted));
        }
        active.use_address(&chain);
        active.cost += u32::from(active.order.cost);
        // 5. Modifier n.
        if active.order.has(Decoded::CLEAR) {
            self.r = 0;
        }
        // 6. Operand and operation.
        let outcome = self.operate(active, bus);
        // 7. Modifiers I or M, then X, then V.
        if matches!(outcome, Outcome::Done | Outcome::Halt | Outcome::Executed | Outcome::Skipped) {
            self.finish(active, bus);
            // The condition of the order under a ud failed; the ud itself was executed.
            if outcome == Outcome::Skipped {
                return Outcome::Executed;
            }
        }
        outcome
    }

    /// Step 7: executes the modifiers I or M, then X, then V.
    #[inline(always)]
    fn finish<W: Periphery, P: Probe>(&mut self, active: &mut Active, bus: &mut Bus<'_, W, P>) {
        if active.order.has(Decoded::INDICATES) {
            let result = (active.signals, active.stored);
            self.set_indicator_or_marks(&active.order, result, bus);
        }
        self.exchange_and_skip(active.order.after());
    }

    /// Executes the modifiers X and V, if the flags `after` contain [`Decoded::EXCHANGE`] or
    /// [`Decoded::SKIP`].
    #[inline(always)]
    pub(crate) fn exchange_and_skip(&mut self, after: u16) {
        if after & Decoded::EXCHANGE != 0 {
            self.exchange();
        }
        if after & Decoded::SKIP != 0 {
            self.skip();
        }
    }

    /// Returns the reason why an order must wait or cannot be executed, or `None` if it can be executed now.
    fn refusal<W: Periphery, P: Probe>(&self, active: &mut Active, bus: &Bus<'_, W, P>) -> Option<Flow> {
        let by = self.reg.by;
        let needs = active.order.opcode.row().needs;
        let request = match needs {
            Needs::Nothing => return None,
            Needs::Output => Request::Output { by },
            Needs::Input => Request::Input { by },
            Needs::Drum => Request::Drum,
            Needs::Block => Request::Block,
            Needs::Unknown if bus.world.knows(active.order.opcode) => {
                active.used_device = true;
                return None;
            }
            Needs::Unknown => return Some(unknown(active, QUESTION_UNUSED_ORDERS)),
            Needs::Another => {
                return (active.depth >= MOST_UDS).then(|| unknown(active, QUESTION_ENDLESS_UD));
            }
        };
        active.used_device = true;
        (!bus.world.ready(bus.now, request)).then_some(Flow::Wait(request))
    }

    /// `ud`: executes the order in the cell at the address, with all its steps. That order may be another
    /// `ud`. If the executed order skips, the order after the first `ud` is skipped. If it calls a
    /// subroutine, s := the cell of the first `ud`. If a `ud` in a left half executes `is`, `ns`, `it` or `nt` in a
    /// left half, it also executes the right half of that cell. Otherwise, these orders have no effect under a
    /// `ud`. [F-UD-1] [F-UD-2]
    pub(crate) fn execute<W: Periphery, P: Probe>(
        &mut self,
        ud: &mut Active,
        bus: &mut Bus<'_, W, P>,
    ) -> Outcome {
        let half = if ud.order.form == Form::Left { Half::Left } else { Half::Right };
        let cell = bus.read(ud.address);
        let order = bus.store.decoded(cell, half);
        let form = order.form;
        let mut active = Active::new(order, ud.address);
        active.depth = ud.depth + 1;
        active.home = ud.home;
        active.home_full = ud.home_full;
        // If a ud in a left half executes a full word, the right half of the ud's cell is skipped.
        if ud.order.form == Form::Left && form == Form::Full {
            self.skip();
        }
        let outcome = self.perform(&mut active, bus);
        ud.cost += active.cost;
        ud.used_device |= active.used_device;
        // The right half takes the new s or t. It stands for the right half of the ud's cell, which is skipped.
        if form == Form::Left && order.opcode.substitutes() && outcome == Outcome::Done {
            self.skip();
            ud.order.form = Form::Right;
            return self.execute(ud, bus);
        }
        self.reg.pending_s = None;
        self.reg.pending_t = None;
        if outcome == Outcome::Done { Outcome::Executed } else { outcome }
    }
}

/// Stops the machine at an order whose effect is not known. `question` is the number of the open question.
pub(crate) fn unknown(active: &Active, question: u8) -> Flow {
    Flow::Stopped(StopCause::Unknown { cell: active.home.into(), question })
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
            used_device: false,
            cost: 0,
        }
    }

    /// Copies the result of the address calculation into this order, and adds its cost.
    #[inline(always)]
    pub(crate) fn use_address(&mut self, chain: &Chain) {
        self.address = chain.address;
        self.wide = chain.wide;
        self.last = chain.last;
        self.t = chain.t;
        self.cost += chain.cost;
    }

    /// Sets the effective address from eleven bits: keeps ten bits in `address`, and the signed number in
    /// `wide`.
    #[inline(always)]
    pub fn widen(&mut self, wide: u16) {
        self.address = wide & TEN;
        self.wide = signed11(wide);
    }

    /// Whether the order has the modifier D: the address itself is the operand.
    #[inline(always)]
    pub const fn direct(&self) -> bool {
        self.order.has(Decoded::DIRECT)
    }

    /// Whether the CPU executes the floating variant of the operation.
    #[inline(always)]
    pub const fn floating(&self) -> bool {
        self.order.has(Decoded::FLOATING)
    }

    /// Whether the order has the modifier X, which exchanges R and M after the operation.
    #[inline(always)]
    pub const fn exchanges(&self) -> bool {
        self.order.has(Decoded::EXCHANGE)
    }

    /// Whether the order is a full word, which fills a whole cell.
    #[inline(always)]
    pub const fn full(&self) -> bool {
        self.order.form as u8 == Form::Full as u8
    }

    /// For an order that stores something, the cell that it writes. For a jump, the cell to which it jumps.
    /// Without the modifier D, this is the cell at the address. With D, it is the last cell in the chain of
    /// indirect addresses, or the order's own cell. [F-D-2]
    #[inline(always)]
    pub const fn target(&self) -> u16 {
        if self.direct() { self.last } else { self.address }
    }
}
