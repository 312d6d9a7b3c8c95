//! Everything that one picture of the panel shows, as plain data. The app fills the scene and the
//! drawing files read it. So every picture can be made, and tested, without a terminal or a running
//! machine.

pub use crate::view::View;

use crate::danish::danish;
use crate::ink::glow::{DeskGlow, Part};
use crate::ink::theme::Theme;
use crate::keys::Keymap;
use crate::keys::table::Command;
use gier_desk::debug::program::Program;
use gier_desk::debug::stops::Breaks;
use gier_desk::debug::stops::traces::Traces;
use gier_desk::notation::forms::Form;
use gier_desk::plotter::Drawing;
use gier_desk::typewriter::paper::Sheet;
use gier_machine::timeline::OrderRecord;
use gier_machine::{Drum, Ferrite, PanelView, Place, Tape};
use gier_word::tape::Row;
use gier_word::{Cell, Half, Symbol};
use ratatui::layout::Rect;
use std::borrow::Cow;

/// The part of the panel that receives your keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The typewriter: your keys go to GIER.
    #[default]
    Typewriter,
    /// The desk: your keys are commands.
    Desk,
}

/// What the machine is doing, for the heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The machine executes orders.
    Running,
    /// The machine waits for a key of the typewriter.
    AwaitingKey,
    /// The machine waits for a tape.
    AwaitingTape,
    /// The machine is stopped, for this reason.
    Stopped(String),
}

/// The contents of the heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Heading {
    /// The name of the image that was booted.
    pub image: String,
    /// What the machine is doing.
    pub state: State,
    /// The requested speed as a factor of GIER's, or `None` for flat out.
    pub speed: Option<f64>,
    /// The measured speed: the factor of GIER's speed, and the number of orders per second.
    pub reached: Option<(f64, f64)>,
    /// Whether the machine was recently too slow for its speed, so that time was dropped.
    pub late: bool,
    /// The memory that the recorded past takes, in bytes.
    pub memory: usize,
    /// The number of orders of the whole session, if the machine is at a moment before the session's end.
    pub future: Option<u64>,
    /// The number of breakpoints, and how many of them are on.
    pub breaks: (usize, usize),
}

/// What the desk shows.
#[derive(Clone, Debug)]
pub struct Desk {
    /// The registers now.
    pub view: PanelView,
    /// The brightness of the lamps since the last picture, or `None` if the machine is stopped.
    pub glow: Option<DeskGlow>,
    /// The registers at the previous stop, to mark what has changed.
    pub before: Option<PanelView>,
    /// The form in which contents are written.
    pub form: Form,
}

/// The typewriter's paper.
#[derive(Clone, Copy, Debug)]
pub struct Paper<'a> {
    /// Everything that was printed.
    pub sheet: &'a Sheet,
    /// How many lines the paper is scrolled up from its end.
    pub scroll: usize,
    /// Whether the lamp is lit that shows that GIER waits for a key.
    pub lamp: bool,
}

/// The listing of the ferrite store.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'a> {
    /// The ferrite store.
    pub ferrite: &'a Ferrite,
    /// The cells that the program executed, and those that it wrote.
    pub traces: &'a Traces,
    /// The place of the next order.
    pub next: Place,
    /// The cell with the cursor.
    pub cursor: u16,
    /// Whether the cursor follows the next order.
    pub follow: bool,
    /// The first cell to show, or `None` if the listing follows its cursor.
    pub top: Option<u16>,
    /// The breakpoints, in order.
    pub breaks: &'a Breaks,
    /// The program's names for its cells.
    pub names: &'a Program,
    /// The form in which contents are written.
    pub form: Form,
}

/// A track of the drum.
#[derive(Clone, Copy, Debug)]
pub struct Track<'a> {
    /// The drum.
    pub drum: &'a Drum,
    /// The ferrite store, for the comparison.
    pub ferrite: &'a Ferrite,
    /// The number of the track.
    pub track: u16,
    /// The cell of the track with the cursor.
    pub cursor: u16,
    /// The first cell to show, or `None` if the view follows its cursor.
    pub top: Option<u16>,
    /// The breakpoints.
    pub breaks: &'a Breaks,
    /// The first ferrite cell of the comparison, or `None` if nothing is compared.
    pub compare: Option<u16>,
    /// The form in which contents are written.
    pub form: Form,
}

