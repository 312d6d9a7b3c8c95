//! Questions and what their answers do.

use super::app::{App, Motion};
use super::command::Command;
use super::forms::read_cell;
use super::prompt::{About, Prompt, Then};
use super::scene::{Focus, View};
use super::setting;
use anyhow::Result;
use gier_desk::debug::search::{Found, Wanted, find};
use gier_desk::debug::{Engine, Goal, place};
use gier_machine::Input;
use gier_word::DRUM_TRACKS;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

impl App {
    /// Opens the question that belongs to a command.
    pub(super) fn ask(&mut self, command: Command) {
        let next = self.engine.next().cell;
        let (about, question, typed) = match command {
            Command::Set if self.motion == Motion::Runs => {
                self.say("Registers and cells are set at a stop.");
                return;
            }
            Command::Set => (About::Set, "set (R 17, s 3, c41 hv 5):", String::new()),
            Command::ToCell => (About::ToCell, "run to cell (41, 41r):", String::new()),
            Command::GoTo => (About::GoTo, "show cell or track (41, t5):", String::new()),
            Command::Search => {
                (About::Search, "find (17, 0/256/0/0, or a piece of an order):", String::new())
            }
            _ => (About::Compare, "compare the track with ferrite from cell:", next.to_string()),
        };
        self.prompt = Some(Prompt::new(about, question, &typed));
    }

    /// Opens the question for a file.
    pub(super) fn ask_for_file(&mut self, command: Command) {
        let (about, question, typed) = match command {
            Command::Save => (About::Save, "save the machine as:", self.store.default_name("snap")),
            Command::Restore => {
                (About::Restore, "restore from (the session begins anew):", self.store.default_name("snap"))
            }
            Command::SavePaper => {
                (About::SavePaper, "save the paper as .txt and .svg:", self.store.default_name("paper"))
            }
            _ => (About::Mount, "mount the tape:", String::new()),
        };
        self.prompt = Some(Prompt::new(about, question, &typed));
    }

    /// A key while a question waits.
    pub(super) fn press_in_prompt(&mut self, event: &KeyEvent) {
        let Some(prompt) = &mut self.prompt else { return };
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        match event.code {
            KeyCode::Esc => {
                self.prompt = None;
                self.say("");
            }
            KeyCode::Char(key) if prompt.wants_one_key() => self.answer_with_key(key),
            KeyCode::Char('u') if control => prompt.clear(),
            KeyCode::Char(character) if !control => prompt.push(character),
            KeyCode::Backspace => prompt.pop(),
            KeyCode::Enter if !prompt.wants_one_key() => self.answer(),
            _ => {}
        }
    }

    /// Whether the future may be forgotten.
    fn answer_with_key(&mut self, key: char) {
        let Some(Prompt { about: About::Forget(then), .. }) = self.prompt.clone() else { return };
        match (key, then) {
            ('r', Then::Start) => {
                self.prompt = None;
                self.run(Goal::Free);
            }
            ('f', then) => {
                self.prompt = None;
                self.engine.forget_future();
                self.log();
                match then {
                    Then::Start => self.run(Goal::Free),
                    Then::Feed(input) => self.feed(input),
                    Then::Strike(character) => {
                        self.run(Goal::Free);
                        self.strike(character);
                    }
                }
            }
            _ => {}
        }
    }

    /// The line is finished.
    fn answer(&mut self) {
        let Some(prompt) = self.prompt.take() else { return };
        self.message.clear();
        let typed = prompt.typed().trim().to_string();
        let result = match &prompt.about {
            About::Set => self.set(&typed),
            About::ToCell => place::read(&typed).map(|at| self.run(Goal::Cell(at))),
            About::Break => place::read(&typed).map(|at| self.toggle_break(at)),
            About::GoTo => self.go_to(&typed),
            About::Search => self.search(&typed),
            About::Compare => place::read(&typed).map(|at| {
                self.look.compare = Some(at.cell.number());
                self.look.view = View::Drum;
            }),
            About::Mount => readable(self.mount(&typed)),
            About::Save => readable(self.save(&typed)),
            About::Restore => readable(self.restore(&typed)),
            About::SavePaper => readable(self.save_paper(&typed)),
            About::Forget(_) => Ok(()),
        };
        if let Err(error) = result {
            self.say(&error);
            // The line comes back, to be mended.
            self.prompt = Some(prompt.again(&error));
        }
    }

