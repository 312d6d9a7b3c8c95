//! Checks which cells a probe is told of when an order computes its address. The expectations follow F-ADDR-1: a
//! chain of indirect addresses reads each of its cells, with the older s of one of them, and t changes the last.

use gier_cpu::{Cpu, Ferrite, NoDevices, Probe, Registers};
use gier_word::{Address, Cell, Uops};

use crate::notation::cell;

/// The cells that were read (`r`) and written (`w`), in order.
#[derive(Default)]
struct Told(Vec<String>);

impl Probe for Told {
    fn reads(&mut self, address: Address) {
        self.0.push(format!("r{address}"));
    }
    fn writes(&mut self, address: Address, _: Cell, _: Cell) {
        self.0.push(format!("w{address}"));
    }
}

/// Executes the orders in the cells 0, 1 and so on, beside three cells of a chain, with s = 40.
fn told(orders: &[&str]) -> String {
    let (mut ferrite, mut cpu, mut now) = (Ferrite::new(), Cpu::new(), Uops::ZERO);
    for (at, text) in (0..).zip(orders).chain([(20, &"qq (21)"), (21, &"qq 22"), (40, &"qq 0")]) {
        ferrite.write(Address::new(at), cell(text));
    }
    cpu.set_registers(Registers { s: 40, ..Registers::default() });
    let mut told = Told::default();
    for _ in orders {
        cpu.step_probed(&mut ferrite, &mut NoDevices::default(), &mut now, &mut told);
    }
    told.0.join(" ")
}

#[test]
fn a_probe_is_told_of_each_cell_that_an_address_needs() {
    assert_eq!(told(&["arn 50"]), "r50");
    assert_eq!(told(&["arn (20)"]), "r20 r21 r22");
    assert_eq!(told(&["arn (20) t+1"]), "r20 r21 w21 r23");
    assert_eq!(told(&["arn 50 t+1"]), "r0 w0 r51");
    // A t of zero adds nothing. It can also come from `it`, and then it counts in an order that has none.
    assert_eq!(told(&["it 0", "ar 50 t+1"]), "r50");
    assert_eq!(told(&["it 1", "ar 50 X"]), "r1 w1 r51");
    // After an address that was relative to s, s is the increment of the cell that s named: 0 in cell 40.
    assert_eq!(told(&["arn (s-20)"]), "r40 r20 r21 r22");
}
