//! The colours and styles of the panel. A colour is never the only sign of something. A changed value, for
//! example, is also bold, and what it was, or a star, stands behind it.

use super::lamps::Glow;
use ratatui::style::{Color, Modifier, Style};

/// A set of colours for one kind of terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Colours for a dark background.
    #[default]
    Dark,
    /// Colours for a light background.
    Light,
    /// Colours for an unknown background. They are readable on a dark background and on a light one.
    Either,
    /// The sixteen colours of a console, which has no others.
    Sixteen,
    /// No colours, as the environment variable `NO_COLOR` demands.
    Plain,
}

impl Theme {
    /// The style of a lamp with this brightness.
    pub fn lamp(self, glow: Glow) -> Style {
        let step = glow.step();
        const DARK: [u8; 5] = [244, 136, 136, 178, 220];
        const LIGHT: [u8; 5] = [242, 130, 130, 94, 94];
        const EITHER: [u8; 5] = [244, 137, 137, 136, 136];
        const SIXTEEN: [Color; 5] =
            [Color::Gray, Color::Yellow, Color::Yellow, Color::LightYellow, Color::LightYellow];
        if self == Theme::Plain && step == 4 {
            return Style::new().add_modifier(Modifier::BOLD);
        }
        self.coloured(DARK[step], LIGHT[step], EITHER[step], SIXTEEN[step])
    }

    /// The style for the names of parts, registers and lamps.
    pub fn name(self) -> Style {
        self.coloured(110, 24, 67, Color::LightBlue)
    }

    /// The style for frames and less important text.
    pub(crate) fn quiet(self) -> Style {
        self.coloured(244, 242, 244, Color::Gray)
    }

    /// The style for a value that has changed since the machine last stopped. Behind it stands what it was, or
    /// a star.
    pub fn changed(self) -> Style {
        self.coloured(80, 23, 30, Color::LightCyan).add_modifier(Modifier::BOLD)
    }

    /// The style for the title of the part of the panel that receives your keys. This title is also in
    /// brackets.
    pub fn focus(self) -> Style {
        self.coloured(220, 25, 32, Color::LightYellow).add_modifier(Modifier::BOLD)
    }

    /// The style of the typewriter's paper and of its black text.
    pub(crate) fn paper(self) -> Style {
        match self {
            Theme::Plain => Style::new(),
            Theme::Sixteen => Style::new().bg(Color::White).fg(Color::Black),
            Theme::Dark | Theme::Light | Theme::Either => {
                Style::new().bg(Color::Indexed(230)).fg(Color::Indexed(234))
            }
        }
    }

    /// The style for text that the typewriter printed in red. Without colours, the text is bold.
    pub(crate) fn red_ribbon(self) -> Style {
        match self {
            Theme::Plain => Style::new().add_modifier(Modifier::BOLD),
            Theme::Sixteen => Style::new().fg(Color::Red),
            Theme::Dark | Theme::Light | Theme::Either => Style::new().fg(Color::Indexed(160)),
        }
    }

    /// The style for a cell on the map of the store, if the order in the cell was executed recently.
    pub(crate) fn executed(self) -> Style {
        self.coloured(71, 28, 64, Color::Green)
    }

    /// The style for a fault, or for a question that you should not overlook.
    pub(crate) fn alert(self) -> Style {
        self.coloured(213, 127, 163, Color::LightMagenta).add_modifier(Modifier::BOLD)
    }

    /// The style for the row of a list that has the cursor, and for the name of a key in the bottom line.
    pub fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The style for the next order to be executed.
    pub(crate) fn current(self) -> Style {
        self.focus()
    }

    /// Returns a style with a terminal colour: `dark` on a dark background, `light` on a light background,
    /// `either` on an unknown background, and `sixteen` on a console.
    fn coloured(self, dark: u8, light: u8, either: u8, sixteen: Color) -> Style {
        match self {
            Theme::Dark => Style::new().fg(Color::Indexed(dark)),
            Theme::Light => Style::new().fg(Color::Indexed(light)),
            Theme::Either => Style::new().fg(Color::Indexed(either)),
            Theme::Sixteen => Style::new().fg(sixteen),
            Theme::Plain => Style::new(),
        }
    }
}

/// What the host knows about the colours of a terminal without asking the terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The theme that you requested for this session, if any.
    pub asked: Option<Theme>,
    /// The value of the environment variable `NO_COLOR`.
    pub no_color: Option<&'a str>,
    /// The values of the environment variables `TERM` and `COLORTERM`. They tell whether the terminal has only
    /// sixteen colours.
    pub terminal: (Option<&'a str>, Option<&'a str>),
    /// The value of the environment variable `COLORFGBG`, which is `foreground;background`. Terminals
    /// such as rxvt and Konsole set it.
    pub colour_pair: Option<&'a str>,
}

