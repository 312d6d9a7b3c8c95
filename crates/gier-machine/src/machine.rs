//! The machine: running, stepping, and the HELP button.

use crate::devices::drum::Drum;
use crate::devices::{Devices, InputUnit};
use crate::input::Input;
use crate::output::{Output, Pause};
use crate::schedule::Timer;
use gier_cpu::periphery::{Direction, Periphery, Request, Transfer};
use gier_cpu::{
    Cpu, Ferrite, Flow, Interest, Limits, NoProbe, Probe, Registers, StateView, StopCause, WatchSet,
};
use gier_word::{Address, Cell, Image, Installation, TrackNo, Uops};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The track on which the HELP button saves the cells 0-39.  [F-HELP-1]
const HELP_TRACK: TrackNo = TrackNo::new(38);
/// The cell to which the HELP button jumps.  [F-HELP-1]
const HELP_CELL: Address = Address::new(1);

/// The next of the three steps that follow a press of the HELP button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Help {
    /// Saves the cells 0-39 on track 38.
    Save,
    /// Reads track 0 into the cells 0-39.
    Load,
    /// Jumps to cell 1.
    Enter,
}

/// The whole machine. Between two calls, every device has done all steps that were due by [`Machine::now`].
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Machine {
    pub(crate) cpu: Cpu,
    pub(crate) ferrite: Ferrite,
    pub(crate) devices: Devices,
    pub(crate) now: Uops,
    pub(crate) orders: u64,
    pub(crate) stopped: Option<StopCause>,
    pub(crate) waiting: Option<Request>,
    pub(crate) help: Option<Help>,
}

