//! Colours and styles of the panel. No meaning is carried by colour alone: every style that
//! means something has a sign or an attribute besides.

use super::lamps::Glow;
use ratatui::style::{Color, Modifier, Style};

/// What the terminal is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Theme {
    /// Dark ground.
    #[default]
    Dark,
    /// Light ground.
    Light,
    /// No colour at all (`NO_COLOR`).
    Plain,
}

impl Theme {
    /// Lamps go from a dull to a bright filament.
    pub fn lamp(self, glow: Glow) -> Style {
        const DARK: [u8; 5] = [238, 94, 136, 178, 220];
        const LIGHT: [u8; 5] = [250, 180, 172, 166, 160];
        match self {
            Theme::Dark => Style::new().fg(Color::Indexed(DARK[glow.step()])),
            Theme::Light => Style::new().fg(Color::Indexed(LIGHT[glow.step()])),
            Theme::Plain if glow.step() == 4 => Style::new().add_modifier(Modifier::BOLD),
            Theme::Plain => Style::new(),
        }
    }

    /// The name of a part, a register, a lamp.
    pub fn name(self) -> Style {
        self.coloured(Color::Indexed(110), Color::Indexed(24))
    }

    /// Less important text, frames.
    pub fn quiet(self) -> Style {
        self.coloured(Color::Indexed(244), Color::Indexed(242))
    }

    /// What changed since the last stop; a `*` stands beside it.
    pub fn changed(self) -> Style {
        self.coloured(Color::Indexed(215), Color::Indexed(130)).add_modifier(Modifier::BOLD)
    }

    /// The frame of the part that takes the keys; its title is in brackets besides.
    pub fn focus(self) -> Style {
        self.coloured(Color::Indexed(220), Color::Indexed(25)).add_modifier(Modifier::BOLD)
    }

    /// The ribbon's red; bold where there is no colour.
    pub fn red_ribbon(self) -> Style {
        match self {
            Theme::Dark => Style::new().fg(Color::Indexed(203)),
            Theme::Light => Style::new().fg(Color::Indexed(160)),
            Theme::Plain => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// A trouble or a question that wants to be read.
    pub fn alert(self) -> Style {
        self.coloured(Color::Indexed(216), Color::Indexed(124)).add_modifier(Modifier::BOLD)
    }

    /// A key in the footer.
    pub fn key(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The row on which a list's cursor stands.
    pub fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The order that comes next.
    pub fn current(self) -> Style {
        self.coloured(Color::Indexed(220), Color::Indexed(25)).add_modifier(Modifier::BOLD)
    }

    fn coloured(self, dark: Color, light: Color) -> Style {
        match self {
            Theme::Dark => Style::new().fg(dark),
            Theme::Light => Style::new().fg(light),
            Theme::Plain => Style::new(),
        }
    }
}

/// The theme for this terminal: asked for by name, or from `NO_COLOR` and from `COLORFGBG`
/// (`foreground;background`, as rxvt, Konsole and others set it).
pub fn choose(asked: Option<Theme>, no_color: Option<&str>, colour_pair: Option<&str>) -> Theme {
    if no_color.is_some_and(|value| !value.is_empty()) {
        return Theme::Plain;
    }
    if let Some(theme) = asked {
        return theme;
    }
    let ground =
        colour_pair.and_then(|pair| pair.rsplit(';').next()).and_then(|ground| ground.parse::<u8>().ok());
    match ground {
        Some(7 | 9..=15) => Theme::Light,
        _ => Theme::Dark,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_says_what_it_is_like() {
        assert_eq!(choose(None, None, None), Theme::Dark);
        assert_eq!(choose(None, None, Some("0;15")), Theme::Light);
        assert_eq!(choose(None, None, Some("15;default;0")), Theme::Dark);
        assert_eq!(choose(Some(Theme::Light), Some(""), None), Theme::Light);
        assert_eq!(choose(Some(Theme::Light), Some("1"), None), Theme::Plain);
    }
}