/// Chooses the theme for a terminal. Returns `None` if the terminal must be asked for its background
/// colour.
pub fn choose(known: Known<'_>) -> Option<Theme> {
    if known.no_color.is_some_and(|value| !value.is_empty()) {
        return Some(Theme::Plain);
    }
    if let (Some("linux" | "xterm" | "ansi" | "vt220" | "screen"), None) = known.terminal {
        return known.asked.or(Some(Theme::Sixteen));
    }
    let pair = known.colour_pair.and_then(|pair| pair.rsplit(';').next());
    let ground = pair.and_then(|ground| ground.parse::<u8>().ok());
    let said = ground.map(|ground| match ground {
        7 | 9..=15 => Theme::Light,
        _ => Theme::Dark,
    });
    known.asked.or(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_reports_its_abilities() {
        let nothing = Known::default();
        let pair = |pair| choose(Known { colour_pair: Some(pair), ..nothing });
        assert_eq!(choose(nothing), None);
        assert_eq!(pair("0;15"), Some(Theme::Light));
        assert_eq!(pair("15;default;0"), Some(Theme::Dark));
        assert_eq!(pair("0;default"), None);
        let asked = |no_color| choose(Known { asked: Some(Theme::Light), no_color, ..nothing });
        assert_eq!(asked(Some("")), Some(Theme::Light));
        let console = Known { terminal: (Some("linux"), None), ..nothing };
        assert_eq!(choose(console), Some(Theme::Sixteen));
        assert_eq!(asked(Some("1")), Some(Theme::Plain));
        let white = Known { colour_pair: Some("0;15"), ..nothing };
        assert_eq!(choose(Known { asked: Some(Theme::Either), ..white }), Some(Theme::Either));
    }

    /// The relative luminance of the style's terminal colour, as WCAG 2 defines it.
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

    /// Tests that every colour has a contrast of at least 4.5 to its background, as WCAG 2 requires for text.
    /// For the theme [`Theme::Either`], whose background is unknown, a contrast of 3 is enough.
    #[test]
    fn every_colour_can_be_read_on_its_grounds() {
        let (black, white) = (0.0, 1.0);
        for (theme, grounds) in
            [(Theme::Dark, &[black][..]), (Theme::Light, &[white]), (Theme::Either, &[black, white])]
        {
            let glows = [0, 1, 85, 170, 255].map(|glow| theme.lamp(Glow(glow)));
            let texts =
                [theme.name(), theme.quiet(), theme.changed(), theme.focus(), theme.alert(), theme.current()];
            let paper = luminance(Style::new().fg(theme.paper().bg.unwrap()));
            for ink in [theme.paper(), theme.red_ribbon()] {
                assert!((paper + 0.05) / (luminance(ink) + 0.05) >= 4.5, "{theme:?}, {ink:?} on paper");
            }
            for style in glows.into_iter().chain(texts) {
                for &ground in grounds {
                    let (one, other) = (luminance(style) + 0.05, ground + 0.05);
                    let contrast = f64::max(one / other, other / one);
                    let least = if theme == Theme::Either { 3.0 } else { 4.5 };
                    assert!(contrast >= least, "{theme:?}, {style:?} on {ground}: {contrast:.2}");
                }
            }
        }
    }

    /// The hue of the style's terminal colour, in degrees.
    fn hue(style: Style) -> f64 {
        let Some(Color::Indexed(number @ 16..=231)) = style.fg else { panic!("{style:?} has no hue") };
        let [r, g, b] = [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6]
            .map(|step| if step == 0 { 0.0 } else { 55.0 + 40.0 * f64::from(step) });
        (f64::sqrt(3.0) * (g - b)).atan2(2.0 * r - g - b).to_degrees().rem_euclid(360.0)
    }

    /// Tests that the styles for a lit lamp, a change, red text and an alert differ in hue.
    #[test]
    fn different_meanings_have_different_hues() {
        for theme in [Theme::Dark, Theme::Light, Theme::Either] {
            let styles = [theme.lamp(Glow::ON), theme.changed(), theme.red_ribbon(), theme.alert()];
            for (place, one) in styles.iter().enumerate() {
                for other in &styles[..place] {
                    let apart = (hue(*one) - hue(*other)).abs();
                    let apart = apart.min(360.0 - apart);
                    assert!(apart >= 25.0, "{theme:?}: {one:?} {other:?} {apart}");
                }
            }
        }
    }
}
