//! The panel as a whole: its state, the effects of keys and clicks, and the scene to draw.

mod advance;
mod show;

use crate::ink::theme::Theme;
use crate::keys::table::{Command, Files, Views};
use crate::keys::{Key, Keymap};
use crate::parts::help;
use crate::scene::{Drawn, Focus, Named, State, Target, View};
use crate::state::commands::Progress;
use crate::state::files::programs::{NoPrograms, ProgramList};
use crate::state::files::store::Store;
use crate::state::prompt::{About, Prompt, Talk, Then};
use crate::state::run::lamps::Lamps;
use crate::state::views::look::{Look, moved};
use crate::state::views::places::Places;
use crate::state::views::search::{Search, next_with};
use crate::state::views::source::Sources;
use crate::state::views::values::{Compared, ValuesView};
use gier_desk::attended::Papers;
use gier_desk::debug::past::Write;
use gier_desk::debug::stops::At;
use gier_desk::debug::stops::Breaks;
use gier_desk::host::{Clock, Trouble};
use gier_desk::pace::{Pacer, Speed};
use gier_desk::session::{self, Session};
use gier_machine::timeline::OrderRecord;
use gier_machine::{Machine, Place, Timeline};
use gier_messages::Language;
use gier_word::{FERRITE_CELLS, Image, TRACK_CELLS};

/// The largest number of lines that the help page can be scrolled down.
const HELP_LINES: usize = 200;

/// The panel: a session under the debugger, the views of that session, and the effects of your keys.
pub struct App {
    pub(in crate::state) session: Session,
    pub(in crate::state) pacer: Pacer,
    clock: Box<dyn Clock>,
    pub(in crate::state) lamps: Lamps,
    pub(in crate::state) look: Look,
    pub(in crate::state) talk: Talk,
    /// The line with the act that runs the machine now.
    pub(in crate::state) act: String,
    pub(in crate::state) search: Search,
    pub(in crate::state) store: Store,
    pub(in crate::state) drawn: Drawn,
    pub(in crate::state) quits: bool,
    pub(in crate::state) programs: Box<dyn ProgramList>,
    pub(in crate::state) image: String,
    pub(in crate::state) theme: Theme,
    pub(in crate::state) keys: Keymap,
    pub(in crate::state) values: ValuesView,
    pub(in crate::state) places: Places,
    pub(in crate::state) sources: Sources,
    /// The write that was shown last, after you asked who wrote a cell. The key `a` then finds the write
    /// before it.
    pub(in crate::state) asked: Option<Write>,
    pub(in crate::state) history: Vec<OrderRecord>,
    pub(in crate::state) told: Vec<Named>,
    pub(in crate::state) compared: Compared,
    /// What the last order did, and what the next one will do.
    pub(in crate::state) did: Option<String>,
    pub(in crate::state) explanation: Option<String>,
    pub(in crate::state) marks_wait: u32,
    trouble: Option<String>,
}

impl App {
    /// Creates a panel for this machine. The machine starts to run at once.
    pub fn new(
        machine: Machine,
        image: &str,
        speed: Speed,
        theme: Theme,
        store: Store,
        clock: Box<dyn Clock>,
    ) -> App {
        App::resumed(&machine.clone(), Timeline::new(machine), image, speed, theme, store, clock)
    }

    /// Creates a panel for an existing session. The session continues at the moment that `timeline` has
    /// reached. `start` is the machine at the beginning of the session.
    pub fn resumed(
        start: &Machine,
        timeline: Timeline,
        image: &str,
        speed: Speed,
        theme: Theme,
        mut store: Store,
        clock: Box<dyn Clock>,
    ) -> App {
        let (breaks, complaint) = match store.breaks() {
            Ok(breaks) => (breaks, None),
            Err(error) => (Breaks::new(), Some(error.to_string())),
        };
        let session = Session::resumed(timeline, breaks);
        let mut app = App {
            pacer: Pacer::new(speed, clock.now(), session.machine().now()),
            clock,
            session,
            lamps: Lamps::default(),
            look: Look::new(),
            talk: Talk::new("Your keys go to the typewriter. Esc: to the desk. ^K: all keys."),
            act: String::new(),
            search: Search::default(),
            store,
            drawn: Drawn::default(),
            quits: false,
            programs: Box::new(NoPrograms),
            image: image.to_string(),
            theme,
            keys: Keymap::default(),
            values: ValuesView::default(),
            places: Places::default(),
            sources: Sources::default(),
            asked: None,
            history: Vec::new(),
            told: Vec::new(),
            compared: Compared::default(),
            did: None,
            explanation: None,
            marks_wait: 0,
            trouble: None,
        };
        app.say_breaks();
        if let Some(complaint) = complaint {
            app.talk.say(&complaint);
        }
        app.begin_log(start);
        app.log();
        app
    }

