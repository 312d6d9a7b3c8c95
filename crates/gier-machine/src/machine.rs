//! Everything wired together: running, stepping, feeding, and the HELP button.

use crate::bay::{Bay, InputUnit};
use crate::devices::drum::Drum;
use crate::input::Input;
use crate::output::{Output, Pause, StopCause};
use crate::schedule::Line;
use crate::view::PanelView;
use gier_cpu::periphery::{Direction, Periphery, Request, Transfer};
use gier_cpu::{
    Arrival, Change, Cpu, Ferrite, Finished, Flow, Lookout, Met, Moment, NoProbe, Probe, Registers, Sight,
    Stop,
};
use gier_word::{Address, Cell, Image, TrackNo, Uops};
use std::fmt;

/// Where the HELP button saves the cells 0-39.  [F-HELP-1]
const HELP_TRACK: TrackNo = TrackNo::new(38);
/// Where the HELP button enters.  [F-HELP-1]
const HELP_CELL: Address = Address::new(1);

/// What the HELP button does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Help {
    /// Saves the cells 0-39 on track 38.
    Save,
    /// Reads track 0 into them.
    Load,
    /// Enters cell 1.
    Enter,
}

/// The whole machine. Between calls everything that is due by now has happened.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Machine {
    pub(crate) cpu: Cpu,
    pub(crate) ferrite: Ferrite,
    pub(crate) bay: Bay,
    pub(crate) now: Uops,
    pub(crate) orders: u64,
    pub(crate) stopped: Option<StopCause>,
    pub(crate) waiting: Option<Request>,
    pub(crate) help: Option<Help>,
}

/// Registers and moment; the stores by the state hash alone.
impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine")
            .field("now", &self.now.0)
            .field("orders", &self.orders)
            .field("registers", self.cpu.registers())
            .field("stopped", &self.stopped)
            .field("waiting", &self.waiting)
            .field("schedule", &self.bay.schedule)
            .field("hash", &format_args!("{:016x}", self.state_hash()))
            .finish_non_exhaustive()
    }
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new()
    }
}

impl Machine {
    /// A machine with empty ferrite and drum, stopped, all switches off.
    pub fn new() -> Machine {
        Machine {
            cpu: Cpu::new(),
            ferrite: Ferrite::new(),
            bay: Bay::default(),
            now: Uops::ZERO,
            orders: 0,
            stopped: Some(StopCause::Manual),
            waiting: None,
            help: None,
        }
    }

    /// A machine with this drum whose HELP button has just been pressed: the first run saves
    /// the empty cells 0-39 on track 38, reads track 0 into them and starts in cell 1.
    pub fn with_image(image: &Image) -> Machine {
        let mut machine = Machine::new();
        machine.bay.drum.load(image);
        machine.feed(Input::Help);
        machine
    }

    /// Runs until the machine's clock reaches `until`; comes back sooner only if the machine
    /// stops or waits for the world. The last order may end a little later than `until`.
    pub fn run_until(&mut self, until: Uops) -> Pause {
        self.run_probed(until, &mut NoProbe)
    }

    /// As [`Machine::run_until`]; the probe sees each finished order and may ask to stop.
    pub fn run_probed(&mut self, until: Uops, probe: &mut dyn Probe) -> Pause {
        if let Some(cause) = self.stopped {
            return Pause::Stopped(cause);
        }
        match probe.sight() {
            Sight::Nothing => self.ferrite.look_out(&Lookout::NOWHERE),
            Sight::Places(lookout) => self.ferrite.look_out(lookout),
            Sight::Orders => {}
        }
        self.bay.schedule.set_limit(until);
        let pause = self.run(until, probe);
        self.bay.schedule.set_limit(Uops::NEVER);
        pause
    }

    /// Does one order, and what it waits for first. [`Pause::Deadline`] says that it is done.
    pub fn step(&mut self) -> Pause {
        self.step_probed(&mut NoProbe)
    }

