//! The views of the panel that you can choose.

/// A view of the panel. You choose which view is shown below the desk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// The typewriter's paper.
    #[default]
    Paper,
    /// The program's source text, with the visible variables.
    Source,
    /// The listing of the ferrite store.
    Ferrite,
    /// A track of the drum.
    Drum,
    /// The orders executed most recently.
    History,
    /// A map of the ferrite store. Each cell is one character.
    Map,
    /// The values of expressions, and the debugger's messages.
    Values,
    /// The tape in the reader, the punched tape, and the output of the line printer.
    Tapes,
    /// The plotter's drawing.
    Plotter,
}

impl View {
    /// All views, in the order in which the key F6 shows them, each with its name in messages and titles.
    pub const ALL: [(View, &str); 9] = [
        (View::Paper, "the paper"),
        (View::Source, "the program's text"),
        (View::Ferrite, "the ferrite store"),
        (View::Drum, "a track of the drum"),
        (View::History, "the history"),
        (View::Map, "the map of the ferrite store"),
        (View::Values, "values and messages"),
        (View::Tapes, "tapes and printer"),
        (View::Plotter, "the plotter"),
    ];

    fn place(self) -> usize {
        View::ALL.iter().position(|row| row.0 == self).expect("all views are listed")
    }

    /// The view that follows this one when you press the key for the next view. Skips the paper if it is
    /// always visible (`paper_stands`). Skips the source text if the program has none, and the plotter if
    /// nothing was drawn.
    pub fn next(self, paper_stands: bool, has_text: bool, has_drawing: bool) -> View {
        let (next, _) = View::ALL[(self.place() + 1) % View::ALL.len()];
        let is_passed_over = match next {
            View::Paper => paper_stands,
            View::Source => !has_text,
            View::Plotter => !has_drawing,
            View::Ferrite | View::Drum | View::History | View::Map | View::Values | View::Tapes => false,
        };
        if is_passed_over { next.next(paper_stands, has_text, has_drawing) } else { next }
    }

    /// The name of the view, as messages and titles show it.
    pub fn name(self) -> &'static str {
        View::ALL[self.place()].1
    }
}
