//! The values of command-line options that stand for values of a library. The libraries do not depend on clap,
//! so a table here has the word of each value and its help.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gier_desk::tapes::Cells;
use gier_desk::typewriter::sheet_text::RibbonStyle;
use gier_panel::ink::theme::Theme;
use gier_panel::scene::View;

/// The values of an option: the word on the command line, its help, and what it stands for.
type Choices<T> = &'static [(&'static str, &'static str, T)];

/// What this word stands for, or `None` if it is none of these words.
pub fn value_of<T: Copy>(choices: Choices<T>, word: &str) -> Option<T> {
    choices.iter().find(|(known, ..)| *known == word).map(|(.., value)| *value)
}

pub fn word_of<T: PartialEq>(choices: Choices<T>, value: T) -> &'static str {
    choices.iter().find(|(.., known)| *known == value).map_or("", |(word, ..)| word)
}

/// Reads one of these words.
pub fn one_of<T: Copy + Send + Sync + 'static>(choices: Choices<T>) -> impl TypedValueParser<Value = T> {
    let values = choices.iter().map(|(word, help, _)| PossibleValue::new(*word).help(*help));
    PossibleValuesParser::new(values)
        .map(move |word| value_of(choices, &word).expect("the parser accepts only these words"))
}

/// How to show the colour of the ribbon.
pub const RIBBONS: Choices<RibbonStyle> = &[
    ("ansi", "Print red text in the terminal's red", RibbonStyle::Ansi),
    ("marks", "Print the words ‹red› and ‹black› where the colour changes", RibbonStyle::Marks),
    ("none", "Do not show the colour", RibbonStyle::None),
];

/// Which three cells to key into an empty machine.
pub const CELLS: Choices<Cells> = &[
    ("help3", "The three cells that load HELP 3 or a test program", Cells::Help3),
    ("old", "The three cells that load HJÆLP, the monitor before HELP 3", Cells::Old),
];

/// The colours of the panel.
pub const THEMES: Choices<Theme> = &[
    ("dark", "Dark background", Theme::Dark),
    ("light", "Light background", Theme::Light),
    (
        "either",
        "Colours for both backgrounds, for a terminal that does not report its background",
        Theme::Either,
    ),
    ("sixteen", "The sixteen colours of a console", Theme::Sixteen),
    ("plain", "No colour at all (`NO_COLOR`)", Theme::Plain),
];

/// The set of characters for drawing the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// All characters that the panel uses.
    Unicode,
    /// Only ASCII characters.
    Ascii,
}

/// The sets of characters for drawing the panel.
pub const SIGNS: Choices<Signs> = &[
    ("unicode", "All characters that the panel uses", Signs::Unicode),
    ("ascii", "Only ASCII characters", Signs::Ascii),
];

/// The views that the panel can show below the desk.
pub const VIEWS: Choices<View> = &[
    ("paper", "The typewriter's paper", View::Paper),
    ("ferrite", "The listing of the ferrite store", View::Ferrite),
    ("source", "The program's text, if it has one", View::Source),
    ("drum", "A track of the drum", View::Drum),
    ("history", "The orders executed last", View::History),
    ("map", "A character for every cell of the ferrite store", View::Map),
    ("values", "The values of expressions, and search results", View::Values),
    ("tapes", "The tapes in reader and punch, and the line printer", View::Tapes),
    ("plotter", "The plotter's drawing", View::Plotter),
];
