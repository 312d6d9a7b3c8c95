//! Finds what a value was made from: the variables and elements that a statement has read. The search replays
//! the last orders. In a program without statements, it follows the registers backwards to the cells that
//! were read into them.

use crate::debug::expression::EvalState;
use crate::debug::program::{Program, RowInWords};
use gier_machine::timeline::{Cancelled, HISTORY_ORDERS, Position, Timeline};
use gier_machine::{CellChange, Finished, Machine, Place, Probe, StateView};
use gier_word::order::{Class, Needs};
use gier_word::source_map::{BodyKind, SourcePlace};
use gier_word::{Address, Base, Cell, Opcode, Order, StateSet, Uops};
use std::collections::BTreeSet;

/// The registers that carry values and addresses from order to order.
const FOLLOWED: StateSet = StateSet::R.union(StateSet::M).union(StateSet::S).union(StateSet::P);

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
    /// Register p before the order: the address of the frame of the body that is being executed.
    p: u16,
    /// The cells that the order has read, with their contents. If the operand was in a cell, the last entry is
    /// that cell.
    reads: Vec<(Address, Cell)>,
    /// The cells that the order has written, with their contents before and after.
    writes: Vec<CellChange>,
    /// The order's row in the source map, and whether a statement begins with the order. `None` if the order
    /// was not compiled from the program's text.
    row: Option<(usize, bool)>,
}

/// A probe that records which data each order uses.
struct Recorder<'a> {
    program: &'a Program,
    number: u64,
    p: u16,
    reads: Vec<Address>,
    writes: Vec<CellChange>,
    steps: Vec<Step>,
}

impl Probe for Recorder<'_> {
    fn finished(&mut self, order: &Finished<'_>) {
        self.number += 1;
        let registers = order.cpu.registers();
        let reads = self.reads.drain(..).map(|cell| (cell, order.ferrite.read(cell))).collect();
        let view = StateView { orders: 0, now: order.now, registers, cells: order.ferrite.cells() };
        let state = EvalState::of_view(&view, self.number, self.program);
        self.steps.push(Step {
            number: self.number,
            place: order.place,
            at: order.now,
            order: *order.order,
            done: order.done,
            r: registers.r,
            p: std::mem::replace(&mut self.p, registers.p),
            reads,
            writes: std::mem::take(&mut self.writes),
            row: self.program.row(order.place, &state),
        });
    }
    fn reads(&mut self, address: Address) {
        self.reads.push(address);
    }
    fn writes(&mut self, address: Address, old: Cell, new: Cell) {
        self.writes.push(CellChange { address, old, new });
    }
}

/// A cell that a statement has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read {
    /// The cell.
    pub cell: Address,
    /// Its contents at that time.
    pub contents: Cell,
    /// The number of the order that read it.
    pub by: u64,
    /// The number of an order in whose state the cell has its name.
    pub named_at: u64,
    /// Whether the order found the cell by an address in another cell.
    pub is_indirect: bool,
}

/// What a statement has read up to one of its orders.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// The cells, in the order of reading, each value of each once.
    pub cells: Vec<Read>,
    /// The procedures that the statement has called: for each, the number of the last order of its body.
    pub functions: Vec<u64>,
    /// The codes of the symbols that were read from a device.
    pub symbols: Vec<u16>,
}

/// The executed orders up to one of them, the latest first. They are replayed in windows when they are wanted,
/// because most questions need only the last few hundred.
struct Backwards<'a> {
    timeline: &'a Timeline,
    program: &'a Program,
    window: Vec<Step>,
    /// The number of the last order before the window.
    before: u64,
    /// The size of the next window.
    size: u64,
}

impl<'a> Backwards<'a> {
    fn from(timeline: &'a Timeline, program: &'a Program, number: u64) -> Backwards<'a> {
        Backwards { timeline, program, window: Vec::new(), before: number, size: 1 << 10 }
    }
}

