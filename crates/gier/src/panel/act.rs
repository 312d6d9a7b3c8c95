//! What the commands do, and the keys and clicks that lead to them.

use super::advance::stopped;
use super::app::{App, Motion};
use super::command::Command;
use super::keys;
use super::prompt::{About, Prompt, Then};
use super::scene::{Focus, Part, Target, View};
use crate::host::pacer::Speed;
use gier_desk::debug::{Goal, Outcome, place};
use gier_machine::timeline::{Position, Reversed};
use gier_machine::{Input, Place, Register};
use gier_word::{Address, Cell, FERRITE_CELLS, Half, Marks, TRACK_CELLS};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Told during a long way through time how much of it is done, of all; false gives up.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// The slowest and the fastest speed that the keys go to.
const SPEEDS: (f64, f64) = (1.0 / 1024.0, 65_536.0);

impl App {
    /// A key was pressed.
    pub fn press(&mut self, event: &KeyEvent, progress: Progress<'_>) {
        if event.kind == KeyEventKind::Release {
            return;
        }
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        if control && event.code == KeyCode::Char('c') {
            self.quit();
        } else if self.prompt.is_some() {
            self.press_in_prompt(event);
        } else if self.look.help.is_some() {
            self.press_in_help(event);
        } else if let Some(command) = keys::command(event, self.focus == Focus::Typewriter) {
            self.command(command, progress);
        } else if self.focus == Focus::Typewriter {
            match event.code {
                KeyCode::Enter => self.wish_to_strike('\n'),
                KeyCode::Char('j' | 'm') if control => self.wish_to_strike('\n'),
                KeyCode::Char(character) if !control => self.wish_to_strike(character),
                KeyCode::Backspace => self.say("What is struck is struck: no key takes a character back."),
                _ => {}
            }
        }
    }

    fn press_in_help(&mut self, event: &KeyEvent) {
        let page = self.drawn.page.saturating_sub(2).max(1) as usize;
        let top = self.look.help.unwrap_or(0);
        self.look.help = match event.code {
            KeyCode::Up => Some(top.saturating_sub(1)),
            KeyCode::Down => Some((top + 1).min(200)),
            KeyCode::PageUp => Some(top.saturating_sub(page)),
            KeyCode::PageDown | KeyCode::Char(' ') => Some((top + page).min(200)),
            _ => None,
        };
    }

    /// A click, or a turn of the wheel: lines down, negative for up.
    pub fn click(&mut self, column: u16, row: u16, progress: Progress<'_>) {
        if self.look.help.take().is_some() {
            return;
        }
        match self.drawn.hits.at(column, row) {
            Some(Target::Command(command)) if self.prompt.is_none() => self.command(command, progress),
            Some(Target::Paper) => self.focus = Focus::Typewriter,
            Some(Target::Row(View::Drum, row)) => {
                self.focus = Focus::Desk;
                self.look.view = View::Drum;
                self.look.track_cursor = row;
            }
            Some(Target::Row(_, row)) => {
                self.focus = Focus::Desk;
                self.look.view = View::Ferrite;
                self.look.cursor = row;
                self.look.follow = false;
            }
            Some(Target::Lamp(part, bit)) => self.turn_bit(part, bit),
            _ => {}
        }
    }

    /// The wheel of the mouse: lines down, negative for up.
    pub fn wheel(&mut self, lines: i32) {
        self.scroll(lines);
    }

    /// Does what is asked for.
    pub fn command(&mut self, command: Command, progress: Progress<'_>) {
        self.message.clear();
        match command {
            Command::StartStop if self.motion == Motion::Runs => self.stop(),
            Command::Stop if self.motion == Motion::Runs => self.stop(),
            Command::Stop => {}
            Command::StartStop | Command::Start => self.start(),
            Command::Single => self.single(),
            Command::Reset => self.wish(Input::Reset),
            Command::HelpButton => self.wish(Input::Help),
            Command::Ka => self.wish(Input::Ka(!self.engine.machine().view().ka)),
            Command::Kb => self.wish(Input::Kb(!self.engine.machine().view().kb)),
            Command::ProtectTrack0 => {
                self.wish(Input::ProtectTrack0(!self.engine.machine().view().protect_track0));
            }
            Command::ProtectTracks1To31 => {
                let on = self.engine.machine().view().protect_tracks_1_to_31;
                self.wish(Input::ProtectTracks1To31(!on));
            }
            Command::ParityStop => self.wish(Input::ParityStop(!self.engine.machine().view().parity_stop)),
            Command::Over => self.run(self.engine.over()),
            Command::ToReturn => self.run(Goal::Return),
            Command::ToSymbol => self.run(Goal::Symbol),
            Command::ToDrum => self.run(Goal::Drum),
            Command::Break => self.break_at_cursor(),
            Command::Back | Command::RunBack | Command::First | Command::Last => {
                self.travel(command, progress)
            }
            Command::Slower => self.change_speed(0.5),
            Command::Faster => self.change_speed(2.0),
            Command::RealSpeed => self.set_speed(Speed::Times(1.0)),
            Command::FlatOut => self.set_speed(Speed::Max),
            Command::Quit => self.quit(),
            Command::SearchNext => self.search_on(),
            Command::Save | Command::Restore | Command::SavePaper | Command::Mount => {
                self.ask_for_file(command)
            }
            Command::Set | Command::ToCell | Command::GoTo | Command::Search | Command::Compare => {
                self.ask(command)
            }
            Command::Up => self.scroll(-1),
            Command::Down => self.scroll(1),
            Command::PageUp => self.scroll(-(self.drawn.page.max(2) as i32 - 1)),
            Command::PageDown => self.scroll(self.drawn.page.max(2) as i32 - 1),
            Command::Focus
            | Command::NextView
            | Command::NextForm
            | Command::NextCellForm
            | Command::Follow
            | Command::Keys => {
                self.look_otherwise(command);
            }
        }
    }