    /// As [`Machine::step`], with a probe.
    pub fn step_probed(&mut self, probe: &mut dyn Probe) -> Pause {
        match self.run_orders(1, probe) {
            Pause::ProbeStop if !probe.wants_stop() => Pause::Deadline,
            pause => pause,
        }
    }

    /// Does this many orders; [`Pause::ProbeStop`] says that they are done.
    pub fn run_orders(&mut self, orders: u64, probe: &mut dyn Probe) -> Pause {
        self.run_orders_until(orders, Uops::NEVER, probe)
    }

    /// As [`Machine::run_orders`], but not beyond a time.
    pub fn run_orders_until(&mut self, orders: u64, until: Uops, probe: &mut dyn Probe) -> Pause {
        if orders == 0 {
            return Pause::ProbeStop;
        }
        self.run_probed(until, &mut Count { left: orders, probe })
    }

    /// The loop: whatever is due, then an order, and again.
    fn run(&mut self, until: Uops, probe: &mut dyn Probe) -> Pause {
        if let Some(pause) = self.finish_help(until, probe).or_else(|| self.wait(until, probe)) {
            return pause;
        }
        if probe.wants_stop() {
            return Pause::ProbeStop;
        }
        loop {
            if self.now >= self.bay.schedule.bar() {
                if let Some(pause) = self.serve(probe) {
                    return pause;
                }
                if probe.wants_stop() {
                    return Pause::ProbeStop;
                }
                if self.now >= until {
                    return Pause::Deadline;
                }
            }
            let bar = self.bay.schedule.bar();
            let (flow, done) =
                self.cpu.run_probed(&mut self.ferrite, &mut self.bay, &mut self.now, bar, probe);
            self.orders += done;
            self.tell_met(probe);
            match flow {
                Flow::Next => {
                    if probe.wants_stop() {
                        return self.serve(probe).unwrap_or(Pause::ProbeStop);
                    }
                }
                Flow::Wait(request) => {
                    self.waiting = Some(request);
                    if let Some(pause) = self.wait(until, probe) {
                        return pause;
                    }
                    if probe.wants_stop() {
                        return Pause::ProbeStop;
                    }
                }
                Flow::Stopped(stop) => return self.stop(stop, probe),
            }
        }
    }

    /// Does whatever is due by now. What the drum steals moves the clock on.
    fn serve(&mut self, probe: &mut dyn Probe) -> Option<Pause> {
        while let Some((at, line)) = self.bay.schedule.take(self.now) {
            let stolen = self.on_due(at, line, probe);
            self.now += stolen;
        }
        if let Some(cause) = self.bay.desk.on_due() {
            self.stopped = Some(cause);
            return Some(Pause::Stopped(cause));
        }
        None
    }

    /// If an order waits: on from one due time to the next until it can go on. It is not looked
    /// at again before, though the drum may bring another order into its cell: HELP 3 waits in
    /// a cell that is being replaced. What moves meanwhile steals nothing.  [F-WAIT-1, Q26]
    fn wait(&mut self, until: Uops, probe: &mut dyn Probe) -> Option<Pause> {
        let request = self.waiting?;
        if let Request::Input { by } = request {
            match InputUnit::of(by) {
                InputUnit::Typewriter => self.bay.typewriter.light(),
                InputUnit::Reader => {}
                InputUnit::None => return Some(self.halt(StopCause::NoUnit { by })),
            }
        }
        while !self.bay.ready(self.now, request) {
            if self.now >= until {
                return Some(Pause::Deadline);
            }
            if !self.pass_to_next_due(until, probe) {
                return Some(self.nothing_comes(request));
            }
        }
        self.waiting = None;
        None
    }

    /// An order waits and nothing will ever be due.
    fn nothing_comes(&mut self, request: Request) -> Pause {
        match request {
            Request::Input { by } if InputUnit::of(by) == InputUnit::Typewriter => Pause::AwaitingKey,
            Request::Input { .. } => Pause::AwaitingTape,
            Request::Output { .. } | Request::Drum | Request::Block => {
                unreachable!("what is busy has a due time: {request:?}")
            }
        }
    }

