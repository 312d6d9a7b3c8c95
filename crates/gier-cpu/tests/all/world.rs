//! The function `run` returns after an order that used a device, so that the caller can see what the order
//! started.

use gier_cpu::{Cpu, Ferrite, Flow, Limits, NoDevices, Registers};
use gier_word::Uops;

use crate::notation::cell;

/// A run ends after an order that uses a device, also if a `ud` executes this order. The device may have to
/// act before the next order.
#[test]
fn an_order_that_meets_the_world_is_the_last_of_a_run() {
    let runs = [("vk 7", "qq", 1), ("ud 5", "vk 7", 1), ("ud 5", "sy 1", 1), ("ud 5", "qq", 3)];
    for (first, fifth, orders) in runs {
        let mut ferrite = Ferrite::new();
        ferrite.write(1, cell(first));
        ferrite.write(5, cell(fifth));
        let mut cpu = Cpu::new();
        cpu.set_registers(Registers { r1: 1.into(), ..Registers::default() });
        let (mut now, limits) = (Uops::ZERO, Limits { until: Uops::NEVER, orders: 3 });
        let (flow, done) = cpu.run(&mut ferrite, &mut NoDevices::default(), &mut now, limits);
        assert_eq!((flow, done), (Flow::Next, orders), "{first}, {fifth}");
    }
}