    fn look_otherwise(&mut self, command: Command) {
        match command {
            Command::Focus => {
                self.focus = match self.focus {
                    Focus::Typewriter => Focus::Desk,
                    Focus::Desk => Focus::Typewriter,
                };
                self.say(match self.focus {
                    Focus::Typewriter => "The keys are the typewriter's.",
                    Focus::Desk => "The keys are the desk's.",
                });
            }
            Command::NextView => self.look.view = self.look.view.next(),
            Command::NextForm => {
                self.look.form = self.look.form.next();
                self.say(&format!("Registers as {}.", self.look.form.name()));
            }
            Command::NextCellForm => {
                self.look.cells = self.look.cells.next();
                self.say(&format!("Cells as {}.", self.look.cells.name()));
            }
            Command::Follow => self.look.follow = !self.look.follow,
            _ => self.look.help = Some(0),
        }
    }

    fn stop(&mut self) {
        self.stand("normal stop");
    }

    /// Normal start; in the past it asks first.
    fn start(&mut self) {
        if self.motion == Motion::Runs {
            return;
        }
        if let Some(future) = self.engine.future() {
            let ahead = future.saturating_sub(self.engine.machine().orders());
            let question = format!("{ahead} orders lie ahead: r replays them, f forgets them, Esc stays");
            self.prompt = Some(Prompt::new(About::Forget(Then::Start), &question, ""));
        } else {
            self.run(Goal::Free);
        }
    }

    fn single(&mut self) {
        let outcome = self.engine.single();
        self.log();
        match outcome {
            Outcome::AwaitingKey | Outcome::AwaitingTape => {
                self.motion = Motion::Runs;
                self.ended(outcome);
            }
            Outcome::Stopped(cause) => self.stand(&stopped(cause)),
            _ => self.stand("single order"),
        }
    }

    /// Through time: exact, with all that was printed and typed.
    fn travel(&mut self, command: Command, progress: Progress<'_>) {
        let now = self.engine.machine().orders();
        self.stand("in the past");
        match command {
            Command::Back => self.engine.back(),
            Command::First => self.engine.first(),
            Command::Last => self.engine.last(),
            _ if self.engine.breaks().is_empty() => {
                self.engine.first();
                self.say("There is no breakpoint: this is the beginning of the session.");
            }
            _ => {
                let report = |position: Position| progress(now - position.orders.min(now), now);
                match self.engine.run_back(report) {
                    Reversed::Found => {
                        let at = place::write(self.engine.next());
                        self.motion = Motion::Stands(format!("breakpoint {at}"));
                    }
                    Reversed::Never => {
                        self.engine.first();
                        self.say("No breakpoint was met before: this is the beginning of the session.");
                    }
                    Reversed::GivenUp => self.say("Given up; nothing has moved."),
                }
            }
        }
        if self.engine.future().is_none()
            && matches!(self.motion, Motion::Stands(ref why) if why == "in the past")
        {
            self.motion = Motion::Stands("the latest moment".to_string());
        }
        self.restart_clock();
    }

    fn change_speed(&mut self, factor: f64) {
        let speed = match self.speed {
            Speed::Times(times) => Speed::Times((times * factor).clamp(SPEEDS.0, SPEEDS.1)),
            Speed::Max if factor < 1.0 => Speed::Times(SPEEDS.1),
            Speed::Max => Speed::Max,
        };
        self.set_speed(speed);
    }

    fn break_at_cursor(&mut self) {
        if self.look.view == View::Paper && self.look.follow {
            let next = place::write(self.engine.next());
            self.prompt = Some(Prompt::new(About::Break, "breakpoint at (41, 41r):", &next));
            return;
        }
        let cell = Address::new(self.look.cursor);
        let left = Place { cell, half: Half::Left };
        let is_pair = self.engine.machine().ferrite().read(cell).marks().a();
        if self.look.follow {
            self.toggle_break(Place { cell, half: self.engine.next().half });
        } else if is_pair {
            // Of two orders: on the left one, the right one, both, none.
            if self.engine.breaks().contains(left) {
                self.toggle_break(Place { cell, half: Half::Right });
            }
            self.toggle_break(left);
            self.say_breaks_of(cell);
        } else {
            self.toggle_break(left);
        }
    }

