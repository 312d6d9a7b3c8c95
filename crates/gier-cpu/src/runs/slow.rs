//! The parts of the fast path that are rare or long, as functions that are not inlined. R, M and the place of the
//! next order are passed by value, so that the fast path can keep them in registers of the host.

use gier_word::{Cell, FERRITE_CELLS, Half, Opcode, Uops};

use crate::address::{Once, Start, indirect_once};
use crate::budget::charge;
use crate::code::Code;
use crate::code::dictionary::charge_of;
use crate::code::kind::Kind;
use crate::decoded::{Condition, Decoded, Form};
use crate::periphery::Periphery;
use crate::probe::{NoProbe, Probe};
use crate::registers::{Core, Registers, Signals, TEN, eleven, place_of};
use crate::step::{Active, Bus, Outcome};
use crate::store::Store;
use crate::watch_set::StateView;
use gier_word::timing;

/// The result of an order that [`whole`] has executed.
pub(super) struct Executed {
    pub r: i64,
    pub m: u64,
    pub place: u32,
    pub cost: u32,
    pub used_device: bool,
    /// Whether the order used a device, stopped the machine or wrote a watched cell.
    pub special: bool,
    pub outcome: Outcome,
}

/// The signals of an operation, and the cell that it wrote. They are packed into one number that fits in a
/// host register.
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

/// Computes the address of an order that is indirect or that adds t to its address. If it adds t, also stores
/// the sum in the cell. Returns the address and its cost in micro-operations. With the modifier D, the address
/// has eleven bits, for [`Active::widen`]. Returns `None` if only [`whole`] can execute the order.
#[inline(never)]
pub(super) fn follow(place: u32, reg: &Registers, store: Store<'_>) -> Option<(u16, u32)> {
    let order = store.code.as_ref()?.current(place, store.cells);
    find(place, &order, reg, store)
}

/// Computes the address of an order with an indirect address, which leads to the cell `at`. Returns the
/// effective address, and the cost in micro-operations. Returns `None` if the address in `at` is itself
/// indirect or needs a register. Also returns `None` if the order adds t to the address in `at`, and `at` is
/// watched or has decoded orders: this function writes the cell without telling anybody.
#[inline(never)]
pub(super) fn follow_once(
    place: u32,
    at: u16,
    code: &Code,
    cells: &mut [Cell; FERRITE_CELLS],
) -> Option<(u16, u32)> {
    let at = usize::from(at) % FERRITE_CELLS;
    let Once { address, counted, cost } = Once::new(&code.current(place, cells), cells[at])?;
    if let Some(counted) = counted {
        if code.tracks(at) {
            return None;
        }
        cells[at] = cells[at].with_address(counted);
    }
    Some((address, cost))
}

#[inline(always)]
fn find(place: u32, order: &Decoded, reg: &Registers, mut store: Store<'_>) -> Option<(u16, u32)> {
    let own = (place >> 1) as u16 & TEN;
    let chain = Start::new(order, own, reg).follow(store.cells, |_| ())?;
    if let Some(counted) = chain.counted {
        if store.code.as_ref()?.watches_cell(chain.last.into()) {
            return None;
        }
        store.write(chain.last, store.read(chain.last).with_address(counted));
    }
    let address = if order.has(Decoded::DIRECT) { eleven(chain.wide) } else { chain.address };
    Some((address, chain.cost))
}

/// Prepares an order after `is`, `ns`, `it` or `nt`, which replace the register s or the increment t for one
/// order. Returns the order's kind and address. Also returns what must still be paid: its charge minus the
/// charge in [`Hot`](crate::code::Hot). Returns `None` if the order is not short or has a condition. If the
/// operation itself uses t, the new t stays in `pending_t`.
#[inline(never)]
pub(super) fn substituted(place: u32, reg: &mut Registers, store: Store<'_>) -> Option<(Kind, u16, i64)> {
    let code = store.code.as_ref()?;
    let (kind, order) = (code.kind_after_address(place), *code.order_as_decoded(place));
    if kind == Kind::Whole || order.condition != Condition::Always {
        return None;
    }
    let usual = code.hot(place);
    let (address, charge) = if order.is_plain() {
        let s = reg.pending_s.unwrap_or(reg.s);
        (usual.address.effective_with(s, reg), charge_of(&order))
    } else {
        let order = code.current(place, store.cells);
        let (address, more) = find(place, &order, reg, store)?;
        (address, charge(u32::from(order.cost) + more + timing::END))
    };
    reg.pending_s = None;
    if !order.opcode.row().takes_increment() {
        reg.pending_t = None;
    }
    Some((kind, address, charge - usual.charge))
}

