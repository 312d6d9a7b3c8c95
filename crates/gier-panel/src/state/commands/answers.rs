//! Handles the panel's questions and your answers to them.

use super::Progress;
use crate::keys::Key;
use crate::scene::View;
use crate::state::app::App;
use crate::state::files::store::paper_names;
use crate::state::prompt::{About, Prompt, Then};
use gier_desk::debug::stops::{self, Goal};
use gier_desk::host::Trouble;
use gier_desk::notation::place;
use gier_word::Home;

impl App {
    /// Handles a key while a question waits for your answer.
    pub(in crate::state) fn press_in_prompt(&mut self, key: Key, progress: Progress<'_>) {
        let Some(prompt) = &mut self.talk.prompt else { return };
        match key {
            Key::Escape => {
                self.talk.prompt = None;
                self.talk.say("");
            }
            Key::Char(key) if prompt.wants_one_key() => self.answer_with_key(key),
            Key::Control('u') => prompt.clear(),
            Key::Char(character) => prompt.push(character),
            Key::Backspace => prompt.pop(),
            Key::Enter if !prompt.wants_one_key() => self.answer(progress),
            Key::Tab => self.complete(),
            Key::Delete => prompt.delete(),
            Key::Left => prompt.go(-1),
            Key::Right => prompt.go(1),
            Key::Home => prompt.go(isize::MIN),
            Key::End => prompt.go(isize::MAX),
            Key::Up if prompt.about == About::Program => self.offer_another(false),
            Key::Down if prompt.about == About::Program => self.offer_another(true),
            Key::Up | Key::Down if prompt.chooses() => {
                let count = self.offers().len();
                self.talk.prompt.iter_mut().for_each(|prompt| prompt.choose(key == Key::Down, count));
            }
            Key::Up => self.talk.recall(1),
            Key::Down => self.talk.recall(-1),
            _ => {}
        }
    }

    /// Handles your answer to the question whether to write a file, or whether to discard the later part of the
    /// session.
    fn answer_with_key(&mut self, key: char) {
        if let Some(Prompt { about: About::Write(named), .. }) = &self.talk.prompt {
            let (about, name) = *named.clone();
            if key == 'y' {
                self.talk.prompt = None;
                let written = if about == About::Save { self.save(&name) } else { self.save_paper(&name) };
                written.unwrap_or_else(|error| self.talk.say(&error.to_string()));
            }
            return;
        }
        let Some(Prompt { about: About::Forget(then), .. }) = self.talk.prompt.clone() else { return };
        if key == 'r' && then == Then::Start {
            self.talk.prompt = None;
            self.run(Goal::Free);
        } else if key == 'f' {
            self.talk.prompt = None;
            self.talk.say("");
            self.forget_ahead();
            match then {
                Then::Start => self.run(Goal::Free),
                Then::Feed(inputs) => self.feed_all(inputs),
                Then::Strike(character) => {
                    self.run(Goal::Free);
                    self.strike(character);
                }
                Then::Obey(line) => self.obey_by_key(&line, &mut |_, _| true),
            }
        }
    }

    fn answer(&mut self, progress: Progress<'_>) {
        let Some(prompt) = self.talk.prompt.take() else { return };
        self.talk.message.clear();
        let typed = prompt.typed().trim().to_string();
        if let Some(question) = self.asks_before(&prompt, &typed) {
            let about = About::Write(Box::new((prompt.about, typed)));
            self.talk.ask(Prompt::new(about, &question, ""));
            return;
        }
        let result = match &prompt.about {
            About::Set => self.obey(&format!("set {typed}"), progress),
            About::ToCell => place::read(&typed).map(|at| self.run(Goal::Cell(at))),
            About::Break => {
                let stop = stops::stop(&format!("break {typed}"), Some(self.session.engine().program()));
                stop.map(|stop| self.toggle_break(stop.at)).map_err(|fault| fault.message)
            }
            About::GoTo => self.go_to(&typed),
            About::Search => self.search.want(&typed).map(|()| self.search_on()),
            About::InHistory | About::InText | About::OnPaper => {
                self.search.want_text(&typed).map(|()| self.search_on())
            }
            About::InHelp => self.search.want_text(&typed).map(|()| self.find_in_help()),
            About::Line => self.enter(&typed, prompt.chosen, progress),
            About::Who => self.obey(&format!("who wrote {typed}"), progress),
            About::Origin => self.obey(&format!("tell origin of {typed}"), progress),
            About::Show => self.show_value(&as_cell(&typed)),
            About::Mark => self.mark(&typed),
            About::Moment => self.go_to_moment(&typed),
            About::Compare => place::read(&typed).map(|at| {
                self.look.compare = Some(at.cell.number());
                self.look.view = View::Drum;
            }),
            About::Mount => readable(self.mount(&typed)),
            About::Save => readable(self.save(&typed)),
            About::Restore => readable(self.restore(&typed)),
            About::SavePaper => readable(self.save_paper(&typed)),
            About::Program => self.put_on_drum(&typed),
            About::Forget(_) | About::Write(_) => Ok(()),
        };
        if result.is_ok() && !typed.is_empty() {
            self.talk.remember(&prompt.about, &typed);
        }
        if let Err(error) = result {
            self.talk.say(&error);
            // The panel asks again and shows your answer, so that you can correct it.
            self.talk.ask(prompt.again(&error));
        }
    }

    /// If this answer would overwrite a file, or its ending is not the usual one, returns a question that asks
    /// for your consent.
    fn asks_before(&mut self, prompt: &Prompt, typed: &str) -> Option<String> {
        let (names, endings) = match prompt.about {
            About::Save => (vec![typed.to_string()], &[".snap"][..]),
            About::SavePaper => (paper_names(typed).to_vec(), &["-paper", ".txt", ".svg"][..]),
            _ => return None,
        };
        if let Some(name) = names.iter().find(|name| self.store.has(name)) {
            return Some(format!("{name} exists: y overwrites it, Esc cancels"));
        }
        let is_usual = endings.iter().any(|ending| typed.len() > ending.len() && typed.ends_with(ending));
        (!is_usual).then(|| format!("Is {} the right name? y writes it, Esc cancels", names.join(", ")))
    }

    fn go_to(&mut self, typed: &str) -> Result<(), String> {
        match typed.strip_prefix('t') {
            Some(track) => {
                let tracks = self.session.engine().machine().drum().tracks().count();
                let track = track.parse::<u16>().ok().filter(|&track| usize::from(track) < tracks);
                self.show_track(track.ok_or_else(|| format!("the drum has the tracks t0-t{}", tracks - 1))?);
            }
            None => self.look.show_found(Home::Core(place::read(typed)?.cell)),
        }
        Ok(())
    }
}

fn as_cell(typed: &str) -> String {
    if typed.parse::<u16>().is_ok() { format!("cell {typed}") } else { typed.to_string() }
}

fn readable(result: Result<(), Trouble>) -> Result<(), String> {
    result.map_err(|error| error.to_string())
}