    fn say_breaks_of(&mut self, cell: Address) {
        let there = |half| self.engine.breaks().contains(Place { cell, half });
        let said = match (there(Half::Left), there(Half::Right)) {
            (false, false) => format!("No breakpoint any more at {cell}."),
            (true, false) => format!("Breakpoint at {cell}; b again: at its right half {cell}r."),
            (false, true) => format!("Breakpoint at {cell}r; b again: at both halves."),
            (true, true) => format!("Breakpoints at {cell} and {cell}r; b again: none."),
        };
        self.say(&said);
    }

    /// Sets or removes a breakpoint and writes the file.
    pub(super) fn toggle_break(&mut self, at: Place) {
        let there = self.engine.toggle_break(at);
        let verb = if there { "Breakpoint at" } else { "No breakpoint any more at" };
        self.say(&format!("{verb} {}.", place::write(at)));
        let result = self.store.save_breaks(self.engine.breaks());
        self.complain(result);
    }

    /// Moves the cursor or the paper by lines.
    fn scroll(&mut self, lines: i32) {
        let moved = |from: usize, most: usize| (from as i64 + lines as i64).clamp(0, most as i64) as usize;
        let view = if self.focus == Focus::Typewriter { View::Paper } else { self.look.view };
        match view {
            View::Paper => {
                let most = self.engine.sheet().lines().len().saturating_sub(1);
                let scroll = self.look.paper_scroll as i64 - lines as i64;
                self.look.paper_scroll = scroll.clamp(0, most as i64) as usize;
            }
            View::Ferrite => {
                self.look.follow = false;
                self.look.cursor = moved(self.look.cursor as usize, FERRITE_CELLS - 1) as u16;
            }
            View::Drum if lines.abs() > 1 => {
                self.look.track = (self.look.track as i32 + lines.signum()).clamp(0, 319) as u16;
            }
            View::Drum => {
                self.look.track_cursor = moved(self.look.track_cursor as usize, TRACK_CELLS - 1) as u16
            }
            View::History => {
                let scroll = self.look.history_scroll as i64 - lines as i64;
                self.look.history_scroll = scroll.clamp(0, 65_000) as usize;
            }
        }
    }

    /// Feeds an input; in the past it asks first.
    pub(super) fn wish(&mut self, input: Input) {
        if self.engine.future().is_some() {
            self.ask_to_forget(Then::Feed(input));
        } else {
            self.feed(input);
        }
    }

    /// Feeds an input.
    pub(super) fn feed(&mut self, input: Input) {
        let is_reset = input == Input::Reset;
        let is_help = input == Input::Help;
        let effect = self.engine.feed(input);
        self.log();
        self.waits = None;
        if !effect {
            self.say("That had no effect now.");
        } else if is_reset {
            self.stand("reset");
        } else if is_help && self.motion != Motion::Runs {
            self.run(Goal::Free);
        }
    }

    fn wish_to_strike(&mut self, character: char) {
        if self.engine.future().is_some() && self.motion != Motion::Runs {
            self.ask_to_forget(Then::Strike(character));
        } else if let Motion::Stands(_) = self.motion {
            self.say("GIER stands still: F2 starts it.");
        } else {
            self.strike(character);
        }
    }

    fn ask_to_forget(&mut self, then: Then) {
        let question = "What came after this moment would be forgotten: f forgets it, Esc stays";
        self.prompt = Some(Prompt::new(About::Forget(then), question, ""));
    }

    /// A click on a lamp: at a stop it turns the bit.
    fn turn_bit(&mut self, part: Part, bit: u8) {
        if self.motion == Motion::Runs {
            self.say("Bits are turned at a stop.");
            return;
        }
        let view = self.engine.machine().view();
        let registers = self.engine.machine().cpu().registers();
        let ten = |value: u16| (value ^ 1 << bit.min(9)) as i64;
        let input = match part {
            Part::R => Input::SetRegister(Register::R, registers.r ^ 1 << bit),
            Part::RMarks => Input::SetRegister(Register::RMarks, (view.r_marks.bits() ^ 1 << bit).into()),
            Part::M => Input::SetRegister(Register::M, (view.m ^ 1 << bit) as i64),
            Part::Order => Input::SetCell(view.r1, turned(view.order, bit)),
            Part::R1 => Input::SetNext(ten(view.r1.number()).into(), view.half),
            Part::S => Input::SetRegister(Register::S, ten(view.s)),
            Part::P => Input::SetRegister(Register::P, ten(view.p)),
            Part::By => Input::SetRegister(Register::By, ten(view.by)),
            Part::Tk => Input::SetRegister(Register::Tk, ten(view.tk)),
            Part::In => Input::SetRegister(Register::In, ten(view.indicator)),
        };
        self.wish(input);
    }

    /// Leaves.
    pub(super) fn quit(&mut self) {
        self.quits = true;
    }
}

/// A cell with one of its lamps turned: the marks are the last two.
fn turned(cell: Cell, bit: u8) -> Cell {
    match bit {
        0 | 1 => cell.with_marks(Marks::from_bits(cell.marks().bits() ^ 1 << bit)),
        _ => cell.with_bits(cell.bits() ^ 1 << (bit - 2)),
    }
}
