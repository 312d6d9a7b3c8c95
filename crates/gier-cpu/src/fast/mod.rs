//! The fast core: the same cycle as in [`step`](crate::step), on orders that were decoded once.
//!
//! The plain core is the manual; this one must do the same, order by order and micro-operation
//! by micro-operation, and a test holds it to that. It does the common orders in their common
//! forms by itself and hands everything else to the plain core: D on stores and jumps, rare
//! combinations with I and M, and whatever meets the world.

mod decoded;
mod floating;
mod operation;

pub(crate) use decoded::Decoded;
use decoded::{Quick, Way};
pub(crate) use operation::knows;

use gier_word::{Base, FERRITE_CELLS, Half, IndicatorOp, Letter, Opcode, Uops};

use crate::arith::fixed;
use crate::flow::Flow;
use crate::periphery::Periphery;
use crate::probe::Probe;
use crate::registers::{Cpu, Registers, Signals, TEN};
use crate::step::Start;
use crate::{Ferrite, timing};

const PLACES: u32 = 2 * FERRITE_CELLS as u32;
/// Where a floating result that does not fit leads: the left half of cell 0.
const SPILL: u32 = 0;

/// How far [`Cpu::run`] may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// No order begins at or after this time.
    pub until: Uops,
    /// No more orders than this.
    pub orders: u64,
}

/// What an order needs to know of its address.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The effective address, ten bits.
    pub address: u16,
    /// The address before it was cut to ten bits, for D.
    pub wide: i32,
    pub t: u16,
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
        let mut done = 0;
        while done < limits.orders && *now < limits.until {
            done += self.run_quick(ferrite, world, now, Limits { orders: limits.orders - done, ..limits });
            if done >= limits.orders || *now >= limits.until {
                break;
            }
            let meets = meets_world(ferrite, &self.reg);
            match self.step(ferrite, world, now) {
                Flow::Next => done += 1,
                flow => return (flow, done),
            }
            if meets {
                break;
            }
        }
        (Flow::Next, done)
    }

    /// Makes orders until the time is `until`: one if the probe wants to see it, any number as
    /// [`Cpu::run`] if it is blind. Returns how the last ended and how many were finished, a
    /// `zq` not counted.
    pub fn run_probed<W: Periphery, P: Probe>(
        &mut self,
        ferrite: &mut Ferrite,
        world: &mut W,
        now: &mut Uops,
        until: Uops,
        probe: &mut P,
    ) -> (Flow, u64) {
        if P::BLIND {
            let limits = Limits { until, orders: probe.allowance() };
            let (flow, done) = self.run(ferrite, world, now, limits);
            probe.passed(done);
            return (flow, done);
        }
        let flow = self.step_probed(ferrite, world, now, probe);
        (flow, u64::from(flow == Flow::Next))
    }

    /// Makes orders as long as they are quick ones; returns how many.
    fn run_quick<W: Periphery>(
        &mut self,
        ferrite: &mut Ferrite,
        world: &W,
        now: &mut Uops,
        limits: Limits,
    ) -> u64 {
        let Ferrite { cells, decoded } = ferrite;
        let mut store = Store { cells, decoded: decoded.get_or_insert_with(Decoded::new) };
        let mut pc = u32::from(self.reg.r1) * 2 + u32::from(self.reg.half == Half::Right);
        let mut time = now.0;
        let mut left = limits.orders;
        while left > 0 && time < limits.until.0 {
            let quick = *store.decoded.get(pc);
            let next = next_place(pc, &quick);
            match quick.way {
                Way::Straight if !self.substituted() => {
                    let mut cost = u32::from(quick.cost);
                    let address = self.modified(&quick, pc, &mut cost);
                    let place = Place { address, wide: 0, t: quick.t };
                    pc = self.operation(&quick, place, &mut store, pc, next, &mut cost);
                    time += u64::from(cost);
                }
                Way::Straight | Way::Winding => {
                    let Some((to, cost)) = self.wind(&quick, &mut store, world, pc, next) else { break };
                    pc = to;
                    time += u64::from(cost);
                }
                Way::Fresh => {
                    store.decode(pc);
                    continue;
                }
                Way::Plain => break,
            }
            left -= 1;
        }
        self.reg.r1 = (pc >> 1) as u16 & TEN;
        self.reg.half = if pc & 1 == 0 { Half::Left } else { Half::Right };
        *now = Uops(time);
        limits.orders - left
    }

    fn substituted(&self) -> bool {
        self.reg.pending_s.is_some() || self.reg.pending_t.is_some()
    }

    /// The address of an order without indirection and counting.
    #[inline]
    fn modified(&self, quick: &Quick, pc: u32, cost: &mut u32) -> u16 {
        let base = match quick.base {
            Base::None => return quick.address,
            Base::S => self.reg.s,
            Base::R => (pc >> 1) as u16,
            Base::P => self.reg.p,
        };
        *cost += timing::MODIFICATION;
        (quick.address + base) & TEN
    }

    /// The cycle of an order with a condition, I or M, a chain, a count, D, n, X or V, and of a
    /// floating one. None: left to the plain core, nothing has changed. Else the next place and
    /// the cost.
    fn wind<W: Periphery>(
        &mut self,
        quick: &Quick,
        store: &mut Store<'_>,
        world: &W,
        pc: u32,
        next: u32,
    ) -> Option<(u32, u32)> {
        let indicator = quick.indicator;
        if matches!(indicator, IndicatorOp::N | IndicatorOp::L)
            && !self.condition(indicator == IndicatorOp::N, quick.letter, quick.marks, world)
        {
            (self.reg.pending_s, self.reg.pending_t) = (None, None);
            return Some((next, u32::from(quick.skipped_cost)));
        }
        if quick.has(Quick::PLAIN) {
            return None;
        }
        let start = Start {
            address: quick.address,
            base: quick.base,
            indirect: quick.has(Quick::INDIRECT),
            own: (pc >> 1) as u16,
            s: self.reg.pending_s.unwrap_or(self.reg.s),
            p: self.reg.p,
            t: self.reg.pending_t.unwrap_or(quick.t),
            counts: quick.has(Quick::COUNTS),
        };
        let chain = start.follow(store.cells)?;
        (self.reg.pending_s, self.reg.pending_t) = (None, None);
        if let Some(counted) = chain.counted {
            store.write_address(chain.last, counted);
        }
        if quick.has(Quick::CLEAR) {
            self.reg.r = 0;
        }
        let mut cost = u32::from(quick.cost) + chain.cost;
        let place = Place { address: chain.address, wide: chain.wide, t: chain.t };
        let mut to = next;
        if quick.has(Quick::FLOATING) {
            if !self.floating(quick, place, store, &mut cost) {
                return Some((SPILL, cost));
            }
        } else {
            to = self.operation(quick, place, store, pc, next, &mut cost);
        }
        self.indicate(quick, place, store, world);
        if quick.has(Quick::EXCHANGE) {
            self.exchange();
        }
        if quick.has(Quick::SKIP) {
            to = skipped(to);
        }
        Some((to, cost))
    }

    /// I and M.
    fn indicate<W: Periphery>(&mut self, quick: &Quick, place: Place, store: &mut Store<'_>, world: &W) {
        match quick.indicator {
            IndicatorOp::I if quick.letter != Letter::None => {
                let mut signals = Signals::of(self.reg.r);
                if quick.opcode == Opcode::Pm {
                    signals.sign = fixed::signed40(self.reg.m) < 0;
                }
                self.set_indicator(quick.letter, quick.marks, signals);
            }
            IndicatorOp::M => {
                let marks = self.marks_for(quick.letter, quick.marks, world);
                store.write(place.address, store.read(place.address).with_marks(marks));
            }
            _ => {}
        }
    }
}

