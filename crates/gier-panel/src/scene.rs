//! Everything that one picture of the panel shows, as plain data. The app fills this data, and the drawing
//! code reads it. Pictures can therefore be made and tested without a terminal or a running machine.

pub use crate::view::View;

use crate::ink::glow::{DeskGlow, LampRow};
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
use gier_machine::{DeskRegisters, Drum, Ferrite, Machine, Place, Tape};
use gier_messages::{Language, Speaker, say};
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

/// What the heading says about the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The machine executes orders.
    Running,
    /// The machine waits for a key of the typewriter.
    AwaitingKey,
    /// The machine waits for a tape.
    AwaitingTape,
    /// The machine is stopped. The text says why.
    Stopped(String),
}

/// The contents of the heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Heading {
    /// The name of the image that was booted.
    pub image: String,
    /// What the machine is doing.
    pub state: State,
    /// The requested speed, as a multiple of the real GIER's speed. `None` means as fast as possible.
    pub speed: Option<f64>,
    /// The measured speed as a multiple of the real GIER's speed, and the number of orders executed per
    /// second.
    pub reached: Option<(f64, f64)>,
    /// Whether the host was recently too slow for the requested speed. The machine does not make up for the
    /// lost time.
    pub late: bool,
    /// The memory that the recorded past of the session takes, in bytes.
    pub memory: usize,
    /// If you have gone back in time, the number of orders in the whole session. Otherwise `None`.
    pub future: Option<u64>,
    /// How many breakpoints there are, and how many of them are on.
    pub breaks: (usize, usize),
}

/// What the desk shows: the registers, their lamps and the switches.
#[derive(Clone, Debug)]
pub struct Lamps<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The average brightness of each lamp since the last picture. `None` if the machine is stopped or waits:
    /// each lamp is then fully lit or dark.
    pub glow: Option<DeskGlow>,
    /// The registers when the machine last stopped. A register that has another value now is marked as
    /// changed.
    pub before: Option<DeskRegisters>,
    /// The form in which the contents of registers are written, for example as integers.
    pub form: Form,
}

/// The typewriter's paper.
#[derive(Clone, Copy, Debug)]
pub struct Paper<'a> {
    /// Everything printed on the typewriter's sheet.
    pub sheet: &'a Sheet,
    /// How many lines the paper is scrolled up from its end.
    pub scroll: usize,
    /// Whether the lamp that asks you for a key is lit.
    pub lamp: bool,
}

/// The listing of the ferrite store.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'a> {
    /// The ferrite store.
    pub ferrite: &'a Ferrite,
    /// Which cells the program has recently executed, read or written.
    pub traces: &'a Traces,
    /// The place of the next order: its cell, and the half of the cell.
    pub next: Place,
    /// The address of the cell that has the cursor.
    pub cursor: u16,
    /// Whether the cursor moves to the next order as the program runs.
    pub follow: bool,
    /// The address of the first cell to show, or `None` if the list scrolls with its cursor.
    pub top: Option<u16>,
    /// All breakpoints, on or off.
    pub breaks: &'a Breaks,
    /// The names that the program's source gives to cells.
    pub names: &'a Program,
    /// The form in which the contents of cells are written, for example as orders.
    pub form: Form,
}

/// The view of one drum track.
#[derive(Clone, Copy, Debug)]
pub struct Track<'a> {
    /// The drum.
    pub drum: &'a Drum,
    /// The ferrite store. Its cells can be compared with the cells of the track.
    pub ferrite: &'a Ferrite,
    /// The number of the track.
    pub track: u16,
    /// The position in the track (0-39) of the cell that has the cursor.
    pub cursor: u16,
    /// The first cell of the track to show, or `None` if the view scrolls with its cursor.
    pub top: Option<u16>,
    /// All breakpoints, on or off.
    pub breaks: &'a Breaks,
    /// The ferrite cell with which the track's first cell is compared. `None` if nothing is compared.
    pub compare: Option<u16>,
    /// The form in which the contents of cells are written, for example as orders.
    pub form: Form,
}

/// The view of one source text of the program.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The file name of the text.
    pub name: &'a str,
    /// The lines of the text. The list is empty if the host does not have the text.
    pub lines: &'a [String],
    /// The number of the line that has the cursor, counted from 1.
    pub cursor: u32,
    /// Whether the cursor moves to the next statement as the program runs.
    pub follow: bool,
    /// The line and column of the next statement, both counted from 1. `None` if the statement is not
    /// in this text.
    pub place: Option<(u32, u32)>,
    /// The file name, line and column of the next statement, if it is in another text.
    pub elsewhere: Option<String>,
    /// All breakpoints in this text: the line number of each, and whether it is on. A line can be listed more
    /// than once.
    pub breaks: Vec<(u32, bool)>,
    /// The visible variables, each with its value as text.
    pub variables: &'a [Named],
    /// Descriptions of the calls that led to the next statement, the innermost first.
    pub calls: &'a [String],
    /// Whether the program is written in ALGOL. In a wide terminal, its source text then takes the place of
    /// another view.
    pub is_algol: bool,
}