/// Shows registers and time. The contents of the stores appear only as the state hash.
impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine")
            .field("now", &self.now.0)
            .field("orders", &self.orders)
            .field("registers", self.cpu.registers())
            .field("stopped", &self.stopped)
            .field("waiting", &self.waiting)
            .field("schedule", &self.devices.schedule)
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
    /// A stopped machine with one drum, all cells and tracks zero, and all switches off.
    pub fn new() -> Machine {
        Machine::of(Installation::default())
    }

    /// Like [`Machine::new`], but with the drum tracks and devices of this installation.
    pub fn of(installation: Installation) -> Machine {
        Machine {
            cpu: Cpu::new(),
            ferrite: Ferrite::new(),
            devices: Devices::of(installation),
            now: Uops::ZERO,
            orders: 0,
            stopped: Some(StopCause::Manual),
            waiting: None,
            help: None,
        }
    }

    /// A machine with the installation and the drum of this image, just after the HELP button was pressed.
    /// The first run saves the cells 0-39 (which are empty) on track 38. The run then reads track 0 into
    /// these cells and jumps to cell 1.
    pub fn with_image(image: &Image) -> Machine {
        let mut machine = Machine::of(image.installation());
        machine.devices.drum.load(image);
        machine.feed(Input::Help);
        machine
    }

    /// Runs until the machine's clock reaches `until`. Returns earlier only if the machine stops, or waits
    /// for a key or a tape. The last order may end a little later than `until`.
    pub fn run_until(&mut self, until: Uops) -> Pause {
        self.run_probed(until, &mut NoProbe)
    }

    /// Like [`Machine::run_until`], with a probe that observes the run and can stop it.
    pub fn run_probed(&mut self, until: Uops, probe: &mut dyn Probe) -> Pause {
        self.run_orders_until(u64::MAX, until, probe)
    }

    /// Executes one order. If the order has to wait, lets time pass until the wait ends.
    pub fn step(&mut self) -> Pause {
        self.step_probed(&mut NoProbe)
    }

    /// Like [`Machine::step`], with a probe.
    pub fn step_probed(&mut self, probe: &mut dyn Probe) -> Pause {
        self.run_orders(1, probe)
    }

    /// Executes `orders` orders.
    pub fn run_orders(&mut self, orders: u64, probe: &mut dyn Probe) -> Pause {
        self.run_orders_until(orders, Uops::NEVER, probe)
    }

    /// Like [`Machine::run_orders`], but also ends when the machine's clock reaches `until`.
    pub fn run_orders_until(&mut self, orders: u64, until: Uops, probe: &mut dyn Probe) -> Pause {
        if orders == 0 {
            return Pause::Done;
        }
        if let Some(cause) = self.stopped {
            return Pause::Stopped(cause);
        }
        match probe.interest() {
            Interest::Nothing => self.ferrite.watch(&WatchSet::EMPTY),
            Interest::Watched(watch_set) => self.ferrite.watch(watch_set),
            Interest::EveryOrder => {}
        }
        self.devices.schedule.set_limit(until);
        let pause = self.run(until, self.orders.saturating_add(orders), probe);
        self.devices.schedule.set_limit(Uops::NEVER);
        pause
    }

    /// The main loop. Serves the timers that are due, then executes orders, and repeats both. Ends when `last`
    /// orders have been executed since the machine was created.
    fn run(&mut self, until: Uops, last: u64, probe: &mut dyn Probe) -> Pause {
        if let Some(pause) = self.finish_help(until, probe).or_else(|| self.wait(until, probe)) {
            return pause;
        }
        if probe.wants_stop() {
            return Pause::ProbeStop;
        }
        loop {
            if self.now >= self.devices.schedule.deadline() {
                if let Some(pause) = self.serve(probe) {
                    return pause;
                }
                if probe.wants_stop() {
                    return Pause::ProbeStop;
                }
                if self.now >= until {
                    return Pause::Done;
                }
            }
            let limits = Limits { until: self.devices.schedule.deadline(), orders: last - self.orders };
            let (flow, done) =
                self.cpu.run_probed(&mut self.ferrite, &mut self.devices, &mut self.now, limits, probe);
            self.orders += done;
            self.report_io(probe);
            match flow {
                Flow::Next => {
                    let pause = if probe.wants_stop() { Pause::ProbeStop } else { Pause::Done };
                    if self.orders == last || pause == Pause::ProbeStop {
                        return self.serve(probe).unwrap_or(pause);
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
                Flow::Stopped(cause) => return self.stop(cause, probe),
            }
        }
    }

    /// Serves all timers that are due: their devices do the next step. Advances the clock by the delay that
    /// the devices cause. Returns a pause if wrong parity on a tape stops the machine.
    fn serve(&mut self, probe: &mut dyn Probe) -> Option<Pause> {
        while let Some((at, line)) = self.devices.schedule.take(self.now) {
            let stolen = self.on_due(at, line, probe);
            self.now += stolen;
        }
        if let Some(cause) = self.devices.desk.on_due() {
            self.stopped = Some(cause);
            return Some(Pause::Stopped(cause));
        }
        None
    }

    /// If an order waits, lets time pass until the order can be executed. After the wait, the order is
    /// fetched again, because the drum may overwrite the order's cell during the wait. The monitor program
    /// HELP 3 relies on that. Drum words that move during the wait do not delay the program.  [F-WAIT-1, Q26]
    fn wait(&mut self, until: Uops, probe: &mut dyn Probe) -> Option<Pause> {
        let request = self.waiting?;
        if let Request::Input { by } = request {
            match InputUnit::of(by) {
                InputUnit::Typewriter => self.devices.typewriter.light(),
                InputUnit::Reader => {}
                InputUnit::None => return Some(self.halt(StopCause::NoUnit { by })),
            }
        }
        while !self.devices.ready(self.now, request) {
            if self.now >= until {
                return Some(Pause::Done);
            }
            if !self.pass_to_next_due(until, probe) {
                return Some(self.pause_of_wait(request));
            }
        }
        self.waiting = None;
        None
    }

    /// Returns what the program waits for, a key or a tape. Called when no device will end the wait.
    fn pause_of_wait(&mut self, request: Request) -> Pause {
        match request {
            Request::Input { by } if InputUnit::of(by) == InputUnit::Typewriter => Pause::AwaitingKey,
            Request::Input { .. } => Pause::AwaitingTape,
            Request::Output { .. } | Request::Drum | Request::Block => {
                unreachable!("what is busy has a due time: {request:?}")
            }
        }
    }

    /// Moves the clock to the time when the next timer is due, but not beyond `until`. Serves the timers that
    /// are due then. Returns `false` if no timer is set.
    fn pass_to_next_due(&mut self, until: Uops, probe: &mut dyn Probe) -> bool {
        let due = self.devices.schedule.next();
        if due == Uops::NEVER {
            return false;
        }
        self.now = self.now.max(due.min(until));
        self.serve_idle(probe);
        true
    }

    /// Serves all timers that are due. Adds no time to the clock, because no order is being executed.
    pub(crate) fn serve_idle(&mut self, probe: &mut dyn Probe) {
        while let Some((at, timer)) = self.devices.schedule.take(self.now) {
            self.on_due(at, timer, probe);
        }
    }

    /// Serves a timer: its device does the next step. Notifies the probe of a word that arrives from the
    /// drum. Returns how long the device delays the program.
    fn on_due(&mut self, at: Uops, timer: Timer, probe: &mut dyn Probe) -> Uops {
        let (stolen, arrival) = self.devices.on_due(at, timer, &mut self.ferrite);
        if let Some(arrival) = arrival {
            probe.arrives(&arrival, &self.state_view());
        }
        stolen
    }

    /// Notifies the probe of the input or output that the last order performed.
    fn report_io(&mut self, probe: &mut dyn Probe) {
        if let Some(event) = self.devices.event.take() {
            probe.io(&event, &self.state_view());
        }
    }

    /// Returns the present state, for a probe. Its field `orders` is 0, because the probe has already been
    /// told of all executed orders.
    fn state_view(&self) -> StateView<'_> {
        let cells = self.ferrite.cells();
        StateView { orders: 0, now: self.now, registers: self.cpu.registers(), cells }
    }

    fn stop(&mut self, cause: StopCause, probe: &mut dyn Probe) -> Pause {
        self.orders += u64::from(matches!(cause, StopCause::Zq { .. }));
        self.halt(cause);
        self.serve(probe).unwrap_or(Pause::Stopped(cause))
    }

    fn halt(&mut self, cause: StopCause) -> Pause {
        self.stopped = Some(cause);
        Pause::Stopped(cause)
    }

    /// Finishes the steps of the HELP button. The button saves the cells 0-39 on track 38 and reads track 0
    /// into these cells. It then puts r1 into the address part of cell 0, and jumps to cell 1.  [F-HELP-1,
    /// Q25]
    fn finish_help(&mut self, until: Uops, probe: &mut dyn Probe) -> Option<Pause> {
        loop {
            self.help_on();
            self.help?;
            self.pass_to_next_due(until, probe);
            if self.now >= until {
                return Some(Pause::Done);
            }
        }
    }

    /// Performs the steps of the HELP button until a step has to wait for the drum.
    pub(crate) fn help_on(&mut self) {
        while let Some(step) = self.help.filter(|_| !self.devices.drum.busy()) {
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
            // No order began this transfer, so the probe is not notified.
            self.devices.drum.start(self.now, transfer, &mut self.devices.schedule);
            self.help = Some(if step == Help::Save { Help::Load } else { Help::Enter });
        }
    }

    /// Returns all output since the last call, each with its time, the earliest first.
    pub fn take_output(&mut self) -> Vec<(Uops, Output)> {
        std::mem::take(&mut self.devices.sent)
    }

    /// A sum of everything that has left the machine since it was created, in order. Machines that are equal
    /// may have different sums, because what was printed has no effect on what comes.
    pub const fn sent_sum(&self) -> u64 {
        self.devices.sent_sum.0
    }

    /// The time on the machine's clock, in micro-operations.
    pub const fn now(&self) -> Uops {
        self.now
    }

    /// The number of orders executed since the machine was created.
    pub const fn orders(&self) -> u64 {
        self.orders
    }

    /// The reason why the machine is stopped, or `None` if it is not stopped.
    pub const fn stopped(&self) -> Option<StopCause> {
        self.stopped
    }

    /// Whether the next order is waiting for an input or output unit, or for the drum.
    pub const fn waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Whether the HELP button still has steps to do. Until they are done, the machine executes no order.
    pub const fn help_at_work(&self) -> bool {
        self.help.is_some()
    }

    /// The CPU, with its registers.
    pub const fn cpu(&self) -> &Cpu {
        &self.cpu
    }

    /// The ferrite store, with its 1024 cells.
    pub const fn ferrite(&self) -> &Ferrite {
        &self.ferrite
    }

    /// The devices, such as the typewriter and the drum.
    pub const fn devices(&self) -> &Devices {
        &self.devices
    }

    /// The drum, with the contents of all tracks.
    pub const fn drum(&self) -> &Drum {
        &self.devices.drum
    }

    /// The drum's contents as an image without a title.
    pub fn drum_image(&self) -> Image {
        Image::new("").with_tracks(self.devices.installation, self.devices.drum.tracks())
    }

    /// The installation: the number of drum tracks, and the devices that the machine has.
    pub const fn installation(&self) -> Installation {
        self.devices.installation
    }

    /// Changes the installation. Devices that remain keep their contents. Removed devices lose theirs.
    pub fn set_installation(&mut self, installation: Installation) {
        self.devices.install(installation);
    }

    /// Replaces the drum's contents by an image. If the image's installation is not the default one (one
    /// drum), the machine also gets the image's installation.
    pub fn load_drum(&mut self, image: &Image) {
        if image.installation() != Installation::default() {
            self.set_installation(image.installation());
        }
        self.devices.drum.load(image);
    }

    /// Selects a group of drum tracks. Returns `false` if the group does not exist.
    pub fn select_group(&mut self, group: u16) -> bool {
        self.devices.drum.set_group(group)
    }

    /// Replaces all registers, including those that the desk cannot set.
    pub fn set_registers(&mut self, registers: Registers) {
        self.give_up();
        self.cpu.set_registers(registers);
    }

    /// Sets the clock. Returns `false`, and leaves the clock unchanged, if a device is busy.
    pub fn set_now(&mut self, now: Uops) -> bool {
        let idle = self.devices.schedule.next() == Uops::NEVER;
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