/// A source text of the program.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The name of the text.
    pub name: &'a str,
    /// The lines of the text. The list is empty if the host does not have the text.
    pub lines: &'a [String],
    /// The line with the cursor, counted from 1.
    pub cursor: u32,
    /// Whether the cursor follows the program.
    pub follow: bool,
    /// The line and column of the next statement, if it is in this text.
    pub place: Option<(u32, u32)>,
    /// The place of the next statement, if it is in another text.
    pub elsewhere: Option<String>,
    /// The lines that have breakpoints. For each line, whether one of its breakpoints is on.
    pub breaks: Vec<(u32, bool)>,
    /// The visible variables and their values.
    pub variables: &'a [(String, String)],
    /// The calls that led to the next statement, the innermost first.
    pub calls: &'a [String],
    /// Whether the program is in ALGOL, so that its text says more than the listing of its orders.
    pub is_first: bool,
}

/// The history: orders around the present moment, or around the cursor.
#[derive(Clone, Copy, Debug)]
pub struct History<'a> {
    /// The orders, as many as a view may need. Some may be ahead of the present moment.
    pub rows: &'a [OrderRecord],
    /// The number of orders executed up to the present moment.
    pub now: u64,
    /// The number of orders of the whole session.
    pub end: u64,
    /// The number of the order with the cursor.
    pub cursor: Option<u64>,
    /// The marked moments: the name and the number of orders.
    pub marks: &'a [(String, u64)],
}

/// The tapes and the line printer.
#[derive(Clone, Copy, Debug)]
pub struct Tapes<'a> {
    /// The tape in the reader, and the number of its rows that have been read.
    pub reader: Option<(&'a Tape, usize)>,
    /// The rows that were punched.
    pub punched: &'a [Row],
    /// The symbols that the line printer has printed.
    pub printed: &'a [Symbol],
    /// How far the punch and the printer are scrolled back, in rows of tape and lines of print.
    pub scroll: usize,
}

/// A breakpoint as the page of breakpoints lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// Where and when the breakpoint stops, in the words of an act.
    pub text: String,
    /// Whether the breakpoint is on.
    pub on: bool,
    /// How often the breakpoint was reached.
    pub hits: u64,
    /// The contents of the breakpoint's cell, if the breakpoint has one.
    pub contents: Option<Cell>,
}

/// The expressions that are kept in view, and what watches have found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values<'a> {
    /// Each expression and its value.
    pub list: Vec<(String, String)>,
    /// The row with the cursor.
    pub cursor: usize,
    /// The messages of watches, the latest last.
    pub found: &'a [String],
}

/// An answer: a page of lines over the whole picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page<'a> {
    /// The title of the page.
    pub title: &'a str,
    /// The lines of the page.
    pub lines: &'a [String],
    /// How many lines the page is scrolled down.
    pub top: usize,
}

/// A suggestion for the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The name of the command, or an act.
    pub name: String,
    /// The keys of the command.
    pub keys: String,
    /// What the command does.
    pub help: String,
}

/// A question that waits for your answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question<'a> {
    /// The text of the question.
    pub question: &'a str,
    /// What you have typed so far.
    pub typed: &'a str,
    /// The number of typed characters before the cursor.
    pub cursor: usize,
}

/// Everything that one picture shows.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The colours.
    pub theme: Theme,
    /// The keys of the commands.
    pub keys: &'a Keymap,
    /// The heading.
    pub heading: Heading,
    /// The desk.
    pub desk: Desk,
    /// The typewriter's paper.
    pub paper: Paper<'a>,
    /// The listing of the ferrite store.
    pub listing: Listing<'a>,
    /// The track of the drum.
    pub track: Track<'a>,
    /// The source text of the program, if the program has one.
    pub source: Option<Source<'a>>,
    /// The orders around a moment of the session, for the view of the history.
    pub history: History<'a>,
    /// The tapes and the line printer.
    pub tapes: Tapes<'a>,
    /// The plotter's drawing.
    pub drawing: &'a Drawing,
    /// The expressions that are kept in view.
    pub values: Values<'a>,
    /// What the order under the cursor would do.
    pub explanation: Option<&'a str>,
    /// An answer that covers the picture.
    pub answer: Option<Page<'a>>,
    /// The suggestions for the command line.
    pub offers: Vec<Offer>,
    /// The breakpoints, if their page is open.
    pub breaks: Vec<Break>,
    /// The row with the cursor on the page of breakpoints.
    pub breaks_page: Option<usize>,
    /// The chosen view.
    pub view: View,
    /// The part of the panel that receives your keys.
    pub focus: Focus,
    /// The last message to you.
    pub message: &'a str,
    /// A question that waits for your answer.
    pub prompt: Option<Question<'a>>,
    /// How many lines the help page is scrolled down, or `None` if the page is closed.
    pub help: Option<usize>,
    /// Whether the panel's texts are in Danish.
    pub danish: bool,
}

