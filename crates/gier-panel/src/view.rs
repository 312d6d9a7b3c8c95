//! The parts of the picture that a person chooses among.

/// The parts that share the room below the desk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// The typewriter's paper.
    #[default]
    Paper,
    /// The program's text, with its variables.
    Source,
    /// The listing of the ferrite store.
    Ferrite,
    /// A track of the drum.
    Drum,
    /// The orders done last.
    History,
    /// A sign for every cell of the ferrite store.
    Map,
    /// What expressions come to, and what was found.
    Values,
    /// The tapes in reader and punch, and the line printer.
    Tapes,
}

impl View {
    /// All of them, in the order of the key.
    pub const ALL: [View; 8] = [
        View::Paper,
        View::Source,
        View::Ferrite,
        View::Drum,
        View::History,
        View::Map,
        View::Values,
        View::Tapes,
    ];

    /// The next one for the key. Where the paper always stands beside, it is passed over, and so is
    /// the text of a program that has none.
    pub fn next(self, paper_stands: bool, has_text: bool) -> View {
        let place = View::ALL.iter().position(|&view| view == self).expect("all views are listed");
        let next = View::ALL[(place + 1) % View::ALL.len()];
        let is_passed_over = match next {
            View::Paper => paper_stands,
            View::Source => !has_text,
            _ => false,
        };
        if is_passed_over { next.next(paper_stands, has_text) } else { next }
    }

    /// What it shows, for a message.
    pub const fn name(self) -> &'static str {
        match self {
            View::Paper => "the paper",
            View::Ferrite => "the ferrite store",
            View::Drum => "a track of the drum",
            View::History => "the history",
            View::Source => "the program's text",
            View::Map => "the map of the ferrite store",
            View::Values => "values and what was found",
            View::Tapes => "tapes and printer",
        }
    }
}