    /// The error that prevented the panel from saving the log or the breakpoints, if there was one.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Sets the programs that you can put on the drum.
    pub fn set_programs(&mut self, programs: Box<dyn ProgramList>) {
        self.programs = programs;
    }

    /// Sets which keys call the panel's commands.
    pub fn set_keys(&mut self, keys: Keymap) {
        self.keys = keys;
    }

    /// Loads the source map of the program on the drum. `texts` has the contents of each source file listed
    /// in the map, or `None` for a file that the host does not have.
    pub fn load_sources(&mut self, image: &Image, texts: Vec<Option<String>>) {
        self.session.know(image);
        self.session.know_texts(texts.clone());
        self.sources = Sources::new(texts);
    }

    /// Must be called when the host program continues after it was suspended. The machine does not run faster
    /// to make up for the pause.
    pub fn resume(&mut self) {
        self.pace_anew(self.pacer.speed());
    }

    /// Everything that the machine has printed and punched.
    pub fn papers(&self) -> &Papers {
        self.session.engine().papers()
    }

    /// The emulated machine, at the present moment of the session.
    pub fn machine(&self) -> &Machine {
        self.session.machine()
    }

    /// Whether you want to leave the panel.
    pub const fn quits(&self) -> bool {
        self.quits
    }

    /// Whether the machine executes orders. The host must then call [`App::slice`].
    pub fn is_running(&self) -> bool {
        self.session.works()
    }

    /// Handles a key that you press. `progress` is called during long searches.
    pub fn press(&mut self, key: Key, progress: Progress<'_>) {
        let everywhere = self.keys.command(key, true);
        if key == Key::Control('c') || everywhere == Some(Command::Files(Files::Quit)) {
            self.quits = true;
        } else if self.drawn.too_small {
            // On a terminal that is too small, you could not see what a key does, so keys do nothing.
        } else if everywhere == Some(Command::Views(Views::Normal)) {
            self.make_normal();
        } else if self.talk.prompt.is_some() {
            self.press_in_prompt(key, progress);
        } else if self.look.help.is_some() {
            self.press_in_help(key);
        } else if self.look.answer.is_some() {
            self.press_in_answer(key, progress);
        } else if self.look.breaks_page.is_some() {
            self.press_in_breaks(key);
        } else if let Some(command) = self.keys.command(key, self.look.focus == Focus::Typewriter) {
            self.command(command, progress);
        } else if self.look.focus == Focus::Typewriter {
            match key {
                Key::Enter => self.want_to_strike('\n'),
                Key::Char(character) => self.want_to_strike(character),
                Key::Backspace => self.talk.say("GIER's typewriter cannot take a character back."),
                _ => {}
            }
        }
    }

    fn press_in_help(&mut self, key: Key) {
        match key {
            Key::Char('/') => {
                return self.talk.ask(Prompt::new(About::InHelp, "find on this page:", self.search.text()));
            }
            Key::Char('n') => return self.find_in_help(),
            _ => {}
        }
        self.look.help = self.scrolled_page(self.look.help.unwrap_or(0), HELP_LINES, key);
    }

    /// Shows the next line of the help page that contains the text of the search.
    pub(in crate::state) fn find_in_help(&mut self) {
        let lines = help::texts(&self.scene(), self.drawn.width);
        let here = self.look.help.unwrap_or(0) + 1;
        match next_with(&lines, here, self.search.text()) {
            Some(line) => {
                self.look.help = Some(line);
                self.talk.say(&format!("Found: {}", lines[line].trim()));
            }
            None => self.talk.say("Not found on this page."),
        }
    }