/// Prepares the order that a `ud` (execute) executes. Returns this order's kind, its address, its cost, and
/// whether it has the modifier n, which clears R. Returns `None` if only [`whole`] can execute the `ud`. If
/// the order's operation uses t, puts its t into `pending_t`.
#[inline(never)]
pub(super) fn executed(place: u32, reg: &mut Registers, store: Store<'_>) -> Option<(Kind, u16, u32, bool)> {
    let Store { cells, code, .. } = store;
    let code = code?;
    let ud = *code.order_as_decoded(place);
    let (mut at, mut cost) = (code.hot(place).address.effective(reg), 0);
    if ud.is_indirect() {
        (at, cost) = indirect_once(ud.base, cells[usize::from(at) % FERRITE_CELLS])?;
    }
    let there = place_of(at, if ud.form == Form::Left { Half::Left } else { Half::Right });
    if code.hot(there).kind == Kind::Fresh {
        code.decode(there, cells);
    }
    let (kind, order) = (code.kind_after_clear(there), *code.order_as_decoded(there));
    let is_bare = order.condition == Condition::Always && order.after() == 0;
    let is_at_hand = !order.has_chain() && !order.has(Decoded::DIRECT);
    // Two sorts of orders take the whole cycle: those that depend on the form of the ud, and `is`, `ns`, `it`
    // and `nt`, which have no effect under a ud.
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
    Some((kind, code.hot(there).address.effective(reg), cost, order.has(Decoded::CLEAR)))
}

/// Executes the modifier I or M of a short order. Returns whether it wrote a watched cell.
#[inline(never)]
pub(super) fn indicate<W: Periphery>(
    place: u32,
    r: i64,
    reg: &mut Registers,
    result: PackedResult,
    cells: &mut [Cell; FERRITE_CELLS],
    code: &mut Code,
    world: &mut W,
) -> bool {
    let order = *code.order_as_decoded(place);
    let mut core = Core { r, m: 0, place, reg };
    let mut bus = Bus { store: Store::new(cells, code), world, probe: &mut NoProbe, now: Uops::ZERO };
    core.set_indicator_or_marks(&order, (result.signals(), result.stored()), &mut bus);
    bus.store.wrote_watched
}

/// Executes all steps of any order, as a single step does.
#[inline(never)]
pub(super) fn whole<W: Periphery>(
    r: i64,
    m: u64,
    place: u32,
    reg: &mut Registers,
    mut bus: Bus<'_, W, NoProbe>,
) -> Executed {
    let mut core = Core { r, m, place, reg };
    let code = bus.store.code.as_ref().expect("a run has decoded orders");
    let mut active = Active::new(code.current(place, bus.store.cells), core.cell());
    let outcome = core.perform(&mut active, &mut bus);
    let cost = active.cost + timing::END;
    let special = active.used_device || bus.store.wrote_watched || outcome == Outcome::Halt;
    Executed {
        r: core.r,
        m: core.m,
        place: core.place,
        cost,
        used_device: active.used_device,
        special,
        outcome,
    }
}

/// Notifies the probe that the next order is at a watched place. Returns whether the probe wants to
/// stop.
#[cold]
#[inline(never)]
pub(super) fn report_place(probe: &mut dyn Probe, state: &StateView<'_>) -> bool {
    probe.reached(state);
    probe.wants_stop()
}

/// Notifies the probe of the watched cells that were written. Returns whether the probe wants to stop.
#[cold]
#[inline(never)]
pub(super) fn report_writes(code: &mut Code, probe: &mut dyn Probe, state: &StateView<'_>) -> bool {
    if code.changes.is_empty() {
        return false;
    }
    for change in code.changes.drain(..) {
        probe.cell_written(&change, state);
    }
    probe.wants_stop()
}
