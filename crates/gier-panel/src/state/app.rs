//! The panel as a whole: its values, what keys and clicks lead to, and the scene that is drawn.

use super::commands::Progress;
use super::lamps::Lamps;
use super::look::Look;
use super::pace::Pace;
use super::prompt::{About, Prompt, Talk, Then};
use super::search::Search;
use super::shelf::{Empty, Shelf};
use super::store::Store;
use super::work::{Motion, Wait, Work};
use crate::ink::theme::Theme;
use crate::keys::Key;
use crate::keys::table::{self, Command};
use crate::scene::{Desk, Drawn, Focus, Heading, Listing, Paper, Scene, State, Tapes, Target, Track, View};
use gier_desk::attended::{Attended, Papers};
use gier_desk::debug::breaks::At;
use gier_desk::debug::{Breaks, Engine, explain, place, spots};
use gier_desk::host::{Clock, Trouble};
use gier_desk::pace::Speed;
use gier_machine::timeline::Past;
use gier_machine::{Machine, Place, Timeline};
use gier_word::Half;

/// While the machine runs very fast the marks in the listing, which a replay makes, are new in
/// one picture of this many.
const MARKS_WAIT: u32 = 8;
/// The help page is not scrolled down further than this.
const HELP_LINES: usize = 200;

/// The panel.
pub struct App {
    pub(super) work: Work,
    pub(super) pace: Pace,
    pub(super) lamps: Lamps,
    pub(super) look: Look,
    pub(super) talk: Talk,
    pub(super) search: Search,
    pub(super) store: Store,
    pub(super) drawn: Drawn,
    pub(super) quits: bool,
    pub(super) shelf: Box<dyn Shelf>,
    pub(super) image: String,
    theme: Theme,
    pub(super) history: Vec<Past>,
    explanation: Option<String>,
    marks_wait: u32,
    trouble: Option<String>,
}

impl App {
    /// A panel in front of this machine, which runs.
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