    /// Moves the clock to the next due time, at most to `until`, and does what is due then.
    /// False: nothing is ever due.
    fn pass_to_next_due(&mut self, until: Uops, probe: &mut dyn Probe) -> bool {
        let due = self.bay.schedule.next();
        if due == Uops::NEVER {
            return false;
        }
        self.now = self.now.max(due.min(until));
        self.serve_idle(probe);
        true
    }

    /// Does whatever is due by now while no order is going on: nothing is stolen.
    pub(crate) fn serve_idle(&mut self, probe: &mut dyn Probe) {
        while let Some((at, line)) = self.bay.schedule.take(self.now) {
            self.on_due(at, line, probe);
        }
    }

    /// Serves a line; the probe is told of a word that comes from the drum. Returns what is
    /// stolen.
    fn on_due(&mut self, at: Uops, line: Line, probe: &mut dyn Probe) -> Uops {
        let arriving = if line == Line::Drum { self.bay.drum.arriving() } else { None };
        let old = arriving.map(|(_, _, address)| self.ferrite.read(address));
        let stolen = self.bay.on_due(at, line, &mut self.ferrite);
        if let (Some((track, word, address)), Some(old)) = (arriving, old) {
            let change = Change { address, old, new: self.ferrite.read(address) };
            probe.arrives(&Arrival { track, word, change }, &self.moment());
        }
        stolen
    }

    /// Tells the probe what the last order did with the world, if it met it.
    fn tell_met(&mut self, probe: &mut dyn Probe) {
        if let Some(met) = self.bay.met.take() {
            probe.meets(&met, &self.moment());
        }
    }