impl Iterator for Backwards<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.window.is_empty() {
            let first = (self.before + 1).saturating_sub(self.size).max(1);
            let begin = |machine: &Machine| Recorder {
                program: self.program,
                number: machine.orders(),
                p: machine.cpu().registers().p,
                reads: Vec::new(),
                writes: Vec::new(),
                steps: Vec::new(),
            };
            self.window = self.timeline.rerun(first..self.before + 1, begin)?.steps;
            (self.before, self.size) = (first - 1, (self.size * 4).min(HISTORY_ORDERS));
        }
        self.window.pop()
    }
}

/// Finds the order that sent a symbol to the typewriter. `at` is the machine time at which the symbol was
/// printed. Returns `None` if no order `sy`, which prints a symbol, was executed near that time.
pub fn typed_by(timeline: &Timeline, program: &Program, at: Uops) -> Option<Step> {
    let mut there = timeline.clone();
    there.seek_time(at);
    let near = (there.machine().orders() + 8).min(timeline.machine().orders());
    let around = Backwards::from(timeline, program, near).take(17);
    around.filter(|step| step.order.opcode == Opcode::Sy && step.done && step.at >= at).last()
}

/// Returns the order with this number. If the order belongs to ALGOL's run-time library, returns the last
/// order of the user's program before it, which called the library.
pub fn own_order(timeline: &Timeline, program: &Program, number: u64) -> Option<Step> {
    let is_own = |step: &Step| step.row.is_some() || !program.has_bodies();
    latest(timeline, program, number).find(is_own)
}

/// The last [`HISTORY_ORDERS`] orders up to this one, the latest first.
fn latest<'a>(timeline: &'a Timeline, program: &'a Program, number: u64) -> impl Iterator<Item = Step> {
    Backwards::from(timeline, program, number).take(HISTORY_ORDERS as usize)
}

/// The last statements of a program up to the order with this number: the number of the first order of each,
/// and what its orders have written before the next statement began. Each write has the number of its order.
pub fn statements(
    timeline: &Timeline,
    program: &Program,
    number: u64,
    most: usize,
) -> Vec<(u64, Vec<(u64, CellChange)>)> {
    let (mut statements, mut writes) = (Vec::new(), Vec::new());
    // The present statement, the first of its orders that was seen, and how many writes it has made since.
    let mut seen: Option<((usize, u16, SourcePlace), u64, usize)> = None;
    let mut begin = |first: u64, of_statement: Vec<(u64, CellChange)>| {
        statements.push((first, of_statement.into_iter().rev().collect()));
        statements.len() == most
    };
    let mut is_full = most == 0;
    let mut orders = latest(timeline, program, number);
    while !is_full && let Some(step) = orders.next() {
        let row = step.row.and_then(|(row, _)| program.row_in_words(row));
        let row = row.filter(|row| !row.is_prologue && !row.is_declaration);
        let here = row.map(|row| (row.body, step.p, row.statement));
        if let Some((_, first, count)) = seen.take_if(|(there, ..)| here.is_some_and(|here| here != *there)) {
            is_full = begin(first, writes.drain(..count).collect());
        }
        writes.extend(step.writes.iter().rev().map(|write| (step.number, *write)));
        let Some(here) = here else { continue };
        if step.row.is_some_and(|(_, begins)| begins) {
            is_full = is_full || begin(step.number, std::mem::take(&mut writes));
            seen = None;
        } else {
            seen = Some((here, step.number, writes.len()));
        }
    }
    if let Some((_, first, count)) = seen.filter(|_| !is_full) {
        begin(first, writes.drain(..count).collect());
    }
    statements.reverse();
    statements
}