/// The view of the history: the orders around the last executed order, or around the cursor.
#[derive(Clone, Copy, Debug)]
pub struct History<'a> {
    /// Records of the orders that the view may need. Some of these orders may come after the machine's
    /// present position in the session.
    pub rows: &'a [OrderRecord],
    /// How many orders the machine has executed up to its present position.
    pub now: u64,
    /// How many orders were executed in the whole session.
    pub end: u64,
    /// The order that has the cursor, as its number in the session. `None` if there is no cursor.
    pub cursor: Option<u64>,
    /// The positions of the session that you have marked. Each has a name and the number of orders executed
    /// before it.
    pub marks: &'a [(String, u64)],
}

/// The tapes and the line printer.
#[derive(Clone, Copy, Debug)]
pub struct Tapes<'a> {
    /// The tape in the reader, and how many rows of this tape were read.
    pub reader: Option<(&'a Tape, usize)>,
    /// The rows of tape that were punched.
    pub punched: &'a [Row],
    /// The symbols that the line printer has printed.
    pub printed: &'a [Symbol],
    /// How far the punched tape and the printer's paper are scrolled back: the tape in rows, the paper in
    /// lines.
    pub scroll: usize,
}

/// A breakpoint in the list of breakpoints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The act that sets this breakpoint, such as `break line 12`.
    pub text: String,
    /// Whether the breakpoint is on.
    pub on: bool,
    /// How many times the breakpoint was reached.
    pub hits: u64,
    /// The contents of the breakpoint's cell. `None` if the breakpoint is not at a single cell.
    pub contents: Option<Cell>,
}

/// A value with its name, both as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// The name of a variable, or an expression.
    pub name: String,
    /// The value.
    pub value: String,
    /// The value at the previous stop, if it was another one.
    pub was: Option<String>,
}

/// The expressions that you keep in view, and the debugger's messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values<'a> {
    /// Each expression with its value.
    pub list: Vec<Named>,
    /// The index of the row that has the cursor.
    pub cursor: usize,
    /// The debugger's messages, the latest last.
    pub messages: &'a [String],
}

/// A page of text that answers a question, and covers the whole picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerPage<'a> {
    /// The title of the page.
    pub title: &'a str,
    /// All lines of the page, visible or not.
    pub lines: &'a [String],
    /// How many lines the page is scrolled down.
    pub top: usize,
}

/// A suggestion for the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// The label of a command of the panel, or a command for the debugger such as `break line N`.
    pub name: String,
    /// The keys of the command, as text. Empty if the command has no keys.
    pub keys: String,
    /// One line of text that explains the command.
    pub help: String,
}

/// A question of the panel that waits for your answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question<'a> {
    /// The text of the question.
    pub question: &'a str,
    /// What you have typed so far.
    pub typed: &'a str,
    /// How many of the typed characters are before the cursor.
    pub cursor: usize,
    /// The row of the list of suggestions that you have chosen.
    pub chosen: Option<usize>,
    /// Whether a single key answers the question, without Enter.
    pub wants_one_key: bool,
}

/// Everything that one picture shows.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The theme: the colours and styles of the picture.
    pub theme: Theme,
    /// The commands of the panel, each with its keys.
    pub keys: &'a Keymap,
    /// The line at the top of the picture.
    pub heading: Heading,
    /// The control desk.
    pub desk: Lamps<'a>,
    /// The view of the typewriter's paper.
    pub paper: Paper<'a>,
    /// The view of the ferrite store.
    pub listing: Listing<'a>,
    /// The view of a drum track.
    pub track: Track<'a>,
    /// The view of the program's source text, if the program has one.
    pub source: Option<Source<'a>>,
    /// The view of the history.
    pub history: History<'a>,
    /// The view of the tapes and the line printer.
    pub tapes: Tapes<'a>,
    /// The plotter's drawing.
    pub drawing: &'a Drawing,
    /// The view that shows expressions and the debugger's messages.
    pub values: Values<'a>,
    /// Whether only the chosen view is shown.
    pub zooms: bool,
    /// The order that was executed last, and what it has changed. `None` while the machine runs.
    pub did: Option<&'a str>,
    /// One line that explains what the order under the cursor would do now.
    pub explanation: Option<&'a str>,
    /// A page of lines that covers the picture, if one is open.
    pub answer: Option<AnswerPage<'a>>,
    /// The suggestions for the command line.
    pub offers: Vec<Offer>,
    /// The rows of the page of breakpoints. The list is empty if the page is closed.
    pub breaks: Vec<Break>,
    /// The index of the row with the cursor on the page of breakpoints. `None` if the page is closed.
    pub breaks_page: Option<usize>,
    /// The chosen view.
    pub view: View,
    /// The part of the panel that receives your keys.
    pub focus: Focus,
    /// The text in the message line.
    pub message: &'a str,
    /// A question that waits for your answer.
    pub prompt: Option<Question<'a>>,
    /// How many lines the help page is scrolled down, or `None` if the page is closed.
    pub help: Option<usize>,
    /// The language of the panel's texts.
    pub language: Language,
}

