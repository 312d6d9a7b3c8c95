//! Commands for files and for the panel itself: snapshots, the paper, the session log.

use crate::keys::table::Files;
use crate::scene::Focus;
use crate::state::app::App;
use crate::state::files::programs::ListedProgram;
use crate::state::prompt::{About, Prompt};
use crate::state::views::look::Answer;
use crate::state::views::places::Places;
use crate::view::View;
use gier_desk::debug::Engine;
use gier_desk::host::Trouble;
use gier_desk::session::Session;
use gier_handbook::order::brief;
use gier_machine::{Input, Machine};
use gier_messages::{Speaker, say};
use gier_word::Content;

/// The width in columns of a page that explains an order.
const ENTRY_WIDTH: usize = 76;

impl App {
    pub(in crate::state) fn with_files(&mut self, command: Files) {
        let offer = |ending| self.store.default_name(ending);
        match command {
            Files::Program => {
                let names = self.programs.names();
                let question = "program for the drum (Up and Down choose; starts a new session):";
                self.talk.ask(Prompt::new(About::Program, question, names.first().unwrap_or(&"")));
            }
            Files::Save => self.talk.ask(Prompt::new(About::Save, "save the machine as:", &offer(".snap"))),
            Files::Restore => {
                let question = "restore from (starts a new session):";
                self.talk.ask(Prompt::new(About::Restore, question, &offer(".snap")));
            }
            Files::SavePaper => {
                let question = "save the paper as .txt and .svg:";
                self.talk.ask(Prompt::new(About::SavePaper, question, &offer("-paper")));
            }
            Files::Keys => {
                self.look.answer = self.order_under_cursor();
                if self.look.answer.is_none() {
                    self.look.help = Some(0);
                }
            }
            Files::Quit => self.quits = true,
        }
    }

    /// The handbook's entry for the order under the cursor, in the listing of the store or in the view of the
    /// drum. Returns `None` in other views, and while your keys go to the typewriter.
    fn order_under_cursor(&self) -> Option<Answer> {
        if self.look.focus == Focus::Typewriter {
            return None;
        }
        let machine = self.session.machine();
        let cell = match self.look.view {
            View::Ferrite => machine.ferrite().read(self.look.cursor),
            View::Drum => machine.drum().track(self.look.track)?[usize::from(self.look.track_cursor)],
            _ => return None,
        };
        let mut opcodes = match Content::decode(cell) {
            Content::Full(order) => vec![order.opcode],
            Content::Pair(left, right) => vec![left.opcode, right.opcode],
        };
        opcodes.dedup();
        let said = |text: &str| say(self.look.language, Speaker::Handbook, text).into_owned();
        let entries = opcodes.iter().map(|&opcode| brief(opcode).said(said).plain(ENTRY_WIDTH));
        let lines = entries.collect::<Vec<_>>().join("\n").lines().map(str::to_string).collect();
        let mnemonics: Vec<&str> = opcodes.iter().map(|opcode| opcode.mnemonic()).collect();
        let title = format!("{} (? shows the keys)", mnemonics.join(", "));
        Some(Answer { leads_to_keys: true, ..Answer::new(&self.look.say(&title), lines) })
    }

    /// Suggests another program as the answer: the next name of the list if `further` is true, otherwise the
    /// previous one.
    pub(in crate::state) fn offer_another(&mut self, further: bool) {
        let names = self.programs.names();
        let Some(prompt) = self.talk.prompt.as_mut().filter(|_| !names.is_empty()) else { return };
        let at = names.iter().position(|name| *name == prompt.typed()).unwrap_or(0);
        let next = (at + if further { 1 } else { names.len() - 1 }) % names.len();
        prompt.offer(names[next]);
    }

    /// Puts another program on the drum. A new session with a new machine begins, and the machine runs.
    pub(in crate::state) fn put_on_drum(&mut self, typed: &str) -> Result<(), String> {
        let ListedProgram { name, image, texts } = self.programs.program(typed)?;
        let machine = Machine::with_image(&image);
        self.finish_log();
        self.store.begin_anew(name);
        self.image = name.to_ascii_uppercase();
        self.begin_log(&machine);
        self.session = Session::new(machine);
        self.places = Places::default();
        self.load_sources(&image, texts);
        self.look.focus = Focus::Typewriter;
        self.talk.say(&format!("{name} is on the drum. A new session has started."));
        self.restart_pace();
        Ok(())
    }

    pub(in crate::state) fn mount(&mut self, name: &str) -> Result<(), Trouble> {
        let tape = self.store.tape(name)?;
        self.want(vec![Input::MountTape(tape)]);
        Ok(())
    }

    pub(in crate::state) fn save(&mut self, name: &str) -> Result<(), Trouble> {
        self.store.save_snapshot(name, self.session.machine())?;
        self.talk.say(&format!("Saved as {name}; `gier panel {name}` continues from it."));
        Ok(())
    }

    pub(in crate::state) fn restore(&mut self, name: &str) -> Result<(), Trouble> {
        let machine = self.store.snapshot(name)?;
        let breaks = self.session.engine().breaks().clone();
        self.finish_log();
        // The log must begin with the machine that was loaded, so it begins here.
        self.begin_log(&machine);
        let program = self.session.program().cloned();
        self.session = Session::of(Engine::new(machine, breaks));
        program.iter().for_each(|program| self.session.know(program));
        self.places = Places::default();
        self.session.stand("restored");
        self.talk.say(&format!("Restored from {name}. A new session has started."));
        self.restart_pace();
        Ok(())
    }

    pub(in crate::state) fn save_paper(&mut self, name: &str) -> Result<(), Trouble> {
        let [text, picture] = self.store.save_paper(name, self.session.engine().sheet())?;
        self.talk.say(&format!("The paper is in {text} and {picture}."));
        Ok(())
    }

    /// Begins the log of a session. `start` is the state of the machine at the beginning of the session.
    pub(in crate::state) fn begin_log(&mut self, start: &Machine) {
        let result = self.store.begin_log(start);
        self.complain(result);
    }

    /// Appends to the log the inputs that were made since the last call.
    pub(in crate::state) fn log(&mut self) {
        let result = self.store.log_inputs(self.session.engine().timeline());
        self.complain(result);
    }

    /// Writes the whole log again. This is necessary after the session was replaced by another version of it.
    pub(in crate::state) fn log_anew(&mut self) {
        let result = self.store.log_anew(self.session.engine().timeline());
        self.complain(result);
    }

    pub(in crate::state) fn finish_log(&mut self) {
        self.session.finish();
        let result = self.store.end_log(self.session.engine().timeline());
        self.complain(result);
    }

    /// The name of the log's file, or `None` if there is no log.
    pub fn log_name(&self) -> Option<String> {
        self.store.log_name().map(Into::into)
    }

    /// Ends the session. Returns the name of the log's file, or `None` if there is no log.
    pub fn finish(&mut self) -> Option<String> {
        let name = self.log_name();
        self.finish_log();
        name
    }
}
