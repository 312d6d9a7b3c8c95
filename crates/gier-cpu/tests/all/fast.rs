//! The fast core against the plain one: registers, store, time and flow the same after every
//! order, and after slices of any length, on random programs.

use gier_cpu::{Cpu, Ferrite, Flow, Limits, Quiet};
use gier_word::{Cell, Marks, Uops};
use proptest::prelude::*;

use crate::random::{programs, registers, store};

/// A cell that is likely to be a plain order near by: most fields are drawn from few values, so
/// that programs run into themselves, store into themselves and loop.
fn likely_cell() -> impl Strategy<Value = Cell> {
    let order = (0..64u16, prop::bool::weighted(0.1), prop::bool::weighted(0.15), 0..4u16);
    let near = (0..40u16).prop_map(|x| if x > 30 { x + 984 } else { x });
    let tail = prop_oneof![
        4 => Just(0u16),
        1 => 0..1024u16,
        1 => (0..8u16).prop_map(|xvd| xvd << 7),
        2 => (0..4u16, 0..8u16, 0..4u16).prop_map(|(op, letter, marks)| op << 5 | letter << 2 | marks),
    ];
    let increments = prop_oneof![3 => Just(0u16), 1 => Just(1), 1 => Just(1023), 1 => 0..1024u16];
    (
        near.clone(),
        near,
        increments,
        order.clone(),
        order,
        tail,
        prop::bool::weighted(0.3),
        prop::bool::weighted(0.2),
    )
        .prop_map(|(left, right, t, first, second, tail, pair, floating)| {
            let code = |(op, clear, indirect, base): (u16, bool, bool, u16)| {
                op << 4 | u16::from(clear) << 3 | u16::from(indirect) << 2 | base
            };
            let groups =
                if pair { [left, right, code(first), code(second)] } else { [left, t, code(first), tail] };
            Cell::from_groups(groups.map(|group| group as i16), Marks::new(pair, floating))
        })
}

fn likely_store() -> impl Strategy<Value = Ferrite> {
    prop::collection::vec(likely_cell(), 40).prop_map(|cells| {
        let mut ferrite = Ferrite::new();
        for address in 0..1024 {
            ferrite.write(address, cells[address as usize % cells.len()]);
        }
        ferrite
    })
}

fn compare(start: Cpu, ferrite: &Ferrite, keys: (bool, bool), slices: &[u64]) -> Result<(), TestCaseError> {
    let (mut plain, mut fast) = (start, start);
    let (mut plain_store, mut fast_store) = (ferrite.clone(), ferrite.clone());
    let (mut plain_now, mut fast_now) = (Uops::ZERO, Uops::ZERO);
    let mut world = Quiet { keys };
    for &slice in slices {
        let limits = Limits { until: Uops::NEVER, orders: slice };
        let (flow, done) = fast.run(&mut fast_store, &mut world, &mut fast_now, limits);
        prop_assert!(done <= slice);
        let mut other = Flow::Next;
        for _ in 0..done {
            other = plain.step(&mut plain_store, &mut world, &mut plain_now);
            prop_assert_eq!(other, Flow::Next);
        }
        if flow != Flow::Next {
            other = plain.step(&mut plain_store, &mut world, &mut plain_now);
        }
        prop_assert_eq!(flow, other);
        prop_assert_eq!((fast, fast_now), (plain, plain_now));
        prop_assert!(fast_store == plain_store);
        if flow != Flow::Next {
            // On with the next order, as an operator would.
            let next = plain.registers().r1 + 1;
            plain.go_to(next);
            fast.go_to(next);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(programs()))]

    #[test]
    fn the_same_after_every_order(registers in registers(), ferrite in likely_store(), keys: (bool, bool)) {
        let mut cpu = Cpu::new();
        cpu.set_registers(registers);
        compare(cpu, &ferrite, keys, &[1; 200])?;
    }

    #[test]
    fn the_same_after_slices(registers in registers(), ferrite in likely_store(), slices in prop::collection::vec(1u64..60, 12)) {
        let mut cpu = Cpu::new();
        cpu.set_registers(registers);
        compare(cpu, &ferrite, (true, false), &slices)?;
    }

    #[test]
    fn the_same_on_any_cells(registers in registers(), ferrite in store()) {
        let mut cpu = Cpu::new();
        cpu.set_registers(registers);
        compare(cpu, &ferrite, (false, true), &[7; 20])?;
    }
}

/// No order begins at or after the time given.
#[test]
fn the_time_limit_holds() {
    let ferrite = Ferrite::new(); // nothing but qq, 12 each
    for until in [0, 1, 12, 13, 1000] {
        let (mut cpu, mut now) = (Cpu::new(), Uops::ZERO);
        let limits = Limits { until: Uops(until), orders: u64::MAX };
        let (flow, done) = cpu.run(&mut ferrite.clone(), &mut Quiet::default(), &mut now, limits);
        assert_eq!((flow, done), (Flow::Next, until.div_ceil(12)));
        assert_eq!(now, Uops(12 * done));
    }
}