impl Scene<'_> {
    /// Whether the desk has the keys, and this view receives them.
    pub fn has_keys(&self, view: View) -> bool {
        self.focus == Focus::Desk && self.view == view
    }

    /// A text of the panel in the language of the scene.
    pub fn say<'a>(&self, english: &'a str) -> Cow<'a, str> {
        if self.danish { danish(english) } else { Cow::Borrowed(english) }
    }
}

/// What a click in an area does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Executes a command, like a key.
    Command(Command),
    /// Gives the keys to the typewriter.
    Paper,
    /// Shows where the character in this line and column of the paper came from, both counted from 1.
    Character(usize, usize),
    /// Moves the cursor to this row of a view.
    Row(View, u16),
    /// Sets or removes a breakpoint in this row of a view, on this half.
    Gutter(View, u16, Half),
    /// Inverts a bit that a lamp of the desk shows. It has the register, and the number of the bit counted
    /// from the right.
    Lamp(Part, u8),
}

/// The areas that you can click. Where two areas overlap, the later one counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits(Vec<(Rect, Target)>);

impl Hits {
    /// Adds an area and what a click in it does.
    pub fn add(&mut self, area: Rect, target: Target) {
        self.0.push((area, target));
    }

    /// What a click at this place does, or `None` if a click there does nothing.
    pub fn at(&self, column: u16, row: u16) -> Option<Target> {
        self.0.iter().rev().find(|(area, _)| area.contains((column, row).into())).map(|&(_, target)| target)
    }

    /// The commands in the bottom line, each with the column and row of its button.
    pub fn commands(&self) -> impl Iterator<Item = ((u16, u16), Command)> {
        self.0.iter().filter_map(|(area, target)| match *target {
            Target::Command(command) => Some(((area.x, area.y), command)),
            Target::Paper
            | Target::Character(..)
            | Target::Row(..)
            | Target::Gutter(..)
            | Target::Lamp(..) => None,
        })
    }

    /// The places of the lamps of the registers, each as column and row.
    pub fn lamps(&self) -> impl Iterator<Item = (u16, u16)> {
        let lamps = self.0.iter().filter(|(_, target)| matches!(target, Target::Lamp(..)));
        lamps.map(|(area, _)| (area.x, area.y))
    }
}

/// What the app needs to know about a picture that was drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// What a click does in each area.
    pub hits: Hits,
    /// The place of the terminal's own cursor.
    pub cursor: Option<(u16, u16)>,
    /// The number of rows of the view that scrolls by pages.
    pub page: u16,
    /// The number of rows of the answer that covers the picture.
    pub rows: usize,
    /// The visible views. Each has its area and, if the view has cells, its first row.
    pub views: Vec<(View, Rect, u16)>,
    /// Whether the terminal is so small that nothing was drawn.
    pub too_small: bool,
}

impl Drawn {
    /// The view at this place of the screen.
    pub(crate) fn view_at(&self, column: u16, row: u16) -> Option<View> {
        let there = |(_, area, _): &&(View, Rect, u16)| area.contains((column, row).into());
        self.views.iter().find(there).map(|&(view, _, _)| view)
    }

    /// Whether this view is visible.
    pub fn shows(&self, view: View) -> bool {
        self.views.iter().any(|&(seen, _, _)| seen == view)
    }

    /// The first row of this view, or `None` if the view is not visible.
    pub(crate) fn first_row(&self, view: View) -> Option<u16> {
        self.views.iter().find(|&&(seen, _, _)| seen == view).map(|&(_, _, first)| first)
    }
}
