//! Choices on the command line that stand for values of the libraries, which know no command
//! line.

use clap::ValueEnum;
use gier_desk::acts;
use gier_desk::typewriter::text;

/// How the colour of the ribbon is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RibbonStyle {
    /// The terminal's red
    Ansi,
    /// The words ‹red› and ‹black› at the changes
    Marks,
    /// Not at all
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

/// Which three cells are keyed into an empty machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Cells {
    /// Those of HELP 3 and of the test programs
    #[default]
    Help3,
    /// Those of the HJÆLP before HELP 3
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
