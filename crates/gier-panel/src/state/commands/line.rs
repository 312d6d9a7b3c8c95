//! The command line. It accepts every command of the panel, and every act (command of the debugger), such
//! as `who wrote 500`.

use super::{Progress, looked_through};
use crate::keys::table::{self, BINDINGS};
use crate::scene::Offer;
use crate::state::app::App;
use crate::state::prompt::{About, Prompt};
use crate::state::views::look::Answer;
use gier_desk::debug::help::{self, DEBUG_HELP};
use gier_desk::debug::language::{self, DebugAct, Item, Which};
use gier_desk::debug::stops::Goal;
use gier_desk::host::NoFiles;
use gier_desk::notation::setting;

/// Commands without a key, which you can only type on the command line, and their explanations.
const OWN: [(&str, &str); 4] = [
    ("acts", "the acts of the debugger, and its expressions"),
    ("mark sum", "give this moment the name sum"),
    ("marks", "the moments that have a name"),
    ("show floating cell 500", "keep the value of an expression in view"),
];
/// The maximum number of suggestions shown.
const OFFERS_MAX: usize = 8;

impl App {
    pub(in crate::state) fn ask_for_command(&mut self) {
        self.talk.ask(Prompt::new(About::Line, ":", ""));
    }

    /// Executes a line that you typed on the command line.
    pub(in crate::state) fn obey(&mut self, typed: &str, progress: Progress<'_>) -> Result<(), String> {
        if let Some(binding) = table::named(typed) {
            self.command(binding.command, progress);
            return Ok(());
        }
        let (verb, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
        match (verb, rest.trim()) {
            ("", _) => Ok(()),
            ("show", rest) => self.show_value(rest),
            ("mark", rest) => self.mark(rest),
            ("marks", "") => {
                let marks =
                    self.places.marks().iter().map(|(name, orders)| format!("{name}: order {orders}"));
                let marks: Vec<String> = marks.collect();
                let none = vec!["no moment has a name; M gives this one a name".to_string()];
                self.say_lines("marks", if marks.is_empty() { none } else { marks });
                Ok(())
            }
            ("acts", "") => {
                let lines = DEBUG_HELP.lines().map(str::to_string).collect();
                self.look.answer = Some(Answer::new("acts of the debugger", lines));
                Ok(())
            }
            _ if language::VERBS.contains(&verb) => {
                let act =
                    language::debug_act(typed, Some(self.session.engine.program())).map_err(|fault| {
                        match fault.help {
                            Some(help) => format!("{}: {help}", fault.message),
                            None => fault.message,
                        }
                    })?;
                self.debug_act(typed, act, progress)
            }
            _ => Err(format!(
                "no command or act begins with '{verb}'; Tab completes names, acts lists the acts"
            )),
        }
    }

    fn debug_act(&mut self, typed: &str, act: DebugAct, progress: Progress<'_>) -> Result<(), String> {
        self.perform(typed, act, progress)?;
        // The act `tell` shows its warnings itself. The warnings that are left come from other acts.
        let warnings = self.session.engine.take_told();
        if !warnings.is_empty() {
            let said = std::mem::take(&mut self.talk.message);
            self.say_lines(
                typed,
                [said].into_iter().filter(|said| !said.is_empty()).chain(warnings).collect(),
            );
        }
        Ok(())
    }

    fn perform(&mut self, typed: &str, act: DebugAct, progress: Progress<'_>) -> Result<(), String> {
        match act {
            DebugAct::Set(stop) => {
                let number = self.session.engine.add_stop(*stop)?;
                self.talk.say(&format!("Stop {number}: {typed}. L lists all stops."));
                self.keep_breaks();
            }
            DebugAct::Forget(None) => {
                self.session.engine.breaks_mut().clear();
                self.talk.say("All stops removed.");
                self.keep_breaks();
            }
            DebugAct::Forget(Some(number)) => {
                if !self.session.engine.breaks_mut().remove(number) {
                    return Err(format!("there is no stop {number}; L lists all stops"));
                }
                self.talk.say(&format!("Stop {number} removed."));
                self.keep_breaks();
            }
            DebugAct::Continue => self.run(Goal::Free),
            DebugAct::Step(_) => {
                self.session.debug_act(&act, &mut NoFiles).map_err(|fault| fault.to_string())?;
            }
            DebugAct::Over => self.run(self.session.engine.over()),
            DebugAct::Out
                if self.session.engine.program().frames(&self.session.engine.state()).is_empty() =>
            {
                self.run(Goal::Return);
            }
            DebugAct::Out => self.statement(Which::Outside),
            DebugAct::Line(Which::Back) => self.statement_back(progress),
            DebugAct::Line(which) => self.statement(which),
            DebugAct::Back(target) => self.go_back(&target, progress),
            DebugAct::End => self.jump(u64::MAX),
            DebugAct::Who(None) => self.ask_again(progress),
            DebugAct::Who(Some(written)) => {
                let home = self.session.engine.home_of(&written)?;
                self.ask_who(home, self.session.machine().orders().into(), progress);
            }
            DebugAct::Tell(items) => self.print_values(typed, &items, progress)?,
            DebugAct::Poke(name, value) => {
                let tracks = self.session.machine().installation().tracks;
                let inputs = setting::read(&format!("{name} {value}"), tracks)?;
                if self.session.runs() {
                    return Err("stop the machine first, then set registers and cells".to_string());
                }
                self.want(inputs);
            }
            DebugAct::Assign(variable, value) => {
                let input = self.session.engine.assignment(&variable, &value)?;
                if self.session.runs() {
                    return Err("registers and cells are set at a stop".to_string());
                }
                self.want(vec![input]);
            }
        }
        Ok(())
    }

    fn print_values(&mut self, typed: &str, items: &[Item], progress: Progress<'_>) -> Result<(), String> {
        let mut lines = self.session.engine.take_told();
        let all = self.session.machine().orders();
        lines.extend(self.session.engine.describe(items, &mut looked_through(all, progress))?);
        self.say_lines(typed, lines);
        Ok(())
    }

    /// Shows a single line in the message line, and several lines on a page with this title.
    fn say_lines(&mut self, title: &str, lines: Vec<String>) {
        match lines.as_slice() {
            [line] => self.talk.say(line),
            [] => self.talk.say("There is nothing to show."),
            _ => self.look.answer = Some(Answer::new(title, lines)),
        }
    }

    /// Adds an expression to the view of values.
    pub(in crate::state) fn show_value(&mut self, typed: &str) -> Result<(), String> {
        if typed.is_empty() {
            return Err("show needs a value: cell 500, floating M, a variable".to_string());
        }
        self.session.engine.expression(typed)?;
        self.values.show(typed)?;
        self.look.view = crate::scene::View::Values;
        Ok(())
    }

    /// Completes the word before the cursor. If several words fit, adds only the letters that they have in
    /// common.
    pub(in crate::state) fn complete(&mut self) {
        let names = self.session.engine.program().names(&self.session.engine.state());
        let Some(prompt) = self.talk.prompt.as_mut().filter(|prompt| prompt.about == About::Line) else {
            return;
        };
        let typed = prompt.before_cursor();
        let (begin, mut words) = help::completions(&typed, &names);
        let labels = BINDINGS.iter().map(|binding| binding.label).filter(|label| label.starts_with(&typed));
        let own = OWN.iter().filter_map(|(name, _)| name.split(' ').next());
        let own = own.filter(|name| name.starts_with(&typed));
        let whole: Vec<String> = labels.chain(own).map(str::to_string).collect();
        if begin == 0 {
            words.extend(whole);
        } else if !whole.is_empty() {
            // The typed words begin the name of a command, such as `statement back`. The rest of the name is
            // added.
            words = whole.iter().map(|label| label[begin..].to_string()).collect();
        }
        words.sort();
        words.dedup();
        let Some(first) = words.first() else { return };
        let is_common = |length: &usize| {
            first.is_char_boundary(*length) && words.iter().all(|word| word.starts_with(&first[..*length]))
        };
        let common = (0..=first.len()).rev().find(is_common).unwrap_or(0);
        let rest = first[..common].strip_prefix(&typed[begin..]).unwrap_or("");
        let rest = if words.len() == 1 { format!("{rest} ") } else { rest.to_string() };
        rest.chars().for_each(|character| prompt.push(character));
    }

    /// The commands and acts that begin with the text that you have typed on the command line.
    pub(in crate::state) fn offers(&self) -> Vec<Offer> {
        let Some(prompt) = self.talk.prompt.as_ref().filter(|prompt| prompt.about == About::Line) else {
            return Vec::new();
        };
        let typed = prompt.typed().trim_start().to_string();
        let first = typed.split(' ').next().unwrap_or("");
        let commands =
            BINDINGS.iter().filter(|binding| binding.label.starts_with(&typed)).map(|binding| Offer {
                name: binding.label.to_string(),
                keys: self.keys.written(binding.command),
                help: binding.meaning(self.look.danish).to_string(),
            });
        let act = |name: &str, help: &str| Offer {
            name: name.to_string(),
            keys: String::new(),
            help: help.to_string(),
        };
        // After the verb of an act is typed, all forms of that act are suggested.
        let is_meant = |name: &str| {
            name.starts_with(&typed) || (typed.contains(' ') && name.split(' ').next() == Some(first))
        };
        let own = OWN.iter().filter(|(name, _)| is_meant(name)).map(|(name, help)| act(name, help));
        let acts = help::acts()
            .filter(|(name, _)| language::VERBS.contains(&name.split([' ', ',']).next().unwrap_or("")));
        let acts = acts.filter(|(name, _)| !typed.is_empty() && is_meant(name));
        commands.chain(own).chain(acts.map(|(name, help)| act(name, help))).take(OFFERS_MAX).collect()
    }
}
