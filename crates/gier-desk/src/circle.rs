//! Finds whether a program goes round in a circle in which nothing changes: it waits for the desk, or has ended.

use crate::notation::slip;
use gier_machine::Machine;
use gier_word::Address;

/// The maximum length of a circle in orders, about a second of GIER's time: a program that waits for the desk looks at
/// it more often. The search takes a twentieth of a second, so that Ctrl-C is answered at once.
const LONGEST: u64 = 16_384;

/// A circle in which a program goes round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circle {
    /// The first and the last cell of its orders.
    pub cells: (Address, Address),
    /// Whether one of its orders looks at the key KA while KA is off, and the same for KB.
    pub looks_at: [bool; 2],
}

/// Returns the circle in which a program goes round. The stores and registers come back to the same contents, so it goes
/// round until somebody works the desk. Returns `None` if it does anything else.
pub fn circle(begin: &Machine) -> Option<Circle> {
    let state = |machine: &Machine| (*machine.cpu().registers(), machine.sent_sum());
    let none = [false; 1024];
    let mut machine = begin.clone();
    let (mut start, mut store) = (state(&machine), machine.ferrite().clone());
    let (mut orders, mut most, mut cells) = (0, 1, none);
    while most <= 2 * LONGEST {
        machine.step();
        if machine.stopped().is_some() || machine.waiting() {
            return None;
        }
        let now = state(&machine);
        cells[usize::from(now.0.r1.number())] = true;
        if now == start && *machine.ferrite() == store {
            let is_same = machine.devices().buffer == begin.devices().buffer
                && machine.drum_image() == begin.drum_image();
            let cells: Vec<Address> =
                (0..1024).filter(|&cell| cells[usize::from(cell)]).map(Address::new).collect();
            let is_tested = |key| cells.iter().any(|&cell| slip::write(store.read(cell)).contains(key));
            let (low, high) = (*cells.first()?, *cells.last()?);
            let desk = &begin.devices().desk;
            let looks_at = [("KA", desk.ka), ("KB", desk.kb)].map(|(key, is_on)| !is_on && is_tested(key));
            return is_same.then_some(Circle { cells: (low, high), looks_at });
        }
        orders += 1;
        // The circle may begin later: compare with the states after 1, 2, 4, ... orders.
        if orders == most {
            (start, store) = (now, machine.ferrite().clone());
            (orders, most, cells) = (0, 2 * most, none);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_machine::{Input, Registers};

    #[test]
    fn a_wait_for_the_desk_is_a_circle_and_a_count_is_none() {
        let circle_of = |orders: &[&str]| {
            let mut machine = Machine::new();
            for (at, order) in (10u16..).zip(orders) {
                machine.set_cell(at, slip::read(order).unwrap());
            }
            machine.set_registers(Registers { r1: 10u16.into(), ..Registers::default() });
            assert!(machine.feed(Input::Start));
            circle(&machine)
        };
        let cells = (Address::new(10), Address::new(11));
        let waits = Some(Circle { cells, looks_at: [true, false] });
        assert_eq!(circle_of(&["hv 12 LKA", "hv 10", "zq 0"]), waits);
        // R counts to 2^40, because `hv 10` in cell 11 is a number that is not 0.
        assert_eq!(circle_of(&["ar 11", "hv 10"]), None);
        assert_eq!(circle_of(&["zq 0"]), None);
    }
}
