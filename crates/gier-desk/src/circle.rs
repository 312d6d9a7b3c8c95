//! Finds whether a program goes round in a circle in which nothing changes: it waits for the desk, or has ended.

use gier_machine::Machine;
use gier_word::Address;

/// The maximum length of a circle in orders, about a second of GIER's time: a program that waits for the desk looks at
/// it more often. The search takes a twentieth of a second, so that Ctrl-C is answered at once.
const LONGEST: u64 = 16_384;

/// Returns the first and the last cell of the circle in which a program goes round. The stores and registers come back
/// to the same contents, so it goes round until somebody works the desk. Returns `None` if it does anything else.
pub fn circle(begin: &Machine) -> Option<(Address, Address)> {
    let state = |machine: &Machine| (*machine.cpu().registers(), machine.sent_sum());
    let none = (Address::new(1023), Address::new(0));
    let mut machine = begin.clone();
    let (mut start, mut store) = (state(&machine), machine.ferrite().clone());
    let (mut orders, mut most, mut cells) = (0, 1, none);
    while most <= 2 * LONGEST {
        machine.step();
        if machine.stopped().is_some() || machine.waiting() {
            return None;
        }
        let now = state(&machine);
        cells = (cells.0.min(now.0.r1), cells.1.max(now.0.r1));
        if now == start && *machine.ferrite() == store {
            let is_same = machine.devices().buffer == begin.devices().buffer
                && machine.drum_image() == begin.drum_image();
            return is_same.then_some(cells);
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
    use crate::notation::slip;
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
        let cells = |low: u16, high: u16| Some((Address::new(low), Address::new(high)));
        assert_eq!(circle_of(&["hv 12 LKA", "hv 10", "zq 0"]), cells(10, 11));
        // R counts to 2^40, because `hv 10` in cell 11 is a number that is not 0.
        assert_eq!(circle_of(&["ar 11", "hv 10"]), None);
        assert_eq!(circle_of(&["zq 0"]), None);
    }
}
