//! The panel's state: a session under the debugger, and what of it is looked at. What keys and
//! clicks do to it is in [`act`](super::act) and [`answer`](super::answer), how it runs in
//! [`advance`](super::advance).

use super::forms::Form;
use super::glow::{DeskGlow, DeskSamples};
use super::prompt::Prompt;
use super::scene::{Desk, Focus, Heading, Listing, Paper, Scene, State, Track, View};
use super::screen::Drawn;
use super::store::Store;
use super::theme::Theme;
use crate::host::pacer::{Meter, Moment, Pacer, Speed};
use gier_desk::debug::search::{Found, Wanted};
use gier_desk::debug::{Breaks, Engine, Outcome};
use gier_desk::typewriter::keyboard::Typist;
use gier_machine::Machine;
use gier_machine::timeline::Past;
use std::collections::VecDeque;

/// While the machine runs very fast the marks in the listing, which a replay makes, are new in
/// one picture of so many.
const MARKS_WAIT: u32 = 8;

/// Whether the panel lets the machine run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Motion {
    /// It runs, or waits for the world.
    Runs,
    /// It stands still, and why.
    Stands(String),
}

/// Where the two lists are looked at.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// The view chosen.
    pub view: View,
    /// How registers are written.
    pub form: Form,
    /// How cells are written.
    pub cells: Form,
    /// The cell of the ferrite store with the cursor.
    pub cursor: u16,
    /// The cursor goes with the current order.
    pub follow: bool,
    /// The track of the drum.
    pub track: u16,
    /// The cell of the track with the cursor.
    pub track_cursor: u16,
    /// The track is compared with ferrite from this cell on.
    pub compare: Option<u16>,
    /// Lines that the paper is scrolled up.
    pub paper_scroll: usize,
    /// Orders that the history is scrolled up.
    pub history_scroll: usize,
    /// The help page, scrolled down by so many lines.
    pub help: Option<usize>,
}

/// The panel.
pub struct App {
    pub(super) engine: Engine,
    pub(super) image: String,
    pub(super) motion: Motion,
    pub(super) waits: Option<Outcome>,
    pub(super) speed: Speed,
    pub(super) pacer: Pacer,
    pub(super) meter: Meter,
    pub(super) late_frames: u32,
    marks_wait: u32,
    pub(super) samples: DeskSamples,
    pub(super) glow: Option<DeskGlow>,
    pub(super) typist: Typist,
    pub(super) struck: VecDeque<(Moment, char)>,
    pub(super) focus: Focus,
    pub(super) look: Look,
    pub(super) prompt: Option<Prompt>,
    pub(super) wanted: Option<Wanted>,
    pub(super) found: Option<Found>,
    pub(super) message: String,
    pub(super) history: Vec<Past>,
    pub(super) store: Store,
    pub(super) theme: Theme,
    pub(super) drawn: Drawn,
    pub(super) quits: bool,
}

impl App {
    /// A panel in front of this machine, which runs.
    pub fn new(machine: Machine, image: &str, speed: Speed, theme: Theme, store: Store) -> App {
        let (breaks, complaint) = match store.breaks() {
            Ok(breaks) => (breaks, None),
            Err(error) => (Breaks::new(), Some(format!("{error:#}"))),
        };
        let engine = Engine::new(machine, breaks);
        let now = engine.machine().now();
        let mut app = App {
            pacer: Pacer::new(speed, now),
            meter: Meter::new(now, 0),
            engine,
            image: image.to_string(),
            motion: Motion::Runs,
            waits: None,
            speed,
            late_frames: 0,
            marks_wait: 0,
            samples: DeskSamples::default(),
            glow: None,
            typist: Typist::default(),
            struck: VecDeque::new(),
            focus: Focus::Typewriter,
            look: Look { cells: Form::Order, follow: true, ..Look::default() },
            prompt: None,
            wanted: None,
            found: None,
            message: "The keys are the typewriter's. Esc: the desk's, F1: all keys.".to_string(),
            history: Vec::new(),
            store,
            theme,
            drawn: Drawn::default(),
            quits: false,
        };
        if let Some(complaint) = complaint {
            app.say(&complaint);
        }
        app.log_beginning();
        app
    }

