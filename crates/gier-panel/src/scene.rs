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
use gier_machine::{Drum, Ferrite, PanelView, Place};
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
}

impl View {
    /// The next one for the key.
    pub const fn next(self) -> View {
        match self {
            View::Paper => View::Ferrite,
            View::Ferrite => View::Drum,
            View::Drum => View::History,
            View::History => View::Paper,
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
    /// Compare with the cells from this one on.
    pub compare: Option<u16>,
    /// How contents are written.
    pub form: Form,
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
    /// The view chosen.
    pub view: View,
    /// Who takes the keys.
    pub focus: Focus,
    /// What was last said to the person.
    pub message: &'a str,
    /// A question that waits for an answer: question and what was typed.
    pub prompt: Option<(&'a str, &'a str)>,
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
}
