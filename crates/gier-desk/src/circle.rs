//! Finds for what a program at work may wait: whether it goes round in a circle in which nothing changes, and whether it
//! looks at the keys KA and KB.

use crate::notation::slip;
use gier_machine::{Interest, Machine, Place, Probe, StateView, WatchSet};
use gier_word::{Address, Cell, FERRITE_CELLS, Half};

/// The maximum length of a circle in orders, about a second of GIER's time: a program that waits for the desk looks at
/// it more often. The search takes a twentieth of a second, so that Ctrl-C is answered at once.
const LONGEST: u64 = 16_384;

/// Returns the first and the last cell of the circle in which a program goes round. The stores and registers come back to
/// the same contents, so it goes round until somebody works the desk. Returns `None` if it does anything else.
pub fn circle(begin: &Machine) -> Option<(Address, Address)> {
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
            let mut cells = (0..1024).filter(|&cell| cells[usize::from(cell)]).map(Address::new);
            let low = cells.next()?;
            return is_same.then_some((low, cells.next_back().unwrap_or(low)));
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

/// Whether the machine executes an order that jumps to itself, as programs do at their end. With KA or KB in it, it waits
/// for a key.
pub fn jumps_to_itself(machine: &Machine) -> bool {
    let order = slip::write(machine.ferrite().read(machine.cpu().registers().r1));
    if ["KA", "KB"].iter().any(|key| order.contains(key)) {
        return false;
    }
    let mut machine = machine.clone();
    machine.step();
    let before = *machine.cpu().registers();
    machine.step();
    machine.stopped().is_none() && !machine.waiting() && *machine.cpu().registers() == before
}

/// How many orders the search for looks at the keys follows, some minutes of GIER's time. A test looks at a key once in
/// a pass. The search takes less than half a second.
const FOLLOWED: u64 = 10_000_000;

/// Observes the orders of a program that test the keys KA and KB.
struct Looks {
    /// The cells that test a key.
    tests: WatchSet,
    /// Which of KA and KB each cell tests, as long as it has these contents.
    keys: Box<[(Cell, [bool; 2]); FERRITE_CELLS]>,
    found: [bool; 2],
}

impl Probe for Looks {
    fn interest(&self) -> Interest<'_> {
        Interest::Watched(&self.tests)
    }
    fn reached(&mut self, state: &StateView<'_>) {
        let at = state.registers.r1.index();
        let (cell, keys) = self.keys[at];
        // Another part of the program may have come there from the drum.
        if state.cells[at] == cell {
            self.found = [self.found[0] | keys[0], self.found[1] | keys[1]];
        }
    }
    fn wants_stop(&self) -> bool {
        self.found == [true; 2]
    }
}

/// Whether a program at work looks at the key KA while KA is off, and the same for KB.
pub fn looks_at(begin: &Machine) -> [bool; 2] {
    let desk = &begin.devices().desk;
    let mut keys = Box::new([(Cell::default(), [false; 2]); FERRITE_CELLS]);
    let mut tests = WatchSet::EMPTY;
    for cell in (0..1024).map(Address::new) {
        let contents = begin.ferrite().read(cell);
        let order = slip::write(contents);
        let tested = [("KA", desk.ka), ("KB", desk.kb)].map(|(key, is_on)| !is_on && order.contains(key));
        keys[cell.index()] = (contents, tested);
        for half in [Half::Left, Half::Right] {
            tests.set_place(Place { cell, half }, tested != [false; 2]);
        }
    }
    let mut looks = Looks { tests, keys, found: [false; 2] };
    if !looks.tests.is_empty() {
        begin.clone().run_orders(FOLLOWED, &mut looks);
    }
    looks.found
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_machine::{Input, Registers};

    fn begun(orders: &[&str]) -> Machine {
        let mut machine = Machine::new();
        for (at, order) in (10u16..).zip(orders) {
            machine.set_cell(at, slip::read(order).unwrap());
        }
        machine.set_registers(Registers { r1: 10u16.into(), ..Registers::default() });
        assert!(machine.feed(Input::Start));
        machine
    }

    #[test]
    fn a_wait_for_the_desk_is_a_circle_and_a_count_is_none() {
        let circle_of = |orders: &[&str]| circle(&begun(orders));
        let waits = Some((Address::new(10), Address::new(11)));
        assert_eq!(circle_of(&["hv 12 LKA", "hv 10", "zq 0"]), waits);
        // R counts to 2^40, because `hv 10` in cell 11 is a number that is not 0.
        assert_eq!(circle_of(&["ar 11", "hv 10"]), None);
        assert_eq!(circle_of(&["zq 0"]), None);
        assert!(jumps_to_itself(&begun(&["hv 10"])));
        // A jump in the right half of a cell leads to its left half.
        assert!(!jumps_to_itself(&begun(&["ck 40 , hv 10"])));
        assert!(!jumps_to_itself(&begun(&["hv 10 NKA"])));
    }

    #[test]
    fn a_look_at_a_key_is_found_if_the_order_is_reached() {
        // The order with LKB in cell 12 is reached only if KA is on.
        let tests = ["hv 12 LKA", "hv 10", "hv 10 LKB"];
        assert_eq!(looks_at(&begun(&tests)), [true, false]);
        assert_eq!(looks_at(&begun(&["hv 10"])), [false; 2]);
        let mut machine = begun(&tests);
        assert!(machine.feed(Input::Ka(true)));
        assert_eq!(looks_at(&machine), [false, true]);
    }
}