    /// Whether the person wants to leave.
    pub const fn quits(&self) -> bool {
        self.quits
    }

    /// Whether the machine does orders, so that time must pass for it.
    pub fn is_running(&self) -> bool {
        self.motion == Motion::Runs && self.waits.is_none()
    }

    /// Says something in the line of messages.
    pub(super) fn say(&mut self, message: &str) {
        self.message = message.to_string();
    }

    /// Says what went wrong, if anything did.
    pub(super) fn complain(&mut self, result: anyhow::Result<()>) {
        if let Err(error) = result {
            self.say(&format!("{error:#}"));
        }
    }

    /// Notes what the last picture was like.
    pub fn drew(&mut self, drawn: Drawn) {
        self.drawn = drawn;
    }

    /// Makes ready what the next picture shows: brightness, history.
    pub fn prepare(&mut self, rows: u16) {
        self.marks_wait = if self.is_running() { self.marks_wait.saturating_sub(1) } else { 0 };
        if self.marks_wait == 0 {
            self.engine.refresh_traces();
            self.marks_wait = MARKS_WAIT;
        }
        self.glow = if self.is_running() { self.samples.take().or(self.glow.take()) } else { None };
        if self.look.view == View::History {
            let rows = rows as u64 + self.look.history_scroll as u64;
            self.history = self.engine.history(rows);
            let end = self.history.len().saturating_sub(self.look.history_scroll);
            self.history.truncate(end);
        }
        let now = self.engine.machine().now();
        self.meter.update(now, self.engine.machine().orders());
        if self.pacer.take_dropped() {
            self.late_frames = 60;
        }
        self.late_frames = self.late_frames.saturating_sub(1);
        if self.look.follow {
            self.look.cursor = self.engine.next().cell.number();
        }
    }

    /// What the machine does, for the heading.
    pub fn state(&self) -> State {
        match (&self.motion, self.waits) {
            (Motion::Stands(why), _) => State::Stopped(why.clone()),
            (Motion::Runs, Some(Outcome::AwaitingKey)) => State::AwaitingKey,
            (Motion::Runs, Some(Outcome::AwaitingTape)) => State::AwaitingTape,
            (Motion::Runs, _) => State::Running,
        }
    }

    /// All that the next picture shows.
    pub fn scene(&self) -> Scene<'_> {
        let machine = self.engine.machine();
        let desk = self.desk();
        Scene {
            theme: self.theme,
            heading: self.heading(),
            paper: Paper {
                sheet: self.engine.sheet(),
                scroll: self.look.paper_scroll,
                lamp: desk.view.typewriter_lamp,
            },
            desk,
            listing: Listing {
                ferrite: machine.ferrite(),
                traces: self.engine.traces(),
                next: self.engine.next(),
                cursor: self.look.cursor,
                follow: self.look.follow,
                breaks: self.engine.breaks(),
                form: self.look.cells,
            },
            track: Track {
                drum: machine.drum(),
                ferrite: machine.ferrite(),
                track: self.look.track,
                cursor: self.look.track_cursor,
                compare: self.look.compare,
                form: self.look.cells,
            },
            history: &self.history,
            view: self.look.view,
            focus: self.focus,
            message: &self.message,
            prompt: self.prompt.as_ref().map(Prompt::shown),
            help: self.look.help,
        }
    }

    fn desk(&self) -> Desk {
        Desk {
            view: self.engine.machine().view(),
            glow: self.glow.clone(),
            before: if self.is_running() { None } else { self.engine.before().cloned() },
            form: self.look.form,
        }
    }

    fn heading(&self) -> Heading {
        Heading {
            image: self.image.clone(),
            state: self.state(),
            speed: match self.speed {
                Speed::Times(times) => Some(times),
                Speed::Max => None,
            },
            reached: if self.is_running() { self.meter.reached() } else { None },
            late: self.late_frames > 0,
            memory: self.engine.timeline().memory_bytes(),
            future: self.engine.future(),
        }
    }
}
