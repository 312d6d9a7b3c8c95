//! The keys of GIER's own desk. They act on the machine itself.

use crate::ink::figures::grouped;
use crate::ink::glow::{self, LampRow};
use crate::keys::table::Desk;
use crate::state::app::App;
use crate::state::prompt::{About, Prompt, Then};
use gier_desk::debug::stops::Goal;
use gier_desk::host::NoFiles;
use gier_desk::notation::explain::readable;
use gier_desk::notation::{place, search};
use gier_machine::input::REGISTERS;
use gier_machine::{Input, Machine, Register};
use gier_word::{Cell, Home, Marks};

impl App {
    pub(in crate::state) fn at_desk(&mut self, command: Desk) {
        let devices = self.session.machine().devices();
        let (desk, drum) = (&devices.desk, &devices.drum);
        match command {
            Desk::StartStop if self.session.runs() => self.session.halt("normal stop"),
            Desk::StartStop | Desk::Start => self.start(),
            Desk::Stop if self.session.runs() => self.session.halt("normal stop"),
            Desk::Stop => {}
            Desk::Reset => self.want(vec![Input::Reset]),
            Desk::HelpButton => self.want(vec![Input::Help]),
            Desk::Ka => self.want(vec![Input::Ka(!desk.ka)]),
            Desk::Kb => self.want(vec![Input::Kb(!desk.kb)]),
            Desk::ProtectTrack0 => self.want(vec![Input::ProtectTrack0(!drum.protect_track0)]),
            Desk::ProtectTracks1To31 => {
                self.want(vec![Input::ProtectTracks1To31(!drum.protect_tracks_1_to_31)])
            }
            Desk::ParityStop => self.want(vec![Input::ParityStop(!desk.parity_stop)]),
            Desk::Set if self.session.runs() => {
                self.talk.say("Stop the machine first, then set registers and cells.")
            }
            Desk::Set => self.talk.ask(Prompt::new(About::Set, "set (R 17, s 3, c41 hv 5):", "")),
            Desk::Mount => self.talk.ask(Prompt::new(About::Mount, "mount the tape:", "")),
        }
    }

    /// Presses the key *normal start*. If you have gone back in the session, first asks you whether to replay
    /// or to discard its later part.
    fn start(&mut self) {
        if self.session.runs() {
            return;
        }
        match self.session.engine().future() {
            Some(future) => {
                let ahead = future.saturating_sub(self.session.machine().orders());
                let question = format!(
                    "{} orders lie ahead: r replays them, f discards them, Esc cancels",
                    grouped(ahead)
                );
                self.talk.ask(Prompt::new(About::Forget(Then::Start), &question, ""));
            }
            None => self.run(Goal::Free),
        }
    }

    /// Feeds inputs to the machine. If you have gone back in the session, first asks you whether to discard
    /// its later part.
    pub(in crate::state) fn want(&mut self, inputs: Vec<Input>) {
        if self.session.engine().future().is_some() {
            self.ask_to_forget(Then::Feed(inputs));
        } else {
            self.feed_all(inputs);
        }
    }

    /// Feeds inputs to the machine, and says what they have changed.
    pub(in crate::state) fn feed_all(&mut self, inputs: Vec<Input>) {
        let before = self.now_by_hand();
        inputs.into_iter().for_each(|input| self.feed(input));
        self.say_by_hand(&before);
    }

    /// The machine, and how many inputs it has got, so that [`Self::say_by_hand`] can tell what changes.
    pub(super) fn now_by_hand(&self) -> (Machine, usize) {
        (self.session.machine().clone(), self.session.engine().timeline().inputs().len())
    }

    /// Says what was changed by hand since `now_by_hand` returned the parameter.
    pub(super) fn say_by_hand(&mut self, (before, count): &(Machine, usize)) {
        let now = self.session.machine();
        let inputs = self.session.engine().timeline().inputs();
        let changes = inputs.iter().skip(*count).filter_map(|logged| {
            let (name, is) = by_hand(now, &logged.input)?;
            let (_, was) = by_hand(before, &logged.input)?;
            (is != was).then(|| format!("{name} was {was}, is now {is}"))
        });
        let said = changes.collect::<Vec<_>>().join(", ");
        if !said.is_empty() {
            self.talk.say(&format!("{said}; z takes it back."));
        }
    }

    /// Feeds one input to the machine.
    fn feed(&mut self, input: Input) {
        let is_reset = input == Input::Reset;
        let is_help = input == Input::Help;
        let effect = self.session.feed_to(input, &mut NoFiles).expect("no file is written");
        self.log();
        if !effect {
            self.talk.say("That has no effect now.");
        } else if is_reset {
            self.session.halt("reset");
        } else if is_help && !self.session.runs() {
            self.run(Goal::Free);
        }
    }

    /// Types a character on GIER's typewriter. If the machine is stopped, only shows a message. If you have
    /// also gone back in the session, asks you instead whether to discard its later part.
    pub(in crate::state) fn want_to_strike(&mut self, character: char) {
        if self.session.runs() {
            self.strike(character);
        } else if self.session.engine().future().is_some() {
            self.ask_to_forget(Then::Strike(character));
        } else {
            self.talk.say("GIER is stopped: F2 starts it.");
        }
    }

    /// Handles a click on a lamp. If the machine is stopped, the lamp's bit is inverted.
    pub(in crate::state) fn invert_bit(&mut self, part: LampRow, bit: u8) {
        if self.session.runs() {
            self.talk.say("Stop the machine first, then click a lamp to invert its bit.");
            return;
        }
        let registers = self.session.machine().desk_registers();
        let is_one = glow::bits(&registers, part) >> bit & 1 == 1;
        let input = glow::set_bits(&registers, part, 1 << bit, !is_one);
        self.want(vec![input]);
    }
}

/// The register or cell that an input sets by hand, and its contents. `None` for other inputs.
pub(super) fn by_hand(machine: &Machine, input: &Input) -> Option<(String, String)> {
    let (registers, long) = (machine.desk_registers(), |bits| readable(Cell::new(bits, Marks::NONE)));
    let name = |register| REGISTERS.iter().find(|(known, _)| *known == register).map_or("", |(_, name)| name);
    Some(match *input {
        Input::SetRegister(register, _) => {
            let value = match register {
                Register::R => long(registers.r40()),
                Register::M => long(registers.m),
                Register::RMarks => registers.r_marks.letter().map_or("none".to_string(), String::from),
                Register::S => registers.s.to_string(),
                Register::P => registers.p.to_string(),
                Register::In => registers.indicator.to_string(),
                Register::By => registers.by.to_string(),
                Register::Tk => registers.tk.to_string(),
            };
            (name(register).to_string(), value)
        }
        Input::SetNext(..) => ("r1".to_string(), place::write(place::next(machine))),
        Input::SetCell(cell, _) => (format!("c{cell}"), machine.ferrite().read(cell).to_string()),
        Input::SetDrumCell(track, word, _) => {
            let home = Home::Drum(track, word);
            (format!("t{track}.{word}"), search::contents(machine, home).to_string())
        }
        _ => return None,
    })
}
