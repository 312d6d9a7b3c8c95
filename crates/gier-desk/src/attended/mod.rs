//! The machine with its papers, the hands that work it, and the loop: the only place where a
//! machine is driven, whoever drives it.
//!
//! The loop lets the machine work, puts what comes out on the papers, and when the machine waits
//! for a key asks the hands for one. It comes back when the hands have none, so that a web page
//! or a panel can call it from its own loop of events; what waits inside [`Hands::key`], as a
//! person at a terminal does, never makes it come back for that.

pub mod alarms;
pub mod ears;
pub mod ending;
mod hands;
pub mod papers;
pub mod recorded_room;
mod work_room;

pub use alarms::{ALARM_CELL, Alarms};
pub use ears::Ears;
pub use ending::Ending;
pub use hands::{Hands, Key, Text};
pub use papers::{By, Papers, Print};
pub use recorded_room::{RecordedRoom, Replay, replay, replay_heard};
pub use work_room::WorkRoom;

use gier_machine::{Input, Machine, NoProbe, Pause};
use gier_word::{Image, Uops};

/// A machine that can be attended: by itself, or with its past under a debugger.
pub trait Attended {
    /// The machine now.
    fn machine(&self) -> &Machine;

    /// What has come out of it.
    fn papers(&self) -> &Papers;

    /// Lets it work until then; `see` is shown what comes to the sheet.
    fn advance(&mut self, until: Until, see: &mut impl FnMut(Print)) -> Pause;

    /// What the world does to it. False: it had no effect.
    fn feed(&mut self, input: Input, see: &mut impl FnMut(Print)) -> bool;
}

/// How far the machine may work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// At most to this moment of its clock.
    pub at: Uops,
    /// At most to this number of orders since the machine was made.
    pub orders: u64,
}

impl Until {
    /// As far as it can.
    pub const FOREVER: Until = Until { at: Uops::NEVER, orders: u64::MAX };

    /// To this moment of its clock.
    pub const fn at(at: Uops) -> Until {
        Until { at, ..Until::FOREVER }
    }

    /// To this number of orders.
    pub const fn orders(orders: u64) -> Until {
        Until { orders, ..Until::FOREVER }
    }

    fn is_over(self, machine: &Machine) -> bool {
        machine.now() >= self.at || machine.orders() >= self.orders
    }
}

/// Lets the machine work, with the hands at its keyboard.
///
/// # Errors
/// Those of the hands.
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
            Pause::Deadline if until.is_over(room.machine()) => return Ok(Ending::TimeIsUp),
            Pause::Deadline | Pause::AwaitingKey => {
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

/// A machine and its papers, and who listens to it: by default nobody.
#[derive(Clone, Debug)]
pub struct Room<E: Ears = NoProbe> {
    machine: Machine,
    papers: Papers,
    ears: E,
    alarms: Option<Alarms>,
}

impl Room {
    /// A machine with a fresh sheet in its typewriter.
    pub fn new(machine: Machine) -> Room {
        Room::heard_by(machine, NoProbe)
    }
}

impl<E: Ears> Room<E> {
    /// A machine with a fresh sheet in its typewriter, and somebody who listens to it.
    pub fn heard_by(machine: Machine, ears: E) -> Room<E> {
        Room { machine, papers: Papers::new(), ears, alarms: None }
    }

    /// The machine.
    pub const fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The machine, for what no input does: another drum, the keyed cells.
    pub const fn machine_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// What has come out of it.
    pub const fn papers(&self) -> &Papers {
        &self.papers
    }

    /// Who listens.
    pub const fn ears(&mut self) -> &mut E {
        &mut self.ears
    }

    /// Puts a fresh sheet into the typewriter.
    pub fn change_sheet(&mut self) {
        self.papers.change_sheet();
    }

    /// From now on tells where the program of this drum is at its alarms, if its source map is known.
    pub fn know(&mut self, image: &Image) {
        self.alarms = Alarms::of(image);
    }

    /// The lines of the alarms since the last time.
    pub fn take_alarms(&mut self) -> Vec<String> {
        self.alarms.as_mut().map(Alarms::take).unwrap_or_default()
    }

    fn collect(&mut self, see: &mut impl FnMut(Print)) {
        let outputs = self.machine.take_output();
        self.ears.hear(self.machine.now(), &outputs);
        for (_, output) in outputs {
            self.papers.take(output, see);
        }
    }
}

impl<E: Ears> Attended for Room<E> {
    fn machine(&self) -> &Machine {
        &self.machine
    }

    fn papers(&self) -> &Papers {
        &self.papers
    }

    fn advance(&mut self, until: Until, see: &mut impl FnMut(Print)) -> Pause {
        let Room { machine, ears, alarms, .. } = self;
        let left = until.orders.saturating_sub(machine.orders());
        let pause = match (alarms, until.orders) {
            (Some(alarms), _) => alarms.run(machine, left, until.at, ears),
            (None, u64::MAX) => machine.run_probed(until.at, ears),
            (None, _) => machine.run_orders_until(left, until.at, ears),
        };
        // The orders are done: nobody else asks this machine to stop.
        let pause = if pause == Pause::ProbeStop { Pause::Deadline } else { pause };
        self.collect(see);
        pause
    }

    fn feed(&mut self, input: Input, see: &mut impl FnMut(Print)) -> bool {
        let effect = self.machine.feed(input);
        self.collect(see);
        effect
    }
}
