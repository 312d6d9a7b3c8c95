//! All that one picture of the panel shows, as plain data. The app fills it, the drawing files
//! read it; so every picture can be made, and tested, without a terminal or a running machine.

use crate::ink::glow::{DeskGlow, Part};
use crate::ink::theme::Theme;
use crate::keys::table::Command;
use gier_desk::debug::breaks::Breaks;
use gier_desk::debug::forms::Form;
use gier_desk::debug::traces::Traces;
use gier_desk::typewriter::paper::Sheet;
use gier_machine::timeline::Past;
use gier_machine::{Drum, Ferrite, PanelView, Place, Tape};
use gier_word::tape::Row;
use gier_word::{Cell, Half, Symbol};
use ratatui::layout::Rect;

/// The parts that share the room below the desk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// The typewriter's paper.
    #[default]
    Paper,
    /// The listing of the ferrite store.
    Ferrite,
    /// A track of the drum.
    Drum,
    /// The orders done last.
    History,
    /// A sign for every cell of the ferrite store.
    Map,
    /// The tapes in reader and punch, and the line printer.
    Tapes,
}

impl View {
    /// All of them, in the order of the key.
    pub const ALL: [View; 6] =
        [View::Paper, View::Ferrite, View::Drum, View::History, View::Map, View::Tapes];

    /// The next one for the key. Where the paper always stands beside, it is passed over.
    pub fn next(self, paper_stands: bool) -> View {
        let place = View::ALL.iter().position(|&view| view == self).expect("all views are listed");
        match View::ALL[(place + 1) % View::ALL.len()] {
            View::Paper if paper_stands => View::Ferrite,
            view => view,
        }
    }

    /// What it shows, for a message.
    pub const fn name(self) -> &'static str {
        match self {
            View::Paper => "the paper",
            View::Ferrite => "the ferrite store",
            View::Drum => "a track of the drum",
            View::History => "the history",
            View::Map => "the map of the ferrite store",
            View::Tapes => "tapes and printer",
        }
    }
}

/// Who takes the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The typewriter: they are GIER's.
    #[default]
    Typewriter,
    /// The desk: they are commands.
    Desk,
}

/// What the machine is doing, in a word for the heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Orders are done.
    Running,
    /// It waits for a key of the typewriter.
    AwaitingKey,
    /// It waits for a tape.
    AwaitingTape,
    /// It stands still, and why.
    Stopped(String),
}

/// The heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Heading {
    /// What was booted.
    pub image: String,
    /// What the machine does.
    pub state: State,
    /// The speed asked for: a factor, or none for flat out.
    pub speed: Option<f64>,
    /// The factor and the orders a second that are reached, measured.
    pub reached: Option<(f64, f64)>,
    /// Late frames have dropped their backlog.
    pub late: bool,
    /// Bytes that the past takes.
    pub memory: usize,
    /// Orders of the session, if the machine stands before its end.
    pub future: Option<u64>,
    /// Breakpoints, and how many of them are on.
    pub breaks: (usize, usize),
}

/// What the desk shows.
#[derive(Clone, Debug)]
pub struct Desk {
    /// The registers now.
    pub view: PanelView,
    /// How bright the lamps were since the last picture; at rest none.
    pub glow: Option<DeskGlow>,
    /// The registers at the last stop before this one, to mark what changed.
    pub before: Option<PanelView>,
    /// How contents are written.
    pub form: Form,
}

/// The paper.
#[derive(Clone, Copy, Debug)]
pub struct Paper<'a> {
    /// All that was printed.
    pub sheet: &'a Sheet,
    /// Lines that the paper was scrolled up from its end.
    pub scroll: usize,
    /// The lamp: GIER waits for a key.
    pub lamp: bool,
}

/// The listing of the ferrite store.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'a> {
    /// The store.
    pub ferrite: &'a Ferrite,
    /// Where the program was and what it wrote.
    pub traces: &'a Traces,
    /// The order that comes next.
    pub next: Place,
    /// The cell with the cursor.
    pub cursor: u16,
    /// The cursor goes with the current order.
    pub follow: bool,
    /// The first cell to show, if it was chosen and does not go with the cursor.
    pub top: Option<u16>,
    /// Breakpoints, in order.
    pub breaks: &'a Breaks,
    /// How contents are written.
    pub form: Form,
}