    /// A panel in front of a session that goes on where it stands; it began with the machine
    /// `start`.
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
        let work = Work::new(Engine::resumed(timeline, breaks));
        let mut app = App {
            pace: Pace::new(speed, clock, work.machine()),
            work,
            lamps: Lamps::default(),
            look: Look::new(),
            talk: Talk::new("The keys are the typewriter's. Esc: the desk's, ^K: all keys."),
            search: Search::default(),
            store,
            drawn: Drawn::default(),
            quits: false,
            shelf: Box::new(Empty),
            image: image.to_string(),
            theme,
            history: Vec::new(),
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

    /// What could not be kept of log and breakpoints, if something could not.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Puts programs within reach of the person.
    pub fn offer(&mut self, shelf: Box<dyn Shelf>) {
        self.shelf = shelf;
    }

    /// The panel is seen again after it was put aside: the pace counts from here.
    pub fn resume(&mut self) {
        self.pace.begin(self.work.machine());
    }

    /// All that has come out of the machine.
    pub fn papers(&self) -> &Papers {
        self.work.engine.papers()
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        self.work.machine()
    }

    /// Whether the person wants to leave.
    pub const fn quits(&self) -> bool {
        self.quits
    }

    /// Whether the machine does orders, so that time must pass for it.
    pub fn is_running(&self) -> bool {
        self.work.is_running()
    }

    /// A key was pressed.
    pub fn press(&mut self, key: Key, progress: Progress<'_>) {
        if key == Key::Control('c') || (self.drawn.too_small && key == Key::Control('q')) {
            self.quits = true;
        } else if self.drawn.too_small {
            // Nobody sees what they would do.
        } else if self.talk.prompt.is_some() {
            self.press_in_prompt(key);
        } else if self.look.help.is_some() {
            self.press_in_help(key);
        } else if self.look.breaks_page.is_some() {
            self.press_in_breaks(key);
        } else if let Some(command) = table::command(key, self.look.focus == Focus::Typewriter) {
            self.command(command, progress);
        } else if self.look.focus == Focus::Typewriter {
            match key {
                Key::Enter => self.want_to_strike('\n'),
                Key::Char(character) => self.want_to_strike(character),
                Key::Backspace => {
                    self.talk.say("What is struck is struck: no key takes a character back.");
                }
                Key::Control(_) | Key::Function(_) | Key::Escape | Key::Tab => {}
                Key::Up | Key::Down | Key::Left | Key::Right | Key::Delete => {}
                Key::PageUp | Key::PageDown | Key::Home | Key::End => {}
            }
        }
    }

    fn press_in_help(&mut self, key: Key) {
        let page = usize::from(self.drawn.page.saturating_sub(2).max(1));
        let top = self.look.help.unwrap_or(0);
        self.look.help = match key {
            Key::Up => Some(top.saturating_sub(1)),
            Key::Down => Some((top + 1).min(HELP_LINES)),
            Key::PageUp => Some(top.saturating_sub(page)),
            Key::PageDown | Key::Char(' ') => Some((top + page).min(HELP_LINES)),
            _ => None,
        };
    }

    /// A click.
    pub fn click(&mut self, column: u16, row: u16, progress: Progress<'_>) {
        if self.look.help.take().is_some() || self.look.breaks_page.take().is_some() {
            return;
        }
        match self.drawn.hits.at(column, row) {
            Some(Target::Command(command)) if self.talk.prompt.is_none() => self.command(command, progress),
            Some(Target::Paper) => self.look.focus = Focus::Typewriter,
            Some(Target::Row(View::Drum, row)) => self.look.show_drum(self.look.track, row),
            Some(Target::Row(View::Map, cell)) => {
                self.look.show_ferrite(cell);
                self.look.view = View::Map;
            }
            Some(Target::Row(_, row)) => self.look.show_ferrite(row),
            Some(Target::Gutter(View::Drum, cell, half)) => {
                let cell = u8::try_from(cell).expect("a track has forty cells");
                self.toggle_break(spots::on_track(self.look.track.into(), cell, half));
            }
            Some(Target::Gutter(_, cell, half)) => {
                self.toggle_break(At::Place(Place { cell: cell.into(), half }));
            }
            Some(Target::Lamp(part, bit)) => self.turn_bit(part, bit),
            Some(Target::Command(_)) | None => {}
        }
    }

    /// The wheel of the mouse at this place: lines down, negative for up.
    pub fn wheel(&mut self, column: u16, row: u16, lines: i16) {
        let Some(view) = self.drawn.view_at(column, row) else { return };
        let first = self.drawn.first_row(view).unwrap_or(0);
        self.look.wheel(view, first, lines, self.work.engine.sheet());
    }

    /// Switches the breakpoints off that are kept from earlier sessions: a guest wants to play.
    pub fn switch_breaks_off(&mut self) {
        spots::switch_all(self.work.engine.breaks_mut(), false);
        self.say_breaks();
    }

    /// Says how many breakpoints there are, if there are any.
    fn say_breaks(&mut self) {
        let breaks = self.work.engine.breaks();
        let (kept, these) = match breaks.stops().len() {
            0 => return,
            1 => ("One breakpoint is kept from an earlier session".to_string(), "it"),
            many => (format!("{many} breakpoints are kept from an earlier session"), "them"),
        };
        let state = if spots::on(breaks) == 0 { ", and off" } else { "" };
        self.talk.say(&format!("{kept}{state}: Esc and L show {these}."));
    }

    /// Says what could not be kept, if something could not.
    pub(super) fn complain(&mut self, result: Result<(), Trouble>) {
        if let Err(error) = result {
            self.talk.say(&error.to_string());
            self.trouble.get_or_insert(error.to_string());
        }
    }

    /// Opens a question that one key answers: whether what lies ahead may be forgotten.
    pub(super) fn ask_to_forget(&mut self, then: Then) {
        let question = "What came after this moment would be forgotten: f forgets it, Esc stays";
        self.talk.ask(Prompt::new(About::Forget(then), question, ""));
    }

    /// Notes what the last picture was like.
    pub fn drew(&mut self, drawn: Drawn) {
        self.drawn = drawn;
    }

    /// Chooses a view, and gives the keys to the desk.
    pub fn show(&mut self, view: View) {
        (self.look.view, self.look.focus) = (view, Focus::Desk);
    }

    /// Makes ready what the next picture shows: brightness, history.
    pub fn prepare(&mut self, rows: u16) {
        let is_running = self.is_running();
        self.marks_wait = if is_running { self.marks_wait.saturating_sub(1) } else { 0 };
        if self.marks_wait == 0 {
            self.work.engine.refresh_traces();
            self.marks_wait = MARKS_WAIT;
        }
        self.lamps.prepare(is_running);
        // At a stop it costs little; a first picture does not know yet what it will show.
        if !is_running || self.look.view == View::History || self.drawn.shows(View::History) {
            let most = self.work.machine().orders().saturating_sub(u64::from(rows) / 2);
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            self.look.history_scroll = self.look.history_scroll.min(most);
            let scroll = self.look.history_scroll;
            let orders = usize::from(rows) + scroll;
            self.history =
                self.work.engine.history(u64::try_from(orders).expect("as many as were looked at"));
            let end = self.history.len().saturating_sub(scroll);
            self.history.truncate(end);
        }
        self.pace.measure(self.work.machine());
        if self.look.follow {
            self.look.cursor = self.work.engine.next().cell.number();
        }
        self.explanation = if is_running { None } else { Some(self.explain()) };
    }

    /// What the order under the cursor of the ferrite store would do.
    fn explain(&self) -> String {
        let next = self.work.engine.next();
        let at = Place { cell: self.look.cursor.into(), half: Half::Left };
        let at = if self.look.follow || at.cell == next.cell { next } else { at };
        format!("{}: {}", place::write(at), explain(self.work.machine(), at))
    }

    /// What the machine does, for the heading.
    pub fn state(&self) -> State {
        match (self.work.motion(), self.work.waits()) {
            (Motion::Stands(why), _) => State::Stopped(why.clone()),
            (Motion::Runs, Some(Wait::Key)) => State::AwaitingKey,
            (Motion::Runs, Some(Wait::Tape)) => State::AwaitingTape,
            (Motion::Runs, None) => State::Running,
        }
    }

    /// All that the next picture shows.
    pub fn scene(&self) -> Scene<'_> {
        let engine = &self.work.engine;
        let machine = engine.machine();
        let desk = self.desk();
        let reader = &machine.bay().reader;
        Scene {
            theme: self.theme,
            heading: self.heading(),
            paper: Paper {
                sheet: engine.sheet(),
                scroll: self.look.paper_scroll,
                lamp: desk.view.typewriter_lamp,
            },
            desk,
            listing: Listing {
                ferrite: machine.ferrite(),
                traces: engine.traces(),
                next: engine.next(),
                cursor: self.look.cursor,
                follow: self.look.follow,
                top: self.look.top.filter(|_| !self.look.follow || !self.is_running()),
                breaks: engine.breaks(),
                form: self.look.cells,
            },
            track: Track {
                drum: machine.drum(),
                ferrite: machine.ferrite(),
                track: self.look.track,
                cursor: self.look.track_cursor,
                top: self.look.track_top,
                breaks: engine.breaks(),
                compare: self.look.compare,
                form: self.look.cells,
            },
            history: &self.history,
            tapes: Tapes {
                reader: reader.tape().map(|tape| (tape, reader.row())),
                punched: engine.papers().punched(),
                printed: engine.papers().printed(),
                scroll: self.look.tapes_scroll,
            },
            explanation: self.explanation.as_deref(),
            breaks: self.look.breaks_page.map_or_else(Vec::new, |_| self.list_breaks()),
            breaks_page: self.look.breaks_page,
            view: self.look.view,
            focus: self.look.focus,
            message: &self.talk.message,
            prompt: self.talk.prompt.as_ref().map(Prompt::shown),
            help: self.look.help,
        }
    }

    fn desk(&self) -> Desk {
        Desk {
            view: self.work.machine().view(),
            glow: self.lamps.glow().cloned(),
            before: if self.is_running() { None } else { self.work.engine.before().cloned() },
            form: self.look.form,
        }
    }

    fn heading(&self) -> Heading {
        Heading {
            image: self.image.clone(),
            state: self.state(),
            speed: match self.pace.speed() {
                Speed::Times(times) => Some(times),
                Speed::Max => None,
            },
            reached: if self.is_running() { self.pace.reached() } else { None },
            late: self.pace.is_late(),
            memory: self.work.engine.timeline().memory_bytes(),
            future: self.work.engine.future(),
            breaks: (self.work.engine.breaks().stops().len(), spots::on(self.work.engine.breaks())),
        }
    }

    /// Does what is asked for.
    pub(super) fn command(&mut self, command: Command, progress: Progress<'_>) {
        self.talk.message.clear();
        match command {
            Command::Desk(command) => self.at_desk(command),
            Command::Steps(command) => self.step(command),
            Command::Past(command) => self.travel(command, progress),
            Command::Pace(command) => self.change_pace(command),
            Command::Views(command) => self.look_otherwise(command),
            Command::Files(command) => self.with_files(command),
        }
    }
}
