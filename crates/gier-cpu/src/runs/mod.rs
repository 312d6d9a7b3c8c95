//! Runs execute decoded orders, one after the other, until an order uses a device or the time is up.
//!
//! An order has the same effect in a run as in a single step ([`step`](crate::step)); a test compares both order
//! by order. Many orders are *short*: they use no device and cannot wait or stop the machine, so the run executes
//! them without checking for these cases. For all others, it executes every step of [`step`](crate::step).
//!
//! | what | module |
//! |---|---|
//! | the loop, and a function for each sort of order | [`fast`] |
//! | functions that are rare or long, so that they are not inlined | [`slow`] |
//!
//! A run gets an amount of time, called a stretch. Each order takes its cost from the stretch, and the run
//! ends when no time is left. An order costs at least [`LEAST`], so the stretch also limits the number of
//! orders.

mod fast;
mod slow;

use gier_word::{Uops, timing};

use crate::code::Code;
use crate::ferrite::Ferrite;
use crate::flow::Flow;
use crate::periphery::Periphery;
use crate::probe::{Interest, NoProbe, Probe};
use crate::registers::Cpu;
use crate::watch_set::StateView;
use fast::{End, Run};
use slow::report_place;

/// The lowest cost of any order, in micro-operations. An order in a left half has this cost if its operation
/// costs nothing.
const LEAST: u64 = (timing::BASE_LEFT + timing::END) as u64;
/// The longest time that one call of [`Run::on`] gets, in micro-operations. A [`Budget`](crate::budget::Budget) allows at most 2^31.
const LONGEST: u64 = 1 << 30;

/// The limits on how far [`Cpu::run`] may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// No order begins at this time or later.
    pub until: Uops,
    /// At most this many orders are executed.
    pub orders: u64,
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

    /// Executes orders within limits, like [`Cpu::run`], and notifies the probe. Executes only one
    /// order if the probe observes every order. Returns the outcome of the last order, and how many orders
    /// were executed, without a final `zq`. Before this call, pass the probe's watch set to
    /// [`Ferrite::watch`].
    pub fn run_probed<W: Periphery>(
        &mut self,
        ferrite: &mut Ferrite,
        world: &mut W,
        now: &mut Uops,
        limits: Limits,
        mut probe: &mut dyn Probe,
    ) -> (Flow, u64) {
        if matches!(probe.interest(), Interest::EveryOrder) {
            // The probe is passed as a trait object, so that the cycle is compiled once for all probes.
            let flow = self.step_probed(ferrite, world, now, &mut probe);
            return (flow, u64::from(flow == Flow::Next));
        }
        let limits = Limits { orders: limits.orders.min(probe.order_limit()), ..limits };
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