/// A track of the drum.
#[derive(Clone, Copy, Debug)]
pub struct Track<'a> {
    /// The drum.
    pub drum: &'a Drum,
    /// The ferrite store, to compare with.
    pub ferrite: &'a Ferrite,
    /// The track shown.
    pub track: u16,
    /// The cell of the track with the cursor.
    pub cursor: u16,
    /// The first cell to show, if it was chosen and does not go with the cursor.
    pub top: Option<u16>,
    /// Breakpoints.
    pub breaks: &'a Breaks,
    /// Compare with the cells from this one on.
    pub compare: Option<u16>,
    /// How contents are written.
    pub form: Form,
}

/// Tapes and printer.
#[derive(Clone, Copy, Debug)]
pub struct Tapes<'a> {
    /// The tape in the reader, and how many of its rows have passed.
    pub reader: Option<(&'a Tape, usize)>,
    /// The rows punched.
    pub punched: &'a [Row],
    /// The symbols of the line printer.
    pub printed: &'a [Symbol],
    /// Rows and lines that punch and printer were scrolled back.
    pub scroll: usize,
}

/// A breakpoint for the page of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// Where and when it stops, as an act says it.
    pub text: String,
    /// Whether it is in force.
    pub on: bool,
    /// How often it was met.
    pub hits: u64,
    /// What stands there, if it is about a cell.
    pub contents: Option<Cell>,
}

/// A question that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question<'a> {
    /// The question.
    pub question: &'a str,
    /// What was typed so far.
    pub typed: &'a str,
    /// Characters of it before the cursor.
    pub cursor: usize,
}

/// Everything.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// Colours.
    pub theme: Theme,
    /// The heading.
    pub heading: Heading,
    /// The desk.
    pub desk: Desk,
    /// The paper.
    pub paper: Paper<'a>,
    /// The listing.
    pub listing: Listing<'a>,
    /// The drum.
    pub track: Track<'a>,
    /// The orders done last, the latest at the end, as many as the view may need.
    pub history: &'a [Past],
    /// Tapes and printer.
    pub tapes: Tapes<'a>,
    /// What the order under the cursor would do.
    pub explanation: Option<&'a str>,
    /// The breakpoints, if their page is open, and its row with the cursor.
    pub breaks: Vec<Break>,
    /// The row of that page with the cursor.
    pub breaks_page: Option<usize>,
    /// The view chosen.
    pub view: View,
    /// Who takes the keys.
    pub focus: Focus,
    /// What was last said to the person.
    pub message: &'a str,
    /// A question that waits for an answer.
    pub prompt: Option<Question<'a>>,
    /// The help page is open, scrolled down by this many lines.
    pub help: Option<usize>,
}

/// What a click in an area means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The same as a key.
    Command(Command),
    /// The typewriter takes the keys.
    Paper,
    /// The cursor goes to this row of a view.
    Row(View, u16),
    /// A breakpoint is set or removed in this row of a view, on this half.
    Gutter(View, u16, Half),
    /// A lamp of the desk: which register, and which bit counted from the right.
    Lamp(Part, u8),
}

/// The areas that can be clicked, the later ones above the earlier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits(Vec<(Rect, Target)>);

impl Hits {
    /// A click here means this.
    pub fn add(&mut self, area: Rect, target: Target) {
        self.0.push((area, target));
    }

    /// What a click at this place means.
    pub fn at(&self, column: u16, row: u16) -> Option<Target> {
        self.0.iter().rev().find(|(area, _)| area.contains((column, row).into())).map(|&(_, target)| target)
    }
}

/// What the app must know of a picture that was drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// What a click means where.
    pub hits: Hits,
    /// Where the terminal's own cursor belongs.
    pub cursor: Option<(u16, u16)>,
    /// Rows of the view that scrolls by pages.
    pub page: u16,
    /// The views seen, and the first row of each that has cells.
    pub views: Vec<(View, Rect, u16)>,
    /// The terminal is so small that nothing was drawn.
    pub too_small: bool,
}

impl Drawn {
    /// The view that is seen at this place of the screen.
    pub fn view_at(&self, column: u16, row: u16) -> Option<View> {
        let there = |(_, area, _): &&(View, Rect, u16)| area.contains((column, row).into());
        self.views.iter().find(there).map(|&(view, _, _)| view)
    }

    /// Whether a view is seen.
    pub fn shows(&self, view: View) -> bool {
        self.views.iter().any(|&(seen, _, _)| seen == view)
    }

    /// The first row of a view that is seen.
    pub fn first_row(&self, view: View) -> Option<u16> {
        self.views.iter().find(|&&(seen, _, _)| seen == view).map(|&(_, _, first)| first)
    }
}