impl Scene<'_> {
    /// Whether your keys control this view.
    pub fn has_keys(&self, view: View) -> bool {
        self.focus == Focus::Desk && self.view == view
    }

    /// A label, a title or another text of the panel, in the language of this scene.
    pub fn say<'a>(&self, english: &'a str) -> Cow<'a, str> {
        say(self.language, Speaker::Panel, english)
    }

    /// A message or a question, in the language of this scene.
    pub fn tell<'a>(&self, english: &'a str) -> Cow<'a, str> {
        say(self.language, Speaker::Message, english)
    }
}

/// What happens if you click in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Executes a command, as its key does.
    Command(Command),
    /// Lets the typewriter receive your keys.
    Paper,
    /// Shows how a character of the paper was printed. The fields are its line and its column, both counted
    /// from 1.
    Character(usize, usize),
    /// Moves the cursor of a view. The fields are the view and the cell, line or row to which the cursor
    /// moves.
    Row(View, u16),
    /// Sets or removes a breakpoint. The fields are the view, the cell or line of the breakpoint, and the
    /// half of the cell.
    Gutter(View, u16, Half),
    /// Inverts the bit that a lamp of the desk shows. The fields are the register and the bit's index. Bit 0
    /// is the rightmost lamp.
    Lamp(LampRow, u8),
}

/// The areas that you can click. If two areas overlap, the area added later receives the click.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits(Vec<(Rect, Target)>);

impl Hits {
    /// Adds an area, and says what a click in it does.
    pub fn add(&mut self, area: Rect, target: Target) {
        self.0.push((area, target));
    }

    /// What a click at this position does, or `None` if it does nothing.
    pub fn at(&self, column: u16, row: u16) -> Option<Target> {
        self.0.iter().rev().find(|(area, _)| area.contains((column, row).into())).map(|&(_, target)| target)
    }

    /// All commands that you can click, each with the column and row where its area begins.
    pub fn commands(&self) -> impl Iterator<Item = ((u16, u16), Command)> {
        self.0.iter().filter_map(|(area, target)| match *target {
            Target::Command(command) => Some(((area.x, area.y), command)),
            _ => None,
        })
    }
}

/// The layout of the last picture, for clicks and scrolling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The areas that you can click.
    pub hits: Hits,
    /// The column and row of the terminal's own cursor. `None` if this cursor is not visible.
    pub cursor: Option<(u16, u16)>,
    /// The width of the picture, in columns.
    pub width: u16,
    /// The height, in rows, of the chosen view without its title, or of the open page.
    pub page: u16,
    /// The number of rows that the text of the open page takes.
    pub rows: usize,
    /// The visible views, each with its area and the index of its first visible row. The index is 0 for all
    /// views except the ferrite store, the drum and the source text.
    pub views: Vec<(View, Rect, u16)>,
    /// Whether the terminal is so small that nothing was drawn.
    pub too_small: bool,
}

impl Drawn {
    /// The view at this position of the screen, if there is one.
    pub(crate) fn view_at(&self, column: u16, row: u16) -> Option<View> {
        let there = |(_, area, _): &&(View, Rect, u16)| area.contains((column, row).into());
        self.views.iter().find(there).map(|&(view, _, _)| view)
    }

    /// Whether this view is visible.
    pub fn shows(&self, view: View) -> bool {
        self.views.iter().any(|&(seen, _, _)| seen == view)
    }

    /// The index of the first visible row, from [`Drawn::views`]. `None` if the view is not visible.
    pub(crate) fn first_row(&self, view: View) -> Option<u16> {
        self.views.iter().find(|&&(seen, _, _)| seen == view).map(|&(_, _, first)| first)
    }
}
