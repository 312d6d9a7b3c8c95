//! Finds where a value came from. The search replays the last orders and follows data backwards through
//! registers and cells. It does not follow data that was used only to compute an address, a condition or a
//! counter.

use crate::debug::expression::EvalState;
use crate::debug::program::Program;
use gier_machine::timeline::{HISTORY_ORDERS, Timeline};
use gier_machine::{Arrival, Finished, Machine, Place, Probe, StateView};
use gier_word::order::{Class, Needs};
use gier_word::{Address, Cell, Opcode, Order, StateSet, Uops};
use std::collections::BTreeSet;

/// An executed order, and the data that it used.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of the order, counted from 1.
    pub number: u64,
    /// The place of the order: its cell and half.
    pub place: Place,
    /// The machine time at the end of the order.
    pub at: Uops,
    order: Order,
    /// Whether the order's condition was true. If it was false, the order did nothing.
    done: bool,
    /// The contents of R after the order.
    r: i64,
    /// The cells that the order has read. If the operand was in a cell, this cell is the last one.
    reads: Vec<Address>,
    /// The cells that the order has written.
    writes: Vec<Address>,
    /// The cells that a drum transfer has written between the previous order and this one.
    arrived: Vec<Address>,
    /// Whether the order belongs to the user's program. Otherwise, it belongs to ALGOL's run-time library.
    is_own: bool,
}

/// A probe that records which data each order uses.
struct Recorder<'a> {
    program: &'a Program,
    number: u64,
    reads: Vec<Address>,
    writes: Vec<Address>,
    arrived: Vec<Address>,
    steps: Vec<Step>,
}

impl Probe for Recorder<'_> {
    fn finished(&mut self, order: &Finished<'_>) {
        self.number += 1;
        let registers = order.cpu.registers();
        self.steps.push(Step {
            number: self.number,
            place: order.place,
            at: order.now,
            order: *order.order,
            done: order.done,
            r: registers.r,
            reads: std::mem::take(&mut self.reads),
            writes: std::mem::take(&mut self.writes),
            arrived: std::mem::take(&mut self.arrived),
            is_own: self.program.is_own(order.place, registers, order.ferrite.cells()),
        });
    }
    fn reads(&mut self, address: Address) {
        self.reads.push(address);
    }
    fn writes(&mut self, address: Address, _: Cell, _: Cell) {
        self.writes.push(address);
    }
    fn arrives(&mut self, arrival: &Arrival, _: &StateView<'_>) {
        self.arrived.push(arrival.change.address);
    }
}

/// The origin of a value.
#[derive(Clone, Debug)]
pub enum Origin {
    /// The value was read from a variable of the program. The fields are the order that read the variable,
    /// the variable's cell and its name.
    Variable(Step, Address, String),
    /// The value was read from a device. The fields are the order that read the symbol, and the symbol's
    /// code.
    Input(Step, u16),
    /// The origin is unknown. For example, the value is a constant or comes from the drum, or its origin is
    /// more than 65 536 orders ago.
    Unknown,
}

impl Origin {
    /// Whether both origins are the same: the same order read the same variable, or it read a device. Also
    /// returns `true` if both origins are unknown.
    pub fn is_same(&self, other: &Origin) -> bool {
        match (self, other) {
            (Origin::Variable(a, cell, _), Origin::Variable(b, other, _)) => {
                a.number == b.number && cell == other
            }
            (Origin::Input(a, _), Origin::Input(b, _)) => a.number == b.number,
            (Origin::Unknown, Origin::Unknown) => true,
            _ => false,
        }
    }
}

/// Replays the orders from number `first` to number `last`, and returns a record of each. Returns only the
/// last [`HISTORY_ORDERS`] records if there are more.
fn steps(timeline: &Timeline, program: &Program, first: u64, last: u64) -> Vec<Step> {
    let begin = |machine: &Machine| Recorder {
        program,
        number: machine.orders(),
        reads: Vec::new(),
        writes: Vec::new(),
        arrived: Vec::new(),
        steps: Vec::new(),
    };
    timeline.rerun(first..last + 1, begin).map_or_else(Vec::new, |recorder| recorder.steps)
}