    /// Leads back to the state in which the panel begins: the paper, the latest moment, GIER's speed and plain
    /// numbers, with no question and no page open.
    pub(in crate::state) fn make_normal(&mut self) {
        self.talk.prompt = None;
        let language = self.look.language;
        self.look = Look { language, ..Look::new() };
        self.sources.is_loose = false;
        if self.session.engine().future().is_some() {
            self.jump(u64::MAX);
        }
        self.pace_anew(Speed::Times(1.0));
        self.talk.say("All is as at the start. Your keys go to the typewriter.");
    }

    fn press_in_answer(&mut self, key: Key, progress: Progress<'_>) {
        let Some(mut answer) = self.look.answer.take() else { return };
        if let Some(top) = self.scrolled_page(answer.top, self.drawn.rows.saturating_sub(1), key) {
            answer.top = top;
            self.look.answer = Some(answer);
        } else if answer.leads_to_keys && key == Key::Char('?') {
            self.look.help = Some(0);
        } else if let Key::Char(digit) = key
            && digit.to_digit(10).is_some_and(|line| (1..=answer.origins).contains(&(line as usize)))
        {
            self.obey_by_key(&format!("more {digit}"), progress);
        }
    }

    /// Returns how many lines the open page is scrolled down after you press `key`. Returns `None` if the key
    /// closes the page. `top` is this number now, and `most` is its maximum.
    fn scrolled_page(&self, top: usize, most: usize, key: Key) -> Option<usize> {
        let page = usize::from(self.drawn.page.saturating_sub(2).max(1));
        match key {
            Key::Up => Some(top.saturating_sub(1)),
            Key::Down => Some((top + 1).min(most)),
            Key::PageUp => Some(top.saturating_sub(page)),
            Key::PageDown | Key::Char(' ') => Some((top + page).min(most)),
            _ => None,
        }
    }

    /// Handles a click at this position of the screen. `progress` is called during long searches.
    pub fn click(&mut self, column: u16, row: u16, progress: Progress<'_>) {
        if self.look.help.take().is_some()
            || self.look.breaks_page.take().is_some()
            || self.look.answer.take().is_some()
        {
            return;
        }
        match self.drawn.hits.at(column, row) {
            Some(Target::Command(command)) if self.talk.prompt.is_none() => self.command(command, progress),
            Some(Target::Paper) => self.give_keys(Focus::Typewriter),
            Some(Target::Character(line, column)) if self.talk.prompt.is_none() => {
                self.obey_by_key(&format!("tell origin of line {line} column {column}"), progress);
            }
            Some(Target::Row(View::Drum, row)) => self.look.show_drum(self.look.track, row),
            Some(Target::Row(View::Map, cell)) => {
                self.look.show_ferrite(cell);
                self.look.view = View::Map;
            }
            Some(Target::Row(View::Source, line)) => self.point_at_line(line),
            Some(Target::Row(View::History, _)) => {}
            Some(Target::Row(View::Values, row)) => {
                (self.values.cursor, self.look.view, self.look.focus) =
                    (row.into(), View::Values, Focus::Desk);
            }
            Some(Target::Row(_, row)) => self.look.show_ferrite(row),
            Some(Target::Gutter(View::Source, line, _)) => {
                self.point_at_line(line);
                self.break_on_line();
            }
            Some(Target::Gutter(View::Drum, cell, half)) => {
                let cell = u8::try_from(cell).expect("a track has forty cells");
                self.toggle_break(At::on_track(self.look.track.into(), cell, half));
            }
            Some(Target::Gutter(_, cell, half)) => {
                self.toggle_break(At::Place(Place { cell: cell.into(), half }));
            }
            Some(Target::Lamp(part, bit)) => self.invert_bit(part, bit),
            Some(Target::Command(_) | Target::Character(..)) | None => {}
        }
    }

    /// Handles a turn of the mouse wheel at this position of the screen. A positive `lines` scrolls down, and
    /// a negative one scrolls up.
    pub fn wheel(&mut self, column: u16, row: u16, lines: i16) {
        let Some(view) = self.drawn.view_at(column, row) else { return };
        // The cursor of these views stays where it is.
        let top = |count| Some(moved(self.drawn.first_row(view).unwrap_or(0), lines.into(), count));
        match view {
            View::Ferrite => self.look.top = top(FERRITE_CELLS),
            View::Drum => self.look.track_top = top(TRACK_CELLS),
            View::Map => {}
            _ => self.scroll_view(view, lines.into()),
        }
    }