    /// Now, for a probe that has counted all orders.
    fn moment(&self) -> Moment<'_> {
        let cells = self.ferrite.cells();
        Moment { orders: 0, now: self.now, registers: self.cpu.registers(), cells }
    }

    fn stop(&mut self, stop: Stop, probe: &mut dyn Probe) -> Pause {
        let cause = match stop {
            Stop::Zq { cell } => {
                self.orders += 1;
                StopCause::Zq { cell }
            }
            Stop::Unknown { cell, question } => StopCause::Unknown { cell, question },
            Stop::HangingIndirection { cell } => StopCause::HangingIndirection { cell },
        };
        self.halt(cause);
        self.serve(probe).unwrap_or(Pause::Stopped(cause))
    }

    fn halt(&mut self, cause: StopCause) -> Pause {
        self.stopped = Some(cause);
        Pause::Stopped(cause)
    }

    /// What the HELP button does, before any order: cells 0-39 to track 38, track 0 to the
    /// cells 0-39, r1 to the address part of cell 0, then cell 1.  [F-HELP-1, Q25]
    fn finish_help(&mut self, until: Uops, probe: &mut dyn Probe) -> Option<Pause> {
        loop {
            self.help_on();
            self.help?;
            self.pass_to_next_due(until, probe);
            if self.now >= until {
                return Some(Pause::Deadline);
            }
        }
    }

    /// Does what the HELP button does at this moment: its next steps, as far as the drum is free.
    pub(crate) fn help_on(&mut self) {
        while let Some(step) = self.help.filter(|_| !self.bay.drum.busy()) {
            let (track, direction) = match step {
                Help::Save => (HELP_TRACK, Direction::Write),
                Help::Load => (TrackNo::default(), Direction::Read),
                Help::Enter => {
                    self.help = None;
                    let cell = self.ferrite.read(0).with_address(self.cpu.registers().r1.number());
                    self.ferrite.write(0, cell);
                    self.cpu.go_to(HELP_CELL);
                    return;
                }
            };
            let transfer = Transfer { track, address: Address::default(), direction };
            // No order began it: no probe is told of it as if one had.
            self.bay.drum.start(self.now, transfer, &mut self.bay.schedule);
            self.help = Some(if step == Help::Save { Help::Load } else { Help::Enter });
        }
    }

    /// Takes what has left the machine since the last call, with its times, in order.
    pub fn take_output(&mut self) -> Vec<(Uops, Output)> {
        std::mem::take(&mut self.bay.sent)
    }

    /// A plain copy of what a panel shows.
    pub fn view(&self) -> PanelView {
        PanelView::of(self)
    }

    /// The time.
    pub const fn now(&self) -> Uops {
        self.now
    }

    /// Orders done since the machine was made.
    pub const fn orders(&self) -> u64 {
        self.orders
    }

    /// Why the machine is stopped, if it is.
    pub const fn stopped(&self) -> Option<StopCause> {
        self.stopped
    }

    /// Whether an order waits for a unit or the drum.
    pub const fn waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Whether the HELP button is at work: no order is done until it has finished.
    pub const fn help_at_work(&self) -> bool {
        self.help.is_some()
    }

    /// The central unit.
    pub const fn cpu(&self) -> &Cpu {
        &self.cpu
    }

    /// The ferrite store.
    pub const fn ferrite(&self) -> &Ferrite {
        &self.ferrite
    }

    /// The devices.
    pub const fn bay(&self) -> &Bay {
        &self.bay
    }

    /// The drum.
    pub const fn drum(&self) -> &Drum {
        &self.bay.drum
    }

    /// The drum's contents as an image without a title.
    pub fn drum_image(&self) -> Image {
        self.bay.drum.image("")
    }

    /// Replaces the drum's contents.
    pub fn load_drum(&mut self, image: &Image) {
        self.bay.drum.load(image);
    }

    /// Replaces all registers, also those that the desk does not set.
    pub fn set_registers(&mut self, registers: Registers) {
        self.give_up();
        self.cpu.set_registers(registers);
    }

    /// Sets the clock of a machine in which nothing is going on. False: something is.
    pub fn set_now(&mut self, now: Uops) -> bool {
        let idle = self.bay.schedule.next() == Uops::NEVER;
        if idle {
            self.now = now;
        }
        idle
    }

    /// Replaces a cell of the ferrite store.
    pub fn set_cell(&mut self, address: impl Into<Address>, cell: Cell) {
        self.give_up();
        self.ferrite.write(address, cell);
    }
}

/// Asks to stop after some orders, or when the probe inside asks.
struct Count<'a> {
    left: u64,
    probe: &'a mut dyn Probe,
}

impl Probe for Count<'_> {
    fn sight(&self) -> Sight<'_> {
        self.probe.sight()
    }
    fn stands(&mut self, moment: &Moment<'_>) {
        self.probe.stands(moment);
    }
    fn changed(&mut self, change: &Change, moment: &Moment<'_>) {
        self.probe.changed(change, moment);
    }
    fn allowance(&self) -> u64 {
        self.left.min(self.probe.allowance())
    }
    fn passed(&mut self, orders: u64) {
        self.left -= orders;
        self.probe.passed(orders);
    }
    fn finished(&mut self, order: &Finished<'_>) {
        self.left -= 1;
        self.probe.finished(order);
    }
    fn writes(&mut self, address: Address, old: Cell, new: Cell) {
        self.probe.writes(address, old, new);
    }
    fn transfers(&mut self, transfer: &Transfer) {
        self.probe.transfers(transfer);
    }
    fn reads(&mut self, address: Address) {
        self.probe.reads(address);
    }
    fn arrives(&mut self, arrival: &Arrival, moment: &Moment<'_>) {
        self.probe.arrives(arrival, moment);
    }
    fn meets(&mut self, met: &Met, moment: &Moment<'_>) {
        self.probe.meets(met, moment);
    }
    fn wants_stop(&self) -> bool {
        self.left == 0 || self.probe.wants_stop()
    }
}
