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
use gier_messages::{Language, Speaker, say};

/// Commands without a key, which you can only type on the command line, and their explanations.
const OWN: [(&str, &str); 4] = [
    ("acts", "all acts, and the expressions of the debugger"),
    ("mark sum", "give this moment the name sum"),
    ("marks", "the moments that have a name"),
    ("show floating cell 500", "keep the value of an expression in view"),
];
/// What the list says if it is empty.
const NO_OFFER: &str = "no command or act has this in its name, its explanation or its key";
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
                    self.places.marks().iter().map(|(name, orders)| format!("{name}: after {orders} orders"));
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

    /// Obeys a line for a key or a click, and shows a fault in the message line.
    pub(in crate::state) fn obey_by_key(&mut self, line: &str, progress: Progress<'_>) {
        self.obey(line, progress).unwrap_or_else(|error| self.talk.say(&error));
    }

    /// Executes the row of the list that you have chosen. If there is none, executes what you have typed. An
    /// act is first put on the line, because you must write its operands.
    pub(super) fn enter(
        &mut self,
        typed: &str,
        chosen: Option<usize>,
        progress: Progress<'_>,
    ) -> Result<(), String> {
        match self.meant(typed, chosen) {
            Some(name) if table::named(&name).is_none() => {
                // A row can list several forms of an act. The one that was meant has the typed text.
                let form = name.split(", ").find(|form| form.contains(typed)).unwrap_or(&name);
                let mut line = Prompt::new(About::Line, ":", form.trim_end_matches(" …"));
                line.go(0);
                self.talk.ask(line);
                Ok(())
            }
            meant => self.obey(meant.as_deref().unwrap_or(typed), progress),
        }
    }

    /// The name in the row of the list that was chosen. If none was, and the line is no command or act, the
    /// only name in the list.
    fn meant(&self, typed: &str, chosen: Option<usize>) -> Option<String> {
        let verb = typed.split(' ').next().unwrap_or("");
        let is_own = OWN.iter().any(|(name, _)| name.split(' ').next() == Some(verb));
        let is_known = table::named(typed).is_some() || is_own || acts::is_act(typed);
        let offers = self.offers_for(typed);
        match (chosen, offers.as_slice()) {
            (Some(row), offers) => offers.get(row).map(|offer| offer.name.clone()),
            (None, [offer]) if !is_known => Some(offer.name.clone()),
            (None, _) => None,
        }
    }

    /// Obeys a line with an act, as a script does.
    fn act(&mut self, typed: &str, progress: Progress<'_>) -> Result<(), String> {
        let act = acts::act(typed, Some(self.session.engine().program()));
        match act.map_err(|fault| acts::in_one_line(&fault))? {
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
        let is_by_hand = matches!(act, Act::Poke(..) | Act::Assign(..));
        if is_by_hand && self.session.runs() {
            return Err("stop the machine first, then set registers, cells and variables".to_string());
        }
        if matches!(act, Act::Back(_) | Act::End | Act::Statement(Which::Back)) {
            return self.travel_by(act, progress);
        }
        let before = is_by_hand.then(|| self.now_by_hand());
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
                self.say_lines(typed, if lines.is_empty() { vec![said] } else { lines });
                self.keep_breaks();
            }
            (Act::Origin(_) | Act::More(_), Some(lines)) => self.tell_origins(typed, lines),
            (Act::Forget(_), Some(_)) => {
                self.say_done(typed, Some(Vec::new()));
                self.keep_breaks();
            }
            (_, lines) => self.say_done(typed, lines),
        }
        if let Some(before) = before {
            self.say_by_hand(&before);
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
            self.values.add_message(format!("after {} orders: {line}", self.orders()));
        }
        if *act == Act::Back(BackTarget::Break) {
            // The heading shows the breakpoint that was hit.
            self.talk.say("");
            self.session.stand(&self.reached_in_short());
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

    /// Shows where a value came from. On the page, a digit goes on with one of the lines.
    fn tell_origins(&mut self, typed: &str, mut lines: Vec<String>) {
        let origins = self.session.origins().min(lines.len());
        if origins > 1 {
            (1..).zip(&mut lines[..origins]).for_each(|(number, line)| *line = format!("{number} {line}"));
            lines.push(self.look.say("A digit goes on with what this line has read.").into_owned());
        }
        self.say_lines(typed, lines);
        if let Some(page) = &mut self.look.answer {
            page.origins = origins;
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
        match self.talk.prompt.as_ref().filter(|prompt| prompt.about == About::Line) {
            Some(prompt) => {
                let offers = self.offers_for(prompt.typed().trim_start());
                let none = say(self.look.language, Speaker::Message, NO_OFFER).into_owned();
                let none = Offer { help: none, ..Offer::default() };
                if offers.is_empty() { vec![none] } else { offers }
            }
            None => Vec::new(),
        }
    }

    /// The commands and acts that a typed text can mean. First come those whose names begin with it, then those
    /// that have it in their name, explanation, key or Danish label.
    fn offers_for(&self, typed: &str) -> Vec<Offer> {
        let first = typed.split(' ').next().unwrap_or("");
        let commands = BINDINGS.iter().map(|binding| {
            let danish = [binding.label, binding.help].map(|it| say(Language::Danish, Speaker::Panel, it));
            let found_by = format!("{} {}", binding.help, danish.join(" "));
            let (keys, help) = (self.keys.written(binding.command), self.look.say(binding.help).into_owned());
            (Offer { name: binding.label.to_string(), keys, help }, found_by)
        });
        let language = self.look.language;
        let acts = ACTS.iter().filter(|row| row.group != Group::Addition);
        let acts = OWN.into_iter().chain(acts.map(|row| (row.form, row.help(language))));
        let acts = acts.map(|(name, help)| {
            let offer = Offer { name: name.to_string(), keys: String::new(), help: help.to_string() };
            (offer, String::new())
        });
        let wanted = typed.to_lowercase();
        // After the verb of an act is typed, all forms of that act are suggested.
        let rank = |(offer, found_by): &(Offer, String)| {
            let begins = |form: &str| form.starts_with(typed);
            let has_verb = || typed.contains(' ') && offer.name.split(' ').next() == Some(first);
            let has_it =
                || format!("{} {} {found_by}", offer.name, offer.help).to_lowercase().contains(&wanted);
            match () {
                () if offer.keys.split(' ').any(|key| key == typed) => Some(0),
                () if begins(&offer.name) || offer.name.split(", ").any(begins) || has_verb() => Some(1),
                () => has_it().then_some(2),
            }
        };
        let mut offers: Vec<(u8, Offer)> =
            commands.chain(acts).filter_map(|offer| Some((rank(&offer)?, offer.0))).collect();
        offers.sort_by_key(|(rank, _)| *rank);
        offers.into_iter().map(|(_, offer)| offer).take(OFFERS_MAX).collect()
    }
}
