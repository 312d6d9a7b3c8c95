//! Recognises the monitors of the museum's tapes, to which a program returns.

use gier_machine::Machine;
use gier_word::Address;

/// Recognises that a program has ended: the machine then waits for a command in its monitor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Monitor {
    /// The cell at which the loaded monitor waits for a command. `None` if no monitor was loaded before the
    /// program.
    own: Option<Wait>,
}

/// The cell at which a machine waits for a key: its address, and the contents of its right half. The right
/// half contains the order `ly`, which reads a key.
type Wait = (Address, u64);

/// The monitor HELP 3 waits for a command at one of these cells. It waits at the first if it was built for a
/// machine with a buffer store (4096 more cells). [F-HELP-7]
const HELP: [Wait; 2] = [(Address::new(827), 952 << 10 | 128), (Address::new(848), 952 << 10 | 128)];
/// The cell at which the monitor HELP 3 waits after it printed `image`. It prints this word when a program
/// of the compiler GIER ALGOL 4 has ended. [F-HELP-4]
const IMAGE: Wait = (Address::new(21), 952 << 10 | 416);
/// The cell at which GIER ALGOL III waits after `end` or after an alarm. [F-END-1]
const END: Wait = (Address::new(984), 952 << 10 | 400);
/// The cell at which GIER ALGOL II waits after `slut` or after an alarm. [F-GA2-1]
const END_OF_TWO: Wait = (Address::new(983), 352 << 10 | 952);
/// The cell at which the SLIP of HELP 3 waits for a key, when it reads the typewriter. [F-SLIP-22]
const SLIP: Wait = (Address::new(224), 496 << 10 | 952);

impl Monitor {
    /// Remembers the cell at which this machine's monitor waits for a command. Must be called while the
    /// monitor waits.
    pub fn of(machine: &Machine) -> Monitor {
        Monitor { own: Some(place(machine)) }
    }

    /// Whether the machine's monitor waits for a key. Then the program has ended.
    pub fn waits(self, machine: &Machine) -> bool {
        if !machine.devices().typewriter.lamp() {
            return false;
        }
        let place = place(machine);
        self.own == Some(place) || HELP.contains(&place) || [IMAGE, END, END_OF_TWO].contains(&place)
    }

    /// Whether HELP 3 itself waits for a command, from the typewriter or the tape.
    pub fn is_help(machine: &Machine) -> bool {
        HELP.contains(&place(machine))
    }

    /// Whether SLIP itself waits for a key or for tape, and not a program that it has started.
    pub fn is_slip(machine: &Machine) -> bool {
        place(machine) == SLIP
    }

    /// Whether the machine waits where GIER ALGOL III waits after `end` or after an alarm, or GIER ALGOL II after `slut`.
    /// [F-END-1] [F-GA2-1]
    pub fn is_at_end(machine: &Machine) -> bool {
        [END, END_OF_TWO].contains(&place(machine))
    }
}

/// The cell at which the machine waits now: its address and its right half. The left half does not count,
/// because it may be data.
fn place(machine: &Machine) -> Wait {
    let place = machine.cpu().registers().r1;
    (place, machine.ferrite().read(place).bits() & 0xF_FFFF)
}
