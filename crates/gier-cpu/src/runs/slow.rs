//! What a run does out of line, so that what it has at hand can stay at hand: it comes and goes by
//! value.

use gier_word::{Cell, FERRITE_CELLS, Half, Opcode, Uops};

use crate::address::Start;
use crate::budget::charge;
use crate::code::dictionary::charge_of;
use crate::code::kind::Kind;
use crate::code::{Code, absolute, absolute_with};
use crate::decoded::{Condition, Decoded, Form};
use crate::lookout::Moment;
use crate::periphery::Periphery;
use crate::probe::{NoProbe, Probe};
use crate::registers::{Core, Registers, Signals, TEN, eleven, place_of};
use crate::step::{Active, Outcome, Wiring};
use crate::store::Store;
use gier_word::timing;

/// An order that went through the whole cycle, and what is at hand after it.
pub(super) struct Executed {
    pub r: i64,
    pub m: u64,
    pub place: u32,
    pub cost: u32,
    pub met: bool,
    /// It met the world, stopped the machine, or wrote a watched cell.
    pub special: bool,
    pub outcome: Outcome,
}

/// The signals that an operation gave and the cell in which it stored, as one number, which goes by
/// value.
#[derive(Clone, Copy)]
pub(super) struct PackedResult(u32);

impl PackedResult {
    const ZERO: u32 = 1 << 16;
    const OVERFLOW: u32 = 1 << 17;
    const SIGN: u32 = 1 << 18;
    const SIGNALS: u32 = 1 << 19;
    const STORED: u32 = 1 << 20;

    #[inline(always)]
    pub fn of(active: &Active) -> PackedResult {
        let flag = |on: bool, flag: u32| if on { flag } else { 0 };
        let signals = active.signals.map_or(0, |Signals { zero, overflow, sign }| {
            PackedResult::SIGNALS
                | flag(zero, PackedResult::ZERO)
                | flag(overflow, PackedResult::OVERFLOW)
                | flag(sign, PackedResult::SIGN)
        });
        PackedResult(signals | active.stored.map_or(0, |cell| PackedResult::STORED | u32::from(cell)))
    }

    #[inline(always)]
    fn signals(self) -> Option<Signals> {
        let has = |flag: u32| self.0 & flag != 0;
        let signals = Signals {
            zero: has(PackedResult::ZERO),
            overflow: has(PackedResult::OVERFLOW),
            sign: has(PackedResult::SIGN),
        };
        has(PackedResult::SIGNALS).then_some(signals)
    }

    #[inline(always)]
    fn stored(self) -> Option<u16> {
        (self.0 & PackedResult::STORED != 0).then_some(self.0 as u16)
    }
}

/// Finds the address of an order through its chain and counts it, if the cell in which it is counted
/// is not watched: the address, what it cost, and how the order is now taken. None: the whole cycle
/// has to do it. With D the address is as wide as [`Active::widen`] takes it.
#[inline(never)]
pub(super) fn follow(place: u32, reg: &Registers, store: Store<'_>) -> Option<(u16, u32, Kind)> {
    let code = store.code.as_ref()?;
    let (last, order) = (code.last(place), code.whole(place, store.cells));
    let (address, cost) = find(place, &order, reg, store)?;
    Some((address, cost, last))
}

#[inline(always)]
fn find(place: u32, order: &Decoded, reg: &Registers, mut store: Store<'_>) -> Option<(u16, u32)> {
    let own = (place >> 1) as u16 & TEN;
    let chain = Start::new(order, own, reg).follow(store.cells)?;
    if let Some(counted) = chain.counted {
        if store.code.as_ref()?.may_tell(chain.last.into()) {
            return None;
        }
        store.write(chain.last, store.read(chain.last).with_address(counted));
    }
    let address = if order.has(Decoded::DIRECT) { eleven(chain.wide) } else { chain.address };
    Some((address, chain.cost))
}

