//! What a run does out of line, so that what it has at hand can stay at hand: it comes and goes by
//! value.

use gier_word::Uops;

use super::code::{Code, Quick};
use super::purse::charge;
use super::short::Kind;
use super::takes_increment;
use crate::decoded::{Condition, Decoded};
use crate::lookout::Moment;
use crate::periphery::Periphery;
use crate::probe::{NoProbe, Probe};
use crate::registers::{Core, Registers, Signals, TEN, eleven};
use crate::step::{Active, Outcome, Start, Wiring};
use crate::store::Store;
use crate::timing;

/// An order that went through the whole cycle, and what is at hand after it.
pub(super) struct Made {
    pub r: i64,
    pub m: u64,
    pub place: u32,
    pub cost: u32,
    pub met: bool,
    /// It met the world, stopped the machine, or wrote a watched cell.
    pub special: bool,
    pub outcome: Outcome,
}

/// Finds the address of an order through its chain and counts it, if the cell in which it is counted
/// is not watched: the address, what it cost, and how the order is now taken. None: the whole cycle
/// has to do it. With D the address is as wide as [`Active::widen`] takes it.
#[inline(never)]
pub(super) fn follow(place: u32, reg: &Registers, mut store: Store<'_>) -> Option<(u16, u32, Kind)> {
    let code = store.code.as_ref()?;
    let last = code.last(place);
    let own = (place >> 1) as u16 & TEN;
    let order = code.whole(place, store.cells);
    let direct = order.has(Decoded::DIRECT);
    let chain = Start::new(&order, own, reg).follow(store.cells)?;
    if let Some(counted) = chain.counted {
        if code.may_tell(chain.last.into()) {
            return None;
        }
        store.write(chain.last, store.read(chain.last).with_address(counted));
    }
    let address = if direct { eleven(chain.wide) } else { chain.address };
    Some((address, chain.cost, last))
}

/// An order after a substitution, if it is short and has no condition: how it is then taken, what it
/// costs, and its address. What is left of the substitution the operation takes.
#[inline(never)]
pub(super) fn substituted(place: u32, reg: &mut Registers, store: Store<'_>) -> Option<Quick> {
    let code = store.code.as_ref()?;
    let order = code.bare_order(place);
    if code.last(place) == Kind::Whole || order.condition != Condition::Always {
        return None;
    }
    let (cost, after, opcode) = (u32::from(order.cost), order.after(), order.opcode);
    let (address, more, kind) = follow(place, reg, store)?;
    reg.pending_s = None;
    if !takes_increment(opcode) {
        reg.pending_t = None;
    }
    Some(Quick { kind, charge: charge(cost + more + timing::END), address, after })
}

/// Does I or M of a short order; whether a watched cell was written.
#[inline(never)]
pub(super) fn indicate<W: Periphery>(
    place: u32,
    r: i64,
    reg: &mut Registers,
    seen: (Option<Signals>, Option<u16>),
    store: Store<'_>,
    world: &mut W,
) -> bool {
    let code = store.code.as_ref().expect("a run has decoded orders");
    let order = *code.bare_order(place);
    let mut core = Core { r, m: 0, place, reg };
    let mut wiring = Wiring { store, world, probe: &mut NoProbe, now: Uops::ZERO };
    core.set_indicator_or_marks(&order, seen, &mut wiring);
    wiring.store.told
}

/// Takes any order through the whole cycle. What a run has at hand comes and goes by value, so
/// that it can stay at hand.
#[inline(never)]
pub(super) fn whole<W: Periphery>(
    r: i64,
    m: u64,
    place: u32,
    reg: &mut Registers,
    mut wiring: Wiring<'_, W, NoProbe>,
) -> Made {
    let mut core = Core { r, m, place, reg };
    let code = wiring.store.code.as_ref().expect("a run has decoded orders");
    let mut active = Active::new(code.whole(place, wiring.store.cells), core.cell());
    let outcome = core.perform(&mut active, &mut wiring);
    let cost = active.cost + timing::END;
    let special = active.met || wiring.store.told || outcome == Outcome::Halt;
    Made { r: core.r, m: core.m, place: core.place, cost, met: active.met, special, outcome }
}

/// Tells the probe if it is to know of the next order; true if it wants to stop.
#[inline(never)]
pub(super) fn stands(code: &Code, probe: &mut dyn Probe, moment: &Moment<'_>) -> bool {
    if code.is_watched(moment.registers, moment.cells) {
        probe.stands(moment);
        return probe.wants_stop();
    }
    false
}

/// Tells the probe which of the watched cells that were written it is to know of; true if it wants
/// to stop.
#[inline(never)]
pub(super) fn tell(code: &mut Code, probe: &mut dyn Probe, moment: &Moment<'_>) -> bool {
    code.sift(moment.registers, moment.cells);
    if code.changes.is_empty() {
        return false;
    }
    for change in code.changes.drain(..) {
        probe.changed(&change, moment);
    }
    probe.wants_stop()
}
