//! Checks that an order changes and uses only the registers that the order table lists in the columns
//! `changes` and `uses`. The test executes single orders in random cells.

use gier_cpu::{Cpu, Ferrite, Flow, NoDevices, Registers};
use gier_word::codec::{decode_full, decode_half};
use gier_word::{Base, Cell, Marks, Opcode, Order, StateSet, Uops};
use proptest::prelude::*;

use crate::likely::{likely_cell, likely_store};
use crate::random::{programs, registers};

/// Copies a register from one machine state to another.
type Copy = fn(&Registers, &mut Registers);

/// The registers, each as a set with one element.
const REGISTERS: [(StateSet, Copy); 8] = [
    (StateSet::R, |from, to| to.r = from.r),
    (StateSet::R_MARKS, |from, to| to.r_marks = from.r_marks),
    (StateSet::M, |from, to| to.m = from.m),
    (StateSet::S, |from, to| to.s = from.s),
    (StateSet::P, |from, to| to.p = from.p),
    (StateSet::IN, |from, to| to.indicator = from.indicator),
    (StateSet::BY, |from, to| to.by = from.by),
    (StateSet::TK, |from, to| to.tk = from.tk),
];

/// The order that a machine with these registers executes next.
fn next_order(registers: &Registers, ferrite: &Ferrite) -> Order {
    let cell = ferrite.read(registers.r1);
    if cell.marks().a() { decode_half(cell, registers.half) } else { decode_full(cell) }
}

/// The registers and the store after one step. `None` if the order waits or stops the machine.
fn step(registers: Registers, ferrite: &Ferrite) -> Option<(Registers, Ferrite)> {
    let (mut cpu, mut ferrite, mut now) = (Cpu::new(), ferrite.clone(), Uops::ZERO);
    cpu.set_registers(registers);
    let flow = cpu.step(&mut ferrite, &mut NoDevices::default(), &mut now);
    (flow == Flow::Next).then(|| (*cpu.registers(), ferrite))
}

/// Removes values that an earlier `is`, `ns`, `it` or `nt` prepared to replace s or t. Also cuts each
/// register to its width.
fn plain(registers: Registers) -> Registers {
    let mut cpu = Cpu::new();
    cpu.set_registers(Registers { pending_s: None, pending_t: None, ..registers });
    *cpu.registers()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(programs()))]

    /// An order changes only the registers and cells that its `changes` lists. This also holds if a
    /// floating-point result overflows and the order jumps to cell 0.
    #[test]
    fn an_order_changes_no_other_part(registers in registers(), mut ferrite in likely_store(), cell in likely_cell()) {
        let before = plain(registers);
        ferrite.write(before.r1, cell);
        let order = next_order(&before, &ferrite);
        if let Some((after, store)) = step(before, &ferrite) {
            let changes = order.changes();
            for (part, copy) in REGISTERS.into_iter().filter(|(part, _)| !changes.intersects(*part)) {
                let mut same = after;
                copy(&before, &mut same);
                prop_assert_eq!(same, after, "{:?} changes {:?}", order, part);
            }
            prop_assert!(changes.intersects(StateSet::CELLS) || store == ferrite, "{order:?} changes a cell");
        }
    }

    /// If an order's `uses` does not list a register, the contents of this register do not affect any other
    /// register. The test uses half-word orders whose address is neither indirect nor modified by a register.
    #[test]
    fn an_order_uses_no_other_register(
        registers in registers(),
        others in registers(),
        mut ferrite in likely_store(),
        (left, right) in (any::<u64>(), any::<u64>()),
    ) {
        let before = plain(registers);
        ferrite.write(before.r1, Cell::new(left >> 24 ^ right << 3 & ((1 << 40) - 1), Marks::from_bits((left & 1) as u8 | 2)));
        let order = next_order(&before, &ferrite);
        if order.base != Base::None || order.indirect || order.opcode == Opcode::Zl {
            return Ok(());
        }
        for (part, copy) in REGISTERS.into_iter().filter(|(part, _)| !order.uses().intersects(*part)) {
            let mut changed = before;
            copy(&plain(others), &mut changed);
            let (Some((one, one_store)), Some((mut other, other_store))) =
                (step(before, &ferrite), step(changed, &ferrite))
            else {
                continue;
            };
            prop_assert!(one_store == other_store, "{order:?} uses {part:?} in a cell");
            // After both steps the register is unchanged, or has the same new contents.
            let mut stays = other;
            copy(&changed, &mut stays);
            if stays == other {
                copy(&one, &mut other);
            }
            prop_assert_eq!(one, other, "{:?} uses {:?}", order, part);
        }
    }
}

#[test]
fn the_sets_of_some_orders() {
    let order = |opcode| Order { opcode, ..Order::default() };
    let pm = order(Opcode::Pm);
    assert_eq!(pm.changes(), StateSet::M.union(StateSet::R_MARKS));
    assert_eq!(pm.uses(), StateSet::CELLS);
    let ar = Order { clear: true, ..order(Opcode::Ar) };
    assert_eq!((ar.changes(), ar.uses()), (StateSet::R.union(StateSet::R_MARKS), StateSet::CELLS));
    assert_eq!(order(Opcode::Ga).uses(), StateSet::R.union(StateSet::R_MARKS).union(StateSet::CELLS));
}
