//! Colours and styles of the panel. No meaning is carried by colour alone: every style that
//! means something has a sign or an attribute besides.

use super::lamps::Glow;
use ratatui::style::{Color, Modifier, Style};

/// What the terminal is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark ground.
    #[default]
    Dark,
    /// Light ground.
    Light,
    /// Colours that can be read on both grounds, for a terminal that does not say what it has.
    Either,
    /// No colour at all (`NO_COLOR`).
    Plain,
}

impl Theme {
    /// Lamps go from a dull to a bright filament.
    pub fn lamp(self, glow: Glow) -> Style {
        const DARK: [u8; 5] = [241, 94, 136, 178, 220];
        const LIGHT: [u8; 5] = [246, 137, 136, 166, 160];
        const EITHER: [u8; 5] = [244, 137, 136, 166, 202];
        let step = glow.step();
        if self == Theme::Plain && step == 4 {
            return Style::new().add_modifier(Modifier::BOLD);
        }
        self.coloured(DARK[step], LIGHT[step], EITHER[step])
    }

    /// The name of a part, a register, a lamp.
    pub fn name(self) -> Style {
        self.coloured(110, 24, 67)
    }

    /// Less important text, frames.
    pub fn quiet(self) -> Style {
        self.coloured(244, 242, 244)
    }

    /// What changed since the last stop; a `*` stands beside it.
    pub fn changed(self) -> Style {
        self.coloured(215, 130, 166).add_modifier(Modifier::BOLD)
    }

    /// The frame of the part that takes the keys; its title is in brackets besides.
    pub fn focus(self) -> Style {
        self.coloured(220, 25, 32).add_modifier(Modifier::BOLD)
    }

    /// The ribbon's red; bold where there is no colour.
    pub fn red_ribbon(self) -> Style {
        match self {
            Theme::Plain => Style::new().add_modifier(Modifier::BOLD),
            _ => self.coloured(203, 160, 196),
        }
    }

    /// A trouble or a question that wants to be read.
    pub fn alert(self) -> Style {
        self.coloured(216, 124, 161).add_modifier(Modifier::BOLD)
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
        self.focus()
    }

    /// A colour of the 256 for each ground.
    fn coloured(self, dark: u8, light: u8, either: u8) -> Style {
        match self {
            Theme::Dark => Style::new().fg(Color::Indexed(dark)),
            Theme::Light => Style::new().fg(Color::Indexed(light)),
            Theme::Either => Style::new().fg(Color::Indexed(either)),
            Theme::Plain => Style::new(),
        }
    }
}

/// The theme for this terminal: asked for by name, or from `NO_COLOR` and from `COLORFGBG`
/// (`foreground;background`, as rxvt, Konsole and others set it). Most terminals say nothing.
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
        Some(_) => Theme::Dark,
        None => Theme::Either,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_says_what_it_is_like() {
        assert_eq!(choose(None, None, None), Theme::Either);
        assert_eq!(choose(None, None, Some("0;15")), Theme::Light);
        assert_eq!(choose(None, None, Some("15;default;0")), Theme::Dark);
        assert_eq!(choose(None, None, Some("0;default")), Theme::Either);
        assert_eq!(choose(Some(Theme::Light), Some(""), None), Theme::Light);
        assert_eq!(choose(Some(Theme::Light), Some("1"), None), Theme::Plain);
    }

    /// Relative luminance of a colour of the 256, by the definition of WCAG 2.
    fn luminance(style: Style) -> f64 {
        let Some(Color::Indexed(number)) = style.fg else { panic!("{style:?} has no colour of the 256") };
        let parts = match number {
            16..=231 => [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6]
                .map(|step| if step == 0 { 0.0 } else { 55.0 + 40.0 * f64::from(step) }),
            _ => [8.0 + 10.0 * f64::from(number - 232); 3],
        };
        let linear = parts.map(|part| {
            let part = part / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Nothing is yellow on white: every colour stands out at least three to one from every
    /// ground that it may stand on, as WCAG 2 asks of large signs. A lamp that is off may be
    /// duller.
    #[test]
    fn every_colour_can_be_read_on_its_grounds() {
        let (black, white) = (0.0, 1.0);
        for (theme, grounds) in
            [(Theme::Dark, &[black][..]), (Theme::Light, &[white]), (Theme::Either, &[black, white])]
        {
            let glows = [0, 1, 85, 170, 255].map(|glow| theme.lamp(Glow(glow)));
            let texts = [
                theme.name(),
                theme.quiet(),
                theme.changed(),
                theme.focus(),
                theme.red_ribbon(),
                theme.alert(),
                theme.current(),
            ];
            for (place, style) in glows.into_iter().chain(texts).enumerate() {
                for &ground in grounds {
                    let (one, other) = (luminance(style) + 0.05, ground + 0.05);
                    let contrast = f64::max(one / other, other / one);
                    let least = if place == 0 { 2.9 } else { 3.0 };
                    assert!(contrast >= least, "{theme:?}, {style:?} on {ground}: {contrast:.2}");
                }
            }
        }
    }
}
