//! All that one picture of the panel shows, as plain data. The app fills it, the drawing files
//! read it; so every picture can be made, and tested, without a terminal or a running machine.

pub use crate::view::View;

use crate::ink::glow::{DeskGlow, Part};
use crate::ink::theme::Theme;
use crate::keys::Keymap;
use crate::keys::table::Command;
use gier_desk::debug::algol::Program;
use gier_desk::debug::breaks::Breaks;
use gier_desk::debug::forms::Form;
use gier_desk::debug::traces::Traces;
use gier_desk::typewriter::paper::Sheet;
use gier_machine::timeline::Past;
use gier_machine::{Drum, Ferrite, PanelView, Place, Tape};
use gier_word::tape::Row;
use gier_word::{Cell, Half, Symbol};
use ratatui::layout::Rect;

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
    /// What the program calls its cells.
    pub names: &'a Program,
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

/// A text of the program.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// What it is called.
    pub name: &'a str,
    /// Its lines; none if the host has not got it.
    pub lines: &'a [String],
    /// The line with the cursor, from 1.
    pub cursor: u32,
    /// The cursor goes with the program.
    pub follow: bool,
    /// Line and column at which the program stands, if it does in this text.
    pub place: Option<(u32, u32)>,
    /// Where the program stands, if that is in another text.
    pub elsewhere: Option<String>,
    /// The lines with a breakpoint, and whether one is on.
    pub breaks: Vec<(u32, bool)>,
    /// The variables that are seen, each with what it holds.
    pub variables: &'a [(String, String)],
    /// The calls that led here, the innermost first.
    pub calls: &'a [String],
    /// It is a program in ALGOL, whose text says more than the listing of its orders.
    pub is_first: bool,
}

/// The history: orders around the present moment, or around the cursor.
#[derive(Clone, Copy, Debug)]
pub struct History<'a> {
    /// The orders, as many as a view may need; some may lie ahead.
    pub rows: &'a [Past],
    /// Orders done at the present moment.
    pub now: u64,
    /// Orders of the whole session.
    pub end: u64,
    /// The order with the cursor.
    pub cursor: Option<u64>,
    /// The moments that have names.
    pub marks: &'a [(String, u64)],
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

/// Values that are kept in view, and what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values<'a> {
    /// Each expression, and what it comes to.
    pub list: Vec<(String, String)>,
    /// The row with the cursor.
    pub cursor: usize,
    /// What watches have found and told, the latest last.
    pub found: &'a [String],
}

/// A page of lines over the whole picture: an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page<'a> {
    /// What it answers.
    pub title: &'a str,
    /// The lines.
    pub lines: &'a [String],
    /// Lines that it was scrolled down.
    pub top: usize,
}

/// A line of what can be said on the line of commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The command's name, or an act.
    pub name: String,
    /// Its keys.
    pub keys: String,
    /// What it does.
    pub help: String,
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
    /// Which keys do what.
    pub keys: &'a Keymap,
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
    /// The program's text, if it has one.
    pub source: Option<Source<'a>>,
    /// The orders around a moment.
    pub history: History<'a>,
    /// Tapes and printer.
    pub tapes: Tapes<'a>,
    /// What is kept in view.
    pub values: Values<'a>,
    /// What the order under the cursor would do.
    pub explanation: Option<&'a str>,
    /// A page that answers a question.
    pub answer: Option<Page<'a>>,
    /// What may be meant on the line of commands.
    pub offers: Vec<Offer>,
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

    /// The places of the registers' lamps, column and row.
    pub fn lamps(&self) -> impl Iterator<Item = (u16, u16)> {
        let lamps = self.0.iter().filter(|(_, target)| matches!(target, Target::Lamp(..)));
        lamps.map(|(area, _)| (area.x, area.y))
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
