//! Executes programs of random cells. Tests that no order panics, whatever the store contains, and that an
//! order that has to wait changes nothing.
//!
//! `GIER_PROGRAMS` sets the number of programs (default 2 000; the full check is a million).

use crate::desk::TestDevices;
use gier_cpu::{Cpu, Ferrite, Flow, Registers};
use gier_word::tape::Row;
use gier_word::{Cell, Half, Marks, Uops};
use proptest::prelude::*;

pub fn programs() -> u32 {
    std::env::var("GIER_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000)
}

/// The number of orders that the test executes in each program.
const ORDERS: usize = 200;

pub fn registers() -> impl Strategy<Value = Registers> {
    (any::<(i64, u8, u64, [u16; 7])>(), any::<(bool, Option<u16>, Option<u16>)>()).prop_map(
        |((r, marks, m, ten), (right, pending_s, pending_t))| Registers {
            r,
            r_marks: Marks::from_bits(marks),
            m,
            s: ten[0],
            p: ten[1],
            r1: ten[2].into(),
            half: if right { Half::Right } else { Half::Left },
            indicator: ten[4],
            by: ten[5],
            tk: ten[6].into(),
            pending_s,
            pending_t,
            clock_from: Uops::ZERO,
        },
    )
}

/// A store of random cells. Some stores repeat a few cells, so that chains of indirect addresses become
/// loops.
pub fn store() -> impl Strategy<Value = Ferrite> {
    (any::<u64>(), 1u64..2048).prop_map(|(seed, kinds)| {
        let mut ferrite = Ferrite::new();
        for address in 0..1024 {
            let mut x = seed ^ (address % kinds).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            for _ in 0..2 {
                x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                x ^= x >> 27;
            }
            ferrite.write(address as u16, Cell::from_raw(x));
        }
        ferrite
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(programs()))]
    #[test]
    fn no_bit_pattern_panics(registers in registers(), mut ferrite in store(), keys: (bool, bool)) {
        let mut cpu = Cpu::new();
        cpu.set_registers(registers);
        let tape = (0..=255).map(Row).collect();
        let mut desk = TestDevices { tape, keys, ..TestDevices::default() };
        let mut now = Uops::ZERO;
        for _ in 0..ORDERS {
            let before = (cpu, now);
            match cpu.step(&mut ferrite, &mut desk, &mut now) {
                Flow::Next => prop_assert!(now > before.1),
                Flow::Wait(_) => {
                    prop_assert_eq!((cpu, now), before);
                    break;
                }
                Flow::Stopped(_) => {
                    let r1 = cpu.registers().r1;
                    cpu.go_to(r1 + 1);
                }
            }
            // Every register stays within its width.
            let registers = *cpu.registers();
            let mut copy = cpu;
            copy.set_registers(registers);
            prop_assert_eq!(copy, cpu);
        }
    }
}