/// Finds what was read for the data that the order with this number used: by its statement before the order,
/// or, in a program without statements, by the orders that filled the registers.
///
/// # Errors
/// Returns [`Cancelled`] if `report` returned `false`.
pub fn reads(
    timeline: &Timeline,
    program: &Program,
    number: u64,
    report: &mut dyn FnMut(Position) -> bool,
) -> Result<Reads, Cancelled> {
    let mut reads = match program.has_bodies() {
        false => by_registers(latest(timeline, program, number)),
        true => {
            let mut found = OfStatement::default();
            for step in Backwards::from(timeline, program, number) {
                let at = Position { orders: step.number, at: step.at };
                if step.number.is_multiple_of(HISTORY_ORDERS) && !report(at) {
                    return Err(Cancelled);
                }
                if found.take(&step, program) {
                    break;
                }
            }
            found.reads
        }
    };
    // What was read last was found first.
    reads.cells.reverse();
    reads.symbols.reverse();
    let mut seen = BTreeSet::new();
    reads.cells.retain(|read| seen.insert((read.cell, read.contents.bits(), read.is_indirect)));
    Ok(reads)
}

impl Step {
    /// The cell from which the order took its operand, if it did so.
    fn operand(&self) -> Option<Read> {
        let is_fetch = self.order.opcode.row().class == Class::Fetch
            || matches!(self.order.opcode, Opcode::Sy | Opcode::Ac | Opcode::Sc);
        let read = self.reads.last().filter(|_| is_fetch && self.done)?;
        Some(self.read(*read, self.reads.len() > 1))
    }

    fn read(&self, (cell, contents): (Address, Cell), is_indirect: bool) -> Read {
        Read { cell, contents, by: self.number, named_at: self.number, is_indirect }
    }

    /// The code of the symbol that the order has read from a device.
    fn symbol(&self) -> Option<u16> {
        let is_input = self.done && self.order.opcode.row().needs == Needs::Input;
        // The order has put the symbol into bits 0-9 of R.
        is_input.then(|| Cell::from_integer(self.r).address())
    }
}

/// Follows the registers from the last order back to the cells that were read into them, and to the cells that
/// have the addresses of these cells. What was read last comes first.
fn by_registers(steps: impl Iterator<Item = Step>) -> Reads {
    let mut reads = Reads::default();
    let mut wanted = StateSet::NONE;
    for (index, step) in steps.enumerate() {
        let changes = step.order.changes();
        if index > 0 && !(step.done && changes.intersects(wanted)) {
            continue;
        }
        reads.cells.extend(step.reads.iter().rev().map(|&read| step.read(read, false)));
        reads.symbols.extend(step.symbol());
        let used = match step.order.base {
            Base::S => step.order.uses().union(StateSet::S),
            Base::P => step.order.uses().union(StateSet::P),
            Base::None | Base::R => step.order.uses(),
        };
        let others = StateSet::ALL.without(FOLLOWED);
        wanted = wanted.without(changes).union(used).without(others);
        if wanted == StateSet::NONE {
            break;
        }
    }
    reads
}

/// Collects what the statement of the last order has read, back to its beginning. What was read last comes
/// first. What a procedure reads that the statement calls belongs to the procedure's own statements, except
/// its parameters by value. If the last order stores such a parameter, only what the actual parameter has read
/// is collected.
#[derive(Default)]
struct OfStatement {
    /// The bodies in progress at the present order, the innermost last. The first one executes the statement,
    /// or evaluates the parameter. Empty before the last order is found.
    active: Vec<Activation>,
    /// The place at which the statement begins.
    statement: Option<SourcePlace>,
    evaluation: Evaluation,
    /// Whether the run-time library has printed since the last order of the statement.
    is_printed: bool,
    reads: Reads,
}

/// A body in progress.
struct Activation {
    body: usize,
    /// The address of its frame. The stack grows downwards.
    p: u16,
    /// Whether what the body reads at the present order counts.
    counts: bool,
    /// Whether a statement that counts has called it.
    is_called: bool,
    /// Its parameters by value. They have the names that they have for the caller.
    values: Vec<Read>,
}

/// Where a parameter by value was evaluated.
#[derive(Clone, Copy, Default)]
enum Evaluation {
    /// The whole statement counts.
    #[default]
    Statement,
    /// In the procedure that has the parameter, before its first statement: it copies a cell, or evaluates an
    /// expression that was passed to it by name.
    Procedure,
    /// The statement with the call at this place has perhaps stored the value in this cell.
    Call(SourcePlace, Option<Address>),
    /// The statement has evaluated it. The text of the actual parameter begins here.
    Actual(SourcePlace),
}

