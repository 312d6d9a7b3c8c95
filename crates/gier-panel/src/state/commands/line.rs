//! The command line. It accepts every command of the panel, and every act that a script can have, such as
//! `ka on` or `who wrote 500`.

use super::Progress;
use crate::keys::table::{self, BINDINGS};
use crate::scene::Offer;
use crate::state::app::App;
use crate::state::prompt::{About, Prompt, Then};
use crate::state::run::host::PanelHost;
use crate::state::views::look::Answer;
use gier_desk::acts::{self, ACTS, Act, Group};
use gier_desk::attended::Ending;
use gier_desk::debug::language::{BackTarget, Which};
use gier_desk::debug::stops::Reached;
use gier_desk::session::{Fault, Obeyed, State};
use gier_word::Diagnostic;

/// Commands without a key, which you can only type on the command line, and their explanations.
const OWN: [(&str, &str); 4] = [
    ("acts", "all acts, and the expressions of the debugger"),
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

    /// Executes a line that you typed on the command line. A command of the panel goes before an act with the
    /// same name.
    pub(in crate::state) fn obey(&mut self, typed: &str, progress: Progress<'_>) -> Result<(), String> {
        if let Some(binding) = table::named(typed) {
            self.command(binding.command, progress);
            return Ok(());
        }
        let (verb, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
        match (verb, rest.trim()) {
            ("", _) => {}
            ("show", rest) => self.show_value(rest)?,
            ("mark", rest) => self.mark(rest)?,
            ("marks", "") => {
                let marks =
                    self.places.marks().iter().map(|(name, orders)| format!("{name}: order {orders}"));
                let marks: Vec<String> = marks.collect();
                let none = vec!["no moment has a name; M gives this one a name".to_string()];
                let title = self.look.say("marks").into_owned();
                self.say_lines(&title, if marks.is_empty() { none } else { marks });
            }
            ("acts", "") => {
                let help = [Group::Operator, Group::Debugger].map(|it| acts::help(it, self.look.language));
                let lines = help.join("\n\n").lines().map(str::to_string).collect();
                self.look.answer = Some(Answer::new(&self.look.say("acts"), lines));
            }
            _ if acts::is_act(typed) => return self.act(typed, progress),
            _ => {
                return Err(format!(
                    "no command or act begins with '{verb}'; Tab completes names, acts lists the acts"
                ));
            }
        }
        Ok(())
    }

    /// Obeys a line with an act, as a script does.
    fn act(&mut self, typed: &str, progress: Progress<'_>) -> Result<(), String> {
        let act = acts::act(typed, Some(self.session.engine().program()));
        match act.map_err(|fault| in_one_line(&fault))? {
            Some(act) => self.obey_act(typed, &act, progress),
            None => Ok(()),
        }
    }

    /// Whether the past begins anew with this act.
    fn begins_anew(&self, act: &Act) -> bool {
        match act {
            Act::Drum(_) | Act::Installation(_) => true,
            Act::Station(number, _) => !self.session.machine().installation().has_station(*number),
            _ => false,
        }
    }

    /// Obeys an act. `typed` is the title of its answer.
    pub(in crate::state) fn obey_act(
        &mut self,
        typed: &str,
        act: &Act,
        progress: Progress<'_>,
    ) -> Result<(), String> {
        if matches!(act, Act::Poke(..) | Act::Assign(..)) && self.session.runs() {
            return Err("stop the machine first, then set registers, cells and variables".to_string());
        }
        if matches!(act, Act::Back(_) | Act::End | Act::Statement(Which::Back)) {
            return self.travel_by(act, progress);
        }
        let earlier = self.begins_anew(act).then(|| self.session.clone());
        let lines = self.perform(typed, act, progress)?;
        if let (Some(_), Some(earlier)) = (&lines, earlier) {
            // A log cannot describe how this machine came out of the machine before, so another log begins.
            let now = std::mem::replace(&mut self.session, earlier);
            self.finish_log();
            self.session = now;
            self.begin_log(&self.session.machine().clone());
            (self.places, self.sources) = Default::default();
        }
        match (act, lines) {
            (Act::Who(_), Some(lines)) => self.tell_who(&lines),
            (Act::Set(_), Some(lines)) => {
                let number = self.session.engine().breaks().stops().last().map_or(0, |stop| stop.number);
                let said = format!("Stop {number}: {typed}. L lists all stops.");
                self.say_lines(typed, [said].into_iter().chain(lines).collect());
                self.keep_breaks();
            }
            (Act::Forget(_), Some(_)) => {
                self.say_done(typed, Some(Vec::new()));
                self.keep_breaks();
            }
            (_, lines) => self.say_done(typed, lines),
        }
        Ok(())
    }

    /// Obeys an act that goes to another moment of the session. The machine stands there.
    fn travel_by(&mut self, act: &Act, progress: Progress<'_>) -> Result<(), String> {
        self.session.halt("in the past");
        let here = self.orders();
        let lines = self.perform("", act, progress);
        if lines.is_ok() && *act != Act::Back(BackTarget::Orders(1)) {
            self.places.leave(here);
        }
        self.arrived();
        for line in lines?.into_iter().flatten() {
            self.talk.say(&line);
            self.values.add_message(format!("order {}: {line}", self.orders()));
        }
        if *act == Act::Back(BackTarget::Break) {
            // The heading shows the breakpoint that was hit.
            self.talk.say("");
            let why = self.reached();
            self.session.stand(&why);
        }
        Ok(())
    }

    /// Lets the session obey an act. Returns the lines that the act has printed, or `None` if it runs the
    /// machine now, or if you are asked first whether the later part of the session may be discarded.
    fn perform(
        &mut self,
        typed: &str,
        act: &Act,
        progress: Progress<'_>,
    ) -> Result<Option<Vec<String>>, String> {
        let now = self.session.machine().now();
        let mut host = PanelHost::new(&mut self.lamps, &mut self.store, progress, (now, now));
        let obeyed = self.session.obey(act, &mut host);
        let printed = host.printed;
        self.log();
        match obeyed {
            Ok(Obeyed::Done) => return Ok(Some(printed)),
            Ok(Obeyed::Working) => {
                self.begins();
                self.act = typed.to_string();
            }
            Err(Fault::Future) => self.ask_to_forget(Then::Obey(typed.to_string())),
            Err(fault) => return Err(fault.to_string()),
        }
        Ok(None)
    }

    /// Called when an act that has run the machine is over. The machine then stands, unless it waits.
    pub(in crate::state) fn obeyed(&mut self, result: Result<Option<String>, Fault>, printed: Vec<String>) {
        self.log();
        printed.iter().for_each(|line| self.values.add_message(line.clone()));
        let typed = std::mem::take(&mut self.act);
        if !printed.is_empty() {
            self.say_lines(&typed, printed);
        }
        let state = match result {
            Ok(state) => state,
            Err(fault) => {
                self.talk.say(&fault.to_string());
                None
            }
        };
        let has_met = matches!(self.session.engine().reached(), Some(Reached::Stop(..)));
        match (self.session.state(), self.session.machine().stopped()) {
            (State::AwaitsKey, _) => {}
            (State::AwaitsTape, _) => self.ended(Ending::AwaitingTape),
            (_, Some(cause)) => self.ended(Ending::Stopped(cause)),
            (State::Works | State::Stands(_) | State::Stopped(_), None) if has_met => {
                self.ended(Ending::Reached);
            }
            (State::Works | State::Stands(_) | State::Stopped(_), None) => {
                let why = state.unwrap_or_else(|| self.reached());
                self.session.halt(&why);
            }
        }
    }

    /// Shows what an act has printed, or says that it was done.
    fn say_done(&mut self, typed: &str, lines: Option<Vec<String>>) {
        match lines {
            Some(lines) if lines.is_empty() => self.talk.say(&format!("Done: {typed}.")),
            Some(lines) => self.say_lines(typed, lines),
            None => {}
        }
    }

    /// Shows a single line in the message line, and several lines on a page with this title.
    fn say_lines(&mut self, title: &str, lines: Vec<String>) {
        match lines.as_slice() {
            [line] => self.talk.say(line),
            _ => self.look.answer = Some(Answer::new(title, lines)),
        }
    }

    /// Adds an expression to the view of values.
    pub(in crate::state) fn show_value(&mut self, typed: &str) -> Result<(), String> {
        if typed.is_empty() {
            return Err("show needs a value: cell 500, floating M, a variable".to_string());
        }
        self.session.engine().expression(typed)?;
        self.values.show(typed)?;
        self.look.view = crate::scene::View::Values;
        Ok(())
    }

    /// Completes the word before the cursor. If several words fit, adds only the letters that they have in
    /// common.
    pub(in crate::state) fn complete(&mut self) {
        let names = self.session.engine().program().names(&self.session.engine().state());
        let Some(prompt) = self.talk.prompt.as_mut().filter(|prompt| prompt.about == About::Line) else {
            return;
        };
        let typed = prompt.before_cursor();
        let (begin, mut words) = acts::completions(&typed, &names);
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
                help: self.look.say(binding.help).into_owned(),
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
        let language = self.look.language;
        let acts = ACTS.iter().filter(|row| row.group != Group::Addition && row.forms().any(is_meant));
        let acts = acts.filter(|_| !typed.is_empty()).map(|row| act(row.form, row.help(language)));
        commands.chain(own).chain(acts).take(OFFERS_MAX).collect()
    }
}

/// A fault of a typed line, as one line.
fn in_one_line(fault: &Diagnostic) -> String {
    match fault.help.as_deref() {
        Some(help) if !help.is_empty() => format!("{}: {help}", fault.message),
        Some(_) | None => fault.message.clone(),
    }
}