    fn point_at_line(&mut self, line: u16) {
        self.sources.go(line.into());
        (self.look.view, self.look.focus) = (View::Source, Focus::Desk);
    }

    /// Switches off all breakpoints that earlier sessions saved. They would interrupt a visitor who only
    /// wants to play a game.
    pub fn switch_breaks_off(&mut self) {
        self.session.breaks_mut().switch_all(false);
        self.say_breaks();
    }

    fn say_breaks(&mut self) {
        let breaks = self.session.engine().breaks();
        let (kept, these) = match breaks.stops().len() {
            0 => return,
            1 => ("One breakpoint is left from an earlier session".to_string(), "it"),
            many => (format!("{many} breakpoints are left from an earlier session"), "them"),
        };
        let state = if breaks.count_on() == 0 { ", switched off" } else { "" };
        self.talk.say(&format!("{kept}{state}: Esc, then L, shows {these}."));
    }

    /// Shows an error message if something could not be saved.
    pub(in crate::state) fn complain(&mut self, result: Result<(), Trouble>) {
        if let Err(error) = result {
            self.talk.say(&error.to_string());
            self.trouble.get_or_insert(error.to_string());
        }
    }

    /// Asks you whether to discard everything after the present moment of the session. If you agree, discards
    /// it, and then performs the action `then`.
    pub(in crate::state) fn ask_to_forget(&mut self, then: Then) {
        let question = "This discards everything after this moment: f discards it, Esc cancels";
        self.talk.ask(Prompt::new(About::Forget(then), question, ""));
    }

    /// Stores the position of each part of the last picture. Clicks and the mouse wheel use these positions.
    pub fn drew(&mut self, drawn: Drawn) {
        self.drawn = drawn;
    }

    /// Shows this view. From now on, your keys are commands of the panel and are not typed on the typewriter.
    pub fn show(&mut self, view: View) {
        (self.look.view, self.look.focus) = (view, Focus::Desk);
    }

    /// Whether the panel receives clicks. Otherwise, the terminal keeps the mouse for itself.
    pub const fn has_mouse(&self) -> bool {
        !self.look.without_mouse
    }

    /// Says something about the window in which the panel is shown.
    pub fn say(&mut self, text: &str) {
        self.talk.say(text);
    }

    /// Shows a view, alone if `zooms` is true. Your keys go where they went before.
    pub fn set_view(&mut self, view: View, zooms: bool) {
        (self.look.view, self.look.zooms) = (view, zooms);
    }

    /// The chosen view, and whether it is shown alone.
    pub const fn view(&self) -> (View, bool) {
        (self.look.view, self.look.zooms)
    }

    /// Halts the machine, as a panel that begins halted must be. Your keys go to the desk.
    pub fn stand(&mut self) {
        self.session.halt("normal stop");
        self.give_keys(Focus::Desk);
    }

    /// Gives your keys to the desk or to the typewriter, and says so.
    pub(in crate::state) fn give_keys(&mut self, focus: Focus) {
        self.look.focus = focus;
        self.talk.say(match focus {
            Focus::Typewriter => "Your keys go to the typewriter.",
            Focus::Desk => "Your keys go to the desk.",
        });
    }

    /// Selects the language of the panel's texts.
    pub fn set_language(&mut self, language: Language) {
        self.look.language = language;
    }

    /// Sets the colours of the picture.
    pub fn set_theme(&mut self, theme: Theme) {
        self.theme = theme;
    }

    /// What the machine is doing. The heading of the panel shows it.
    pub fn state(&self) -> State {
        match self.session.state() {
            session::State::Works => State::Running,
            session::State::AwaitsKey => State::AwaitingKey,
            session::State::AwaitsTape => State::AwaitingTape,
            session::State::Stands(why) => State::Stopped(why.clone()),
            session::State::Stopped(cause) => State::Stopped(cause.to_string()),
        }
    }

    pub(in crate::state) fn command(&mut self, command: Command, progress: Progress<'_>) {
        self.talk.message.clear();
        match command {
            Command::Desk(command) => self.at_desk(command),
            Command::Steps(command) => self.step(command),
            Command::Past(command) => self.travel(command, progress),
            Command::Debug(command) => self.ask_debugger(command, progress),
            Command::Pace(command) => self.change_pace(command),
            Command::Views(command) => self.look_otherwise(command),
            Command::Files(command) => self.with_files(command),
        }
    }
}