impl OfStatement {
    /// Takes the order before the orders that were taken. Returns `true` if the statement begins with it.
    fn take(&mut self, step: &Step, program: &Program) -> bool {
        let row = step.row.and_then(|(row, _)| program.row_in_words(row));
        let Some(row) = row else {
            self.is_printed |= self.active.len() == 1 && step.order.opcode == Opcode::Sy;
            if self.active.last().is_none_or(|body| body.counts) {
                self.reads.symbols.extend(step.symbol());
            }
            return false;
        };
        let is_last = self.active.is_empty();
        let is_here = |body: &Activation| (body.body, body.p) == (row.body, step.p);
        match self.active.iter().position(is_here) {
            Some(at) => self.leave(at + 1, step.number),
            None if is_last => {
                if row.is_prologue {
                    self.evaluation = Evaluation::Procedure;
                }
                self.begin(step, row, true);
            }
            // A higher frame belongs to a caller.
            None if step.p > self.active[0].p => {
                let Evaluation::Procedure = self.evaluation else { return true };
                let value = self.active[0].values.first().map(|read| read.cell);
                self.leave(0, step.number);
                self.evaluation = Evaluation::Call(row.place, value);
                self.begin(step, row, false);
            }
            None => self.enter(step, row),
        }
        match self.active.len() {
            1 => self.take_own(step, row, is_last),
            _ => {
                self.read(step, row);
                false
            }
        }
    }

    fn begin(&mut self, step: &Step, row: RowInWords, counts: bool) {
        self.statement = Some(row.statement);
        let values = Vec::new();
        self.active.push(Activation { body: row.body, p: step.p, counts, is_called: true, values });
    }

    /// Takes the last order of a body.
    fn enter(&mut self, step: &Step, row: RowInWords) {
        let is_called = self.active.last().is_some_and(|body| body.counts);
        let is_procedure = row.kind == BodyKind::Procedure;
        self.reads.functions.extend((is_called && is_procedure).then_some(step.number));
        let (counts, values) = (is_called && !is_procedure, Vec::new());
        self.active.push(Activation { body: row.body, p: step.p, counts, is_called, values });
    }

    /// Leaves all but the first `left` bodies. The order `call` has called them.
    fn leave(&mut self, left: usize, call: u64) {
        let values = self.active.drain(left..).flat_map(|body| body.values);
        self.reads.cells.extend(values.map(|read| Read { named_at: call, ..read }));
    }

    /// Takes what an order of the innermost body reads.
    fn read(&mut self, step: &Step, row: RowInWords) {
        let Some(body) = self.active.last_mut() else { return };
        body.counts |= row.is_prologue && body.is_called;
        if body.counts {
            let reads = if row.is_prologue { &mut body.values } else { &mut self.reads.cells };
            reads.extend(step.operand());
        }
    }

    /// Takes an order of the body that has the statement. `is_last` is `true` for the last order.
    fn take_own(&mut self, step: &Step, row: RowInWords, is_last: bool) -> bool {
        let has_printed = std::mem::take(&mut self.is_printed) && !is_last;
        // A procedure of the library that has printed was another call.
        if Some(row.statement) != self.statement || has_printed {
            return true;
        }
        match self.evaluation {
            Evaluation::Statement => {}
            // The parameter before this one was stored above the head of the frame.
            Evaluation::Procedure
                if !is_last && step.writes.iter().any(|it| it.address.number() > step.p) =>
            {
                self.active[0].is_called = false;
                self.active[0].counts = false;
            }
            Evaluation::Procedure => {}
            Evaluation::Call(call, value) => {
                if row.place > call && step.writes.iter().any(|write| Some(write.address) == value) {
                    self.evaluation = Evaluation::Actual(row.place);
                    self.active[0].counts = true;
                }
            }
            Evaluation::Actual(begin) if row.place < begin => return true,
            Evaluation::Actual(_) => {}
        }
        self.read(step, row);
        step.row.is_some_and(|(_, begins)| begins)
    }
}
