//! What the operator does: presses keys, mounts tapes, and sets switches, registers and cells.

use crate::bootstrap::{bootstrap, old_bootstrap};
use crate::devices::{Devices, InputUnit};
use crate::input::{Input, Register};
use crate::machine::{Help, Machine};
use crate::output::Pause;
use gier_cpu::NoProbe;
use gier_cpu::StopCause;
use gier_cpu::periphery::{Periphery, Request};
use gier_word::{Address, Half, Marks, Reel, Uops};

impl Machine {
    /// Applies an input at the present time. Returns `false` if the input had no effect, for example a key
    /// while the program does not wait for a key.
    pub fn feed(&mut self, input: Input) -> bool {
        let Devices { schedule, drum, reader, desk, stations, installation, .. } = &mut self.devices;
        match input {
            Input::Key(symbol) => return self.press(symbol),
            Input::MountTape(tape) => {
                reader.mount(tape, self.now, schedule);
                self.serve_idle(&mut NoProbe); // A reader without delay reads at once.
            }
            Input::UnmountTape => reader.unmount(schedule),
            Input::MountReel(number, reel) => {
                if !installation.has_station(number) {
                    return false;
                }
                stations[usize::from(number) - 1].mount(reel);
            }
            Input::Start => self.stopped = None,
            Input::Stop => self.stopped = Some(StopCause::Manual),
            Input::Reset => self.reset(),
            Input::Help => return self.press_help(),
            Input::Ka(on) => desk.ka = on,
            Input::Kb(on) => desk.kb = on,
            Input::ProtectTrack0(on) => drum.protect_track0 = on,
            Input::ProtectTracks1To31(on) => drum.protect_tracks_1_to_31 = on,
            Input::ParityStop(on) => desk.parity_stop = on,
            Input::ReaderSpeed(rows) => reader.set_speed(rows),
            Input::SetRegister(register, value) => self.set_register(register, value),
            Input::SetNext(cell, half) => self.set_next(cell, half),
            Input::SetCell(address, cell) => self.set_cell(address, cell),
            Input::SetDrumCell(track, cell, value) => drum.set_cell(track, cell, value),
        }
        true
    }

    fn press(&mut self, symbol: gier_word::Symbol) -> bool {
        self.enter_wait();
        let echo = self.devices.typewriter.press(self.now, symbol, &mut self.devices.schedule);
        if let Some(echo) = echo {
            self.devices.send(self.now, echo);
        }
        echo.is_some()
    }

    /// Checks whether the next order can be executed, but never executes it. If the order has to wait for a
    /// key or a tape, starts this wait. The clock then moves on until no device is busy. If the order can
    /// never be executed, stops the machine. Returns whether the machine waits now, or was stopped here.
    pub fn enter_wait(&mut self) -> bool {
        self.look(Uops::NEVER)
    }

    /// Like [`Machine::enter_wait`], but does nothing if the clock would have to move or an order already
    /// waits.
    pub(crate) fn enter_wait_now(&mut self) -> bool {
        self.waiting.is_none() && self.look(self.now + Uops(1))
    }

    fn look(&mut self, until: Uops) -> bool {
        if self.stopped.is_none() {
            // Performs the steps of the HELP button that a run up to the present time would perform.
            self.help_on();
        }
        if self.stopped.is_some() || self.help.is_some() {
            return false;
        }
        if self.waits_for_input() {
            return true; // The trial below would find the same, but its copy forgets all decoded orders.
        }
        let mut trial = self.clone();
        let halts = match trial.run_orders_until(1, until, &mut NoProbe) {
            Pause::Done | Pause::ProbeStop => false,
            Pause::AwaitingKey | Pause::AwaitingTape => true,
            Pause::Stopped(_) => trial.orders == self.orders,
        };
        if halts {
            *self = trial;
        }
        halts
    }

    /// Whether an order already waits for a key or a tape, and no device is busy.
    fn waits_for_input(&self) -> bool {
        let schedule = &self.devices.schedule;
        self.waiting.is_some_and(|request| match request {
            Request::Input { by } => {
                InputUnit::of(by) != InputUnit::None
                    && schedule.next() == Uops::NEVER
                    && !self.devices.ready(self.now, request)
            }
            Request::Output { .. } | Request::Drum | Request::Block => false,
        })
    }

    /// The reel on the magnetic tape station with this number, or `None` if the machine lacks the station.
    pub fn reel(&self, station: u16) -> Option<&Reel> {
        let is_there = self.devices.installation.has_station(station);
        is_there.then(|| self.devices.stations[usize::from(station) - 1].reel())
    }

    fn press_help(&mut self) -> bool {
        const LOCK: u16 = 512; // [F-HELP-2]
        if self.cpu.registers().by & LOCK != 0 {
            return false;
        }
        self.give_up();
        self.stopped = None;
        self.help = Some(Help::Save);
        true
    }

    fn reset(&mut self) {
        self.give_up();
        self.help = None;
        self.cpu.go_to(0);
        self.stopped = Some(StopCause::Manual);
    }

    /// Cancels the wait of an order. The next run of the machine fetches this order again.
    pub(crate) fn give_up(&mut self) {
        self.devices.typewriter.give_up();
        self.waiting = None;
    }

    fn set_next(&mut self, cell: Address, half: Half) {
        self.give_up();
        self.cpu.change(|registers| {
            registers.r1 = cell;
            registers.half = half;
        });
    }

    fn set_register(&mut self, register: Register, value: i64) {
        self.give_up();
        let ten_bits = Address::from(value).number();
        self.cpu.change(|registers| match register {
            Register::R => registers.r = value,
            Register::RMarks => registers.r_marks = Marks::from_bits(value as u8),
            Register::M => registers.m = value.cast_unsigned(),
            Register::S => registers.s = ten_bits,
            Register::P => registers.p = ten_bits,
            Register::In => registers.indicator = ten_bits,
            Register::By => registers.by = ten_bits,
            Register::Tk => registers.tk = ten_bits.into(),
        });
    }

    /// Prepares an empty machine to read its first tape. Puts the orders that read the tape into three cells,
    /// and clears the registers that these orders use. Sets r1 to the first of these cells. Afterwards, the
    /// operator mounts the tape and presses NORMAL START.
    pub fn key_bootstrap(&mut self) {
        for input in bootstrap() {
            self.feed(input);
        }
    }

    /// Like [`Machine::key_bootstrap`], but for the tape of the older monitor program HJÆLP. The machine
    /// stops at the end of the tape. The operator then presses the HELP button.  [F-BOOT-2]
    pub fn key_old_bootstrap(&mut self) {
        for input in old_bootstrap() {
            self.feed(input);
        }
    }
}