/// An order after a substitution, if it is short and has no condition: how it is then taken, its
/// address, and what it costs more than its [`Hot`] says. What is left of the substitution the operation takes.
#[inline(never)]
pub(super) fn substituted(place: u32, reg: &mut Registers, store: Store<'_>) -> Option<(Kind, u16, i64)> {
    let code = store.code.as_ref()?;
    let (kind, order) = (code.last(place), *code.bare_order(place));
    if kind == Kind::Whole || order.condition != Condition::Always {
        return None;
    }
    let usual = code.hot(place);
    let (address, charge) = if order.is_plain() {
        let s = reg.pending_s.unwrap_or(reg.s);
        (absolute_with(usual.address, s, reg), charge_of(&order))
    } else {
        let order = code.whole(place, store.cells);
        let (address, more) = find(place, &order, reg, store)?;
        (address, charge(u32::from(order.cost) + more + timing::END))
    };
    reg.pending_s = None;
    if !order.opcode.row().takes_increment() {
        reg.pending_t = None;
    }
    Some((kind, address, charge - usual.charge))
}

/// What a `ud` executes, if it is an unconditional short order that is nothing but its address and n:
/// how it is taken, its address, what it costs, and whether it has n. Its t is left to it as
/// substitutions are.
#[inline(never)]
pub(super) fn executed(place: u32, reg: &mut Registers, store: Store<'_>) -> Option<(Kind, u16, u32, bool)> {
    let Store { cells, code, .. } = store;
    let code = code?;
    let ud = *code.bare_order(place);
    let (mut at, mut cost) = (absolute(code.hot(place).address, reg), 0);
    if ud.is_indirect() {
        (at, cost) = ud.address_in(cells[usize::from(at) % FERRITE_CELLS])?;
    }
    let there = place_of(at, if ud.form == Form::Left { Half::Left } else { Half::Right });
    if code.hot(there).kind == Kind::Fresh {
        code.decode(there, cells);
    }
    let (kind, order) = (code.bare(there), *code.bare_order(there));
    let is_bare = order.condition == Condition::Always && order.after() == 0;
    let is_at_hand = !order.has_chain() && !order.has(Decoded::DIRECT);
    // What depends on the form of the order that it is part of, and what is lost.
    let is_full = |order: &Decoded| order.form == Form::Full;
    let is_apart = order.opcode == Opcode::Hs && is_full(&ud) != is_full(&order)
        || is_full(&ud) && !is_full(&order)
        || order.opcode.substitutes();
    if kind == Kind::Whole || !is_bare || !is_at_hand || is_apart {
        return None;
    }
    if is_full(&order) && order.opcode.row().takes_increment() {
        reg.pending_t = Some(cells[usize::from(at) % FERRITE_CELLS].increment());
    }
    cost += order.cost_alone();
    Some((kind, absolute(code.hot(there).address, reg), cost, order.has(Decoded::CLEAR)))
}

/// Does I or M of a short order; whether a watched cell was written.
#[inline(never)]
pub(super) fn indicate<W: Periphery>(
    place: u32,
    r: i64,
    reg: &mut Registers,
    seen: PackedResult,
    cells: &mut [Cell; FERRITE_CELLS],
    code: &mut Code,
    world: &mut W,
) -> bool {
    let order = *code.bare_order(place);
    let mut core = Core { r, m: 0, place, reg };
    let mut wiring = Wiring { store: Store::new(cells, code), world, probe: &mut NoProbe, now: Uops::ZERO };
    core.set_indicator_or_marks(&order, (seen.signals(), seen.stored()), &mut wiring);
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
) -> Executed {
    let mut core = Core { r, m, place, reg };
    let code = wiring.store.code.as_ref().expect("a run has decoded orders");
    let mut active = Active::new(code.whole(place, wiring.store.cells), core.cell());
    let outcome = core.perform(&mut active, &mut wiring);
    let cost = active.cost + timing::END;
    let special = active.met || wiring.store.told || outcome == Outcome::Halt;
    Executed { r: core.r, m: core.m, place: core.place, cost, met: active.met, special, outcome }
}

/// Notifies the probe that an order at a watched place is next; returns whether the probe wants to stop.
#[cold]
#[inline(never)]
pub(super) fn stands(probe: &mut dyn Probe, moment: &Moment<'_>) -> bool {
    probe.stands(moment);
    probe.wants_stop()
}

/// Notifies the probe of the watched cells that were written; returns whether the probe wants to stop.
#[cold]
#[inline(never)]
pub(super) fn tell(code: &mut Code, probe: &mut dyn Probe, moment: &Moment<'_>) -> bool {
    if code.changes.is_empty() {
        return false;
    }
    for change in code.changes.drain(..) {
        probe.changed(&change, moment);
    }
    probe.wants_stop()
}