/// Finds the order that sent a symbol to the typewriter. `at` is the machine time at which the symbol was
/// printed. Returns `None` if no order `sy`, which prints a symbol, was executed near that time.
pub fn typed_by(timeline: &Timeline, program: &Program, at: Uops) -> Option<Step> {
    let mut there = timeline.clone();
    there.seek_time(at);
    let near = there.machine().orders();
    let around = steps(timeline, program, near.saturating_sub(8), near + 8);
    around.into_iter().find(|step| step.order.opcode == Opcode::Sy && step.done && step.at >= at)
}

/// Returns the order with this number. If the order belongs to ALGOL's run-time library, returns the last
/// order of the user's program before it, which called the library.
pub fn own_order(timeline: &Timeline, program: &Program, number: u64) -> Option<Step> {
    let first = (number + 1).saturating_sub(HISTORY_ORDERS);
    steps(timeline, program, first, number).into_iter().rev().find(|step| step.is_own)
}

/// Finds the origin of the data that the order with this number used.
pub fn origin(timeline: &Timeline, program: &Program, number: u64) -> Origin {
    follow(timeline, program, number, None)
}

/// Finds the origin of the contents that a cell had before the order with this number.
pub fn origin_of_cell(timeline: &Timeline, program: &Program, cell: Address, number: u64) -> Origin {
    follow(timeline, program, number, Some(cell))
}

/// Follows data backwards to its origin. If `cell` is given, the data is the contents of this cell before the
/// order with this number. Otherwise, it is the data that this order used.
fn follow(timeline: &Timeline, program: &Program, number: u64, cell: Option<Address>) -> Origin {
    let first = (number + 1).saturating_sub(HISTORY_ORDERS);
    let steps = steps(timeline, program, first, number);
    let mut earlier = steps.iter().rev();
    let Some(last) = earlier.next() else { return Origin::Unknown };
    let mut wanted = Followed::default();
    match cell {
        Some(cell) => drop(wanted.cells.insert(cell)),
        None => wanted.add_inputs(last),
    }
    for step in earlier {
        if wanted.is_empty() {
            break;
        }
        if step.done && wanted.is_changed_by(step) {
            let row = step.order.opcode.row();
            if row.needs == Needs::Input {
                // The order has put the symbol into bits 0-9 of R.
                return Origin::Input(step.clone(), Cell::from_integer(step.r).address());
            }
            if step.is_own
                && row.class == Class::Fetch
                && let Some(&cell) = step.reads.last()
                && let Some(name) = name_at(timeline, program, step.number, cell)
            {
                return Origin::Variable(step.clone(), cell, name);
            }
            wanted.add_inputs(step);
        }
        step.arrived.iter().for_each(|cell| {
            wanted.cells.remove(cell);
        });
    }
    Origin::Unknown
}

/// The name of the variable whose cell this is, in the state before the order with this number.
fn name_at(timeline: &Timeline, program: &Program, number: u64, cell: Address) -> Option<String> {
    timeline.before(number, |machine| program.name_of_variable(cell, &EvalState::of(machine)))?
}

/// The registers and cells that the search follows backwards.
#[derive(Default)]
struct Followed {
    r: bool,
    m: bool,
    cells: BTreeSet<Address>,
}

impl Followed {
    fn is_empty(&self) -> bool {
        !self.r && !self.m && self.cells.is_empty()
    }

    /// Also follows the registers and cells that hold the operands of this order.
    fn add_inputs(&mut self, step: &Step) {
        let uses = step.order.uses();
        self.r |= uses.intersects(StateSet::R);
        self.m |= uses.intersects(StateSet::M);
        let opcode = step.order.opcode;
        // `sy` prints its address as a symbol. An indirect address comes from a cell. `ac` and `sc` add to a
        // cell or subtract from it, so they use its old contents.
        let uses_cell =
            opcode.row().class == Class::Fetch || matches!(opcode, Opcode::Sy | Opcode::Ac | Opcode::Sc);
        if uses_cell {
            self.cells.extend(step.reads.last());
        }
    }

    /// Whether this order wrote a register or cell that is followed. Registers and cells that the order wrote
    /// are no longer followed.
    fn is_changed_by(&mut self, step: &Step) -> bool {
        let changes = step.order.changes();
        let r = self.r && changes.intersects(StateSet::R);
        let m = self.m && changes.intersects(StateSet::M);
        let count = self.cells.len();
        step.writes.iter().for_each(|cell| {
            self.cells.remove(cell);
        });
        (self.r, self.m) = (self.r && !r, self.m && !m);
        r || m || self.cells.len() < count
    }
}
