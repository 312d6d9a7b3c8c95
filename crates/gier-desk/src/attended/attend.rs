//! The loop [`attend`] that runs a machine, and the trait [`Attended`] of the machines that it can run.

use super::ending::Ending;
use super::hands::{Hands, Key};
use crate::papers::{Papers, Print};
use gier_machine::{Input, Machine, Pause};
use gier_word::Uops;

/// A machine with its papers (printed and punched output). [`attend`] can run it. A type that implements this
/// trait can also record the machine's past.
pub trait Attended {
    /// The machine in its present state.
    fn machine(&self) -> &Machine;

    /// Everything that the machine has printed and punched.
    fn papers(&self) -> &Papers;

    /// Runs the machine until it reaches a limit of `until`, stops, or waits for input. Returns the reason
    /// for the pause. `see` is called for each symbol that the typewriter prints.
    fn advance(&mut self, until: Until, see: &mut impl FnMut(Print)) -> Pause;

    /// Feeds an input to the machine, for example a key. Returns `false` if the input had no effect. `see` is
    /// called for each symbol that the typewriter prints.
    fn feed(&mut self, input: Input, see: &mut impl FnMut(Print)) -> bool;
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// The run ends when the machine's clock reaches this time.
    pub at: Uops,
    /// The run ends when the machine has executed this many orders, counted from its creation.
    pub orders: u64,
}

impl Until {
    /// No limit.
    pub const FOREVER: Until = Until { at: Uops::NEVER, orders: u64::MAX };

    /// A limit of time: the run ends when the machine's clock reaches `at`.
    pub const fn at(at: Uops) -> Until {
        Until { at, ..Until::FOREVER }
    }

    /// A limit of orders: the run ends when the machine has executed `orders` orders since its creation.
    pub const fn orders(orders: u64) -> Until {
        Until { orders, ..Until::FOREVER }
    }

    pub(crate) fn is_over(self, machine: &Machine) -> bool {
        machine.now() >= self.at || machine.orders() >= self.orders
    }
}

/// Runs the machine, and calls [`Hands::key`] whenever the program waits for a key. Returns when the machine
/// stops or waits for tape, a limit is reached, or `hands` presses no key or ends the run.
///
/// # Errors
/// Returns the error of `hands`.
pub fn attend<A: Attended, H: Hands>(room: &mut A, hands: &mut H, until: Until) -> Result<Ending, H::Error> {
    let mut prints = Vec::new();
    loop {
        if hands.has_enough() {
            return Ok(Ending::Enough);
        }
        let now = room.machine().now();
        let slice = Until { at: hands.slice_end(now).max(now + Uops(1)).min(until.at), ..until };
        let pause = room.advance(slice, &mut |print| prints.push(print));
        hands.see(&prints)?;
        prints.clear();
        match pause {
            Pause::Done if until.is_over(room.machine()) => return Ok(Ending::TimeIsUp),
            Pause::Done | Pause::AwaitingKey => {
                if let Some(ending) = hands.rest(room.machine())? {
                    return Ok(ending);
                }
            }
            Pause::ProbeStop => return Ok(Ending::Reached),
            Pause::AwaitingTape => return Ok(Ending::AwaitingTape),
            Pause::Stopped(cause) => return Ok(Ending::Stopped(cause)),
        }
        if pause == Pause::AwaitingKey {
            match hands.key(room.papers())? {
                Key::Struck(symbol) => {
                    room.feed(Input::Key(symbol), &mut |print| prints.push(print));
                    hands.see(&prints)?;
                    prints.clear();
                }
                Key::None => return Ok(Ending::AwaitingKey),
                Key::Leave => return Ok(Ending::Left),
            }
        }
    }
}