/// The place behind an order.
#[inline]
fn next_place(pc: u32, quick: &Quick) -> u32 {
    if quick.has(Quick::LEFT) { pc | 1 } else { skipped(pc & !1) }
}

/// The place after the order at `pc` is passed over.
#[inline]
const fn skipped(pc: u32) -> u32 {
    ((pc | 1) + 1) & (PLACES - 1)
}

/// Whether the next order may change what the world does, or is not what it seems (`ud`).
fn meets_world(ferrite: &Ferrite, registers: &Registers) -> bool {
    let cell = ferrite.read(registers.r1);
    let right = cell.marks().a() && registers.half == Half::Right;
    let code = if right { cell.field(30, 35) } else { cell.field(20, 25) };
    matches!(
        Opcode::from_code(code as u8),
        Opcode::Sy | Opcode::Ly | Opcode::Lk | Opcode::Sk | Opcode::Vk | Opcode::Il | Opcode::Us | Opcode::Ud
    )
}

/// The store as the fast core sees it: cells and what they mean, always in step.
pub(crate) struct Store<'a> {
    pub cells: &'a mut [gier_word::Cell; FERRITE_CELLS],
    pub decoded: &'a mut Decoded,
}

impl Store<'_> {
    #[inline]
    pub fn read(&self, address: u16) -> gier_word::Cell {
        self.cells[address as usize & (FERRITE_CELLS - 1)]
    }

    /// Replaces a cell.
    #[inline]
    pub fn write(&mut self, address: u16, cell: gier_word::Cell) {
        self.cells[address as usize & (FERRITE_CELLS - 1)] = cell;
        self.decoded.forget(address);
    }

    /// Replaces the address part of a cell.
    #[inline]
    pub fn write_address(&mut self, address: u16, value: u16) {
        let cell = &mut self.cells[address as usize & (FERRITE_CELLS - 1)];
        *cell = cell.with_address(value);
        self.decoded.set_address(address, value);
    }

    /// Replaces the increment part of a cell.
    pub fn write_increment(&mut self, address: u16, value: u16) {
        self.write(address, self.read(address).with_increment(value));
    }

    /// Replaces the increment part of a full word that does not count by it.
    #[inline]
    pub fn write_saved(&mut self, address: u16, value: u16) {
        let cell = &mut self.cells[address as usize & (FERRITE_CELLS - 1)];
        *cell = cell.with_increment(value);
        self.decoded.set_increment(address, value);
    }

    #[cold]
    fn decode(&mut self, pc: u32) {
        self.decoded.decode(pc, self.read((pc >> 1) as u16));
    }
}