    fn set(&mut self, typed: &str) -> Result<(), String> {
        let inputs = setting::read(typed)?;
        if self.engine.future().is_some() {
            self.say("This is the past: f forgets what came after, then set again.");
            self.wish(inputs[0].clone());
            return Ok(());
        }
        for input in inputs {
            self.feed(input);
        }
        Ok(())
    }

    fn go_to(&mut self, typed: &str) -> Result<(), String> {
        if let Some(track) = typed.strip_prefix('t') {
            let track = track.parse::<usize>().ok().filter(|&track| track < DRUM_TRACKS);
            self.look.track = track.ok_or("the drum has the tracks t0-t319")? as u16;
            self.look.view = View::Drum;
            return Ok(());
        }
        let at = place::read(typed)?;
        self.look_at(Found::Ferrite(at.cell));
        Ok(())
    }

    /// Moves the cursor to a place.
    fn look_at(&mut self, place: Found) {
        self.focus = Focus::Desk;
        match place {
            Found::Ferrite(cell) => {
                self.look.view = View::Ferrite;
                self.look.cursor = cell.number();
                self.look.follow = false;
            }
            Found::Drum(track, cell) => {
                self.look.view = View::Drum;
                self.look.track = track.number();
                self.look.track_cursor = cell.into();
            }
        }
    }

    fn search(&mut self, typed: &str) -> Result<(), String> {
        if typed.is_empty() {
            return Err("type a value or a piece of an order:".to_string());
        }
        // A text that is no number, and a single order's name, is looked for in the listing.
        let digits = typed.starts_with(|first: char| first.is_ascii_digit() || "-+.fb".contains(first));
        self.wanted = Some(match read_cell(typed) {
            Ok(cell) if digits => Wanted::Value(cell),
            _ => Wanted::Order(typed.to_string()),
        });
        self.found = None;
        self.search_on();
        Ok(())
    }

    /// Finds the next place.
    pub(super) fn search_on(&mut self) {
        let Some(wanted) = &self.wanted else {
            self.say("Nothing was looked for yet: / asks what to find.");
            return;
        };
        match find(self.engine.machine(), wanted, self.found) {
            Some(found) => {
                self.found = Some(found);
                self.look_at(found);
                self.say(&match found {
                    Found::Ferrite(cell) => format!("Found in cell {cell}; n finds the next."),
                    Found::Drum(track, cell) => {
                        format!("Found on track {track}, cell {cell}; n finds the next.")
                    }
                });
            }
            None => self.say("Not found, neither in ferrite nor on the drum."),
        }
    }

    fn mount(&mut self, path: &str) -> Result<()> {
        let tape = self.store.tape(path)?;
        self.wish(Input::MountTape(tape));
        Ok(())
    }

    fn save(&mut self, path: &str) -> Result<()> {
        self.store.save_snapshot(path, self.engine.machine())?;
        self.say(&format!("Saved as {path}; `gier panel {path}` goes on from it."));
        Ok(())
    }

    fn restore(&mut self, path: &str) -> Result<()> {
        let machine = self.store.snapshot(path)?;
        let breaks = self.engine.breaks().clone();
        self.finish_log();
        self.engine = Engine::new(machine, breaks);
        // The log begins with the very machine that the session begins with.
        self.log_beginning();
        self.motion = Motion::Stands("restored".to_string());
        self.stand("restored");
        self.say(&format!("Restored from {path}. Paper and past begin anew."));
        self.restart_clock();
        Ok(())
    }

    fn save_paper(&mut self, path: &str) -> Result<()> {
        let [text, picture] = self.store.save_paper(path, self.engine.sheet())?;
        self.say(&format!("The paper is in {text} and {picture}."));
        Ok(())
    }
}

fn readable(result: Result<()>) -> Result<(), String> {
    result.map_err(|error| format!("{error:#}"))
}
