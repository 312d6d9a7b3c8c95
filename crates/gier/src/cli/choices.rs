//! The enums for the values of command-line options. Most of them resemble an enum of a library. The
//! library's enum cannot be used for an option, because the libraries do not depend on clap.

use clap::ValueEnum;
use gier_desk::acts;
use gier_desk::typewriter::text;
use gier_panel::ink::theme;
use gier_panel::scene;

/// How to show the colour of the ribbon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RibbonStyle {
    /// Print red text in the terminal's red
    Ansi,
    /// Print the words ‹red› and ‹black› where the colour changes
    Marks,
    /// Do not show the colour
    None,
}

impl From<RibbonStyle> for text::RibbonStyle {
    fn from(style: RibbonStyle) -> text::RibbonStyle {
        match style {
            RibbonStyle::Ansi => text::RibbonStyle::Ansi,
            RibbonStyle::Marks => text::RibbonStyle::Marks,
            RibbonStyle::None => text::RibbonStyle::None,
        }
    }
}

/// Which three cells to key into an empty machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Cells {
    /// The three cells that load HELP 3 or a test program
    #[default]
    Help3,
    /// The three cells that load HJÆLP, the monitor before HELP 3
    Old,
}

impl From<Cells> for acts::Cells {
    fn from(cells: Cells) -> acts::Cells {
        match cells {
            Cells::Help3 => acts::Cells::Help3,
            Cells::Old => acts::Cells::Old,
        }
    }
}

/// The colours of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    /// Dark background
    Dark,
    /// Light background
    Light,
    /// Colours for both backgrounds, for a terminal that does not report its background
    Either,
    /// The sixteen colours of a console
    Sixteen,
    /// No colour at all (`NO_COLOR`)
    Plain,
    /// The background that the terminal reports; gier forgets your earlier choice
    Terminal,
}

impl Theme {
    /// The theme of the panel that this option value selects. Returns `None` if the terminal decides.
    pub const fn theme(self) -> Option<theme::Theme> {
        match self {
            Theme::Dark => Some(theme::Theme::Dark),
            Theme::Light => Some(theme::Theme::Light),
            Theme::Either => Some(theme::Theme::Either),
            Theme::Sixteen => Some(theme::Theme::Sixteen),
            Theme::Plain => Some(theme::Theme::Plain),
            Theme::Terminal => None,
        }
    }

    /// The word for this theme on the command line.
    pub fn word(self) -> String {
        let value = self.to_possible_value().expect("every theme has a word");
        value.get_name().to_string()
    }

    /// The theme with this word on the command line, or `None` if there is none.
    pub fn from_word(word: &str) -> Option<Theme> {
        Theme::from_str(word, false).ok()
    }
}

/// The set of characters for drawing the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Signs {
    /// All characters that the panel uses
    Unicode,
    /// Only ASCII characters
    Ascii,
}

/// A view of the panel. The user chooses which view the panel shows below the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// The typewriter's paper
    Paper,
    /// The listing of the ferrite store
    Ferrite,
    /// The program's text, if it has one
    Source,
    /// A track of the drum
    Drum,
    /// The orders executed last
    History,
    /// A character for every cell of the ferrite store
    Map,
    /// The values of expressions, and search results
    Values,
    /// The tapes in reader and punch, and the line printer
    Tapes,
    /// The plotter's drawing
    Plotter,
}

impl View {
    /// The word for this view of the panel on the command line.
    pub fn word(view: scene::View) -> String {
        let known = View::value_variants().iter().find(|known| scene::View::from(**known) == view);
        let value = known.and_then(View::to_possible_value);
        value.map_or(String::new(), |value| value.get_name().to_string())
    }
}

impl From<View> for scene::View {
    fn from(view: View) -> scene::View {
        match view {
            View::Paper => scene::View::Paper,
            View::Ferrite => scene::View::Ferrite,
            View::Source => scene::View::Source,
            View::Drum => scene::View::Drum,
            View::History => scene::View::History,
            View::Map => scene::View::Map,
            View::Values => scene::View::Values,
            View::Tapes => scene::View::Tapes,
            View::Plotter => scene::View::Plotter,
        }
    }
}
